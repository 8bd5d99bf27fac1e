"""What a touch in the office means: another page, a row, a key, a button of the page, the way out.

Decides nothing about what is allowed: the machine judges every command, its process every page.
"""

from __future__ import annotations

from dataclasses import replace

from cabinet.ports.access import SignIn
from cabinet.ports.commands import Command, SignOut
from cabinet.ports.page import Action, Errand, Needs, PageWanted, Table, params_with
from cabinet.screens.office import keypad
from cabinet.screens.office.menu import NOW
from cabinet.screens.office.state import HOLD_MS, OfficeUi, Pad

Asked = Command | PageWanted | Errand | SignIn
Done = tuple[OfficeUi, tuple[Asked, ...]]


def tapped(which: str, own: OfficeUi, now_ms: int) -> Done:
    """A finger came down and lifted on the control "office." + *which*."""
    kind, _, rest = which.partition(".")
    match kind:
        case "close":
            return OfficeUi(), (SignOut(),)
        case "sign_in":
            return replace(own, pad=Pad(field="who")), ()
        case "menu":
            return (OfficeUi(), ()) if rest == NOW else opened(own, PageWanted(rest), now_ms)
        case "key":
            return _key(rest, own, now_ms)
        case "field" if own.pad is not None:
            return replace(own, pad=replace(own.pad, field=rest)), ()
    return _on_page(kind, rest, own, now_ms)


def _on_page(kind: str, rest: str, own: OfficeUi, now_ms: int) -> Done:
    page = own.page
    if page is None:
        return own, ()
    match kind:
        case "up" if page.back is not None:
            return opened(own, page.back, now_ms)
        case "tab":
            row, place = map(int, rest.split("."))
            return opened(own, page.tabs[row][place].wanted, now_ms)
        case "row":
            at, place = map(int, rest.split("."))
            block = page.blocks[at]
            go = block.rows[place].go if isinstance(block, Table) else None
            return opened(own, go, now_ms) if go is not None else (own, ())
        case "older" | "newer":
            number, _, target = rest.partition(".")
            return _paged(int(number), target, own, now_ms)
        case "do":
            action = next((action for action in page.actions if action.name == rest), None)
            if action is None or action.hold:
                return own, ()  # a held button acts when it was held long enough
            return begun(action, own, now_ms)
    return own, ()


def opened(own: OfficeUi, wanted: PageWanted, now_ms: int) -> Done:
    """Ask for a page; what is shown of the one before stays until the answer is there, if it is the same page."""
    same = own.wanted is not None and own.wanted.page == wanted.page
    page = own.page if same else None
    return replace(own, wanted=wanted, page=page, asked_ms=now_ms, firsts=(), pad=None), (wanted,)


def _paged(number: int, target: str, own: OfficeUi, now_ms: int) -> Done:
    """Another stretch of a table's rows: from row *target*, or those beyond the last ("more")."""
    assert own.page is not None
    table = own.page.blocks[number]
    if target == "more":
        older = table.older if isinstance(table, Table) else None
        return opened(own, older, now_ms) if older is not None else (own, ())
    others = tuple((block, at) for block, at in own.firsts if block != number)
    return replace(own, firsts=(*others, (number, int(target)))), ()


# -- actions and the keypad ----------------------------------------------------------------------------


def begun(action: Action, own: OfficeUi, now_ms: int) -> Done:
    """A button of the page was pressed, or held long enough: its keypad, or what it does."""
    if action.needs is not Needs.NOTHING:
        known = (("value", action.typed),) if action.typed else ()
        return replace(own, pad=Pad(action, texts=known, letters=action.needs is Needs.TEXT)), ()
    return _done(action.does, own, now_ms)


def _done(does: Asked, own: OfficeUi, now_ms: int) -> Done:
    if isinstance(does, PageWanted):
        return opened(own, does, now_ms)
    return replace(own, pad=None, asked_ms=0), (does,)


def held(pressed: str, own: OfficeUi, now_ms: int) -> Done | None:
    """A held button acts once it was pressed for HOLD_MS; None = not yet, or nothing is held."""
    if own.page is None or own.done == pressed or now_ms - own.pressed_ms < HOLD_MS:
        return None
    name = pressed.removeprefix("office.do.")
    action = next((one for one in own.page.actions if one.hold and f"office.do.{one.name}" == pressed), None)
    if action is None or not name:
        return None
    own, asked = begun(action, own, now_ms)
    return replace(own, done=pressed), asked


def _key(key: str, own: OfficeUi, now_ms: int) -> Done:
    pad = own.pad
    if pad is None:
        return own, ()
    if key == "cancel":
        return replace(own, pad=None), ()
    if key != "ok":
        return replace(own, pad=keypad.pressed(pad, key)), ()
    if pad.action is None:
        missing = next((field for field in keypad.fields(pad) if not pad.text(field)), "")
        if missing:
            return replace(own, pad=replace(pad, field=missing)), ()
        return replace(own, pad=None), (SignIn(pad.text("who"), pad.text("pin")),)
    return _done(_filled(pad.action, pad.text("value")), own, now_ms)


def _filled(action: Action, typed: str) -> Asked:
    """What the action does, with what was typed in its place."""
    does = action.does
    if isinstance(does, PageWanted | Errand):
        return replace(does, params=params_with(does.params, action.fill, typed))
    value: object = typed if action.needs is Needs.TEXT or not typed.isdigit() else int(typed)
    if action.needs is Needs.NUMBER and isinstance(getattr(does, action.fill), str):
        value = typed
    # which field is filled is the page's word; a field that is not there is its builder's mistake
    return replace(does, **{action.fill: value})  # type: ignore[arg-type]
