"""What devices ought to be doing, as a function of the state: the acceptor enabled or not, the lamps, the tower.

The engine compares with what it last ordered and sends the difference; after a device came back it sends all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cabinet.bank.options import Validation
from cabinet.machine import may, testing
from cabinet.machine.allowed import allowed
from cabinet.machine.faults import Light
from cabinet.machine.state import Call, State
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
    for name in wanted:
        wanted[name] = testing.standing(state.testing, name) or wanted[name]
    return wanted


def lamps(state: State, station: int) -> Lamps:
    """Lamps say what can be pressed now; the tower says what an attendant should know from afar."""
    can = set(allowed(state, station))
    lit = tuple(button for button in BUTTONS if button in _ALWAYS or can.intersection(_BUTTON_OF[button]))
    low, high = tower(state, station)
    return Lamps(lit, tower_low=low, tower_high=high, buzzer=alarm(state, station))


@dataclass(frozen=True, slots=True)
class TowerRow:
    """One state of a station and the lamp of a stage that tells of it."""

    name: str
    holds: Callable[[State, int], bool]
    lamp: str


LOW = (
    TowerRow("called", lambda state, station: any(not call.taken for call in _calls(state, station)), "slow"),
    TowerRow("somebody_comes", lambda state, station: bool(_calls(state, station)), "on"),
)
HIGH = (
    TowerRow("door_or_tilt", lambda state, station: _shines(state, station, Light.FAST), "fast"),
    TowerRow("payment_waits", lambda state, station: bool(state.bank.station(station).handpays), "on"),
    TowerRow("locked", lambda state, station: state.bank.station(station).locked, "fast"),
    TowerRow("fault", lambda state, station: _shines(state, station, Light.SLOW), "slow"),
)
"""The tower's two stages, the first row that holds; none = dark."""


def tower(state: State, station: int) -> tuple[str, str]:
    """The lamps of the lower and the upper stage: off, on, slow or fast."""
    found = tuple(next((row.lamp for row in rows if row.holds(state, station)), "off") for rows in (LOW, HIGH))
    return found[0], found[1]


def alarm(state: State, station: int) -> bool:
    """Whether the buzzer sounds: for its time once it began, and on while a door stands open with nobody there."""
    going_on = any(f.present and f.row.alarm and not f.row.attendant for f in may.faults_at(state, station))
    return state.alarm or (going_on and not state.attendant)


def _calls(state: State, station: int) -> tuple[Call, ...]:
    return tuple(call for call in state.calls if call.station == station)


def _shines(state: State, station: int, light: Light) -> bool:
    return any(fault.row.light is light for fault in may.faults_at(state, station))
