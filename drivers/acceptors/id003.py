"""JCM ID-003 note acceptor, host side: 9600 8E1, frames as drawn in id003_frames.

One request at a time: the host asks every 200 ms (*poll_ms*) and waits 100 ms (500 ms while the unit starts);
three misses in a row are normal, five are an outage. After the port opens:

    poll 11 until anything answers -> 88 version (an echo is found out here), 8A note table, 91 serial
    -> LinkUp, AcceptorTold(position)          nothing but polls until the machine orders
    -> [Reset: 40 -> 50, poll until 1B 1A 11]  -> C0 C1 C4 C5 C2 C6 C7 C3=inhibit -> AcceptorReady
    -> Enable: C7, C3                           1B at any later time: every setting again

Decides when to ask, when to ask again and when a line is dead. It never credits, never chooses a recovery and
never sends RESET by itself: 15 (VEND VALID) is reported until `Acknowledge`, 40 41 42 are reported as positions.
"""

from __future__ import annotations

from collections import deque
from enum import Enum, auto
from typing import assert_never

from cabinet.ports.acceptor import (
    AcceptorConditions,
    AcceptorOrder,
    AcceptorReady,
    AcceptorTold,
    Acknowledge,
    BringUp,
    Enable,
    Hold,
    Position,
    Reset,
    Return,
    Stack,
)
from cabinet.ports.link import LinkDown, LinkUp, OrderRefused, WrongDevice
from drivers.acceptors.id003_document import DocumentTracker, Stage, Wish
from drivers.acceptors.id003_frames import FAILURES, Frame, Host, Told, decode, hunter
from drivers.acceptors.id003_settings import Id003Options, NoteTable, gate, note_table, settings, taken_values
from drivers.device import Event

_QUERIES = (Frame(Host.VERSION), Frame(Host.CURRENCY), Frame(Host.SERIAL))
_OPERATIONS = frozenset((Host.RESET, Host.STACK_1, Host.STACK_2, Host.RETURN, Host.HOLD))
_POWER_UPS = frozenset((Told.POWER_UP, Told.POWER_UP_IN_ACCEPTOR, Told.POWER_UP_IN_STACKER))
_IDLE = frozenset((Told.IDLING, Told.DISABLED, Told.INITIALIZE))
_PASSING = frozenset((Position.ESCROW, Position.STACKING, Position.STACKED, Position.RETURNING))
_TRIES = 3
_RESET_AGAIN_MS = 2000
_SETTLE_MS = 1500  # 1B may go on this long after the settings before it means "started again"
_GARBAGE_BYTES = 32

POSITIONS = {
    Told.IDLING: Position.IDLE,
    Told.DISABLED: Position.IDLE,
    Told.ESCROW: Position.ESCROW,
    Told.HOLDING: Position.ESCROW,
    Told.STACKING: Position.STACKING,
    Told.VEND_VALID: Position.STACKED,
    Told.REJECTING: Position.RETURNING,
    Told.RETURNING: Position.RETURNING,
    Told.POWER_UP: Position.POWER_UP,
    Told.POWER_UP_IN_ACCEPTOR: Position.IN_ACCEPTOR,
    Told.POWER_UP_IN_STACKER: Position.IN_STACKER,
    # a unit that asks for its settings started again some time ago: whatever it held then is unknown
    Told.INITIALIZE: Position.POWER_UP,
}

CONDITIONS = {
    Told.STACKER_FULL: "stacker_full",
    Told.STACKER_OPEN: "cash_box_out",
    Told.JAM_IN_ACCEPTOR: "jam_acceptor",
    Told.JAM_IN_STACKER: "jam_stacker",
    Told.PAUSE: "pause",
    Told.CHEATED: "cheated",
    Told.FAILURE: "failure",
    Told.COMMUNICATION_ERROR: "communication",
    Told.RECYCLER_ERROR: "failure",
}


class Phase(Enum):
    CLOSED = auto()  # no port
    PROBE = auto()  # polling until anything answers
    ASK = auto()  # who are you, what notes do you know
    LOOK = auto()  # next status is the position to tell
    WAIT = auto()  # told; only polls until an order
    RESETTING = auto()
    SETTING = auto()
    READY = auto()


class Id003:
    """Driver of one ID-003 acceptor; see drivers.device.Driver."""

    def __init__(self, options: Id003Options) -> None:
        self._options = options
        self._hunter = hunter()
        self._poll = Frame(Host.STATUS)
        self._start(Phase.CLOSED, 0)
        self._table = NoteTable()
        self._told_down = False

    def _start(self, phase: Phase, now: int) -> None:
        self._phase = phase
        self._hunter.clear()
        self._document = DocumentTracker(self._options.escrow_ms, self._value_of, self._takes)
        self._flying: Frame | None = None
        self._deadline = 0
        self._next_poll = self._now = now
        self._heard = now
        self._misses = 0
        self._job: deque[Frame] = deque()
        self._tries = 0
        self._job_next: Phase = Phase.LOOK
        self._echoes = 0
        self._proven = False
        self._sent: set[bytes] = set()
        self._linked = False
        self._wrong = ""
        self._wanted = Enable(False, False)
        self._applied: tuple[bool, bool] | None = None
        self._settled_at = now
        self._status = 0
        self._told: Position | None = None
        self._conditions: AcceptorConditions | None = None  # told anew after each opening, also when there are none
        self._bring_up_when_idle = False
        self._announce_ready = True
        self._reset_due = False
        self._reset_at = 0
        self._reset_taken = False
        self._model = self._serial = ""

    # -- the port -----------------------------------------------------------------------------------------

    def opened(self, now: int) -> list[Event]:
        self._start(Phase.PROBE, now)
        return []

    def closed(self, reason: str, now: int) -> list[Event]:
        told, self._told_down = self._told_down and self._phase is Phase.CLOSED, True
        self._start(Phase.CLOSED, now)
        return [] if told else [LinkDown(reason)]

    def receive(self, data: bytes, now: int) -> list[Event]:
        self._now = now
        if self._phase is Phase.CLOSED:
            return []
        return self._frames(self._hunter.feed(data), now)

    def pull(self, now: int) -> tuple[bytes, list[Event]]:
        self._now = now
        if self._phase is Phase.CLOSED:
            return b"", []
        events: list[Event] = []
        if self._flying is not None:
            if now < self._deadline:
                return b"", []
            events = self._miss(now)
        frame = self._choose(now)
        return (b"" if frame is None else self._send(frame, now)), events

    def wake_at(self) -> int | None:
        if self._phase is Phase.CLOSED:
            return None
        if self._flying is not None:
            return self._deadline
        return self._now if self._urgent() else self._next_poll

    # -- orders -------------------------------------------------------------------------------------------

    def order(self, what: AcceptorOrder, now: int) -> list[Event]:
        self._now = now
        refusal = self._take(what, now)
        return [OrderRefused(type(what).__name__, refusal)] if refusal else []

    def _take(self, what: AcceptorOrder, now: int) -> str:
        if self._phase is Phase.CLOSED:
            return "port closed"
        match what:
            case Enable():
                self._wanted = what
                self._document.allow(what.notes, what.tickets, now)
                return ""
            case Reset():
                return self._take_reset(now)
            case BringUp():
                return self._take_bring_up()
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

    def _take_reset(self, now: int) -> str:
        held = self._document.held
        if self._linked and held is not None and held.stage is Stage.STACKED:
            return "a stacked document waits for its acknowledgement"
        self._reset_due = True
        if self._linked:
            self._phase, self._reset_taken, self._reset_at = Phase.RESETTING, False, now
            self._job.clear()
            self._announce_ready = True
        return ""

    def _take_bring_up(self) -> str:
        if self._phase in (Phase.SETTING, Phase.RESETTING):
            return ""
        if self._phase not in (Phase.WAIT, Phase.READY):
            return "not told yet"
        if self._status in _POWER_UPS:
            return "needs a reset"
        self._bring_up_when_idle = self._announce_ready = True
        return ""

    # -- what to send -------------------------------------------------------------------------------------

    def _urgent(self) -> bool:
        return bool(self._job) or self._document.acknowledge_due or self._reset_due

    def _choose(self, now: int) -> Frame | None:
        if self._reset_due:
            self._reset_due, self._reset_at = False, now
            return Frame(Host.RESET)
        operation = self._document.due(now) if self._phase in (Phase.WAIT, Phase.RESETTING, Phase.READY) else None
        if operation is not None:
            return Frame(operation)
        if self._job:
            return self._job[0]
        if now < self._next_poll:
            return None
        if self._gate_due():
            self._set_gate()
            return self._job[0]
        return self._poll

    def _gate_due(self) -> bool:
        """The mouth is not as wanted; tried at most once a poll, after that poll's answer."""
        return self._phase is Phase.READY and self._applied != self._gate() and self._status != Told.INITIALIZE

    def _gate(self) -> tuple[bool, bool]:
        notes = self._wanted.notes and bool(taken_values(self._options, self._table))
        return notes, self._wanted.tickets

    def _set_gate(self) -> None:
        self._job.extend(gate(*self._gate()))
        self._applied, self._job_next, self._tries = self._gate(), Phase.READY, 0

    def _send(self, frame: Frame, now: int) -> bytes:
        data = frame.encode()
        self._sent.add(data)
        self._next_poll = now + self._options.poll_ms
        if frame.code == Host.ACK:  # the only frame without an answer
            return data
        running = self._phase in (Phase.WAIT, Phase.READY) and not self._job
        self._flying = frame
        self._deadline = now + (self._options.reply_ms if running else self._options.start_reply_ms)
        return data

    def _miss(self, now: int) -> list[Event]:
        frames = self._hunter.give_up_waiting()
        if frames:
            return self._frames(frames, now)
        flying, self._flying = self._flying, None
        self._misses += 1
        if self._misses >= self._options.silent_after:
            return self._silent(now)
        if self._job and flying is self._job[0]:
            return self._job_missed()
        return []

    def _silent(self, now: int) -> list[Event]:
        garbage, was_down = self._hunter.dropped, self._told_down
        self._hunter.dropped = 0
        events: list[Event] = []
        if garbage >= _GARBAGE_BYTES and not self._linked:
            events += self._wrong_device("bytes that are no ID-003 frames")
        if not was_down:
            self._told_down = True
            events.append(LinkDown("acceptor silent"))
        wrong = self._wrong
        self._start(Phase.PROBE, now)
        self._wrong = wrong
        self._next_poll = now + self._options.poll_ms
        return events

    def _wrong_device(self, told: str) -> list[Event]:
        if self._wrong == told:
            return []
        self._wrong = told
        return [WrongDevice(told)]

    # -- what was heard -----------------------------------------------------------------------------------

    def _frames(self, frames: list[bytes], now: int) -> list[Event]:
        events: list[Event] = []
        for raw in frames:
            self._misses, self._heard = 0, now
            self._proven = self._proven or raw not in self._sent
            events += self._frame(decode(raw), now)
        return events

    def _frame(self, frame: Frame, now: int) -> list[Event]:
        flying = self._flying
        if flying is None or not _answers(flying, frame):
            return self._heard_status(frame, now) if _is_status(frame) else []
        self._flying = None
        if flying.code == Host.STATUS:
            return self._heard_status(frame, now)
        if flying.code in _OPERATIONS:
            return self._operation_answered(flying, frame, now)
        return self._job_answered(flying, frame, now)

    def _operation_answered(self, flying: Frame, frame: Frame, now: int) -> list[Event]:
        if frame == flying:  # an operation is answered by 50: its own bytes are an echo, never a status
            return self._echo(now)
        if flying.code == Host.RESET:
            self._reset_taken, self._reset_at = frame.code == Told.ACK, now
        if frame.code == Told.ACK:
            return []
        self._document.refused(flying.code)
        name = {Host.STACK_2: "Stack", Host.HOLD: "Hold"}.get(Host(flying.code))
        return [OrderRefused(name, "invalid command")] if name else []

    def _echo(self, now: int) -> list[Event]:
        self._echoes += 1
        if self._echoes < 2:
            return []
        events: list[Event] = []
        if self._linked and not self._told_down:
            self._told_down = True
            events.append(LinkDown("echo"))
        events += self._wrong_device("echo: the line answers with our own bytes")
        wrong = self._wrong
        self._start(Phase.PROBE, now)
        self._wrong, self._next_poll = wrong, now + 1000
        return events

    # -- queries and settings -----------------------------------------------------------------------------

    def _job_answered(self, flying: Frame, frame: Frame, now: int) -> list[Event]:
        if flying.code < Host.DISABLE and frame == flying:
            return self._echo(now) or self._job_missed()
        if not self._job or flying is not self._job[0]:
            return []
        if frame.code == Told.INVALID_COMMAND:
            return self._job_missed()
        self._learn(frame)
        return self._job_step(now)

    def _learn(self, frame: Frame) -> None:
        match frame.code:
            case Host.VERSION:
                self._model = frame.data.decode("ascii", "replace").strip()
            case Host.SERIAL:
                self._serial = frame.data.decode("ascii", "replace").strip()
            case Host.CURRENCY:
                self._table = note_table(frame.data, self._options)
            case _:
                pass

    def _job_missed(self) -> list[Event]:
        self._tries += 1
        if self._tries < _TRIES:
            return []
        essential = self._job[0].code in (Host.DISABLE, Host.INHIBIT)
        if not essential or self._job_next is Phase.LOOK:
            return self._job_step(self._now)
        # an acceptor whose mouth cannot be closed is not ready: begin the whole list again, slowly
        self._job.clear()
        self._tries, self._applied = 0, None
        self._next_poll = self._now + 1000
        if self._phase is Phase.SETTING:
            self._bring_up_when_idle, self._phase = True, Phase.WAIT
        return self._condition("communication", "settings not taken")

    def _job_step(self, now: int) -> list[Event]:
        self._job.popleft()
        self._tries = 0
        if self._job:
            return []
        match self._job_next:
            case Phase.LOOK:
                return self._asked(now)
            case Phase.SETTING:
                self._fill_settings()
                return []
            case _:
                return self._set_up(now)

    def _asked(self, now: int) -> list[Event]:
        if not self._proven:
            events = self._wrong_device("answers polls but does not say who it is")
            wrong = self._wrong
            self._start(Phase.PROBE, now)
            self._wrong, self._next_poll = wrong, now + 1000
            return events
        self._phase, self._next_poll = Phase.LOOK, now
        return []

    def _begin_bring_up(self) -> None:
        self._phase, self._bring_up_when_idle = Phase.SETTING, False
        self._job.clear()
        self._tries = 0
        if self._model and self._table.cents:
            self._fill_settings()
        else:
            self._job.extend(_QUERIES)
            self._job_next = Phase.SETTING

    def _fill_settings(self) -> None:
        self._job.extend(settings(self._options, self._table))
        self._job_next = Phase.READY

    def _set_up(self, now: int) -> list[Event]:
        if self._phase is not Phase.SETTING:
            return []  # only the mouth was opened or closed
        self._phase, self._settled_at, self._applied = Phase.READY, now, (False, False)
        events = self._condition("", "")
        if self._announce_ready:
            self._announce_ready = False
            events.append(AcceptorReady(taken_values(self._options, self._table)))
        return events

    # -- statuses -----------------------------------------------------------------------------------------

    def _heard_status(self, frame: Frame, now: int) -> list[Event]:
        match self._phase:
            case Phase.PROBE:
                return self._probed(frame, now)
            case Phase.ASK | Phase.CLOSED:
                return []
            case Phase.LOOK:
                self._status = frame.code
                return self._look(frame, now)
            case Phase.WAIT | Phase.RESETTING | Phase.SETTING | Phase.READY:
                self._status = frame.code
                return self._running(frame, now)
            case _:
                assert_never(self._phase)

    def _probed(self, frame: Frame, now: int) -> list[Event]:
        # a document in the head or the stacker: such a unit is asked nothing before its RESET
        if frame.code in (Told.POWER_UP_IN_ACCEPTOR, Told.POWER_UP_IN_STACKER):
            self._phase = Phase.LOOK
            return self._heard_status(frame, now)
        self._phase, self._job_next, self._tries = Phase.ASK, Phase.LOOK, 0
        self._job.extend(_QUERIES)
        return []

    def _look(self, frame: Frame, now: int) -> list[Event]:
        events: list[Event] = []
        if not self._linked:
            self._linked, self._told_down, self._wrong = True, False, ""
            events.append(LinkUp(self._model or "ID-003", self._serial))
        events += self._faults(frame)
        if _position(frame) is not None:
            events += self._tell(frame, now)
        return events

    def _tell(self, frame: Frame, now: int) -> list[Event]:
        """Report where the document is and wait: whatever was wanted before must be wanted again."""
        position = _position(frame)
        assert position is not None
        self._document.adopt(frame, now)
        self._phase, self._told = Phase.WAIT, position
        self._wanted, self._applied, self._announce_ready = Enable(False, False), None, True
        self._document.allow(False, False, now)
        self._bring_up_when_idle = False
        self._job.clear()
        held = self._document.held
        if held is None:
            return [AcceptorTold(position)]
        return [AcceptorTold(position, held.value_cents or None, held.ticket)]

    def _running(self, frame: Frame, now: int) -> list[Event]:
        events = self._faults(frame)
        if self._phase is Phase.RESETTING:
            return events + self._resetting(frame, now)
        if frame.code in _POWER_UPS:
            if self._phase is Phase.WAIT and _position(frame) is self._told:
                return events
            return events + self._tell(frame, now)
        held = self._document.held is not None
        if self._phase is Phase.WAIT and not held and self._moved(frame):
            return events + self._tell(frame, now)
        events += self._document.seen(frame, now)
        if self._document.undecided:
            self._document.undecided = False
            return events + self._tell(Frame(Told.POWER_UP), now)
        idle = frame.code in _IDLE and self._document.held is None
        if idle and self._phase is Phase.WAIT and self._told in _PASSING and not self._bring_up_when_idle:
            return events + self._tell(frame, now)
        if idle:
            self._follow_up(frame, now)
        return events

    def _moved(self, frame: Frame) -> bool:
        """While the machine has not ordered yet: the position told is no longer true."""
        if self._bring_up_when_idle:
            return False
        started_again = frame.code == Told.INITIALIZE and self._told is Position.IDLE
        return started_again or frame.code in (Told.ESCROW, Told.HOLDING)

    def _follow_up(self, frame: Frame, now: int) -> None:
        started_again = frame.code == Told.INITIALIZE and now - self._settled_at > _SETTLE_MS
        ordered = self._bring_up_when_idle and self._phase in (Phase.WAIT, Phase.READY)
        if ordered or (started_again and self._phase is Phase.READY):
            self._begin_bring_up()

    def _resetting(self, frame: Frame, now: int) -> list[Event]:
        if frame.code in _POWER_UPS or (frame.code in (Told.IDLING, Told.DISABLED) and not self._reset_taken):
            self._reset_due = now - self._reset_at >= _RESET_AGAIN_MS
            return []
        events: list[Event] = list(self._document.seen(frame, now))
        self._document.undecided = False  # the machine follows the position that it was told before the reset
        if frame.code in _IDLE and self._document.held is None:
            self._begin_bring_up()
        return events

    # -- conditions ---------------------------------------------------------------------------------------

    def _faults(self, frame: Frame) -> list[Event]:
        name = next((name for told, name in CONDITIONS.items() if told == frame.code), "")
        detail = ""
        if frame.code == Told.FAILURE and frame.data:
            detail = FAILURES.get(frame.data[0], f"code {frame.data[0]:02X}")
        return self._condition(name, detail)

    def _condition(self, name: str, detail: str) -> list[Event]:
        names = {name} - {""}
        if self._table.foreign:
            names.add("country")
        told = AcceptorConditions(tuple(sorted(names)), detail)
        if told == self._conditions:
            return []
        self._conditions = told
        return [told]

    def _value_of(self, code: int) -> int:
        return self._table.value_of(code)

    def _takes(self, cents: int) -> bool:
        return cents in taken_values(self._options, self._table)


def _is_status(frame: Frame) -> bool:
    return frame.code in _STATUSES


_STATUSES = frozenset(Told) - {Told.ACK, Told.ENQ, Told.INVALID_COMMAND}


def _position(frame: Frame) -> Position | None:
    return next((position for told, position in POSITIONS.items() if told == frame.code), None)


def _answers(asked: Frame, heard: Frame) -> bool:
    if asked.code == Host.STATUS:
        return _is_status(heard)
    if asked.code in _OPERATIONS:
        return heard.code in (Told.ACK, Told.INVALID_COMMAND) or heard == asked
    return heard.code in (asked.code, Told.INVALID_COMMAND)


__all__ = ["Id003", "Id003Options"]
