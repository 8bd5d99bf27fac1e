"""The cash-out ticket: paper that can be cashed.

Decides what stands on it (T-06): house, machine and station, date and time, amount in figures and words, ticket
sequence, validation number twice and as a barcode, kind, expiry. A bench ticket says that it is void; a second
print of the same ticket says DUPLICATE (T-11). Knows no printer and decides no number and no amount.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.paper.house import House, centred, date_and_time, human
from cabinet.paper.reports import printer_page
from cabinet.ports.printer import Document, Line


def cash_out_ticket(
    *,
    site: str,
    address: str,
    asset_number: str,
    station: int,
    amount_cents: int,
    sequence: int,
    number: str,
    wall: str,
    expiry_days: int,
    currency: str,
    decimals: int,
    language: str = "en",
    bench: bool = False,
    duplicate: bool = False,
) -> Document:
    """The ticket with the 18 digits *number*; *wall* is an ISO stamp, *expiry_days* 0 = it does not expire."""
    assert amount_cents > 0, "a ticket over nothing"
    house = House(site, address, asset_number, station, currency, decimals, language, bench)
    facts = _Facts(house, amount_cents, sequence, human(number), wall, expiry_days, duplicate)
    return Document("cash_out", _fields(facts), _lines(facts), number)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the fields and the lines both tell; *number* in its human form."""

    house: House
    amount_cents: int
    sequence: int
    number: str
    wall: str
    expiry_days: int
    duplicate: bool

    @property
    def expiry(self) -> tuple[str, dict[str, object]]:
        return ("ticket.expiry", {"count": self.expiry_days}) if self.expiry_days else ("ticket.no_expiry", {})


def _fields(facts: _Facts) -> tuple[tuple[str, str], ...]:
    """The fields of a template, in plain letters."""
    house, (date, time), (expiry, params) = facts.house, date_and_time(facts.wall), facts.expiry
    return (
        ("validation", facts.number),
        ("title", _title(house, facts.duplicate, plain=True)),
        ("site", house.site),
        ("address", house.address),
        ("date", date),
        ("time", time),
        ("ticket", house.plain_say("ticket.number", sequence=facts.sequence)),
        ("words", house.plain_words(facts.amount_cents)),
        ("amount", house.amount(facts.amount_cents)),
        ("expiry", house.plain_say(expiry, **params)),
        ("machine", house.plain_say("ticket.machine", **house.machine())),
    )


def _lines(facts: _Facts) -> tuple[Line, ...]:
    """The same paper line by line, in the language of the house."""
    house, (expiry, params) = facts.house, facts.expiry
    return (
        *centred(facts.number),
        *centred(house.site, 2),
        *centred(house.address),
        *centred(_title(house, facts.duplicate, plain=False), 2),
        *centred(house.amount(facts.amount_cents), 3),
        *centred(house.words(facts.amount_cents)),
        *centred(" ".join(date_and_time(facts.wall))),
        *centred(house.say("ticket.number", sequence=facts.sequence)),
        *centred(house.say("ticket.machine", **house.machine())),
        *centred(house.say(expiry, **params)),
        *centred(f"{house.say('ticket.validation')} {facts.number}"),
    )


def _title(house: House, duplicate: bool, *, plain: bool) -> str:
    say = house.plain_say if plain else house.say
    parts = [say("ticket.title_void")] * house.bench + [say("ticket.duplicate")] * duplicate + [say("ticket.title")]
    return " - ".join(parts)


def test_page() -> Document:
    """The page of a technician who tests a printer that belongs to no house yet."""
    return printer_page(plain_letters=True)
