"""A player's whole visit over real pseudo-terminals, bet and set by hand through the pilot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import zxingcpp

from cabinet.paper.render import render
from cabinet.ports.printer import Document
from tests.pty.running import Running, bet_and_deal, feed, running

pytestmark = pytest.mark.pty


def places(view: dict[str, Any]) -> list[str]:
    """Where each tile lies."""
    found: list[str] = view["table"]["seats"][0]["places"]
    return found


def lay(cabinet: Running, tile: int, zone: str) -> dict[str, Any]:
    """A tile dragged to a zone of the cloth: the view with it there; across, its low number lies in front."""
    cabinet.do(drag=f"tile.{tile}", to=f"place.{zone}")
    word = "across1" if zone == "across" else zone
    return cabinet.seen(f"tile {tile} {zone}", lambda view: places(view)[tile - 1] == word)


def test_a_note_a_round_set_by_hand_and_a_ticket_that_can_be_read(tmp_path: Path) -> None:
    """20.00 in; a tile alongside in front, one behind, one across; what is left goes out on paper."""
    with running(tmp_path / "data") as cabinet:
        feed(cabinet, 2000)
        tiles = bet_and_deal(cabinet)["table"]["seats"][0]["pieces"]
        assert len(tiles) == 3
        assert None not in tiles
        lay(cabinet, 1, "front")
        lay(cabinet, 2, "behind")
        laid = lay(cabinet, 3, "across")
        if "confirm" not in laid["allowed"]:  # the low hand is the higher one: the mirrored setting is right
            lay(cabinet, 1, "behind")
            lay(cabinet, 2, "front")
            cabinet.do(press="turn.3")
            laid = cabinet.seen("the tile turned", lambda view: places(view)[2] == "across2")
        assert "confirm" in laid["allowed"]
        assert sorted(places(laid))[1:] == ["behind", "front"]
        cabinet.do(press="confirm")
        settled = cabinet.seen("a result", lambda view: view["table"]["result"] is not None)
        result = settled["table"]["result"]
        assert settled["credit_cents"] == 1500 + result["returned_cents"]
        assert places(settled) == places(laid)

        cabinet.still()
        cabinet.do(press="cash_out")
        paper = cabinet.bench(take_ticket=True, wait_ms=20_000)["ticket"]
        gone = cabinet.seen("the ticket gone", lambda view: not view["moving"] and view["credit_cents"] == 0)
        assert gone["credit_cents"] == 0
        assert paper["amount_cents"] == settled["credit_cents"]

        drawn = render(Document("cash_out", tuple(paper["fields"].items()), barcode=paper["fields"]["barcode"]))
        (read,) = zxingcpp.read_barcodes(drawn)
        issued = [record for record in cabinet.records() if record["is"] == "TicketIssued"]
        ordered = {record["number"] for record in cabinet.records() if len(str(record.get("number", ""))) == 18}
        assert len(issued) == 1
        assert {read.text} == ordered
        assert len(read.text) == 18

        world = cabinet.world()
        assert world["notes_in_cash_box_cents"] == 2000
        assert world["tickets_on_paper_cents"] == settled["credit_cents"]
        assert cabinet.stop()[0] == 0


@pytest.mark.parametrize("profile", ["bench", "kiosk"])
def test_a_ticket_taken_home_is_money_again_at_the_next_visit(tmp_path: Path, profile: str) -> None:
    """Both makes of acceptor and printer: note in, round, ticket out, and the same ticket in again, once."""
    with running(tmp_path / "data", "--profile", profile) as cabinet:
        feed(cabinet, 2000)
        bet_and_deal(cabinet)
        cabinet.do(press="house_way")
        cabinet.do(press="confirm")
        credit = cabinet.seen("a result", lambda view: view["table"]["result"] is not None)["credit_cents"]
        cabinet.still()
        cabinet.do(press="cash_out")
        number = cabinet.bench(take_ticket=True, wait_ms=20_000)["ticket"]["number"]
        cabinet.seen("no credit", lambda view: not view["moving"] and view["credit_cents"] == 0)

        assert cabinet.bench(insert_ticket=number, wait_ms=20_000) == {"taken": True}
        cabinet.seen("the credit again", lambda view: view["credit_cents"] == credit)
        before = cabinet.world()["devices"]["acceptor.1"]["handed_back"]
        assert cabinet.bench(insert_ticket=number, wait_ms=20_000) == {"taken": True}
        cabinet.until("it comes back", lambda: cabinet.world()["devices"]["acceptor.1"]["handed_back"] > before)
        assert cabinet.view()["credit_cents"] == credit
        world = {name: cents for name, cents in cabinet.world().items() if name != "devices"}
        assert world == {
            "notes_in_cash_box_cents": 2000,
            "tickets_on_paper_cents": credit,
            "tickets_in_box_cents": credit,
        }
