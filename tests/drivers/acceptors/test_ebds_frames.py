"""EBDS frames of the field and of ours, both ways; every state bit by name."""

from __future__ import annotations

import pytest

from drivers.acceptors.ebds_frames import (
    Kind,
    Message,
    NoteRecord,
    States,
    barcode_data,
    barcode_of,
    data_of,
    decode,
    hunter,
    note_of,
)

TICKET = "012345678901234567"
GOLDEN = [
    (Kind.REPLY, 0, "01 10 00 00 01 02", "02 0B 20 01 10 00 00 01 02 03 39"),
    (Kind.REPLY, 1, "11 10 28 00 01 02", "02 0B 21 11 10 28 00 01 02 03 00"),
    (Kind.REPLY, 1, "04 10 28 00 01 02", "02 0B 21 04 10 28 00 01 02 03 15"),
    (Kind.REPLY, 1, "41 10 00 00 01 02", "02 0B 21 41 10 00 00 01 02 03 78"),
    (Kind.REPLY, 1, "00 14 00 00 01 02", "02 0B 21 00 14 00 00 01 02 03 3D"),
    (Kind.COMMAND, 1, "00 1B 10", "02 08 11 00 1B 10 03 12"),
    (Kind.COMMAND, 0, "7F 3F 10", "02 08 10 7F 3F 10 03 48"),
    (Kind.COMMAND, 0, "7F 5F 10", "02 08 10 7F 5F 10 03 28"),
    (Kind.COMMAND, 0, "7F 1C 30", "02 08 10 7F 1C 30 03 4B"),
    (Kind.EXTENDED, 1, "02 00 0C 00 01", "02 0A 71 02 00 0C 00 01 03 74"),
    (Kind.AUXILIARY, 0, "00 00 04", "02 08 60 00 00 04 03 6C"),
    (Kind.COMMAND, 0, "7F 00 00", "02 08 10 7F 00 00 03 67"),
    (Kind.COMMAND, 0, "7F 1C 12", "02 08 10 7F 1C 12 03 69"),
    (Kind.COMMAND, 1, "7F 3C 12", "02 08 11 7F 3C 12 03 48"),
    (Kind.COMMAND, 0, "7F 5C 12", "02 08 10 7F 5C 12 03 29"),
    (Kind.COMMAND, 1, "00 1C 10", "02 08 11 00 1C 10 03 15"),
    (Kind.AUXILIARY, 0, "7F 7F 7F", "02 08 60 7F 7F 7F 03 17"),
    (
        Kind.EXTENDED,
        1,
        "01 04 10 00 00 54 23 " + barcode_data(TICKET).hex(" "),
        "02 28 71 01 04 10 00 00 54 23 30 31 32 33 34 35 36 37 38 39 30 31 32 33 34 35 36 37"
        "28 28 28 28 28 28 28 28 28 28 03 3A",
    ),
    (
        Kind.EXTENDED,
        0,
        "02 04 10 00 00 54 23 " + data_of(NoteRecord(0, "USD", 20, 0)).hex(" "),
        "02 1E 70 02 04 10 00 00 54 23 00 55 53 44 30 32 30 2B 30 30 00 41 41 41 41 00 00 00 03 54",
    ),
]
BYTES = [bytes.fromhex(text) for *_message, text in GOLDEN]


@pytest.mark.parametrize(("kind", "toggle", "data", "text"), GOLDEN)
def test_each_frame_both_ways(kind: int, toggle: int, data: str, text: str) -> None:
    message, wire = Message(kind, toggle, bytes.fromhex(data)), bytes.fromhex(text)
    assert message.encode() == wire
    assert [decode(raw) for raw in hunter().feed(wire)] == [message]


def test_all_frames_byte_by_byte_are_the_same_frames() -> None:
    hunting, heard = hunter(), []
    for byte in b"".join(BYTES):
        heard += hunting.feed(bytes((byte,)))
    assert heard == BYTES


@pytest.mark.parametrize("noise", [b"\x7f\x00\x7f", b"\x02", b"\x02\x03", b"\x02\x0b\x20", b"A" * 300])
def test_all_frames_with_noise_between_them(noise: bytes) -> None:
    hunting = hunter()
    heard = hunting.feed(b"".join(noise + wire for wire in BYTES))
    # a false start may claim what follows; it lets go when its frame runs out
    assert heard + hunting.feed(b"\x00" * 127) == BYTES


@pytest.mark.parametrize("wire", BYTES[:6])
def test_one_wrong_bit_is_no_frame(wire: bytes) -> None:
    for at in range(len(wire)):
        for bit in range(7):
            wrong = bytearray(wire)
            wrong[at] ^= 1 << bit
            assert hunter().feed(bytes(wrong) + b"\x00" * 127) == []


BITS = [
    ("01 10 00 00", {"idling", "cassette"}),
    ("02 10 00 00", {"accepting", "cassette"}),
    ("04 10 00 00", {"escrowed", "cassette"}),
    ("08 10 00 00", {"stacking", "cassette"}),
    ("11 10 00 00", {"stacked", "idling", "cassette"}),
    ("20 10 00 00", {"returning", "cassette"}),
    ("41 10 00 00", {"returned", "idling", "cassette"}),
    ("01 12 00 00", {"rejected", "idling", "cassette"}),
    ("00 10 01 00", {"starting", "cassette"}),
    ("00 10 02 00", {"invalid_command", "cassette"}),
    ("00 00 00 00", set()),
]
NAMES = (
    "idling", "accepting", "escrowed", "stacking", "stacked", "returning", "returned", "rejected", "cassette",
    "starting", "invalid_command",
)  # fmt: skip


@pytest.mark.parametrize(("text", "names"), BITS)
def test_every_state_bit_by_name(text: str, names: set[str]) -> None:
    states = States(bytes.fromhex(text) + b"T\x23")
    assert {name for name in NAMES if getattr(states, name)} == names


CONDITIONS = [
    ("01 10 00 00", ()),
    ("01 11 00 00", ("cheated",)),
    ("00 14 00 00", ("jam_acceptor",)),
    ("00 18 00 00", ("stacker_full",)),
    ("01 00 00 00", ("cash_box_out",)),
    ("01 30 00 00", ("pause",)),
    ("00 10 04 00", ("failure",)),
    ("00 10 40 00", ("failure",)),
    ("00 0C 04 00", ("cash_box_out", "failure", "jam_acceptor", "stacker_full")),
]


@pytest.mark.parametrize(("text", "names"), CONDITIONS)
def test_every_fault_bit_is_a_condition(text: str, names: tuple[str, ...]) -> None:
    assert States(bytes.fromhex(text) + b"T\x23").conditions()[0] == names


RECORDS = [
    (NoteRecord(1, "USD", 1, 0), 100),
    (NoteRecord(2, "EUR", 5, 2), 50_000),
    (NoteRecord(3, "EUR", 50, -2), 50),
    (NoteRecord(4, "JPY", 1, -3), 0),
    (NoteRecord(0, "", 0, 0), 0),
]


@pytest.mark.parametrize(("record", "cents"), RECORDS)
def test_note_records_both_ways(record: NoteRecord, cents: int) -> None:
    assert note_of(data_of(record)) == record
    assert record.cents(2) == cents
    assert len(data_of(record)) == 18


@pytest.mark.parametrize(
    "data", [b"", b"\x01USD02", b"\x01USD0a0+00\x00AAAA\x00\x00\x00", b"\x01USD020*00\x00AAAA\x00\x00\x00"]
)
def test_a_broken_note_record_is_none(data: bytes) -> None:
    assert note_of(data) is None


@pytest.mark.parametrize("filler", [b"(" * 10, b"\x00" * 10, b"(", b""])
def test_a_barcode_ends_at_its_filler(filler: bytes) -> None:
    assert barcode_of(TICKET.encode() + filler) == TICKET
