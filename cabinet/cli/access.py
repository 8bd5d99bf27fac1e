"""Who gives a command that only some people may give: the PIN is asked, never taken from the command line.

Decides that a floor without PINs lets nobody in, and that a bench without any takes everybody's word.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cabinet.cli.common import FOUND_WRONG, fail
from cabinet.machine.options import Mode
from cabinet.ports.access import Role
from cabinet.settings.pins import PinRefused, Pins
from cabinet.settings.profile import Profile

_RANK = {Role.ATTENDANT: 0, Role.OPERATOR: 1, Role.TECHNICIAN: 2}


def prove(data: Path, profile: Profile, who: str, least: Role) -> None:
    """Ask *who* for the PIN, from the keyboard or one line of standard input; ends the program when it is wrong, when
    the role is under *least*, or when a floor has no PINs."""
    from cabinet.clock import SystemClock

    pins = Pins(data / "keys" / "pins.json", SystemClock())
    try:
        people = pins.people()
        if not people:
            if profile.options.machine.mode is Mode.FLOOR:
                fail("Nobody has a PIN on this floor yet: `pin set` the first technician.", FOUND_WRONG)
            return
        verdict = pins.check(who, _typed())
    except PinRefused as refused:
        fail(f"{refused}.", FOUND_WRONG)
    if verdict.role is None:
        later = f" Wait {verdict.wait_s} s before the next try." if verdict.wait_s else ""
        fail(f"Wrong id or PIN.{later}", FOUND_WRONG)
    if _RANK[verdict.role] < _RANK[least]:
        fail(f"{who} is {verdict.role.value}; this is for a {least.value}.", FOUND_WRONG)


def _typed() -> str:
    if sys.stdin.isatty():
        from getpass import getpass

        return getpass("PIN: ").strip()
    return sys.stdin.readline().strip()
