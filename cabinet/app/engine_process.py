"""The engine as a process: journal, engine, one thread a port, the hub for screens.

Decides the order of starting and stopping: a device is asked only after the boot is on disk; at the end no signal
is taken any more, then the ports close, then the journal. What cannot start says one sentence and exits with 2.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from cabinet.app.broken import BrokenCabinet
from cabinet.app.child import Pulse, end, hold_signals, on_leash, wait_for_end
from cabinet.app.compose import (
    Chance,
    WrongFolder,
    build_engine,
    build_guard,
    build_program,
    changes_of,
    effective,
    open_journal,
    start,
)
from cabinet.app.devices import NoSuchProtocol, driver, line_settings, others_of
from cabinet.app.disputes import Keeper
from cabinet.app.edges import Edges
from cabinet.app.facts import Facts
from cabinet.app.identity import program_digest
from cabinet.app.links import link_facts
from cabinet.app.mouth import Mouth
from cabinet.app.office import open_desk
from cabinet.app.places import Places, UnsafePlace, places_of
from cabinet.app.slips import pages_out
from cabinet.chance import ChanceFailed, SystemChance
from cabinet.clock import SystemClock
from cabinet.engine.hub import Hub
from cabinet.engine.inbox import Inbox
from cabinet.engine.loop import Loop
from cabinet.engine.watch import Watch, newest_second
from cabinet.ports.deck import Lamps
from cabinet.ports.effects import DeviceOrder
from cabinet.ports.signals import DeviceSaid
from cabinet.reports.fold import BadRow
from cabinet.settings.load import load_profile
from cabinet.settings.problems import ConfigRefused
from cabinet.settings.profile import DeviceSetup, Profile
from cabinet.storage.contract import FolderBusy, JournalBroken, JournalError
from cabinet.storage.journal import TwinJournal
from cabinet.storage.keyfile import KeyRefused
from drivers.device import Event
from drivers.port import Port

_LET_GO_S = 5.0
_LAMPS_S = 0.2
_REFUSED = (ConfigRefused, WrongFolder, JournalError, NoSuchProtocol, UnsafePlace, ChanceFailed, KeyRefused)


class Cabinet:
    """Every running part of one engine process, built but not started. *screens*: pictures belong to it."""

    def __init__(self, profile: Profile, places: Places, screens: bool, turned: Callable[[], None]) -> None:
        self._profile, clock = profile, SystemClock()
        self._journal = _open_patiently(profile, places, clock)
        self._inbox = Inbox()
        self._ports: dict[str, Port] = {}
        stations = profile.options.machine.stations
        self._mouth = Mouth(self._order, stations if screens else ())
        chance = SystemChance()
        chances = Chance(lambda _: chance, chance, chance.cycle)
        self._guard = build_guard(places.data, self._journal, profile.journal.tpm)
        keeper = Keeper(places.data, clock, self._inbox.offer)
        self.engine = build_engine(
            places.data, profile, self._journal, clock, chances, self._mouth.order, self._guard, keeper
        )
        # what was changed on screen counts for the devices too: their drivers are built with it
        devices = effective(profile, self.engine.state)
        self._built_with, self._turned = devices.options.money.notes_cents, turned
        for setup in devices.devices:
            self._ports[f"{setup.kind}.{setup.station}"] = _port(setup, devices, places, self._inbox)
        self._program = build_program(places.data, profile, clock)
        self.engine.watch_program(self._program)
        was_behind = any(fault.code == "clock_behind" for fault in self.engine.state.faults)
        self._watch = Watch(clock, newest_second(self._journal, was_behind))
        facts = Facts(program_digest(), profile.file, lambda: changes_of(self.engine.state), profile.usb_folder)
        self._desk = open_desk(
            places.data,
            clock,
            lambda: self.engine.known,
            self._inbox.offer,
            lambda: facts() | link_facts(self._ports),
            pages_out(places.data, self._mouth.order, profile),
        )
        self._hub = Hub(places.engine, stations, self._inbox.offer, self._mouth.seen, self._desk)
        self.engine.show_steps_to(self._hub.navigate)
        self.engine.show_edges_of(Edges())
        self._loop = Loop(self.engine, self._inbox, self._watch, clock, self._hub.publish, self._turn)
        self._crashed = False
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)

    def start(self) -> None:
        """Boot, show the first views, open the ports."""
        found = (*self._guard.at_boot(self._journal.healed), *self._program.at_boot())
        start(self.engine, self._profile, found)
        # a port's thread must not die alone: the supervisor starts the whole process again
        threading.excepthook = self._died
        self._desk.start()
        self._hub.start()
        self._thread.start()
        for port in self._ports.values():
            port.start()

    def close(self) -> int:
        """Stop everything within some seconds; 0, or 1 if the engine's thread had ended by itself."""
        self._inbox.close()
        self._thread.join(_LET_GO_S)
        self._hub.close()
        self._desk.close()
        self._lamps_off()
        closing = [threading.Thread(target=port.close, args=(2.0,)) for port in self._ports.values()]
        for thread in closing:
            thread.start()
        for thread in closing:
            thread.join(3.0)
        if not self._thread.is_alive():
            if not self._crashed:
                self.engine.stop()
            self._journal.close()
        return 1 if self._crashed else 0

    def _lamps_off(self) -> None:
        """Lamps have no watchdog: without this they would promise buttons that nobody hears."""
        decks = [port for name, port in self._ports.items() if name.startswith("deck.")]
        for port in decks:
            port.order(Lamps(()))
        if decks:
            time.sleep(_LAMPS_S)

    def _order(self, device: str, order: DeviceOrder) -> None:
        port = self._ports.get(device)
        if port is not None:
            port.order(order)

    def _turn(self) -> None:
        """A sign of life; and a start anew once the notes to be taken are others than the drivers were built with."""
        self._turned()
        options = self.engine.state.options
        if options is not None and options.money.notes_cents != self._built_with:
            self._built_with = options.money.notes_cents
            end()

    def _died(self, why: threading.ExceptHookArgs) -> None:
        self._crashed = True
        traceback.print_exception(why.exc_value)
        end()

    def _run(self) -> None:
        try:
            self._loop.run()
        except BaseException:
            self._crashed = True
            traceback.print_exc()
            end()


def _port(setup: DeviceSetup, profile: Profile, places: Places, inbox: Inbox) -> Port:
    name = f"{setup.kind}.{setup.station}"
    path = str(places.line(name)) if setup.emulated else setup.port

    serving = driver(setup, profile.options, places.data / "keys")

    def sink(event: Event) -> None:
        inbox.put(DeviceSaid(name, event))

    others = others_of(setup, profile.devices, profile.options, places.data / "keys")
    return Port(path, line_settings(setup), serving, sink, others=others)


def _open_patiently(profile: Profile, places: Places, clock: SystemClock) -> TwinJournal:
    """The journal; one that is just being let go by the process before is waited for."""
    until = time.monotonic() + _LET_GO_S
    while True:
        try:
            return open_journal(places.data, profile, clock)
        except FolderBusy:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def _built(profile: Profile, places: Places, screens: bool) -> Cabinet | BrokenCabinet:
    """The cabinet, or, when its journal cannot be trusted, the one that only shows its meters."""
    pulse = Pulse()
    try:
        return Cabinet(profile, places, screens, pulse)
    except (JournalBroken, BadRow) as refused:
        return BrokenCabinet(refused, profile, places, pulse)


def main() -> int:
    parser = argparse.ArgumentParser(prog="engine process")
    parser.add_argument("--profile", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--screens", action="store_true", help="take no notes while there is no picture")
    given = parser.parse_args()
    hold_signals()
    on_leash()
    try:
        cabinet = _built(load_profile(given.profile), places_of(given.data), given.screens)
        cabinet.start()
    except _REFUSED as refused:
        print(refused, file=sys.stderr)
        return 2
    wait_for_end()
    with contextlib.suppress(KeyboardInterrupt):
        return cabinet.close()
    return 1


if __name__ == "__main__":
    sys.exit(main())
