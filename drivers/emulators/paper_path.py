"""The paper inside an emulated printer: roll, path, chute, and everything that was ever printed.

The shelf holds {"papers": [{"kind", "number", "amount", "amount_cents", "fields", "lines", "state", "taken"}],
"roll": tickets left, "chute": numbers of papers hanging there, "moving": number of the paper not yet cut}.
A paper is "partial" until its validation number is on it (or, without one, until it is finished), then "printed".
Each step is on the shelf before the function returns, so no byte can tell of it earlier.

Decides what lies where. Refuses to know any protocol, any clock, and which paper is owed.
"""

from __future__ import annotations

import re
from typing import Any

from drivers.emulators.world import Shelf

_ENDED = re.compile(r"[.,]\d\d$")
_AMOUNT = re.compile(r"[A-Z]{3} ?[0-9][0-9., ]*")
_WHOLE = ("JPY", "KRW", "CLP", "VND")  # currencies without a minor unit
_FULL_PAPERS = 50  # older papers keep number, amount and state only: the world's file stays small


def printed_cents(amount: str) -> int:
    """Minor units of an amount as it stands on paper ("USD 1,234.50" is 123450, "JPY 500" is 500)."""
    text = amount.strip()
    digits = re.sub(r"[^0-9]", "", text)
    if not digits:
        return 0
    has_cents = _ENDED.search(text) is not None or text.startswith(_WHOLE)
    return int(digits) * (1 if has_cents else 100)


def _can_be_cashed(paper: dict[str, Any]) -> bool:
    return bool(paper["kind"] == "ticket" and paper["state"] == "printed")


class PaperPath:
    """The physical paper of one printer on *shelf*; *full* tickets make a roll, *low_at* is the sensor's place."""

    def __init__(self, shelf: Shelf, full: int, low_at: int) -> None:
        self._shelf = shelf
        self._full = full
        self._low_at = low_at
        for name, value in {"papers": [], "roll": full, "chute": [], "moving": None}.items():
            shelf.data.setdefault(name, value)
        self.clear()

    @property
    def moving(self) -> bool:
        return self._shelf.data["moving"] is not None

    @property
    def in_chute(self) -> bool:
        return bool(self._shelf.data["chute"])

    @property
    def out(self) -> bool:
        return bool(self._shelf.data["roll"] <= 0)

    @property
    def low(self) -> bool:
        return bool(self._shelf.data["roll"] <= self._low_at)

    def start(self, kind: str, number: str, amount: str, fields: dict[str, str], lines: list[str]) -> None:
        """A paper begins to move; it is worth nothing yet."""
        data = self._shelf.data
        assert data["moving"] is None
        paper = {"kind": kind, "number": number, "amount": amount, "amount_cents": printed_cents(amount)}
        data["papers"].append({**paper, "fields": fields, "lines": lines, "state": "partial", "taken": False})
        for old in data["papers"][-_FULL_PAPERS - 1 : -_FULL_PAPERS]:
            old["fields"], old["lines"] = {}, []
        data["moving"] = len(data["papers"]) - 1
        data["roll"] -= 1
        self._shelf.commit()

    def write(self, line: str) -> None:
        """One line more is on the moving paper; the first that is an amount is its amount."""
        paper = self._shelf.data["papers"][self._shelf.data["moving"]]
        paper["lines"].append(line)
        if not paper["amount"] and _AMOUNT.fullmatch(line.strip()):
            paper["amount"], paper["amount_cents"] = line.strip(), printed_cents(line)
        self._shelf.commit()

    def write_number(self, number: str) -> None:
        """The barcode is on the moving paper: from here on it can be cashed."""
        paper = self._shelf.data["papers"][self._shelf.data["moving"]]
        paper["kind"], paper["number"] = "ticket", number
        self.print_number()

    def print_number(self) -> None:
        """The point of no return: the moving paper can be cashed from here on."""
        self._shelf.data["papers"][self._shelf.data["moving"]]["state"] = "printed"
        self._shelf.commit()

    def finish(self) -> None:
        """The moving paper is whole, cut, and hangs in the chute."""
        self._shelf.data["papers"][self._shelf.data["moving"]]["state"] = "printed"
        self.clear()

    def clear(self) -> None:
        """Whatever is in the path goes out to the chute as it is."""
        data = self._shelf.data
        if data["moving"] is None:
            return
        data["chute"].append(data["moving"])
        data["moving"] = None
        self._shelf.commit()

    def take(self) -> dict[str, Any]:
        """A hand takes the oldest paper out of the chute: {"ticket": paper}, or {"error": …}."""
        data = self._shelf.data
        if not data["chute"]:
            return {"error": "no ticket in the chute"}
        paper: dict[str, Any] = data["papers"][data["chute"].pop(0)]
        paper["taken"] = True
        self._shelf.commit()
        return {"ticket": dict(paper)}

    def load(self, level: str) -> dict[str, Any]:
        """A hand changes the roll: "out", "low" or "full"."""
        self._shelf.data["roll"] = {"out": 0, "low": self._low_at, "full": self._full}[level]
        self._shelf.commit()
        return {"paper_left": self._shelf.data["roll"]}

    def status(self) -> dict[str, Any]:
        """What lies where; `tickets_on_paper_cents` sums every ticket whose number was printed."""
        data = self._shelf.data
        papers = data["papers"]
        return {
            "tickets_on_paper_cents": sum(paper["amount_cents"] for paper in papers if _can_be_cashed(paper)),
            "papers": papers[-_FULL_PAPERS:],
            "papers_printed": len(papers),
            "in_chute": self.in_chute,
            "paper_left": data["roll"],
        }
