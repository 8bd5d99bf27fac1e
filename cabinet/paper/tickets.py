"""The cash-out ticket: paper that can be cashed.

Decides what stands on it (T-06): house, machine and station, date and time, amount in figures and words, ticket
sequence, validation number twice and as a barcode, kind, expiry. A bench ticket says that it is void; a second
print of the same ticket says DUPLICATE (T-11). Knows no printer and decides no number and no amount.
"""

from __future__ import annotations

from cabinet.paper.house import House, centred, date_and_time, human
from cabinet.paper.reports import printer_page
from cabinet.ports.printer import Document


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
    date, time = date_and_time(wall)
    expiry = ("ticket.expiry", {"count": expiry_days}) if expiry_days else ("ticket.no_expiry", {})
    fields = (
        ("validation", human(number)),
        ("title", _title(house, duplicate, plain=True)),
        ("site", site),
        ("address", address),
        ("date", date),
        ("time", time),
        ("ticket", house.plain_say("ticket.number", sequence=sequence)),
        ("words", house.plain_words(amount_cents)),
        ("amount", house.amount(amount_cents)),
        ("expiry", house.plain_say(expiry[0], **expiry[1])),
        ("machine", house.plain_say("ticket.machine", **house.machine())),
    )
    lines = (
        *centred(human(number)),
        *centred(site, 2),
        *centred(address),
        *centred(_title(house, duplicate, plain=False), 2),
        *centred(house.amount(amount_cents), 3),
        *centred(house.words(amount_cents)),
        *centred(f"{date} {time}"),
        *centred(house.say("ticket.number", sequence=sequence)),
        *centred(house.say("ticket.machine", **house.machine())),
        *centred(house.say(expiry[0], **expiry[1])),
        *centred(f"{house.say('ticket.validation')} {human(number)}"),
    )
    return Document("cash_out", fields, lines, number)


def _title(house: House, duplicate: bool, *, plain: bool) -> str:
    say = house.plain_say if plain else house.say
    parts = [say("ticket.title_void")] * house.bench + [say("ticket.duplicate")] * duplicate + [say("ticket.title")]
    return " - ".join(parts)


def test_page() -> Document:
    """The page of a technician who tests a printer that belongs to no house yet."""
    return printer_page(plain_letters=True)
