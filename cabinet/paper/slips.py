"""Slips: what an attendant and the player sign when money is paid by hand, and what goes with a cash box.

Decides that a slip says its kind, that it is no ticket (no barcode, "not for cash") and who signs. Knows no
limit: whether a second person must sign is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from cabinet.paper.head import head_lines
from cabinet.paper.house import COLUMNS, House, centred, date_and_time
from cabinet.ports.printer import Document, Line


class SlipKind(StrEnum):
    """Why money is paid by hand, or how people ended a round."""

    JACKPOT = "jackpot"
    CANCELLED_CREDIT = "cancelled_credit"
    SHORT_PAY = "short_pay"
    ABANDONED = "abandoned"
    VOID_ROUND = "void_round"
    COMPLETE_ROUND = "complete_round"


def handpay_slip(
    *,
    site: str,
    address: str,
    asset_number: str,
    station: int,
    kind: SlipKind,
    amount_cents: int,
    sequence: int,
    wall: str,
    currency: str,
    decimals: int,
    slip: int = 0,
    owed_cents: int = 0,
    round_number: int = 0,
    reason: str = "",
    who: str = "",
    second_person: bool = False,
    language: str = "en",
    bench: bool = False,
    plain_letters: bool = False,
    duplicate: bool = False,
    head_code: str = "",
) -> Document:
    """A slip of handpay *sequence* (0 = of none), itself number *slip*; *round_number* 0 = of no round; *wall* is an
    ISO stamp. *owed_cents*: what is still to be paid. *head_code*: the signed head of the journal, as a code."""
    assert amount_cents > 0 or kind in _OF_ROUNDS, "a handpay of nothing"
    house = House(site, address, asset_number, station, currency, decimals, language, bench, plain_letters)
    marks = ["ticket.title_void"] * bench + ["ticket.duplicate"] * duplicate
    signers = ["slip.attendant"] + ["slip.second_person"] * second_person + ["slip.player"]
    lines = (
        *centred(site, 2),
        *centred(address),
        *(line for mark in marks for line in centred(house.say(mark), 2)),
        *centred(house.say(f"slip.{kind.value}"), 2),
        *(centred(house.amount(amount_cents), 3) if amount_cents else ()),
        *(centred(house.words(amount_cents)) if amount_cents else ()),
        *(centred(house.say("slip.owed", amount=house.amount(owed_cents)), 2) if owed_cents else ()),
        Line(" ".join(date_and_time(wall))),
        *([Line(house.say("slip.number", sequence=sequence))] if sequence else []),
        *([Line(house.say("slip.slip", slip=slip))] if slip else []),
        *([Line(house.say("slip.round", round=round_number))] if round_number else []),
        Line(house.say("ticket.machine", **house.machine())),
        *([Line(house.say("slip.reason", reason=reason))] if reason else []),
        *([Line(house.say("slip.who", who=who))] if who else []),
        *centred(house.say("slip.receipt")),
        *(line for signer in signers for line in (Line(""), Line("_" * 36), Line(house.say(signer)))),
        *head_lines(head_code, house.say("report.head")),
    )
    return Document("handpay", (), lines)


_OF_ROUNDS = frozenset({SlipKind.VOID_ROUND, SlipKind.COMPLETE_ROUND})


def drop_slip(
    house: House,
    *,
    drop: int,
    box_out: str,
    box_in: str,
    notes: Sequence[tuple[int, int]],
    tickets: int,
    tickets_cents: int,
    wall: str,
) -> Document:
    """What lay in a cash box that was taken out: *notes* as (value in cents, count); *wall* is an ISO stamp."""
    total = sum(value * count for value, count in notes) + tickets_cents
    rows = [(f"{house.amount(value)} x {count}", value * count) for value, count in notes]
    rows.append((house.say("slip.drop_tickets", count=tickets), tickets_cents))
    lines = (
        *centred(house.site, 2),
        *centred(house.address),
        *(centred(house.say("ticket.title_void"), 2) if house.bench else ()),
        *centred(house.say("slip.drop"), 2),
        Line(" ".join(date_and_time(wall))),
        Line(house.say("slip.drop_number", drop=drop)),
        Line(house.say("slip.box_out", box=box_out or "-")),
        Line(house.say("slip.box_in", box=box_in or "-")),
        Line(house.say("ticket.machine", **house.machine())),
        *(Line(_row(name, house.amount(cents))) for name, cents in rows),
        Line(_row(house.say("slip.drop_total"), house.amount(total))),
        *(Line(text) for text in ("", "_" * 36, house.say("slip.attendant"))),
    )
    return Document("report", (), lines)


def _row(name: str, figure: str) -> str:
    return f"{name} {figure.rjust(max(0, COLUMNS - len(name) - 1))}"
