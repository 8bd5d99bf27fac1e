"""The papers that the tests look at, made from one house."""

from __future__ import annotations

from typing import Any

from cabinet.paper import cash_out_ticket
from cabinet.ports.printer import Document

NUMBER = "010123456789012345"
WALL = "2026-11-30T09:05:26.123+01:00"


def house(**other: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "site": "Harbour Casino",
        "address": "100 Harbour Road",
        "asset_number": "0427",
        "station": 1,
        "wall": WALL,
        "currency": "USD",
        "decimals": 2,
    }
    return given | other


def ticket(**other: Any) -> Document:
    given: dict[str, Any] = {"amount_cents": 3750, "sequence": 12, "number": NUMBER, "expiry_days": 30}
    return cash_out_ticket(**house(**(given | other)))


def text_of(document: Document) -> str:
    return "\n".join(line.text for line in document.lines)
