"""`tickets` and `ticket redeem`: the list without its secrets, and a cashier's desk with one winner."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cabinet.app.rigged import Rigged
from cabinet.bank.state import TicketState
from cabinet.clock import SystemClock
from cabinet.ports.access import Role
from cabinet.reports.fold import load
from cabinet.settings.pins import Cost, Pins
from cabinet.storage.journal import read_only
from tests.audit.floor import Floor, begin, command


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Floor:
    place = tmp_path_factory.mktemp("lived")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CABINET_ANCHORS", str(place / "anchors"))
        return begin(place)


@pytest.fixture
def floor(lived: Floor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Floor:
    there = lived.copy_to(tmp_path)
    monkeypatch.setenv("CABINET_ANCHORS", str(there.anchors))
    return there


def open_ticket(floor: Floor) -> tuple[str, int]:
    """Number and amount of the one ticket a player still holds."""
    tickets = load(read_only(floor.data)).bank.tickets
    ((number, ticket),) = ((n, t) for n, t in tickets.items() if t.state is TicketState.ISSUED)
    return number, ticket.amounts.total


def test_the_number_of_an_open_ticket_is_never_shown_whole(floor: Floor) -> None:
    """T-08: who reads over the cashier's shoulder cannot print it."""
    number, amount = open_ticket(floor)
    for words in (("tickets",), ("tickets", "--format", "json"), ("tickets", "--last")):
        told = command(floor, *words)
        assert told.exit_code == 0
        assert number not in told.stdout
        assert number[-4:] in told.stdout
        assert str(amount) in told.stdout


def test_it_is_paid_once_and_the_second_asker_is_told_why_not(floor: Floor) -> None:
    number, amount = open_ticket(floor)
    paid = command(floor, "ticket", "redeem", number, "--who", "c3")
    assert (paid.exit_code, paid.stdout) == (0, f"Pay {amount / 100:.2f}: ticket {number} is redeemed by c3.\n")
    again = command(floor, "ticket", "redeem", number, "--who", "c4")
    assert (again.exit_code, again.stderr) == (1, "Do not pay: ticket redeemed.\n")
    assert json.loads(command(floor, "tickets", "--format", "json").stdout) == []
    (row,) = [
        r
        for r in json.loads(command(floor, "tickets", "--last", "--format", "json").stdout)["out"]
        if r["number"] == number
    ]
    assert row["state"] == "cashed"
    assert command(floor, "audit", "replay").exit_code == 0


def test_two_desks_at_once_have_one_winner(floor: Floor) -> None:
    """Real processes on one folder: the second one waits for nobody and is told so."""
    number, _ = open_ticket(floor)
    words = [sys.executable, "-m", "cabinet", "ticket", "redeem", number, "--data", str(floor.data), "--who"]
    desks = [
        subprocess.Popen([*words, who], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ)
        for who in ("c1", "c2")
    ]
    told = [desk.communicate(timeout=120) for desk in desks]
    assert sorted(desk.returncode for desk in desks) == [0, 1], told
    records = [record["is"] for entry in read_only(floor.data).entries() for record in entry.records]
    assert records.count("TicketCashed") == 1


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        ("123", 2, "is no validation number"),
        ("12345678901234567x", 2, "is no validation number"),
        ("99-1234-5678-9012-3456", 1, "Do not pay: ticket unknown"),
    ],
)
def test_what_is_no_ticket_of_ours_is_not_paid(floor: Floor, number: str, code: int, said: str) -> None:
    told = command(floor, "ticket", "redeem", number, "--who", "c3")
    assert told.exit_code == code
    assert said in told.stderr


def test_an_expired_ticket_is_paid_only_when_the_house_says_so(floor: Floor) -> None:
    """The desk is told the day it was printed; what it pays all the same is paid once like any other."""
    number, amount = open_ticket(floor)

    def a_year_on(rigged: Rigged) -> None:
        rigged.rig.clock.step_wall(400 * 24 * 3600 * 1000)
        rigged.play(1)

    floor.play(1, a_year_on)
    told = command(floor, "ticket", "redeem", number, "--who", "c3")
    assert (told.exit_code, "is expired" in told.stderr) == (1, True)
    paid = command(floor, "ticket", "redeem", number, "--who", "c3", "--even-expired")
    assert (paid.exit_code, paid.stdout) == (0, f"Pay {amount / 100:.2f}: ticket {number} is redeemed by c3.\n")
    again = command(floor, "ticket", "redeem", number, "--who", "c3", "--even-expired")
    assert again.exit_code == 1


def test_where_people_have_pins_only_an_operator_pays(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    number, _ = open_ticket(floor)
    pins = Pins(floor.data / "keys" / "pins.json", SystemClock(), cost=Cost(n=4))
    pins.set("a1", Role.ATTENDANT, "271828")
    pins.set("o1", Role.OPERATOR, "314159")
    for who, pin, code in (("a1", "271828", 1), ("o1", "271828", 1), ("o1", "314159", 0)):
        monkeypatch.setattr("cabinet.cli.access._typed", lambda pin=pin: pin)
        assert command(floor, "ticket", "redeem", number, "--who", who).exit_code == code, (who, pin)
