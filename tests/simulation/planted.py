"""Mistakes that a cabinet could have, planted from outside by replacing one function or one row of a table.

Each is known to have been made in a real machine, or is the opposite of one rule of the design.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest

from cabinet.bank import cashout, documents, recovery, wagers
from cabinet.bank import evolve as bank_evolve
from cabinet.bank import records as r
from cabinet.bank.documents import Moved
from cabinet.bank.state import DocumentStage, JobStage, StationBank, TicketState
from cabinet.engine import engine as engines
from cabinet.machine import clearing
from cabinet.machine import decide as decides
from cabinet.machine import dice as dices
from cabinet.machine import resume as resumes
from cabinet.machine.decide import decide
from cabinet.machine.decided import Decided
from cabinet.machine.evolve import evolve
from cabinet.machine.state import State
from cabinet.machine.volatile import Drafted
from cabinet.money import cashable
from cabinet.play import decide as rounds
from cabinet.play import records as play
from cabinet.play.state import TRANSITIONS, Phase
from cabinet.ports.acceptor import AcceptorTold, Acknowledge, BringUp, Position, Reset
from cabinet.ports.effects import Effect, PrintTicket, ToDevice
from cabinet.ports.plain import encode
from cabinet.ports.printer import PrinterTold
from cabinet.storage.stored import StoredJournal
from tests.simulation import cabinet as simulated
from tests.simulation.story import Focus
from tests.storage import model_disk

Plant = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True, slots=True)
class Planted:
    """*plant* puts the mistake in; stories about *focus* must find it within *lives*."""

    plant: Plant
    focus: Focus = Focus.EVERYTHING
    lives: int = 1_500

    @contextmanager
    def planted(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            self.plant(patch)
            yield

    def plant_for_good(self) -> None:
        self.plant(pytest.MonkeyPatch())


# -- notes and tickets in -----------------------------------------------------------------------------


def _credit_at_escrow(patch: pytest.MonkeyPatch) -> None:
    """A note is credited when it is seen, not when it is stacked."""
    right = documents.note_escrowed

    def wrong(bank: StationBank, value_cents: int, *rest: Any) -> Moved:
        moved = right(bank, value_cents, *rest)
        if any(isinstance(record, r.StackOrdered) for record in moved.records):
            return Moved((*moved.records, r.NoteCredited(bank.station, bank.next_document, value_cents)), moved.effects)
        return moved

    patch.setattr(documents, "note_escrowed", wrong)


def _credit_every_word(patch: pytest.MonkeyPatch) -> None:
    """Each VEND VALID credits, also when the acceptor only says it again."""
    right = documents.stacked

    def wrong(bank: StationBank, ticket_cents: int) -> Moved:
        document = bank.document
        if document is not None and document.stage is DocumentStage.CREDITED:
            bank = replace(bank, document=replace(document, stage=DocumentStage.STACK_SENT))
        return right(bank, ticket_cents)

    patch.setattr(documents, "stacked", wrong)
    patch.setattr(recovery, "stacked", wrong)


def _credit_the_unexpected(patch: pytest.MonkeyPatch) -> None:
    """A stack order whose fate nobody knows counts as stacked."""
    right = recovery._settle

    def wrong(bank: StationBank, document: Any, ticket_cents: int) -> tuple[r.BankRecord, ...]:
        if document.stage is DocumentStage.STACK_SENT:
            closed = r.DocumentClosed(bank.station, document.document)
            return (documents.credited(bank.station, document, ticket_cents), closed)
        return right(bank, document, ticket_cents)

    patch.setattr(recovery, "_settle", wrong)


def _forget_undecided(patch: pytest.MonkeyPatch) -> None:
    """A stack order whose fate nobody knows counts as not stacked."""
    right = recovery._settle

    def wrong(bank: StationBank, document: Any, ticket_cents: int) -> tuple[r.BankRecord, ...]:
        if document.stage is DocumentStage.STACK_SENT:
            return (r.DocumentGivenBack(bank.station, document.document, "power"),)
        return right(bank, document, ticket_cents)

    patch.setattr(recovery, "_settle", wrong)


def _forget_position_seen(patch: pytest.MonkeyPatch) -> None:
    """RESET is ordered before the position that it erases is written down: seen only by a cut in recovery."""
    right = recovery.told
    remembered: dict[int, Position] = {}

    def wrong(bank: StationBank, event: AcceptorTold, ticket_cents: int) -> Moved:
        moved = right(bank, event, ticket_cents)
        if any(isinstance(record, r.PositionSeen) for record in moved.records):
            remembered[id(simulated)] = event.position
            return Moved((), moved.effects)
        return moved

    def ready(bank: StationBank, ticket_cents: int) -> Moved:
        # the position is known as long as the power stays: only in memory
        seen = remembered.pop(id(simulated), None)
        return right_ready(replace(bank, seen=seen), ticket_cents)

    right_ready = recovery.ready
    right_boot = simulated.Cabinet.boot

    def boot(self: simulated.Cabinet) -> None:
        remembered.clear()
        right_boot(self)

    patch.setattr(recovery, "told", wrong)
    patch.setattr(recovery, "ready", ready)
    patch.setattr(simulated.Cabinet, "boot", boot)
    patch.setattr("tests.simulation.checks.replay", lambda *_: ())


def _ask_nothing_at_boot(patch: pytest.MonkeyPatch) -> None:
    """Whatever the acceptor tells, it is brought up and everything open counts as given back."""

    def told(bank: StationBank, event: AcceptorTold, ticket_cents: int) -> Moved:
        order = Reset() if event.position in recovery.ERASED else BringUp()
        return Moved((), (ToDevice(f"acceptor.{bank.station}", order),))

    patch.setattr(recovery, "told", told)


def _redeem_again(patch: pytest.MonkeyPatch) -> None:
    """A redeemed ticket stays good in the store."""
    right = bank_evolve._tickets

    def wrong(tickets: Any, bank: StationBank, record: r.BankRecord) -> Any:
        return tickets if isinstance(record, r.TicketRedeemed) else right(tickets, bank, record)

    patch.setattr(bank_evolve, "_tickets", wrong)
    # somebody copies his ticket
    patch.setattr("tests.simulation.story.Story._in_hand", _copies)


def _copies(story: Any) -> list[str]:
    return [paper["number"] for paper in story.cabinet.paper() if paper["taken"] and paper["number"]]


# -- tickets out --------------------------------------------------------------------------------------


def _reprint_on_doubt(patch: pytest.MonkeyPatch) -> None:
    """A ticket nobody knows of is printed again after a restart."""
    right = cashout.told

    def wrong(bank: StationBank, event: PrinterTold) -> Moved:
        job, moved = bank.job, right(bank, event)
        if job is not None and any(isinstance(record, r.TicketUnconfirmed) for record in moved.records):
            kept = tuple(record for record in moved.records if not isinstance(record, r.TicketUnconfirmed))
            again = PrintTicket(bank.station, job.sequence, job.number, job.amounts.total, "2026-01-01T00:00:00+00:00")
            return Moved(kept, (again,))
        return moved

    patch.setattr(cashout, "told", wrong)


def _doubt_is_failure(patch: pytest.MonkeyPatch) -> None:
    """A ticket nobody knows of is credit again."""

    def told(bank: StationBank, event: PrinterTold) -> Moved:
        reconciled = (r.PrinterReconciled(bank.station),)
        job = bank.job
        if job is None or job.stage is JobStage.ISSUED:
            return right(bank, event)
        return Moved((r.TicketFailed(bank.station, job.sequence, "restart"), *reconciled))

    right = cashout.told
    patch.setattr(cashout, "told", told)


def _issued_when_ordered(patch: pytest.MonkeyPatch) -> None:
    """Ticket-out is booked with the order, before the number is on paper."""
    right = cashout.number_drawn

    def wrong(bank: StationBank, *rest: Any) -> Moved:
        moved = right(bank, *rest)
        if any(isinstance(record, r.TicketOrdered) for record in moved.records):
            return Moved((*moved.records, r.TicketIssued(bank.station, bank.next_ticket)), moved.effects)
        return moved

    patch.setattr(cashout, "number_drawn", wrong)


def _believe_an_old_flag(patch: pytest.MonkeyPatch) -> None:
    """Validation-done is believed after a restart although nobody saw it change for this ticket."""
    right = cashout.told

    def wrong(bank: StationBank, event: PrinterTold) -> Moved:
        if bank.job is not None:
            bank = replace(bank, job=replace(bank.job, seen=True))
        return right(bank, event)

    patch.setattr(cashout, "told", wrong)


# -- the engine and the disk --------------------------------------------------------------------------


def _act_before_commit(patch: pytest.MonkeyPatch) -> None:
    """The acceptor is told to stack, the printer to print, before the order is on disk."""

    def handle(self: Any, signal: Any) -> None:
        signal = decides.carry(self.state, signal)
        decision = decide(self.state, signal, self._tables)
        durable = [record for record in decision.records if not isinstance(record, Drafted)]
        self.state = evolve(self.state, *decision.records)
        self._forget_standing(signal)
        self.perform(decision.effects)
        _deliver_now(self)
        if durable:
            self._journal.append(encode(signal), [encode(record) for record in durable], self._clock.wall())
        self._send_standing()

    patch.setattr(engines.Engine, "_handle", handle)


def _deliver_now(engine: Any) -> None:
    """Orders go out at once, as they would with threads for the ports."""
    rig = engine._outbox.__self__
    while rig._orders:
        device, order = rig._orders.popleft()
        if device in rig.wires:
            rig._events.extend(rig.wires[device].order(order, rig.clock.monotonic_ms()))
            rig._events.extend(rig.wires[device].advance(rig.clock.monotonic_ms()))


def _acknowledge_before_commit(patch: pytest.MonkeyPatch) -> None:
    """Only the acknowledgement goes out before the credit is on disk."""
    right = engines.Engine._handle

    def handle(self: Any, signal: Any) -> None:
        decision = decide(self.state, decides.carry(self.state, signal), self._tables)
        for effect in decision.effects:
            if isinstance(effect, ToDevice) and isinstance(effect.order, Acknowledge):
                self._outbox(effect.device, effect.order)
                _deliver_now(self)
        right(self, signal)

    patch.setattr(engines.Engine, "_handle", handle)


def _two_entries(patch: pytest.MonkeyPatch) -> None:
    """Each record is an entry of its own: a result can be there without its award."""
    right = StoredJournal.append

    def append(self: Any, signal: Any, records: Iterable[Any], wall: str, **rest: Any) -> Any:
        entry = None
        for record in records:
            entry = right(self, signal, (record,), wall, **rest)
        return entry

    patch.setattr(StoredJournal, "append", append)
    patch.setattr("tests.simulation.checks.replay", lambda *_: ())


def _sync_later(patch: pytest.MonkeyPatch) -> None:
    """synchronous=NORMAL: the newest entry is not on the platter yet when append returns."""
    right = model_disk.ModelDisk.sync

    def sync(self: Any, name: str) -> None:
        unsynced = self._seen[name]
        lines = unsynced.splitlines(keepends=True)
        if len(lines) > 3:
            self._seen[name] = b"".join(lines[:-1])
        right(self, name)
        self._seen[name] = unsynced

    patch.setattr(model_disk.ModelDisk, "sync", sync)


def _skip_the_mirror(patch: pytest.MonkeyPatch) -> None:
    """The second copy is written only when the cabinet starts."""
    right = model_disk.ModelStore.add

    def add(self: Any, row: Any) -> None:
        if self.name == "b":
            self._opened().append(row)
            return
        right(self, row)

    patch.setattr(model_disk.ModelStore, "add", add)


# -- rounds -------------------------------------------------------------------------------------------


def _draw_again(patch: pytest.MonkeyPatch) -> None:
    """A round that was cut while the hands were set is dealt anew."""
    right = resumes._round

    def wrong(state: State) -> tuple[Effect, ...]:
        now = state.play.round
        if now is not None and now.phase is Phase.SETTING:
            return (rounds.draw(now.number, state.setup, len(now.seats)),)
        return right(state)

    def order_drawn(state: Any, number: int, pieces: Any, sealed: str, commitment: str) -> rounds.Played:
        if state.round is None or state.round.number != number or state.phase not in (Phase.DRAWING, Phase.SETTING):
            return rounds.Played()
        return rounds.Played((play.OrderSealed(number, pieces, sealed, commitment),))

    patch.setattr(resumes, "_round", wrong)
    patch.setattr(rounds, "order_drawn", order_drawn)
    patch.setitem(TRANSITIONS, (Phase.SETTING, play.OrderSealed), (Phase.SETTING, Phase.CUTTING))


def _jackpot_on_the_meter(patch: pytest.MonkeyPatch) -> None:
    """A win over the limit is locked for the attendant and also put on the credit meter."""
    right = wagers.settle

    def wrong(bank: StationBank, number: int, stakes: Any, options: Any) -> tuple[r.BankRecord, ...]:
        records = right(bank, number, stakes, options)
        won = sum(record.amount_cents for record in records if isinstance(record, r.JackpotLocked))
        paid = r.AwardPaid(bank.station, number, cashable(won))
        return (*records, paid) if won else records

    patch.setattr(wagers, "settle", wrong)


def _roll_again(patch: pytest.MonkeyPatch) -> None:
    """A roll that was disturbed after its first rest is simply shaken again: a free roll for whoever kicks."""

    def freeze(state: State, now: Any, reason: str) -> Decided:
        return dices._attempt(now, now.roll.attempt + 1)

    patch.setattr(dices, "_freeze", freeze)


def _clear_forgets_a_ticket(patch: pytest.MonkeyPatch) -> None:
    """A RAM clear hands over all but one of the tickets that people still hold."""
    right = clearing.carried_over

    def wrong(state: State | None, **rest: Any) -> Any:
        assert state is not None
        issued = [number for number, one in state.bank.tickets.items() if one.state is TicketState.ISSUED]
        kept = {number: one for number, one in state.bank.tickets.items() if number not in issued[-1:]}
        return right(replace(state, bank=replace(state.bank, tickets=kept)), **rest)

    patch.setattr(clearing, "carried_over", wrong)


PLANTED: dict[str, Planted] = {
    "credit at escrow": Planted(_credit_at_escrow),
    "credit every VEND VALID": Planted(_credit_every_word, Focus.NOTES),
    "credit what nobody knows": Planted(_credit_the_unexpected, Focus.NOTES),
    "forget what nobody knows": Planted(_forget_undecided, Focus.NOTES),
    "RESET before the position is recorded": Planted(_forget_position_seen, Focus.NOTES),
    "no questions at boot": Planted(_ask_nothing_at_boot, Focus.NOTES),
    "redeem a ticket again": Planted(_redeem_again),
    "reprint on doubt": Planted(_reprint_on_doubt, Focus.TICKETS),
    "doubt is failure": Planted(_doubt_is_failure, Focus.TICKETS),
    "ticket-out with the order": Planted(_issued_when_ordered),
    "believe an old flag": Planted(_believe_an_old_flag, Focus.TICKETS),
    "act before commit": Planted(_act_before_commit, Focus.NOTES),
    "acknowledge before commit": Planted(_acknowledge_before_commit, Focus.NOTES),
    "two entries instead of one": Planted(_two_entries),
    "synchronous off": Planted(_sync_later),
    "skip the mirror": Planted(_skip_the_mirror),
    "draw again": Planted(_draw_again),
    "roll again after a first rest": Planted(_roll_again, Focus.DICE),
    "jackpot on the meter": Planted(_jackpot_on_the_meter),
    "RAM clear forgets a ticket": Planted(_clear_forgets_a_ticket),
}
