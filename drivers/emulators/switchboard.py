"""What a hand can do wrong to each emulated device: its fault switches and its other acts, as data to press.

One list a protocol; the bench's window shows them as buttons, and a pilot says the same acts by name. Decides which
acts there are; what comes of one is the twin's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Act = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Switch:
    """*name* as people read it; *fault*: how the device's status calls it while it is on, empty = a push button;
    *on* and *off*: the acts (*off* empty for a push button)."""

    name: str
    fault: str
    on: Act
    off: Act


def _faults(*names: str) -> tuple[Switch, ...]:
    return tuple(_fault(name) for name in names)


def _fault(fault: str, of: str = "", **more: Any) -> Switch:
    """A fault switch with what it needs to know; *of*: which of several."""
    shown = f"{fault} {of}".strip().replace("_", " ")
    return Switch(shown, fault, {"fault": fault, "on": True, **more}, {"fault": fault, "on": False, **more})


def _push(name: str, act: Act) -> Switch:
    return Switch(name, "", act, {})


_POWER = (_push("power off", {"power": "off"}), _push("power on", {"power": "on"}))
_OF_LINE = ("mute", "deaf", "echo", "noise")

_ACCEPTOR = (
    *_POWER,
    *_faults("jam_acceptor", "jam_stacker", "stacker_full", "cheated", "failure", "pause", "communication"),
    *_faults("mute", "echo", "corrupt_crc", "garbage", "lose_ack", "lose_reply", "lose_order"),
    *(_push(f"reject: {name}", {"reject_next": name}) for name in ("insertion", "inhibited", "length")),
    _push("pull note", {"pull_note": True}),
    _push("box out", {"cash_box": "out"}),
    _push("box in", {"cash_box": "in"}),
)
_PAPER = (
    *(_push(f"paper {what}", {"paper": what}) for what in ("low", "out", "full")),
    _push("take ticket", {"take_ticket": True}),
)
_TCL = (
    *_POWER,
    *_PAPER,
    *_faults("head_open", "paper_jam", "cutter", "system_error", "head_error", "voltage", "temperature", "memory"),
    *_faults("offline", "index_mark", *_OF_LINE, "no_validation"),
    _fault("late_ok", "6 s", ms=6000),
    _fault("power_loss", "at 40 % of the order", bytes_percent=40),
    _fault("power_loss", "at 40 % of the print", print_percent=40),
)
_ESCPOS = (
    *_POWER,
    *_PAPER,
    *_faults("head_open", "cutter", "system_error", "temperature", "voltage", "memory", "paper_jam", "offline"),
    *_faults(*_OF_LINE, "no_confirm"),
    _fault("late_ok", "6 s", ms=6000),
    _fault("power_loss", "after 5 lines", items=5),
)
_DECK = (
    *_POWER,
    _push("reboot", {"reboot": True}),
    *_faults(*_OF_LINE, "lose_reports", "bounce"),
    *(_fault("cut_wire", door, name=door) for door in ("main", "belly", "drop", "cash_box", "logic")),
    *(_fault("stuck", button, name=button) for button in ("deal", "cash_out")),
    *(_fault("noisy", button, name=button) for button in ("deal", "cash_out")),
)
_REBOOTS = ("IDLE", "SHAKING", "SETTLING", "READING", "RESULT", "COCKED", "FAULT", "SAFE", "OPEN")
_SHAKER = (
    *_POWER,
    _push("reboot", {"reboot": True}),
    _push("lid open", {"lid": "open"}),
    _push("lid closed", {"lid": "closed"}),
    *_faults("cocked", "two_dice", "four_dice", "stuck_motor", "no_tumble", "disagree", "kick", "cover_stuck"),
    _fault("late_result", "1.5 s", ms=1500),
    _fault("late_result", "4 s", ms=4000),
    *_faults("duplicate_result", "wrong_round", "wrong_tag", "corrupt_crc", "split_frames", "mute", "deaf", "blind"),
    *(_fault("reboot_at", state.lower(), state=state) for state in _REBOOTS),
    _fault("loaded", "six 50 %", face=6, percent=50),
)
SWITCHBOARDS: dict[str, tuple[Switch, ...]] = {
    "id003": _ACCEPTOR,
    "ebds": _ACCEPTOR,
    "tcl": _TCL,
    "escpos": _ESCPOS,
    "firmata": _DECK,
    "shaker": _SHAKER,
}
"""By protocol."""
