"""What a player does between rounds: calls, keeps the seat, takes the money, and brings it back.

The machine has credit at the beginning and none at the end.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from cabinet.app.evening.hands import ACCEPTOR, Hands, Moment
from cabinet.ports import commands as c
from cabinet.screens.reserve import digest_of

_FOREIGN = "881234567890123456"  # a number that this cabinet never gave
_SALT, _CODE, _WRONG = "0427/1/evening", "4711", "1234"


def ways(hands: Hands) -> Iterator[Moment]:
    """From the call to the ticket that was fed in again."""
    yield from _calls(hands)
    yield from _seat(hands)
    number = yield from _ticket_out(hands)
    yield from _out_of_service(hands)
    yield from _ticket_in(hands, number)
    hands.cash_out()


def _calls(hands: Hands) -> Iterator[Moment]:
    hands.credit(1_000)
    hands.press(c.CallAttendant("drink"))
    yield hands.now("attendant_called")
    hands.press(c.TakeCall("anna"))
    yield hands.now("attendant_coming")
    hands.rig.run(45_000)
    with hands.key():
        yield hands.now("call_to_answer")
        hands.press(c.AnswerCall())


def _seat(hands: Hands) -> Iterator[Moment]:
    """A seat kept under a code, a wrong one, and its holder back."""
    yield hands.now("seat_free")
    hands.press(c.ReserveSeat(_SALT, digest_of(_SALT, _CODE)))
    yield hands.now("seat_kept")
    before = hands.view
    hands.press(c.OpenSeat(digest_of(_SALT, _WRONG)))
    yield hands.now("seat_wrong_code", before)
    with hands.key():
        yield hands.now("seat_kept_attendant")
    hands.press(c.OpenSeat(digest_of(_SALT, _CODE)))


def _ticket_out(hands: Hands) -> Generator[Moment, None, str]:
    """The ticket that is printed and taken; its number at the end."""
    hands.press(c.CashOut())
    hands.until(lambda view: bool(view.moving), "the order")
    yield hands.now("ticket_printing")
    hands.until(lambda view: any(one.state == "take_ticket" for one in view.moving), "the ticket")
    yield hands.now("take_ticket")
    number = hands.take_ticket()
    yield hands.now("attract_cards")
    return number


def _out_of_service(hands: Hands) -> Iterator[Moment]:
    with hands.key():
        hands.press(c.PutOutOfService("rest"))
    yield hands.now("out_of_service")
    with hands.key():
        yield hands.now("attendant_page")
        hands.press(c.PutInService())


def _ticket_in(hands: Hands, number: str) -> Iterator[Moment]:
    """A ticket of another house goes back, the own one is taken, a note that cannot be read goes back."""
    before = hands.view
    _insert(hands, insert_ticket=_FOREIGN)
    hands.until(lambda view: any(message.level == "refusal" for message in view.messages), "the ticket to be refused")
    yield hands.now("ticket_refused", before)
    hands.until_device(ACCEPTOR, "idle")
    _insert(hands, insert_ticket=number)
    hands.until(lambda view: bool(view.moving), "the ticket to be seen")
    yield hands.now("ticket_coming")
    before = hands.view
    hands.until(lambda view: view.credit_cents > 0, "the ticket's credit")
    yield hands.now("ticket_credited", before)
    with hands.key():
        hands.press(c.PutOutOfService("rest"))
    yield hands.now("out_of_service_with_credit")
    with hands.key():
        hands.press(c.PutInService())
    hands.until(lambda view: view.notes_open, "notes to be taken")
    before = hands.view
    hands.bench(ACCEPTOR, reject_next="validation")
    _insert(hands, insert_note=2_000)
    hands.until(lambda view: any(message.level == "refusal" for message in view.messages), "the note to be refused")
    yield hands.now("note_refused", before)
    hands.until_device(ACCEPTOR, "idle")


def _insert(hands: Hands, **what: object) -> None:
    hands.until(lambda view: view.notes_open, "the mouth to open")
    hands.rig.run(1_000)
    assert hands.bench(ACCEPTOR, **what)["taken"], "the mouth is open"
