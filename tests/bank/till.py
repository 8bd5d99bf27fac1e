"""A bank of one station at which tests stand as acceptor, printer and attendant: every record is put to its state."""

from __future__ import annotations

from dataclasses import replace

from cabinet.bank import cashout, documents, recovery
from cabinet.bank import evolve as evolves
from cabinet.bank import records as r
from cabinet.bank.books import problems
from cabinet.bank.options import MoneyOptions
from cabinet.bank.state import BankState, StationBank
from cabinet.money import Amounts
from cabinet.ports.acceptor import AcceptorTold, Position
from cabinet.ports.decision import Decision
from cabinet.ports.effects import Effect, ToDevice
from tests.machine.setups import money

NUMBER = "981234567890123456"
DATED = "2026-03-01T09:00:00+00:00"


class Till:
    """*entries*: record names of each decision, in order; *orders*: orders given to devices, by their class name."""

    def __init__(self, options: MoneyOptions | None = None) -> None:
        self.state = evolves.with_stations(BankState(), (1,))
        self.options = options or money()
        self.entries: list[tuple[str, ...]] = []
        self.records: list[r.BankRecord] = []
        self.effects: list[Effect] = []

    @property
    def bank(self) -> StationBank:
        return self.state.station(1)

    @property
    def credit_cents(self) -> int:
        return self.bank.books.credit.total

    @property
    def orders(self) -> list[str]:
        return [type(effect.order).__name__ for effect in self.effects if isinstance(effect, ToDevice)]

    def take(self, moved: Decision[r.BankRecord]) -> tuple[str, ...]:
        """Write the decision down; the books must balance after its entry. The names of its records."""
        for record in moved.records:
            self.put(record)
        self.effects += moved.effects
        self.entries.append(tuple(type(record).__name__ for record in moved.records))
        assert problems(self.bank.books) == ()
        return self.entries[-1]

    def put(self, record: r.BankRecord) -> None:
        self.state = evolves.evolve(self.state, record)
        self.records.append(record)

    # -- what happens ----------------------------------------------------------------------------------

    def escrow(self, value_cents: int, closed: str = "") -> tuple[str, ...]:
        return self.take(documents.note_escrowed(self.bank, value_cents, self.options, closed))

    def stacked(self) -> tuple[str, ...]:
        return self.take(documents.stacked(self.bank, self._ticket_cents()))

    def finished(self) -> tuple[str, ...]:
        return self.take(documents.finished(self.bank))

    def returned(self, reason: str = "returned") -> tuple[str, ...]:
        return self.take(documents.returned(self.bank, reason))

    def note(self, value_cents: int) -> None:
        """A note from slot to meter."""
        self.escrow(value_cents)
        self.stacked()
        self.finished()

    def ticket_escrow(self, number: str = NUMBER, closed: str = "") -> tuple[str, ...]:
        return self.take(documents.ticket_escrowed(self.bank, number, self.options, closed))

    def verdict(self, word: str, amount_cents: int = 0, number: str = NUMBER, closed: str = "") -> tuple[str, ...]:
        return self.take(documents.verdict(self.bank, number, word, amount_cents, self.options, closed))

    def boot(self) -> None:
        self.state = evolves.asked_again(self.state)

    def told(self, position: Position) -> tuple[str, ...]:
        return self.take(recovery.told(self.bank, AcceptorTold(position), self._ticket_cents()))

    def ready(self) -> tuple[str, ...]:
        return self.take(recovery.ready(self.bank, self._ticket_cents()))

    def order_ticket(self, number: str = NUMBER) -> tuple[str, ...]:
        """The player cashes out and the number is drawn."""
        self.take(cashout.cash_out(self.bank, self.options, printer_usable=True))
        return self.take(cashout.number_drawn(self.bank, number, DATED, self.state.tickets))

    def issue_ticket(self, amount_cents: int, number: str = NUMBER) -> None:
        """A ticket of the own store that somebody carries about."""
        self.fund(amount_cents)
        self.order_ticket(number)
        sequence = self.bank.next_ticket - 1
        for record in (r.TicketIssued(1, sequence), r.TicketPrinted(1, sequence), r.TicketRemoved(1, sequence)):
            self.put(record)

    def fund(self, amount_cents: int) -> None:
        """Any amount of credit, as bill-in: an attendant ruled on a document."""
        self.put(r.DocumentRuled(1, 0, amount_cents))

    def promote(self, restricted_cents: int) -> None:
        """Restricted credit of a promotion (no record brings any yet)."""
        books = self.bank.books
        promo = Amounts(restricted=restricted_cents)
        books = replace(books, promo_in=books.promo_in + promo, credit=books.credit + promo)
        self.state = replace(self.state, stations=(replace(self.bank, books=books),))

    def _ticket_cents(self) -> int:
        document = self.bank.document
        ticket = self.state.tickets.get(document.number) if document is not None else None
        return ticket.amounts.total if ticket is not None and ticket.state.value == "issued" else 0
