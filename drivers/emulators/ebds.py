"""The twin of an EBDS acceptor, extended or Pyramid-like: the same wire from the other side, over AcceptorBody.

A command with the toggle of the last one is answered by the last answer again; one with the other toggle says that
the last answer arrived, so a stacked document told in it is acknowledged. Events wait until an answer carries them,
and are then told once. Power-up policy A: a document at escrow is given back, one past it is stacked without value.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from drivers.acceptors.ebds_frames import (
    BARCODES,
    EXTENDED_NOTES,
    RETURN,
    SOFT_RESET,
    STACK,
    Auxiliary,
    Extended,
    Kind,
    Message,
    NoteRecord,
    barcode_data,
    data_of,
    decode,
    hunter,
    nibbles_of,
)
from drivers.emulators.acceptor_body import BodyTimes, Document, Place
from drivers.emulators.acceptor_twin import AcceptorTwin, TwinLine
from drivers.emulators.world import Shelf

USD_RECORDS = tuple(NoteRecord(at + 1, "USD", base, 0) for at, base in enumerate((1, 2, 5, 10, 20, 50, 100)))
EUR_RECORDS = tuple(NoteRecord(at + 1, "EUR", base, 0) for at, base in enumerate((5, 10, 20, 50, 100, 200, 500)))
BLANK = NoteRecord(0, "", 0, 0)

_SOFTWARE_CRC = 0xC0DE
_REFUSED = 1  # this protocol names no reasons
# the bits of the first state byte
_IDLING, _ACCEPTING, _ESCROWED, _STACKING, _STACKED, _RETURNING, _RETURNED = (1 << bit for bit in range(7))


def records_for(currency: str, values_cents: tuple[int, ...], decimals: int) -> tuple[NoteRecord, ...]:
    """A note table for notes of these values: three digits and a power of ten."""
    rows = []
    for at, cents in enumerate(values_cents):
        assert cents > 0
        base, exponent = cents, -decimals
        while base % 10 == 0:
            base, exponent = base // 10, exponent + 1
        if 0 < exponent <= 2 and base < 10:
            base, exponent = base * 10**exponent, 0
        rows.append(NoteRecord(at + 1, currency, base, exponent))
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class EbdsTwinOptions:
    """*kept_power*, *word_after_power*: as for the ID-003 twin. *pyramid*: no records, barcodes are asked for.

    *counts*: it tells how many documents it stacked.

    *blank_stack*: the unit says a stacked event with an empty record after each power-up, as some do.
    """

    records: tuple[NoteRecord, ...] = USD_RECORDS
    decimals: int = 2
    pyramid: bool = False
    times: BodyTimes = field(default_factory=lambda: BodyTimes(escrow_ms=3_600_000, unpolled_ms=5000))
    kept_power: bool = False
    word_after_power: bool = False
    blank_stack: bool = False
    boot_ms: int = 1000
    start_ms: int = 800  # power-up bit set
    reply_ms: int = 10
    model: bytes = b"T\x23"
    counts: bool = True


class EbdsTwin(AcceptorTwin):
    """One emulated unit; see drivers.device.Twin."""

    def __init__(self, shelf: Shelf, options: EbdsTwinOptions, seed: int) -> None:
        line = TwinLine(options.reply_ms, seed)
        super().__init__(shelf, options.times, options.kept_power, options.boot_ms, line)
        self._options = options
        self._hunter = hunter()
        self._forget()

    def _forget(self) -> None:
        self._command = bytes(3)
        self._inhibits: bytes | None = None  # None = every note of the table
        self._last: Message | None = None  # the last command
        self._answer: Message | None = None
        self._told_stacked = False  # in the last answer
        self._events = 0  # bits of the first state byte not yet told
        self._rejected = self._invalid = self._turned_away = False
        self._value_known = True
        self._starting_until = 0
        self._last_ticket = ""

    # -- power and time -----------------------------------------------------------------------------------

    def _warm_start(self, now: int) -> None:
        ram = self._body.data.get("ram", {})
        self._command = bytes.fromhex(ram.get("command", "000000"))
        if ram.get("answer"):
            self._last, self._answer = decode(bytes.fromhex(ram["last"])), decode(bytes.fromhex(ram["answer"]))
            self._told_stacked = bool(ram["told_stacked"])
        if self._body.place is Place.STACKED and not self._told_stacked:
            self._events = _STACKED

    def _remember(self) -> None:
        # no physical act: for `kept_power`, written with the next one
        last, answer = self._last, self._answer
        assert last is not None
        assert answer is not None
        self._body.data["ram"] = {
            "command": self._command.hex(),
            "last": last.encode().hex(),
            "answer": answer.encode().hex(),
            "told_stacked": self._told_stacked,
        }

    def _cold_start(self, now: int) -> None:
        self._hunter.clear()
        self._forget()
        self._starting_until = self._awake_at + self._options.start_ms
        match self._body.place:
            case Place.STACKED if self._options.word_after_power:
                self._events, self._value_known = _STACKED, False
            case Place.STACKED:
                self._body.forget_word()
            case Place.STACKING:
                self._value_known = False
                self._body.finish_stacking(self._awake_at)
            case Place.RETURNING:
                self._body.resume(self._awake_at)
            case _:
                self._body.give_back(0, self._awake_at)
        if self._options.blank_stack and not self._events and self._body.place is Place.IDLE:
            self._events, self._value_known = _STACKED, False

    def _moved(self, before: Place, now: int) -> None:
        place = self._body.place
        if place is before:
            return
        if place is Place.STACKED:
            self._events |= _STACKED
        elif place is Place.RETURNING and self._body.reason:
            self._rejected = True
        elif before is Place.RETURNING and place is Place.IDLE:
            self._events |= 0 if self._turned_away else _RETURNED
        if place is Place.RETURNING:
            self._turned_away = bool(self._body.reason)

    def _timed_out(self) -> int:
        return 0

    # -- the wire -----------------------------------------------------------------------------------------

    def _hear(self, data: bytes, now: int) -> None:
        for raw in self._hunter.feed(data):
            self._polled_at = now
            if self._line.once("lose_ack"):
                continue
            message = decode(raw)
            if (message.kind, message.data) == (SOFT_RESET.kind, SOFT_RESET.data):
                self._start_cold(now)
                return
            self._obey(message, now)

    def _obey(self, message: Message, now: int) -> None:
        again = self._last is not None and self._answer is not None and message.toggle == self._last.toggle
        if not again:
            self._arrived()
            self._last = message
            self._carry_out(message, now)
            kind, data = self._reply(message, now)
            self._answer = Message(kind, message.toggle, data)
            self._remember()
        assert self._answer is not None
        self._line.say(self._answer.encode(), now)

    def _arrived(self) -> None:
        """The host toggled: it has the last answer."""
        if self._told_stacked:
            self._told_stacked = False
            self._value_known = True
            if self._body.place is Place.STACKED:
                self._body.acknowledged()

    def _carry_out(self, message: Message, now: int) -> None:
        data = message.data
        if message.kind == Kind.EXTENDED and data[:1] == bytes((Extended.BARCODE,)):
            return
        if message.kind == Kind.EXTENDED:
            if data[:1] == bytes((Extended.NOTE_INHIBITS,)) and len(data) >= 12:
                self._inhibits = data[4:12]
            data = data[1:]
        if message.kind == Kind.AUXILIARY:
            return
        if message.kind not in (Kind.COMMAND, Kind.EXTENDED) or len(data) < 3:
            self._invalid = True
            return
        self._command = data[:3]
        self._operate(data[1], now)

    def _operate(self, bits: int, now: int) -> None:
        if not bits & (STACK | RETURN) or self._line.once("lose_order"):
            return
        if bits & STACK and bits & RETURN:
            self._invalid = True
        elif bits & STACK:
            self._invalid = self._body.blocked or not self._body.stack(now)
        else:
            before = self._body.place
            self._invalid = before is not Place.ESCROW or not self._body.give_back(0, now)
            self._moved(before, now)

    # -- what it answers ----------------------------------------------------------------------------------

    def _reply(self, message: Message, now: int) -> tuple[int, bytes]:
        if message.kind == Kind.AUXILIARY:
            return self._count_reply(message.data)
        stacked = bool(self._events & _STACKED) and now >= self._starting_until
        ticket = self._ticket()
        states = self._states(now)
        asked = message.data[:1] if message.kind == Kind.EXTENDED else b""
        if asked == bytes((Extended.BARCODE,)):
            digits = barcode_data(ticket or self._last_ticket)
            return Kind.EXTENDED, bytes((Extended.BARCODE,)) + states + digits
        if asked == bytes((Extended.NOTE,)) and len(message.data) >= 5 and not self._options.pyramid:
            return Kind.EXTENDED, bytes((Extended.NOTE,)) + states + data_of(self._row(message.data[4]))
        if self._extended() and (stacked or self._body.place is Place.ESCROW):
            if ticket:
                return Kind.EXTENDED, bytes((Extended.BARCODE,)) + states + barcode_data(ticket)
            return Kind.EXTENDED, bytes((Extended.NOTE,)) + states + data_of(self._live())
        return Kind.REPLY, states

    def _count_reply(self, asked: bytes) -> tuple[int, bytes]:
        """What it keeps beside the document; a question it does not know is answered by the CRC."""
        if asked[2:3] == bytes((Auxiliary.STACKED_TOTAL,)) and self._options.counts:
            return Kind.AUXILIARY, nibbles_of(self._body.data.get("stacked_total", 0), 8)
        return Kind.AUXILIARY, nibbles_of(_SOFTWARE_CRC, 4)

    def _extended(self) -> bool:
        return bool(self._command[2] & EXTENDED_NOTES) and not self._options.pyramid

    def _states(self, now: int) -> bytes:
        starting = now < self._starting_until
        first = self._first(starting)
        second = (1 if self._body.has("cheated") else 0) | (2 if self._rejected else 0)
        jam = self._body.has("jam_acceptor") or self._body.has("jam_stacker")
        second |= (4 if jam else 0) | (8 if self._body.has("stacker_full") else 0)
        second |= (0 if self._body.data["box_out"] else 16) | (32 if self._body.has("pause") else 0)
        third = (1 if starting else 0) | (2 if self._invalid else 0) | (4 if self._body.has("failure") else 0)
        third |= 0 if self._extended() else self._index() << 3
        if not starting:
            self._told_stacked = bool(first & _STACKED)
            self._events, self._rejected, self._invalid = 0, False, False
        return bytes((first, second, third, 0)) + self._options.model

    def _first(self, starting: bool) -> int:
        if starting:
            return 0
        steady = {
            Place.ENTERING: _ACCEPTING,
            Place.ESCROW: _ESCROWED,
            Place.LIFTING: _STACKING,
            Place.STACKING: _STACKING,
            Place.RETURNING: _RETURNING,
        }
        if self._body.blocked:
            return self._events
        return steady.get(self._body.place, _IDLING) | self._events

    def _document(self) -> Document | None:
        return self._body.held or self._body.data["unacknowledged"]

    def _ticket(self) -> str:
        document = self._document()
        return str(document["ticket"]) if document and "ticket" in document else ""

    def _live(self) -> NoteRecord:
        row = self._row(self._index()) if self._value_known else BLANK
        return NoteRecord(0, row.currency, row.base, row.exponent)

    def _index(self) -> int:
        """Index of the note that is inside, 0 = none or not told."""
        document = self._document()
        told = self._body.place in (Place.ESCROW, Place.STACKED) and self._value_known
        return self._index_of(document["value"]) if told and document and "value" in document else 0

    def _index_of(self, cents: int) -> int:
        rows = self._options.records
        return next((row.index for row in rows if row.cents(self._options.decimals) == cents), 0)

    def _row(self, index: int) -> NoteRecord:
        return next((row for row in self._options.records if row.index == index), BLANK)

    # -- the mouth ----------------------------------------------------------------------------------------

    def _shut(self) -> str:
        return "" if self._command[0] else "inhibited"

    def _box_back(self, now: int) -> None:
        if self._options.blank_stack:
            self._events, self._value_known = self._events | _STACKED, False

    def _refusal(self, document: Document, reject: str) -> int:
        if reject:
            return _REFUSED
        if "ticket" in document:
            self._last_ticket = str(document["ticket"])
            readable = self._command[2] & BARCODES and self._last_ticket.isdigit() and len(self._last_ticket) <= 28
            return 0 if readable else _REFUSED
        index = self._index_of(document["value"])
        return 0 if index and self._allowed(index) else _REFUSED

    def _allowed(self, index: int) -> bool:
        if not self._extended():
            return bool(self._command[0] >> (index - 1) & 1)
        if self._inhibits is None:
            return True
        return bool(self._inhibits[(index - 1) // 7] >> ((index - 1) % 7) & 1)
