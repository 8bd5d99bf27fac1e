"""The emulated world as the bench counts it, read off its shelves.

Decides what lies where in money: notes in cash boxes, tickets on paper, tickets in boxes. A ticket's worth is what
stands on its paper; one that no printer here printed counts nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Shelves = dict[str, dict[str, Any]]


def read_shelves(path: Path) -> Shelves:
    """The shelves of a world's file, empty when there is none; only for looking."""
    try:
        shelves: Shelves = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return shelves


def totals(shelves: Shelves) -> dict[str, int]:
    """Money in the physical world, cents: notes in boxes, every ticket ever printed, tickets in boxes."""
    boxed = [document for shelf in shelves.values() for document in shelf.get("box", ())]
    papers = [paper for shelf in shelves.values() for paper in shelf.get("papers", ()) if paper["state"] == "printed"]
    worth = {paper["number"]: paper["amount_cents"] for paper in papers}
    return {
        "notes_in_cash_box_cents": sum(document.get("value", 0) for document in boxed),
        "tickets_on_paper_cents": sum(paper["amount_cents"] for paper in papers),
        "tickets_in_box_cents": sum(worth.get(document["ticket"], 0) for document in boxed if "ticket" in document),
    }


def positions(shelves: Shelves) -> dict[str, Any]:
    """Where each device stands, read off its shelf: what is known while no bench process runs."""
    return {name: _position(shelf) for name, shelf in sorted(shelves.items())}


def _position(shelf: dict[str, Any]) -> dict[str, Any]:
    if "papers" in shelf:
        where = "printing" if shelf.get("moving") is not None else "in_chute" if shelf.get("chute") else "idle"
        return {"position": where, "papers_printed": len(shelf["papers"]), "paper_left": shelf.get("roll", 0)}
    if "box" in shelf:
        kept = ("position", "held", "faults", "box_out")
        return {**{name: shelf[name] for name in kept if name in shelf}, "documents_in_box": len(shelf["box"])}
    return dict(shelf)
