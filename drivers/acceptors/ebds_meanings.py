"""What an EBDS answer means in the cabinet's words: a position, a step of the document; and the note table.

One-shot events (stacked, returned, rejected) come together with a steady state ("11" = stacked and idling); the
event is looked at first. A stacked event whose note record is all zero, with nothing ordered, is not money: units
say it at power-up and when the cassette is put back.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.ports.acceptor import AcceptorEvent, Position
from drivers.acceptors.document import DocumentTracker, Inside, Stage
from drivers.acceptors.ebds_frames import Extended, Kind, Message, NoteRecord, States, barcode_of, note_of

_MOST_CENTS = 100_000_00  # a larger "note" is a misread record
_STATES = 6


@dataclass(frozen=True, slots=True)
class EbdsOptions:
    """What the operator chooses; the Pyramid profile is `pyramid()`. Times in ms.

    *extended*: notes come as records with their value; without it as an index into *index_cents*. *orientation*:
    0 one way, 1 face up, 3 all four. *counts*: the unit is asked how many documents it stacked.
    *reply_ms*, *silent_after*: the identical frame is sent so often, then offline.
    """

    currency: str = "USD"
    decimals: int = 2
    values_cents: tuple[int, ...] = ()
    index_cents: tuple[int, ...] = (100, 200, 500, 1000, 2000, 5000, 10_000)
    extended: bool = True
    asks_barcode: bool = False
    orientation: int = 3
    poll_ms: int = 200
    reply_ms: int = 250
    silent_after: int = 15
    escrow_ms: int = 5000
    counts: bool = True


def pyramid(values_cents: tuple[int, ...] = ()) -> EbdsOptions:
    """Pyramid RS-232: no extended notes; a barcode is asked for when an escrow has no value."""
    return EbdsOptions(values_cents=values_cents, extended=False, asks_barcode=True, orientation=0, counts=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer taken apart. *note*: its record, if it has one; *barcode*: digits, None if it is no ticket."""

    states: States
    note: NoteRecord | None = None
    barcode: str | None = None

    @property
    def blank(self) -> bool:
        """Told by an all-zero record."""
        return self.note is not None and self.note.blank

    def cents(self, options: EbdsOptions) -> int:
        """Value of the document told about; 0 = unknown, or money of another currency."""
        if self.note is not None:
            cents = self.note.cents(options.decimals) if self.note.currency == options.currency else 0
            return cents if cents <= _MOST_CENTS else 0
        index = self.states.value_index
        return options.index_cents[index - 1] if 0 < index <= len(options.index_cents) else 0


def answer_of(message: Message) -> Answer | None:
    """The answer in a reply; None when it is too short to be one, or of another kind."""
    data = message.data
    if message.kind == Kind.AUXILIARY:
        return None
    if message.kind == Kind.REPLY:
        return Answer(States(data[:_STATES])) if len(data) >= _STATES else None
    if len(data) < 1 + _STATES:
        return None
    states, rest = States(data[1 : 1 + _STATES]), data[1 + _STATES :]
    match data[0]:
        case Extended.NOTE:
            return Answer(states, note=note_of(rest))
        case Extended.BARCODE:
            return Answer(states, barcode=barcode_of(rest))
        case _:
            return Answer(states)


def position_of(answer: Answer) -> tuple[Position, Stage | None] | None:
    """Where a document is; None while the unit starts, moves one in, or only tells a fault.

    An idle unit is told as POWER_UP: the answer that would have told of a stacked document may have been
    acknowledged by our own first poll, so nobody can say what became of an ordered stack.
    """
    states = answer.states
    if states.stacked and not states.returned and not answer.blank:
        return Position.STACKED, Stage.STACKED
    if states.starting:
        return None
    if states.escrowed:
        return Position.ESCROW, Stage.ESCROW
    if states.stacking:
        return Position.STACKING, Stage.STACKING
    if states.returning or (states.returned and not states.stacked):
        return Position.RETURNING, Stage.ESCROW
    if states.accepting or states.conditions()[0]:
        return None
    return Position.POWER_UP, None


def inside_of(answer: Answer, options: EbdsOptions) -> Inside:
    """What an escrow answer tells of its document."""
    if answer.barcode is not None:
        return Inside(answer.barcode.encode(), 0, answer.barcode)
    cents = answer.cents(options)
    return Inside(str(cents).encode(), cents)


def follow(tracker: DocumentTracker, answer: Answer, options: EbdsOptions, now: int) -> list[AcceptorEvent]:
    """What an answer means for the document."""
    states = answer.states
    if states.stacked and states.returned:
        return tracker.gone(word_lost=True)  # impossible on hardware: never a credit
    if states.stacked:
        ordered = tracker.held is not None
        return tracker.stacked(answer.cents(options), now) if ordered or not answer.blank else []
    if states.rejected:
        return tracker.coming_back("rejected", rejected=True)
    if states.returned or states.returning:
        return tracker.coming_back("returned", rejected=False)
    if states.escrowed:
        silent = answer.note is None and answer.barcode is None and not states.value_index
        return tracker.escrow(None if silent else inside_of(answer, options), now)
    if states.stacking:
        return tracker.stacking(now)
    if states.conditions()[0]:
        tracker.fault()
        return []
    # every event is told exactly once: gone without one means that the unit forgot it
    return tracker.gone(word_lost=True) if states.idling or states.accepting else []


@dataclass(frozen=True, slots=True)
class EbdsTable:
    """The unit's note table: records by index, of our currency and of others."""

    records: tuple[NoteRecord, ...] = ()

    def values(self, options: EbdsOptions) -> tuple[tuple[int, int], ...]:
        """(index, cents) of the notes that are taken."""
        ours = ((r.index, r.cents(options.decimals)) for r in self.records if r.currency == options.currency)
        return tuple((index, cents) for index, cents in ours if _taken(cents, options))

    def foreign(self, options: EbdsOptions) -> bool:
        """Only money of other currencies."""
        return bool(self.records) and all(record.currency != options.currency for record in self.records)

    def inhibits(self, options: EbdsOptions) -> bytes:
        """Data of *set note inhibits*: seven notes a byte, bit set = taken."""
        bits = bytearray(8)
        for index, _cents in self.values(options):
            if 1 <= index <= 50:
                bits[(index - 1) // 7] |= 1 << ((index - 1) % 7)
        return bytes(bits)


def _taken(cents: int, options: EbdsOptions) -> bool:
    return 0 < cents <= _MOST_CENTS and (not options.values_cents or cents in options.values_cents)


def index_values(options: EbdsOptions) -> tuple[tuple[int, int], ...]:
    """(index 1..7, cents) of the notes that are taken by a unit without records."""
    return tuple((index + 1, cents) for index, cents in enumerate(options.index_cents) if _taken(cents, options))
