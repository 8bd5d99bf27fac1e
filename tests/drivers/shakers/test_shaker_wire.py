"""The lines of the shaker's protocol, whole, torn, spoiled and forged."""

from __future__ import annotations

import random

import pytest

from drivers.shakers.shaker_wire import (
    Command,
    Identity,
    LineReader,
    Nack,
    Reading,
    State,
    body_of,
    crc,
    line,
    nonce_of,
    read_command,
    read_told,
    tag_is_right,
    tag_of,
)
from tests.drivers.fuzz import FRAMES

KEY = b"a key behind the logic door"
ROUND = "000000000000A1B2"
D_BODY = f"D,000,{ROUND},1,1,3,1,6,1,0,2,4,97"
D_WHOLE = f"{D_BODY},{tag_of(KEY, D_BODY, 'FEED')}"
S_BODY = f"S,017,RESULT,{ROUND},1,080,123456"


def test_the_golden_line_of_the_sheet() -> None:
    assert line("B,002,000000000000A1B2,1,3") == b"$B,002,000000000000A1B2,1,3*27C6\r\n"
    assert crc(b"123456789") == 0x29B1
    assert body_of(b"$B,002,000000000000A1B2,1,3*27C6\r\n") == "B,002,000000000000A1B2,1,3"


TOLD = [
    (S_BODY, State(17, "RESULT", 0xA1B2, 1, 0x80, 123456, f"${S_BODY}*{crc(S_BODY.encode()):04X}")),
    ("N,004,1", Nack(4, 1)),
    (
        D_WHOLE,
        Reading(0, 0xA1B2, 1, 1, (3, 1, 6), (1, 0, 2), 4, 97, D_WHOLE[-16:], f"${D_WHOLE}*{crc(D_WHOLE.encode()):04X}"),
    ),
    (
        "I,001,1,EMU,SH1,1.2,3,0007,0123456789ABCDEF",
        Identity(1, 1, "EMU", "SH1", "1.2", 3, "0007", "0123456789ABCDEF", ""),
    ),
]


@pytest.mark.parametrize(("body", "told"), TOLD, ids=["S", "N", "D", "I"])
def test_what_the_shaker_says_is_read(body: str, told: object) -> None:
    read = read_told(body)
    if isinstance(told, Identity) and isinstance(read, Identity):
        assert read.raw.startswith("$I,001")
        read = Identity(*(getattr(read, name) for name in Identity.__slots__[:-1]), "")
    assert read == told


COMMANDS = [
    ("H,001,1", Command("H", 1, ("1",))),
    ("Q,002", Command("Q", 2)),
    (f"B,003,{ROUND},1,3,{ROUND}", Command("B", 3, (ROUND, "1", "3", ROUND))),
    (f"R,004,{ROUND},1", Command("R", 4, (ROUND, "1"))),
    (f"A,999,{ROUND},2", Command("A", 999, (ROUND, "2"))),
    ("X,006", Command("X", 6)),
    ("C,007,2", Command("C", 7, ("2",))),
    ("K,008", Command("K", 8)),
]


@pytest.mark.parametrize(("body", "command"), COMMANDS, ids=[row[0][0] for row in COMMANDS])
def test_every_command_both_ways(body: str, command: Command) -> None:
    assert read_command(body) == command
    assert command.body() == body


@pytest.mark.parametrize(
    "body",
    [
        "",
        "Z,001",
        "S,017,RESULT",
        f"{S_BODY},extra",
        S_BODY.replace("RESULT", "DANCING"),
        S_BODY.replace("080", "80"),
        S_BODY.replace("A1B2", "a1b2"),
        "N,4,1",
        "N,004,١",
        D_WHOLE.replace(",97,", ",,"),
        "I,001,1,EMU,SH1,1.2,3,0007",
    ],
)
def test_a_wrong_number_of_fields_or_a_bad_one_is_nothing(body: str) -> None:
    assert read_told(body) is None


def test_sequence_000_is_no_command() -> None:
    assert read_command("Q,000") is None


def test_torn_at_every_place_it_is_one_line() -> None:  # A6
    whole = line(S_BODY)
    for cut in range(len(whole) + 1):
        reader = LineReader()
        assert reader.feed(whole[:cut]) + reader.feed(whole[cut:]) == [S_BODY]


@pytest.mark.parametrize(
    "noise",
    [
        b"\x00\xffSHAKER v1.2 READY\r\n",  # A8
        b"$",
        b"$S,017,RES",
        line(S_BODY)[:-1],
        line(S_BODY).replace(b"*", b"*0"),
        line("N,004,1").lower().replace(b"n", b"N"),
        b"$" + b"A" * 10_000,
        b"A" * 10_000,
        b"20\x14",
    ],
)
def test_noise_before_a_line_never_hides_it(noise: bytes) -> None:  # A5, A6
    reader = LineReader()
    assert reader.feed(noise) + reader.feed(line(S_BODY)) == [S_BODY]
    assert reader.discarded >= len(noise) - 1
    assert len(reader.noise) <= 32


@pytest.mark.parametrize("place", range(1, len(S_BODY) + 1))
def test_one_wrong_bit_is_no_line(place: int) -> None:  # A6
    for bit in range(8):
        spoiled = bytearray(line(S_BODY))
        spoiled[place] ^= 1 << bit
        assert LineReader().feed(bytes(spoiled)) == []


def test_a_body_of_120_characters_is_the_longest() -> None:
    assert LineReader().feed(line("N" * 120)) == ["N" * 120]
    assert LineReader().feed(line("N" * 121)) == []


@pytest.mark.parametrize(
    ("key", "nonce", "right"),
    [(KEY, "FEED", True), (KEY, "BEEF", False), (b"other", "FEED", False), (b"", "FEED", False)],
)
def test_only_the_paired_key_and_this_attempts_nonce_make_a_right_tag(key: bytes, nonce: str, right: bool) -> None:
    reading = read_told(D_WHOLE)
    assert isinstance(reading, Reading)
    assert tag_is_right(key, reading, nonce) is right


def test_changing_any_digit_of_a_reading_breaks_its_tag() -> None:
    for place in range(len(D_BODY)):
        if D_BODY[place].isdigit():
            forged = D_WHOLE[:place] + str((int(D_WHOLE[place]) + 1) % 10) + D_WHOLE[place + 1 :]
            reading = read_told(forged)
            assert not isinstance(reading, Reading) or not tag_is_right(KEY, reading, "FEED")


def test_no_two_attempts_share_a_nonce() -> None:
    nonces = {nonce_of(KEY, number, attempt) for number in range(500) for attempt in (1, 2, 3)}
    assert len(nonces) == 1500


@pytest.mark.fuzz
def test_mutated_lines_never_raise() -> None:
    chance = random.Random(8)
    reader = LineReader()
    good = [line(row[0]) for row in (*TOLD, *COMMANDS)]
    for _ in range(FRAMES):
        frame = bytearray(chance.choice(good))
        for _ in range(chance.randrange(1, 4)):
            frame[chance.randrange(len(frame))] = chance.randrange(256)
        for body in reader.feed(bytes(frame)):
            read_told(body)
            read_command(body)
        assert reader.feed(line(S_BODY))[-1:] == [S_BODY]
        assert len(reader.noise) <= 32
