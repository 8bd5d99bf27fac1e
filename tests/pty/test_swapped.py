"""Two cables in each other's sockets, on real terminals: each port names the device that answers there (A5)."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cabinet.app.devices import driver, line_settings, others_of, twin
from cabinet.ports.link import LinkDown, LinkUp, WrongDevice
from cabinet.settings.load import load_profile
from drivers.emulators.pty import PtyServer
from drivers.emulators.world import World
from drivers.inquiry import AFTER_MS, AGAIN_MS, GUEST_MS
from drivers.port import Port

pytestmark = pytest.mark.pty
WAIT_S = 20.0


class Bench:
    """The devices of a profile on terminals; a clock that can be put forward."""

    def __init__(self, tmp_path: Path, profile: str) -> None:
        self.ahead_ms = 0
        wanted, world = load_profile(Path("config") / f"{profile}.yaml"), World()
        self.links = {f"{setup.kind}.{setup.station}": tmp_path / setup.kind for setup in wanted.devices}
        self.servers: dict[str, PtyServer] = {}
        self.heard: dict[str, queue.Queue[Any]] = {}
        self.ports: dict[str, Port] = {}
        for setup in wanted.devices:
            name = f"{setup.kind}.{setup.station}"
            device = twin(setup, world, 1, wanted.options)
            self.servers[name] = PtyServer(device, self.links[name], self.now)
            heard = self.heard[name] = queue.Queue()
            others = others_of(setup, wanted.devices, wanted.options, tmp_path)
            serving = driver(setup, wanted.options, tmp_path)
            self.ports[name] = Port(
                str(self.links[name]), line_settings(setup), serving, heard.put, self.now, others=others
            )

    def now(self) -> int:
        return time.monotonic_ns() // 1_000_000 + self.ahead_ms

    def until(self, name: str, kind: type, leap_ms: int = 0) -> Any:
        """The next event of *kind* on a port; the clock leaps whenever it is quiet there."""
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            try:
                event = self.heard[name].get(timeout=0.7)
            except queue.Empty:
                self.ahead_ms += leap_ms
                continue
            if isinstance(event, kind):
                return event
        raise AssertionError(f"{name}: no {kind.__name__}")

    def close(self) -> None:
        for port in self.ports.values():
            port.close()
        for server in self.servers.values():
            server.close()


@pytest.fixture
def bench(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Bench]:
    made = Bench(tmp_path, request.param)
    yield made
    made.close()


@pytest.mark.parametrize("bench", ["bench", "kiosk"], indirect=True)
def test_a_swapped_pair_is_named_on_both_ports_and_right_again_when_put_right(bench: Bench) -> None:
    acceptor, printer = bench.servers["acceptor.1"], bench.servers["printer.1"]
    bench.links["acceptor.1"].parent.mkdir(exist_ok=True)
    acceptor.swap(printer)
    acceptor.start()
    printer.start()
    for name in ("acceptor.1", "printer.1"):
        bench.ports[name].start()
    for name, other in (("acceptor.1", "printer.1"), ("printer.1", "acceptor.1")):
        assert isinstance(bench.until(name, LinkDown), LinkDown)
        named = bench.until(name, WrongDevice, max(AFTER_MS, GUEST_MS))
        assert named.answers == other
        assert named.told.startswith(f"{other} answers: ")
    acceptor.swap(printer)
    for name in ("acceptor.1", "printer.1"):
        assert bench.until(name, LinkUp, AGAIN_MS)
