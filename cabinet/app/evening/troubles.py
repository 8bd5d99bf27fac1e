"""What goes wrong in an evening, each as the player sees it and as the attendant does who rules on it.

The machine is well and without credit at the beginning and at the end of each.
"""

from __future__ import annotations

from collections.abc import Iterator

from cabinet.app.evening.hands import ACCEPTOR, DECK, PRINTER, SHAKER, STEP_MS, Hands, Moment
from cabinet.app.evening.office import Office
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.view import View


def troubles(hands: Hands, office: Office) -> Iterator[Moment]:
    """Doors, faults, rounds that were left, and money that nobody can vouch for."""
    yield from _door(hands)
    yield from _pulled_note(hands)
    yield from _shaker_away(hands)
    yield from _left_rounds(hands, office)
    yield from _roll(hands)
    yield from _printer_cut(hands)
    yield from _acceptor_cut(hands)
    yield from _paper_out(hands)


def _door(hands: Hands) -> Iterator[Moment]:
    hands.bench(DECK, door="main", open=True)
    hands.until(lambda view: bool(view.doors_open), "the door")
    yield from hands.both("door_open")
    hands.bench(DECK, door="main", open=False)
    hands.until(lambda view: not view.doors_open, "the door shut")


def _pulled_note(hands: Hands) -> Iterator[Moment]:
    """Somebody fishes for a note: no more are taken until the attendant has looked."""
    hands.credit(2_000)
    hands.bench(ACCEPTOR, fault="cheated", on=True)
    hands.until(lambda view: bool(view.faults), "the alarm")
    yield hands.now("note_pulled")
    hands.bench(ACCEPTOR, fault="cheated", on=False)
    hands.rig.run(2_000)
    with hands.key():
        yield hands.now("fault_to_clear")
        hands.clear_faults()
    yield hands.now("fault_cleared")


def _shaker_away(hands: Hands) -> Iterator[Moment]:
    """Without the shaker the table plays on; only the dice bets are closed."""
    hands.press(c.ChooseGame("double_hand"))
    hands.rig.cable(SHAKER, False)
    hands.until(lambda view: bool(view.faults), "the shaker to be missed")
    yield hands.now("dice_shaker_away")
    hands.rig.cable(SHAKER, True)
    hands.until(lambda view: not view.faults, "the shaker to be back")


def _left_rounds(hands: Hands, office: Office) -> Iterator[Moment]:
    """A round that nobody finishes is completed by the attendant; one that cannot go on an operator makes void."""
    hands.deal(("main", 1_000))
    with hands.key():
        yield hands.now("round_left_attendant")
        before = hands.view
        hands.press(c.CompleteRound())
        hands.settle()
    yield hands.now("round_completed", before)
    hands.deal(("main", 500), ("lo_card", 500))
    before = hands.view
    with office.open_for(Role.OPERATOR):
        yield hands.now("round_left_operator")
        hands.press(c.VoidRound("malfunction"))
    yield hands.now("round_void", before)
    hands.take_papers()


def _roll(hands: Hands) -> Iterator[Moment]:
    """The lid is opened while the dice are read: what they showed nobody can say for sure."""
    hands.credit(2_000)
    hands.deal(("main", 500), ("dice_hi", 500))
    hands.press(c.Assist("house_way"), c.Confirm())
    hands.rig.wait(lambda: _first_rest(hands), STEP_MS, "the dice to come to rest")
    hands.bench(SHAKER, lid="open")
    hands.until(lambda view: _locked(view, "dice"), "the roll to be frozen")
    hands.bench(SHAKER, lid="closed")
    hands.until(lambda view: not view.faults, "the lid to be shut")
    yield from hands.both("roll_in_question")
    with hands.key():
        hands.press(c.RuleDice(True))
        hands.settle()


def _first_rest(hands: Hands) -> bool:
    now = hands.rig.engine.state.play.round
    return now is not None and now.roll.first is not None


def _printer_cut(hands: Hands) -> Iterator[Moment]:
    """The printer loses its power while it prints; the paper that it feeds out at the next start is the ticket."""
    hands.press(c.CashOut())
    hands.until_device(PRINTER, "printing")
    hands.rig.run(400)
    hands.bench(PRINTER, power="off")
    hands.until(lambda view: _locked(view, "ticket"), "the ticket to be in question")
    yield from hands.both("ticket_in_question")
    hands.bench(PRINTER, power="on")
    paper = hands.bench(PRINTER, take_ticket=True)["ticket"]
    with hands.key():
        (lock,) = hands.view.locks
        hands.press(c.RuleTicket(lock.handle, paper["state"] == "printed"))
    hands.until(lambda view: not view.faults, "the printer to be back")


def _acceptor_cut(hands: Hands) -> Iterator[Moment]:
    """The acceptor loses its power when a note has fallen into the box and the machine has not heard of it."""
    hands.note()
    hands.until(lambda view: any(one.state == "stacking" for one in view.moving), "the note to be taken")
    hands.bench(ACCEPTOR, fault="mute", on=True)
    hands.until_device(ACCEPTOR, "stacked")
    hands.bench(ACCEPTOR, power="off")
    hands.bench(ACCEPTOR, fault="mute", on=False)
    hands.rig.run(5_000)
    hands.bench(ACCEPTOR, power="on")
    hands.until(lambda view: _locked(view, "document"), "the note to be in question")
    yield from hands.both("note_in_question")
    with hands.key():
        (lock,) = hands.view.locks
        hands.press(c.RuleDocument(int(lock.handle), True, lock.amount_cents))
    hands.until(lambda view: not view.faults, "the acceptor to be back")


def _paper_out(hands: Hands) -> Iterator[Moment]:
    """Without paper the credit is paid by hand, in two parts."""
    hands.credit(1_000)
    hands.bench(PRINTER, paper="out")
    hands.until(lambda view: any(fault.code == "fault.paper_out" for fault in view.faults), "the paper to be missed")
    yield hands.now("paper_out")
    hands.press(c.CashOut())
    hands.until(lambda view: bool(view.locks), "the handpay")
    yield from hands.both("paid_by_hand")
    with hands.key():
        (lock,) = hands.view.locks
        hands.press(c.ShortPay(int(lock.handle), 6_000, "short_of_cash"))
        yield hands.now("rest_to_pay_attendant")
    yield hands.now("rest_to_pay")
    with hands.key():
        hands.press(c.PayHandpay(int(lock.handle)))
    yield hands.now("was_paid_by_hand")
    hands.bench(PRINTER, paper="full")
    hands.until(lambda view: not view.faults, "the paper to be seen")


def _locked(view: View, kind: str) -> bool:
    return any(lock.kind == kind for lock in view.locks)
