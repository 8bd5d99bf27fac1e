"""Options changed on screen: laid over their files and judged by the very judges of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from cabinet.play.options import ALWAYS, BetLimit
from cabinet.settings import ConfigRefused, load_profile
from cabinet.settings.changes import judged, option_rows
from tests.settings.files import GAME, changed, lay_out

SCHEDULE = """\
schedule:
  - begins: 18:00
    ends: 02:00
    limits:
      main: {min: 25.00, max: 500.00, step: 5.00}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return lay_out(tmp_path)


def refused(path: Path, file: str, key: str, text: str) -> str:
    verdict = judged(path, {}, file, key, text)
    assert verdict.profile is None
    return verdict.why


def test_every_row_says_what_it_is_what_it_is_worth_and_what_would_be_right(path: Path) -> None:
    rows = {(row.file, row.key): row for row in option_rows(path, {})}
    limit = rows["game.yaml", "limits.main.max"]
    assert (limit.value, limit.factory, limit.critical, limit.changed) == ("500.00", "500.00", True, False)
    assert "largest stake" in limit.description
    assert "amount" in limit.wanted
    assert rows["money.yaml", "notes"].value == "1.00, 5.00, 20.00"
    assert rows["profile.yaml", "language"].critical is False
    assert all(row.description and row.wanted for row in rows.values())


@pytest.mark.parametrize(
    ("file", "key"),
    [
        ("profile.yaml", "mode"),
        ("profile.yaml", "money"),
        ("profile.yaml", "games"),
        ("profile.yaml", "currency"),
        ("profile.yaml", "stations.0.station"),
        ("profile.yaml", "stations.0.acceptor.port"),
        ("profile.yaml", "journal.first"),
        ("money.yaml", "system_id"),
        ("money.yaml", "kind"),
        ("game.yaml", "game"),
        ("game.yaml", "decimals"),
        ("game.yaml", "limits.main"),
        ("game.yaml", "limits"),
        ("game.yaml", "no_such_key"),
        ("elsewhere.yaml", "language"),
        ("../../etc/passwd", "root"),
    ],
)
def test_what_a_cabinet_is_changes_on_no_screen(path: Path, file: str, key: str) -> None:
    assert "that a screen may change" in refused(path, file, key, "5.00")


def test_a_right_value_makes_a_profile_and_nothing_else_in_it_moves(path: Path) -> None:
    verdict = judged(path, {}, "game.yaml", "limits.main.max", "400.00")
    assert (verdict.why, verdict.old, verdict.critical) == ("", "500.00", True)
    assert verdict.profile is not None
    before, after = load_profile(path).options, verdict.profile.options
    assert after.games[0].limits[0] == BetLimit("main", 500, 40_000, 100)
    assert (after.money, after.machine, after.games[0].options) == (
        before.money,
        before.machine,
        before.games[0].options,
    )
    assert load_profile(path).options == before, "the files are as they were"


def test_a_list_is_written_with_commas(path: Path) -> None:
    verdict = judged(path, {}, "money.yaml", "notes", "1.00, 5.00,10.00")
    assert verdict.profile is not None
    assert verdict.restart
    assert verdict.profile.options.money.notes_cents == (100, 500, 1_000)


@pytest.mark.parametrize(
    ("file", "key", "text", "why"),
    [
        ("game.yaml", "limits.main.max", "400", "400' has 0 decimals"),
        ("game.yaml", "limits.main.max", "4e2", "is no amount"),
        ("game.yaml", "limits.main.max", "", "has no value"),
        ("game.yaml", "limits.main.min", "600.00", "is over max"),
        ("game.yaml", "limits.main.max", "400.50", "is no multiple of step"),
        ("game.yaml", "commission", "101 %", "is no percentage"),
        ("game.yaml", "commission", "4.55 %", "is no whole minor unit"),
        ("money.yaml", "notes", "5.00, 1.00", "does not ascend"),
        ("money.yaml", "notes", "", "is empty"),
        ("money.yaml", "credit_limit", "10.00", "is over credit_limit"),
        ("money.yaml", "validation", "none", "no ticket can be valid"),
        ("money.yaml", "tickets_in", "yes", "neither true nor false"),
        ("profile.yaml", "language", "xx", "is not known"),
        ("profile.yaml", "cabinet.site", "a\tb", "a sign that cannot be seen"),
        ("profile.yaml", "cabinet.site", "Höhle", "tcl printer"),
        ("profile.yaml", "chips", "900.00", "no chip fits"),
    ],
)
def test_a_wrong_value_is_refused_by_file_key_and_reason(path: Path, file: str, key: str, text: str, why: str) -> None:
    said = refused(path, file, key, text)
    assert why in said
    assert said.startswith(("profile.yaml ", "money.yaml ", "game.yaml "))
    assert str(path.parent) not in said, "a player's screen tells no path"


def test_changes_are_judged_together(path: Path) -> None:
    """Neither alone is wrong."""
    changes = {("game.yaml", "limits.main.max"): "100.00"}
    assert judged(path, {}, "game.yaml", "limits.main.min", "200.00").why == ""
    assert "is over max" in judged(path, changes, "game.yaml", "limits.main.min", "200.00").why
    row = next(row for row in option_rows(path, changes) if row.key == "limits.main.max")
    assert (row.value, row.factory, row.changed) == ("100.00", "500.00", True)


def test_a_change_whose_key_left_the_file_refuses_the_start_by_its_name(tmp_path: Path) -> None:
    """R-10: never assumed away."""
    path = lay_out(tmp_path, game=GAME.replace("  dice_lo: {min: 1.00, max: 50.00, step: 1.00}\n", ""))
    with pytest.raises(ConfigRefused, match=r"limits\.dice_lo\.max: was changed on screen and is gone"):
        load_profile(path, {("game.yaml", "limits.dice_lo.max"): "20.00"})


# -- the schedule --------------------------------------------------------------------------------------


def scheduled(tmp_path: Path, text: str = SCHEDULE) -> Path:
    return lay_out(tmp_path, game=GAME + text)


def test_a_schedule_is_read_and_over_midnight_it_goes_on(tmp_path: Path) -> None:
    (game,) = load_profile(scheduled(tmp_path)).options.games
    times = {minute: game.row_at(minute) for minute in (0, 119, 120, 1_079, 1_080, 1_439)}
    assert times == {0: 0, 119: 0, 120: ALWAYS, 1_079: ALWAYS, 1_080: 0, 1_439: 0}
    assert game.scheduled(0).limits == (BetLimit("main", 2_500, 50_000, 500), BetLimit("dice_lo", 100, 5_000, 100))
    assert game.scheduled(ALWAYS) == game.scheduled(7) == game


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("ends: 02:00", "ends: 18:00", "is when it begins"),
        ("main: {min: 25", "mian: {min: 25", "did you mean main?"),
        ("main: {min: 25", "hi_card: {min: 25", "has no row in limits"),
        ("min: 25.00", "min: 25.50", "is no multiple of step"),
        ("begins: 18:00", "begins: 6pm", "is no time of day"),
        ("step: 5.00}", "step: 5.00}\n  - begins: 01:59\n    ends: 03:00\n    limits: {}", "shares minutes with row 1"),
    ],
)
def test_a_schedule_that_cannot_be_followed_is_refused(tmp_path: Path, old: str, new: str, why: str) -> None:
    path = scheduled(tmp_path, changed(SCHEDULE, old, new))
    with pytest.raises(ConfigRefused, match=why.replace("?", r"\?")):
        load_profile(path)


def test_the_commission_is_whole_at_every_time_of_the_day(tmp_path: Path) -> None:
    path = scheduled(tmp_path, changed(SCHEDULE, "step: 5.00", "step: 0.05"))
    with pytest.raises(ConfigRefused, match=r"schedule\.0\.limits\.main\.step: the commission on it"):
        load_profile(path)


def test_a_time_of_the_schedule_changes_on_screen(tmp_path: Path) -> None:
    verdict = judged(scheduled(tmp_path), {}, "game.yaml", "schedule.0.ends", "03:00")
    assert verdict.profile is not None
    assert verdict.profile.options.games[0].row_at(150) == 0
