"""Everything that the device sheets want an emulator to do wrong can be done by a hand at the bench and by a pilot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cabinet.app.bench import Bench
from cabinet.app.places import Places
from cabinet.settings.load import config_folder, load_profile
from drivers.emulators import acceptor_body, acceptor_twin, escpos, firmata, shaker, tcl
from drivers.emulators.switchboard import SWITCHBOARDS, Switch

SHEETS = {
    # the list that closes the shaker's sheet
    "shaker": (
        "cocked", "two dice", "four dice", "stuck motor", "no tumble", "disagree", "late result 1.5 s",
        "duplicate result", "wrong round", "corrupt crc", "split frames", "lid open", "lid closed", "cover stuck",
        "kick", "wrong tag", "loaded six 50 %", *(f"reboot at {state}" for state in (
            "idle", "shaking", "settling", "reading", "result", "cocked", "fault", "safe", "open")),
    ),
    # every status and every trouble of the acceptors' sheets
    "id003": (
        "jam acceptor", "jam stacker", "stacker full", "box out", "box in", "pause", "cheated", "failure", "echo",
        "mute", "garbage", "corrupt crc", "lose ack", "lose reply", "lose order", "reject: insertion", "pull note",
        "power off", "power on",
    ),
    "ebds": (
        "jam acceptor", "stacker full", "box out", "box in", "pause", "cheated", "failure", "echo", "mute",
        "corrupt crc", "lose ack", "lose reply", "lose order", "reject: insertion", "power off", "power on",
    ),
    # every status bit, and what a print may come to
    "tcl": (
        "system error", "head open", "paper out", "paper low", "head error", "voltage", "temperature", "memory",
        "offline", "index mark", "cutter", "paper jam", "mute", "deaf", "late ok 6 s", "no validation",
        "power loss at 40 % of the order", "take ticket",
    ),
    "escpos": (
        "offline", "head open", "paper out", "system error", "cutter", "temperature", "paper low", "paper jam",
        "voltage", "memory", "mute", "deaf", "late ok 6 s", "no confirm", "power loss after 5 lines", "take ticket",
    ),
    # what the host adds because the firmware has none of it
    "firmata": (
        "reboot", "mute", "deaf", "echo", "noise", "lose reports", "bounce", "stuck deal", "noisy deal",
        *(f"cut wire {door.replace('_', ' ')}" for door in ("main", "belly", "drop", "cash_box", "logic")),
    ),
}  # fmt: skip
OWN = {
    "shaker": shaker._FAULTS,
    "id003": (*acceptor_body.FAULTS, *acceptor_twin.LINE_FAULTS),
    "ebds": (*acceptor_body.FAULTS, *acceptor_twin.LINE_FAULTS),
    "tcl": (*tcl._LEVELS, *tcl._SWITCHES),
    "escpos": (*escpos._LEVELS, *escpos._SWITCHES),
    "firmata": firmata._SWITCHES,
}
"""Every fault that each twin knows."""


@pytest.mark.parametrize("protocol", list(SWITCHBOARDS))
def test_every_entry_of_the_sheet_and_every_fault_of_the_twin_is_a_switch(protocol: str) -> None:
    names = [switch.name for switch in SWITCHBOARDS[protocol]]
    assert set(SHEETS[protocol]) <= set(names)
    assert len(set(names)) == len(names)
    assert {switch.fault for switch in SWITCHBOARDS[protocol] if switch.fault} == set(OWN[protocol])


@pytest.fixture(params=["bench", "kiosk"])
def bench(request: pytest.FixtureRequest, places: Places) -> Iterator[tuple[Bench, dict[str, str]]]:
    profile = load_profile(config_folder() / f"{request.param}.yaml")
    made = Bench(profile, places, lambda: {"power": "cut"})
    made.start()
    yield made, {f"{setup.kind}.{setup.station}": setup.protocol for setup in profile.devices}
    made.close()


def test_every_switch_is_turned_by_the_bench_and_shows_in_the_devices_status(
    bench: tuple[Bench, dict[str, str]],
) -> None:
    hand, protocols = bench
    for name, protocol in protocols.items():
        told = hand.status()["devices"][name]["switches"]
        assert [Switch(**one) for one in told] == list(SWITCHBOARDS[protocol])
        for switch in SWITCHBOARDS[protocol]:
            if switch.name == "take ticket":
                continue  # nothing hangs there
            assert "error" not in hand.act({"device": name, "do": switch.on}), (name, switch)
            if switch.fault:
                assert switch.fault in hand.status()["devices"][name]["faults"], (name, switch)
                assert "error" not in hand.act({"device": name, "do": switch.off}), (name, switch)
                assert switch.fault not in hand.status()["devices"][name]["faults"], (name, switch)
