"""EBDS note acceptor (MEI, CPI) and Pyramid RS-232, host side: 9600 7E1, frames as drawn in ebds_frames.

The host polls every 200 ms with the acknowledge toggle of ebds_line; reply within 250 ms, then the identical frame
again, 15 times, then the line is down. Every poll carries what is wanted now:

    poll (mouth closed) twice, so that an answer is seen with both toggles -> LinkUp, AcceptorConditions, AcceptorTold
    -> BringUp or Reset: note table until its blank row, note inhibits -> AcceptorReady -> Enable: mouth open in polls
    before a position that leaves an ordered stack open, at AcceptorReady, after each document: the stacked counter
    escrow -> Stack: bit in the polls while escrow shows -> stacked: the identical poll is repeated and the event with
    it, until `Acknowledge` lets the toggle go on

Decides what each poll says. It never credits. A unit needs no reset after power-up; `Reset` brings it up, and one
that is brought up or silent already is soft-reset. The power-up policy A travels in every poll and never changes.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from typing import assert_never

from cabinet.ports.acceptor import (
    AcceptorOrder,
    AcceptorReady,
    AcceptorTold,
    Acknowledge,
    BringUp,
    Enable,
    Hold,
    NoteEscrowed,
    Position,
    Reset,
    Return,
    Stack,
    TicketEscrowed,
)
from cabinet.ports.link import OrderRefused
from drivers.acceptors.document import DocumentTracker, Stage, Wish
from drivers.acceptors.ebds_count import StackedCount
from drivers.acceptors.ebds_frames import (
    BARCODES,
    ESCROW_MODE,
    EXTENDED_NOTES,
    RETURN,
    SOFT_RESET,
    STACK,
    Extended,
    Kind,
    Message,
    NoteRecord,
)
from drivers.acceptors.ebds_line import ToggleLine
from drivers.acceptors.ebds_meanings import (
    Answer,
    EbdsOptions,
    EbdsTable,
    answer_of,
    follow,
    index_values,
    inside_of,
    position_of,
)
from drivers.acceptors.voice import Voice
from drivers.device import Event

_MOST_NOTES = 50
_RESET_QUIET_MS = 1000
_GARBAGE_BYTES = 32
_STALLED_MS = 1500
_CLOSES = frozenset(("cash_box_out", "jam_acceptor", "stacker_full", "failure"))


class Phase(Enum):
    CLOSED = auto()
    LOOK = auto()  # two answers, one with either toggle, before the position is told
    COUNT = auto()  # the position is known, and the stacked counter is read to be told with it
    WAIT = auto()  # told; only closed polls until an order
    LEARN = auto()  # note table
    SETTING = auto()  # note inhibits
    READY = auto()


class Ebds:
    """Driver of one EBDS acceptor; see drivers.device.Driver."""

    def __init__(self, options: EbdsOptions | None = None) -> None:
        self._options = options = options or EbdsOptions()
        self._line = ToggleLine(options.reply_ms, options.silent_after)
        self._table = EbdsTable()
        self._voice = Voice()
        self._stack_was_ordered = False  # before the outage: a stacked document without a value is that one
        self._document = DocumentTracker(options.escrow_ms, self._takes)
        self._start(Phase.CLOSED, 0)

    def _start(self, phase: Phase, now: int) -> None:
        held = self._document.held
        self._stack_was_ordered = self._stack_was_ordered or (held is not None and held.stack_ordered)
        self._phase = phase
        self._document = DocumentTracker(self._options.escrow_ms, self._takes)
        self._wanted = Enable(False, False)
        self._now, self._next_poll = now, now
        self._voice.begin()
        self._looks = 2
        self._told: Position | None = None
        self._bring_up_when_idle = self._reset_due = self._ask_barcode = False
        self._resetting = False
        self._deaf_until = now
        self._records: list[NoteRecord] = []
        self._count = StackedCount(self._options.counts)
        self._untold: Answer | None = None
        # the toggle stays; an order of before the outage must never reach the next document
        self._line.restart(self._command(Wish.NONE))

    # -- the port -----------------------------------------------------------------------------------------

    def opened(self, now: int) -> list[Event]:
        self._voice.opened()
        self._start(Phase.LOOK, now)
        return []

    def closed(self, reason: str, now: int) -> list[Event]:
        was_open = self._phase is not Phase.CLOSED
        self._start(Phase.CLOSED, now)
        return self._voice.down(reason, again=was_open)

    def receive(self, data: bytes, now: int) -> list[Event]:
        self._now = now
        if self._phase is Phase.CLOSED or now < self._deaf_until:
            return []
        events = self._heard(self._line.feed(data), now)
        return events + (self._echo(now) if self._line.echoing else [])

    def pull(self, now: int) -> tuple[bytes, list[Event]]:
        self._now = now
        if self._phase is Phase.CLOSED:
            return b"", []
        events: list[Event] = []
        if self._line.waiting:
            if now < self._line.deadline:
                return b"", []
            if now - self._line.deadline > _STALLED_MS:
                # this host stood still: what it ordered then must not reach another document
                self._line.restart(self._command(Wish.NONE))
            else:
                events = self._missed(now)
        if self._line.waiting or not (self._reset_due or now >= self._next_poll):
            return b"", events
        return self._send(now), events

    def wake_at(self) -> int | None:
        if self._phase is Phase.CLOSED:
            return None
        if self._line.waiting:
            return self._line.deadline
        return self._now if self._reset_due else self._next_poll

    # -- orders -------------------------------------------------------------------------------------------

    def order(self, what: AcceptorOrder, now: int) -> list[Event]:
        self._now = now
        refusal = "port closed" if self._phase is Phase.CLOSED else self._take(what, now)
        return [OrderRefused(type(what).__name__, refusal)] if refusal else []

    def _take(self, what: AcceptorOrder, now: int) -> str:
        match what:
            case Enable():
                self._wanted = what
                self._document.allow(what.notes, what.tickets, now)
                return ""
            case Reset():
                return self._take_reset()
            case BringUp():
                self._bring_up_when_idle = self._phase in (Phase.WAIT, Phase.READY)
                return "not told yet" if self._phase in (Phase.LOOK, Phase.COUNT) else ""
            case Acknowledge():
                self._document.acknowledge()
                return ""
            case Return():
                return self._document.want(Wish.RETURN, now)
            case Stack():
                return self._document.want(Wish.STACK, now) if self._phase is Phase.READY else "not ready"
            case Hold():
                return self._document.want(Wish.HOLD, now)
            case _:
                assert_never(what)

    def _take_reset(self) -> str:
        held = self._document.held
        if self._voice.linked and held is not None and held.stage is Stage.STACKED:
            return "a stacked document waits for its acknowledgement"
        if self._voice.linked and self._phase is Phase.WAIT:
            self._bring_up_when_idle = True
        else:
            self._reset_due = True
        return ""

    # -- what to send -------------------------------------------------------------------------------------

    def _send(self, now: int) -> bytes:
        self._next_poll = now + self._options.poll_ms
        if self._reset_due:
            return self._soft_reset(now)
        if not self._line.answered:
            return self._line.repeat(now)
        wish = self._document.due(now)
        if wish is Wish.ACKNOWLEDGE:
            self._line.kept_back = False
        if self._line.kept_back:
            return self._line.repeat(now)
        kind, data = self._say(wish)
        return self._line.say(kind, data, now)

    def _soft_reset(self, now: int) -> bytes:
        self._reset_due = False
        self._start(Phase.LOOK, now)
        self._resetting = True
        self._next_poll = self._deaf_until = now + _RESET_QUIET_MS
        return self._line.say_unanswered(SOFT_RESET)

    def _say(self, wish: Wish) -> tuple[int, bytes]:
        command = self._command(wish)
        if self._ask_barcode:
            return Kind.EXTENDED, bytes((Extended.BARCODE,))
        if self._count_is_due():
            return Kind.AUXILIARY, self._count.question()
        match self._phase:
            case Phase.LEARN:
                return Kind.EXTENDED, bytes((Extended.NOTE,)) + command + bytes((len(self._records) + 1,))
            case Phase.SETTING:
                return Kind.EXTENDED, bytes((Extended.NOTE_INHIBITS,)) + command + self._table.inhibits(self._options)
            case _:
                return Kind.COMMAND, command

    def _count_is_due(self) -> bool:
        """Before a document can come in: the mouth opens, and what came in is seen, only in a later poll."""
        idle = self._phase is Phase.READY and self._document.held is None
        return self._count.waits and (idle or self._phase is Phase.COUNT)

    def _command(self, wish: Wish) -> bytes:
        """The three data bytes of a poll: what may enter, what to do with the document, how to report."""
        options = self._options
        operation = {Wish.STACK: STACK, Wish.RETURN: RETURN}.get(wish, 0)
        reports = EXTENDED_NOTES if options.extended else 0
        barcodes = BARCODES if self._wanted.tickets else 0
        return bytes((self._enables(), options.orientation << 2 | ESCROW_MODE | operation, reports | barcodes))

    def _enables(self) -> int:
        told = self._voice.conditions
        if self._phase is not Phase.READY or (told and _CLOSES.intersection(told.names)):
            return 0
        if self._options.extended:
            return 0x7F if self._wanted.notes or self._wanted.tickets else 0
        bits = 0
        for index, _cents in index_values(self._options) if self._wanted.notes else ():
            bits |= 1 << (index - 1)
        return bits

    # -- what was heard -----------------------------------------------------------------------------------

    def _missed(self, now: int) -> list[Event]:
        found = self._line.missed()
        if found:
            return self._heard(found, now)
        if self._line.asked == Kind.AUXILIARY and self._count.missed():
            self._line.restart(self._command(Wish.NONE))
            return self._counted(now)
        if not self._line.silent:
            self._next_poll = now
            return []
        events: list[Event] = []
        if self._line.garbage() >= _GARBAGE_BYTES and not self._voice.linked:
            events += self._voice.wrong("bytes that are no EBDS frames")
        return events + self._down("acceptor silent", now)

    def _down(self, reason: str, now: int) -> list[Event]:
        self._start(Phase.LOOK, now)
        self._next_poll = now + self._options.poll_ms
        return self._voice.down(reason)

    def _echo(self, now: int) -> list[Event]:
        events = self._down("echo", now) if self._voice.linked else []
        self._start(Phase.LOOK, now)
        self._next_poll = now + 1000
        return events + self._voice.wrong("echo: the line answers with our own bytes")

    def _heard(self, messages: list[Message], now: int) -> list[Event]:
        events: list[Event] = []
        for message in messages:
            if self._line.asked == Kind.AUXILIARY:
                events += self._count_heard(message, now)
            answer = answer_of(message)
            if answer is not None:
                events += self._answered(answer, message, now)
        return events

    def _count_heard(self, message: Message, now: int) -> list[Event]:
        if message.kind == Kind.AUXILIARY:
            self._count.heard(message)
        else:
            self._count.give_up()
        self._next_poll = now
        return self._counted(now)

    def _counted(self, now: int) -> list[Event]:
        """The counter was read, or there is none: a position that waited for it is told."""
        answer = self._untold
        if self._count.waits or answer is None or self._phase is not Phase.COUNT:
            return []
        self._untold = None
        return self._tell(Position.POWER_UP, None, answer, now)

    def _answered(self, answer: Answer, message: Message, now: int) -> list[Event]:
        extended = message.data[0] if message.kind == Kind.EXTENDED else 0
        match self._phase:
            case Phase.LOOK:
                return self._look(answer, now)
            case Phase.COUNT:
                return self._faults(answer)
            case Phase.LEARN if extended == Extended.NOTE and not _live(answer):
                self._learn(answer.note)
                return []
            case Phase.LEARN | Phase.SETTING if not _live(answer):
                # in place of a record: a unit without them, whose notes are told by index
                return self._settled() + self._running(answer, now)
            case _:
                return self._running(answer, now)

    # -- position -----------------------------------------------------------------------------------------

    def _look(self, answer: Answer, now: int) -> list[Event]:
        if answer.states.stacked and answer.blank and self._stack_was_ordered:
            return self._link_up(answer) + self._tell(Position.STACKED, Stage.STACKED, answer, now)
        found = position_of(answer)
        if found is not None and found[0] is Position.STACKED:
            return self._link_up(answer) + self._tell(*found, answer, now)
        self._looks -= 1
        if self._looks > 0:
            self._next_poll = now
            return []
        events = self._link_up(answer)
        if found is None:
            return events
        if self._resetting and found[0] is Position.POWER_UP:
            return events + self._begin_bring_up()
        if found[0] is Position.POWER_UP:
            return events + self._tell_counted(answer, now)
        return events + self._tell(*found, answer, now)

    def _link_up(self, answer: Answer) -> list[Event]:
        return self._voice.up(answer.states.model) + self._faults(answer)

    def _tell_counted(self, answer: Answer, now: int) -> list[Event]:
        """Nothing inside, and nobody knows what became of an ordered stack: the counter may know."""
        self._count.spoilt()
        if not self._count.waits:
            return self._tell(Position.POWER_UP, None, answer, now)
        self._phase, self._untold, self._next_poll = Phase.COUNT, answer, now
        return []

    def _tell(self, position: Position, stage: Stage | None, answer: Answer, now: int) -> list[Event]:
        """Report where the document is and wait: whatever was wanted before must be wanted again."""
        inside = inside_of(answer, self._options)
        self._document.adopt(inside, stage, now)
        self._phase, self._told = Phase.WAIT, position
        self._wanted, self._bring_up_when_idle, self._resetting = Enable(False, False), False, False
        self._line.kept_back = position is Position.STACKED
        value = (inside.value_cents or None) if stage else None
        events: list[Event] = [AcceptorTold(position, value, inside.ticket, self._count.value)]
        if answer.states.returned and position is Position.RETURNING:
            events += self._document.coming_back("returned", rejected=False)
        return events

    def _running(self, answer: Answer, now: int) -> list[Event]:
        states = answer.states
        events = self._faults(answer)
        if states.starting:
            return events + self._restarted(answer, now)
        if self._asks_barcode(answer):
            self._ask_barcode, self._next_poll = True, now
            return events
        self._ask_barcode = False
        waiting = self._phase is Phase.WAIT and not self._bring_up_when_idle
        if waiting and self._document.held is None and states.escrowed:
            return events + self._tell(Position.ESCROW, Stage.ESCROW, answer, now)
        events += self._refused(answer)
        events += map(self._with_count, follow(self._document, answer, self._options, now))
        if states.stacking or states.stacked:
            self._count.spoilt()
        self._line.kept_back = states.stacked and self._document.held is not None
        if self._document.undecided:
            return events + self._tell_counted(answer, now)
        if self._document.held is None and states.idling and not states.starting:
            return events + self._idle(answer, waiting, now)
        return events

    def _with_count(self, event: Event) -> Event:
        match event:
            case NoteEscrowed() | TicketEscrowed():
                return replace(event, stacked_count=self._count.value)
            case _:
                return event

    def _restarted(self, answer: Answer, now: int) -> list[Event]:
        """The unit lost its power in mid-life and is starting: its position is told when it has."""
        held = self._document.held
        self._stack_was_ordered = held is not None and held.stack_ordered
        self._document.forget()
        self._phase, self._looks, self._resetting = Phase.LOOK, 1, False
        return self._look(answer, now)

    def _idle(self, answer: Answer, waiting: bool, now: int) -> list[Event]:
        self._stack_was_ordered = False
        if waiting and self._told not in (Position.IDLE, Position.POWER_UP):
            return self._tell(Position.IDLE, None, answer, now)
        return self._begin_bring_up() if self._bring_up_when_idle else []

    def _asks_barcode(self, answer: Answer) -> bool:
        new = self._document.held is None or self._document.held.stage is not Stage.ESCROW
        asks = self._options.asks_barcode and self._wanted.tickets and answer.barcode is None
        return asks and new and answer.states.escrowed and not answer.states.value_index and not self._ask_barcode

    def _refused(self, answer: Answer) -> list[Event]:
        held = self._document.held
        if not answer.states.invalid_command or held is None or held.wish is not Wish.STACK:
            return []
        self._document.refused(Wish.STACK)
        return [OrderRefused("Stack", "invalid command")]

    # -- bring-up -----------------------------------------------------------------------------------------

    def _begin_bring_up(self) -> list[Event]:
        self._bring_up_when_idle = self._resetting = False
        self._records, self._table = [], EbdsTable()
        if not self._options.extended:
            return self._settled()
        self._phase, self._next_poll = Phase.LEARN, self._now
        return []

    def _learn(self, note: NoteRecord | None) -> None:
        self._next_poll = self._now
        if note is not None and not note.blank and len(self._records) < _MOST_NOTES:
            self._records.append(note)
            return
        self._table, self._phase = EbdsTable(tuple(self._records)), Phase.SETTING

    def _settled(self) -> list[Event]:
        self._phase, self._next_poll = Phase.READY, self._now
        return [AcceptorReady(tuple(sorted({cents for _index, cents in self._values()})))]

    def _values(self) -> tuple[tuple[int, int], ...]:
        return self._table.values(self._options) if self._table.records else index_values(self._options)

    def _takes(self, cents: int) -> bool:
        return any(cents == taken for _index, taken in self._values())

    def _faults(self, answer: Answer) -> list[Event]:
        names, detail = answer.states.conditions()
        foreign = ("country",) if self._table.foreign(self._options) else ()
        return self._voice.faults(names + foreign, detail)


def _live(answer: Answer) -> bool:
    """It tells of a document that is inside, not of the note table."""
    return answer.states.escrowed or answer.states.stacked
