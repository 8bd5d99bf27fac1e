"""Where things stand on the landscape canvas of 1920×1080: bars, columns, the divider and its zones.

Numbers only. A tile across the divider is upright, one alongside lies: the same box turned, exactly 2:1.
"""

from __future__ import annotations

from cabinet.screens.geometry import Rect, centred

CANVAS = (1920, 1080)
TOP = Rect(0, 0, 1920, 84)
FELT = Rect(0, 84, 1920, 824)
BOTTOM = Rect(0, 908, 1920, 172)

TITLE = Rect(32, 8, 456, 68)
STATE = Rect(500, 10, 570, 64)
MONEY = Rect(1082, 10, 624, 64)
HELP = Rect(1718, 10, 178, 64)

CREDIT = Rect(24, 922, 236, 144)
BET = Rect(268, 922, 186, 144)
LAST_WIN = Rect(462, 922, 186, 144)
CHIPS = Rect(656, 922, 380, 144)
GRID = Rect(1044, 922, 348, 144)
PRIMARY = Rect(1402, 922, 252, 144)
CALL = Rect(1664, 922, 232, 68)
CASH_OUT = Rect(1664, 998, 232, 68)

NOTICE = Rect(12, 836, 1896, 34)
DETAILS = Rect(12, 870, 1896, 34)

LEFT = Rect(36, 104, 388, 720)
RIGHT = Rect(1516, 104, 372, 720)
NAMES_X, NAMES_W = 1222, 276

# -- the player's side of the divider -------------------------------------------------------------------
TILE_W = 144
TILE_L = 2 * TILE_W
DIVIDER_Y = 492
COLUMNS = (450, 606, 762)
ASIDE_X = 926
DIVIDER = Rect(440, DIVIDER_Y - 4, 784, 8)
TRAY_W = 84

# -- the dealer's side ----------------------------------------------------------------------------------
DEALER_W = 88
DEALER_Y = 194
DEALER_COLUMNS = (640, 738, 836)
DEALER_ASIDE_X = 940

RESULT = Rect(442, 648, 1056, 178)


def across(column: int) -> Rect:
    """A tile across the divider in column 0, 1 or 2."""
    return Rect(COLUMNS[column], DIVIDER_Y - TILE_W, TILE_W, TILE_L)


def front() -> Rect:
    """A tile alongside the divider in front of it, toward the dealer."""
    return Rect(ASIDE_X, DIVIDER_Y - 6 - TILE_W, TILE_L, TILE_W)


def behind() -> Rect:
    """A tile alongside the divider behind it, toward the player."""
    return Rect(ASIDE_X, DIVIDER_Y + 6, TILE_L, TILE_W)


def tray(column: int) -> Rect:
    """A tile not laid yet, in the tray under the divider."""
    return Rect(ASIDE_X + column * 102, 654, TRAY_W, 2 * TRAY_W)


def place(word: str, column: int, crowd: int = 0) -> Rect:
    """The box of a tile laid as *word* ("" = in the tray); *crowd* earlier tiles lie in the same zone."""
    match word:
        case "front":
            return front().moved(crowd * 30, -crowd * 18)
        case "behind":
            return behind().moved(crowd * 30, crowd * 18)
        case "across1" | "across2":
            return across(column)
        case _:
            return tray(column)


def turn_button(column: int) -> Rect:
    """The button that turns the tile across in *column*."""
    return Rect(COLUMNS[column], 650, TILE_W, 68)


def dealer_place(word: str, column: int) -> Rect:
    """The dealer's tile laid as *word*; his low hand lies toward the table too, so he is a mirror image."""
    match word:
        case "front":
            return Rect(DEALER_ASIDE_X, DEALER_Y + 4, 2 * DEALER_W, DEALER_W)
        case "behind":
            return Rect(DEALER_ASIDE_X, DEALER_Y - 4 - DEALER_W, 2 * DEALER_W, DEALER_W)
        case _:
            return Rect(DEALER_COLUMNS[column], DEALER_Y - DEALER_W, DEALER_W, 2 * DEALER_W)


def name_box(who: str, hand: str) -> Rect:
    """Where a hand is named, in the order they meet: dealer high, dealer low, player low, player high."""
    match (who, hand):
        case ("dealer", "high"):
            return Rect(NAMES_X, 100, NAMES_W, 92)
        case ("dealer", _):
            return Rect(NAMES_X, 198, NAMES_W, 92)
        case (_, "low"):
            return Rect(NAMES_X + 4, front().y, NAMES_W - 4, TILE_W)
        case _:
            return Rect(NAMES_X + 4, behind().y, NAMES_W - 4, TILE_W)


def chips(count: int) -> tuple[Rect, ...]:
    """Boxes of *count* chips in the tray, smallest first."""
    if not count:
        return ()
    pitch = CHIPS.w // count
    size = min(92, pitch - 6)
    return tuple(centred(CHIPS.x + pitch * i + pitch // 2, CHIPS.cy, size, size) for i in range(count))


def grid(place_number: int) -> Rect:
    """One of the four small buttons, row by row."""
    row, column = divmod(place_number, 2)
    return Rect(GRID.x + column * 178, GRID.y + row * 76, 170, 68)
