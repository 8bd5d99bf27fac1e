"""The end of an evening's service: the cash box is changed and a technician goes through every page of the office.

Decides which pages a complete set of pictures has: each of the menu, and what a touch on one of their rows leads to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cabinet.app.evening.hands import ACCEPTOR, STATION, Hands, Moment
from cabinet.app.evening.office import Office
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.effects import KeepDispute
from cabinet.ports.page import Errand

_DISPUTED = 7  # of the game with cards
_PAGES: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("meters", "meters", {}),
    ("meters_of_a_game", "meters", {"scope": "game.double_hand"}),
    ("meters_code", "meters", {"show": "code"}),
    ("money", "money", {}),
    ("tickets_out", "money", {"show": "out"}),
    ("tickets_open", "money", {"show": "open"}),
    ("rounds", "rounds", {}),
    ("rounds_before", "rounds", {"before": "32"}),
    ("round", "round", {"round": "1"}),
    ("round_step", "round", {"round": "7", "step": "4"}),
    ("round_in_words", "round", {"round": "1", "show": "words"}),
    ("events", "events", {}),
    ("events_of_doors", "events", {"show": "doors"}),
    ("faults", "faults", {}),
    ("faults_history", "faults", {"show": "history"}),
    ("faults_counts", "faults", {"show": "counts"}),
    ("handpays", "handpays", {}),
    ("slips", "handpays", {"show": "slips"}),
    ("slip", "handpays", {"slip": "1"}),
    ("calls", "calls", {}),
    ("drop", "drop", {}),
    ("drop_counting", "drop", {"drop": "1", "n100": "0", "n500": "0", "n1000": "0", "n2000": "0", "n5000": "0"}),
    ("devices", "devices", {}),
    ("device", "device", {"device": "deck.1"}),
    ("device_line", "device", {"device": "acceptor.1", "show": "line"}),
    ("dice", "dice", {}),
    ("dice_of_all_time", "dice_all", {}),
    ("reports", "reports", {}),
    ("reports_chart", "reports", {"part": "2"}),
    ("settings_of_a_game", "settings", {"file": "games/double_hand.yaml"}),
    ("service", "service", {}),
)


def house(hands: Hands, office: Office) -> Iterator[Moment]:
    """Every page of the menu, on a machine that had an evening."""
    yield from _cash_box(hands, office)
    with office.open_for(Role.ATTENDANT):
        yield office.moment("office_not_for_attendants", "settings")
    with office.open_for(Role.TECHNICIAN):
        yield hands.now("office_now")
        for name, page, params in _PAGES:
            yield office.moment(f"office_{name}", page, **params)
        told = office.errand(Errand("print", (("page", "meters"),)))
        yield replace(office.moment("office_printing", "meters"), told=told.message)
        yield from _test(hands, office)
        hands.press(c.PutOutOfService("rest"))
        yield office.moment("office_service_out", "service")
        hands.press(c.PutInService())
    hands.take_papers()
    yield from _dispute(hands, office)


def _dispute(hands: Hands, office: Office) -> Iterator[Moment]:
    """A player disputes a round: nothing is played until its evidence is put away."""
    with office.open_for(Role.ATTENDANT):
        hands.press(c.OpenDispute(_DISPUTED, "says it was a pair"))
    yield hands.now("round_disputed")
    with office.open_for(Role.OPERATOR):
        yield hands.now("round_disputed_attendant")
        office.put_away(KeepDispute(_DISPUTED, STATION, "says it was a pair"))
        yield office.moment("office_disputes", "rounds", show="disputes")
        hands.press(c.CloseDispute(_DISPUTED, "explained"))


def _cash_box(hands: Hands, office: Office) -> Iterator[Moment]:
    """The box goes out, which is an alarm while nobody is at work, and another one comes in."""
    hands.bench(ACCEPTOR, cash_box="out")
    hands.until(lambda view: bool(view.faults), "the box to be missed")
    yield from hands.both("cash_box_out")
    with office.open_for(Role.ATTENDANT):
        yield office.moment("office_faults_now", "faults")
        hands.bench(ACCEPTOR, cash_box="in")
        hands.until(lambda view: not view.faults, "the box to be seen")
        hands.press(c.NameBox("B0817"))
    hands.take_papers()


def _test(hands: Hands, office: Office) -> Iterator[Moment]:
    """Dice are thrown in a test."""
    for _ in range(2):
        hands.press(c.BeginTest("shaker.0", "shake"))
        hands.rig.run(15_000)
    yield office.moment("office_device_tried", "device", device="shaker.0")
    hands.press(c.EndTest())
