"""The bench's hands: every act by name, nonsense answered, and the money of the world counted from its shelves."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from cabinet.app.bench import Bench
from cabinet.app.bench_client import status
from cabinet.app.bench_world import totals
from cabinet.app.lines import Said
from cabinet.app.places import Places
from cabinet.settings.load import config_folder, load_profile

NUMBER = "987654321098765432"


@pytest.fixture
def bench(places: Places) -> Iterator[Bench]:
    found = Bench(load_profile(config_folder() / "bench.yaml"), places, lambda: {"power": "cut"})
    found.start()
    yield found
    found.close()


def device(bench: Bench, name: str) -> Said:
    told: Said = bench.status()["devices"][name]
    return told


def test_every_emulated_device_has_a_line_under_a_stable_name(bench: Bench, places: Places) -> None:
    for name in bench.status()["devices"]:
        assert places.line(name).is_symlink()
        assert str(places.line(name).readlink()).startswith("/dev/pts/")
    assert {"acceptor.1", "printer.1", "deck.1"} <= set(bench.status()["devices"])


def test_a_cable_comes_out_and_goes_in_again(bench: Bench, places: Places) -> None:
    assert bench.act({"cable": "printer", "in": False}) == {"cable": "printer.1", "in": False}
    assert not places.line("printer.1").is_symlink()
    assert device(bench, "printer.1")["cable"] is False
    bench.act({"cable": "printer.1", "in": True})
    assert places.line("printer.1").is_symlink()


def test_two_cables_change_sockets_and_change_back(bench: Bench, places: Places) -> None:  # A5
    assert bench.act({"swap_cables": ["acceptor", "printer"]}) == {"swap_cables": ["acceptor.1", "printer.1"]}
    bench.act({"cable": "printer", "in": False})
    assert not places.line("acceptor.1").is_symlink()  # the printer's cable was in the acceptor's socket
    assert places.line("printer.1").is_symlink()
    bench.act({"cable": "printer", "in": True})
    bench.act({"swap_cables": ["acceptor", "printer"]})
    bench.act({"cable": "printer", "in": False})
    assert not places.line("printer.1").is_symlink()


def test_a_door_a_key_and_a_devices_power(bench: Bench) -> None:
    bench.act({"door": "main", "open": True})
    bench.act({"key": "audit", "on": True})
    assert device(bench, "deck.1")["doors"]["main"] is True
    assert device(bench, "deck.1")["keys"]["audit"] is True
    bench.act({"device_power": "printer", "on": False})
    assert device(bench, "printer.1")["powered"] is False
    bench.act({"device_power": "printer", "on": True})
    assert device(bench, "printer.1")["powered"] is True


def test_a_fault_switch(bench: Bench) -> None:
    bench.act({"fault": "mute", "device": "printer", "on": True})
    assert device(bench, "printer.1")["faults"] == ["mute"]
    bench.act({"fault": "mute", "device": "printer", "on": False})
    assert device(bench, "printer.1")["faults"] == []


def test_a_note_before_the_machine_is_there_comes_back(bench: Bench) -> None:
    assert bench.act({"insert_note": 2000, "wait_ms": 0})["taken"] is False
    assert bench.status()["notes_in_cash_box_cents"] == 0


def test_the_power_is_cut_by_whoever_holds_the_switch(bench: Bench) -> None:
    assert bench.act({"power": "cut"}) == {"power": "cut"}


@pytest.mark.parametrize(
    "act",
    [
        {},
        {"steal": 1},
        {"insert_note": "2000"},
        {"insert_note": 2000, "wait_ms": "x"},
        {"insert_note": 2000, "station": 9, "wait_ms": 0},
        {"cable": "printer"},
        {"swap_cables": ["printer", "printer"]},
        {"swap_cables": ["printer", "toaster"]},
        {"cable": "toaster", "in": False},
        {"door": "barn", "open": True},
        {"fault": "no such", "device": "printer", "on": True},
        {"take_ticket": False, "wait_ms": 0},
        {"device_power": 1, "on": True},
    ],
)
def test_what_means_nothing_is_answered_and_changes_nothing(bench: Bench, act: Said) -> None:
    before = bench.status()
    assert "error" in bench.act(act)
    assert bench.status() == before


def test_a_world_written_by_somebody_else_is_not_written_over(bench: Bench, places: Places) -> None:
    """A demo played on the folder meanwhile: its world stands, and this bench is done with it."""
    assert not bench.stolen
    theirs = places.world.with_name("theirs")
    theirs.write_text(json.dumps({"acceptor.1": {"box": [{"value": 500}]}}))
    theirs.replace(places.world)
    assert bench.stolen
    bench.act({"door": "main", "open": True})
    assert status(places)["notes_in_cash_box_cents"] == 500


def test_a_folder_that_was_removed_does_not_come_back(bench: Bench, places: Places) -> None:
    places.world.unlink()
    places.data.rmdir()
    bench.act({"door": "main", "open": True})
    assert bench.stolen
    assert not places.data.exists()


def test_money_is_counted_from_the_shelves() -> None:
    paper = {"number": NUMBER, "amount_cents": 3750, "state": "printed"}
    half = {"number": "1" * 18, "amount_cents": 9900, "state": "partial"}
    shelves = {
        "acceptor.1": {"box": [{"value": 2000}, {"ticket": NUMBER}, {"ticket": "2" * 18}]},
        "acceptor.2": {"box": [{"value": 500}], "held": {"value": 10_000}},
        "printer.1": {"papers": [paper, half]},
        "deck.1": {},
    }
    assert totals(shelves) == {
        "notes_in_cash_box_cents": 2500,
        "tickets_on_paper_cents": 3750,
        "tickets_in_box_cents": 3750,
    }


def test_without_a_bench_the_status_is_read_from_disk(places: Places) -> None:
    assert status(places)["devices"] == {}
    places.world.write_text(json.dumps({"acceptor.1": {"box": [{"value": 2000}], "position": "escrow", "held": 1}}))
    told = status(places)
    assert told["notes_in_cash_box_cents"] == 2000
    assert told["devices"]["acceptor.1"]["position"] == "escrow"
