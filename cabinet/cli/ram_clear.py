"""`ram-clear` ends a cabinet's journal and begins a new one; `setup confirm` opens the machine for play again.

Exit code 0; 1 if it is refused, each reason a line; 2 if the call is wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.access import prove
from cabinet.cli.common import FOUND_WRONG, existing, fail, load, money
from cabinet.ports.access import Role

_DATA = Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")]
_PROFILE = Annotated[str, typer.Option(help="The cabinet's profile.")]
_WHO = Annotated[str, typer.Option(help="Your id as a technician; it stands in the journal.")]


def register(app: typer.Typer) -> None:
    """Add `ram-clear` and the `setup` group to *app*."""
    app.command("ram-clear")(clear)
    setup = typer.Typer(no_args_is_help=True, help="The setup of a cabinet after a RAM clear.")
    app.add_typer(setup, name="setup")
    setup.callback()(lambda: None)
    setup.command()(confirm)


def clear(
    who: _WHO,
    reason: Annotated[str, typer.Option(help="Why; it stands in the journal.")],
    data: _DATA = None,
    profile: _PROFILE = "bench",
    door_open: Annotated[
        bool, typer.Option("--door-open", help="You vouch for the open logic door where no journal can tell.")
    ] = False,
    machine_id: Annotated[str, typer.Option(help="Only where no copy has its first row: the machine's id.")] = "",
) -> None:
    """Write all meters to a file, put both copies of the journal aside whole, and begin a new one at zero. The cabinet
    must be stopped, its logic door open, and nothing owed. Asks for a technician's PIN."""
    from cabinet.app.compose import WrongFolder
    from cabinet.app.ram_clear import NotCleared, Wish, ram_clear
    from cabinet.clock import SystemClock

    folder, setup = existing(data), load(profile)
    if not reason.strip() or not who.strip():
        fail("A RAM clear needs a reason and who does it.")
    prove(folder, setup, who, Role.TECHNICIAN)
    try:
        done = ram_clear(folder, setup, Wish(who, reason, door_open, machine_id), SystemClock())
    except (NotCleared, WrongFolder) as refused:
        fail(str(refused), FOUND_WRONG)
    if done is None:
        typer.echo("A RAM clear that had been cut short is completed. Nothing else was done.")
        return
    typer.echo(f"The journal of {done.row} rows was ended at {done.head[:16] or 'an unknown head'}.")
    typer.echo(f"Its meters: {done.dump}")
    if done.claims:
        typer.echo(f"{done.claims} claims of the damaged journal wait for an attendant.")
    typer.echo("Every meter is at zero. Play stays closed until a technician has confirmed the setup.")


def confirm(who: _WHO, data: _DATA = None, profile: _PROFILE = "bench") -> None:
    """Confirm the setup of a stopped cabinet after a RAM clear, as its files have it now. Asks for a technician's PIN.
    A running one is confirmed on its own screen."""
    from cabinet.app.compose import start
    from cabinet.app.offline import offline
    from cabinet.machine.setup import unconfirmed
    from cabinet.machine.signals import SetupRead

    folder, setup = existing(data), load(profile)
    prove(folder, setup, who, Role.TECHNICIAN)
    with offline(folder, setup) as (engine, guard):
        if not unconfirmed(engine.state):
            fail("There is no setup to confirm: it was left already.", FOUND_WRONG)
        start(engine, setup, guard.at_boot(()))
        engine.handle(SetupRead(who))
        state = engine.state
        engine.stop()
    if state.claims:
        fail("Claims of the damaged journal are open: an attendant rules on them first, at the machine.", FOUND_WRONG)
    limits = state.set_up.money
    typer.echo(
        f"Setup confirmed by {who}, options {state.digest[:16]}: {state.set_up.machine.currency}, tickets up to "
        f"{money(limits.ticket_max_cents)}, wins from {money(limits.handpay_limit_cents)} by hand."
    )
