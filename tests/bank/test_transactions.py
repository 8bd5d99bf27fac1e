"""Random transactions in any order against a second set of books kept by the hand that holds the notes and papers.

The hand knows what physically happened (what lies in the box, what is on paper, what an attendant paid); after every
transaction the bank's books must say the same, account by account, and balance.

    pytest tests/bank/test_transactions.py -m full      100,000 of them
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from cabinet.bank import cashout, documents, slips, wagers
from cabinet.bank.books import BOOK_NAMES, problems
from cabinet.bank.state import JobStage, TicketState
from cabinet.ports.acceptor import Position
from cabinet.ports.decision import Refusal
from cabinet.ports.printer import PrintBegun, PrintCompleted, PrintFailed, PrintLost, TicketTaken, ValidationPrinted
from tests.bank.till import Till
from tests.machine.setups import NOTES_CENTS, money

OPTIONS = money(credit_limit_cents=40_000, ticket_max_cents=9_000, handpay_limit_cents=6_000)
BEGUN = (PrintBegun, ValidationPrinted, PrintCompleted, TicketTaken)


class Floor:
    """One station and everybody who touches its money. *true*: what really is, account by account in cents."""

    def __init__(self, seed: int) -> None:
        self.till, self.dice = Till(OPTIONS), Random(seed)
        self.true = dict.fromkeys(BOOK_NAMES, 0)
        self.pockets: dict[str, int] = {}
        self.done: Counter[str] = Counter()
        self._round = 0

    def transact(self) -> None:
        """One transaction, and the books after it."""
        acts: list[Callable[[], None]] = [self.note, self.note_and_power, self.round, self.round, self.void]
        acts += [self.ticket_in, self.cash_out, self.cashier, self.abandoned]
        act = self.dice.choice(acts)
        act()
        self.till.records.clear()
        self.till.entries.clear()
        self.till.effects.clear()
        books = self.till.bank.books
        booked = {name: getattr(books, name).total for name in BOOK_NAMES}
        assert booked == self.true, f"after {act.__name__}"
        assert problems(books) == ()
        assert not self.till.bank.locked

    def _said(self, what: str) -> None:
        self.done[what] += 1

    # -- money in ------------------------------------------------------------------------------------------------

    def _in(self, account: str, cents: int) -> None:
        self.true[account] += cents
        self.true["credit"] += cents

    def note(self) -> None:
        value = self.dice.choice((*NOTES_CENTS, 300))
        if "StackOrdered" not in self.till.escrow(value):
            assert value not in NOTES_CENTS or self.true["credit"] + value > OPTIONS.credit_limit_cents
            self.till.returned()
            self._said("note given back")
        elif self.dice.random() < 0.1:
            self.till.returned("pulled")
            self._said("note pulled back")
        else:
            for _ in range(self.dice.choice((1, 1, 1, 3))):  # some units say it again and again
                self.till.stacked()
            self.till.finished()
            self._in("bill_in", value)
            self._said("note")

    def note_and_power(self) -> None:
        """The mains fail between the stack order and the word; where the note is then, the acceptor knows or not."""
        value = self.dice.choice(NOTES_CENTS)
        if "StackOrdered" not in self.till.escrow(value):
            self.till.returned()
            return
        where = self.dice.choice((Position.IN_STACKER, Position.IN_ACCEPTOR, Position.POWER_UP, Position.IDLE))
        in_box = where is Position.IN_STACKER or (where is Position.POWER_UP and self.dice.random() < 0.5)
        for _ in range(self.dice.choice((1, 2))):
            self.till.boot()
            self.till.told(where)
        self.till.ready()
        for dispute in self.till.bank.disputes:
            ruled = documents.rule(self.till.bank, dispute.document, value if in_box else 0)
            assert ruled is not None
            self.till.put(ruled)
            self._said("note ruled on")
        if in_box:
            self._in("bill_in", value)
        self._said(f"power, {where.value}")

    def ticket_in(self) -> None:
        """A paper of the pocket, or one that was used before."""
        if not self.pockets:
            return
        number = self.dice.choice(list(self.pockets))
        state, amount = self.till.state.tickets[number].state, self.pockets[number]
        word = "redeemable" if state is TicketState.ISSUED else state.value
        self.till.ticket_escrow(number)
        if "StackOrdered" in self.till.verdict(word, amount, number):
            assert state is TicketState.ISSUED
            self.till.stacked()
            self.till.finished()
            self._in("ticket_in", amount)
            self._said("ticket in")
        else:
            self.till.returned()
            self._said("ticket refused")

    # -- money out -----------------------------------------------------------------------------------------------

    def cash_out(self) -> None:
        amount = self.true["credit"]
        number = f"98{self.dice.randrange(10**16):016}"
        if amount == 0:
            assert cashout.check_cash_out(self.till.bank) is not None
            return
        self.till.order_ticket(number)
        if amount > OPTIONS.ticket_max_cents:
            self._cancelled_credit(amount)
            return
        sequence = self.till.bank.next_ticket - 1
        ending = self.dice.choice(("printed", "printed", "failed", "lost"))
        steps = self.dice.randint(0, len(BEGUN)) if ending == "lost" else len(BEGUN) if ending == "printed" else 1
        for event in BEGUN[:steps]:
            self.till.take(cashout.printing(self.till.bank, event(sequence)))
        if ending == "failed":
            self.till.take(cashout.printing(self.till.bank, PrintFailed(sequence, "paper_jam")))
            self._cancelled_credit(amount)
            return
        if ending == "lost" and steps < len(BEGUN):
            self._print_lost(sequence, number, on_paper=steps > 1 or self.dice.random() < 0.5)
        on_paper = self.till.state.tickets[number].state is TicketState.ISSUED
        if on_paper:
            self.true["credit"] -= amount
            self.true["ticket_out"] += amount
            self.pockets[number] = amount
        self._said("ticket out" if on_paper else "ticket void")

    def _print_lost(self, sequence: int, number: str, *, on_paper: bool) -> None:
        """The cable is out: the attendant looks at the paper, if the number was not seen before."""
        self.till.take(cashout.printing(self.till.bank, PrintLost(sequence, "silent")))
        job = self.till.bank.job
        assert job is not None
        if job.stage is JobStage.UNCONFIRMED:
            ruled = cashout.rule(self.till.bank, number, on_paper)
            assert ruled is not None
            self.till.put(ruled)
            self._said("ticket ruled on")
        else:
            for event in (PrintCompleted, TicketTaken):
                self.till.take(cashout.printing(self.till.bank, event(sequence)))

    def _cancelled_credit(self, amount: int) -> None:
        (handpay,) = self.till.bank.handpays
        if self.dice.random() < 0.3:
            back = cashout.back_out(self.till.bank)
            assert back is not None
            self.till.put(back)
            self._said("cancelled credit taken back")
            return
        if self.dice.random() < 0.6 and amount > 1:
            part = self._part(handpay.handpay, amount)
            self.true["credit"] -= part
            self.true["handpay_cancelled"] += part
            amount -= part
            if self.dice.random() < 0.5:
                back = cashout.back_out(self.till.bank)
                assert back is not None
                self.till.put(back)
                self._said("rest of a short pay taken back")
                return
        self._paid(handpay.handpay)
        self.true["credit"] -= amount
        self.true["handpay_cancelled"] += amount
        self._said("cancelled credit paid")

    def _part(self, handpay: int, amount: int) -> int:
        """The bag holds less than is owed."""
        part = self.dice.randint(1, amount - 1)
        assert isinstance(cashout.short_pay(self.till.bank, handpay, amount, "x", "a"), Refusal), "all is no part"
        record = cashout.short_pay(self.till.bank, handpay, part, "x", "a")
        assert not isinstance(record, Refusal)
        self.till.put(record)
        assert sum(one.amounts.total for one in self.till.bank.handpays) == amount - part
        self._said("short pay")
        return part

    def abandoned(self) -> None:
        """Nobody comes back for the credit; the operator takes off what he sees."""
        amount = self.true["credit"]
        record = cashout.abandon(self.till.bank, amount, "x", "o")
        assert isinstance(record, Refusal) is (amount == 0)
        assert isinstance(cashout.abandon(self.till.bank, amount + 1, "x", "o"), Refusal)
        if isinstance(record, Refusal) or self.dice.random() < 0.7:
            return
        self.till.put(record)
        self.true["credit"] -= amount
        self.true["handpay_cancelled"] += amount
        self._said("credit abandoned")

    def _paid(self, handpay: int) -> None:
        found = cashout.open_handpay(self.till.bank, handpay)
        assert found is not None
        for paper in slips.of_handpay(self.till.bank, found, "a").records:
            self.till.put(paper)
        record = cashout.pay(self.till.bank, handpay)
        assert record is not None
        self.till.put(record)
        assert cashout.pay(self.till.bank, handpay) is None, "paid twice"

    def cashier(self) -> None:
        """A paper is paid at the desk, once; the machine's meters do not move."""
        if not self.pockets:
            return
        number = self.dice.choice(list(self.pockets))
        ticket = self.till.state.tickets[number]
        paid = cashout.cash(ticket, number, "c1", "r")
        if isinstance(paid, Refusal):
            assert ticket.state is TicketState.REDEEMED
            del self.pockets[number]
            self._said("paper of a redeemed ticket thrown away")
        else:
            self.till.put(paid)
            self._said("ticket paid by the cashier")

    # -- play ----------------------------------------------------------------------------------------------------

    def _bets(self) -> list[int]:
        """Stakes that the credit allows, already taken."""
        credit, stakes = self.true["credit"], list[int]()
        for _ in range(self.dice.randint(1, 4)):
            stake = self.dice.randrange(0, max(1, min(3_000, credit - sum(stakes)) + 1), 5)
            stakes += [stake] if stake else []
        if not stakes:
            return []
        self._round += 1
        self.till.put(wagers.take(self.till.bank, self._round, sum(stakes)))
        self.true["credit"] -= sum(stakes)
        self.true["coin_in"] += sum(stakes)
        return stakes

    def round(self) -> None:
        results = [(stake, stake * self.dice.choice((0, 0, 1, 2, 3, 12)) // 2) for stake in self._bets()]
        for record in wagers.settle(self.till.bank, self._round, tuple(results), OPTIONS):
            self.till.put(record)
        win = sum(back - stake for stake, back in results if back > stake)
        back = sum(back for _, back in results)
        if win >= OPTIONS.handpay_limit_cents:
            (handpay,) = self.till.bank.handpays
            if self.dice.random() < 0.3:
                self._part(handpay.handpay, win)
                self._said("jackpot in parts")
            self._paid(handpay.handpay)
            self.true["handpay_jackpot"] += win
            back -= win
            self._said("jackpot")
        self.true["coin_out"] += back
        self.true["credit"] += back
        self._said("round")

    def void(self) -> None:
        """A round without a result, or one bet of it: stakes back, never coin-out."""
        stakes = self._bets()
        if not stakes:
            return
        back = self.dice.choice((sum(stakes), stakes[0]))
        self.till.put(wagers.void(self.till.bank, self._round, self.till.bank.wagered, back))
        self.true["credit"] += back
        self.true["wager_voided"] += back
        self._said("void")


SEEN = (
    *("note", "note pulled back", "note ruled on", "ticket in", "ticket refused", "ticket out", "ticket void"),
    *("ticket ruled on", "cancelled credit paid", "cancelled credit taken back", "jackpot", "void", "round"),
    *("short pay", "rest of a short pay taken back", "jackpot in parts", "credit abandoned"),
    *("ticket paid by the cashier", "power, in_stacker", "power, in_acceptor", "power, power_up", "power, idle"),
)


def live(seed: int, transactions: int) -> Counter[str]:
    floor = Floor(seed)
    for _ in range(transactions):
        floor.transact()
    return floor.done


@pytest.mark.parametrize("seed", range(3))
def test_after_any_transaction_the_books_say_what_happened(seed: int) -> None:
    """M-28, M-32, T-12: to the cent, account by account; every kind of ending is among them."""
    done = live(seed, 1_000)
    assert all(done[what] for what in SEEN), {what for what in SEEN if not done[what]}


@pytest.mark.full
def test_after_a_hundred_thousand_as_well() -> None:
    done: Counter[str] = Counter()
    for seed in range(100):
        done += live(seed, 1_000)
    print(dict(done))
