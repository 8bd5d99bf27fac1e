"""The order and time in which a round is shown: dealer, exposed tiles, dice, comparisons, collect, pay.

Timing is presentation: every figure is in the view before the first tile turns. A touch jumps to the next
step, but a whole reveal never takes less than MINIMUM_MS: the outcome stays on view. While dice roll there is no
result yet: the reveal waits at the dice, and goes on from there when the result comes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cabinet.ports.view import TableView

TURN_MS = 320
MINIMUM_MS = 1200

# step and how long the next one waits for it
_DEALER, _SET, _COMPARE, _EXPOSE, _DICE, _COLLECT, _PAY = 430, 560, 1150, 460, 1500, 800, 900


@dataclass(frozen=True, slots=True)
class Reveal:
    """A reveal seen live: when it began, how much of it was skipped, what the meters hold back till it pays.

    Times in ms, amounts in cents. The credit meter shows the award when the chips arrive, not before.
    """

    started_ms: int
    skipped_ms: int
    held_cents: int
    last_win_cents: int
    total_ms: int
    won: bool = False

    def at(self, now_ms: int) -> int:
        """How far into the reveal the picture is, ms."""
        return now_ms - self.started_ms + self.skipped_ms

    def over(self, now_ms: int) -> bool:
        return self.at(now_ms) >= self.total_ms

    def hurried(self, now_ms: int, table: TableView) -> Reveal:
        """Jump to the next step; the whole still takes MINIMUM_MS of real time."""
        at = self.at(now_ms)
        following = next((ms for ms in sorted(steps(table).values()) if ms > at), self.total_ms)
        left = max(0, MINIMUM_MS - (now_ms - self.started_ms))
        target = max(at, min(following, self.total_ms - left))
        return replace(self, skipped_ms=self.skipped_ms + target - at)


def steps(table: TableView) -> dict[str, int]:
    """When each step begins, ms from the start of the reveal, in the order it is shown."""
    begin: dict[str, int] = {}
    clock = 300
    for piece in range(len(table.dealer)):
        begin[f"dealer.{piece}"] = clock
        clock += _DEALER
    begin["set"] = clock
    clock += _SET
    for tile in range(len(table.exposed)):
        begin[f"exposed.{tile}"] = clock
        clock += _EXPOSE
    if table.dice or table.result is None:
        begin["dice"] = clock
        clock += _DICE
    for comparison in table.result.comparisons if table.result else ():
        begin[f"compare.{comparison.hand}"] = clock
        clock += _COMPARE
    begin["collect"] = clock
    clock += _COLLECT if _any(table, lost=True) else 0
    begin["pay"] = clock
    clock += _PAY if _any(table, lost=False) else 0
    begin["result"] = clock
    return begin


def total_ms(table: TableView) -> int:
    """How long the whole reveal takes when nobody hurries it; without a result it ends at the covered dice."""
    return steps(table)["result"] + 150 if table.result is not None else steps(table)["dice"]


def shown(table: TableView) -> bool:
    """Whether the dealer's pieces are known to everybody."""
    return bool(table.dealer) and None not in table.dealer


def _any(table: TableView, *, lost: bool) -> bool:
    awards = table.result.awards if table.result else ()
    return any((award.returned_cents == 0) == lost for award in awards)
