"""A technician's two commands against each other: `emulate` serves a device, `device test` asks it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cabinet.app.devices import REGISTRIES

pytestmark = pytest.mark.pty
FUNCTION = {"acceptor": "reset", "printer": "test_page", "deck": "lamps_on", "shaker": "shake"}
AFTER = {"acceptor": "AcceptorReady", "printer": "PrintBegun", "deck": "DeckReady", "shaker": "FirstRest"}
KNOWN = {"acceptor": "AcceptorTold", "printer": "PrinterTold", "deck": "DeckReady", "shaker": "ShakerTold"}
OFTEN = ("id003", "shaker")
"""Two in every run; starting four more pairs of programs is for the full size."""
KINDS = [
    pytest.param(kind, protocol, id=protocol, marks=() if protocol in OFTEN else pytest.mark.full)
    for kind, registry in REGISTRIES.items()
    for protocol in registry
]


class Tool:
    """One command with its standard input; *lines* are the objects it says."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "cabinet", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self, wanted: str) -> dict[str, Any]:
        """The next object with this key, or of this kind."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            said: dict[str, Any] = json.loads(line)
            if wanted in said or said.get("is") == wanted:
                return said
        raise AssertionError(f"never said {wanted}")

    def end(self) -> int:
        self.process.communicate(timeout=20)
        return self.process.returncode


@contextmanager
def tool(*arguments: str) -> Iterator[Tool]:
    made = Tool(*arguments)
    try:
        yield made
    finally:
        made.process.kill()
        made.process.communicate()


@pytest.mark.parametrize(("kind", "protocol"), KINDS)
def test_a_device_is_identified_looked_at_and_tried(kind: str, protocol: str, tmp_path: Path) -> None:
    link = tmp_path / "line"
    with tool("emulate", kind, "--protocol", protocol, "--link", str(link)) as device:
        assert device.hear("port")["port"] == str(link)
        with tool("device", "test", kind, "--protocol", protocol, "--port", str(link), "--emulated") as host:
            model = host.hear("LinkUp")["model"]
            host.hear(
                {"acceptor": "AcceptorTold", "printer": "PrinterTold", "deck": "DeckReady"}.get(kind, "ShakerTold")
            )
            host.say(FUNCTION[kind])
            assert host.hear("ordered") == {"ordered": FUNCTION[kind]}
            if kind != "deck":
                host.hear(AFTER[kind])
            host.say("status")
            assert host.hear("status")["status"]["LinkUp"]["model"] == model
            host.say("trace")
            assert any(" rx " in line for line in host.hear("trace")["trace"])
            host.say("teapot")
            assert FUNCTION[kind] in host.hear("error")["known"]
            assert host.end() == 0
        device.say(json.dumps({"switches": True}))
        switch = next(act for act in device.hear("switches")["switches"] if act.get("fault") == "mute" and act["on"])
        device.say(json.dumps(switch))
        device.say(json.dumps({"status": True}))
        assert "mute" in device.hear("faults")["faults"]
        device.say("{")
        device.hear("error")
        assert device.end() == 0
