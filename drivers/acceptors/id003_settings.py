"""What an ID-003 acceptor is told after each start: the operator's choices as SET frames, inhibit last.

Decides which bits stand for which choice, from the note table the unit itself gave. A unit forgets every
setting at RESET. Polarity: a bit set in C0, C4 and C7 *forbids*.
"""

from __future__ import annotations

from dataclasses import dataclass

from drivers.acceptors.id003_frames import FIRST_CODE, Frame, Host, rows_of

COUNTRIES = {"USD": (0x01,), "CAD": (0x08,), "GBP": (0x17,), "EUR": (0xE0,)}
"""Country bytes of the note table, by currency, as far as captures show them."""

_MOST_CENTS = 100_000_00  # a larger "note" is a misread table


@dataclass(frozen=True, slots=True)
class Id003Options:
    """What the operator chooses. *countries*: table rows of another country's money are refused.

    *values_cents*: notes to take, empty = every note of the table; *directions*: bit set = forbidden insertion
    direction; *high_security_cents*: notes to examine more strictly. Times in ms.
    """

    countries: tuple[int, ...] = (0x01,)
    decimals: int = 2
    values_cents: tuple[int, ...] = ()
    directions: int = 0x00
    high_security_cents: tuple[int, ...] = ()
    barcode_digits: int = 18
    optional_functions: int = 0x0000
    poll_ms: int = 200
    reply_ms: int = 100
    start_reply_ms: int = 500
    escrow_ms: int = 5000
    silent_after: int = 5


@dataclass(frozen=True, slots=True)
class NoteTable:
    """The unit's own table in cents, by escrow code; *foreign* = it has only rows of other countries' money."""

    cents: tuple[tuple[int, int], ...] = ()
    foreign: bool = False

    def value_of(self, code: int) -> int:
        """Cents of an escrow code; 0 = unknown, unused or another currency."""
        return dict(self.cents).get(code, 0)

    def values_cents(self) -> tuple[int, ...]:
        return tuple(sorted({cents for _code, cents in self.cents}))


def note_table(data: bytes, options: Id003Options) -> NoteTable:
    """The rows of an answer to 8A that are this cabinet's money."""
    used = [row for row in rows_of(data) if 0 < row.cents(options.decimals) <= _MOST_CENTS]
    ours = [row for row in used if row.country in options.countries]
    return NoteTable(tuple((row.code, row.cents(options.decimals)) for row in ours), bool(used) and not ours)


def taken_values(options: Id003Options, table: NoteTable) -> tuple[int, ...]:
    """Cents of the notes that are taken when the mouth is open, ascending."""
    wanted = options.values_cents
    return tuple(value for value in table.values_cents() if not wanted or value in wanted)


def settings(options: Id003Options, table: NoteTable) -> tuple[Frame, ...]:
    """Every SET frame in the order they are sent; the unit is inhibited at the end."""
    taken = _bits(table, taken_values(options, table))
    # with every note disabled here the unit would refuse tickets too; the mouth is closed to notes by C7 then
    frames = [Frame(Host.DISABLE, _word(0xFFFF & ~taken if taken else 0))]
    if options.high_security_cents:
        frames.append(Frame(Host.SECURITY, _word(_bits(table, options.high_security_cents))))
    frames += [
        Frame(Host.DIRECTION, bytes((options.directions,))),
        Frame(Host.OPTIONS, _word(options.optional_functions)),
        Frame(Host.MODE, b"\x00"),
        Frame(Host.BARCODE, bytes((0x01, options.barcode_digits))),
        *gate(notes=False, tickets=False),
    ]
    return tuple(frames)


def gate(notes: bool, tickets: bool) -> tuple[Frame, ...]:
    """The frames that open or close the mouth: what kind may enter, then whether anything may."""
    shut = (0 if notes else 1) | (0 if tickets else 2)
    accepting = notes or tickets
    return Frame(Host.BAR_INHIBIT, bytes((shut,))), Frame(Host.INHIBIT, b"\x00" if accepting else b"\x01")


def _bits(table: NoteTable, values_cents: tuple[int, ...]) -> int:
    bits = 0
    for code, cents in table.cents:
        if cents in values_cents and 0 <= code - FIRST_CODE < 16:
            bits |= 1 << (code - FIRST_CODE)
    return bits


def _word(bits: int) -> bytes:
    return bits.to_bytes(2, "little")
