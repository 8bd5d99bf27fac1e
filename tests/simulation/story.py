"""The lives of one cabinet, from a seed: people act, devices fail, the power goes at any step, and people put it right.

python -m tests.simulation.story SEED [--planted NAME]      lives through one story again, telling what is done
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum
from random import Random
from typing import Any

from cabinet.app.rig import Stuck
from cabinet.machine.setup import unconfirmed
from cabinet.play.state import Phase
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.deck import KeyTurned
from cabinet.ports.signals import DeviceSaid, PinTold
from cabinet.ports.view import LockView
from tests.machine.setups import NOTES_CENTS
from tests.simulation import checks
from tests.simulation.cabinet import MONEY_DEVICES, SHAKER, TABLES, Cabinet
from tests.simulation.mains import Cut
from tests.storage.model_disk import PowerCut

MOST_LIVES = 6


class Focus(Enum):
    """What people mostly do: all that there is, or the same few things again and again with cuts close together."""

    EVERYTHING = "everything"
    NOTES = "notes"
    TICKETS = "tickets"
    DICE = "dice"


_DICE_FAULTS = (
    "kick",
    "cocked",
    "disagree",
    "two_dice",
    "no_tumble",
    "corrupt_crc",
    "mute",
    "wrong_round",
    "cover_stuck",
)
_DUMB, _STOPS = {"no_validation", "late_ok"}, {"paper_jam", "head_open"}
"""A printer that does not tell of the number it printed *and* then stops with an error calls that ticket failed; the
attendant who pays it by hand finds the paper in the chute. Two faults at once are left to him and out of stories."""

SETTLE_MS = 180_000
"""Virtual time in which a machine whose devices were put right must have come to rest."""


class Story:
    """All lives of the cabinet of *seed*; `run` raises Violated (or what the machine raised) at the first wrong."""

    def __init__(self, seed: int, tell: bool = False, focus: Focus = Focus.EVERYTHING) -> None:
        self.seed, self._tell, self._focus = seed, tell, focus
        self._dice = Random(f"story {seed}")
        shaker = focus is Focus.DICE or (focus is Focus.EVERYTHING and seed % 4 == 3)
        self.cabinet = Cabinet(seed, forgetful=focus is Focus.NOTES, shaker=shaker)
        self.lives = 0
        # what people do by hand is rolled apart, so that the stories of other seeds stay what they were
        self._hand = Random(f"hand {seed}") if focus is Focus.EVERYTHING and seed % 3 == 1 else None
        self._aiming = False
        self._tiles: dict[int, tuple[int | None, ...]] = {}

    @property
    def cuts(self) -> int:
        return self.cabinet.mains.cuts

    def run(self) -> None:
        """Some lives that are cut short, and a last one that comes to rest."""
        lives = self._dice.randint(3, MOST_LIVES)
        for _ in range(lives - 1):
            self._life(self._cut_after())
            self._between()
            if self._hand is not None and self._hand.random() < 0.3:
                self._clear_memory(self._hand)
        self._life(None, last=True)
        journals = [list(journal.entries()) for journal in (*self.cabinet.ended(), self.cabinet.read())]
        for entries in journals:
            checks.whole_life(entries, TABLES)
            checks.dice(entries, self.cabinet.rolls())
        checks.every_journal(journals)

    def _cut_after(self) -> int | None:
        """Mostly in the middle of things, often while recovering from the cut before."""
        dice = self._dice
        if self._focus in (Focus.NOTES, Focus.TICKETS):
            # in the middle of a note or a ticket (`_aim`), and then in the middle of asking about it
            return dice.randint(10, 90) if self.lives % 2 else None
        return dice.randint(1, 100) if dice.random() < 0.4 else dice.randint(60, 350)

    def _life(self, cut_after: int | None, last: bool = False) -> None:
        self.lives += 1
        kind = self._dice.choice((Cut.MAINS, Cut.HOST))
        self._say(f"life {self.lives}: cut after {cut_after} steps, {kind.value}")
        self.cabinet.mains.arm(cut_after, kind)
        try:
            self.cabinet.boot()
            self._come_to_rest()
            self._aiming = cut_after is None and not last
            for _ in range(self._dice.randint(3, 9)):
                self._act()
                self._look()
            self._come_to_rest()
        except PowerCut:
            self._say("the power goes")
        self.cabinet.mains.arm(None, kind)

    def _between(self) -> None:
        self.cabinet.lose_power(self._dice.choice((0, 50, 700, 3_000, 30_000)))
        if self._dice.random() < 0.08:
            name = self._dice.choice("ab")
            if all(self.cabinet.disk.read(copy) is not None for copy in "ab"):
                self._say(f"copy {name} is lost")
                self.cabinet.lose_copy(name)

    def _clear_memory(self, hand: Random) -> None:
        """The technician's act, between two lives: the machine is brought to owe nothing and stopped; its memory is
        cleared, and the power may go in any step of that."""
        cabinet, kind = self.cabinet, Cut.HOST
        cabinet.mains.arm(None, kind)
        cabinet.boot()
        self._come_to_rest()
        for _ in range(5):
            if not cabinet.bank.books.credit.total and not cabinet.state.play.in_round:
                break
            self._cash_out_by_hand()
            self._come_to_rest()
        if cabinet.bank.books.credit.total or cabinet.state.play.in_round:
            return  # a story in which somebody stays at the machine
        cut_after = hand.choice((None, hand.randint(1, 22)))
        self._say(f"the technician clears the memory: cut after {cut_after} steps")
        cabinet.mains.arm(cut_after, kind)
        try:
            cabinet.ram_clear()
        except PowerCut:
            self._say("the power goes in the RAM clear")
        cabinet.mains.arm(None, kind)
        cabinet.lose_power(700)

    def _cash_out_by_hand(self) -> None:
        """Whoever plays is asked to end; what is left behind the operator takes off."""
        rig = self.cabinet.rig
        if self.cabinet.state.play.in_round:
            self._key(True)
            rig.press(c.CompleteRound("RAM clear", "t1"))
            rig.press(c.CompleteRound("RAM clear", "t1"))
            rig.press(c.RuleDice(stands=False))
            self._key(False)
            rig.run(100_000)
        credit = self.cabinet.bank.books.credit.total
        if credit:
            self._key(True, Role.OPERATOR)
            rig.press(c.AbandonCredit(credit, "left behind", "t1"))
            self._key(False)

    # -- looking ---------------------------------------------------------------------------------------

    def _look(self) -> None:
        """What holds always; and the player's pieces, once seen, never change, whatever happens."""
        checks.always(self.cabinet)
        table = self.cabinet.rig.view().table
        if table.seats and table.phase not in ("drawing", "betting", "cutting"):
            seen = self._tiles.setdefault(table.round_number, table.seats[0].pieces)
            if seen != table.seats[0].pieces:
                raise checks.Violated(f"round {table.round_number}: {seen} became {table.seats[0].pieces}")

    # -- acts ------------------------------------------------------------------------------------------

    def _act(self) -> None:
        act = self._dice.choice(self._acts(self.cabinet.bank.books.credit.total))
        self._say(act.__name__.strip("_"))
        act()
        if self._hand is not None and self._hand.random() < 0.15:
            self._operator_meddles(self._hand)

    def _acts(self, credit: int) -> tuple[Callable[[], None], ...]:
        if self._focus is Focus.NOTES or (self._focus is Focus.TICKETS and not credit):
            return (self._insert_note, self._insert_note, self._insert_ticket)
        if self._focus is Focus.TICKETS:
            return (self._cash_out,)
        if self._focus is Focus.DICE:
            return (self._play,) if credit else (self._insert_note,)
        return (
            *(self._insert_note,) * (4 if credit else 12),
            *(self._play,) * (8 if credit else 1),
            *(self._cash_out,) * (6 if credit else 1),
            *(self._insert_ticket,) * 4,
            self._press_anything,
            self._trouble,
            self._attendant_meddles,
        )

    def _insert_note(self) -> None:
        self._bench("acceptor.1", {"insert_note": self._dice.choice((*NOTES_CENTS, 2_000, 5_000, 5_000, 200))})
        self._aim(lambda: self.cabinet.status("acceptor.1")["position"] in ("lifting", "stacking", "stacked"), 25)
        self._wait_troubled((300, 1_500, 1_900, 2_500, 4_000, 4_000, 4_000))
        if self._dice.random() < 0.1:
            self._bench("acceptor.1", {"pull_note": True})

    def _insert_ticket(self) -> None:
        in_hand = self._in_hand()
        number = self._dice.choice(in_hand) if in_hand and self._dice.random() < 0.9 else "980000000000000001"
        if number == self._held():
            return
        self._bench("acceptor.1", {"insert_ticket": number})
        self._wait_troubled((300, 1_700, 4_000, 4_000))

    def _in_hand(self) -> list[str]:
        """Numbers of the tickets that people carry about."""
        taken = [paper["number"] for paper in self.cabinet.paper() if paper["taken"] and paper["number"]]
        inside = checks.tickets_in_box(self.cabinet)
        return [number for number in taken if number not in inside]

    def _held(self) -> str:
        held = self.cabinet.status("acceptor.1")["held"] or {}
        return str(held.get("ticket", ""))

    def _play(self) -> None:
        rig = self.cabinet.rig
        if not self.cabinet.state.play.in_round:
            if self._dice.random() < 0.2:
                rig.press(c.ChooseGame(self._dice.choice(("double_hand", "two_card"))))
            credit = rig.view().credit_cents
            main = self._dice.choice((500, 1_000, 2_000, 5_000))
            rig.press(c.AddChip(rig.view().table.spots[0].bet, main if main <= credit else 500))
            for spot in rig.view().table.spots[1:]:
                if self._dice.random() < (0.7 if spot.bet.startswith("dice") else 0.2):
                    rig.press(c.AddChip(spot.bet, self._dice.choice((100, 500))))
            rig.press(c.Deal())
            self._look()
        if self._dice.random() < 0.8:
            self._finish_round()

    def _finish_round(self) -> None:
        rig = self.cabinet.rig
        if self.cabinet.state.play.phase is Phase.CUTTING:
            rig.press(c.CutDeck(self._dice.randint(0, 51)))
        self._look()
        if self.cabinet.state.play.phase is Phase.SETTING:
            rig.press(c.Assist("house_way"))
            rig.press(c.Confirm())
        if self.cabinet.state.play.phase is Phase.SHAKING:
            self._wait_troubled((500, 2_000, 3_000, 8_000))

    def _cash_out(self) -> None:
        if self.cabinet.state.play.in_round:
            self._finish_round()
        self.cabinet.rig.press(c.CashOut())
        self._aim(lambda: self.cabinet.bank.job is not None, 60)
        self._wait_troubled((100, 600, 1_200, 3_000, 6_000))
        if self._dice.random() < 0.6:
            self._bench("printer.1", {"take_ticket": True})
        if self._dice.random() < 0.1:
            self.cabinet.rig.press(c.BackOut())

    def _aim(self, reached: Callable[[], bool], within: int) -> None:
        """In a focused story the cut falls into the steps after the delicate moment was reached."""
        deadline = self.cabinet.clock.monotonic_ms() + 3_000
        while self._aiming and self.cabinet.clock.monotonic_ms() < deadline:
            if reached():
                self._aiming = False
                self.cabinet.mains.arm(self._dice.randint(1, within), self.cabinet.mains.kind)
            self.cabinet.rig.run(50)

    def _wait_troubled(self, times: tuple[int, ...]) -> None:
        """While it runs, something may go wrong in the middle."""
        self.cabinet.rig.run(self._dice.choice(times))
        if self._dice.random() < (0.8 if self._focus is Focus.DICE else 0.25):
            self._look()
            self._trouble()

    def _trouble(self) -> None:
        lids = (self._open_the_lid,) if self._shaking() else ()
        self._dice.choice((self._fault, self._pull_cable, self._power_of_a_device, *lids))()

    def _press_anything(self) -> None:
        command = self._dice.choice(
            (c.Deal(), c.Confirm(), c.CashOut(), c.BackOut(), c.CallAttendant(), c.CancelCall(), c.RepeatBets())
        )
        self.cabinet.rig.press(command)

    def _fault(self) -> None:
        device, name = self._dice.choice(
            (
                *(((SHAKER, name) for name in _DICE_FAULTS) if self._shaking() else ()),
                ("printer.1", "paper_jam"),
                ("printer.1", "head_open"),
                ("printer.1", "mute"),
                ("printer.1", "noise"),
                ("printer.1", "late_ok"),
                ("printer.1", "no_validation"),
                ("acceptor.1", "jam_stacker"),
                ("acceptor.1", "stacker_full"),
                ("acceptor.1", "lose_ack"),
                ("acceptor.1", "lose_reply"),
                ("acceptor.1", "lose_order"),
                ("acceptor.1", "corrupt_crc"),
            )
        )
        together = {name, *self.cabinet.status(device)["faults"]}
        if together & _DUMB and together & _STOPS:
            return
        self._say(f"  {device} {name}")
        rest = {"ms": 8_000} if name == "late_ok" else {}
        self._bench(device, {"fault": name, "on": True, **rest})
        self.cabinet.rig.run(self._dice.choice((100, 2_000, 8_000)))

    def _shaking(self) -> bool:
        return self.cabinet.state.play.phase is Phase.SHAKING

    def _victim(self) -> str:
        return SHAKER if self._shaking() and self._dice.random() < 0.7 else self._dice.choice(MONEY_DEVICES)

    def _pull_cable(self) -> None:
        device = self._victim()
        self._say(f"  cable of {device}")
        self.cabinet.rig.cable(device, False)
        self.cabinet.rig.run(self._dice.choice((100, 2_000, 20_000)))
        if self._dice.random() < 0.7:
            self.cabinet.rig.cable(device, True)
            self.cabinet.rig.run(self._dice.choice((100, 5_000)))

    def _open_the_lid(self) -> None:
        if SHAKER in self.cabinet.devices:
            self._say("  lid")
            self._bench(SHAKER, {"lid": "open"})
            self.cabinet.rig.run(self._dice.choice((100, 3_000)))
            self._bench(SHAKER, {"lid": "closed"})

    def _power_of_a_device(self) -> None:
        device = self._victim()
        self._say(f"  power of {device}")
        self._bench(device, {"power": "off"})
        self.cabinet.rig.run(self._dice.choice((100, 10_000)))
        if self._dice.random() < 0.7:
            self._bench(device, {"power": "on"})
            self.cabinet.rig.run(self._dice.choice((100, 5_000)))

    def _attendant_meddles(self) -> None:
        self._key(True)
        if self._dice.random() < 0.5:
            role = self._dice.choice(list(Role))
            self.cabinet.rig.engine.handle(PinTold(1, "A1", role))
        self.cabinet.rig.press(
            self._dice.choice((c.VoidRound("dispute"), c.CompleteRound(), c.AnswerCall(), *self._clearing()))
        )
        self._key(False)

    def _operator_meddles(self, hand: Random) -> None:
        """Credit that he saw some time ago is taken off; slips are printed again in the middle of other things."""
        bank = self.cabinet.bank
        seen = hand.choice((bank.books.credit.total, 500))
        self._key(True, hand.choice((None, Role.OPERATOR)))
        self.cabinet.rig.press(
            hand.choice((c.AbandonCredit(seen, "nobody"), *(c.ReprintSlip(hand.randint(1, bank.next_slip)),) * 3))
        )
        self._key(False)
        self.cabinet.rig.run(hand.choice((0, 200, 1_500, 40_000)))

    def _clearing(self) -> list[c.Command]:
        return [c.ClearFault(fault.code) for fault in self.cabinet.state.faults]

    def _bench(self, device: str, what: dict[str, Any]) -> None:
        self.cabinet.rig.bench(device, what)

    def _key(self, on: bool, role: Role | None = None) -> None:
        """The key alone, or with somebody of *role* who signs in."""
        self.cabinet.rig.engine.handle(DeviceSaid("deck.1", KeyTurned("audit", on)))
        if role is not None:
            self.cabinet.rig.engine.handle(PinTold(1, "T1", role))
        self.cabinet.rig.settle()

    # -- putting right ---------------------------------------------------------------------------------

    def _come_to_rest(self) -> None:
        """Somebody mends what is broken, the machine settles, the attendant rules by what he sees; then all agrees."""
        rig, cabinet = self.cabinet.rig, self.cabinet
        self._mend()
        self._look()
        deadline = rig.clock.monotonic_ms() + SETTLE_MS
        while not self._resting():
            if rig.clock.monotonic_ms() > deadline:
                raise Stuck(f"no rest: {cabinet.bank} {cabinet.state.faults} {cabinet.state.devices}")
            rig.run(1_000)
            if rig.clock.monotonic_ms() > deadline - SETTLE_MS // 2:
                self._restart_the_silent()
            self._bench("printer.1", {"take_ticket": True})
            # whoever rules on a ticket waits until the paper stands still
            if rig.view().locks and self.cabinet.status("printer.1")["position"] != "printing":
                self._rule()
            self._look()
        if any(fault.code == "intake_waits" for fault in cabinet.state.faults):
            self._key(True)
            rig.press(c.ClearFault("intake_waits"))
            self._key(False)
        checks.at_rest(cabinet)

    def _mend(self) -> None:
        rig = self.cabinet.rig
        for device in self.cabinet.devices:
            status = self.cabinet.status(device)
            if not status.get("power", status.get("powered")):
                self._bench(device, {"power": "on"})
            for fault in status["faults"]:
                self._bench(device, {"fault": fault, "on": False})
            if status.get("lid_open"):
                self._bench(device, {"lid": "closed"})
            rig.cable(device, True)

    def _restart_the_silent(self) -> None:
        """An acceptor whose last word was not acknowledged for a minute says nothing more: switched off and on."""
        for device in self.cabinet.state.devices:
            if not device.up and self.cabinet.status(device.name)["position"] != "off":
                self._bench(device.name, {"power": "off"})
                self._bench(device.name, {"power": "on"})
                self.cabinet.rig.run(5_000)

    def _resting(self) -> bool:
        state, bank = self.cabinet.state, self.cabinet.bank
        asked = all(device.up for device in state.devices) and bank.acceptor_reconciled and bank.printer_reconciled
        empty = self.cabinet.status("acceptor.1")["position"] == "idle" and not self._shaking()
        taken = not self.cabinet.status("printer.1")["in_chute"]
        still = not bank.locked and bank.document is None and bank.job is None and not unconfirmed(state)
        return asked and empty and taken and still

    def _rule(self) -> None:
        setup = unconfirmed(self.cabinet.state)
        self._key(True, Role.TECHNICIAN if setup else None)
        locks = self.cabinet.rig.view().locks
        if locks:
            self._rule_on(locks[0])
        self._key(False)

    def _rule_on(self, lock: LockView) -> None:
        cabinet, rig = self.cabinet, self.cabinet.rig
        self._say(f"  the attendant: {lock}")
        match lock.kind:
            case "ticket":
                rig.press(c.RuleTicket(lock.handle, self._on_paper(lock.handle, lock.amount_cents)))
            case "document":
                rig.press(self._ruling(int(lock.handle)))
            case "dice":
                now = cabinet.state.play.round
                rig.press(c.RuleDice(stands=now is not None and now.roll.first is not None))
            case "setup":
                rig.press(c.ConfirmSetup("t1"))
            case "jackpot" | "cancelled_credit" if self._pays_a_part(lock.amount_cents):
                rig.press(c.ShortPay(int(lock.handle), self._part_of(lock.amount_cents), "bag empty", "a1"))
            case "jackpot" | "cancelled_credit":
                rig.press(c.PayHandpay(int(lock.handle)))
            case _:
                rig.press(c.ClearFault(lock.handle))
        checks.always(cabinet)

    def _pays_a_part(self, cents: int) -> bool:
        return self._hand is not None and cents > 1 and self._hand.random() < 0.3

    def _part_of(self, cents: int) -> int:
        assert self._hand is not None
        return self._hand.randint(1, cents - 1)

    def _on_paper(self, number: str, amount_cents: int) -> bool:
        """Whether a paper bears number and amount: an order cut short may have printed it without its barcode."""
        return any(
            number in (paper["number"], "".join(filter(str.isdigit, paper["fields"].get("validation", ""))))
            and (paper["state"], paper["amount_cents"]) == ("printed", amount_cents)
            for paper in self.cabinet.paper()
        )

    def _ruling(self, document: int) -> c.RuleDocument:
        """By what lies in the box and stands in no book: a note's value, or the ticket itself."""
        dispute = next(dispute for dispute in self.cabinet.bank.disputes if dispute.document == document)
        if dispute.number:
            inside = dispute.number in checks.tickets_in_box(self.cabinet)
            return c.RuleDocument(document, inside, dispute.value_cents if inside else 0)
        before = self.cabinet.baseline.notes
        found = checks.notes_in_box(self.cabinet) - before - self.cabinet.bank.books.bill_in.total
        return c.RuleDocument(document, found > 0, max(0, found))

    def _say(self, what: str) -> None:
        if self._tell:
            print(f"{self.cabinet.clock.monotonic_ms():>9} {self.cabinet.mains.steps:>6}  {what}")


def main(arguments: list[str]) -> None:
    """Tell one story."""
    if "--planted" in arguments:
        from tests.simulation.planted import PLANTED

        at = arguments.index("--planted")
        PLANTED[arguments[at + 1]].plant_for_good()
        del arguments[at : at + 2]
    seed, focus = (*arguments, Focus.EVERYTHING.value)[:2]
    story = Story(int(seed), tell=True, focus=Focus(focus))
    story.run()
    print(f"{story.lives} lives, {story.cuts} power cuts, {story.cabinet.mains.steps} steps: all is well")


if __name__ == "__main__":
    main(sys.argv[1:])
