"""pyfirmata2, written by others for real boards, drives the emulated one."""

from __future__ import annotations

from typing import Any

import pyfirmata2
import pyfirmata2.pyfirmata2 as independent
import pytest

from drivers.emulators.firmata import FirmataTwin
from drivers.emulators.world import World


class Line:
    """What pyfirmata2 takes for a serial port: the twin, in virtual time."""

    def __init__(self, twin: FirmataTwin) -> None:
        self.twin, self.now, self.port = twin, 0, "twin"
        self._inbox = b""

    def write(self, data: bytes) -> None:
        self.twin.receive(bytes(data), self.now)

    def inWaiting(self) -> int:
        self.now += 100
        self._inbox += self.twin.pull(self.now)
        return len(self._inbox)

    def read(self) -> bytes:
        first, self._inbox = self._inbox[:1], self._inbox[1:]
        return first

    def close(self) -> None:
        pass


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    made = Line(FirmataTwin(World().shelf("deck.1")))
    made.twin.power_up(0)
    made.now = 2000
    monkeypatch.setattr(independent, "BOARD_SETUP_WAIT_TIME", 0)
    monkeypatch.setattr(independent.serial, "Serial", lambda *_args, **_kwargs: made)
    return made


def _settle(board: Any) -> None:
    while board.bytes_available():
        board.iterate()


def test_it_reads_version_name_buttons_and_doors_and_lights_a_lamp(line: Line) -> None:
    board = pyfirmata2.ArduinoMega("twin")
    assert board.get_firmata_version() == (2, 5)
    assert board.firmware == "StandardFirmata.ino"
    door, deal, lamp = board.get_pin("d:22:u"), board.get_pin("d:32:u"), board.get_pin("d:45:o")
    for pin in (door, deal):
        pin.port.enable_reporting()
    _settle(board)
    assert (door.value, deal.value) == (False, True)  # closed loop, button up
    line.twin.bench({"door": "main", "open": True}, line.now)
    line.twin.bench({"button": "deal", "down": True}, line.now)
    _settle(board)
    assert (door.value, deal.value) == (True, False)
    lamp.write(1)
    assert line.twin.status()["lamps"]["deal"]
    board.exit()


def test_the_plain_arduino_of_its_manual_opens_it_too(line: Line) -> None:
    board = pyfirmata2.Arduino("twin")
    assert board.get_firmata_version() == (2, 5)
    board.exit()
