"""Reports on paper: the meters, and a page that tests a printer.

Decides how figures stand in columns. Knows no meter: the rows are told, in the order they are to stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cabinet.paper.head import head_lines
from cabinet.paper.house import COLUMNS, House, centred, date_and_time
from cabinet.ports.printer import Document, Line


@dataclass(frozen=True, slots=True)
class MeterRow:
    """One meter: its *code* in the catalogue (or a text), its *value* in cents or as a count."""

    code: str
    value: int
    money: bool = True


def meter_report(
    *,
    site: str,
    address: str,
    asset_number: str,
    station: int,
    rows: Sequence[MeterRow],
    balanced: bool,
    wall: str,
    currency: str,
    decimals: int,
    language: str = "en",
    bench: bool = False,
    plain_letters: bool = False,
    head_code: str = "",
) -> Document:
    """All *rows* with the verdict on the books; *wall* is an ISO stamp, *station* 0 the whole machine, *head_code* the
    signed head of the journal."""
    house = House(site, address, asset_number, station, currency, decimals, language, bench, plain_letters)
    verdict = "report.balanced" if balanced else "report.not_balanced"
    lines = (
        *_head(house, "report.meters", wall),
        Line(house.say("report.amounts_in", currency=currency)),
        *(Line(_column(house, row)) for row in rows),
        *centred(house.say(verdict), 2),
        *head_lines(head_code, house.say("report.head")),
    )
    return Document("report", (), lines)


def _column(house: House, row: MeterRow) -> str:
    """The meter's name left, its figure right; a name that is too long is cut, a figure never."""
    figure = house.amount(row.value).split(" ", 1)[1] if row.money else str(row.value)
    name = house.say(row.code) if house.texts.knows(row.code) else row.code
    room = max(1, COLUMNS - len(figure) - 1)
    return f"{name[:room].ljust(room)} {figure}"


def printer_page(
    *,
    site: str = "",
    address: str = "",
    asset_number: str = "",
    station: int = 0,
    wall: str = "",
    currency: str = "USD",
    decimals: int = 2,
    language: str = "en",
    bench: bool = False,
    plain_letters: bool = False,
) -> Document:
    """A page with every size, side and plain sign; a technician's has no house and no *wall* (an ISO stamp)."""
    house = House(site, address, asset_number, station, currency, decimals, language, bench, plain_letters)
    signs = "".join(chr(code) for code in range(0x21, 0x7F))
    lines = (
        *_head(house, "report.test", wall),
        *(Line(f"{size} {house.amount(123_456)}", size, align) for size, align in _SIZES),
        *(Line(signs[at : at + COLUMNS]) for at in range(0, len(signs), COLUMNS)),
        Line("0123456789" * (COLUMNS // 10)),
    )
    return Document("test", (), lines)


_SIZES = ((1, "left"), (2, "centre"), (3, "right"))


def _head(house: House, title: str, wall: str) -> tuple[Line, ...]:
    return (
        *(centred(house.site, 2) if house.site else ()),
        *(centred(house.address) if house.address else ()),
        *(centred(house.say("ticket.title_void"), 2) if house.bench else ()),
        *centred(house.say(title), 2),
        *([Line(" ".join(date_and_time(wall)))] if wall else []),
        *([Line(house.say("ticket.machine", **house.machine()))] if house.asset_number else []),
    )
