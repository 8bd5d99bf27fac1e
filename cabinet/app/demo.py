"""A player and an attendant who need no screen: they play the whole machine, headless, at full speed.

The player feeds notes, bets, sets by the house way and cashes out; the attendant rules by looking at the paper
and into the cash box. What they do in a round depends on the seed and the round's number alone, so a demo that
was cut and continued does what an uncut one would have done.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from cabinet.app.rig import Rig
from cabinet.bank.books import BOOK_NAMES, Books
from cabinet.machine.faults import FAULTS
from cabinet.machine.state import State
from cabinet.ports import commands as c
from cabinet.ports.view import LockView, View

ROUNDS_AT_A_GAME = 10
"""The player changes the game after so many rounds, where there are several."""

STEP_MS = 60_000
"""Virtual time that any single act may take."""


MOST_NOTES = 1_000
"""More than any round costs, in the smallest note."""

PAUSE_MS = 1_000
"""How long the player waits before he tries a note again."""


class Stopped(Exception):
    """The machine lets the player do nothing more, and says why."""


@dataclass(frozen=True, slots=True)
class Habit:
    """What the player does in one round, by seed and round number."""

    seed: int
    round_number: int

    def pick(self, what: str, choices: int) -> int:
        """0..choices−1, always the same for the same seed, round and question."""
        text = f"{self.seed}/{self.round_number}/{what}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") % choices


class Demo:
    """Plays on *rig*. Every method leaves the machine at rest."""

    def __init__(self, rig: Rig, seed: int, station: int = 1) -> None:
        self._rig, self._seed, self._station = rig, seed, station
        self._acceptor, self._printer, self._deck = (f"{kind}.{station}" for kind in ("acceptor", "printer", "deck"))

    def play(self, rounds: int) -> int:
        """Finish what was interrupted, play *rounds* more and cash out; returns how many were played."""
        self._ready()
        if self._rig.engine.state.play.in_round:
            self._finish_round()
        for _ in range(rounds):
            self._round()
        self._cash_out()
        return rounds

    # -- the player ------------------------------------------------------------------------------------

    def _round(self) -> None:
        habit = Habit(self._seed, self._rig.engine.state.play.next_round)
        if habit.pick("break", 20) == 0:
            self._cash_out(habit.pick("again", 2) == 1)
        games = self._view().games
        wanted = games[habit.round_number // ROUNDS_AT_A_GAME % len(games)]
        if self._view().table.game != wanted:
            self._press(c.ChooseGame(wanted))
        bets = self._bets(habit)
        self._feed_up_to(sum(bets.values()), habit)
        for bet, amount in bets.items():
            self._press(c.AddChip(bet, amount))
        self._press(c.Deal())
        self._finish_round()

    def _bets(self, habit: Habit) -> dict[str, int]:
        """A main bet, and side bets now and then, within the limits shown on the spots."""
        bets = {}
        for spot in self._view().table.spots:
            steps = min(5, (spot.max_cents - spot.min_cents) // max(1, spot.min_cents))
            stake = spot.min_cents * (1 + habit.pick(spot.bet, steps + 1))
            if not spot.closed and (spot.main or habit.pick(f"{spot.bet}?", 3) == 0):
                bets[spot.bet] = stake
        return bets

    def _finish_round(self) -> None:
        self._wait(lambda view: view.table.phase in ("cutting", "setting", "settled"), "the deal")
        if self._view().table.phase == "cutting":
            number = self._view().table.round_number
            self._press(c.CutDeck(Habit(self._seed, number).pick("cut", 52)))
            self._wait(lambda view: view.table.phase == "setting", "the cards")
        if self._view().table.phase == "setting":
            self._press(c.Assist("house_way"))
            self._press(c.Confirm())
        self._wait(lambda view: view.table.phase == "settled", "the result")
        self._tidy()

    def _feed_up_to(self, cents: int, habit: Habit) -> None:
        for _ in range(MOST_NOTES):
            if self._view().credit_cents >= cents:
                return
            self._feed(habit)
        raise Stopped(f"no note is taken: credit is {self._view().credit_cents} cents, {cents} are wanted")

    def _feed(self, habit: Habit) -> None:
        """A note goes in; a machine that does not want it gives it back, and the attendant sees why."""
        view = self._view()
        note = view.notes_cents[habit.pick("note", len(view.notes_cents))]
        before = view.credit_cents
        self._wait(lambda now: now.notes_open, "notes to be taken")
        if not self._rig.bench(self._acceptor, {"insert_note": note})["taken"]:
            self._rig.run(PAUSE_MS)  # it was told to take notes and has not heard of it yet
            return
        self._wait(lambda now: now.credit_cents != before or self._at_rest(), "the note")
        self._tidy()

    def _at_rest(self) -> bool:
        return bool(self._rig.wires[self._acceptor].twin.status()["position"] == "idle")

    def _cash_out(self, back_in: bool = False) -> None:
        """All credit leaves; with *back_in* the ticket is fed to the machine again."""
        self._tidy()
        if "cash_out" not in self._view().allowed:
            return
        self._press(c.CashOut())
        self._wait(lambda view: any(m.state != "printing" for m in view.moving) or bool(view.locks), "the ticket")
        paper = self._take()
        self._tidy()
        if back_in and paper:
            self._rig.bench(self._acceptor, {"insert_ticket": paper["number"]})
            self._wait(lambda view: view.credit_cents > 0 or self._at_rest(), "the ticket to go in")
            self._tidy()

    def _take(self) -> dict[str, Any] | None:
        if any(moving.state == "take_ticket" for moving in self._view().moving):
            answer = self._rig.bench(self._printer, {"take_ticket": True})
            self._wait(lambda view: not view.moving, "the ticket to be gone")
            return answer.get("ticket") or answer
        return None

    # -- the attendant ---------------------------------------------------------------------------------

    def _ready(self) -> None:
        """Every device has been asked; whatever was interrupted has been ruled on."""
        self._rig.wait(lambda: all(d.asked for d in self._rig.engine.state.devices), STEP_MS, "devices to answer")
        self._rig.run(5_000)
        self._rig.bench(self._deck, {"key": "audit", "on": False})  # a life that ended while ruling left it turned
        self._take()
        self._tidy()
        self._wait(lambda view: view.notes_open, "the acceptor to be ready")

    def _tidy(self) -> None:
        """Wait until nothing moves, load paper, then rule on every lock-up of the station."""
        self._rig.settle()
        self._load_paper()
        if not self._view().locks:
            return
        self._rig.bench(self._deck, {"key": "audit", "on": True})
        self._wait(lambda view: view.attendant, "the key")
        while self._view().locks:
            self._rule(self._view().locks[0])
        self._rig.bench(self._deck, {"key": "audit", "on": False})
        self._wait(lambda view: not view.attendant, "the key")

    def _rule(self, lock: LockView) -> None:
        match lock.kind:
            case "ticket":
                self._press(c.RuleTicket(lock.handle, self._on_paper(lock.handle, lock.amount_cents)))
            case "document":
                value = self._uncredited_cents(int(lock.handle))
                self._press(c.RuleDocument(int(lock.handle), value > 0, value))
            case "dice":
                self._press(c.RuleDice(self._first_rest_kept()))
            case "jackpot" | "cancelled_credit":
                self._press(c.PayHandpay(int(lock.handle)))
            case _:
                fault = FAULTS.get(lock.handle)
                if fault is None or not fault.clearable or not fault.attendant:
                    raise Stopped(f"locked by {lock.message.code.removeprefix('fault.')}, which no attendant clears")
                self._press(c.ClearFault(lock.handle))

    def _first_rest_kept(self) -> bool:
        """From the raw lines: a first rest under the cover stands, without one the bets are void."""
        now = self._rig.engine.state.play.round
        return now is not None and now.roll.first is not None

    def _load_paper(self) -> None:
        faults = {fault.code for fault in self._rig.engine.state.faults}
        if faults & {"paper_low", "paper_out"}:
            self._rig.bench(self._printer, {"paper": "full"})

    def _on_paper(self, number: str, amount_cents: int) -> bool:
        """Whether a paper bears this number and amount; an order cut short may have printed it without its barcode."""
        papers = self._rig.wires[self._printer].twin.status()["papers"]
        return any(
            number in (_digits(paper["number"]), _digits(paper["fields"].get("validation", "")))
            and (paper["state"], paper["amount_cents"]) == ("printed", amount_cents)
            for paper in papers
        )

    def _uncredited_cents(self, document: int) -> int:
        """What of a disputed document lies in the cash box and stands in no book: the ticket itself, or notes."""
        status, bank = self._rig.wires[self._acceptor].twin.status(), self._rig.engine.state.bank.station(self._station)
        dispute = next(dispute for dispute in bank.disputes if dispute.document == document)
        if dispute.number:
            return dispute.value_cents if dispute.number in status["tickets_in_box"] else 0
        return max(0, int(status["notes_in_box_cents"]) - bank.books.bill_in.total)

    # -- both ------------------------------------------------------------------------------------------

    def _view(self) -> View:
        return self._rig.view(self._station)

    def _press(self, command: c.Command) -> None:
        self._rig.press(command, self._station)
        for message in self._view().messages:
            if message.level == "refusal":
                raise Stopped(f"{type(command).__name__} was refused: {message.code} {dict(message.params)}")

    def _wait(self, done: Any, what: str) -> None:
        self._rig.wait(lambda: bool(done(self._view())), STEP_MS, what)


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def summary(state: State, rows: int) -> dict[str, Any]:
    """The figures that `demo` prints, from the books: cents summed over stations and kinds."""
    total = Books()
    for bank in state.bank.stations:
        total = total + bank.books
    figures: dict[str, Any] = {"rounds": state.meters.get("machine|games_played", 0)}
    figures |= {f"{name}_cents": getattr(total, name).total for name in BOOK_NAMES}
    figures["books_balanced"] = all(bank.books.balanced for bank in state.bank.stations)
    figures["journal_rows"] = rows
    return figures
