"""The landscape canvas of 1920×1080: bars above and below, bets left and right, the divider between them."""

from __future__ import annotations

from cabinet.screens.geometry import Rect
from cabinet.screens.plan import AttractPlan, CardsPlan, CashPlan, HelpPlan, Layout, Place, TilesPlan

_LEFT = Rect(36, 104, 388, 720)
_RIGHT = Rect(1516, 104, 372, 720)

_TILES = TilesPlan(
    spots={
        "super_bonus": Place(Rect(_LEFT.x, _LEFT.y, _LEFT.w, 164), (_LEFT.cx - 50, _LEFT.y + 124)),
        "lo_card": Place(Rect(_LEFT.x, _LEFT.y + 176, 188, 148), (_LEFT.x + 44, _LEFT.y + 292)),
        "hi_card": Place(Rect(_LEFT.x + 200, _LEFT.y + 176, 188, 148), (_LEFT.x + 244, _LEFT.y + 292)),
        "main": Place(Rect(_LEFT.x, _LEFT.y + 334, 388, 388), (_LEFT.cx - 40, _LEFT.y + 560), round=True),
        "dice_lo": Place(Rect(_RIGHT.x, _RIGHT.y + 228, _RIGHT.w, 140), (_RIGHT.cx - 50, _RIGHT.y + 339)),
        "dice_hi": Place(Rect(_RIGHT.x, _RIGHT.y + 380, _RIGHT.w, 140), (_RIGHT.cx - 50, _RIGHT.y + 491)),
    },
    divider=Rect(440, 488, 784, 8),
    columns=(450, 606, 762),
    aside_x=926,
    turn_y=650,
    tray_at=(926, 654),
    tray_pitch=102,
    name_low=Rect(1226, 342, 272, 144),
    name_high=Rect(1226, 498, 272, 144),
    hint=Rect(450, 668, 1048, 120),
    lay_hint=Rect(450, 730, 460, 90),
    refusal=Rect(450, 726, 764, 100),
    dealer_label=Rect(446, 100, 180, 44),
    dealer_line=Rect(446, 192, 770, 4),
    dealer_columns=(640, 738, 836),
    dealer_aside_x=940,
    dealer_name_low=Rect(1222, 198, 276, 92),
    dealer_name_high=Rect(1222, 100, 276, 92),
    exposed_label=Rect(446, 296, 190, 36),
    exposed_at=(640, 287),
    shaker=Rect(_RIGHT.x, _RIGHT.y, _RIGHT.w, 216),
    ranking=Rect(_RIGHT.x, _RIGHT.y, _RIGHT.w, 416),
    ranking_rows=Rect(_RIGHT.x, _RIGHT.y, _RIGHT.w, 216),
    how_to=Rect(_LEFT.x, _LEFT.y, _LEFT.w, 322),
    rule=Rect(_RIGHT.x, _RIGHT.y + 532, _RIGHT.w, 190),
    rule_alone=Rect(_RIGHT.x, _RIGHT.y + 432, _RIGHT.w, 288),
)

_CARDS = CardsPlan(
    spots={
        "set_bonus": Place(Rect(_LEFT.x, _LEFT.y, _LEFT.w, 322), (_LEFT.cx - 50, _LEFT.y + 278)),
        "entry": Place(Rect(_LEFT.x, _LEFT.y + 334, 388, 388), (_LEFT.cx - 40, _LEFT.y + 574), round=True),
        "dealers_high": Place(Rect(_RIGHT.x, _RIGHT.y, _RIGHT.w, 146), (_RIGHT.cx - 50, _RIGHT.y + 112)),
        "dealers_low": Place(Rect(_RIGHT.x, _RIGHT.y + 158, _RIGHT.w, 146), (_RIGHT.cx - 50, _RIGHT.y + 270)),
    },
    line=Rect(446, 556, 1050, 8),
    zones={
        "above": Rect(450, 330, 1040, 146),
        "on": Rect(450, 482, 1040, 150),
        "below": Rect(450, 638, 1040, 146),
    },
    zone_names={
        "above": Rect(1110, 350, 360, 44),
        "on": Rect(1110, 506, 360, 44),
        "below": Rect(1110, 724, 360, 44),
    },
    hand_x=860,
    hand_y={"above": 420, "on": 560, "below": 694, "": 664, "settled": 516},
    name=Rect(446, 488, 262, 144),
    peek=Rect(460, 664, 200, 96),
    hint=Rect(450, 240, 1048, 120),
    dealer_label=Rect(446, 100, 200, 44),
    dealer_cards=(Rect(770, 132, 112, 160), Rect(960, 132, 112, 160)),
    dealer_name=Rect(1170, 150, 330, 96),
    deck=Rect(1556, 440, 300, 180),
    deck_note=Rect(_RIGHT.x, 628, _RIGHT.w, 86),
    rule=Rect(_RIGHT.x, _RIGHT.y + 612, _RIGHT.w, 112),
)

LANDSCAPE = Layout(
    canvas=(1920, 1080),
    top=Rect(0, 0, 1920, 84),
    felt=Rect(0, 84, 1920, 824),
    bottom=Rect(0, 908, 1920, 172),
    title=Rect(32, 8, 456, 68),
    state=Rect(500, 10, 570, 64),
    money=Rect(1082, 10, 512, 64),
    clock=Rect(1602, 10, 108, 64),
    help=Rect(1718, 10, 178, 64),
    credit=Rect(24, 922, 236, 144),
    bet=Rect(268, 922, 186, 144),
    last_win=Rect(462, 922, 186, 144),
    chips_row=Rect(656, 922, 380, 144),
    grid_box=Rect(1044, 922, 348, 144),
    primary=Rect(1402, 922, 252, 144),
    call=Rect(1664, 922, 232, 68),
    cash_out=Rect(1664, 998, 232, 68),
    languages=Rect(664, 922, 984, 68),
    language_rows=1,
    other_games=Rect(664, 998, 984, 68),
    notice=Rect(12, 836, 1896, 34),
    details=Rect(12, 870, 1896, 34),
    result=Rect(442, 648, 1056, 178),
    locks=Rect(180, 112, 1560, 700),
    back_out=Rect(1044, 922, 610, 144),
    dealer_at=(960, 100),
    tiles=_TILES,
    cards=_CARDS,
    attract=AttractPlan(
        title=Rect(160, 112, 1600, 120),
        line=Rect(560, 240, 800, 6),
        subtitle=Rect(160, 256, 1600, 56),
        tiles=tuple((414 + column * 182, 490 - (18 if column % 2 else 0)) for column in range(7)),
        invitation=Rect(360, 672, 1200, 96),
        accepts=Rect(160, 778, 1600, 46),
    ),
    helping=HelpPlan(
        how_to=Rect(40, 104, 900, 330),
        example=Rect(40, 450, 900, 372),
        pays=Rect(960, 104, 920, 484),
        fairness=Rect(960, 598, 920, 228),
    ),
    cashing=CashPlan(
        title=Rect(160, 120, 1600, 70),
        amount=Rect(160, 190, 1600, 130),
        slot=Rect(700, 372, 520, 34),
        paper_w=380,
        paper_h=254,
        steps=(Rect(340, 690, 400, 84), Rect(760, 690, 400, 84), Rect(1180, 690, 400, 84)),
    ),
)
