"""kill -9 of the real program on real files, by hand: how often it was killed, and that nothing was lost or doubled.

    python benchmarks/kills.py demo FOLDER KILLS     `demo` on one thread, at a step of its work or from outside
    python benchmarks/kills.py run FOLDER KILLS      `run --headless --pilot` with processes and pseudo-terminals:
                                                     the engine, or the whole cabinet, at a random moment of play

After every kill of the demo the chain and the books of both copies; after every twenty kills, and at the end: one
draw and one result a round, every decision reproduced, cash box and paper against the meters. Stops at the first
thing that is wrong. KILLS may be bounded by --minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cabinet.app.compose import tables
from cabinet.reports.audit import Checked, check_books
from cabinet.storage.journal import exists, read_only, verify
from tests.pty.running import PATIENCE_S, Running, feed, running
from tests.simulation import checks
from tests.simulation.test_kill import check, kill_at_a_step, kill_at_a_time

KILLS_A_FOLDER = 20
ENGINE = "cabinet.app.engine_process"


def sound(data: Path) -> None:
    """Chain, meters and books of both copies as they lie there; a folder cut before its first row is none yet."""
    if not exists(data, folders=(data / "journal" / "a", data / "journal" / "b")):
        return
    problems = [*verify(data), *check_books(read_only(data).entries(), Checked())]
    assert not problems, (data, problems)


def kill_demo(folder: Path, kills: int, in_time: Callable[[], bool]) -> Counter[str]:
    dice, how = Random(kills), Counter[str]()
    while _killed(how) < kills and in_time():
        data = folder / f"demo-{how['folders']}"
        for turn in range(KILLS_A_FOLDER):
            if _killed(how) >= kills or not in_time():
                break
            kill = kill_at_a_time if turn % 2 else kill_at_a_step
            how[kill(data, dice)] += 1
            sound(data)
        figures = check(data)
        how["folders"] += 1
        how["rounds"] += figures["rounds"]
        print(dict(how), flush=True)
    return how


def _killed(how: Counter[str]) -> int:
    return sum(count for name, count in how.items() if name not in ("folders", "rounds", "came to its end"))


# -- the whole cabinet ----------------------------------------------------------------------------------------------


def kill_run(folder: Path, kills: int, in_time: Callable[[], bool]) -> Counter[str]:
    """A pilot plays; at a random moment the engine or everything but the bench is killed, and play goes on."""
    dice, how = Random(kills), Counter[str]()
    data = folder / "run"
    with running(data) as cabinet:
        while _killed(how) < kills and in_time():
            if cabinet.view().get("credit_cents", 0) < 1000:
                feed(cabinet, 2000)
            _play_a_little(cabinet, dice)
            how[_kill(cabinet, dice)] += 1
            _ready_again(cabinet)
            print(dict(how), flush=True)
        _settle(cabinet)
        world, view = cabinet.world(), cabinet.view()
        cabinet.stop()
    sound(data)
    entries = list(read_only(data).entries())
    checks.whole_life(entries, tables())
    checked = Checked()
    assert not list(check_books(entries, checked))
    books = checked.state.bank.station(1).books
    assert world["notes_in_cash_box_cents"] == books.bill_in.total, (world, books)
    assert view["credit_cents"] == books.credit.total
    how["rounds"] = checked.state.meters.get("machine|games_played", 0)
    return how


def _play_a_little(cabinet: Running, dice: Random) -> None:
    """A round as far as it comes: what is pressed when is no matter, only that something is under way."""
    for press in ("chip.500", "bet.main", "deal", "house_way", "confirm")[: dice.randint(1, 5)]:
        cabinet.say(press=press)
        time.sleep(dice.random() * 0.3)


def _kill(cabinet: Running, dice: Random) -> str:
    if dice.random() < 0.7:
        cabinet.kill(ENGINE)
        return "engine"
    assert cabinet.bench(power="cut")["power"] == "cut"
    cabinet.ended()
    cabinet.start()
    return "everything"


def _ready_again(cabinet: Running) -> None:
    """The engine is back, its devices are asked, whatever it had to lock for is told."""
    until = time.monotonic() + PATIENCE_S
    while "error" in (told := cabinet.say(view=True)):  # the screen that the pilot asks is being started, too
        assert time.monotonic() < until, told
        time.sleep(0.1)
    cabinet.seen("notes or a lock", lambda view: view["notes_open"] or bool(view["locks"]), PATIENCE_S)
    locks = [lock["handle"] for lock in cabinet.view()["locks"]]
    assert not locks, f"locked for the attendant: {locks}"
    _settle(cabinet)


def _settle(cabinet: Running) -> None:
    """The round that is open is brought to its end."""
    for _ in range(100):
        phase = cabinet.view()["table"]["phase"]
        if phase in ("betting", "settled", "idle"):
            return
        for press in ("house_way", "confirm"):
            cabinet.say(press=press)
        time.sleep(0.2)
    raise AssertionError(f"the round does not end: {cabinet.view()['table']}")


def deadline(minutes: float) -> Callable[[], bool]:
    until = time.monotonic() + minutes * 60
    return lambda: time.monotonic() < until


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("demo", "run"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("kills", type=int)
    parser.add_argument("--minutes", type=float, default=60.0)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    os.environ["CABINET_ANCHORS"] = str(given.folder.resolve() / "anchors")
    kill = kill_demo if given.what == "demo" else kill_run
    how = kill(given.folder, given.kills, deadline(given.minutes))
    print(json.dumps({"killed": _killed(how), **how}))


if __name__ == "__main__":
    main()
