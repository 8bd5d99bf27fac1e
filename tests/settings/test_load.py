"""A profile with the files it names: taken whole and exactly, or refused with every reason."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from cabinet.bank.options import HandpayBasis, Validation
from cabinet.games import GAMES
from cabinet.games.base import GameOptions
from cabinet.machine.options import Mode, options_codec, options_digest
from cabinet.play.options import BetLimit
from cabinet.ports.plain import encode
from cabinet.settings import ConfigRefused, DeviceSetup, JournalSetup, Profile, check_files, config_folder, load_profile
from cabinet.settings.schema import GAME_FILES
from tests.settings.files import GAME, MONEY, PROFILE, changed, lay_out


def refusal(path: Path) -> list[str]:
    with pytest.raises(ConfigRefused) as refused:
        load_profile(path)
    return [str(problem).replace(f"{path.parent}/", "") for problem in refused.value.problems]


def test_a_profile_is_taken_exactly_as_written(tmp_path: Path) -> None:
    profile = load_profile(lay_out(tmp_path))
    machine, money, (game,) = profile.options.machine, profile.options.money, profile.options.games
    assert machine.mode is Mode.BENCH
    assert machine.asset_number == "0427"
    assert machine.chips_cents == (100, 500)
    assert machine.gaming_day_minute == 360
    assert money.credit_limit_cents == 1_000_000
    assert money.handpay_basis is HandpayBasis.WINNINGS
    assert money.validation is Validation.OWN
    assert money.notes_cents == (100, 500, 2000)
    assert game.options == GameOptions(exposed_tiles=3, commission_bp=500, dice=True)
    assert game.limits == (BetLimit("main", 500, 50_000, 100), BetLimit("dice_lo", 100, 5_000, 100))
    assert profile.device("acceptor", 1) == DeviceSetup(1, "acceptor", "id003", "emulated", 9600, "none")
    assert profile.device("shaker", 0) == DeviceSetup(0, "shaker", "shaker", "emulated", 115_200, "none")
    assert profile.journal == JournalSetup("a", "b")


def test_without_a_shaker_the_dice_are_closed(tmp_path: Path) -> None:
    table = PROFILE[PROFILE.index("table:") :]
    profile = load_profile(lay_out(tmp_path, profile=changed(PROFILE, table, "")))
    assert not profile.options.games[0].options.dice
    assert profile.device("shaker", 0) is None


def test_the_options_come_back_from_plain_data_with_the_same_digest(tmp_path: Path) -> None:
    options = load_profile(lay_out(tmp_path)).options
    again = options_codec().decode(encode(options))
    assert again == options
    assert options_digest(again) == options_digest(options)


def other_values() -> list[tuple[str, str, str]]:
    """For every key of the three files another right value: (file, old line part, new line part)."""
    money = [
        ("credit_limit: 10000.00", "credit_limit: 9000.00"),
        ("ticket_max: 3000.00", "ticket_max: 2999.99"),
        ("handpay_limit: 2000.00", "handpay_limit: 1200.00"),
        ("handpay_basis: winnings", "handpay_basis: award"),
        ("notes: [1.00, 5.00, 20.00]", "notes: [1.00, 5.00]"),
        ("validation: own\nsystem_id: 99", "validation: none\nsystem_id: 99"),
        ("ticket_expiry_days: 30", "ticket_expiry_days: 31"),
        ("tickets_in: true", "tickets_in: false"),
        ("gaming_day: 06:00", "gaming_day: 22:00"),
    ]
    game = [
        ("min: 5.00", "min: 6.00"),
        ("max: 500.00", "max: 501.00"),
        ("max: 50.00, step: 1.00", "max: 50.00, step: 0.50"),
        ("opposite_bets: true", "opposite_bets: false"),
        ("exposed_tiles: 3", "exposed_tiles: 2"),
        ("commission: 5 %", "commission: 4 %"),
        ("commission_rounding: none", "commission_rounding: house"),
        ("faces: symbols", "faces: numbers"),
        ("assist: both", "assist: off"),
        ("set_within_s: 0", "set_within_s: 30"),
    ]
    profile = [
        ("Bench House", "Other House"),
        ("1 Workshop Lane", "2 Workshop Lane"),
        ("0427", "427"),
        ("chips: [1.00, 5.00]", "chips: [1.00]"),
        ("language: en", "language: zh_Hans"),
        ("fullscreen: false", "fullscreen: true"),
        ("width: 1600", "width: 1601"),
        ("height: 900", "height: 901"),
        ("first: a", "first: c"),
        ("second: b", "second: c"),
        ("station: 1\n", "station: 2\n"),
        ("id003", "ebds"),
        ("tcl", "escpos"),
        ("baud: 9600", "baud: 19200"),
        (
            "{protocol: tcl, port: emulated, baud: 38400, parity: none}",
            "{protocol: tcl, port: /p, baud: 38400, parity: odd}",
        ),
    ]
    files = (("money", money), ("game", game), ("profile", profile))
    return [(file, old, new) for file, pairs in files for old, new in pairs]


@pytest.mark.parametrize(("file", "old", "new"), other_values())
def test_every_key_is_used_another_value_gives_another_profile(tmp_path: Path, file: str, old: str, new: str) -> None:
    texts = {"money": MONEY, "game": GAME, "profile": PROFILE}
    if new.startswith("validation: none"):
        texts["money"] = changed(texts["money"], "tickets_in: true", "tickets_in: false")
    before = load_profile(lay_out(tmp_path, **texts))
    texts[file] = changed(texts[file], old, new)
    assert load_profile(lay_out(tmp_path, **texts)) != before


ONE_LINE = [
    # (file, right, wrong, where it is told, what is told)
    ("game", "opposite_bets: true", "max_bett: 5.00\nopposite_bets: true", "game.yaml:8:1: max_bett", "unknown key"),
    ("game", "exposed_tiles: 3", "exposed_tile: 3", "game.yaml:9:1: exposed_tile", "did you mean exposed_tiles?"),
    ("game", "exposed_tiles: 3", "exposed_tiles: 4", "game.yaml:9:16: exposed_tiles", "from 2 to 3"),
    ("game", "min: 5.00", "mix: 5.00", "game.yaml:6:10: limits.main.mix", "did you mean min?"),
    ("game", "dice_lo:", "dice_low:", "game.yaml:7:3: limits.dice_low", "did you mean dice_lo?"),
    ("game", "  main:", "  super_bonus:", "game.yaml:6:3: limits.main", "is missing"),
    ("game", "max: 500.00", "max: 500", "game.yaml:6:26: limits.main.max", "this currency has 2"),
    ("game", "max: 500.00", "max: 1,000", "game.yaml:6:28: limits.main.000", "unknown key"),
    ("game", "max: 500.00", "max: 500.50", "game.yaml:6:26: limits.main.max", "no multiple of step"),
    ("game", "max: 500.00", "max: 4.00", "game.yaml:6:15: limits.main.min", "is over max"),
    ("game", "max: 500.00", "max: 99999999.00", "game.yaml:6:26: limits.main.max", "more than one stake may be"),
    ("game", "step: 1.00}\n  dice", "step: 0.00}\n  dice", "game.yaml:6:40: limits.main.step", "is nothing"),
    ("game", "step: 1.00}\n  dice", "step: 0.50}\n  dice", "game.yaml:6:40: limits.main.step", "no whole minor unit"),
    ("game", "commission: 5 %", "commission: 5", "game.yaml:10:13: commission", "write a percentage like 5 %"),
    ("game", "game: double_hand", "game: double_hands", "game.yaml:2:7: game", "did you mean double_hand?"),
    ("game", "kind: game", "kind: games", "game.yaml:1:7: kind", "did you mean game?"),
    ("game", "kind: game\n", "", "game.yaml:1:1: game", "stands before kind"),
    ("game", "currency: USD", "currency: USX", "game.yaml:3:11: currency", "no currency"),
    ("game", "faces: symbols", "faces: letters", "game.yaml:12:8: faces", "numbers, symbols"),
    ("game", "faces: symbols", "faces:", "game.yaml:12:7: faces", "has no value"),
    ("game", "faces: symbols", "faces: {a: b}", "game.yaml:12:8: faces", "is no single value"),
    ("game", "opposite_bets: true", "opposite_bets: yes", "game.yaml:8:16: opposite_bets", "true or false"),
    ("money", "ticket_max: 3000.00", "ticket_max: 1,000", "money.yaml:5:13: ticket_max", "is no amount"),
    ("money", "ticket_max: 3000.00", "ticket_max: 1_000", "money.yaml:5:13: ticket_max", "is no amount"),
    ("money", "ticket_max: 3000.00", "ticket_max: 1e3", "money.yaml:5:13: ticket_max", "is no amount"),
    ("money", "ticket_max: 3000.00", "ticket_max: 0.00", "money.yaml:5:13: ticket_max", "is nothing"),
    ("money", "ticket_max: 3000.00", "on: 1\nticket_max: 3000.00", "money.yaml:5:1: on", "unknown key"),
    ("money", "ticket_max: 3000.00", "pays: 1:30\nticket_max: 3000.00", "money.yaml:5:1: pays", "unknown key"),
    ("money", "ticket_max: 3000.00\n", "", "money.yaml:1:1: ticket_max", "is missing"),
    ("money", "gaming_day: 06:00", "gaming_day: 1320", "money.yaml:13:13: gaming_day", "hours and minutes"),
    ("money", "20.00]", "20000.00]", "money.yaml:8:21: notes.2", "is over credit_limit"),
    ("money", "[1.00, 5.00, 20.00]", "[5.00, 1.00]", "money.yaml:8:15: notes.1", "does not ascend"),
    ("money", "[1.00, 5.00, 20.00]", "[1,000]", "money.yaml:8:9: notes.0", "this currency has 2"),
    ("money", "[1.00, 5.00, 20.00]", "[]", "money.yaml:8:8: notes", "is empty"),
    ("money", "[1.00, 5.00, 20.00]", "5.00", "money.yaml:8:8: notes", "is no list"),
    ("money", "validation: own", "validation: none", "money.yaml:12:13: tickets_in", "validation none"),
    ("money", "system_id: 99", "system_id: 00", "money.yaml:10:12: system_id", "a host's own numbers"),
    ("money", "system_id: 99", "system_id: 01", "profile.yaml:9:8: money", "a bench wants 99"),
    ("money", "currency: USD", "currency: EUR", "profile.yaml:9:8: money", "its amounts are EUR"),
    ("profile", "mode: bench", "mode: benhc", "profile.yaml:2:7: mode", "bench, floor"),
    ("profile", "money: money.yaml", "money: game.yaml", "profile.yaml:9:8: money", "game.yaml is a game file"),
    ("profile", "money: money.yaml", "money: non.yaml", "profile.yaml:9:8: money", "there is no file non.yaml"),
    ("profile", "money: money.yaml", "money: /etc/m.yaml", "profile.yaml:9:8: money", "starts beside this file"),
    (
        "profile",
        "games: [game.yaml]",
        "games: [game.yaml, game.yaml]",
        "profile.yaml:10:20: games.1",
        "is there already",
    ),
    ("profile", "games: [game.yaml]", "games: []", "profile.yaml:10:8: games", "is empty"),
    ("profile", "chips: [1.00, 5.00]", "chips: [100.00]", "profile.yaml:11:9: chips.0", "no chip fits"),
    ("profile", "language: en", "language: it", "profile.yaml:12:11: language", "zh_Hant"),
    ("profile", "site: Bench House", "site: Café", "profile.yaml:4:9: cabinet.site", "a tcl printer has no 'é'"),
    ("profile", "asset_number: 0427", "asset_number: 04 27", "profile.yaml:6:17: cabinet.asset_number", "does not fit"),
    ("profile", "station: 1\n", "station: 8\n", "profile.yaml:16:14: stations.0.station", "from 1 to 7"),
    ("profile", "second: b", "second: a", "profile.yaml:14:29: journal.second", "the first folder again"),
    (
        "profile",
        "protocol: id003",
        "protocol: id002",
        "profile.yaml:17:26: stations.0.acceptor.protocol",
        "id003, ebds",
    ),
    ("profile", "baud: 9600", "baud: 9601", "profile.yaml:17:55: stations.0.acceptor.baud", "9600"),
    ("profile", "    printer:", "    prnter:", "profile.yaml:18:5: stations.0.prnter", "did you mean printer?"),
    ("profile", "  shaker:", "  shakr:", "profile.yaml:21:3: table.shakr", "did you mean shaker?"),
]


@pytest.mark.parametrize(("file", "old", "new", "place", "told"), ONE_LINE)
def test_a13_one_wrong_line_is_told_with_its_place(
    tmp_path: Path, file: str, old: str, new: str, place: str, told: str
) -> None:
    texts = {"money": MONEY, "game": GAME, "profile": PROFILE}
    texts[file] = changed(texts[file], old, new)
    problems = refusal(lay_out(tmp_path, **texts))
    assert any(line.startswith(f"{place}:") and told in line for line in problems), problems


def test_problems_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    path = lay_out(
        tmp_path,
        profile=changed(PROFILE, "language: en", "language: it"),
        money=changed(MONEY, "ticket_max: 3000.00", "ticket_max: 3000"),
        game=changed(changed(GAME, "faces: symbols", "faces: x"), "assist: both", "assist: y"),
    )
    (tmp_path / "profile.yaml").write_text(path.read_text().replace("language: it", "language: en"))
    assert [line.split(":")[0:2] for line in refusal(path)] == [
        ["game.yaml", "12"],
        ["game.yaml", "13"],
        ["money.yaml", "5"],
    ]


def test_stated_rounding_allows_steps_with_parts_of_a_cent(tmp_path: Path) -> None:
    game = changed(GAME, "commission_rounding: none", "commission_rounding: player")
    game = changed(game, "max: 500.00, step: 1.00", "max: 500.00, step: 0.50")
    assert load_profile(lay_out(tmp_path, game=game)).options.games[0].limits[0].step_cents == 50


def test_a_floor_refuses_emulators(tmp_path: Path) -> None:
    path = lay_out(
        tmp_path,
        profile=changed(PROFILE, "mode: bench", "mode: floor"),
        money=changed(MONEY, "system_id: 99", "system_id: 01"),
    )
    problems = refusal(path)
    assert len(problems) == 4
    assert all("a floor has no emulators" in line for line in problems)


def test_a_floor_prints_no_tickets_with_a_bench_number(tmp_path: Path) -> None:
    """A bench ticket's number starts with 99, which floor stores refuse; so no floor may issue it."""
    floor = changed(PROFILE, "mode: bench", "mode: floor")
    for place in range(4):
        floor = floor.replace("port: emulated", f"port: /dev/{place}", 1)
    assert refusal(lay_out(tmp_path, profile=floor)) == [
        "profile.yaml:9:8: money: its system_id is 99; a floor wants 01 to 98"
    ]


def test_an_emulated_line_has_no_parity(tmp_path: Path) -> None:
    profile = changed(PROFILE, "baud: 9600, parity: none", "baud: 9600, parity: even")
    assert "an emulated line has no parity" in refusal(lay_out(tmp_path, profile=profile))[0]


def test_two_devices_on_one_port_are_refused(tmp_path: Path) -> None:
    profile = changed(PROFILE, "port: emulated, baud: 9600", "port: /dev/x, baud: 9600")
    profile = changed(profile, "port: emulated, baud: 38400", "port: /dev/x, baud: 38400")
    assert "is the acceptor's port already" in refusal(lay_out(tmp_path, profile=profile))[0]


def test_a_yen_house_writes_no_decimals(tmp_path: Path) -> None:
    def yen(text: str) -> str:
        return text.replace("USD", "JPY").replace("decimals: 2", "decimals: 0").replace(".00", "00")

    options = load_profile(lay_out(tmp_path, profile=yen(PROFILE), money=yen(MONEY), game=yen(GAME))).options
    assert options.money.notes_cents == (100, 500, 2000)
    assert (options.machine.currency, options.machine.decimals) == ("JPY", 0)


def test_a_game_file_is_no_profile(tmp_path: Path) -> None:
    lay_out(tmp_path)
    assert refusal(tmp_path / "game.yaml") == ["game.yaml:1:7: kind: this is a game file; name a profile"]


def test_a_file_is_judged_by_its_kind_whatever_its_name(tmp_path: Path) -> None:
    lay_out(tmp_path)
    odd = tmp_path / "notes.txt"
    odd.write_text(changed(MONEY, "credit_limit", "credt_limit"))
    told = {problem.wrong for problem in check_files([odd, tmp_path / "money.yaml"])}
    assert told == {"unknown key", "is missing"}


def test_every_game_of_the_cabinet_has_its_keys_and_its_file() -> None:
    assert set(GAME_FILES) == set(GAMES)
    named = {yaml.compose(path.read_text()).value[1][1].value for path in config_folder().glob("games/*.yaml")}
    assert named == set(GAMES)


@pytest.mark.parametrize("name", ["bench", "floor"])
def test_the_profiles_that_come_with_the_program_load(name: str) -> None:
    profile = load_profile(config_folder() / f"{name}.yaml")
    assert isinstance(profile, Profile)
    assert profile.options.machine.mode == name
    assert all(device.emulated == (name == "bench") for device in profile.devices)


def test_every_file_that_comes_with_the_program_is_right(tmp_path: Path) -> None:
    shutil.copytree(config_folder(), tmp_path / "config")
    assert check_files((tmp_path / "config").rglob("*.yaml")) == ()
