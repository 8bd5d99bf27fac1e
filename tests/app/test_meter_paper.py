"""The meter report as the printer gets it: every book of the machine, its verdict, and the signed head."""

from __future__ import annotations

from cabinet.app.slips import meter_paper
from cabinet.bank.books import BOOK_NAMES
from cabinet.paper.house import House
from tests.machine.floor import Floor


def test_every_book_stands_on_the_paper_with_its_figure() -> None:
    """M-23."""
    floor = Floor()
    floor.note(5_000)
    floor.round(main=500)
    house = House("Test House", "1 Street", "0427", 1, "USD", 2, "en", True, False)
    document = meter_paper(house, floor.state, "2026-03-01T09:00:00+00:00", "head-code")
    text = "\n".join(line.text for line in document.lines)
    books = floor.state.bank.station(1).books
    for name in BOOK_NAMES:
        cents = getattr(books, name).total
        assert f"{cents // 100}.{cents % 100:02}" in text, name
    assert "50.00" in text
    assert "HEAD-CODE" in text
    assert document.kind == "report"
