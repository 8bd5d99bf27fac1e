"""The emulated ID-003 unit by itself: its answers byte for byte, its physics, its switchboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from drivers.acceptors.id003_frames import Frame, Host, Told, decode, hunter
from drivers.emulators.ebds import records_for
from drivers.emulators.id003 import EUR, Id003Twin, Id003TwinOptions, table_for
from drivers.emulators.world import World


class Asker:
    """A host that asks and waits; time moves only here."""

    def __init__(self, options: Id003TwinOptions | None = None, world: World | None = None) -> None:
        self.world = world or World()
        self.shelf = self.world.shelf("acceptor.1")
        self.twin = Id003Twin(self.shelf, options or Id003TwinOptions(), 7)
        self.now = 0
        self.twin.power_up(0)
        self.now = 1000

    def ask(self, frame: Frame, after_ms: int = 0) -> str:
        self.now += after_ms
        self.twin.receive(frame.encode(), self.now)
        self.now += 20
        return self.twin.pull(self.now).hex(" ").upper()

    def status(self, after_ms: int = 0) -> int:
        """Polled all the while, as a host does."""
        for _ in range(after_ms // 200):
            self.ask(Frame(Host.STATUS), 180)
        return decode(bytes.fromhex(self.ask(Frame(Host.STATUS)))).code

    def enable(self) -> Asker:
        self.ask(Frame(Host.RESET))
        self.ask(Frame(Host.BARCODE, b"\x01\x12"), 2000)
        self.ask(Frame(Host.INHIBIT, b"\x00"))
        return self

    def bench(self, **what: Any) -> dict[str, Any]:
        return self.twin.bench(what, self.now)


def test_a_fresh_unit_answers_as_captured_units_do() -> None:
    host = Asker(Id003TwinOptions(table=EUR, serial="231000760443"))
    assert host.ask(Frame(Host.STATUS)) == "FC 05 40 2B 15"
    assert host.ask(Frame(Host.DISABLE, b"\xff\x00")) == "FC 05 4B F8 AB"  # settings are refused before RESET
    assert host.ask(Frame(Host.CURRENCY)) == (
        "FC 25 8A 61 00 00 00 62 E0 05 00 63 E0 0A 00 64 E0 14 00 65 E0 32 00 66 E0 0A 01 67 E0 14 01 68 E0 32 01 05 C1"
    )
    assert host.ask(Frame(Host.SERIAL)) == "FC 11 91 32 33 31 30 30 30 37 36 30 34 34 33 7C 7C"
    assert host.ask(Frame(Host.RESET)) == "FC 05 50 AA 05"
    assert host.ask(Frame(Host.STATUS)) == "FC 05 1B 7D F9"
    assert host.ask(Frame(Host.DISABLE, b"\xff\x00")) == "FC 07 C0 FF 00 ED 4A"
    assert host.ask(Frame(0x83)) == "FC 06 83 01 EB 81"
    assert host.ask(Frame(Host.INHIBIT, b"\x00")) == "FC 06 C3 00 04 D6"
    assert host.ask(Frame(Host.STATUS)) == "FC 05 11 27 56"
    assert host.ask(Frame(Host.RETURN)) == "FC 05 4B F8 AB"  # nothing to return


def test_a_unit_without_settings_falls_to_disabled_by_itself() -> None:
    host = Asker()
    host.ask(Frame(Host.RESET))
    assert host.status() == Told.INITIALIZE
    assert host.status(after_ms=1000) == Told.DISABLED


def test_a_note_takes_its_time() -> None:
    host = Asker().enable()
    assert host.bench(insert_note=2000) == {"taken": True}
    assert host.status(after_ms=800) == Told.ACCEPTING
    assert host.ask(Frame(Host.STATUS), 600) == Frame(Told.ESCROW, b"\x65").encode().hex(" ").upper()
    assert host.ask(Frame(Host.STACK_2)) == "FC 05 50 AA 05"
    assert host.status() == Told.STACKING
    assert host.twin.status()["notes_in_box_cents"] == 0
    assert host.status(after_ms=1000) == Told.VEND_VALID
    assert host.twin.status()["notes_in_box_cents"] == 2000
    assert host.ask(Frame(Host.ACK)) == ""
    assert host.status() == Told.STACKED
    assert host.status() == Told.IDLING


def test_escrow_times_out_and_says_why() -> None:
    host = Asker().enable()
    host.bench(insert_note=2000)
    host.status(after_ms=1400)
    assert host.status(after_ms=9000) == Told.ESCROW
    assert host.status(after_ms=1600) == Told.REJECTING
    assert host.status(after_ms=2000) == Told.IDLING
    assert host.twin.status()["handed_back"] == 1


def test_hold_restarts_the_escrow_time() -> None:
    host = Asker().enable()
    host.bench(insert_note=2000)
    host.status(after_ms=1400)
    for _ in range(4):
        assert host.status(after_ms=8000) == Told.ESCROW
        assert host.ask(Frame(Host.HOLD)) == "FC 05 50 AA 05"


def test_an_unpolled_unit_gives_the_note_back() -> None:
    host = Asker().enable()
    host.bench(insert_note=2000)
    host.status(after_ms=1400)
    host.now += 3100
    host.twin.pull(host.now)
    assert host.twin.status()["position"] == "returning"


@pytest.mark.parametrize(
    ("after_ms", "stack", "told"),
    [
        (600, False, Told.POWER_UP_IN_ACCEPTOR),
        (1400, False, Told.POWER_UP_IN_ACCEPTOR),
        (1400, True, Told.POWER_UP_IN_STACKER),
    ],
)
def test_power_comes_back_with_the_document_where_it_was(after_ms: int, stack: bool, told: Told) -> None:
    host = Asker().enable()
    host.bench(insert_note=2000)
    host.status(after_ms=after_ms)
    if stack:
        host.ask(Frame(Host.STACK_2))
        host.status(after_ms=400)
    host.bench(power="off")
    assert host.ask(Frame(Host.STATUS)) == ""
    host.bench(power="on")
    assert host.ask(Frame(Host.STATUS), 500) == ""  # it boots
    host.now += 1000
    assert host.status() == told


def test_the_shelf_knows_of_the_note_before_the_wire_does(tmp_path: Path) -> None:
    world = World(tmp_path / "world.json")
    host = Asker(world=world).enable()
    host.bench(insert_note=2000)
    host.status(after_ms=1400)
    host.ask(Frame(Host.STACK_2))
    for _ in range(100):
        told = host.status(after_ms=10)
        if told == Told.VEND_VALID:
            break
    on_disk = World(tmp_path / "world.json").shelf("acceptor.1").data
    assert on_disk["box"] == [{"value": 2000}]
    assert on_disk["position"] == "stacked"


def test_a_unit_that_kept_its_power_is_found_as_it_was_left() -> None:
    host = Asker().enable()
    host.bench(insert_note=2000)
    host.status(after_ms=1400)
    again = Asker(Id003TwinOptions(kept_power=True), host.world)
    assert again.status() == Told.ESCROW
    assert Asker(Id003TwinOptions(kept_power=False), host.world).status() == Told.POWER_UP_IN_ACCEPTOR


ACTS = [
    ({"insert_note": 2000}, {"taken": False, "reason": "inhibited"}),
    ({"pull_note": True}, {"pulled": False}),
    ({"cash_box": "out"}, {"done": True}),
    ({"reject_next": "length"}, {"done": True}),
    ({"fault": "jam_stacker", "on": True}, {"done": True}),
    ({"fault": "mute", "on": True}, {"done": True}),
    ({"fault": "no such fault", "on": True}, None),
    ({"insert_note": "2000"}, None),
    ({}, None),
]


@pytest.mark.parametrize(("act", "answer"), ACTS)
def test_every_act_is_answered_and_a_wrong_one_says_so(act: dict[str, Any], answer: dict[str, Any] | None) -> None:
    host = Asker()
    host.ask(Frame(Host.RESET))
    host.status(after_ms=1000)
    told = host.twin.bench(act, host.now)
    assert told == answer if answer is not None else "error" in told


def test_the_customer_pulls_the_note_back_while_it_enters_but_not_from_escrow() -> None:
    host = Asker().enable()
    host.bench(insert_note=2000)
    host.status(after_ms=400)
    assert host.bench(pull_note=True) == {"pulled": True}
    host.bench(insert_note=2000)
    host.status(after_ms=1400)
    assert host.bench(pull_note=True) == {"pulled": False}


def test_a_note_the_unit_does_not_know_is_rejected() -> None:
    host = Asker().enable()
    assert host.bench(insert_note=1234) == {"taken": True}
    assert host.status(after_ms=1600) == Told.REJECTING


def test_every_frame_of_a_life_is_a_good_frame() -> None:
    host, heard = Asker().enable(), hunter()
    host.bench(insert_note=500)
    for _ in range(60):
        heard.feed(bytes.fromhex(host.ask(Frame(Host.STATUS), 100)))
    assert heard.dropped == 0


NOTES = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)


@pytest.mark.parametrize("decimals", [0, 2])
def test_a_note_table_is_made_for_any_currency(decimals: int) -> None:
    values = tuple(cents * 10**decimals // 100 for cents in NOTES)
    assert [row.cents(decimals) for row in table_for(0x17, values, decimals)] == list(values)
    assert [record.cents(decimals) for record in records_for("GBP", values, decimals)] == list(values)
    assert table_for(0xE0, (1000, 10_000), 2)[1].base == 10
