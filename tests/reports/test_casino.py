"""The casino report against the truth that was added up beside the journal, and against the machine's own meters."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from cabinet.bank import records as bank
from cabinet.games.base import Award, RoundResult, SeatResult
from cabinet.machine import records as machine
from cabinet.money import cashable
from cabinet.play import records as play
from cabinet.reports.audit import Checked, check_books
from cabinet.reports.casino import LITTLE_PLAY_IN_CENTS, casino
from cabinet.reports.casino_html import as_html
from cabinet.reports.casino_pages import Pages
from cabinet.reports.casino_text import as_text
from cabinet.reports.counted import Window
from cabinet.reports.fold import load
from cabinet.reports.tally import Tally
from cabinet.storage.chain import Row, entry_of
from tests.reports.history import History, Truth, any_legal, house_way
from tests.simulation.story import Story

ROUNDS = 1_500
"""A day's play. The month of 200,000 rounds is the same with more patience."""

PLAYERS = {"house way": (3, house_way), "random legal settings": (4, any_legal)}


@cache
def played(player: str) -> tuple[tuple[Row, ...], Truth]:
    seed, lays = PLAYERS[player]
    history = History(seed, lays, start="2026-03-01T20:00:00+00:00")
    return tuple(history.month(ROUNDS)), history.truth


def reported(rows: tuple[Row, ...], since: str = "", until: str = "") -> dict[str, Any]:
    return casino(Tally(Window(since, until)).read(rows))


@pytest.mark.parametrize("player", PLAYERS)
def test_every_figure_is_the_journals(player: str) -> None:
    rows, truth = played(player)
    found = reported(rows)

    assert {game["game"]: game["rounds"] for game in found["games"]} == truth.rounds
    staked = {(game["game"], bet["bet"]): bet["handle_cents"] for game in found["games"] for bet in game["bets"]}
    returned = {(game["game"], bet["bet"]): bet["returned_cents"] for game in found["games"] for bet in game["bets"]}
    assert staked == truth.staked
    assert returned == truth.returned
    books = found["books"]
    assert truth.jackpots > 0
    assert (books["bill_in_cents"], books["ticket_out_cents"]) == (truth.bill_in, truth.ticket_out)
    assert books["handpay_jackpot_cents"] == books["jackpot_locked_cents"] == truth.jackpots
    assert books["win_cents"] == sum(truth.staked.values()) - sum(truth.returned.values())
    assert found["all_games"]["win_cents"] == books["win_cents"]
    assert sum(game["decisions"]["laid_best"] for game in found["games"]) == truth.best


@pytest.mark.parametrize("player", PLAYERS)
def test_the_made_history_is_one_that_the_machine_could_have_lived(player: str) -> None:
    """Else it would prove nothing: every row follows, and the books balance after each."""
    rows, truth = played(player)
    checked = Checked()

    assert list(check_books((entry_of(row) for row in rows), checked)) == []
    assert checked.state.meters["machine|games_played"] == sum(truth.rounds.values())
    assert checked.state.bank.station(1).books.bill_in.total == truth.bill_in


@pytest.mark.parametrize("player", PLAYERS)
def test_the_hold_lies_in_the_band_of_these_very_decisions(player: str) -> None:
    found = reported(played(player)[0])
    lines = [bet for game in found["games"] for bet in (*game["bets"], game["together"])]

    assert all(line["in_band"] for line in (*lines, found["all_games"]))


def test_bad_settings_are_skill_and_not_luck() -> None:
    """Held against the PAR sheet the player of random settings would seem to have had terrible luck."""
    (double_hand, _) = reported(played("random legal settings")[0])["games"]
    (main, *_) = double_hand["bets"]

    assert main["expected_hold"] > main["par_edge"] + 0.3
    assert not main["hold_band"][0] <= main["par_edge"] <= main["hold_band"][1]
    assert double_hand["decisions"]["skill_cents"] < -0.3 * main["handle_cents"]


@pytest.mark.parametrize("player", PLAYERS)
def test_the_result_is_best_plus_skill_plus_luck(player: str) -> None:
    for game in reported(played(player)[0])["games"]:
        made = game["decisions"]
        together = made["best_cents"] + made["skill_cents"] + made["luck_cents"]
        assert together == pytest.approx(made["result_cents"], abs=0.05)
        assert made["result_cents"] == -game["bets"][0]["win_cents"]
        assert made["skill_cents"] <= 0


@pytest.mark.full
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("player", PLAYERS)
def test_a_month_of_two_hundred_thousand_rounds(player: str) -> None:
    """By hand: the same at full size, never held in memory whole."""
    seed, lays = PLAYERS[player]
    history = History(seed, lays)
    found = casino(Tally().read(history.month(200_000)))
    bets = {(game["game"], bet["bet"]): bet for game in found["games"] for bet in game["bets"]}

    assert {bet: figures["handle_cents"] for bet, figures in bets.items()} == history.truth.staked
    assert {bet: figures["returned_cents"] for bet, figures in bets.items()} == history.truth.returned
    assert found["all_games"]["in_band"]


def test_two_windows_make_the_whole_and_so_do_the_days() -> None:
    rows, _ = played("house way")
    whole = reported(rows)["books"]
    days = reported(rows)["days"]
    parts = [reported(rows, until="2026-03-02")["books"], reported(rows, since="2026-03-02")["books"]]

    assert len(days) == 2
    for pieces in (parts, days):
        for name in ("coin_in_cents", "win_cents", "bill_in_cents", "ticket_out_cents", "games_played"):
            assert [piece[name] > 0 for piece in pieces] == [True, True] or name == "win_cents"
            assert sum(piece[name] for piece in pieces) == whole[name], name


@pytest.mark.parametrize("seed", range(4))
def test_lives_with_power_cuts_add_up_to_the_machines_own_meters(seed: int) -> None:
    """The report reads plain rows, the meters evolve from records: both must come to the same (M-32)."""
    story = Story(seed)
    story.run()
    journal = story.cabinet.read()
    state = load(journal)
    found = casino(Tally().read(journal.rows()))

    for station in state.bank.stations:
        for name in ("bill_in", "ticket_in", "coin_in", "coin_out", "wager_voided", "ticket_out"):
            assert found["books"][f"{name}_cents"] == getattr(station.books, name).total, name
        for name in ("handpay_cancelled", "handpay_jackpot"):
            assert found["books"][f"{name}_cents"] == getattr(station.books, name).total, name
        assert found["books"]["win_cents"] == station.books.win_cents
    for count in ("notes_in", "tickets_in", "tickets_out", "games_played", "games_won", "games_voided"):
        assert found["books"][count] == state.meters.get(f"machine|{count}", 0), count
    for game in found["games"]:
        for bet in game["bets"]:
            scope = f"bet.{game['game']}.{bet['bet']}"
            assert bet["handle_cents"] + bet["voided_cents"] == state.meters[f"{scope}|bet_staked"]
            assert bet["returned_cents"] + bet["voided_cents"] == state.meters[f"{scope}|bet_returned"]
    codes = {key: value for key, value in state.meters.items() if key.endswith("|faults") and key[:6] == "fault."}
    assert set(codes) == {f"fault.{code}|faults" for code in found["faults"]}
    assert found["uptime"]["boots"] == state.meters["machine|power_ups"]


def test_faults_and_calls_last_from_row_to_row() -> None:
    history = History(1, house_way)
    rows = list(history.month(2))
    for wait, record in (
        (10, machine.FaultRaised("paper_out", "printer.1")),
        (5, machine.CallMade(1, "help")),
        (0, machine.CallExplained(1, "drink")),
        (30, machine.FaultGone("paper_out", "printer.1")),
        (20, machine.CallTaken(1, "ann")),
        (40, machine.CallAnswered(1)),
        (0, machine.FaultRaised("dice_biased", "shaker.0")),
        (7, machine.FaultGone("dice_biased", "shaker.0")),  # only the attendant ends this one
        (3, machine.FaultCleared("dice_biased", "shaker.0")),
        (1, machine.FaultRaised("jam_acceptor", "acceptor.1")),
        (1, machine.CallMade(1, "help")),
    ):
        history.wait(wait)
        rows.append(history.commit(record))
    found = reported(tuple(rows))

    assert found["faults"]["paper_out"]["seconds"] == 35
    assert found["faults"]["dice_biased"]["seconds"] == 10
    assert len(found["faults"]["jam_acceptor"]["open_since"]) == 1
    assert found["calls"]["drink"] == {
        "times": 1, "ended": 1, "seconds": 90, "mean_s": 90.0, "median_s": 90, "longest_s": 90, "open_since": [],
    }  # fmt: skip
    assert found["calls_taken"]["drink"]["median_s"] == 50
    assert len(found["calls"]["help"]["open_since"]) == 1
    before = reported(tuple(rows), until="2026-03-01T06:01")
    assert before["calls"]["drink"]["open_since"] == []
    assert "help" not in before["calls"]
    assert "jam_acceptor" not in before["faults"]


def test_the_time_before_a_boot_is_time_off() -> None:
    history = History(1, house_way)
    rows = list(history.month(10))
    history.wait(3600)
    rows.append(history.commit(machine.Booted("0.1.0", ())))
    found = reported(tuple(rows))["uptime"]

    assert (found["boots"], found["off_s"]) == (2, 3600)
    assert found["up_s"] == 10 * 13


def test_money_in_and_out_with_little_play_is_listed_and_nothing_else() -> None:
    history = History(1, house_way)
    rows = list(history.month(20))
    since = history.commit(machine.EventNoted("quiet", "machine", "")).wall
    rows += [history._note() for _ in range(LITTLE_PLAY_IN_CENTS // 10_000)]
    rows += history._cash_out()
    found = reported(tuple(rows))["little_play"]

    (visit,) = found["rows"]
    assert visit["since"] == since
    assert (visit["money_in_cents"], visit["wagered_cents"]) == (LITTLE_PLAY_IN_CENTS, 0)
    assert visit["out_cents"] == LITTLE_PLAY_IN_CENTS


def test_a_note_that_goes_in_while_the_ticket_prints_continues_the_visit() -> None:
    history = History(1, house_way)
    first = bank.TicketOrdered(1, 1, "99" + "0" * 16, cashable(10_000), "2026-03-01T06:00:00+00:00")
    rows = [*history.month(0), history._note(), history.commit(first), history._note()]
    rows.append(history.commit(bank.TicketIssued(1, 1)))
    rows.append(history.commit(bank.TicketRemoved(1, 1)))
    assert reported(tuple(rows))["visits"] == 0

    second = bank.TicketOrdered(1, 2, "99" + "1" * 16, cashable(10_000), "2026-03-01T06:00:00+00:00")
    rows += [history.commit(second), history.commit(bank.TicketIssued(1, 2))]
    assert reported(tuple(rows))["visits"] == 1


def test_a_round_given_back_is_no_handle() -> None:
    history = History(1, house_way)
    closed = play.BetsClosed(1, "double_hand", "DH-3-500", (play.SeatBets(1, (("main", 500),)),))
    rows = [*history.month(0), history._note(), history.commit(closed, bank.WagerTaken(1, 1, cashable(500)))]
    rows.append(history.commit(play.RoundVoided(1, "attendant"), bank.WagerVoided(1, 1, cashable(500))))
    books = reported(tuple(rows))["books"]

    assert (books["coin_in_cents"], books["wager_voided_cents"], books["games_voided"]) == (500, 500, 1)
    assert (books["win_cents"], books["hold"]) == (0, None)


def test_dice_bets_without_a_roll_are_voided_and_no_handle() -> None:
    history = History(1, house_way)
    bets = (("main", 500), ("dice_lo", 300))
    awards = (Award("main", 500, "lost", 0), Award("dice_lo", 300, "void", 300))
    result = RoundResult((), (), (), (), (SeatResult(1, awards, ()),), (), ())
    rows = [*history.month(0), history._note()]
    rows.append(history.commit(play.BetsClosed(1, "double_hand", "DH-3-500", (play.SeatBets(1, bets),))))
    rows.append(history.commit(play.RoundSettled(1, result), bank.WagerVoided(1, 1, cashable(300))))
    (game,) = reported(tuple(rows))["games"]
    found = {bet["bet"]: bet for bet in game["bets"]}

    assert (found["dice_lo"]["handle_cents"], found["dice_lo"]["voided_cents"]) == (0, 300)
    assert (game["together"]["handle_cents"], game["together"]["win_cents"]) == (500, 500)


def test_a_stake_without_recorded_worth_keeps_the_edge_of_the_sheet() -> None:
    story = Story(2)
    story.run()
    found = casino(Tally().read(story.cabinet.read().rows()))

    for game in found["games"]:
        main = game["bets"][0]
        assert game["decisions"]["unknown_worth_cents"] == main["handle_cents"]
        assert main["expected_hold"] == pytest.approx(main["par_edge"])


def test_text_and_page_say_every_figure_and_the_page_needs_nothing_from_elsewhere() -> None:
    found = reported(played("house way")[0])
    pages = Pages(found)
    text, html = as_text(pages.title(), pages.sections()), as_html(pages.title(), pages.sections())

    win = f"{found['books']['win_cents'] / 100:,.2f}"
    assert win in text
    assert win in html
    assert html.count("<circle") == sum(len(game["bets"]) for game in found["games"])
    assert not any(word in html for word in ("http", "src=", "<script", "@import"))


def test_a_day_without_play_is_a_report_too() -> None:
    history = History(1, house_way)
    found = reported(tuple(history.month(0)))
    pages = Pages(found)

    assert found["books"]["hold"] is None
    assert found["games"] == []
    assert "none" in as_text(pages.title(), pages.sections())
