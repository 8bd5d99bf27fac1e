"""What devices ought to be doing, as a function of the state: the acceptor enabled or not, the lamps.

The engine compares with what it last ordered and sends the difference; after a device came back it sends all.
"""

from __future__ import annotations

from cabinet.bank.options import Validation
from cabinet.machine import may
from cabinet.machine.allowed import allowed
from cabinet.machine.state import State
from cabinet.ports.acceptor import Enable
from cabinet.ports.deck import BUTTONS, Lamps
from cabinet.ports.effects import DeviceOrder

_BUTTON_OF = {
    "deal": ("deal", "confirm"),
    "repeat": ("repeat",),
    "clear": ("clear",),
    "cash_out": ("cash_out",),
    "call_attendant": ("call_attendant",),
    "turn": ("turn", "lay", "chip", "cut"),
}
"""Which commands make a deck button's lamp shine."""

_ALWAYS = ("left", "right", "select")
"""These move about on the screen and press what is there: help, language and the attendant can always be pressed."""


def outputs(state: State) -> dict[str, DeviceOrder]:
    """The wanted standing order of each device that has one, by device name."""
    wanted: dict[str, DeviceOrder] = {}
    for bank in state.bank.stations:
        name = f"acceptor.{bank.station}"
        if state.device(name) is not None and bank.acceptor_reconciled:
            open_ = not may.notes_closed(state, bank.station)
            money = state.set_up.money
            wanted[name] = Enable(open_, open_ and money.tickets_in and money.validation is not Validation.NONE)
        deck = f"deck.{bank.station}"
        if state.device(deck) is not None:
            wanted[deck] = lamps(state, bank.station)
    return wanted


def lamps(state: State, station: int) -> Lamps:
    """Lamps say what can be pressed now; the tower says what an attendant should know from afar."""
    can = set(allowed(state, station))
    lit = tuple(button for button in BUTTONS if button in _ALWAYS or can.intersection(_BUTTON_OF[button]))
    return Lamps(lit, tower_low=_call(state, station), tower_high=_trouble(state, station), buzzer=_alarm(state))


def _call(state: State, station: int) -> str:
    return "slow" if any(call.station == station for call in state.calls) else "off"


def _trouble(state: State, station: int) -> str:
    """Solid = a payment waits, fast = a door or a fault that stops play."""
    if state.bank.station(station).handpays:
        return "on"
    if state.bank.station(station).locked or any(fault.row.play for fault in state.faults):
        return "fast"
    return "slow" if state.faults else "off"


def _alarm(state: State) -> bool:
    return bool(state.doors_open) and not state.attendant
