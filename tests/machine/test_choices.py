"""Options changed on screen: only with no money anywhere, a critical one only behind the logic door; and limits that
follow the time of the day, between rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.app.compose import effective, judge_of
from cabinet.engine.desk import Desk
from cabinet.machine.options import Options, options_digest
from cabinet.play.options import BetLimit, ScheduledLimits
from cabinet.ports import commands as c
from cabinet.ports.acceptor import DocumentStacked, NoteEscrowed
from cabinet.ports.access import Role
from cabinet.ports.deck import DoorChanged
from cabinet.ports.signals import ScheduleTurned, StorageSaid
from cabinet.reports.audit import Checked, replay
from cabinet.reports.fold import fold
from cabinet.settings.load import config_folder, load_profile
from tests.machine.floor import TABLES, Floor
from tests.machine.setups import double_hand, options

PROFILE = load_profile(config_folder() / "bench.yaml")
GAME, MONEY, BENCH = "games/double_hand.yaml", "money/bench.yaml", "bench.yaml"
FREE = c.ChangeOption(BENCH, "language", "de", "olga")
CRITICAL = c.ChangeOption(GAME, "limits.main.max", "200.00", "olga")


class Cabinet(Floor):
    """A floor whose options come from the files of the bench, with their judges at hand."""

    def __init__(self) -> None:
        super().__init__(PROFILE.options, ("acceptor.1", "printer.1", "deck.1"))

    def boot(self, setup: Options | None = None) -> None:
        folded = fold(self.memory.entries())
        super().boot(effective(PROFILE, folded).options)
        self.engine._performer = Desk(judge_of(PROFILE), self.engine._performer)

    def open_logic(self) -> None:
        self.said("deck.1", DoorChanged("logic", True))

    def why(self) -> dict[str, str]:
        return {message.code: dict(message.params).get("why", "") for message in self.view().messages}


def test_an_option_is_changed_with_old_and_new_in_one_entry() -> None:
    """S-15, M-21: who, what, and the whole options it makes."""
    cabinet = Cabinet()
    cabinet.attend(FREE)
    changed, adopted = cabinet.memory.rows[-2].records
    assert changed == {
        "is": "OptionChanged",
        "file": BENCH,
        "key": "language",
        "old": "en",
        "new": "de",
        "who": "olga",
    }
    assert adopted["is"] == "OptionsAdopted"
    assert adopted["digest"] == options_digest(cabinet.state.set_up)
    assert cabinet.view().language == "de"


def test_it_stays_over_the_power_and_the_file_is_as_it_was() -> None:
    before = (config_folder() / "bench.yaml").read_bytes()
    cabinet = Cabinet()
    cabinet.attend(FREE)
    cabinet.boot()
    assert cabinet.view().language == "de"
    assert cabinet.state.digest == options_digest(cabinet.state.set_up)
    assert cabinet.names().count("OptionsAdopted") == 2, "nothing is adopted anew"
    assert (config_folder() / "bench.yaml").read_bytes() == before


def test_a_critical_one_wants_the_logic_door_open() -> None:
    """F-08."""
    cabinet = Cabinet()
    cabinet.sign_in("T1", Role.TECHNICIAN)
    cabinet.press(CRITICAL)
    assert cabinet.refusals() == ["refused.logic_door"]
    cabinet.open_logic()
    cabinet.press(CRITICAL)
    assert cabinet.refusals() == []
    assert cabinet.state.setup.limit("main") == BetLimit("main", 500, 20_000, 100)


@pytest.mark.parametrize(
    ("wish", "code", "why"),
    [
        (c.ChangeOption(GAME, "limits.main.max", "200"), "refused.option", "double_hand.yaml limits.main.max:"),
        (c.ChangeOption(GAME, "limits.main.max", "1000.00"), "refused.option_same", ""),
        (c.ChangeOption(BENCH, "mode", "floor"), "refused.option", "bench.yaml: no option mode"),
        (c.ChangeOption(BENCH, "language", "x" * 401), "refused.option", "too long"),
    ],
)
def test_the_judges_of_files_judge_screens_too(wish: c.ChangeOption, code: str, why: str) -> None:
    cabinet = Cabinet()
    cabinet.sign_in("T1", Role.TECHNICIAN)
    cabinet.open_logic()
    rows = cabinet.memory.count()
    cabinet.press(wish)
    assert why in cabinet.why()[code]
    assert cabinet.memory.count() == rows


def test_a_player_changes_nothing() -> None:
    cabinet = Cabinet()
    cabinet.press(FREE)
    assert cabinet.refusals() == ["refused.attendant_only"]


def test_every_decision_of_it_can_be_made_again() -> None:
    cabinet = Cabinet()
    cabinet.attend(FREE)
    cabinet.sign_in("T1", Role.TECHNICIAN)
    cabinet.open_logic()
    cabinet.press(CRITICAL)
    assert list(replay(cabinet.memory.rows, TABLES, Checked())) == []


# -- F-08, state by state ------------------------------------------------------------------------------


def _credit(floor: Cabinet) -> None:
    floor.note(5_000)


def _round(floor: Cabinet) -> None:
    floor.note(500)
    floor.deal(main=500)


def _ticket(floor: Cabinet) -> None:
    floor.note(5_000)
    floor.press(c.CashOut())


def _handpay(floor: Cabinet) -> None:
    floor.note(5_000)
    floor.signal(StorageSaid("paper_out", True))
    floor.press(c.CashOut())


def _escrow(floor: Cabinet) -> None:
    floor.said("acceptor.1", NoteEscrowed(500))


def _dispute(floor: Cabinet) -> None:
    floor.said("acceptor.1", DocumentStacked())


OPEN: dict[str, Callable[[Cabinet], None]] = {
    "credit": _credit,
    "a round": _round,
    "a ticket being printed": _ticket,
    "a payment by hand": _handpay,
    "a note in escrow": _escrow,
    "a disputed document": _dispute,
}
CLOSED: dict[str, Callable[[Cabinet], None]] = {
    "idle": lambda _: None,
    "a call": lambda floor: floor.press(c.CallAttendant()),
    "a fault": lambda floor: floor.signal(StorageSaid("paper_low", True)),
    "a door": lambda floor: floor.said("deck.1", DoorChanged("main", True)),
    "out of service": lambda floor: floor.attend(c.PutOutOfService()),
}


@pytest.mark.parametrize("wish", [FREE, CRITICAL], ids=["free", "critical"])
@pytest.mark.parametrize("logic", [True, False], ids=["logic open", "logic shut"])
@pytest.mark.parametrize("state", [*OPEN, *CLOSED])
def test_no_option_moves_while_money_is_anywhere(state: str, logic: bool, wish: c.ChangeOption) -> None:
    cabinet = Cabinet()
    {**OPEN, **CLOSED}[state](cabinet)
    before = cabinet.state.set_up
    cabinet.sign_in("T1", Role.TECHNICIAN)
    if logic:
        cabinet.open_logic()
    cabinet.press(wish)
    if state in OPEN:
        expected = ["refused.money_on"]
    else:
        expected = ["refused.logic_door"] if wish is CRITICAL and not logic else []
    assert cabinet.refusals() == expected
    assert (cabinet.state.set_up == before) is bool(expected)


def test_a_file_changed_by_hand_while_money_is_on_locks_at_the_next_start() -> None:
    """The older rule stands beside the new one."""
    floor = Floor()
    floor.note(5_000)
    floor.boot(options(games=(double_hand(set_within_s=30),)))
    assert [fault.code for fault in floor.state.faults] == ["options_changed"]


# -- limits by the time of the day ---------------------------------------------------------------------

EVENING = ScheduledLimits(18 * 60, 2 * 60, (BetLimit("main", 2_500, 50_000, 500),))


def evening() -> Floor:
    """Half past five in the afternoon."""
    game = replace(double_hand(), schedule=(EVENING,))
    floor = Floor(options(games=(game,)))
    floor.clock.advance(8 * 3_600_000 + 1_800_000)
    floor.engine.background()
    return floor


def smallest(floor: Floor) -> int:
    return next(spot.min_cents for spot in floor.view().table.spots if spot.bet == "main")


@pytest.mark.parametrize(("wait_ms", "shown"), [(1_799_999, 500), (1_800_000, 2_500), (1_800_000 + 8 * 3_600_000, 500)])
def test_the_limits_turn_at_the_minute_and_the_player_reads_them_on_the_spot(wait_ms: int, shown: int) -> None:
    floor = evening()
    assert smallest(floor) == 500
    floor.clock.advance(wait_ms)
    floor.engine.background()
    assert smallest(floor) == shown
    written = [row for row in floor.records if row["is"] == "LimitsScheduled"]
    assert len(written) == (shown == 2_500)
    if written:
        assert written[0]["row"] == 0
        assert [message.code for message in floor.view().messages] == ["notice.limits_changed"]


def test_a_deal_at_the_very_minute_meets_the_new_limits() -> None:
    floor = evening()
    floor.note(5_000)
    floor.press(c.AddChip("main", 500))
    floor.clock.advance(1_800_000)
    floor.press(c.Deal())
    assert not floor.state.play.in_round
    assert "refused" in floor.refusals()[0]
    assert smallest(floor) == 2_500


def test_a_round_that_runs_keeps_its_limits_to_the_end() -> None:
    floor = evening()
    floor.note(5_000)
    floor.deal(main=500)
    floor.clock.advance(1_800_000)
    floor.engine.background()
    floor.signal(ScheduleTurned("double_hand", 0, ""))
    assert "LimitsScheduled" not in floor.names()
    floor.set_hands()
    floor.engine.background()
    assert "LimitsScheduled" in floor.names()
    assert smallest(floor) == 2_500


def test_the_row_that_is_followed_is_a_fact_and_survives() -> None:
    floor = evening()
    floor.clock.advance(1_800_000)
    floor.engine.background()
    floor.boot()
    assert smallest(floor) == 2_500
    rows = floor.memory.count()
    floor.engine.background()
    assert floor.names(rows).count("LimitsScheduled") == 0


@pytest.mark.parametrize("turned", [ScheduleTurned("double_hand", 5, ""), ScheduleTurned("bingo", 0, "")])
def test_a_row_that_is_not_there_is_not_followed(turned: ScheduleTurned) -> None:
    floor = evening()
    floor.signal(turned)
    assert "LimitsScheduled" not in floor.names()


def test_a_bet_the_row_does_not_name_keeps_its_own() -> None:
    floor = evening()
    before = floor.state.setup.limit("lo_card")
    floor.signal(ScheduleTurned("double_hand", 0, ""))
    assert floor.state.setup.limit("lo_card") == before


def test_the_files_that_come_with_the_program_are_a_profile(tmp_path: Path) -> None:
    assert effective(PROFILE, Floor().state) is PROFILE
