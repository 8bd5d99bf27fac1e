"""Setup: what is settled once, after a RAM clear or in a new folder, and stays as it is until the next one (R-13).

Decides which options those are. Everything else may change between rounds by its own rules.
"""

from __future__ import annotations

from collections.abc import Callable

from cabinet.machine.options import Options
from cabinet.machine.state import State

FIXED: dict[str, Callable[[Options], object]] = {
    "mode": lambda options: options.machine.mode,
    "currency": lambda options: options.machine.currency,
    "decimals": lambda options: options.machine.decimals,
    "system_id": lambda options: options.money.system_id,
}
"""By name: every meter is in cents of one currency, and every ticket number begins with the store's system id.
Paytables and limits may change behind the logic door: each PAR configuration has its own meters."""


def unconfirmed(state: State) -> bool:
    """Whether setup is still open: nobody has confirmed it since the RAM clear."""
    return any(fault.code == "setup_unconfirmed" for fault in state.faults)


def fixed_changed(state: State, options: Options) -> tuple[str, ...]:
    """The names of settled options that *options* would change; none while setup is open."""
    if state.options is None or unconfirmed(state):
        return ()
    return tuple(name for name, of in FIXED.items() if of(state.options) != of(options))
