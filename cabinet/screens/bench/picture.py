"""The picture of the bench: notes to feed, the last ticket, cables, doors, keys, the plug. Pure.

Decides what can be touched and what act each button is; what comes of an act is the emulated device's business.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from cabinet.screens.geometry import Rect
from cabinet.screens.scene import Icon, Photo, Scene
from cabinet.screens.sketch import Board
from cabinet.screens.ui import Ui
from cabinet.screens.words import Words

SIZE = (1280, 800)
NOTES_CENTS = (100, 500, 1000, 2000, 5000, 10_000)
_COLUMNS, _MOST = 6, 54
_UNIT = re.compile(r"(\d) (?=[s%])")
_DOORS = ("main", "belly", "drop", "cash_box", "logic")
_KEYS = ("audit", "reset")
OPEN = "bench.switches."
"""The control that opens a device's switchboard is called this and the device's name; alone it closes it."""
_PICTURE = Rect(40, 420, 560, 233)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the bench process told last: status (None = no answer), answer to the last act, the last ticket."""

    status: dict[str, Any] | None = None
    said: str = ""
    ticket: str = ""
    ticket_key: str = ""
    busy: bool = False
    opened: str = ""  # the device whose switchboard is shown

    @property
    def devices(self) -> dict[str, dict[str, Any]]:
        found = (self.status or {}).get("devices", {})
        return found if isinstance(found, dict) else {}


@dataclass(slots=True)
class Acts:
    """The act behind each button of a picture."""

    of: dict[str, dict[str, Any]] = field(default_factory=dict)


def picture(seen: Seen, ui: Ui, words: Words, now_ms: int) -> tuple[Scene, Acts]:
    """The scene of the bench, and what each of its buttons does."""
    board, acts = Board(ui, now_ms, words, SIZE), Acts()
    board.backdrop("office")
    if seen.opened in seen.devices:
        _switchboard(board, acts, seen)
        return board.scene("bench"), acts
    board.label(Rect(40, 12, 700, 52), words.say("bench.title"), 38, "gold", on="office", weight=700, align="left")
    if seen.said:
        board.label(Rect(620, 12, 620, 52), seen.said, 28, "warn", on="office", align="right")
    _notes(board, acts, seen)
    _ticket(board, acts, seen)
    _devices(board, acts, seen)
    _doors(board, acts, seen)
    _act(board, acts, "bench.power_cut", Rect(843, 708, 397, 74), "brown", {"power": "cut"}, seen)
    return board.scene("bench"), acts


def _act(
    board: Board,
    acts: Acts,
    name: str,
    rect: Rect,
    look: str,
    act: dict[str, Any],
    seen: Seen,
    text: str = "",
    *,
    on: bool = True,
) -> None:
    board.button(name, rect, text or board.say(name), look, on and seen.status is not None, size=28)
    acts.of[name] = act


def _notes(board: Board, acts: Acts, seen: Seen) -> None:
    board.label(Rect(40, 74, 560, 40), board.say("bench.notes"), 28, "sky", on="office", align="left")
    for number, cents in enumerate(NOTES_CENTS):
        rect = Rect(40 + number % 3 * 190, 118 + number // 3 * 80, 180, 72)
        _act(board, acts, f"bench.note.{cents}", rect, "green", {"insert_note": cents}, seen, board.money(cents))
    digits = seen.ticket
    rect = Rect(40, 284, 370, 72)
    act = {"insert_ticket": digits}
    _act(board, acts, "bench.insert_ticket", rect, "blue", act, seen, on=bool(digits))
    _act(board, acts, "bench.pull_note", Rect(420, 284, 180, 72), "blue", {"pull_note": True}, seen)


def _ticket(board: Board, acts: Acts, seen: Seen) -> None:
    hanging = any(device.get("position") == "in_chute" for device in seen.devices.values())
    board.label(Rect(40, 370, 560, 40), board.say("bench.ticket"), 28, "sky", on="office", align="left")
    board.plate(_PICTURE.inset(-6), "paper" if seen.ticket_key else "office", 8)
    if seen.ticket_key:
        board.add(Photo(_PICTURE, seen.ticket_key))
    elif not hanging:
        board.label(_PICTURE, board.say("bench.no_ticket"), 30, "quiet", on="office")
    _act(board, acts, "bench.take_ticket", Rect(40, 672, 370, 72), "gold", {"take_ticket": True}, seen, on=hanging)


def _devices(board: Board, acts: Acts, seen: Seen) -> None:
    """A row a device: its position and faults in words, and its cable."""
    board.label(Rect(640, 74, 600, 40), board.say("bench.devices"), 28, "sky", on="office", align="left")
    if seen.status is None:
        board.label(Rect(640, 118, 600, 72), board.say("bench.silent"), 30, "bad", on="office", align="left")
    for number, (name, device) in enumerate(sorted(seen.devices.items())[:4]):
        y = 114 + number * 76
        plugged = bool(device.get("cable", True))
        kind = name.partition(".")[0]
        board.plate(Rect(640, y, 370, 68), "office" if plugged else "office_alarm", 10)
        board.control(f"{OPEN}{name}", Rect(640, y, 370, 68), bool(device.get("switches")))
        acts.of[f"{OPEN}{name}"] = {}
        board.add(Icon(Rect(652, y + 18, 32, 32), "check" if plugged else "cross", "good" if plugged else "bad"))
        faults = device.get("faults", ())
        text = f"{board.say(f'device.{kind}')} · {device.get('position', '?')}" + "".join(f" · {f}" for f in faults)
        board.label(Rect(696, y + 2, 306, 64), text, 28, "white", on="office", align="left", wrap=True)
        code = "bench.cable_out" if plugged else "bench.cable_in"
        act = {"cable": name, "in": not plugged}
        _act(board, acts, f"bench.cable.{kind}", Rect(1020, y, 220, 68), "blue", act, seen, board.say(code))


def _doors(board: Board, acts: Acts, seen: Seen) -> None:
    """Doors, keys, paper and cash box: a button each, saying what a touch does."""
    deck = next((device for name, device in seen.devices.items() if name.startswith("deck")), {})
    doors, keys = deck.get("doors", {}), deck.get("keys", {})
    board.label(Rect(640, 420, 600, 40), board.say("bench.doors"), 28, "sky", on="office", align="left")
    for number, door in enumerate(_DOORS):
        is_open = bool(doors.get(door, False))
        text = board.say("bench.close" if is_open else "bench.open", door=door)
        look, act = "brown" if is_open else "blue", {"door": door, "open": not is_open}
        _act(board, acts, f"bench.door.{door}", _cell(number), look, act, seen, text, on=bool(deck))
    for number, key in enumerate(_KEYS):
        turned = bool(keys.get(key, False))
        look, act = "gold" if turned else "blue", {"key": key, "on": not turned}
        name, text = f"bench.key.{key}", board.say(f"bench.key.{key}")
        _act(board, acts, name, _cell(5 + number), look, act, seen, text, on=bool(deck))
    acceptor = next((device for name, device in seen.devices.items() if name.startswith("acceptor")), {})
    out = bool(acceptor.get("box_out", False))
    code, act = ("bench.cash_box_in", {"cash_box": "in"}) if out else ("bench.cash_box_out", {"cash_box": "out"})
    look = "brown" if out else "blue"
    _act(board, acts, "bench.cash_box", _cell(7), look, act, seen, board.say(code), on=bool(acceptor))
    _act(board, acts, "bench.paper_out", _cell(8), "blue", {"paper": "out"}, seen)
    _act(board, acts, "bench.paper_full", _cell(9), "blue", {"paper": "full"}, seen)


def _cell(number: int) -> Rect:
    """One of the small buttons at the right, three in a row."""
    return Rect(640 + number % 3 * 203, 462 + number // 3 * 82, 194, 74)


def _switchboard(board: Board, acts: Acts, seen: Seen) -> None:
    """Every fault switch and every other act of one device; what is on is lit, and a touch turns it off."""
    name, device = seen.opened, seen.devices[seen.opened]
    kind, faults = name.partition(".")[0], device.get("faults", ())
    title = f"{board.say(f'device.{kind}')} · {device.get('position', '?')}"
    board.label(Rect(40, 12, 800, 64), title, 36, "gold", on="office", weight=700, align="left")
    _act(board, acts, OPEN, Rect(1020, 12, 220, 64), "gold", {}, seen, board.say("bench.back"))
    for number, switch in enumerate(device.get("switches", ())[:_MOST]):
        on = bool(switch["fault"]) and switch["fault"] in faults
        rect = Rect(40 + number % _COLUMNS * 201, 92 + number // _COLUMNS * 77, 193, 69)
        look = "brown" if on else "blue" if switch["fault"] else "green"
        act = {"device": name, "do": switch["off"] if on else switch["on"]}
        text = _UNIT.sub("\\1\u00a0", str(switch["name"]))  # a number keeps its unit
        _act(board, acts, f"bench.switch.{number}", rect, look, act, seen, text)
