"""Frames captured on real units and computed from the same rules, read and written alike."""

from __future__ import annotations

import pytest

from drivers.acceptors.id003_frames import (
    CurrencyRow,
    Frame,
    Host,
    Told,
    data_of,
    decode,
    hunter,
    reason_of,
    rows_of,
    ticket_of,
)

EUR_ROWS = (
    CurrencyRow(0x61, 0, 0, 0),
    CurrencyRow(0x62, 0xE0, 5, 0),
    CurrencyRow(0x63, 0xE0, 10, 0),
    CurrencyRow(0x64, 0xE0, 20, 0),
    CurrencyRow(0x65, 0xE0, 50, 0),
    CurrencyRow(0x66, 0xE0, 10, 1),
    CurrencyRow(0x67, 0xE0, 20, 1),
    CurrencyRow(0x68, 0xE0, 50, 1),
)

GOLDEN = [
    (Frame(Host.STATUS), "FC 05 11 27 56"),
    (Frame(Told.IDLING), "FC 05 11 27 56"),
    (Frame(Host.RESET), "FC 05 40 2B 15"),
    (Frame(Told.POWER_UP), "FC 05 40 2B 15"),
    (Frame(Host.CURRENCY), "FC 05 8A 7D 7C"),
    (
        Frame(Host.CURRENCY, data_of(EUR_ROWS)),
        "FC 25 8A 61 00 00 00 62 E0 05 00 63 E0 0A 00 64 E0 14 0065 E0 32 00 66 E0 0A 01 67 E0 14 01 68 E0 32 01 05 C1",
    ),
    (Frame(0x83), "FC 05 83 BC E1"),
    (Frame(0x83, b"\x01"), "FC 06 83 01 EB 81"),
    (Frame(Host.SERIAL), "FC 05 91 2F D2"),
    (Frame(Host.SERIAL, b"231000760443"), "FC 11 91 32 33 31 30 30 30 37 36 30 34 34 33 7C 7C"),
    (Frame(Host.DISABLE, b"\xff\x00"), "FC 07 C0 FF 00 ED 4A"),
    (Frame(Host.DISABLE, b"\x00\x00"), "FC 07 C0 00 00 2D B5"),
    (Frame(Host.INHIBIT, b"\x00"), "FC 06 C3 00 04 D6"),
    (Frame(Host.INHIBIT, b"\x01"), "FC 06 C3 01 8D C7"),
    (Frame(Told.ACCEPTING), "FC 05 12 BC 64"),
    (Frame(Told.ESCROW, b"\x63"), "FC 06 13 63 A2 D8"),
    (Frame(Told.ESCROW, b"\x64"), "FC 06 13 64 1D AC"),
    (Frame(Told.POWER_UP_IN_ACCEPTOR), "FC 05 41 A2 04"),
    (Frame(Host.ACK), "FC 05 50 AA 05"),
    (Frame(Told.VEND_VALID), "FC 05 15 03 10"),
    (Frame(Host.RETURN), "FC 05 43 B0 27"),
    (Frame(Told.INVALID_COMMAND), "FC 05 4B F8 AB"),
    (Frame(Told.INITIALIZE), "FC 05 1B 7D F9"),
    (Frame(Told.DISABLED), "FC 05 1A F4 E8"),
    (Frame(0xF0, b"\x20\x4a\x01\x02"), "FC 09 F0 20 4A 01 02 8B 5C"),
    (Frame(Host.STACK_2), "FC 05 42 39 36"),
    (Frame(Host.HOLD), "FC 05 44 0F 53"),
    (Frame(Told.STACKING), "FC 05 14 8A 01"),
    (Frame(Told.STACKED), "FC 05 16 98 22"),
    (Frame(Told.REJECTING, b"\x79"), "FC 06 17 79 19 00"),
    (Frame(Told.RETURNING), "FC 05 18 E6 CB"),
    (Frame(Told.HOLDING), "FC 05 19 6F DA"),
    (Frame(Told.STACKER_FULL), "FC 05 43 B0 27"),
    (Frame(Told.JAM_IN_STACKER), "FC 05 46 1D 70"),
    (Frame(Told.PAUSE), "FC 05 47 94 61"),
    (Frame(Told.CHEATED), "FC 05 48 63 99"),
    (Frame(Told.FAILURE, b"\xa2"), "FC 06 49 A2 A0 21"),
    (Frame(Host.VERSION), "FC 05 88 6F 5F"),
    (Frame(0x89), "FC 05 89 E6 4E"),
    (Frame(Host.BARCODE, b"\x01\x12"), "FC 07 C6 01 12 BF 49"),
    (Frame(Host.BAR_INHIBIT, b"\x00"), "FC 06 C7 00 64 B1"),
    (Frame(Host.BAR_INHIBIT, b"\xfc"), "FC 06 C7 FC 87 8C"),
    (Frame(Host.MODE, b"\x00"), "FC 06 C2 00 DC CF"),
    (Frame(Host.SECURITY, b"\x00\x00"), "FC 07 C1 00 00 F1 EF"),
    (Frame(Host.OPTIONS, b"\x00\x00"), "FC 07 C5 00 00 90 8C"),
    (Frame(Host.DIRECTION, b"\x00"), "FC 06 C4 00 0C 9B"),
    (
        Frame(Told.ESCROW, b"\x6f012345678901234567"),
        "FC 18 13 6F 30 31 32 33 34 35 36 37 38 39 30 31 32 33 34 35 36 37 D2 F9",
    ),
]
BYTES = [bytes.fromhex(text) for _frame, text in GOLDEN]


@pytest.mark.parametrize(("frame", "text"), GOLDEN)
def test_each_frame_both_ways(frame: Frame, text: str) -> None:
    wire = bytes.fromhex(text)
    assert frame.encode() == wire
    assert [decode(raw) for raw in hunter().feed(wire)] == [frame]


def test_all_frames_byte_by_byte_are_the_same_frames() -> None:
    hunting, heard = hunter(), []
    for byte in b"".join(BYTES):
        heard += hunting.feed(bytes((byte,)))
    assert heard == BYTES
    assert hunting.dropped == 0


@pytest.mark.parametrize("noise", [b"\xff\x00\xff", b"\xfc", b"\xfc\x04", b"\xfc\x05\x11", b"A" * 300])
def test_all_frames_with_noise_between_them(noise: bytes) -> None:
    hunting = hunter()
    heard = hunting.feed(b"".join(noise + wire for wire in BYTES))
    # a false start may claim what follows; it lets go when its frame runs out
    assert heard + hunting.feed(b"\x00" * 255) == BYTES


@pytest.mark.parametrize("wire", BYTES[:20])
def test_one_wrong_bit_is_no_frame(wire: bytes) -> None:
    for at in range(len(wire)):
        for bit in range(8):
            wrong = bytearray(wire)
            wrong[at] ^= 1 << bit
            # the tail lets a frame whose length byte was hit run out
            heard = hunter().feed(bytes(wrong) + b"\x00" * 260)
            assert wire not in heard
            assert heard == []


def test_values_are_base_times_ten_to_the_exponent_of_a_binary_byte() -> None:
    assert [row.cents(2) for row in EUR_ROWS] == [0, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    assert [row.cents(0) for row in EUR_ROWS[:3]] == [0, 5, 10]
    assert rows_of(data_of(EUR_ROWS)) == EUR_ROWS
    assert rows_of(data_of(EUR_ROWS)[:-1]) == EUR_ROWS[:-1]


def test_tickets_are_told_from_notes_by_their_mark() -> None:
    assert ticket_of(b"\x6f012345678901234567") == "012345678901234567"
    assert ticket_of(b"\x6f") == ""
    assert ticket_of(b"\x63") is None
    assert ticket_of(b"") is None


def test_an_unknown_reject_code_is_named_by_its_number() -> None:
    assert reason_of(b"\x79") == "inhibited"
    assert reason_of(b"\x3c") == "code 3C"
    assert reason_of(b"") == "unnamed"
