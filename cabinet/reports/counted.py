"""What the casino report counts, as plain sums: bets, decisions, money, faults and calls, periods, and the window of
wall times that limits them. Holds figures only; who counts is `tally`, who judges is `casino`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from cabinet.reports.sessions import Session


@dataclass(slots=True)
class BetTally:
    """One bet of one PAR configuration, in cents; stakes given back as void are in none of them but *voided*.
    *squares*: the sum of the squared stakes, which the spread of the result hangs on."""

    bets: int = 0
    handle_cents: int = 0
    returned_cents: int = 0
    commission_cents: int = 0
    voided_cents: int = 0
    hits: int = 0
    squares: int = 0


@dataclass(slots=True)
class Decisions:
    """The settings of one PAR configuration. *worth*: denominator -> [stake · chosen, stake · best], exact.
    *unknown_cents*: stakes on settings whose worth was not recorded."""

    hands: int = 0
    best: int = 0
    worth: dict[int, list[int]] = field(default_factory=dict)
    unknown_cents: int = 0
    assists: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Lasting:
    """Something with a beginning and an end: a fault by its code, a call by its reason (answered, or until somebody
    was on the way). Seconds."""

    times: int = 0
    ended: int = 0
    seconds: int = 0
    longest_s: int = 0
    each_s: list[int] = field(default_factory=list)
    open_since: list[str] = field(default_factory=list)

    def end(self, since: str, until: str) -> None:
        """One of them lasted from *since* to *until*."""
        lasted = seconds(since, until)
        self.ended += 1
        self.seconds += lasted
        self.longest_s = max(self.longest_s, lasted)
        self.each_s.append(lasted)


@dataclass(slots=True)
class Counted:
    """Everything counted inside the window. *money* by the names of the books, and counts beside them."""

    rows: int = 0
    first_wall: str = ""
    last_wall: str = ""
    money: Counter[str] = field(default_factory=Counter)
    bets: dict[tuple[str, str, str], BetTally] = field(default_factory=lambda: defaultdict(BetTally))
    decisions: dict[tuple[str, str], Decisions] = field(default_factory=lambda: defaultdict(Decisions))
    rounds: Counter[tuple[str, str]] = field(default_factory=Counter)
    notes: Counter[int] = field(default_factory=Counter)
    faults: dict[str, Lasting] = field(default_factory=lambda: defaultdict(Lasting))
    calls: dict[str, Lasting] = field(default_factory=lambda: defaultdict(Lasting))
    coming: dict[str, Lasting] = field(default_factory=lambda: defaultdict(Lasting))
    off_s: int = 0
    sessions: list[Session] = field(default_factory=list)

    @property
    def span_s(self) -> int:
        """Seconds from the first row to the last."""
        return seconds(self.first_wall, self.last_wall) if self.first_wall else 0


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch between two cuts: *kind* day or drop, *until* empty while it runs, *money* moved in it."""

    kind: str
    since: str
    until: str
    money: dict[str, int]


@dataclass(frozen=True, slots=True)
class Window:
    """Wall times as the rows carry them, compared as text: a date, or a date and a time. Empty = no bound.
    *until* is the first moment outside."""

    since: str = ""
    until: str = ""

    def holds(self, wall: str) -> bool:
        return wall[: len(self.since)] >= self.since and not self.ended_before(wall)

    def ended_before(self, wall: str) -> bool:
        """Whether *wall* lies after the window."""
        return bool(self.until) and wall[: len(self.until)] >= self.until


def seconds(since: str, until: str) -> int:
    """Whole seconds between two wall stamps; a clock that was set back makes none, never fewer."""
    return max(0, int((datetime.fromisoformat(until) - datetime.fromisoformat(since)).total_seconds()))
