"""The handpay slip: what an attendant and the player sign when money is paid by hand.

Decides that it says its kind, that it is no ticket (no barcode, "not for cash") and who signs. Knows no
limit: whether a second person must sign is told.
"""

from __future__ import annotations

from enum import StrEnum

from cabinet.paper.house import House, centred, date_and_time
from cabinet.ports.printer import Document, Line


class SlipKind(StrEnum):
    """Why money is paid by hand."""

    JACKPOT = "jackpot"
    CANCELLED_CREDIT = "cancelled_credit"
    SHORT_PAY = "short_pay"


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
    round_number: int = 0,
    second_person: bool = False,
    language: str = "en",
    bench: bool = False,
    plain_letters: bool = False,
    duplicate: bool = False,
) -> Document:
    """The slip of handpay *sequence*; *round_number* 0 = of no round; *wall* is an ISO stamp."""
    assert amount_cents > 0, "a handpay of nothing"
    house = House(site, address, asset_number, station, currency, decimals, language, bench, plain_letters)
    marks = ["ticket.title_void"] * bench + ["ticket.duplicate"] * duplicate
    signers = ["slip.attendant"] + ["slip.second_person"] * second_person + ["slip.player"]
    lines = (
        *centred(site, 2),
        *centred(address),
        *(line for mark in marks for line in centred(house.say(mark), 2)),
        *centred(house.say(f"slip.{kind.value}"), 2),
        *centred(house.amount(amount_cents), 3),
        *centred(house.words(amount_cents)),
        Line(" ".join(date_and_time(wall))),
        Line(house.say("slip.number", sequence=sequence)),
        *([Line(house.say("slip.round", round=round_number))] if round_number else []),
        Line(house.say("ticket.machine", **house.machine())),
        *centred(house.say("slip.receipt")),
        *(line for signer in signers for line in (Line(""), Line("_" * 36), Line(house.say(signer)))),
    )
    return Document("handpay", (), lines)
