"""Where the deck's buttons stand on a picture: the order of what can be pressed, and the ring around the one meant.

    left, right: through spots, tiles, chips, places, buttons      turn: the tile, or the value of a chip or a cut
    select: presses what is in the ring, by the very hit test of a finger

Works on the controls of any scene and knows no screen; what a press does is `touch`'s.
"""

from __future__ import annotations

from dataclasses import replace

from cabinet.ports import commands as c
from cabinet.ports.view import View
from cabinet.screens import layout
from cabinet.screens.geometry import Rect
from cabinet.screens.pointer import Press, Release
from cabinet.screens.scene import Control, Icon, Plate, Ring, Scene
from cabinet.screens.touch import Answer, touch
from cabinet.screens.ui import Ui, seat_of, selected_chip, to_spend

# groups in the order in which left and right run through them; a name's part before the dot decides
_GROUPS: tuple[tuple[str, ...], ...] = (("bet", "tile", "deck"), ("chip", "all_in", "peek"), ("place",), ("turn",))
_CARRIED = ("hand",)  # can only be carried: the deck lays it by its places
_BEGIN = ("bet.main", "bet.entry", "tile.1", "deck", "place.on")  # where the ring comes up first
_ROW_PX = 76  # buttons whose middles are this close stand in one row
_OUT_PX = 9
_CUT_STEP = 5
_PIECES = 52


def targets(scene: Scene) -> tuple[Control, ...]:
    """What can be pressed now, in the order in which *right* runs through it."""
    found = [control for control in scene.controls if control.enabled and control.name not in _CARRIED]
    return tuple(sorted(found, key=_place))


def _place(control: Control) -> tuple[int, int, int]:
    """Spots and tiles column by column, chips by their worth, buttons row by row."""
    kind, _, which = control.name.partition(".")
    rect = control.rect
    group = next((number for number, kinds in enumerate(_GROUPS) if kind in kinds), len(_GROUPS))
    if kind == "chip":
        return (group, 0, int(which))
    if kind == "all_in":
        return (group, 1, 0)
    if group < len(_GROUPS):
        return (group, rect.x, rect.y)
    return (group, rect.cy // _ROW_PX, rect.x)


def focused(scene: Scene, ui: Ui) -> Control | None:
    """The control in the ring: the one meant, or the first one when that cannot be pressed any more."""
    if not ui.focus or ui.reveal is not None:
        return None
    found = targets(scene)
    return next((control for control in found if control.name == ui.focus), None) or _first(found)


def _first(found: tuple[Control, ...]) -> Control | None:
    named = {control.name: control for control in found}
    return next((named[name] for name in _BEGIN if name in named), found[0] if found else None)


def ringed(scene: Scene, ui: Ui) -> Scene:
    """*scene* with a thick bright ring and a pointing hand at what the deck would press."""
    control = focused(scene, ui)
    if control is None:
        return scene
    r = control.rect
    is_round = any(isinstance(item, Ring) and item.rect == r for item in scene.drawables)
    radius = min(r.w, r.h) // 2 if is_round else 12
    # white between two dark lines: it is seen on felt, gold and paper alike
    rings = ((1, "focus_dark"), (_OUT_PX - 1, "focus"), (_OUT_PX + 3, "focus_dark"))
    drawn = tuple(Plate(r.inset(-out), look, radius + out) for out, look in rings)
    sign = Icon(Rect(r.right - 34, r.bottom - 34, 44, 44), "point", "white")
    return replace(scene, drawables=(*scene.drawables, *drawn, sign))


# -- the buttons --------------------------------------------------------------------------------------


def stepped(step: str, scene: Scene, view: View | None, ui: Ui, now_ms: int) -> Answer:
    """What a button of the deck means on *scene*: *step* is left, right, select or turn."""
    asleep = scene.name == "attract" and not ui.focus
    ui = replace(ui, touched_ms=now_ms)
    if asleep:
        return Answer(ui)  # a first press only wakes the screen, like a first touch
    if view is not None and ui.reveal is not None:
        return Answer(replace(ui, reveal=ui.reveal.hurried(now_ms, view.table)))
    found = targets(scene)
    now = focused(scene, ui)
    if now is None:
        first = _first(found)
        return Answer(replace(ui, focus=first.name if first is not None else ""))
    match step:
        case "left" | "right":
            at = found.index(now) + (1 if step == "right" else -1)
            return Answer(replace(ui, focus=found[at % len(found)].name))
        case "select":
            return _selected(now, found, scene, view, ui, now_ms)
        case _:
            return _turned(now, view, ui)


def _selected(
    control: Control, found: tuple[Control, ...], scene: Scene, view: View | None, ui: Ui, now_ms: int
) -> Answer:
    """A finger comes down on the control and lifts; the ring goes on to what is wanted next."""
    if control.name == "peek":
        return Answer(replace(ui, focus=control.name, peeking=not ui.peeking))
    x, y = control.rect.centre
    if control.name == "deck":
        x = layout.of(scene.size).cards.cut_x(ui.cut_at)
    down = touch(Press(x, y), scene, view, ui, now_ms)
    up = touch(Release(x, y), scene, view, down.ui, now_ms)
    following = _next(control.name, found, view, up.ui, ui.picked)
    sounds = (*down.sounds, *up.sounds)
    return Answer(replace(up.ui, focus=following), (*down.commands, *up.commands), sounds)


def _next(pressed: str, found: tuple[Control, ...], view: View | None, ui: Ui, laid: int) -> str:
    """A tile wants a place, a place the next tile, a chip a spot; everything else stays in the ring. *laid*: the tile
    that was in hand, and lies now although the view does not show it yet."""
    kind = pressed.partition(".")[0]
    names = [control.name for control in found]
    if kind == "tile" and ui.picked >= 0:
        return next((name for name in names if name.startswith("place.")), pressed)
    if kind == "place" and view is not None and (seat := seat_of(view)) is not None:
        waiting = [i for i, place in enumerate(seat.places) if not place and i != laid]
        return next((f"tile.{i + 1}" for i in waiting if f"tile.{i + 1}" in names), "confirm")
    if kind == "chip":
        return next((name for name in (ui.spot, *_BEGIN) if name in names), pressed)
    return pressed


def _turned(control: Control, view: View | None, ui: Ui) -> Answer:
    """The tile in the ring is turned; at a spot or a chip the next chip is taken in hand, at the deck the cut moves."""
    ui = replace(ui, focus=control.name)
    kind, _, which = control.name.partition(".")
    match kind:
        case "tile" | "turn" if view is not None and "turn" in view.allowed:
            return Answer(ui, (c.TurnPiece(int(which) - 1),))
        case "chip" | "bet" if view is not None:
            chips = [chip for chip in sorted(view.table.chips_cents) if chip <= to_spend(view)]
            if not chips:
                return Answer(ui)
            now = selected_chip(view, ui)
            following = chips[(chips.index(now) + 1) % len(chips)] if now in chips else chips[0]
            focus = f"chip.{following}" if kind == "chip" else control.name
            return Answer(replace(ui, chip_cents=following, focus=focus))
        case "deck":
            return Answer(replace(ui, cut_at=(ui.cut_at + _CUT_STEP - 1) % (_PIECES - 1) + 1))
        case "peek" | "place" if view is not None and view.table.game == "two_card":
            return Answer(replace(ui, peeking=not ui.peeking))
        case _:
            return Answer(ui)
