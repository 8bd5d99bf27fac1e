"""`device test`: one driver alone on one port, a technician's tool: who is there, how is it, every function."""

from __future__ import annotations

import json
import queue
import sys
import threading
from pathlib import Path
from typing import Annotated, Any

import typer

from cabinet.cli.common import fail, load

_FUNCTIONS: dict[str, tuple[str, ...]] = {
    "acceptor": ("bring_up", "reset", "enable", "disable", "return", "hold"),
    "printer": ("test_page", "clear_errors"),
    "deck": ("lamps_on", "lamps_off", "buzzer"),
    "shaker": ("shake", "clear"),
}
"""What a technician may try. Nothing here moves money: a note is only ever given back."""


def register(app: typer.Typer) -> None:
    """Add the `device` group to *app*."""
    device = typer.Typer(no_args_is_help=True, help="A technician's tools for one device.")
    app.add_typer(device, name="device")

    @device.command()
    def functions(kind: Annotated[str, typer.Argument(help="acceptor, printer, deck or shaker.")]) -> None:
        """List what `device test` can do with a kind of device."""
        typer.echo("\n".join(_FUNCTIONS.get(kind) or fail(f"no kind of device {kind!r}")))

    @device.command()
    def test(
        kind: Annotated[str, typer.Argument(help="acceptor, printer, deck or shaker.")],
        protocol: Annotated[str, typer.Option(help="A protocol of that kind, such as id003.")],
        port: Annotated[Path, typer.Option(help="The serial port, by any path.")],
        baud: Annotated[int, typer.Option()] = 9600,
        parity: Annotated[str, typer.Option(help="none, even or odd.")] = "none",
        seconds: Annotated[float, typer.Option(help="How long to listen; 0 = until standard input ends.")] = 0.0,
        profile: Annotated[str, typer.Option(help="Whose currency and notes to expect.")] = "bench",
    ) -> None:
        """Identify the device, print its live events as JSON lines, run functions named on standard input."""
        from cabinet.app.devices import NoSuchProtocol, driver
        from cabinet.ports.plain import encode
        from cabinet.settings.profile import DeviceSetup
        from drivers.port import Port, PortSettings

        setup = DeviceSetup(1, kind, protocol, str(port), baud, parity)
        try:
            tested = driver(setup, load(profile).options)
        except NoSuchProtocol as unknown:
            fail(str(unknown))
        events: queue.Queue[Any] = queue.Queue(maxsize=10_000)  # a chatty device must not eat the memory
        letter = {"none": "N", "even": "E", "odd": "O"}.get(parity) or fail(f"no parity {parity!r}")
        line = Port(str(port), PortSettings(baud, parity=letter), tested, events.put)
        threading.Thread(target=_print_events, args=(events, encode), daemon=True).start()
        line.start()
        try:
            if seconds > 0:
                threading.Event().wait(seconds)
            else:
                for named in sys.stdin:
                    _run(line, kind, named.strip())
        except KeyboardInterrupt:
            pass
        finally:
            line.close()


def _print_events(events: queue.Queue[Any], encode: Any) -> None:
    while True:
        typer.echo(json.dumps(encode(events.get())))


def _run(line: Any, kind: str, named: str) -> None:
    from cabinet.ports import acceptor, deck, printer, shaker

    orders: dict[str, Any] = {
        "bring_up": acceptor.BringUp(),
        "reset": acceptor.Reset(),
        "enable": acceptor.Enable(True, True),
        "disable": acceptor.Enable(False, False),
        "return": acceptor.Return(),
        "hold": acceptor.Hold(),
        "clear_errors": printer.ClearErrors(),
        "lamps_on": deck.Lamps(deck.BUTTONS, "on", "on"),
        "lamps_off": deck.Lamps(()),
        "buzzer": deck.Lamps((), buzzer=True),
        "shake": shaker.Shake(0, 1),
        "clear": shaker.ClearShaker(),
    }
    if named not in _FUNCTIONS.get(kind, ()):
        typer.echo(json.dumps({"error": f"no function {named!r}; known: {', '.join(_FUNCTIONS.get(kind, ()))}"}))
    elif named == "test_page":
        from cabinet.paper.tickets import test_page

        line.order(printer.Print(0, test_page()))
    else:
        line.order(orders[named])
