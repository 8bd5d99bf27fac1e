"""Drivers and twins by kind and protocol: where a profile's device becomes an object.

Decides the options of each from the profile. The registries say which protocols there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from cabinet.machine.options import Options
from cabinet.settings.profile import DeviceSetup
from drivers.acceptors import ACCEPTORS
from drivers.acceptors.ebds import Ebds
from drivers.acceptors.ebds_meanings import EbdsOptions
from drivers.acceptors.id003 import Id003
from drivers.acceptors.id003_settings import COUNTRIES, Id003Options
from drivers.decks import DECKS
from drivers.device import Driver, Twin
from drivers.emulators.ebds import EbdsTwin, EbdsTwinOptions, records_for
from drivers.emulators.escpos import EscPosTwin
from drivers.emulators.firmata import FirmataTwin
from drivers.emulators.id003 import Id003Twin, Id003TwinOptions, table_for
from drivers.emulators.shaker import BENCH_KEY, ShakerTwin
from drivers.emulators.tcl import TclTwin
from drivers.emulators.world import World
from drivers.inquiry import Other
from drivers.port import PortSettings
from drivers.printers import PRINTERS
from drivers.shakers import SHAKERS
from drivers.shakers.shaker import Shaker, ShakerOptions


class NoSuchProtocol(Exception):
    """A profile names a protocol that no registry has; the text names both."""


REGISTRIES: Mapping[str, Mapping[str, Callable[..., Driver]]] = {
    "acceptor": ACCEPTORS,
    "printer": PRINTERS,
    "deck": DECKS,
    "shaker": SHAKERS,
}


def driver(setup: DeviceSetup, options: Options, keys: Path | None = None) -> Driver:
    """The driver of one configured device; raises NoSuchProtocol. *keys*: the folder with the shaker's paired key."""
    registry = REGISTRIES.get(setup.kind, {})
    if setup.protocol not in registry:
        raise NoSuchProtocol(f"no {setup.kind} protocol {setup.protocol!r}; known: {', '.join(sorted(registry))}")
    if setup.protocol == "id003":
        machine = options.machine
        if machine.currency not in COUNTRIES:
            raise NoSuchProtocol(
                f"no country byte is known for {machine.currency} notes by id003; use another protocol"
            )
        return Id003(Id003Options(COUNTRIES[machine.currency], machine.decimals, options.money.notes_cents))
    if setup.protocol == "ebds":
        machine = options.machine
        return Ebds(EbdsOptions(machine.currency, machine.decimals, options.money.notes_cents))
    if setup.protocol == "shaker":
        return Shaker(ShakerOptions(key=BENCH_KEY if setup.emulated else shaker_key(keys)))
    return registry[setup.protocol]()


USUAL_LINES = {
    "id003": (9600, "even"),
    "ebds": (9600, "even"),
    "tcl": (38400, "none"),
    "firmata": (57600, "none"),
    "shaker": (115200, "none"),
    "escpos": (19200, "none"),
}
"""The usual line of each protocol, in the order in which a port is asked (the last has no checksum to prove it); a
port that knows no parity is tried without."""

_PARITY = {"none": "N", "even": "E", "odd": "O"}
_LAST = ("escpos",)
"""Protocols whose answers have no checksum: believed only when nobody else answers."""


def line_settings(setup: DeviceSetup) -> PortSettings:
    """The line of a configured device."""
    return PortSettings(setup.baud, parity=_PARITY[setup.parity])


def others_of(setup: DeviceSetup, devices: tuple[DeviceSetup, ...], options: Options, keys: Path) -> tuple[Other, ...]:
    """Every other device whose cable may be in this one's socket by mistake: each protocol and line once, the ones
    of the same station first. Two devices of one protocol cannot be told apart."""
    lines = {(setup.protocol, setup.baud, setup.parity)}
    found = []
    for other in sorted(devices, key=lambda one: (one.protocol in _LAST, one.station != setup.station)):
        line = (other.protocol, other.baud, other.parity)
        if other.protocol != setup.protocol and line not in lines:
            lines.add(line)
            name = f"{other.kind}.{other.station}"
            found.append(Other(name, line_settings(other), partial(driver, other, options, keys)))
    return tuple(found)


def shaker_key(keys: Path | None) -> bytes:
    """The key paired behind the logic door; empty = unpaired, and the dice bets stay closed."""
    path = keys / "shaker.key" if keys is not None else None
    return bytes.fromhex(path.read_text(encoding="ascii").strip()) if path is not None and path.exists() else b""


def twin(setup: DeviceSetup, world: World, seed: int, options: Options | None = None) -> Twin:
    """The emulated device that stands where *setup* would have a real one, with notes of the currency that
    *options* name (else US dollars); raises NoSuchProtocol."""
    shelf = world.shelf(f"{setup.kind}.{setup.station}")
    match setup.kind, setup.protocol:
        case "acceptor", "id003":
            return Id003Twin(shelf, _id003(options), seed)
        case "printer", "escpos":
            return EscPosTwin(shelf, seed=seed)
        case "printer", "tcl":
            return TclTwin(shelf, seed=seed)
        case "acceptor", "ebds":
            return EbdsTwin(shelf, _ebds(options), seed)
        case "shaker", "shaker":
            return ShakerTwin(shelf, seed=seed)
        case "deck", "firmata":
            return FirmataTwin(shelf, seed=seed)
    raise NoSuchProtocol(f"no emulator for {setup.kind} {setup.protocol!r}")


def _id003(options: Options | None) -> Id003TwinOptions:
    if options is None or options.machine.currency not in COUNTRIES:
        return Id003TwinOptions()
    machine, notes = options.machine, options.money.notes_cents
    table = table_for(COUNTRIES[machine.currency][0], notes, machine.decimals)
    return Id003TwinOptions(table=table, decimals=machine.decimals)


def _ebds(options: Options | None) -> EbdsTwinOptions:
    if options is None:
        return EbdsTwinOptions()
    machine = options.machine
    records = records_for(machine.currency, options.money.notes_cents, machine.decimals)
    return EbdsTwinOptions(records=records, decimals=machine.decimals)
