"""JCM ID-003 note acceptor, host side: 9600 8E1, frames as drawn in id003_frames.

The host asks every 200 ms (*poll_ms*) and waits 100 ms for the answer (500 ms while the unit starts); three misses
in a row are normal, five are an outage. After the port opens:

    poll 11 until anything answers -> 88 version (an echo is found out here), 8A note table, 91 serial
    -> LinkUp, AcceptorConditions, AcceptorTold(position)     nothing but polls until the machine orders
    -> [Reset: 40 -> 50, poll until 1B 1A 11] -> C0 C1 C4 C5 C2 C6 C7 C3=inhibit -> AcceptorReady
    -> Enable: C7, C3                           1B at any later time: every setting again, then Enable again

Decides when to ask, when to ask again and when a line is dead. It never credits, never chooses a recovery and
never sends RESET by itself: 15 (VEND VALID) is reported until `Acknowledge`; a power-up at any time, and a told
document that is gone, are told as a new position.
"""

from __future__ import annotations

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
    Position,
    Reset,
    Return,
    Stack,
)
from cabinet.ports.link import OrderRefused
from drivers.acceptors.document import DocumentTracker, Stage, Wish
from drivers.acceptors.id003_frames import Frame, Host, Told
from drivers.acceptors.id003_line import Errand, Line, is_echo, is_operation, is_status
from drivers.acceptors.id003_meanings import IDLE, POWER_UPS, condition_of, follow, inside_of, position_of, stage_of
from drivers.acceptors.id003_settings import Id003Options, NoteTable, gate, note_table, settings, taken_values
from drivers.acceptors.voice import Voice
from drivers.device import Event

_OPERATIONS = {
    Wish.STACK: Host.STACK_2,
    Wish.RETURN: Host.RETURN,
    Wish.HOLD: Host.HOLD,
    Wish.ACKNOWLEDGE: Host.ACK,
}
_QUERIES = (Frame(Host.VERSION), Frame(Host.CURRENCY), Frame(Host.SERIAL))
_PASSING = frozenset((Position.ESCROW, Position.STACKING, Position.STACKED, Position.RETURNING))
_RESET_AGAIN_MS = 2000
_LONG_SILENCE_MS = 60_000
_SETTLE_MS = 1500  # 1B may go on this long after the settings before it means "started again"
_AGAIN_MS = 1000  # between tries with a line that answers wrongly
_GARBAGE_BYTES = 32


class Phase(Enum):
    CLOSED = auto()  # no port
    PROBE = auto()  # polling until anything answers
    ASK = auto()  # who are you, what notes do you know
    LOOK = auto()  # the next status with a position is told
    WAIT = auto()  # told; only polls until an order
    RESETTING = auto()
    LEARN = auto()  # after a RESET: what was not asked before it
    SETTING = auto()
    READY = auto()


class Id003:
    """Driver of one ID-003 acceptor; see drivers.device.Driver."""

    def __init__(self, options: Id003Options | None = None) -> None:
        self._options = options or Id003Options()
        self._table = NoteTable()
        self._voice = Voice()
        self._silent_since: int | None = None
        self._start(Phase.CLOSED, 0)

    def _start(self, phase: Phase, now: int, first_poll_ms: int = 0) -> None:
        """Nothing is known about the unit: the port opened, or it fell silent."""
        self._phase = phase
        self._line = Line(self._options.silent_after)
        self._errand = Errand()
        self._document = DocumentTracker(self._options.escrow_ms, self._takes)
        self._now, self._next_poll = now, now + first_poll_ms
        self._voice.begin()
        self._model = self._serial = ""
        self._status = 0
        self._told: Position | None = None
        self._wanted = Enable(False, False)
        self._mouth: tuple[bool, bool] | None = None  # notes, tickets as last set; None = to be set
        self._bring_up_when_idle = self._look_first = False
        self._announce_ready = True
        self._reset_due = self._reset_taken = False
        self._reset_at = self._settled_at = now

    # -- the port -----------------------------------------------------------------------------------------

    def opened(self, now: int) -> list[Event]:
        self._voice.opened()
        self._model = self._serial = ""  # another unit may hang on the cable now
        self._silent_since = now
        self._start(Phase.PROBE, now)
        return []

    def closed(self, reason: str, now: int) -> list[Event]:
        was_open = self._phase is not Phase.CLOSED
        self._start(Phase.CLOSED, now)
        return self._voice.down(reason, again=was_open)

    def receive(self, data: bytes, now: int) -> list[Event]:
        self._now = now
        return [] if self._phase is Phase.CLOSED else self._heard(self._line.feed(data), now)

    def pull(self, now: int) -> tuple[bytes, list[Event]]:
        self._now = now
        if self._phase is Phase.CLOSED:
            return b"", []
        events: list[Event] = []
        if self._line.asked is not None:
            if now < self._line.deadline:
                return b"", []
            events = self._missed(now)
        frame = self._choose(now) if self._line.asked is None else None
        return (b"" if frame is None else self._send(frame, now)), events

    def wake_at(self) -> int | None:
        if self._phase is Phase.CLOSED:
            return None
        if self._line.asked is not None:
            return self._line.deadline
        urgent = self._errand.next is not None or self._document.acknowledge_due or self._reset_due
        return self._now if urgent else self._next_poll

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
        if self._voice.linked and held is not None and held.stage is Stage.STACKED:
            return "a stacked document waits for its acknowledgement"
        self._reset_due = True
        if self._voice.linked:
            self._phase, self._reset_taken, self._reset_at = Phase.RESETTING, False, now
            self._errand.drop()
            self._announce_ready = True
        return ""

    def _take_bring_up(self) -> str:
        if self._phase in (Phase.RESETTING, Phase.LEARN, Phase.SETTING):
            return ""
        if self._phase not in (Phase.WAIT, Phase.READY):
            return "not told yet"
        if self._status in POWER_UPS:
            return "needs a reset"
        self._bring_up_when_idle = self._announce_ready = True
        return ""

    # -- what to send -------------------------------------------------------------------------------------

    def _choose(self, now: int) -> Frame | None:
        if self._reset_due:
            self._reset_due, self._reset_at = False, now
            return Frame(Host.RESET)
        if self._phase in (Phase.WAIT, Phase.RESETTING, Phase.READY):
            wish = self._document.due(now)
            if wish is not Wish.NONE:
                return Frame(_OPERATIONS[wish])
        if self._errand.next is None and now >= self._next_poll:
            if self._look_first or not self._mouth_differs():
                self._look_first = False
                return Frame(Host.STATUS)
            self._mouth = self._mouth_wanted()
            self._errand.begin(gate(*self._mouth))
        return self._errand.next

    def _mouth_differs(self) -> bool:
        return self._phase is Phase.READY and self._mouth != self._mouth_wanted() and self._status != Told.INITIALIZE

    def _mouth_wanted(self) -> tuple[bool, bool]:
        return self._wanted.notes and bool(taken_values(self._options, self._table)), self._wanted.tickets

    def _send(self, frame: Frame, now: int) -> bytes:
        self._next_poll = now + self._options.poll_ms
        running = self._phase in (Phase.WAIT, Phase.READY) and self._errand.next is None
        wait_ms = self._options.reply_ms if running else self._options.start_reply_ms
        return self._line.send(frame, now + wait_ms)

    def _missed(self, now: int) -> list[Event]:
        asked, found = self._line.give_up()
        if found:
            return self._heard(found, now)
        if self._line.silent:
            return self._silent(now)
        return self._errand_missed(now) if asked is self._errand.next else []

    def _silent(self, now: int) -> list[Event]:
        events: list[Event] = []
        if self._line.garbage() >= _GARBAGE_BYTES and not self._voice.linked:
            events += self._voice.wrong("bytes that are no ID-003 frames")
        self._start(Phase.PROBE, now, self._options.poll_ms)
        return events + self._voice.down("acceptor silent") + self._long_silence(now)

    def _long_silence(self, now: int) -> list[Event]:
        """A unit whose last word nobody acknowledged for a minute says nothing until a RESET: told as a position,
        because what the RESET erases must be on disk first."""
        if self._silent_since is None:
            self._silent_since = now
        if now - self._silent_since < _LONG_SILENCE_MS:
            return []
        self._silent_since = now
        return [AcceptorTold(Position.SILENT)]

    # -- what was heard -----------------------------------------------------------------------------------

    def _heard(self, frames: list[Frame], now: int) -> list[Event]:
        events: list[Event] = []
        for frame in frames:
            events += self._frame(frame, now)
        return events

    def _frame(self, frame: Frame, now: int) -> list[Event]:
        asked = self._line.answered(frame)
        if asked is None or asked.code == Host.STATUS:
            return self._status_heard(frame, now) if is_status(frame) else []
        if is_echo(asked, frame):
            return self._echo(now)
        if is_operation(asked):
            return self._operation_answered(asked, frame, now)
        return self._errand_answered(asked, frame, now)

    def _echo(self, now: int) -> list[Event]:
        if not self._line.echoed():
            if self._errand.next is None or self._phase is Phase.READY:
                # before any "idle" is believed again the unit must say who it is
                self._errand.begin(_QUERIES[:1])
                self._mouth = None
            return []
        was_linked = self._voice.linked
        self._start(Phase.PROBE, now, _AGAIN_MS)
        events = self._voice.down("echo") if was_linked else []
        return events + self._voice.wrong("echo: the line answers with our own bytes")

    def _operation_answered(self, asked: Frame, frame: Frame, now: int) -> list[Event]:
        taken = frame.code == Told.ACK
        if asked.code == Host.RESET:
            self._reset_taken, self._reset_at = taken, now
        if taken:
            return []
        wish = next((wish for wish, code in _OPERATIONS.items() if code == asked.code), Wish.NONE)
        self._document.refused(wish)
        # a refused RETURN needs no word: the document is on its way out, or was stacked
        return [OrderRefused(wish.name.title(), "invalid command")] if wish in (Wish.STACK, Wish.HOLD) else []

    # -- errands: queries and settings ----------------------------------------------------------------------

    def _errand_answered(self, asked: Frame, frame: Frame, now: int) -> list[Event]:
        if asked is not self._errand.next:
            return []
        if frame.code == Told.INVALID_COMMAND:
            return self._errand_missed(now)
        self._learn(frame)
        return self._errand_done(now) if self._errand.done() else []

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

    def _errand_missed(self, now: int) -> list[Event]:
        if not self._errand.missed():
            return []
        request = self._errand.next
        assert request is not None
        if request.code not in (Host.DISABLE, Host.INHIBIT):
            return self._errand_done(now) if self._errand.done() else []  # some units lack it: do without
        # an acceptor whose mouth does not obey is not ready: begin the whole list again, slowly
        self._errand.drop()
        # it may have started again and take none before a RESET: only its status says so
        self._mouth, self._next_poll, self._look_first = None, now + _AGAIN_MS, True
        if self._phase is Phase.SETTING:
            self._phase, self._bring_up_when_idle = Phase.WAIT, True
        return self._condition("communication", "settings not taken")

    def _errand_done(self, now: int) -> list[Event]:
        match self._phase:
            case Phase.ASK:
                return self._asked(now)
            case Phase.LEARN:
                self._phase = Phase.SETTING
                self._errand.begin(settings(self._options, self._table))
                return []
            case Phase.SETTING:
                return self._set_up(now)
            case _:
                return []  # only the mouth was opened or closed

    def _asked(self, now: int) -> list[Event]:
        if self._line.proven:
            self._phase, self._next_poll = Phase.LOOK, now
            return []
        self._start(Phase.PROBE, now, _AGAIN_MS)
        return self._voice.wrong("answers polls but does not say who it is")

    def _begin_bring_up(self) -> None:
        self._phase, self._bring_up_when_idle = Phase.LEARN, False
        known = bool(self._model) and bool(self._table.cents)
        self._errand.begin(() if known else _QUERIES)
        if known:
            self._errand_done(self._now)

    def _set_up(self, now: int) -> list[Event]:
        self._phase, self._settled_at, self._mouth = Phase.READY, now, (False, False)
        events = self._voice.named(self._model or "ID-003", self._serial) + self._condition("", "")
        if self._announce_ready:
            self._announce_ready = False
            events.append(AcceptorReady(taken_values(self._options, self._table)))
        return events

    # -- statuses -----------------------------------------------------------------------------------------

    def _status_heard(self, frame: Frame, now: int) -> list[Event]:
        self._status, self._silent_since = frame.code, None
        match self._phase:
            case Phase.CLOSED | Phase.ASK:
                return []
            case Phase.PROBE:
                return self._probed(frame, now)
            case Phase.LOOK:
                return self._look(frame, now)
            case Phase.RESETTING:
                return self._faults(frame) + self._resetting(frame, now)
            case Phase.WAIT | Phase.LEARN | Phase.SETTING | Phase.READY:
                return self._faults(frame) + self._running(frame, now)
            case _:
                assert_never(self._phase)

    def _probed(self, frame: Frame, now: int) -> list[Event]:
        # a document in the head or the stacker: such a unit is asked nothing before its RESET
        if frame.code in (Told.POWER_UP_IN_ACCEPTOR, Told.POWER_UP_IN_STACKER):
            self._phase = Phase.LOOK
            return self._look(frame, now)
        self._phase = Phase.ASK
        self._errand.begin(_QUERIES)
        return []

    def _look(self, frame: Frame, now: int) -> list[Event]:
        events: list[Event] = []
        # nothing is made up: a unit that was not asked yet has no name, and gets it when it is brought up
        events += self._voice.up(self._model, self._serial)
        events += self._faults(frame)
        return events if position_of(frame) is None else events + self._tell(frame, now)

    def _tell(self, frame: Frame, now: int) -> list[Event]:
        """Report where the document is and wait: whatever was wanted before must be wanted again."""
        position = position_of(frame)
        assert position is not None
        self._document.adopt(inside_of(frame, self._table.value_of), stage_of(frame), now)
        self._phase, self._told = Phase.WAIT, position
        self._wanted, self._mouth, self._announce_ready = Enable(False, False), None, True
        self._bring_up_when_idle = False
        self._errand.drop()
        held = self._document.held
        if held is None:
            return [AcceptorTold(position)]
        return [AcceptorTold(position, held.inside.value_cents or None, held.inside.ticket)]

    def _running(self, frame: Frame, now: int) -> list[Event]:
        waiting = self._phase is Phase.WAIT and not self._bring_up_when_idle
        if frame.code in POWER_UPS:
            unchanged = waiting and position_of(frame) is self._told
            return [] if unchanged else self._tell(frame, now)
        if waiting and self._document.held is None and self._moved(frame):
            return self._tell(frame, now)
        events: list[Event] = list(follow(self._document, frame, self._table.value_of, now))
        if self._document.undecided:
            return self._tell(Frame(Told.POWER_UP), now)
        if frame.code in IDLE and self._document.held is None:
            if waiting and self._told in _PASSING:
                return events + self._tell(frame, now)
            self._follow_up(frame, now)
        return events

    def _moved(self, frame: Frame) -> bool:
        """The position told is no longer true, and no order has come yet."""
        started_again = frame.code == Told.INITIALIZE and self._told is Position.IDLE
        return started_again or frame.code in (Told.ESCROW, Told.HOLDING)

    def _follow_up(self, frame: Frame, now: int) -> None:
        started_again = frame.code == Told.INITIALIZE and now - self._settled_at > _SETTLE_MS
        ordered = self._bring_up_when_idle and self._phase in (Phase.WAIT, Phase.READY)
        if ordered or (started_again and self._phase is Phase.READY):
            self._begin_bring_up()

    def _resetting(self, frame: Frame, now: int) -> list[Event]:
        if frame.code in POWER_UPS or (frame.code in (Told.IDLING, Told.DISABLED) and not self._reset_taken):
            self._reset_due = now - self._reset_at >= _RESET_AGAIN_MS
            return []
        events: list[Event] = list(follow(self._document, frame, self._table.value_of, now))
        self._document.undecided = False  # the machine follows the position that it was told before the reset
        if frame.code in IDLE and self._document.held is None:
            self._begin_bring_up()
        return events

    # -- conditions ---------------------------------------------------------------------------------------

    def _faults(self, frame: Frame) -> list[Event]:
        return self._condition(*condition_of(frame))

    def _condition(self, name: str, detail: str) -> list[Event]:
        names = ((name,) if name else ()) + (("country",) if self._table.foreign else ())
        return self._voice.faults(names, detail)

    def _takes(self, cents: int) -> bool:
        return cents in taken_values(self._options, self._table)
