"""Random and mutated frames: no exception, bounded memory, the next good frame understood (A6)."""

from __future__ import annotations

import random

import pytest

from cabinet.ports.acceptor import AcceptorTold, Acknowledge, BringUp, Enable, Hold, Position, Reset, Return, Stack
from cabinet.ports.link import LinkUp
from drivers.acceptors.ebds import Ebds
from drivers.acceptors.ebds_frames import Message
from drivers.acceptors.ebds_meanings import EbdsOptions
from drivers.acceptors.id003 import Id003
from drivers.acceptors.id003_frames import Frame, Told, decode, hunter
from drivers.acceptors.id003_settings import Id003Options
from drivers.emulators.ebds import EbdsTwin, EbdsTwinOptions
from drivers.emulators.id003 import Id003Twin, Id003TwinOptions
from drivers.emulators.wire import Wire
from drivers.emulators.world import World
from tests.drivers.acceptors.test_id003_bring_up import Talk, Unit
from tests.drivers.fuzz import FRAMES

GOOD = Frame(Told.ESCROW, b"\x65").encode()


def frame_like(dice: random.Random) -> bytes:
    """A frame, mutated as often as not; or plain noise."""
    data = bytes(dice.randrange(256) for _ in range(dice.choice((0, 0, 0, 1, 1, 2, 18, dice.randrange(251)))))
    raw = bytearray(Frame(dice.randrange(256), data).encode())
    match dice.randrange(6):
        case 0:
            raw[dice.randrange(len(raw))] = dice.randrange(256)
        case 1:
            del raw[dice.randrange(len(raw)) :]
        case 2:
            raw.insert(dice.randrange(len(raw)), dice.randrange(256))
        case 3:
            return bytes(dice.randrange(256) for _ in range(dice.randrange(30)))
    return bytes(raw)


@pytest.mark.fuzz
def test_the_receiver_understands_the_next_good_frame_after_anything() -> None:
    dice, hunting = random.Random(1), hunter()
    for _ in range(FRAMES):
        hunting.feed(frame_like(dice))
        assert hunting.waiting <= 255
        # at worst a false start claims 255 bytes; then it is over
        heard = hunting.feed(b"\x00" * 255 + GOOD)
        assert heard[-1:] == [GOOD]


@pytest.mark.fuzz
def test_the_driver_lives_through_anything_the_line_says() -> None:
    dice = random.Random(2)
    driver, now = Id003(Id003Options()), 0
    driver.opened(0)
    orders = (Reset(), BringUp(), Stack(), Return(), Hold(), Acknowledge())
    for _ in range(FRAMES):
        now += dice.randrange(300)
        driver.receive(frame_like(dice), now)
        driver.pull(now)
        if dice.randrange(20) == 0:
            driver.order(dice.choice(orders), now)
        wake_at = driver.wake_at()
        assert wake_at is not None
        assert wake_at <= now + 2000
    talk = Talk(Unit(Frame(Told.DISABLED)))
    talk.driver, talk.now = driver, now
    driver.closed("swapped", now)
    driver.opened(now)
    talk.run(5000)
    assert talk.of(LinkUp)
    assert talk.of(AcceptorTold) == [AcceptorTold(Position.IDLE)]


def message_like(dice: random.Random) -> bytes:
    """The same for EBDS, of seven-bit bytes."""
    size = dice.choice((3, 6, 6, 6, 7, 25, dice.randrange(60)))
    data = bytes(dice.randrange(128) for _ in range(size))
    raw = bytearray(Message(dice.randrange(8), dice.randrange(2), data).encode())
    match dice.randrange(5):
        case 0:
            raw[dice.randrange(len(raw))] = dice.randrange(256)
        case 1:
            del raw[dice.randrange(len(raw)) :]
        case 2:
            return bytes(dice.randrange(256) for _ in range(dice.randrange(30)))
    return bytes(raw)


@pytest.mark.fuzz
def test_the_ebds_driver_and_twin_live_through_anything() -> None:
    dice, now = random.Random(4), 0
    driver = Ebds(EbdsOptions())
    twin = EbdsTwin(World().shelf("acceptor.1"), EbdsTwinOptions(), 1)
    twin.power_up(0)
    driver.opened(0)
    orders = (Reset(), BringUp(), Stack(), Return(), Hold(), Acknowledge(), Enable(True, True))
    for _ in range(FRAMES):
        now += dice.randrange(300)
        driver.receive(message_like(dice), now)
        driver.pull(now)
        twin.receive(message_like(dice), now)
        twin.pull(now)
        if dice.randrange(20) == 0:
            driver.order(dice.choice(orders), now)
            twin.bench({"insert_note": dice.choice((100, 2000, 77))}, now)
        wake_at = driver.wake_at()
        assert wake_at is not None
        assert wake_at <= now + 2000
    wire = Wire("acceptor.1", driver, twin)
    driver.closed("swapped", now)
    arrived = wire.cable(True, now)
    for later in range(now, now + 20_000, 50):
        arrived += wire.advance(later)
    assert any(isinstance(event, AcceptorTold) for _name, event in arrived)


@pytest.mark.fuzz
def test_the_twin_lives_through_anything_the_host_says() -> None:
    dice, now = random.Random(3), 0
    twin = Id003Twin(World().shelf("acceptor.1"), Id003TwinOptions(), 1)
    twin.power_up(0)
    for _ in range(FRAMES):
        now += dice.randrange(100)
        twin.receive(frame_like(dice), now)
        if dice.randrange(50) == 0:
            twin.bench({"insert_note": dice.choice((100, 2000, 77))}, now)
        twin.pull(now)
    twin.receive(b"\x00" * 255 + Frame(0x40).encode(), now)
    twin.pull(now + 100)
    twin.receive(Frame(0x11).encode(), now + 30_000)
    assert [decode(raw).code for raw in hunter().feed(twin.pull(now + 30_100))] == [Told.DISABLED]
