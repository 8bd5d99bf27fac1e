"""Devices' links, conditions, doors and keys as records: faults raised and gone, never decided twice.

Decides which row of the fault table a device's word belongs to. Knows no money.
"""

from __future__ import annotations

from collections.abc import Iterable

from cabinet.machine import records as r
from cabinet.machine.faults import FAULTS
from cabinet.machine.state import State
from cabinet.ports.acceptor import AcceptorConditions
from cabinet.ports.deck import DoorChanged, KeyTurned
from cabinet.ports.link import LinkDown, LinkUp, OrderRefused, WrongDevice
from cabinet.ports.printer import PrinterConditions
from cabinet.ports.shaker import ShakerConditions

_NOT_FAULTS = frozenset({"ticket_in_chute"})
"""Conditions that are told but are nobody's trouble."""

_JUDGED = frozenset({"ticket_guesses", "rejects", "dice_void", "dice_disturbed", "dice_biased"})
"""Faults that the machine itself finds at a device: the device's word does not end them."""


SWAPPED = "cables_swapped"
"""Another device of this cabinet answers on a device's port; the detail is its name."""


def link(
    state: State, device: str, event: LinkUp | LinkDown | WrongDevice | OrderRefused
) -> tuple[r.MachineRecord, ...]:
    """A device came, went, or is not the one its port was promised to be."""
    kind = device.split(".")[0]
    match event:
        case LinkUp(model, serial):
            known = state.device(device)
            cleared = tuple(
                record for code in (f"{kind}_lost", f"{kind}_wrong", SWAPPED) for record in gone(state, code, device)
            )
            other = _fitted(state, device, model, serial)
            if known is not None and known.up and (known.model, known.serial) == (model, serial):
                return (*cleared, *other)
            return (r.DeviceBack(device, model, serial), *cleared, *other)
        case LinkDown(reason):
            known = state.device(device)
            if known is not None and known.asked and not known.up:
                return ()
            return (r.DeviceLost(device, reason), *raised(state, f"{kind}_lost", device, reason))
        case WrongDevice(told, answers):
            swapped = raised(state, SWAPPED, device, answers) if answers else ()
            return (*raised(state, f"{kind}_wrong", device, told), *swapped)
        case OrderRefused(order, reason):
            return (r.EventNoted("order_refused", device, f"{order}: {reason}"),)


def _fitted(state: State, device: str, model: str, serial: str) -> tuple[r.MachineRecord, ...]:
    """Whether it is the very device that a technician fitted: another one of its kind works, but counts for nothing
    until he says that it belongs there."""
    code = f"{device.split('.')[0]}_other"
    if not model:
        return ()  # it has not said yet who it is
    if state.fitted.get(device, (model, serial)) == (model, serial):
        return tuple(gone(state, code, device))
    return raised(state, code, device, f"{model} {serial}".strip())


def replaced(state: State, device: str, who: str) -> tuple[r.MachineRecord, ...]:
    """The device that answers belongs there from now on; nothing when it does already or does not answer."""
    known = state.device(device)
    if known is None or not known.up or state.fitted.get(device) in (None, (known.model, known.serial)):
        return ()
    old = state.fitted[device]
    told = r.DeviceReplaced(device, *old, known.model, known.serial, who)
    return (told, *gone(state, f"{device.split('.')[0]}_other", device))


def conditions(
    state: State, device: str, event: AcceptorConditions | PrinterConditions | ShakerConditions
) -> tuple[r.MachineRecord, ...]:
    """The whole set of conditions of a device: what is new is raised, what no longer holds is gone."""
    kind = device.split(".")[0]
    prefix = "shaker_" if kind == "shaker" else ""
    now = {prefix + name for name in event.names if name not in _NOT_FAULTS}
    now = {code if code in FAULTS else f"{kind}_wrong" for code in now}
    others = _JUDGED | {f"{kind}_lost", f"{kind}_wrong", f"{kind}_other", SWAPPED}
    before = {fault.code for fault in state.faults if fault.place == device and fault.present} - others
    records: list[r.MachineRecord] = []
    for code in sorted(before - now):
        records.extend(gone(state, code, device))
    for code in sorted(now - before):
        records.extend(raised(state, code, device, event.detail))
    return tuple(records)


def door(state: State, event: DoorChanged) -> tuple[r.MachineRecord, ...]:
    """A door opened or closed; one latched while the mains were off counts as opened now (S-04), unless it stood open
    when they went: that opening is known."""
    code, name, was_open = f"door_{event.door}", event.door, event.door in state.doors_open
    records: list[r.MachineRecord] = []
    if event.latched and not was_open and f"{code}_unpowered" in FAULTS:
        records += [r.DoorOpened(name, True), *raised(state, f"{code}_unpowered", "machine", "")]
        was_open = True
    if event.open and not was_open:
        records.append(r.DoorOpened(name, event.latched))
    if event.open:
        records += raised(state, code, "machine", "")
    elif was_open:
        records += [r.DoorClosed(name), *gone(state, code, "machine")]
    return tuple(records)


def key(state: State, event: KeyTurned) -> tuple[r.MachineRecord, ...]:
    if event.on == (event.key in state.keys_on):
        return ()
    return (r.KeySeen(event.key, event.on),)


def raised(state: State, code: str, place: str, detail: str) -> tuple[r.MachineRecord, ...]:
    """The fault's record, unless it is active already with its cause."""
    active = any((f.code, f.place, f.present) == (code, place, True) for f in state.faults)
    return () if active else (r.FaultRaised(code, place, detail),)


def gone(state: State, code: str, place: str) -> Iterable[r.MachineRecord]:
    """The record that the cause is gone, if the fault is active with its cause."""
    active = any((f.code, f.place, f.present) == (code, place, True) for f in state.faults)
    return (r.FaultGone(code, place),) if active else ()
