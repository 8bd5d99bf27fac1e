"""A kiosk's day in real time, by hand: real processes on pseudo-terminals, driven by the pilot.

    python benchmarks/kiosk_day.py FOLDER [--profile bench|kiosk] [--rounds 20]

Notes in, rounds with a dice bet, tickets out and in again. Each device's cable comes out once in mid-action and goes
back: the acceptor's with a note in escrow, the printer's while a ticket prints, the board's while a round is set, the
shaker's while the dice roll. A person does what is left to do: an attendant rules from the paper and the raw lines.
At the end everything is cashed out. Then: books exact after every row, every decision reproduced, bill-in = notes in
the box, ticket-out = numbers on paper, ticket-in = tickets in the box, no credit left. The profiles differ in acceptor
and printer (bench: ID-003 and TCL, kiosk: EBDS and ESC/POS).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cabinet.app.bench_world import read_shelves
from cabinet.app.compose import tables
from cabinet.reports.audit import Checked, check_books, replay
from cabinet.storage.journal import read_only, verify
from tests.pty.running import Running, View, feed, running

WAIT_S = 120.0
OUT_S = 4.0
TURNS = {"acceptor": 3, "printer": 6, "deck": 9, "shaker": 12}
"""Before which round which cable comes out."""
RULED = ("ticket", "dice", "jackpot", "cancelled_credit")
"""Locks that an attendant may have to rule on in such a day."""


class Day:
    """One cabinet, its player and its attendant."""

    def __init__(self, cabinet: Running) -> None:
        self.cabinet = cabinet
        self.did: Counter[str] = Counter()
        self.pocket: list[str] = []  # tickets taken

    # -- the player ---------------------------------------------------------------------------------------

    def round(self, number: int) -> None:
        """A main bet and one on the dice, set by the house way; cables of this round come out."""
        while self.view()["credit_cents"] < 2000:
            self.note(2000)
        self.until("betting", lambda view: "bet" in view["allowed"] or view["table"]["phase"] in ("betting", "settled"))
        self.press("chip.500", "bet.main", "bet.dice_lo", "deal")
        self.until("tiles", lambda view: view["table"]["phase"] == "setting")
        if TURNS["deck"] == number:
            self.out_and_in("deck", lambda: True)
        self.press("house_way", "confirm")
        if TURNS["shaker"] == number:
            self.out_and_in("shaker", lambda: self.where("shaker.0") in ("shaking", "settling", "reading"))
        self.until("the result", lambda view: view["table"]["result"] is not None and not view["locks"])
        self.cabinet.still(WAIT_S)
        self.did["rounds"] += 1

    def note(self, cents: int) -> None:
        feed(self.cabinet, cents)
        self.did["notes"] += 1

    def note_with_the_cable_out(self) -> None:
        """In escrow, or as near as a hand comes to it: whatever becomes of it, the cabinet and the box agree."""
        credit, boxed = self.view()["credit_cents"], self.notes()
        self.cabinet.bench(insert_note=10_000, wait_ms=20_000)
        self.out_and_in("acceptor", lambda: self.where("acceptor.1") in ("escrow", "lifting", "stacking"))
        self.until("notes taken again", lambda view: view["notes_open"])
        assert self.view()["credit_cents"] - credit == self.notes() - boxed, (credit, boxed, self.view())
        self.did["note credited" if self.notes() > boxed else "note given back"] += 1

    def cash_out(self, torn: bool = False) -> None:
        """Everything on paper; *torn*: with the printer's cable out while it prints."""
        owed, before = self.view()["credit_cents"], self.tickets()
        if owed == 0:
            return
        self.press("cash_out")
        if torn:
            self.out_and_in("printer", lambda: self.where("printer.1") == "printing" or self.tickets() > before)
        self.until("paper or a ruling", lambda view: not view["locks"] and self.hangs(view))
        taken = self.cabinet.say(bench={"take_ticket": True, "wait_ms": 2000 if torn else 20_000})
        self.until("the chute empty", lambda view: not view["moving"] and not view["locks"])
        if self.view()["credit_cents"]:
            self.did["ticket came back to credit"] += 1
            self.cash_out()
        else:
            self.pocket.append(taken["ticket"]["number"])
            self.did["tickets out"] += 1

    def ticket_in(self) -> None:
        """The oldest ticket of the pocket is money again."""
        number, credit = self.pocket.pop(0), self.view()["credit_cents"]
        assert self.cabinet.bench(insert_ticket=number, wait_ms=20_000) == {"taken": True}
        self.until("the ticket's credit", lambda view: view["credit_cents"] > credit)
        self.did["tickets in"] += 1

    def press(self, *names: str) -> None:
        for name in names:
            self.cabinet.do(press=name, wait_ms=10_000)

    # -- hands on cables ----------------------------------------------------------------------------------

    def out_and_in(self, device: str, now: Callable[[], bool]) -> None:
        """The cable is out for some seconds, from the moment that *now* says."""
        self.cabinet.until(f"the moment for the {device}", now)
        where = self.where("shaker.0" if device == "shaker" else f"{device}.1")
        self.cabinet.bench(cable=device, **{"in": False})
        lost = f"fault.{device}_lost"
        self.until(lost, lambda view: any(fault["code"] == lost for fault in view["faults"]), rule=False)
        time.sleep(OUT_S)
        self.cabinet.bench(cable=device, **{"in": True})
        self.until("it back", lambda view: all(fault["code"] != lost for fault in view["faults"]), rule=False)
        self.did[f"{device} out ({where})"] += 1

    # -- the attendant ------------------------------------------------------------------------------------

    def until(self, what: str, holds: Callable[[View], bool], rule: bool = True) -> View:
        """Wait for it; an attendant comes to whatever locks meanwhile."""
        end = time.monotonic() + WAIT_S
        while True:
            view = self.view()
            if view and holds(view):
                return view
            if rule and view and any(lock["kind"] in RULED for lock in view["locks"]):
                self.attend()
            assert time.monotonic() < end, f"never saw {what}: {view}"
            time.sleep(0.05)

    def attend(self) -> None:
        """The key, the ruling that the paper or the raw lines prove, the key back."""
        self.cabinet.bench(key="audit", on=True)
        seen = self.cabinet.seen("the attendant", lambda view: view["attendant"])
        lock = next(lock for lock in seen["locks"] if lock["kind"] in RULED)
        match lock["kind"]:
            case "ticket":
                ruling = "attendant.ticket_valid" if self.printed(lock["handle"]) else "attendant.ticket_void"
            case "dice":
                kept = [one for one in self.cabinet.records() if one["is"] in ("FirstRestKept", "RollStarted")]
                ruling = "attendant.dice_stand" if kept[-1]["is"] == "FirstRestKept" else "attendant.dice_void"
            case _:
                ruling = "attendant.pay"
        self.press(ruling)
        self.did[ruling] += 1
        self.cabinet.bench(key="audit", on=False)
        self.cabinet.seen("the attendant gone", lambda view: not view["attendant"])

    def printed(self, number: str) -> bool:
        """Whether this number is on a finished paper: the attendant looks at it."""
        digits = "".join(filter(str.isdigit, number))
        assert digits, number
        papers = read_shelves(self.cabinet.places.world)["printer.1"]["papers"]
        return any(
            paper["state"] == "printed" and "".join(filter(str.isdigit, paper["number"])).endswith(digits)
            for paper in papers
        )

    # -- looking ------------------------------------------------------------------------------------------

    def view(self) -> View:
        return self.cabinet.view()

    def where(self, device: str) -> str:
        return str(self.cabinet.world()["devices"][device]["position"])

    def notes(self) -> int:
        return int(self.cabinet.world()["notes_in_cash_box_cents"])

    def tickets(self) -> int:
        return int(self.cabinet.world()["tickets_on_paper_cents"])

    def hangs(self, view: View) -> bool:
        """Nothing prints any more: the ticket waits for a hand, or there is none."""
        return self.where("printer.1") != "printing" and all(one["state"] == "take_ticket" for one in view["moving"])


def play(day: Day, rounds: int) -> None:
    """The day, from the first note to the last ticket."""
    day.note(10_000)
    for number in range(1, rounds + 1):
        if number == TURNS["acceptor"]:
            day.note_with_the_cable_out()
        if number == TURNS["printer"]:
            day.cash_out(torn=True)
        elif number % 4 == 0:
            day.cash_out()
        if number % 4 == 0 and len(day.pocket) > 1:
            day.ticket_in()
        day.round(number)
    day.cash_out()
    while len(day.pocket) > 1:
        day.ticket_in()
    day.cash_out()


def sound(cabinet: Running, day: Day) -> dict[str, Any]:
    """Chain, books, decisions; and what lies in the world against what stands in the books."""
    world, credit = cabinet.world(), cabinet.view()["credit_cents"]
    cabinet.stop()
    entries, checked = list(read_only(cabinet.data).entries()), Checked()
    findings = [*verify(cabinet.data), *check_books(entries, checked), *replay(entries, tables(), Checked())]
    assert not findings, findings
    books = checked.state.bank.station(1).books
    assert credit == books.credit.total == 0
    assert books.in_flight.total == 0
    assert world["notes_in_cash_box_cents"] == books.bill_in.total, (world, books)
    assert world["tickets_in_box_cents"] == books.ticket_in.total, (world, books)
    assert world["tickets_on_paper_cents"] == books.ticket_out.total, (world, books)
    names = ("bill_in", "ticket_in", "ticket_out", "coin_in", "coin_out", "wager_voided", "handpay_jackpot")
    figures = {f"{name}_cents": getattr(books, name).total for name in names}
    return {**figures, "rows": len(entries), **dict(sorted(day.did.items()))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--profile", default="bench", choices=("bench", "kiosk"))
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    folder = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["CABINET_ANCHORS"] = str(folder / "anchors")
    began = time.monotonic()
    with running(folder / "data", "--profile", given.profile) as cabinet:
        day = Day(cabinet)
        play(day, given.rounds)
        figures = sound(cabinet, day)
    print(json.dumps({"profile": given.profile, "seconds": round(time.monotonic() - began), **figures}))


if __name__ == "__main__":
    main()
