"""An attendant's visit through the real processes: sign in without a key, read the meters, print them, close."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cabinet.clock import SystemClock
from cabinet.ports.access import Role
from cabinet.settings.pins import Cost, Pins
from tests.pty.running import Running, feed, running

pytestmark = pytest.mark.pty
PIN = "836194"


def texts(cabinet: Running) -> list[str]:
    found: list[str] = cabinet.do(view=True)["texts"]
    return found


def controls(cabinet: Running) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = cabinet.do(view=True)["controls"]
    return found


def typed(cabinet: Running, text: str) -> None:
    for key in text:
        cabinet.do(press=f"office.key.{key}")
    cabinet.do(press="office.key.ok")


def office(view: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = view["office"] or {}
    return found


def test_an_attendant_signs_in_reads_prints_and_leaves_everything_as_it_was(tmp_path: Path) -> None:
    """M-23, M-24: the figures are those of the books, the paper comes, the PIN is nowhere, the chips still lie."""
    with running(tmp_path / "data") as cabinet:
        Pins(tmp_path / "data" / "keys" / "pins.json", SystemClock(), cost=Cost(n=2)).set("7", Role.OPERATOR, PIN)
        feed(cabinet, 2000)
        cabinet.do(press="bet.main")
        before = cabinet.seen("a chip", lambda view: view["bet_cents"] > 0)

        cabinet.do(press="help")
        cabinet.do(press="staff")
        typed(cabinet, "7")
        typed(cabinet, PIN)
        cabinet.seen("somebody at work", lambda view: office(view).get("who") == "7")
        cabinet.do(press="office.menu.meters")
        cabinet.until("the meters", lambda: "Hold" in texts(cabinet))
        assert "20.00" in texts(cabinet)
        cabinet.do(press="office.do.print")
        cabinet.until("the paper", lambda: any(r["is"] == "ReportEnded" for r in cabinet.records()))
        cabinet.do(press="office.menu.events")
        cabinet.until("the log", lambda: any("signed in as operator" in text for text in texts(cabinet)))
        cabinet.do(press="office.menu.reports")  # made in a process of its own, while the money goes on
        cabinet.until("a report", lambda: any(c["name"].startswith("office.tab.") for c in controls(cabinet)))
        cabinet.do(press="office.close")
        after = cabinet.seen("nobody at work", lambda view: view["office"] is None)
        same = ("credit_cents", "bet_cents", "table", "locks", "allowed")
        assert {name: after[name] for name in same} == {name: before[name] for name in same}
        (ended,) = [record for record in cabinet.records() if record["is"] == "ReportEnded"]
        assert ended["how"] == "printed"
        assert PIN not in str(cabinet.records())
        for log in cabinet.places.logs.glob("*.log"):
            assert PIN not in log.read_text(errors="replace")
