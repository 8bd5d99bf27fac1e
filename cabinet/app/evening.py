"""One evening at station 1 of an emulated cabinet, and what its screen was to show at each remarkable moment.

Played on the real machine, so that every picture made of it obeys the books and every button on it is answered by
the state it was made in. Decides which moments a complete set of pictures has; draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from cabinet.app.rig import Rig
from cabinet.app.rigged import open_rigged
from cabinet.machine.state import State
from cabinet.ports import commands as c
from cabinet.ports.view import View
from cabinet.settings.profile import Profile

_STATION = 1
_ACCEPTOR, _PRINTER, _DECK = "acceptor.1", "printer.1", "deck.1"
_STEP_MS = 120_000  # more than the ninety seconds a roll may take
_TICK_MS = 40
_MOST_ROUNDS = 60  # won, lost and split come within a dozen rounds
_SEED = 7


@dataclass(frozen=True, slots=True)
class Moment:
    """What the station's screen has to show: *view* after *before* (None: at rest), made in *state*."""

    name: str
    view: View
    state: State
    before: View | None = None


def evening(profile: Profile, seed: int = _SEED) -> tuple[Moment, ...]:
    """Every moment of an evening on a fresh folder of *profile*, which must be a bench with all devices."""
    with TemporaryDirectory() as data, open_rigged(Path(data), profile, seed) as rigged:
        return tuple(_Evening(rigged.rig).moments())


class _Evening:
    def __init__(self, rig: Rig) -> None:
        self._rig = rig

    def moments(self) -> Iterator[Moment]:
        self._rig.wait(lambda: all(d.asked for d in self._rig.engine.state.devices), _STEP_MS, "devices to answer")
        self._rig.run(6_000)
        yield self._now("attract")
        yield from self._tiles()
        yield from self._cards()
        yield from self._ends()
        yield from self._troubles()

    # -- the game with tiles -------------------------------------------------------------------------------

    def _tiles(self) -> Iterator[Moment]:
        before = self._view
        self._rig.bench(_ACCEPTOR, {"insert_note": 10_000})
        self._until(lambda view: bool(view.moving), "the note to be seen")
        yield self._now("note_coming", before)
        self._until(lambda view: view.credit_cents == 10_000, "the credit")
        yield self._now("place_bets")
        yield from self._bets()
        self._press(c.Deal())
        self._until(lambda view: view.table.phase == "setting", "the tiles")
        yield from self._setting()
        self._press(c.Confirm())
        self._until(lambda view: view.table.phase == "shaking", "the shaker")
        yield self._now("shaking")
        before = self._settle()
        yield self._now("settled_with_dice")
        yield self._now("showing", before)
        yield from self._outcomes("double_hand", ("won", "lost", "returned"), self._tiles_round)

    def _bets(self) -> Iterator[Moment]:
        self._press(c.AddChip("main", 1_000), c.AddChip("main", 100))
        for bet in ("super_bonus", "lo_card", "dice_lo"):
            self._press(c.AddChip(bet, 500))
        yield self._now("bets_on_the_cloth")
        before = self._view
        self._press(c.AddChip("main", 900_000))
        yield self._now("refused", before)

    def _setting(self) -> Iterator[Moment]:
        yield self._now("tiles_dealt")
        self._press(c.LayPiece(0, "across1"))
        yield self._now("laying")
        for words in product(("across1", "across2"), repeat=3):
            self._press(*(c.LayPiece(piece, word) for piece, word in enumerate(words)))
            seat = self._view.table.seats[0]
            if seat.refusal is not None:
                yield self._now("misset")
                break
        self._press(*(c.LayPiece(piece, "") for piece in range(3)), c.Assist("house_way"))
        yield self._now("tiles_laid")

    def _tiles_round(self) -> None:
        self._credit(1_000)
        self._press(c.AddChip("main", 1_000), c.Deal())
        self._until(lambda view: view.table.phase == "setting", "the tiles")
        self._press(c.Assist("house_way"), c.Confirm())
        self._settle()

    # -- the game with cards -------------------------------------------------------------------------------

    def _cards(self) -> Iterator[Moment]:
        self._press(c.ChooseGame("two_card"))
        self._credit(2_000)
        yield self._now("cards_place_bets")
        self._press(*(c.AddChip(bet, 500) for bet in ("entry", "set_bonus", "dealers_high")))
        yield self._now("cards_bets")
        self._press(c.Deal())
        self._until(lambda view: view.table.phase == "cutting", "the deck")
        yield self._now("cards_cutting")
        self._press(c.CutDeck(23))
        self._until(lambda view: view.table.phase == "setting", "the cards")
        yield self._now("cards_dealt")
        for place in ("above", "on", "below"):
            self._press(c.LayPiece(0, place))
            yield self._now(f"cards_{place}_the_line")
        self._press(c.Assist("house_way"), c.Confirm())
        before = self._settle()
        yield self._now("cards_settled")
        yield self._now("cards_showing", before)
        yield from self._outcomes("two_card", ("won", "lost", "returned"), self._cards_round)

    def _cards_round(self) -> None:
        self._credit(500)
        self._press(c.AddChip("entry", 500), c.Deal(), c.CutDeck(0))
        self._until(lambda view: view.table.phase == "setting", "the cards")
        self._press(c.Assist("house_way"), c.Confirm())
        self._settle()

    def _outcomes(self, game: str, wanted: tuple[str, ...], play: Callable[[], None]) -> Iterator[Moment]:
        """A round of each outcome."""
        missing = set(wanted)
        for _ in range(_MOST_ROUNDS):
            if not missing:
                return
            play()
            outcome = self._outcome()
            if outcome in missing:
                missing.remove(outcome)
                yield self._now(f"{game}_{outcome}")

    def _outcome(self) -> str:
        result = self._view.table.result
        assert result is not None, "a settled round has its result"
        return "won" if result.net_cents > 0 else "returned" if result.net_cents == 0 else "lost"

    # -- the way out, and what goes wrong ------------------------------------------------------------------

    def _ends(self) -> Iterator[Moment]:
        self._credit(1_000)
        self._press(c.CallAttendant("drink"))
        yield self._now("attendant_called")
        self._press(c.CashOut())
        self._until(lambda view: bool(view.moving), "the order")
        yield self._now("ticket_printing")
        self._until(lambda view: any(one.state == "take_ticket" for one in view.moving), "the ticket")
        yield self._now("take_ticket")
        self._rig.bench(_PRINTER, {"take_ticket": True})
        self._until(lambda view: not view.moving, "the ticket to be gone")
        yield self._now("attract_cards")
        with self._key():
            self._press(c.AnswerCall(), c.PutOutOfService("rest"))
        yield self._now("out_of_service")
        with self._key():
            yield self._now("attendant_page")
            self._press(c.PutInService())

    def _troubles(self) -> Iterator[Moment]:
        self._rig.bench(_DECK, {"door": "main", "open": True})
        self._until(lambda view: bool(view.doors_open), "the door")
        yield self._now("door_open")
        self._rig.bench(_DECK, {"door": "main", "open": False})
        self._rig.run(2_000)
        with self._key():
            yield self._now("fault_to_clear")
            self._clear_faults()
        self._rig.run(1_000)
        self._credit(1_000)
        self._rig.bench(_PRINTER, {"paper": "out"})
        self._rig.run(3_000)
        yield self._now("paper_out")
        self._press(c.CashOut())
        self._rig.run(3_000)
        yield self._now("paid_by_hand")
        with self._key():
            yield self._now("paid_by_hand_attendant")

    @contextmanager
    def _key(self) -> Iterator[None]:
        """While the audit key is turned."""
        self._rig.bench(_DECK, {"key": "audit", "on": True})
        self._until(lambda view: view.attendant, "the key")
        yield
        self._rig.bench(_DECK, {"key": "audit", "on": False})
        self._until(lambda view: not view.attendant, "the key back")

    def _clear_faults(self) -> None:
        for fault in self._view.faults:
            if fault.level == "clearable":
                self._press(c.ClearFault(fault.code.removeprefix("fault.")))

    # -- hands, time, looking ------------------------------------------------------------------------------

    def _credit(self, cents: int) -> None:
        """Notes until there is that much to play with."""
        while self._view.credit_cents < cents:
            before = self._view.credit_cents
            self._until(lambda view: view.notes_open, "notes to be taken")
            self._rig.run(1_000)
            self._rig.bench(_ACCEPTOR, {"insert_note": 10_000})
            self._until(lambda view, before=before: view.credit_cents > before, "the credit")  # type: ignore[misc]

    def _settle(self) -> View:
        """Until the result is there; the view before it."""
        before = self._view
        self._until(lambda view: view.table.phase == "settled", "the result")
        return before

    def _press(self, *commands: c.Command) -> None:
        for command in commands:
            self._rig.press(command, _STATION)

    def _until(self, done: Callable[[View], bool], what: str) -> None:
        self._rig.wait(lambda: done(self._view), _STEP_MS, what)

    @property
    def _view(self) -> View:
        return self._rig.view(_STATION)

    def _now(self, name: str, before: View | None = None) -> Moment:
        return Moment(name, self._view, self._rig.engine.state, before)
