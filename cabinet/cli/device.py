"""`device test`: one driver alone on one port, a technician's tool: who is there, how is it, every function."""

from __future__ import annotations

import json
import queue
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from cabinet.cli.common import data_folder, fail, load

_FUNCTIONS: dict[str, tuple[str, ...]] = {
    "acceptor": ("bring_up", "reset", "enable", "disable", "return", "hold"),
    "printer": ("test_page", "clear_errors"),
    "deck": ("lamps_on", "lamps_off", "buzzer", "latch_logic", "latch_cash_box"),
    "shaker": ("shake", "clear"),
}
"""What a technician may try. Nothing here moves money: a note is only ever given back."""
_ALWAYS = ("status", "trace", "help")
"""Of every kind: who it is and what is wrong with it, the last bytes both ways, these names."""


def register(app: typer.Typer) -> None:
    """Add the `device` group to *app*."""
    device = typer.Typer(no_args_is_help=True, help="A technician's tools for one device.")
    app.add_typer(device, name="device")

    @device.command()
    def functions(kind: Annotated[str, typer.Argument(help="acceptor, printer, deck or shaker.")]) -> None:
        """List what `device test` can do with a kind of device."""
        if kind not in _FUNCTIONS:
            fail(f"no kind of device {kind!r}; known: {', '.join(_FUNCTIONS)}")
        typer.echo("\n".join((*_FUNCTIONS[kind], *_ALWAYS)))

    @device.command()
    def test(
        kind: Annotated[str, typer.Argument(help="acceptor, printer, deck or shaker.")],
        protocol: Annotated[str, typer.Option(help="A protocol of that kind, such as id003.")],
        port: Annotated[Path, typer.Option(help="The serial port, by any path.")],
        baud: Annotated[int, typer.Option(help="0 = usual for the protocol.")] = 0,
        parity: Annotated[str, typer.Option(help="none, even or odd; empty = usual for the protocol.")] = "",
        seconds: Annotated[float, typer.Option(help="How long to listen; 0 = until standard input ends.")] = 0.0,
        profile: Annotated[str, typer.Option(help="Whose currency and notes to expect.")] = "bench",
        data: Annotated[Path | None, typer.Option(help="The data folder with the key of a paired shaker.")] = None,
        emulated: Annotated[bool, typer.Option(help="It is an emulator: a shaker signs with the bench's key.")] = False,
    ) -> None:
        """Identify the device, print its live events as JSON lines, run functions named on standard input."""
        from cabinet.app.devices import NoSuchProtocol, driver, line_settings
        from drivers.port import Port

        setup = _setup(kind, protocol, port, baud, parity)
        loaded = load(profile)
        try:
            named = replace(setup, port="emulated") if emulated else setup
            tested = driver(named, loaded.options, data_folder(data, loaded) / "keys")
        except NoSuchProtocol as unknown:
            fail(str(unknown))
        told = _Told()
        line = Port(str(port), line_settings(setup), tested, told.put)
        threading.Thread(target=told.run, daemon=True).start()
        line.start()
        try:
            if seconds > 0:
                threading.Event().wait(seconds)
            else:
                for named_act in sys.stdin:
                    _run(line, told, kind, named_act.strip())
        except KeyboardInterrupt:
            pass
        finally:
            line.close()


def _setup(kind: str, protocol: str, port: Path, baud: int, parity: str) -> Any:
    """The line as it was asked for, else as the protocol usually has it; a pseudo-terminal knows no parity."""
    from cabinet.app.devices import USUAL_LINES
    from cabinet.settings.profile import DeviceSetup

    if parity not in ("", "none", "even", "odd"):
        fail(f"no parity {parity!r}; known: none, even, odd")
    usual_baud, usual_parity = USUAL_LINES.get(protocol, (9600, "none"))
    if port.resolve().is_relative_to("/dev/pts"):
        usual_parity = "none"
    return DeviceSetup(1, kind, protocol, str(port), baud or usual_baud, parity or usual_parity)


class _Told:
    """Events as they come, printed as JSON lines; the newest of each kind is kept for `status`."""

    def __init__(self) -> None:
        self._events: queue.Queue[Any] = queue.Queue(maxsize=10_000)  # a chatty device must not eat the memory
        self._newest: dict[str, Any] = {}
        self._printing = threading.Lock()
        self.put = self._events.put

    def run(self) -> None:
        from cabinet.ports.plain import encode

        while True:
            plain = encode(self._events.get())
            self._newest[plain["is"]] = plain
            if plain["is"] in ("LinkUp", "LinkDown"):
                self._newest.pop("LinkDown" if plain["is"] == "LinkUp" else "LinkUp", None)
            self.say(plain)

    def say(self, plain: Any) -> None:
        with self._printing:
            typer.echo(json.dumps(plain))
            sys.stdout.flush()

    def status(self) -> dict[str, Any]:
        """The newest word of each kind."""
        return {"status": dict(sorted(self._newest.items()))}


def _run(line: Any, told: _Told, kind: str, named: str) -> None:
    from cabinet.paper.tickets import test_page
    from cabinet.ports import acceptor, deck, printer, shaker

    known = (*_FUNCTIONS.get(kind, ()), *_ALWAYS)
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
        "latch_logic": deck.ResetLatch("logic"),
        "latch_cash_box": deck.ResetLatch("cash_box"),
        "shake": shaker.Shake(0, 1),
        "clear": shaker.ClearShaker(),
    }
    match named:
        case "":
            return
        case "status":
            told.say(told.status())
        case "trace":
            told.say({"trace": [f"{one.at_ms} {one.way} {one.data.hex(' ')}" for one in line.trace()]})
        case "test_page" if named in known:
            line.order(printer.Print(0, test_page()))
            told.say({"ordered": named})
        case _ if named in orders and named in known:
            line.order(orders[named])
            told.say({"ordered": named})
        case _:
            told.say({"known": list(known), **({} if named == "help" else {"error": f"no function {named!r}"})})
