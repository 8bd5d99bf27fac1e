"""What a desk away from the machine asks of it: handed to the running cabinet, or decided here while none runs."""

from __future__ import annotations

import json
import socket
from pathlib import Path

from cabinet.cli.common import FOUND_WRONG, fail, load
from cabinet.ports.commands import Command

PATIENCE_S = 5.0


def send(folder: Path, profile: str, wish: Command, station: int = 1) -> None:
    """Have *wish* decided; what came of it stands in the journal."""
    from cabinet.app.offline import offline
    from cabinet.ports.signals import Pressed
    from cabinet.storage.contract import FolderBusy

    try:
        with offline(folder, load(profile)) as (engine, _):
            if station not in engine.state.set_up.machine.stations:
                fail(f"There is no station {station}.")
            engine.handle(Pressed(station, wish))
    except FolderBusy:
        _ask_running(folder, wish, station)


def _ask_running(folder: Path, wish: Command, station: int) -> None:
    from cabinet.app.places import places_of
    from cabinet.ports.plain import encode

    with socket.socket(socket.AF_UNIX) as link:
        try:
            link.connect(str(places_of(folder).engine))
        except OSError:
            fail("Another process holds the folder and answers no desk.", FOUND_WRONG)
        lines = [{"hello": {"station": station, "only_looks": True}}, {"command": encode(wish)}]
        link.sendall(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
        link.settimeout(PATIENCE_S)
        link.recv(1)  # the first view: the lines before it were read
