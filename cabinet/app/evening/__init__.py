"""One evening at station 1 of an emulated cabinet, and what its screen was to show at each remarkable moment.

Played on the real machine, so that every picture made of it obeys the books and every button on it is answered by
the state it was made in. Decides which moments a complete set of pictures has; draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from cabinet.app.compose import anchor_path
from cabinet.app.evening.afterwards import afterwards, left_behind
from cabinet.app.evening.hands import Hands, Moment
from cabinet.app.evening.house import house
from cabinet.app.evening.office import Office
from cabinet.app.evening.play import cards, tiles
from cabinet.app.evening.troubles import troubles
from cabinet.app.evening.ways import ways
from cabinet.app.evening.wins import wins
from cabinet.app.rigged import open_rigged
from cabinet.machine.view import LANGUAGES
from cabinet.settings.profile import Profile

__all__ = ["Moment", "evening"]

_SEED = 7
_BEGINS = "2026-03-07T19:05:00+00:00"


def evening(profile: Profile, languages: Sequence[str] = LANGUAGES, seed: int = _SEED) -> tuple[Moment, ...]:
    """Every moment of an evening on a fresh folder of *profile*, which must be a bench with all devices; the pages of
    the office in *languages*."""
    with TemporaryDirectory() as data:
        return tuple(_moments(Path(data), profile, languages, seed))


def _moments(data: Path, profile: Profile, languages: Sequence[str], seed: int) -> Iterator[Moment]:
    with open_rigged(data, profile, seed, _BEGINS) as rigged:
        hands = Hands(rigged.rig)
        office = Office(hands, data, profile, languages)
        hands.ready()
        yield hands.now("attract")
        yield from tiles(hands)
        yield from cards(hands)
        yield from ways(hands)
        yield from troubles(hands, office)
        yield from wins(hands, office)
        yield from house(hands, office)
        left_behind(hands)
        office.close()
    yield from afterwards(data, profile, languages, seed)
    anchor_path(data).unlink(missing_ok=True)  # it lies outside of the folder, and the machine is no more
