"""Lines that hang up or never answer, under a whole running cabinet (faults A4, A7, A10)."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.pty.running import Running, feed, running

pytestmark = pytest.mark.pty


def faults(view: dict[str, Any]) -> set[str]:
    return {fault["code"].removeprefix("fault.") for fault in view["faults"]}


def threads(cabinet: Running) -> list[str]:
    """Names of the engine process' threads."""
    tasks = Path(f"/proc/{cabinet.pid_of('cabinet.app.engine_process')}/task")
    return sorted((task / "comm").read_text() for task in tasks.iterdir())


def processor_ticks(cabinet: Running) -> int:
    stat = Path(f"/proc/{cabinet.pid_of('cabinet.app.engine_process')}/stat").read_text().rpartition(")")[2].split()
    return int(stat[11]) + int(stat[12])


def test_a_cable_pulled_is_a_fault_that_goes_by_itself(tmp_path: Path) -> None:
    """A4: the fault within 5 s, the mouth shut, the processor at rest, no thread lost; back by itself, same credit."""
    with running(tmp_path / "data") as cabinet:
        feed(cabinet, 1000)
        before = threads(cabinet)
        cabinet.bench(cable="acceptor", **{"in": False})
        pulled = cabinet.seen("the fault", lambda view: "acceptor_lost" in faults(view), within_s=5)
        assert pulled["notes_open"] is False
        ticks, began = processor_ticks(cabinet), time.monotonic()
        cabinet.bench(cable="printer", **{"in": False})
        lost = cabinet.seen("both", lambda view: {"acceptor_lost", "printer_lost"} <= faults(view), within_s=5)
        assert lost["credit_cents"] == 1000
        spent, lasted = (processor_ticks(cabinet) - ticks) / 100, time.monotonic() - began
        assert spent < 0.5 * lasted + 0.5, f"{spent:.1f} s of processor in {lasted:.1f} s"
        assert threads(cabinet) == before
        cabinet.bench(cable="acceptor", **{"in": True})
        cabinet.bench(cable="printer", **{"in": True})
        back = cabinet.seen("no fault", lambda view: not faults(view) and view["notes_open"])
        assert back["credit_cents"] == 1000
        assert threads(cabinet) == before
        cabinet.recorded("AcceptorReconciled", 2)  # a note put in before that comes back, uncredited
        feed(cabinet, 500)


def test_a_printer_that_stops_reading_locks_the_ticket_and_nothing_else(tmp_path: Path) -> None:
    """A7, A10: the ticket stays unconfirmed through a restart; the attendant opens his page and rules; then it ends."""
    with running(tmp_path / "data") as cabinet:
        feed(cabinet, 2000)
        cabinet.bench(fault="deaf", device="printer", on=True)
        cabinet.do(press="cash_out")
        locked = cabinet.seen("the lock", lambda view: any(lock["kind"] == "ticket" for lock in view["locks"]))
        assert locked["credit_cents"] == 0
        assert [moving["amount_cents"] for moving in locked["moving"]] == [2000], "the amount is in flight"
        assert cabinet.stop()[0] == 0, "a dead line never holds up the end"
        cabinet.start()
        again = cabinet.seen("the lock", lambda view: any(lock["kind"] == "ticket" for lock in view["locks"]))
        assert [lock["reference"] for lock in again["locks"]] == [lock["reference"] for lock in locked["locks"]]
        cabinet.bench(key="audit", on=True)
        cabinet.seen("the attendant's page", lambda view: view["attendant"])
        cabinet.do(press="attendant.ticket_void")
        cabinet.seen("the ruling", lambda view: not view["locks"] or view["locks"][0]["kind"] != "ticket")
        cabinet.bench(key="audit", on=False)
        kinds = [record["is"] for record in cabinet.records()]
        assert kinds.count("TicketRuled") == 1
        assert cabinet.world()["tickets_on_paper_cents"] == 0
