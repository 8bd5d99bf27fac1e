"""`emulate`: one emulated device on a pseudo-terminal, for other software to be tested against."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from cabinet.cli.common import fail


def register(app: typer.Typer) -> None:
    """Add `emulate` to *app*."""

    @app.command()
    def emulate(
        kind: Annotated[str, typer.Argument(help="acceptor, printer, deck or shaker.")],
        protocol: Annotated[str, typer.Option(help="A protocol of that kind, such as id003.")],
        link: Annotated[Path, typer.Option(help="Where to lay the port's name; host software opens this.")],
        world: Annotated[Path | None, typer.Option(help="The file that keeps what lies where; default: none.")] = None,
        seed: Annotated[int, typer.Option(help="Physics and faults follow from it.")] = 1,
    ) -> None:
        """Run one device. Acts are JSON objects on standard input, one a line: {"insert_note": 2000}.

        {"status": true} tells how it stands, {"switches": true} what else can be done to it, {"cable": false} pulls
        its cable.
        """
        from cabinet.app.devices import NoSuchProtocol, twin
        from cabinet.settings.profile import DeviceSetup
        from drivers.emulators.pty import PtyServer
        from drivers.emulators.world import World

        try:
            device = twin(DeviceSetup(1, kind, protocol, "emulated", 9600, "none"), World(world), seed)
        except NoSuchProtocol as unknown:
            fail(str(unknown))
        server = PtyServer(device, link)
        server.start()
        typer.echo(json.dumps({"port": str(link), "status": server.status()}))
        sys.stdout.flush()
        try:
            for line in sys.stdin:
                if line.strip():
                    typer.echo(json.dumps(_act(server, protocol, line)))
                    sys.stdout.flush()
        except KeyboardInterrupt:
            pass
        finally:
            server.close()


def _act(server: Any, protocol: str, line: str) -> dict[str, Any]:
    """One act, or {"status": true}, or {"cable": false}; what is wrong with it is an answer."""
    from drivers.emulators.switchboard import SWITCHBOARDS

    try:
        what = json.loads(line)
        if not isinstance(what, dict):
            raise ValueError("an act is a JSON object")
        if what.get("status"):
            return dict(server.status())
        if what.get("switches"):
            return {"switches": [act for one in SWITCHBOARDS[protocol] for act in (one.on, one.off) if act]}
        if "cable" in what:
            server.cable(bool(what["cable"]))
            return {"cable": server.plugged}
        return dict(server.bench(what))
    except (ValueError, KeyError, TypeError) as wrong:
        return {"error": str(wrong)}
