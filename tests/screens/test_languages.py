"""In every language: every sentence is there, every sign has a shape, and nothing runs out of its box."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fontTools.ttLib import TTCollection, TTFont

from cabinet.ports.view import LockView, Message, MoneyMoving, View
from cabinet.screens import director, pages
from cabinet.screens import layout as layouts
from cabinet.screens.bench.picture import Seen, picture
from cabinet.screens.scene import Label, Scene
from cabinet.screens.theme import Fonts
from cabinet.screens.ui import Ui, seen
from cabinet.texts.catalogue import codes, read_catalogue
from cabinet.texts.fonts import cjk_font_path, font_path
from cabinet.texts.languages import LANGUAGES
from cabinet.texts.speech import Texts
from tests.screens import views
from tests.screens.rig import overflow, started_fonts

NOW = 5_000_000
CODES = frozenset(codes(read_catalogue("en")))


def of(prefix: str) -> list[str]:
    return sorted(code for code in CODES if code.startswith(prefix))


def every_sentence() -> list[View]:
    """The views of the other tests, and one more for each fault, refusal, lock and movement there is a word for."""
    found = list(views.every().values())
    high = replace(views.MAIN, min_cents=500, max_cents=100_000)
    settled = views.settled()
    found.append(replace(settled, table=replace(settled.table, spots=(high, *views.SIDES))))
    found.append(replace(views.EMPTY, messages=(Message("notice.paid_by_hand"),)))
    found += [
        replace(views.EMPTY, faults=(Message(code, (("place", "printer.1"),), "alarm"),)) for code in of("fault.")
    ]
    for view in (views.betting(), views.attending()):
        found += [replace(view, faults=(Message(code, (("place", "acceptor.1"),), "alarm"),)) for code in of("fault.")]
    params = (("bet", "super_bonus"), ("max_cents", "1000000"), ("min_cents", "100"), ("step_cents", "20"))
    for code in of("refused."):
        more = (
            *params,
            ("main", "main"),
            ("other", "dice_lo"),
            ("code", "door_cash_box_unpowered"),
            ("device", "printer.1"),
        )
        found.append(replace(views.with_sides(), messages=(Message(code, more, "refusal"),)))
    for code in of("moving."):
        _, kind, state = code.split(".")
        found.append(replace(views.betting(), moving=(MoneyMoving(kind, state, 1_234_500),)))
    for kind in ("ticket", "document", "jackpot", "cancelled_credit", "dice", "claim", "fault"):
        code = "fault.door_logic_unpowered" if kind == "fault" else f"lock.{kind}"
        lock = LockView(kind, Message(code, (("why", "over_ticket_limit"),)), 1_234_500, "··············0427", "7")
        rulings = ("rule_ticket", "rule_document", "rule_dice", "rule_claim", "pay_handpay", "clear_fault", "back_out")
        found += [replace(views.EMPTY, locks=(lock,) * n, attendant=True, allowed=rulings) for n in (1, 2, 3)]
        found.append(replace(views.EMPTY, locks=(lock,), called="help", allowed=("back_out",)))
    found.append(replace(views.EMPTY, locks=(views.setup_lock(),), attendant=True, allowed=("confirm_setup",)))
    found += [replace(views.betting(), paid_cents=paid) for paid in ((1_234_500,), (350_000, 1_500, 20_000))]
    return found


VIEWS = every_sentence()


def scenes(language: str) -> list[Scene]:
    words = Texts(language, "USD", 2)
    made = []
    counted = views.with_sides()
    edges = (*((spot.bet, 2227) for spot in counted.table.spots), ("house_way", 362))
    counted = replace(counted, table=replace(counted.table, edges=edges))
    for size in (layouts.LANDSCAPE.canvas, layouts.PORTRAIT.canvas):
        for view in VIEWS:
            before = replace(view, messages=()) if view.messages else None
            ui = seen(seen(Ui(), None, before or view, NOW), before, view, NOW)
            made.append(director.scene(replace(view, language=language), ui, NOW + 1, words, size))
        for view in (views.EMPTY, views.with_sides(), counted, views.cards()):
            made.append(director.scene(view, Ui(page="help"), NOW, words, size))
        for view in (views.looked_back(), views.looked_back_at_cards(), replace(views.betting(), called="help")):
            made += [director.scene(view, Ui(page=name, volume=0), NOW, words, size) for name in pages.PAGES]
        owed = views.locked("jackpot", attendant=True)
        made += [director.scene(owed, Ui(page=page), NOW, words, size) for page in ("short.7.", "short.7.3749")]
        made.append(director.scene(None, Ui(), NOW, words, size))
    status = {
        "devices": {f"{kind}.1": {"position": "in_chute", "doors": {"main": True}} for kind in ("deck", "printer")}
    }
    if language == "en":  # the bench is a workshop tool
        made.append(picture(Seen(status, "", "1", "1"), Ui(), words, NOW)[0])
    return made


def labels(language: str) -> set[Label]:
    return {item for scene in scenes(language) for item in scene.drawables if isinstance(item, Label) and item.text}


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return started_fonts()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_there(language: str) -> None:
    for label in labels(language):
        assert "[" not in label.text, label.text
        assert "{" not in label.text, label.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_runs_out_of_its_box(language: str, fonts: Fonts) -> None:
    over = [told for label in labels(language) if (told := overflow(label, fonts))]
    assert not over, "\n".join(sorted(over))


def _signs(path: object) -> frozenset[int]:
    font = TTCollection(path).fonts[0] if str(path).endswith(".ttc") else TTFont(path)
    return frozenset(font.getBestCmap())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_has_a_shape(language: str) -> None:
    latin = {style: _signs(font_path(style, 700)) for style in ("sans", "serif")}
    wide_path = cjk_font_path()
    wide = _signs(wide_path) if wide_path is not None else frozenset()
    for label in labels(language):
        chinese = any(ord(c) >= 0x2E80 for c in label.text)
        known = wide if chinese else latin["serif" if label.serif else "sans"]
        missing = {c for c in label.text if ord(c) not in known and c not in "\n"}
        assert not missing, f"{label.text!r} has no shape for {missing}"
