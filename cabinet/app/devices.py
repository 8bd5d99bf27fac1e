"""Drivers and twins by kind and protocol: where a profile's device becomes an object.

Decides the options of each from the profile. The registries say which protocols there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from cabinet.machine.options import Options
from cabinet.settings.profile import DeviceSetup
from drivers.acceptors import ACCEPTORS
from drivers.acceptors.ebds import Ebds
from drivers.acceptors.ebds_meanings import EbdsOptions
from drivers.acceptors.id003 import Id003
from drivers.acceptors.id003_settings import Id003Options
from drivers.decks import DECKS
from drivers.device import Driver, Twin
from drivers.emulators.ebds import EbdsTwin, EbdsTwinOptions
from drivers.emulators.firmata import FirmataTwin
from drivers.emulators.id003 import Id003Twin, Id003TwinOptions
from drivers.emulators.shaker import BENCH_KEY, ShakerTwin
from drivers.emulators.tcl import TclTwin
from drivers.emulators.world import World
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
        money = options.money
        return Id003(Id003Options(decimals=options.machine.decimals, values_cents=money.notes_cents))
    if setup.protocol == "ebds":
        machine = options.machine
        return Ebds(EbdsOptions(machine.currency, machine.decimals, options.money.notes_cents))
    if setup.protocol == "shaker":
        return Shaker(ShakerOptions(key=BENCH_KEY if setup.emulated else shaker_key(keys)))
    return registry[setup.protocol]()


def shaker_key(keys: Path | None) -> bytes:
    """The key paired behind the logic door; empty = unpaired, and the dice bets stay closed."""
    path = keys / "shaker.key" if keys is not None else None
    return bytes.fromhex(path.read_text(encoding="ascii").strip()) if path is not None and path.exists() else b""


def twin(setup: DeviceSetup, world: World, seed: int) -> Twin:
    """The emulated device that stands where *setup* would have a real one; raises NoSuchProtocol."""
    shelf = world.shelf(f"{setup.kind}.{setup.station}")
    match setup.kind, setup.protocol:
        case "acceptor", "id003":
            return Id003Twin(shelf, Id003TwinOptions(), seed)
        case "printer", "tcl":
            return TclTwin(shelf, seed=seed)
        case "acceptor", "ebds":
            return EbdsTwin(shelf, EbdsTwinOptions(), seed)
        case "shaker", "shaker":
            return ShakerTwin(shelf, seed=seed)
        case "deck", "firmata":
            return FirmataTwin(shelf, seed=seed)
    raise NoSuchProtocol(f"no emulator for {setup.kind} {setup.protocol!r}")
