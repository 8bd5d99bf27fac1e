"""The doctor at the serial ports: who answers where, and what to mend (A5)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.app.devices import twin
from cabinet.app.doctor_ports import Answer, Check, judged, ports, who
from cabinet.settings.load import load_profile
from cabinet.settings.profile import DeviceSetup, Profile
from drivers.emulators.pty import PtyServer
from drivers.emulators.world import World

ACCEPTOR = DeviceSetup(1, "acceptor", "id003", "/dev/a", 9600, "even")
PRINTER = DeviceSetup(1, "printer", "tcl", "/dev/p", 38400, "none")
NOTES = Answer("acceptor", "id003", 9600, "even", "ID-003")
PAPER = Answer("printer", "tcl", 38400, "none", "GEN2")
OTHER = Answer("printer", "escpos", 19200, "none", "ESC/POS")


def bench_profile(folder: Path) -> Profile:
    profile = load_profile(Path("config/bench.yaml"))
    devices = tuple(replace(device, port=str(folder / device.kind)) for device in profile.devices)
    return replace(profile, devices=devices)


@pytest.mark.pty
def test_the_devices_of_a_profile_are_found_where_it_promises_them(tmp_path: Path) -> None:
    profile, world = bench_profile(tmp_path), World()
    served = [
        PtyServer(twin(device, world, 1, profile.options), Path(device.port))
        for device in profile.devices
        if device.kind in ("acceptor", "printer")
    ]
    for server in served:
        server.start()
    try:
        kept = tuple(device for device in profile.devices if device.kind != "deck")
        found = {check.name: check for check in ports(replace(profile, devices=kept), probe=True)}
    finally:
        for server in served:
            server.close()
    assert found["acceptor.1"].level == found["printer.1"].level == "ok"
    assert "acceptor id003 9600 none" in found["acceptor.1"].found
    assert found["shaker.0"].level == "mend"
    assert "is not there" in found["shaker.0"].found


@pytest.mark.pty
def test_a_port_where_nobody_answers_is_no_device(tmp_path: Path) -> None:
    profile = bench_profile(tmp_path)
    setup = DeviceSetup(1, "acceptor", "id003", str(tmp_path / "nothing"), 9600, "none")
    assert who(tmp_path / "nothing", profile.options, setup, listen_s=0.02) is None


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"acceptor.1": NOTES, "printer.1": PAPER}, ["ok", "ok"]),
        ({"acceptor.1": PAPER, "printer.1": NOTES}, ["the cables of acceptor.1 and printer.1 are swapped"]),
        ({"acceptor.1": PAPER, "printer.1": None}, ["change the cables over", "look at its power and its cable"]),
        ({"acceptor.1": NOTES, "printer.1": OTHER}, ["ok", "correct the profile, or the cable"]),
        ({"acceptor.1": replace(NOTES, parity="none"), "printer.1": PAPER}, ["parity: none", "ok"]),
        ({"printer.1": PAPER}, ["ok"]),
    ],
    ids=["right", "swapped", "one wrong", "another model", "another line", "one not asked"],
)
def test_what_the_answers_on_two_ports_mean(answers: dict[str, Answer | None], expected: list[str]) -> None:
    checks = list(judged((ACCEPTOR, PRINTER), answers))
    assert len(checks) == len(expected)
    for check, wanted in zip(checks, expected, strict=True):
        assert isinstance(check, Check)
        assert wanted in (check.level if wanted == "ok" else check.mend)
