"""Every picture keeps the promises of the floor: money in sight, nothing pressable that is refused, tiles 2:1."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest

from cabinet.ports.view import SpotView, View
from cabinet.screens import director, frame, layout, pages
from cabinet.screens.geometry import Rect
from cabinet.screens.scene import Chip, Control, Label, Plate, Scene, Tile, Wall, as_text
from cabinet.screens.theme import COLORS, FINGER_PX, GROUNDS, SMALLEST, contrast
from cabinet.screens.ui import IDLE_MS, Held, Ui, seen
from tests.screens import views
from tests.screens.rig import ENGLISH

NOW = 5_000_000
EVERY = views.every()


def picture(view: View | None, ui: Ui | None = None, now_ms: int = NOW) -> Scene:
    return director.scene(view, ui or seen(Ui(), None, view or views.EMPTY, now_ms), now_ms, ENGLISH)


def written(scene: Scene) -> str:
    return "\n".join(item.text for item in scene.drawables if isinstance(item, Label))


def moments() -> list[tuple[str, Scene]]:
    """Every view at rest, being carried, and step by step while it is revealed."""
    found = [(name, picture(view)) for name, view in EVERY.items()]
    found += [(f"help over {name}", picture(EVERY[name], Ui(page="help"))) for name in ("attract", "with_sides")]
    looked = {"rounds": views.looked_back(), "cards": views.looked_back_at_cards(), "nothing": EVERY["betting"]}
    found += [(f"{n} with {what}", picture(view, Ui(page=n))) for n in pages.PAGES for what, view in looked.items()]
    held = Ui(held=Held("tile.1", 700, 600, 500, 700), pressed="tile.1")
    found += [("carrying a tile", picture(EVERY["dealt"], held))]
    found += [("carrying a chip", picture(EVERY["betting"], Ui(held=Held("chip.500", 300, 600, 800, 990))))]
    ui = seen(Ui(), views.setting(views.LAID), EVERY["won"], NOW)
    found += [(f"won after {ms} ms", picture(EVERY["won"], ui, NOW + ms)) for ms in range(0, 9000, 350)]
    dealt = seen(Ui(), views.with_bet(), views.setting(), NOW)
    found += [(f"dealt after {ms} ms", picture(EVERY["dealt"], dealt, NOW + ms)) for ms in range(0, 1500, 150)]
    return found


MOMENTS = moments()
NAMES = [name for name, _ in MOMENTS]
SCENES = [scene for _, scene in MOMENTS]


@pytest.mark.parametrize("scene", SCENES, ids=NAMES)
def test_a_tile_is_exactly_twice_as_long_as_wide_wherever_it_is(scene: Scene) -> None:
    for item in scene.drawables:
        if isinstance(item, Tile):
            assert max(item.rect.w, item.rect.h) == 2 * min(item.rect.w, item.rect.h), item


@pytest.mark.parametrize("scene", SCENES, ids=NAMES)
def test_controls_do_not_overlap_and_have_one_name_each(scene: Scene) -> None:
    names = [control.name for control in scene.controls]
    assert len(names) == len(set(names))
    for number, one in enumerate(scene.controls):
        for other in scene.controls[number + 1 :]:
            assert not one.rect.touches(other.rect), f"{one.name} lies on {other.name}"


@pytest.mark.parametrize("scene", SCENES, ids=NAMES)
def test_controls_are_large_enough_and_on_the_canvas(scene: Scene) -> None:
    """14 mm on a 24-inch panel are 51 px; ours are 64 at least."""
    for control in scene.controls:
        r = control.rect
        assert min(r.w, r.h) >= FINGER_PX, control
        assert r.clipped(Rect(0, 0, 1920, 1080)) == r, control


@pytest.mark.parametrize("scene", SCENES, ids=NAMES)
def test_labels_can_be_read_at_three_feet(scene: Scene) -> None:
    for item in scene.drawables:
        if isinstance(item, Label):
            assert item.size >= SMALLEST, item
            assert item.rect.h >= SMALLEST, item
            assert contrast(COLORS[item.color], GROUNDS[item.on]) >= 4.5, item


# -- what may be pressed --------------------------------------------------------------------------------

NEEDS = {
    "chip": "chip", "bet": "chip", "deal": "deal", "clear": "clear", "undo": "undo", "repeat": "repeat",
    "double": "double", "all_in": "all_in", "quick": "repeat", "digits": "open_seat",
    "tile": "lay", "place": "lay", "turn": "turn", "house_way": "house_way", "best": "best",
    "confirm": "confirm", "cash_out": "cash_out", "call_attendant": "call_attendant", "reason": "call_attendant",
    "back_out": "back_out",
    "game": "choose_game", "deck": "cut", "no_cut": "cut", "hand": "lay", "peek": "lay",
}  # fmt: skip
RULES = {
    "ticket_valid": "rule_ticket", "ticket_void": "rule_ticket", "document_credit": "rule_document",
    "document_close": "rule_document", "document_value": "rule_document", "pay": "pay_handpay",
    "clear_fault": "clear_fault", "short_pay": "pay_handpay", "claim_paid": "rule_claim", "claim_closed": "rule_claim",
    "confirm_setup": "confirm_setup",
    "complete_round": "complete_round", "void_round": "void_round", "answer_call": "answer_call",
}  # fmt: skip
# presentation only, or taken at any time
FREE = (
    "help",
    "wake",
    "volume.up",
    "volume.down",
    *(f"page.{name}" for name in frame.TABS),
    *(f"language.{language}" for language in views.EMPTY.languages),
)


def free(name: str) -> bool:
    """The office's menu and pages ask for nothing that moves; what their buttons order is judged by the machine."""
    return name in FREE or name == "staff" or name.startswith("office.")


def needed(control: Control) -> str:
    kind, _, which = control.name.partition(".")
    return RULES[which.split(".")[0]] if kind == "attendant" else NEEDS[kind]


@pytest.mark.parametrize("name", EVERY)
def test_nothing_can_be_pressed_that_the_machine_does_not_allow(name: str) -> None:
    view = EVERY[name]
    for control in picture(view).controls:
        if control.enabled and not free(control.name):
            assert needed(control) in view.allowed, control


@pytest.mark.parametrize("name", EVERY)
def test_with_nothing_allowed_nothing_can_be_pressed(name: str) -> None:
    scene = picture(replace(EVERY[name], allowed=()))
    assert [one.name for one in scene.controls if one.enabled and not free(one.name)] == []


def test_a_closed_spot_takes_no_chip_and_says_why() -> None:
    scene = picture(views.with_sides())
    dice = scene.control("bet.dice_lo")
    assert dice is not None
    assert not dice.enabled
    assert "no dice shaker" in written(scene)


# -- money in sight -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, view in EVERY.items() if not view.attendant])
def test_credit_bet_and_last_win_are_always_in_sight(name: str) -> None:
    """P-01, P-02: whatever the screen, the three figures stand in their places."""
    view, scene = EVERY[name], picture(EVERY[name])
    meters = {item.rect.x: item.text for item in scene.drawables if isinstance(item, Label) and item.on == "meter"}
    shown = set(meters.values())
    assert ENGLISH.money(view.credit_cents) in shown
    assert ENGLISH.money(view.bet_cents) in shown or ENGLISH.money(view.last_bet_cents) in shown
    assert ENGLISH.money(view.last_win_cents) in shown


@pytest.mark.parametrize("name", [name for name, view in EVERY.items() if not view.attendant])
def test_the_malfunction_notice_is_on_every_picture_of_the_player(name: str) -> None:
    """P-01."""
    assert "Malfunction voids all pays" in written(picture(EVERY[name]))


@pytest.mark.parametrize("name", ["with_bet", "with_sides", "dealt", "won"])
def test_limits_game_and_set_are_printed_on_the_table(name: str) -> None:
    """P-06, P-14."""
    text = written(picture(EVERY[name]))
    assert "$1.00" in text
    assert "$100.00" in text
    assert "28 tiles" in text
    assert EVERY[name].table.par_id in text


@pytest.mark.parametrize("name", ["printing", "take_ticket", "note"])
def test_money_on_its_way_is_named_with_its_amount(name: str) -> None:
    view = EVERY[name]
    assert ENGLISH.money(view.moving[0].amount_cents) in written(picture(view))


def test_help_is_readable_without_credit_and_before_a_bet() -> None:
    """P-03: with zero credit, and with every pay in it."""
    text = written(picture(EVERY["with_sides"], Ui(page="help")))
    for pay in ("50 · 30 · 15 to 1", "7 to 1", "1 to 1 less 5 %"):
        assert pay in text
    assert picture(views.EMPTY, Ui(page="help")).name == "help"


# -- the result -----------------------------------------------------------------------------------------


def test_a_win_says_what_was_won() -> None:
    text = written(picture(views.settled()))
    for part in ("You won $10.45", "$21.45", "$0.55", "+$10.45"):
        assert part in text


def test_a_returned_bet_is_not_called_a_win() -> None:
    """P-18: no word and no colour of a win, unless more came back than was staked."""
    for view in (views.settled(1100, low="lost"), views.settled(0, low="copy", high="lost")):
        scene = picture(view)
        assert "You won" not in written(scene)
        assert not any(getattr(item, "look", "") == "result_won" for item in scene.drawables)


def test_a_win_sparkles_and_a_loss_does_not() -> None:
    for view, wins in ((views.settled(), True), (views.settled(0, low="copy", high="lost"), False)):
        ui = replace(Ui(), won_ms=NOW if wins else -9_000_000)
        drawn = picture(view, ui, NOW + 500).drawables
        coins = [item for item in drawn if isinstance(item, Chip) and item.hue == "gold" and not item.text]
        assert bool(coins) is wins


# -- which screen ---------------------------------------------------------------------------------------

SCREENS = {
    "attract": "attract", "betting": "table", "dealt": "table", "won": "table", "printing": "cash_out",
    "take_ticket": "cash_out", "lock_ticket": "lockup", "lock_ruling": "attendant", "handpay": "attendant",
    "attendant": "attendant",
}  # fmt: skip


@pytest.mark.parametrize(("name", "screen"), SCREENS.items())
def test_the_right_screen_comes_up(name: str, screen: str) -> None:
    assert picture(EVERY[name]).name == screen


def test_a_lock_up_covers_everything_and_the_table_comes_back_after_it() -> None:
    view = views.setting(views.LAID)
    locked = replace(view, locks=views.locked().locks, moving=views.printing().moving)
    assert picture(locked).name == "lockup"
    assert picture(view).name == "table"


def test_without_the_machine_no_figure_is_shown() -> None:
    scene = director.scene(views.betting(), replace(Ui(), connected=False), NOW, ENGLISH)
    assert scene.name == "waiting"
    assert "$" not in written(scene)


def test_a_ticket_in_the_bezel_does_not_stop_a_player_with_credit() -> None:
    view = replace(views.betting(), moving=views.printing("take_ticket").moving)
    assert picture(view).name == "table"
    assert "$99.45" in written(picture(view))


def test_an_idle_table_with_the_last_result_waits_before_it_sleeps() -> None:
    """P-02: the last result stays; twenty seconds after the last touch an empty machine may attract again."""
    view = replace(views.settled(0, low="lost", high="lost"), credit_cents=0)
    ui = seen(Ui(), None, view, NOW)
    assert picture(view, ui, NOW + IDLE_MS - 1).name == "table"
    assert picture(view, ui, NOW + IDLE_MS).name == "attract"


def test_the_same_view_is_the_same_picture_after_a_restart() -> None:
    """A screen that was killed in the middle of a round comes back to the picture it had."""
    for view in (views.setting(views.LAID), views.settled()):
        long_shown = replace(Ui(), dealt_ms=NOW - 60_000, touched_ms=NOW - 500, won_ms=NOW - 60_000)
        fresh = seen(Ui(), None, view, NOW)
        assert as_text(picture(view, long_shown)) == as_text(picture(view, fresh))


def test_hidden_tiles_are_in_no_picture() -> None:
    """Face-down tiles carry no text: two rounds that differ in them look the same."""
    plan = layout.LANDSCAPE.tiles
    drawn = picture(views.setting()).drawables
    dealer = [item for item in drawn if isinstance(item, Tile) and item.rect.y < plan.dealer_y]
    assert len(dealer) == 3
    assert all(item.ends == () for item in dealer)
    assert [item.tiles for item in drawn if isinstance(item, Wall)] == [28 - 6]


PLACES = ("", "front", "behind", "across1", "across2")


@pytest.mark.parametrize("size", [layout.LANDSCAPE.canvas, layout.PORTRAIT.canvas])
def test_wherever_tiles_are_laid_none_hides_another(size: tuple[int, int]) -> None:
    """All 125 ways to lay three tiles, while one is laid and when all have come together."""
    plan, felt = layout.of(size).tiles, layout.of(size).felt
    for places in product(PLACES, repeat=3):
        for done in (0, 500, 1000):
            boxes = plan.lying(places, done)
            for (word, box), (other, more) in combinations(zip(places, boxes, strict=True), 2):
                crowd = word == other and word in ("front", "behind")
                assert not (box.touches(more) and not crowd), (places, done)
            assert all(box.clipped(felt) == box for box in boxes)


@pytest.mark.parametrize("size", [layout.LANDSCAPE.canvas, layout.PORTRAIT.canvas])
@pytest.mark.parametrize("places", [("across1", "front", "behind"), ("behind", "across2", "front"), ("across1",) * 3])
def test_a_whole_setting_stands_close_together_beside_its_names(size: tuple[int, int], places: tuple[str, ...]) -> None:
    plan = layout.of(size).tiles
    boxes = sorted(plan.lying(places), key=lambda box: box.x)
    assert max(box.right for box in boxes) == plan.front().right
    gaps = {later.x - box.right for box, later in pairwise(boxes) if later.x > box.x}
    assert max(gaps) <= 20, "a tile alongside lies against the one across"


def test_each_bet_says_what_became_of_it_and_together_they_are_the_net() -> None:
    for view in (views.settled(), views.settled(1100), views.settled(0), views.cards("settled", "on")):
        result = view.table.result
        assert result is not None
        spots = [spot.bet for spot in view.table.spots]
        texts = [item.text for item in picture(view).drawables if isinstance(item, Label)]
        for award in result.awards:
            assert award.bet in spots
            net = award.returned_cents - award.stake_cents
            shown = f"+{ENGLISH.money(net)}" if net > 0 else ENGLISH.money(net or award.returned_cents)
            assert shown in texts, award
        assert sum(award.returned_cents - award.stake_cents for award in result.awards) == result.net_cents
        betting = replace(view, bet_cents=500)
        later = [item.look for item in picture(betting).drawables if isinstance(item, Plate) and item.rect.h <= 60]
        assert not {"note_won", "note_lost", "note_even"} & set(later), "a new bet takes the place of the last one"


@pytest.mark.parametrize(("pay", "told"), [("19/20", "less 5 %"), ("97/100", "less 3 %"), ("1", "less 0 %")])
def test_the_cloth_prints_the_commission_that_is_taken(pay: str, told: str) -> None:
    """P-14: from the pays of the game, in the rule and on the spot alike; none is named where none is taken."""
    view = views.with_bet()
    spots = tuple(replace(spot, pays=(("won", pay),)) if spot.main else spot for spot in view.table.spots)
    text = written(picture(replace(view, table=replace(view.table, spots=spots))))
    rule = next(line for line in text.splitlines() if line.startswith("Beat both"))
    assert told in rule
    assert ("1 to 1 less" in text.replace(rule, "")) is (pay != "1")
    assert ("COMMISSION" in written(picture(settled_with(spots)))) is (pay != "1")


def settled_with(spots: tuple[SpotView, ...]) -> View:
    done = views.settled()
    return replace(done, table=replace(done.table, spots=spots))
