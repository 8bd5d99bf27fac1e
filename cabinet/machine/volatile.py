"""Changes that go through `evolve` but never to the journal: drafts and things said. They hold no money."""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.machine.state import Draft


@dataclass(frozen=True, slots=True)
class Drafted:
    """The station's draft from here on."""

    station: int
    draft: Draft


Volatile = Drafted
