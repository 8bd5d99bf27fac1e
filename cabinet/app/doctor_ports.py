"""Who answers on which serial port, and whether that is the device the profile promises there.

    each device of the profile on its own port -> the right one, another one, nobody
    two devices on each other's ports          -> their cables are swapped
    every other serial port                    -> who answers, so that a profile can be written

Decides what a finding means for the cabinet. A probe only asks who is there; it takes a few seconds for a device
that answers and up to a minute for a port where nobody does.
"""

from __future__ import annotations

import os
import queue
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cabinet.app.devices import REGISTRIES, USUAL_LINES, driver, line_settings
from cabinet.machine.options import Options
from cabinet.ports.link import LinkUp, WrongDevice
from cabinet.settings.profile import DeviceSetup, Profile
from drivers.port import Port

LISTEN_S = 6.0


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at. *level*: ok, look or mend; *mend* says what to do about it."""

    name: str
    level: str
    found: str
    mend: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """Who answers, and on which line."""

    kind: str
    protocol: str
    baud: int
    parity: str
    model: str

    def __str__(self) -> str:
        return f"{self.kind} {self.protocol} {self.baud} {self.parity}: {self.model}"


def ports(profile: Profile, probe: bool) -> Iterable[Check]:
    """The ports of the profile's devices, then every other one."""
    real = tuple(device for device in profile.devices if not device.emulated)
    yield from _devices(real, profile.options, probe)
    taken = {Path(device.port).resolve() for device in real}
    others = [port for port in found_ports() if port.resolve() not in taken]
    if not real and not others:
        yield Check("serial ports", "look", "none", "plug the devices in; on a bench none are needed")
    for port in others:
        yield _other(port, profile.options, probe)


def _devices(devices: tuple[DeviceSetup, ...], options: Options, probe: bool) -> Iterable[Check]:
    answers: dict[str, Answer | None] = {}
    for device in devices:
        name, port = _name(device), Path(device.port)
        if not port.exists():
            yield Check(name, "mend", f"{port} is not there", "plug it in, or correct the port in the profile")
        elif not os.access(port, os.R_OK | os.W_OK):
            yield Check(name, "mend", f"{port}: no permission", "add the cabinet's account to the group dialout")
        elif not probe:
            yield Check(name, "ok", f"{port} is there; --probe asks who answers")
        else:
            answers[name] = who(port, options, device)
    yield from judged(devices, answers)


def judged(devices: tuple[DeviceSetup, ...], answers: dict[str, Answer | None]) -> Iterable[Check]:
    """What the answers on the ports of *devices* mean; a device without an entry was not asked."""
    swapped: set[str] = set()
    for device in devices:
        name = _name(device)
        if name not in answers or name in swapped:
            continue
        answer = answers[name]
        other = _belongs(answer, device, devices)
        if answer is None:
            yield Check(name, "mend", f"nobody answers on {device.port}", "look at its power and its cable")
        elif (answer.kind, answer.protocol) == (device.kind, device.protocol):
            yield _right(device, answer)
        elif other is not None and _belongs(answers.get(_name(other)), other, (device,)) is device:
            swapped.add(_name(other))
            both = f"{device.port} answers as {_name(other)}, {other.port} as {name}"
            yield Check(name, "mend", both, f"the cables of {name} and {_name(other)} are swapped: change them over")
        elif other is not None:
            yield Check(name, "mend", f"{device.port} answers as {_name(other)} ({answer})", "change the cables over")
        else:
            yield Check(name, "mend", f"{device.port} answers as {answer}", "correct the profile, or the cable")


def _right(device: DeviceSetup, answer: Answer) -> Check:
    if (answer.baud, answer.parity) == (device.baud, device.parity):
        return Check(_name(device), "ok", f"{device.port}: {answer}")
    mend = f"set baud: {answer.baud}, parity: {answer.parity} in the profile"
    return Check(_name(device), "mend", f"{device.port} answers at {answer.baud} {answer.parity}", mend)


def _belongs(answer: Answer | None, device: DeviceSetup, devices: tuple[DeviceSetup, ...]) -> DeviceSetup | None:
    """The device of the profile, not *device*, that speaks like this."""
    if answer is None:
        return None
    alike = (one for one in devices if (one.kind, one.protocol) == (answer.kind, answer.protocol))
    return next((one for one in alike if one is not device), None)


def _name(device: DeviceSetup) -> str:
    return f"{device.kind}.{device.station}"


def _other(port: Path, options: Options, probe: bool) -> Check:
    if not os.access(port, os.R_OK | os.W_OK):
        return Check(str(port), "mend", "no permission", "add the cabinet's account to the group dialout")
    if not probe:
        return Check(str(port), "ok", "present; --probe asks who answers")
    answer = who(port, options)
    return Check(str(port), "look", str(answer or "nothing known answers"), "no device of the profile is on this port")


def found_ports() -> list[Path]:
    """Serial ports by their most stable name."""
    by_id = sorted(Path("/dev/serial/by-id").glob("*")) if Path("/dev/serial/by-id").is_dir() else []
    named = {path.resolve() for path in by_id}
    others = sorted(path for pattern in ("ttyUSB*", "ttyACM*") for path in Path("/dev").glob(pattern))
    return [*by_id, *(path for path in others if path.resolve() not in named)]


def who(port: Path, options: Options, first: DeviceSetup | None = None, listen_s: float = LISTEN_S) -> Answer | None:
    """Which device answers on *port*, None = none of ours; *first* is asked for before all others."""
    asked = [] if first is None else [first]
    for protocol, (baud, parity) in USUAL_LINES.items():
        kind = next(kind for kind, registry in REGISTRIES.items() if protocol in registry)
        for tried in dict.fromkeys((parity, "none")):
            asked.append(DeviceSetup(1, kind, protocol, str(port), baud, tried))
    for setup in dict.fromkeys(asked):
        model = _answers(setup, options, listen_s)
        if model:
            return Answer(setup.kind, setup.protocol, setup.baud, setup.parity, model)
    return None


def _answers(setup: DeviceSetup, options: Options, listen_s: float) -> str:
    events: queue.Queue[Any] = queue.Queue()
    line = Port(setup.port, line_settings(setup), driver(setup, options), events.put)
    line.start()
    try:
        return _first(events, listen_s, lambda event: event.model if isinstance(event, LinkUp) else "")
    finally:
        line.close()


def _first(events: queue.Queue[Any], listen_s: float, wanted: Callable[[Any], str]) -> str:
    until = time.monotonic() + listen_s
    while time.monotonic() < until:
        try:
            event = events.get(timeout=max(0.01, until - time.monotonic()))
        except queue.Empty:
            return ""
        if isinstance(event, WrongDevice):
            return ""
        found = wanted(event)
        if found:
            return found
    return ""
