"""The bytes of Firmata 2.5 as measured, both ways, whole, torn and with noise."""

from __future__ import annotations

import random

import pytest

from drivers.decks import firmata_wire as wire
from drivers.decks.firmata_wire import FROM_BOARD, HOST_SYSEX_LIMIT, TO_BOARD, Message, MessageReader
from drivers.decks.wiring import ButtonPin, DoorPin, Wiring, wiring_problems
from drivers.emulators.boards import board_named
from drivers.emulators.firmata import FirmataTwin, FirmataTwinOptions
from drivers.emulators.world import World
from tests.drivers.fuzz import FRAMES

NAME = "F0 79 02 05 53 00 74 00 64 00 F7"  # "Std"

TOLD = [
    ("version", "F9 02 05", Message(0xF9, 0, b"\x02\x05")),
    ("firmware", NAME, Message(0xF0, 0, bytes.fromhex("79 02 05 53 00 74 00 64 00"))),
    ("port 4, pins 32 and 39 high", "94 01 01", Message(0x90, 4, b"\x01\x01")),
    ("pin 22 is pulled up and high", "F0 6E 16 0B 01 F7", Message(0xF0, 0, bytes.fromhex("6E 16 0B 01"))),
    ("analog 3", "E3 7F 07", Message(0xE0, 3, b"\x7f\x07")),
]
SAID = [
    ("pin 22 pulled up", wire.set_mode(22, wire.PULLUP), "F4 16 0B"),
    ("lamp 45 on", wire.write_pin(45, True), "F5 2D 01"),
    ("report port 4", wire.report_port(4), "D4 01"),
    ("read pin 22 back", wire.sysex(wire.PIN_QUERY, 22), "F0 6D 16 F7"),
    ("capabilities?", wire.sysex(wire.CAPABILITY_QUERY), "F0 6B F7"),
    ("firmware?", wire.sysex(wire.FIRMWARE), "F0 79 F7"),
    ("port 2: pins 16 and 23", wire.port_state(2, 0x81), "92 01 01"),
]


REAL = [
    ("F9", "F9 02 05"),
    ("F4 16 0B F0 6D 16 F7", "F0 6E 16 0B 01 F7"),
    ("D2 01", "92 40 00"),
    ("F4 2D 01 F5 2D 01 F0 6D 2D F7", "F0 6E 2D 01 01 F7"),
    ("95 20 00 F0 6D 2D F7", "F0 6E 2D 01 01 F7"),
    ("95 00 00 F0 6D 2D F7", "F0 6E 2D 01 00 F7"),
    ("F4 2D 03 F0 6F 2D 7F 01 F7 F0 6D 2D F7", "F0 6E 2D 03 7F 01 F7"),
    ("F4 16 02 F0 6D 16 F7", "92 00 00 F0 6E 16 0B 00 F7"),  # not analog: keeps its mode, loses its state
    ("F0 6D 63 F7", "F0 6E 63 F7"),  # no such pin
    (
        "F4 2D 63",
        "F0 71 55 00 6E 00 6B 00 6E 00 6F 00 77 00 6E 00 20 00 70 00 69 00 6E 00 20 00 6D 00 6F 00 64 00 65 00 F7",
    ),
    ("F0 79 F9 F7", "F0 79 02 05 53 00 74 00 61 00 6E 00 64 00 61 00 72 00 64 00 46 00 69 00 72 00 6D 00 61 00 74 00 61"
    " 00 2E 00 69 00 6E 00 6F 00 F7"),  # a command inside a sysex is data
    ("F4 2D F9 01 F0 6D 2D F7", "F9 02 05 F0 6E 2D 01 00 F7"),  # a command that waits goes on waiting
    ("FF F0 6D 16 F7", "F0 6E 16 01 00 F7"),  # reset: outputs, low
]  # fmt: skip
"""Said to StandardFirmata 2.5 on a simulated ATmega2560, and what it answered."""


def reader() -> MessageReader:
    return MessageReader(FROM_BOARD, HOST_SYSEX_LIMIT)


@pytest.mark.parametrize(("data", "message"), [row[1:] for row in TOLD], ids=[row[0] for row in TOLD])
def test_what_a_board_says_is_read_whole_torn_and_twice(data: str, message: Message) -> None:  # A6
    raw = bytes.fromhex(data)
    assert reader().feed(raw) == [message]
    assert reader().feed(raw + raw) == [message, message]
    slow = reader()
    assert [found for value in raw for found in slow.feed(bytes((value,)))] == [message]


@pytest.mark.parametrize(("data", "hexed"), [row[1:] for row in SAID], ids=[row[0] for row in SAID])
def test_what_a_host_says_is_the_sheets(data: bytes, hexed: str) -> None:
    assert data == bytes.fromhex(hexed)
    assert len(MessageReader(TO_BOARD, 64).feed(data)) == 1


def test_the_emulator_answers_as_the_real_firmware_did() -> None:
    twin = FirmataTwin(World().shelf("deck.1"))
    for door in twin.status()["doors"]:
        twin.bench({"door": door, "open": True}, 0)  # nothing is wired to the simulated chip
    twin.power_up(0)
    twin.pull(3000)
    for said, answered in REAL:
        twin.receive(bytes.fromhex(said), 3000)
        assert twin.pull(3000) == bytes.fromhex(answered), said


@pytest.mark.parametrize(
    "noise", [b"\xff\x00\xff", b"\xf9\x02", b"\x94", b"\xf0\x79\x02", b"hello", b"A" * 10_000, b"\xf0" + b"A" * 10_000]
)
def test_noise_before_a_message_never_hides_it(noise: bytes) -> None:  # A6
    lame = reader()
    lame.feed(noise)
    assert lame.feed(bytes.fromhex("F9 02 05")) == [Message(0xF9, 0, b"\x02\x05")]
    assert lame.discarded > 0
    assert len(lame.noise) <= 32


def test_text_is_two_seven_bit_bytes_a_character() -> None:
    assert wire.unpack_text(wire.pack_text("Standard é.ino")) == "Standard é.ino"
    assert max(wire.pack_text("é")) < 0x80


def test_the_measured_capabilities_of_twenty_pins_are_195_bytes() -> None:
    twin = FirmataTwin(World().shelf("deck"), FirmataTwinOptions(wiring=Wiring((), (), ()), board="uno"))
    twin.receive(bytes.fromhex("F0 6B F7"), 0)
    answer = twin.pull(0)
    assert len(answer) == 195
    pins = wire.read_capabilities(answer[2:-1])
    assert pins == tuple(board_named("uno").modes(pin) for pin in range(20))


def test_the_default_map_is_sound_and_a_bad_one_is_named() -> None:
    assert wiring_problems(Wiring()) == ()
    board = board_named("mega")
    assert all(wire.PULLUP in board.modes(pin) for pin in Wiring().inputs())
    assert all(wire.OUTPUT in board.modes(pin) for pin in Wiring().outputs())
    bad = Wiring(doors=(DoorPin("main", 22, latch_pin=30),), buttons=(ButtonPin("deal", 22, 1),))
    assert wiring_problems(bad) == (
        "pin 22 is used twice",
        "pin 30 is used twice",
        "pin 1 is none of 2..127",
        "the latch of door main needs a read pin and a reset pin",
    )


@pytest.mark.fuzz
def test_random_and_mutated_messages_never_raise() -> None:
    chance = random.Random(6)
    host = reader()
    good = [bytes.fromhex(row[1]) for row in TOLD]
    for _ in range(FRAMES):
        frame = bytearray(chance.choice(good))
        for _ in range(chance.randrange(1, 4)):
            frame[chance.randrange(len(frame))] = chance.randrange(256)
        host.feed(bytes(frame))
        assert host.feed(bytes.fromhex("F9 02 05"))[-1] == Message(0xF9, 0, b"\x02\x05")
        assert len(host.noise) <= 32
