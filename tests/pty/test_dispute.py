"""A dispute at the machine, from the question to the record that is put away, by an attendant's hand alone (D-18)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cabinet.reports.dispute import problems
from cabinet.storage.journal import read_opening
from tests.pty.running import Running, bet_and_deal, feed, running

pytestmark = pytest.mark.pty

MOST_TOUCHES = 8
MOST_S = 90
"""By the requirement; a person needs some of it for reading."""


def shown(cabinet: Running, what: str, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """What the screen shows, once it shows that."""
    seen: list[dict[str, Any]] = []

    def look() -> bool:
        seen.append(cabinet.do(view=True))
        return holds(seen[-1])

    cabinet.until(what, look)
    return seen[-1]


def test_a_player_disputes_a_round_and_its_record_lies_there_within_the_time(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(data) as cabinet:
        feed(cabinet, 2000)
        bet_and_deal(cabinet)
        cabinet.do(press="house_way")
        cabinet.do(press="confirm")
        cabinet.seen("a result", lambda view: view["table"]["result"] is not None)
        table = cabinet.still()

        begun, touches = time.monotonic(), 0
        cabinet.bench(key="audit", on=True)
        shown(cabinet, "the office", lambda told: told["state"] == "attendant")

        def touch(name: str, what: str, holds: Callable[[dict[str, Any]], bool], **how: int) -> dict[str, Any]:
            nonlocal touches
            touches += 1
            cabinet.do(press=name, **how)
            return shown(cabinet, what, holds)

        listed = touch("office.menu.rounds", "the rounds", lambda told: "office.row.0.0" in names(told))
        assert "Casino Double-Hand Poker" in listed["texts"]
        replay = touch("office.row.0.0", "the table", lambda told: told["state"] == "replay")
        assert "RECALL · ROUND 1" in replay["texts"]
        for words in ("HIGH HAND", "BET", "RETURNED"):
            assert words in replay["texts"]
            assert words in table["texts"]
        back = touch("office.do.recall.back", "a step back", lambda told: told["state"] == "replay" and before(told))
        assert back["credit_cents"] == table["credit_cents"], "the machine's own credit has not moved"
        touch("office.do.recall.last", "the end", lambda told: not before(told))
        touch("office.do.dispute.open", "the record", lambda _: kept(cabinet), hold_ms=1_200)
        took = time.monotonic() - begun
        print(f"{touches} touches, {took:.1f} s")
        assert touches <= MOST_TOUCHES
        assert took <= MOST_S

        folder = data / "disputes" / "round-000001"
        record = json.loads((folder / "record.json").read_text(encoding="utf-8"))
        picture = (folder / "table.png").read_bytes()
        assert list(problems(record, str(read_opening(data)["public_key"]), picture)) == []
        cabinet.bench(key="audit", on=False)
        after = cabinet.seen("play again", lambda view: not view["faults"] and "cash_out" in view["allowed"])
        assert after["credit_cents"] == table["credit_cents"]
        assert cabinet.stop()[0] == 0


def names(told: dict[str, Any]) -> list[str]:
    return [control["name"] for control in told["controls"]]


def before(told: dict[str, Any]) -> bool:
    """Whether an earlier step than the last is shown."""
    return any(text.startswith("Step ") and "Settled" not in text for text in told["texts"])


def kept(cabinet: Running) -> bool:
    return any(record["is"] == "DisputeKept" for record in cabinet.records())
