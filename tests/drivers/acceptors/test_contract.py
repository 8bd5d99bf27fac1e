"""What every acceptor protocol owes the cabinet, over good and bad wires and every interruption (A4, A9).

After each story: nothing is credited that does not lie in the box, and nothing lies in the box that is neither
credited nor in dispute.
"""

from __future__ import annotations

import random

import pytest

from cabinet.ports.acceptor import (
    AcceptorReady,
    AcceptorTold,
    DocumentFinished,
    DocumentRejected,
    DocumentReturned,
    NoteEscrowed,
    Position,
)
from cabinet.ports.link import LinkDown, LinkUp
from drivers.acceptors import ACCEPTORS
from drivers.acceptors.ebds_meanings import pyramid
from drivers.emulators.ebds import EbdsTwinOptions
from drivers.emulators.id003 import Id003TwinOptions
from drivers.emulators.wire import BadWire
from tests.drivers.acceptors.rig import Protocol, Rig, ebds, id003

PROTOCOLS = [
    pytest.param(id003(), id="id003"),
    pytest.param(id003(twin=Id003TwinOptions(word_after_power=True)), id="id003-offers-again"),
    pytest.param(id003(twin=Id003TwinOptions(word_after_stacker=False)), id="id003-stacks-silently"),
    pytest.param(ebds(), id="ebds"),
    pytest.param(ebds(twin=EbdsTwinOptions(word_after_power=True)), id="ebds-offers-again"),
    pytest.param(ebds(twin=EbdsTwinOptions(blank_stack=True)), id="ebds-blank-stacks"),
    pytest.param(ebds(pyramid(), EbdsTwinOptions(pyramid=True)), id="pyramid"),
]
WIRES = [
    pytest.param(None, id="perfect"),
    pytest.param(BadWire(split=True), id="split"),
    pytest.param(BadWire(delay_ms=70), id="slow"),
    pytest.param(BadWire(delay_ms=140), id="later than the time-out"),
    pytest.param(BadWire(noise_per_mille=100), id="noise"),
    pytest.param(BadWire(loss_per_mille=50), id="loss"),
    pytest.param(BadWire(split=True, delay_ms=20, noise_per_mille=15, loss_per_mille=10), id="everything"),
]
NOTES = (100, 200, 500, 1000, 2000, 5000, 10_000)
A_NOTES_LIFE_MS = range(0, 3400, 170)  # no multiple of a poll: every phase of a poll is met


def test_every_protocol_is_here() -> None:
    assert {param.values[0].name for param in PROTOCOLS if isinstance(param.values[0], Protocol)} == set(ACCEPTORS)


def assert_books(rig: Rig) -> None:
    """Credited ≤ in the box ≤ credited + in dispute + ordered and not yet told."""
    journal, box = rig.journal, rig.in_box_cents
    known = sum(cents for cents in journal.disputes if cents)
    known += journal.value_cents if journal.stage == "stack_sent" else 0
    assert journal.credited_cents <= box
    if None not in journal.disputes:
        assert box <= journal.credited_cents + known


def note_until_ended(rig: Rig, cents: int) -> None:
    rig.bench(insert_note=cents)
    for _ in range(200):
        events = rig.run(100)
        if any(isinstance(event, DocumentFinished | DocumentReturned | DocumentRejected) for event in events):
            return


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("wire", WIRES)
def test_ten_notes_over_any_wire_are_ten_credits(protocol: Protocol, wire: BadWire | None) -> None:
    rig = Rig(protocol, wire).start()
    dice = random.Random(5)
    for _ in range(10):
        note_until_ended(rig, dice.choice(NOTES))
        rig.run(dice.randrange(300, 900))
    rig.run(30_000)
    assert rig.journal.disputes == []
    assert rig.journal.credited_cents == rig.in_box_cents
    assert len(rig.of(NoteEscrowed)) >= 8


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_cable_is_pulled_at_every_moment_of_a_note(protocol: Protocol) -> None:
    for moment in A_NOTES_LIFE_MS:
        rig = Rig(protocol).start()
        rig.bench(insert_note=2000)
        rig.run(moment)
        rig.cable(False)
        rig.run(moment % 700 + 50)
        rig.cable(True)
        rig.until(AcceptorReady)
        rig.run(3000)
        assert_books(rig)
        assert rig.journal.disputes == [], moment
        note_until_ended(rig, 500)
        assert_books(rig)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("twice", [False, True])
def test_the_device_loses_its_power_at_every_moment_of_a_note(protocol: Protocol, twice: bool) -> None:
    for moment in A_NOTES_LIFE_MS:
        rig = Rig(protocol).start()
        rig.bench(insert_note=2000)
        rig.run(moment)
        rig.bench(power="off")
        rig.run(2500)
        rig.bench(power="on")
        if twice:
            rig.run(1000 + moment % 900)
            rig.bench(power="off")
            rig.run(100)
            rig.bench(power="on")
        rig.until(AcceptorReady)
        rig.run(5000)
        assert_books(rig)
        note_until_ended(rig, 500)
        assert_books(rig)
        assert rig.in_box_cents >= 500, moment


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_only_the_cabinet_restarts_at_every_moment_of_a_note(protocol: Protocol) -> None:
    for moment in A_NOTES_LIFE_MS:
        rig = Rig(protocol).start()
        rig.bench(insert_note=2000)
        rig.run(moment)
        rig.restart_cabinet()
        rig.until(AcceptorReady)
        rig.run(5000)
        assert_books(rig)
        assert rig.journal.disputes == [] or protocol.word_may_be_lost, moment


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("kept_power", [False, True])
def test_cabinet_and_device_restart_at_every_moment_of_a_note(protocol: Protocol, kept_power: bool) -> None:
    for moment in A_NOTES_LIFE_MS:
        rig = Rig(protocol).start()
        rig.bench(insert_note=2000)
        rig.run(moment)
        rig.restart_world(kept_power)
        rig.until(AcceptorReady)
        rig.run(5000)
        assert_books(rig)
        if kept_power:
            assert rig.journal.disputes == [] or protocol.word_may_be_lost, moment
        note_until_ended(rig, 500)
        assert_books(rig)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("seed", range(4))
def test_an_evening_of_accidents_keeps_the_books(protocol: Protocol, seed: int) -> None:
    dice = random.Random(seed)
    rig = Rig(protocol, BadWire(split=True, noise_per_mille=5, loss_per_mille=5, delay_ms=30, seed=seed)).start()
    for _ in range(25):
        rig.bench(insert_note=dice.choice(NOTES))
        rig.run(dice.randrange(3500))
        match dice.randrange(7):
            case 0:
                rig.bench(power="off")
                rig.run(dice.randrange(3000))
                rig.bench(power="on")
            case 1:
                rig.cable(False)
                rig.run(dice.randrange(6000))
                rig.cable(True)
            case 2:
                rig.restart_cabinet()
            case 3:
                rig.restart_world(dice.random() < 0.5)
            case 4:
                rig.bench(fault=dice.choice(["lose_ack", "lose_reply"]), on=True)
            case 5:
                rig.bench(pull_note=True)
        rig.run(dice.randrange(8000))
        assert_books(rig)
    rig.run(60_000)
    assert_books(rig)
    note_until_ended(rig, 500)
    assert rig.in_box_cents >= 500


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_ten_minutes_without_the_device_cost_nothing_and_end_by_themselves(protocol: Protocol) -> None:
    """A4: taken away idle, after half a frame, and with a note in escrow."""
    for insert, moment in ((False, 0), (False, 5), (True, 1400)):
        rig = Rig(protocol).start()
        if insert:
            rig.bench(insert_note=2000)
        rig.run(moment)
        if moment == 5:
            rig.wire.driver.receive(b"\xfc\x05", rig.now)
        if moment == 5:
            rig.wire.driver.receive(b"\x02\x0b", rig.now)
        before = rig.journal.credited_cents
        rig.cable(False)
        assert isinstance(rig.events[-1][1], LinkDown)
        down = len(rig.events)
        rig.run(600_000)
        assert len(rig.events) == down
        assert rig.driver.wake_at() is None
        rig.cable(True)
        rig.until(AcceptorReady)
        rig.run(2000)
        assert rig.journal.credited_cents in (before, rig.in_box_cents)
        assert_books(rig)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_mute_device_is_told_within_five_seconds_and_again_when_it_speaks(protocol: Protocol) -> None:
    """A4."""
    rig = Rig(protocol).start()
    rig.bench(fault="mute", on=True)
    rig.until(LinkDown, within_ms=5000)
    silent = AcceptorTold(Position.SILENT)  # a minute is told, for the RESET that some units need to wake up
    assert [event for event in rig.run(600_000) if event != silent] == []
    rig.bench(fault="mute", on=False)
    rig.until(LinkUp)
    rig.until(AcceptorReady)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("fault", ["corrupt_crc", "garbage"])
def test_a_device_that_speaks_only_nonsense_is_down(protocol: Protocol, fault: str) -> None:
    rig = Rig(protocol).start()
    rig.bench(fault=fault, on=True)
    rig.until(LinkDown, within_ms=5000)
    rig.run(20_000)
    assert len(rig.of(AcceptorTold)) == 1
    rig.bench(fault=fault, on=False)
    rig.until(AcceptorReady)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_same_seed_is_the_same_life(protocol: Protocol) -> None:
    def life(seed: int) -> list[object]:
        rig = Rig(protocol, BadWire(split=True, noise_per_mille=20, loss_per_mille=20, delay_ms=40, seed=seed), seed)
        rig.start()
        for cents in (100, 2000, 500):
            note_until_ended(rig, cents)
        return list(rig.events)

    assert life(3) == life(3)
    assert life(3) != life(4)
