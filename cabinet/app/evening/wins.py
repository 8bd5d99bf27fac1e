"""Large wins: one that goes to the credit, one that an attendant pays, and the option that parts the two.

The machine is without credit and without slips in the printer at the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from cabinet.app.evening.hands import DECK, Hands, Moment
from cabinet.app.evening.office import Office
from cabinet.app.evening.play import outcome_of
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.view import View

_STAKE_CENTS = 100_000
_LIMIT = ("money/bench.yaml", "handpay_limit", "500.00")
_MOST_ROUNDS = 40
_DICE_ROUNDS = 30


def wins(hands: Hands, office: Office) -> Iterator[Moment]:
    """A win of nearly the stake, the limit set below it, and such a win again."""
    before = _won(hands)
    yield hands.now("large_win")
    yield hands.now("large_win_showing", before)
    _all_out(hands)
    yield from _limit_changed(hands, office)
    _won(hands)
    yield from hands.both("win_paid_by_hand")
    with office.open_for(Role.ATTENDANT):
        (lock,) = hands.view.locks
        yield office.moment("office_handpay", "handpays", handpay=lock.handle)
        hands.press(c.PayHandpay(int(lock.handle)))
    yield hands.now("win_was_paid")
    hands.take_papers()
    for _ in range(_DICE_ROUNDS):
        hands.credit(1_000)
        hands.round(("main", 500), ("dice_lo", 500))
    hands.cash_out()


def _won(hands: Hands) -> View:
    """Rounds with a large stake until one is won; the view before its result."""
    for _ in range(_MOST_ROUNDS):
        hands.credit(_STAKE_CENTS)
        hands.deal(("main", _STAKE_CENTS))
        hands.press(c.Assist("house_way"))
        before = hands.view
        hands.press(c.Confirm())
        hands.settle()
        if outcome_of(hands) == "won":
            return before
    raise AssertionError("nobody loses so often")


def _all_out(hands: Hands) -> None:
    """All credit leaves: on a ticket, or by hand where it is too much for one."""
    hands.press(c.CashOut())
    hands.until(lambda view: bool(view.locks) or any(one.state == "take_ticket" for one in view.moving), "the way out")
    if hands.view.locks:
        with hands.key():
            hands.press(*(c.PayHandpay(int(lock.handle)) for lock in hands.view.locks))
    hands.take_papers()


def _limit_changed(hands: Hands, office: Office) -> Iterator[Moment]:
    """The option is critical: it is changed with the logic door open, and the alarm of that is ended by hand."""
    file, key, text = _LIMIT
    with office.open_for(Role.TECHNICIAN):
        yield office.moment("office_option_closed", "settings", file=file, key=key)
        hands.bench(DECK, door="logic", open=True)
        hands.until(lambda view: "logic" in view.doors_open, "the door")
        yield office.moment("office_option", "settings", file=file, key=key)
        hands.press(c.ChangeOption(file, key, text))
        yield office.moment("office_settings", "settings", file=file)
        hands.bench(DECK, door="logic", open=False)
        hands.until(lambda view: not view.doors_open, "the door shut")
        hands.clear_faults()
