"""The real program on real files: `demo` killed -9 at any moment and continued on the same data, again and again.

python -m tests.simulation.test_kill 50 FOLDER      fifty kills by hand, with figures
"""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cabinet.app.compose import tables
from cabinet.chance import SeededChance
from cabinet.play import records as play
from cabinet.storage.contract import Entry
from cabinet.storage.journal import exists, read_only
from tests.simulation import checks
from tests.simulation.killer import KINDS

SEED = 7
MOST_STEPS = {"before_write": 160, "after_write": 160, "byte": 9_000, "act": 60}
"""About as many steps as five rounds take: mostly the demo is cut, now and then it comes to its end."""


def cabinet(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cabinet", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


def demo(data: Path, rounds: int) -> dict[str, Any]:
    """The figures of a demo that nobody kills."""
    done = cabinet("demo", "--rounds", str(rounds), "--seed", str(SEED), "--data", str(data), "--format", "json")
    assert done.returncode == 0, done.stderr
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def kill_at_a_step(data: Path, dice: Random) -> str:
    """The demo dies by itself at a random step; which one, or that it came to its end before."""
    kind = dice.choice(KINDS)
    at = dice.randint(1, MOST_STEPS[kind])
    command = [sys.executable, "-m", "tests.simulation.killer", kind, str(at)]
    command += ["demo", "--rounds", "5", "--seed", str(SEED), "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return kind if done.returncode else "came to its end"


def kill_at_a_time(data: Path, dice: Random) -> str:
    """The demo is killed from outside at a random time after its first row is on disk."""
    command = [sys.executable, "-m", "cabinet", "demo", "--rounds", "200", "--seed", str(SEED), "--data", str(data)]
    rows = _rows(data)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        more = dice.randint(1, 40)
        waited = 0
        while _rows(data) < rows + more and running.poll() is None and waited < 20_000:
            waited += 1
        for _ in range(dice.randint(0, 200)):
            _rows(data)
        running.kill()
        _, wrong = running.communicate()
    assert running.returncode in (0, -signal.SIGKILL), wrong.decode()
    return "from outside" if running.returncode else "came to its end"


def _rows(data: Path) -> int:
    """Rows in the first copy, looked at from outside, as a watch for the right moment."""
    try:
        with sqlite3.connect(f"file:{data / 'journal' / 'a' / 'journal.db'}?mode=ro", uri=True) as look:
            (name,) = look.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchone()
            (rows,) = look.execute(f"SELECT count(*) FROM {name}").fetchone()
            return int(rows)
    except (sqlite3.Error, TypeError):
        return 0


def check(data: Path) -> dict[str, Any]:
    """A few more rounds to the end; then journal, books, cash box and paper tell the same story."""
    figures = demo(data, rounds=2)
    assert figures["books_balanced"] is True
    assert (figures["credit_cents"], figures["in_flight_cents"]) == (0, 0)
    verified = cabinet("audit", "verify", "--data", str(data))
    assert verified.returncode == 0, verified.stdout + verified.stderr
    entries = list(read_only(data).entries())
    checks.whole_life(entries, tables())
    check_draws(entries)
    told = cabinet("bench", "status", "--data", str(data), "--format", "json")
    status = json.loads(told.stdout)
    assert status["notes_in_cash_box_cents"] == figures["bill_in_cents"], "no dispute is open"
    assert status["tickets_on_paper_cents"] == figures["ticket_out_cents"]
    assert status["tickets_in_box_cents"] == figures["ticket_in_cents"]
    return figures


def check_draws(entries: list[Entry]) -> None:
    """Every round was dealt what an uncut demo would have dealt: draws follow from seed and round number."""
    for order in orders(entries):
        drawn = SeededChance(SEED).for_round(order.round_number).shuffle(len(order.order))
        assert order.order == drawn, f"round {order.round_number}"


def orders(entries: list[Entry]) -> list[play.OrderShown]:
    found = [plain for entry in entries for plain in entry.records if plain["is"] == "OrderShown"]
    return [play.OrderShown(plain["round_number"], tuple(plain["order"]), plain["nonce"]) for plain in found]


@pytest.mark.simulation
@pytest.mark.timeout(1200)
def test_the_demo_killed_and_continued_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """A12, R-14: five kills in CI, at steps and from outside; each round one draw and one result, all to the cent."""
    dice = Random(2)
    killed = 0
    for turn in range(7):
        how = (kill_at_a_time if turn % 3 == 2 else kill_at_a_step)(tmp_path, dice)
        killed += how != "came to its end"
    assert killed >= 5
    check(tmp_path)


@pytest.mark.simulation
@pytest.mark.timeout(1200)
def test_the_demo_is_the_same_every_time_and_a_changed_digit_is_found(tmp_path: Path) -> None:
    """Byte-equal output in two fresh folders; `audit verify` names copy and row of one changed digit."""
    told = []
    for name in ("one", "other"):
        data = str(tmp_path / name)
        done = cabinet("demo", "--rounds", "200", "--seed", "7", "--data", data, "--format", "json")
        assert done.returncode == 0, done.stderr
        told.append(done.stdout)
    assert told[0] == told[1]
    assert json.loads(told[0])["books_balanced"] is True
    one = tmp_path / "one"
    assert cabinet("audit", "verify", "--data", str(one)).returncode == 0
    row = change_a_digit(one / "journal" / "b" / "journal.db")
    found = cabinet("audit", "verify", "--data", str(one))
    assert found.returncode == 1
    assert f"row {row}" in found.stdout
    assert str(Path("journal", "b")) in found.stdout
    assert str(Path("journal", "a")) not in found.stdout


def change_a_digit(database: Path) -> int:
    """One digit in one record of one row of one copy; the row's number."""
    with sqlite3.connect(database) as writer:
        (table,) = writer.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchone()
        names = [name for _, name, *_ in writer.execute(f"PRAGMA table_info({table})")]
        rows = writer.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid").fetchall()
        for number, *values in rows:
            for name, value in zip(names, values, strict=True):
                if isinstance(value, str) and '"value_cents":' in value and "NoteCredited" in value:
                    changed = value.replace('"value_cents":', '"value_cents":1', 1)
                    writer.execute(f"UPDATE {table} SET {name} = ? WHERE rowid = ?", (changed, number))
                    return int(number)
    raise AssertionError("no note was ever credited")


def main(kills: int, data: Path) -> None:
    """Kill by hand, half at random times, half at steps, and say the figures."""
    dice, how = Random(2026), Counter[str]()
    while sum(how.values()) - how["came to its end"] < kills:
        kill = kill_at_a_time if sum(how.values()) % 2 else kill_at_a_step
        how[kill(data, dice)] += 1
        if exists(data, folders=(data / "journal" / "a", data / "journal" / "b")):
            verified = cabinet("audit", "verify", "--data", str(data))
            assert verified.returncode == 0, verified.stdout + verified.stderr
        print(dict(how), flush=True)
    figures = check(data)
    names = Counter(plain["is"] for entry in read_only(data).entries() for plain in entry.records)
    print(json.dumps(figures))
    for name in ("BetsClosed", "OrderSealed", "RoundSettled", "Booted", "TicketUnconfirmed", "DocumentDisputed"):
        print(name, names[name])


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
