"""The portrait canvas of 1080×1920: dealer on top, the divider in the middle, bets below, buttons under the thumb."""

from __future__ import annotations

from cabinet.screens.geometry import Rect
from cabinet.screens.plan import AttractPlan, CardsPlan, CashPlan, HelpPlan, Layout, Place, TilesPlan

_BETS_Y = 1018  # the band of bets: a column at each side of the circle
_LEFT = Rect(24, _BETS_Y, 336, 330)
_CIRCLE = Rect(370, _BETS_Y - 6, 340, 340)
_RIGHT = Rect(720, _BETS_Y, 336, 330)

_TILES = TilesPlan(
    spots={
        "super_bonus": Place(Rect(_LEFT.x, _LEFT.y, _LEFT.w, 161), (_LEFT.cx - 50, _LEFT.y + 126)),
        "lo_card": Place(Rect(_LEFT.x, _LEFT.y + 169, 164, 161), (_LEFT.x + 34, _LEFT.y + 298)),
        "hi_card": Place(Rect(_LEFT.x + 172, _LEFT.y + 169, 164, 161), (_LEFT.x + 206, _LEFT.y + 298)),
        "main": Place(_CIRCLE, (_CIRCLE.cx - 40, _CIRCLE.y + 254), round=True),
        "dice_lo": Place(Rect(_RIGHT.x, _RIGHT.y, _RIGHT.w, 161), (_RIGHT.cx - 50, _RIGHT.y + 126)),
        "dice_hi": Place(Rect(_RIGHT.x, _RIGHT.y + 169, _RIGHT.w, 161), (_RIGHT.cx - 50, _RIGHT.y + 295)),
    },
    divider=Rect(24, 696, 756, 8),
    columns=(28, 180, 332),
    aside_x=492,
    turn_y=850,
    tray_at=(492, 870),
    tray_pitch=102,
    name_low=Rect(788, 550, 268, 144),
    name_high=Rect(788, 706, 268, 144),
    hint=Rect(24, 860, 752, 120),
    lay_hint=Rect(28, 922, 448, 88),
    first_hint=Rect(28, 856, 448, 156),
    refusal=Rect(24, 924, 1032, 86),
    dealer_label=Rect(24, 200, 160, 44),
    dealer_line=Rect(210, 298, 466, 4),
    dealer_x=440,
    tray_w=74,
    dealer_name_low=Rect(356, 390, 324, 88),
    dealer_name_high=Rect(24, 390, 324, 88),
    wall=Rect(24, 250, 168, 90),
    exposed_label=Rect(690, 408, 366, 30),
    exposed=(Rect(724, 439, 88, 44), Rect(829, 439, 88, 44), Rect(934, 439, 88, 44)),
    shaker=Rect(690, 196, 366, 212),
    ranking=Rect(690, 196, 366, 212),
    ranking_rows=Rect(690, 196, 366, 212),
    ranking_short=Rect(788, 856, 268, 156),
    how_to=_LEFT,
    rule=Rect(24, 486, 1032, 62),
    rule_alone=_RIGHT,
)

_CARDS = CardsPlan(
    spots={
        "set_bonus": Place(_LEFT, (_LEFT.cx - 50, _LEFT.y + 286)),
        "entry": Place(_CIRCLE, (_CIRCLE.cx - 40, _CIRCLE.y + 256), round=True),
        "dealers_high": Place(Rect(_RIGHT.x, _RIGHT.y, _RIGHT.w, 161), (_RIGHT.cx - 50, _RIGHT.y + 132)),
        "dealers_low": Place(Rect(_RIGHT.x, _RIGHT.y + 169, _RIGHT.w, 161), (_RIGHT.cx - 50, _RIGHT.y + 301)),
    },
    line=Rect(24, 712, 1032, 8),
    zones={
        "above": Rect(24, 510, 1032, 126),
        "on": Rect(24, 642, 1032, 148),
        "below": Rect(24, 796, 1032, 124),
    },
    zone_names={
        "above": Rect(676, 530, 360, 44),
        "on": Rect(676, 662, 360, 44),
        "below": Rect(676, 864, 360, 44),
    },
    hand_x=460,
    hand_y={"above": 610, "on": 716, "below": 812, "": 812, "settled": 724},
    name=Rect(32, 644, 276, 144),
    peek=Rect(44, 810, 200, 96),
    hint=Rect(44, 798, 630, 118),
    dealer_label=Rect(24, 200, 200, 44),
    dealer_cards=(Rect(250, 240, 112, 160), Rect(440, 240, 112, 160)),
    dealer_name=Rect(24, 406, 650, 96),
    deck=Rect(738, 226, 300, 180),
    deck_note=Rect(700, 416, 356, 84),
    ribbon=Rect(34, 612, 1012, 208),
    placing=Rect(24, 920, 1032, 94),
    win_rule=Rect(24, 404, 650, 102),
    pair_note=None,
)

PORTRAIT = Layout(
    canvas=(1080, 1920),
    top=Rect(0, 0, 1080, 190),
    felt=Rect(0, 190, 1080, 1288),
    bottom=Rect(0, 1478, 1080, 442),
    title=Rect(24, 8, 620, 68),
    state=Rect(24, 82, 530, 100),
    state_alone=Rect(24, 82, 1032, 100),
    money=Rect(564, 82, 492, 100),
    clock=Rect(700, 10, 170, 64),
    help=Rect(878, 10, 178, 64),
    credit=Rect(24, 1490, 388, 112),
    bet=Rect(420, 1490, 314, 112),
    last_win=Rect(742, 1490, 314, 112),
    chips_row=Rect(24, 1612, 520, 148),
    grid_box=Rect(560, 1614, 496, 144),
    primary=Rect(286, 1770, 508, 134),
    call=Rect(24, 1770, 250, 134),
    cash_out=Rect(806, 1770, 250, 134),
    languages=Rect(24, 1614, 1032, 144),
    language_rows=2,
    other_games=Rect(286, 1770, 508, 134),
    notice=Rect(12, 1350, 1056, 64),
    details=Rect(12, 1414, 1056, 62),
    result=Rect(24, 844, 1032, 168),
    locks=Rect(40, 220, 1000, 1090),
    back_out=Rect(286, 1614, 508, 144),
    dealer_at=(540, 210),
    tiles=_TILES,
    cards=_CARDS,
    attract=AttractPlan(
        title=Rect(60, 204, 960, 232),
        line=Rect(240, 450, 600, 6),
        subtitle=Rect(60, 470, 960, 60),
        tiles=tuple((180 + column % 4 * 240, 700 + column // 4 * 312) for column in range(8)),
        invitation=Rect(90, 1180, 900, 96),
        accepts=Rect(40, 1282, 1000, 66),
    ),
    helping=HelpPlan(
        how_to=Rect(24, 198, 1032, 240),
        example=Rect(24, 446, 1032, 308),
        pays=Rect(24, 762, 1032, 470),
        fairness=Rect(24, 1240, 1032, 168),
    ),
    cashing=CashPlan(
        title=Rect(60, 230, 960, 80),
        amount=Rect(60, 310, 960, 150),
        slot=Rect(240, 520, 600, 40),
        paper_w=460,
        paper_h=420,
        steps=(Rect(190, 1060, 700, 84), Rect(190, 1156, 700, 84), Rect(190, 1252, 700, 84)),
        where=Rect(40, 980, 1000, 70),
    ),
)
