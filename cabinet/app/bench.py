"""The bench: every emulated device of a cabinet on a pseudo-terminal, and the hands that touch them by name.

    {"insert_note": 2000}  {"insert_ticket": "18 digits"}  {"take_ticket": true}  {"paper": "out"|"low"|"full"}
    {"cash_box": "out"|"in"}  {"cable": "printer", "in": false}  {"device_power": "printer", "on": false}
    {"swap_cables": ["acceptor", "printer"]}
    {"door": "main", "open": true}  {"key": "audit", "on": true}  {"press": "deal"}
    {"fault": name, "device": "printer", "on": true}  {"device": "shaker", "do": {"lid": "open"}}  (any act of its twin)
    {"power": "cut"}                                                        any of them with "station": n

A hand is patient: a note pushed against a closed mouth is offered again for some seconds, and a ticket is waited
for ("wait_ms" says otherwise). Decides which device an act means; what comes of it is the twin's physics.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from cabinet.app.bench_world import totals
from cabinet.app.devices import twin
from cabinet.app.lines import Said
from cabinet.app.places import Places
from cabinet.app.shared_world import OwnedWorld, SharedTwin
from cabinet.settings.profile import Profile
from drivers.emulators.pty import PtyServer
from drivers.emulators.switchboard import SWITCHBOARDS

PATIENCE_MS = 6000
_AGAIN_MS = 100
_ACTS = {
    "insert_note": "acceptor",
    "insert_ticket": "acceptor",
    "pull_note": "acceptor",
    "cash_box": "acceptor",
    "reject_next": "acceptor",
    "take_ticket": "printer",
    "paper": "printer",
    "door": "deck",
    "key": "deck",
    "press": "deck",
}
_OURS = ("station", "device", "wait_ms")
_NOT_NOW = ("off", "busy", "inhibited")


class Bench:
    """The devices of *profile* that are emulated, standing in the world of *places*; *cut* cuts the power."""

    def __init__(self, profile: Profile, places: Places, cut: Callable[[], Said], seed: int = 1) -> None:
        self._world, self._cut = OwnedWorld(places.world), cut
        self._lock = threading.RLock()
        self._power = {True: "on", False: "off"}
        self._servers = {
            name: PtyServer(SharedTwin(twin(setup, self._world, seed + at), self._lock), places.line(name))
            for at, (name, setup) in enumerate(
                (f"{setup.kind}.{setup.station}", setup) for setup in profile.devices if setup.emulated
            )
        }

        self._switches = {
            f"{setup.kind}.{setup.station}": [asdict(switch) for switch in SWITCHBOARDS[setup.protocol]]
            for setup in profile.devices
            if setup.emulated
        }

    def start(self) -> None:
        """Mains on: every device powers up in whatever position its shelf says."""
        with self._lock:
            self._world.commit()
        for server in self._servers.values():
            server.start()

    def close(self) -> None:
        for server in self._servers.values():
            server.close()

    @property
    def stolen(self) -> bool:
        """The world's file was removed or written by somebody else."""
        with self._lock:
            return self._world.stolen

    def status(self) -> Said:
        """Money in the world and every device's own word."""
        with self._lock:
            counted = totals(self._world.shelves())
        devices = {
            name: {**server.status(), "cable": server.plugged, "switches": self._switches[name]}
            for name, server in self._servers.items()
        }
        return {**counted, "devices": devices}

    def act(self, what: Said) -> Said:
        """Carry out one act; {"error": why} when it means nothing here."""
        try:
            return self._act(what)
        except (KeyError, TypeError, ValueError, AssertionError) as bad:
            return {"error": f"not an act: {bad!r}"}

    def _act(self, what: Said) -> Said:
        match what:
            case {"power": "cut"}:
                return self._cut()
            case {"power": "on"}:
                return {"error": "the mains are back when `run` is started again"}
            case {"cable": str(kind), "in": bool(plugged)}:
                return self._cable(self._named(kind, what), plugged)
            case {"swap_cables": [str(one), str(other)]}:
                return self._swap(self._named(one, what), self._named(other, what))
            case {"device_power": str(kind), "on": bool(on)}:
                return self._on(self._named(kind, what), {"power": self._power[on]})
            case {"device": str(kind), "do": dict(act)}:
                return self._on(self._named(kind, what), act)
            case {"fault": str(), "device": str(kind), **rest}:
                return self._on(self._named(kind, what), {"fault": what["fault"], **_own(rest)})
        kind = next((_ACTS[word] for word in what if word in _ACTS), "")
        if not kind:
            return {"error": f"the bench knows no act {sorted(what)}"}
        return self._patiently(self._named(kind, what), what)

    def _named(self, kind: str, what: Said) -> str:
        """The device meant: "printer.1" as it is, "printer" at the act's station or the first one."""
        if "." in kind:
            return kind
        if "station" in what:
            return f"{kind}.{what['station']}"
        return next((name for name in sorted(self._servers) if name.startswith(kind + ".")), kind)

    def _on(self, name: str, act: Said) -> Said:
        server = self._servers.get(name)
        return server.bench(act) if server else {"error": f"there is no emulated {name}"}

    def _cable(self, name: str, plugged: bool) -> Said:
        server = self._servers.get(name)
        if server is None:
            return {"error": f"there is no emulated {name}"}
        server.cable(plugged)
        return {"cable": name, "in": plugged}

    def _swap(self, one: str, other: str) -> Said:
        missing = next((name for name in (one, other) if name not in self._servers), "")
        if missing or one == other:
            return {"error": f"there is no emulated {missing}" if missing else "two devices have a cable each"}
        self._servers[one].swap(self._servers[other])
        return {"swap_cables": [one, other]}

    def _patiently(self, name: str, what: Said) -> Said:
        until = time.monotonic() + int(what.get("wait_ms", PATIENCE_MS)) / 1000
        while True:
            answer = self._on(name, _own(what))
            if not _later(what, answer) or time.monotonic() >= until:
                return answer
            time.sleep(_AGAIN_MS / 1000)


def _own(what: Said) -> dict[str, Any]:
    """The act without what only the bench reads."""
    return {word: value for word, value in what.items() if word not in _OURS}


def _later(what: Said, answer: Said) -> bool:
    """Whether the same act may come out otherwise in a moment."""
    if "take_ticket" in what:
        return "error" in answer
    return answer.get("taken") is False and answer.get("reason") in _NOT_NOW
