"""The attendant's pages as plain data: what a screen asks for, and what it is given to draw.

    screen: {"page": PageWanted}     engine's process: {"page": Page}, or {"error": why} when nobody is at work there
    screen: {"errand": Errand}       engine's process: {"told": Told} when it is done, or why not
    screen: {"sign_in": {...}}       nothing: the view shows who is at work

A page is made of generic blocks, so that a new page is a function and no picture. Labels are codes of the catalogue,
amounts are cents, stamps are ISO: the screen says them in its language. Nothing here stands in the journal and nothing
here moves money: what changes the machine is a command, which the machine judges itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cabinet.ports.access import Role
from cabinet.ports.commands import AttendantCommand, CashierCommand
from cabinet.ports.view import Message, View

Params = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PageWanted:
    """Ask for the page of that name. *touched*: by a finger; False = the same again because something changed, which
    does not keep the office open."""

    page: str
    params: Params = ()
    touched: bool = True


@dataclass(frozen=True, slots=True)
class Errand:
    """Something to be done outside of the machine: print this page, save it to the stick."""

    name: str
    params: Params = ()


SCREEN = "screen"
"""An errand that never leaves the screen: it opens the page of its own that the parameter *page* names."""


@dataclass(frozen=True, slots=True)
class Told:
    """What came of an errand, shown for a moment."""

    message: Message


# -- cells ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cents:
    """Money. *sign*: with the currency's sign, for cards; tables say the currency once."""

    value: int
    sign: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    value: int


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole in hundred-thousandths: 2270 = 2.27 %."""

    value: int


@dataclass(frozen=True, slots=True)
class Text:
    """Shown as it is: an id, a number, a sentence of the log. *mono*: digits under each other."""

    value: str
    mono: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the catalogue."""

    message: Message


@dataclass(frozen=True, slots=True)
class Wall:
    """An ISO stamp, shown as day and 24-hour time; *seconds* with them."""

    stamp: str
    seconds: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    """A sign with its word: *tone* good, warn or bad."""

    tone: str
    message: Message


Cell = Cents | Count | Share | Text | Said | Wall | Flag


def said(code: str, **params: object) -> Said:
    """A cell that says *code*."""
    return Said(message(code, **params))


def message(code: str, level: str = "info", /, **params: object) -> Message:
    """The message of *code*, its parameters as text."""
    return Message(code, tuple((name, str(value)) for name, value in params.items()), level)


# -- blocks --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Card:
    """A figure to be read from two metres. *tone*: "" or good, warn, bad."""

    label: Message
    value: Cell
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """*label* may be None (a column without a head). *width*: its part of the room, against the others'. *spare*: left
    out where there is no room for all; what it says stands on another page too."""

    label: Message | None
    width: int = 10
    right: bool = False
    spare: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """*tone*: "" or good, warn, bad, strong (a sum). *go*: what a touch on the row asks for."""

    cells: tuple[Cell, ...]
    tone: str = ""
    go: PageWanted | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns; the screen pages through what does not fit. *older* asks for what lies beyond the last
    row. *empty*: said where there is no row."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: Message | None = None
    older: PageWanted | None = None
    empty: Message | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers of a chart, one a label; *low* and *high*, when given, are a band of the same length."""

    label: Message
    values: tuple[int, ...]
    low: tuple[int, ...] = ()
    high: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """*kind* bars or line; *unit* cents, count or share (as `Share`)."""

    title: Message
    kind: str
    unit: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """A code for a phone: *modules* are its rows of 0 and 1, without the quiet zone. *text* is what it says."""

    title: Message
    modules: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A sentence in a box; *tone* as of a row."""

    message: Message
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Scenery:
    """A table as it stood at another moment, drawn by the same scene and marked with *mark*."""

    view: View
    mark: Message


Block = Table | Chart | Code | Paragraph | Scenery


# -- what can be touched -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tab:
    label: Message
    wanted: PageWanted
    on: bool = False


class Needs(StrEnum):
    """What is typed on the keypad before an action is sent."""

    NOTHING = ""
    AMOUNT = "amount"
    NUMBER = "number"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Action:
    """A button. *look* plain, primary or danger; *hold*: pressed for a second to confirm.

    *needs* opens the keypad under *prompt*; what was typed goes into the field *fill* of a command, or the parameter
    *fill* of a page or errand (amounts as cents, numbers as digits). *role*: below it the button is dim and names it.
    *typed* stands on the keypad at the beginning. *closed*: why it cannot be pressed now, None = it can.
    """

    name: str
    label: Message
    does: AttendantCommand | CashierCommand | PageWanted | Errand
    look: str = "plain"
    hold: bool = False
    needs: Needs = Needs.NOTHING
    fill: str = ""
    prompt: Message | None = None
    role: Role = Role.ATTENDANT
    closed: Message | None = None
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """*name* and *params* are what was asked for. *wall*: when it was made; *row*: the newest entry it knows.

    *tabs*: rows of choices, each row one dimension. *counting*: the figures are still being made.
    *live*: asked for again when the machine goes on; a slow page is not.
    """

    name: str
    params: Params
    title: Message
    wall: str
    row: int
    cards: tuple[Card, ...] = ()
    tabs: tuple[tuple[Tab, ...], ...] = ()
    blocks: tuple[Block, ...] = ()
    notes: tuple[Paragraph, ...] = ()
    actions: tuple[Action, ...] = ()
    back: PageWanted | None = None
    counting: bool = False
    live: bool = True


def params_with(params: Params, name: str, value: str) -> Params:
    """*params* with one set, in their fixed order; an empty value drops it."""
    kept = [(known, text) for known, text in params if known != name]
    return tuple(sorted([*kept, (name, value)] if value else kept))
