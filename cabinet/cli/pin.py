"""`pin`: who may open what. A PIN is typed or comes from standard input; it is never a word of the command line, where
every process could read it.

Exit code 0; 1 if a PIN is wrong or must wait; 2 if the call is wrong.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cabinet.cli.common import FOUND_WRONG, existing, fail
from cabinet.cli.events import Format
from cabinet.ports.access import Role

if TYPE_CHECKING:
    from cabinet.settings.pins import Pins

_DATA = Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")]
_ID = Annotated[str, typer.Option("--id", help="Letters and digits; it stands in the journal.")]


def register(app: typer.Typer) -> None:
    """Add the `pin` group to *app*."""
    pin = typer.Typer(no_args_is_help=True, help="People, roles and PINs of a cabinet.")
    app.add_typer(pin, name="pin")
    pin.command("set")(set_pin)
    pin.command()(check)
    pin.command()(remove)
    pin.command("list")(people)


def set_pin(who: _ID, role: Annotated[Role, typer.Option(help="What the person may do.")], data: _DATA = None) -> None:
    """Give somebody a role and a PIN, typed twice or one line on standard input."""
    from cabinet.settings.pins import PinRefused

    pins = _pins(data)
    pin = _typed("PIN: ")
    if sys.stdin.isatty() and _typed("again: ") != pin:
        fail("The two are not the same.")
    try:
        pins.set(who, role, pin)
    except PinRefused as refused:
        fail(f"{str(refused)[:1].upper()}{str(refused)[1:]}.")
    typer.echo(f"{who} is {role.value}")


def check(who: _ID, data: _DATA = None) -> None:
    """Whether a PIN is right: exit 0 and the role, or 1."""
    from cabinet.settings.pins import PinRefused

    pins = _pins(data)
    try:
        verdict = pins.check(who, _typed("PIN: "))
    except PinRefused as refused:
        fail(f"{refused}.", FOUND_WRONG)
    if verdict.role is None:
        later = f" Wait {verdict.wait_s} s before the next try." if verdict.wait_s else ""
        fail(f"Wrong.{later}", FOUND_WRONG)
    typer.echo(verdict.role.value)


def remove(who: _ID, data: _DATA = None) -> None:
    """Nobody comes in by that id any more."""
    from cabinet.settings.pins import PinRefused

    try:
        known = _pins(data).remove(who)
    except PinRefused as refused:
        fail(f"{refused}.", FOUND_WRONG)
    if not known:
        fail(f"There is no {who}.")
    typer.echo(f"{who} is gone")


def people(
    data: _DATA = None, output: Annotated[Format, typer.Option("--format", help="How to show it.")] = Format.TABLE
) -> None:
    """Everybody with a PIN, and their roles."""
    from cabinet.settings.pins import PinRefused

    try:
        found = _pins(data).people()
    except PinRefused as refused:
        fail(f"{refused}.", FOUND_WRONG)
    if output is Format.JSON:
        typer.echo(json.dumps([{"id": who, "role": role.value} for who, role in found]))
        return
    typer.echo("\n".join(f"{who:<12} {role.value}" for who, role in found) or "nobody has a PIN")


def _pins(data: Path | None) -> Pins:
    from cabinet.clock import SystemClock
    from cabinet.settings.pins import Pins

    return Pins(existing(data) / "keys" / "pins.json", SystemClock())


def _typed(prompt: str) -> str:
    """A line that nobody sees, from the keyboard or from another program."""
    if sys.stdin.isatty():
        from getpass import getpass

        return getpass(prompt).strip()
    return sys.stdin.readline().strip()
