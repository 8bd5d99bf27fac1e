"""A changed file stops play with its name, wherever the machine is when it changes, and stays until files verify."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.app.compose import build_program, open_journal
from cabinet.app.identity import ProgramFiles, adopt, manifest_path, program_digests
from cabinet.clock import ManualClock
from cabinet.engine.program import FILES_A_STEP, ProgramWatch
from cabinet.machine.options import Mode
from cabinet.ports import commands as c
from cabinet.ports.deck import DoorChanged
from cabinet.settings.load import config_folder, load_profile
from cabinet.settings.profile import Profile
from cabinet.storage.journal import read_opening
from cabinet.storage.signing import MachineKey
from tests.machine.floor import Floor

FAULT = "program_changed"
WALL = "2026-03-01T09:00:00+00:00"
NAMES = ("cabinet/app/main.py", "drivers/port.py", "config/bench.yaml", "assets/texts/en.po")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    top = tmp_path / "program"
    for name in (*NAMES, *(f"cabinet/part{number}.py" for number in range(3 * FILES_A_STEP))):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(f"this is {name}\n", encoding="utf-8")
    return top


class Machine(Floor):
    """A floor whose program lies at *root*; a whole check is done when `finish` is called."""

    def __init__(self, root: Path, adopted: dict[str, str] | None = None) -> None:
        self.root, self.adopted = root, program_digests(root) if adopted is None else adopted
        self.waiting: list[Callable[[], None]] = []
        super().__init__(devices=("acceptor.1", "printer.1", "deck.1"))

    def boot(self, setup: object = None) -> None:
        super().boot()
        self.program = ProgramWatch(ProgramFiles(self.root), self.adopted, self.waiting.append)
        self.engine.watch_program(self.program)
        for said in self.program.at_boot():
            self.engine.handle(said)

    def finish(self) -> None:
        for work in self.waiting:
            work()
        self.waiting.clear()

    def faults(self) -> dict[str, str]:
        return {fault.code: fault.detail for fault in self.state.faults}


def spoil(root: Path, name: str = "drivers/port.py") -> None:
    path = root / name
    path.write_bytes(path.read_bytes().replace(b"this", b"thus"))


def test_an_adopted_program_says_nothing_and_plays(root: Path) -> None:
    machine = Machine(root)
    machine.note(2_000)
    machine.round(main=500)
    assert machine.faults() == {}
    assert machine.state.play.round is not None


@pytest.mark.parametrize("name", NAMES)
def test_a_file_changed_between_two_games_stops_the_next_by_its_name(root: Path, name: str) -> None:
    """F-02, E-16: play, notes and cash-out are closed; the row has time and date."""
    machine = Machine(root)
    machine.note(2_000)
    spoil(root, name)
    machine.press(c.AddChip("main", 500), c.Deal())
    assert machine.faults() == {FAULT: name}
    assert not machine.state.play.in_round
    assert not machine.view().notes_open
    machine.press(c.CashOut())
    assert machine.refusals() == ["refused.fault"]
    row = next(e for e in machine.memory.rows if any(r.get("code") == FAULT for r in e.records))
    assert row.wall


@pytest.mark.parametrize("act", ["missing", "added"])
def test_a_file_missing_or_added_stops_play(root: Path, act: str) -> None:
    machine = Machine(root)
    machine.note(2_000)
    if act == "missing":
        (root / "drivers/port.py").unlink()
    else:
        (root / "drivers/spy.py").write_text("x", encoding="utf-8")
    machine.press(c.AddChip("main", 500), c.Deal())
    assert machine.faults() == {FAULT: "drivers/port.py" if act == "missing" else "drivers/spy.py"}


def test_a_change_that_keeps_every_time_and_size_is_found_in_the_background(root: Path) -> None:
    machine = Machine(root)
    same = ProgramFiles(root).stamps()
    machine.program._files.stamps = lambda: same  # type: ignore[method-assign]
    spoil(root)
    assert machine.program.before_play() == []
    steps = -(-len(machine.adopted) // FILES_A_STEP)
    for _ in range(steps):
        machine.engine.background()
    assert machine.faults() == {FAULT: "drivers/port.py"}


def test_a_closed_door_has_every_file_hashed_beside_the_engine(root: Path) -> None:
    machine = Machine(root)
    machine.said("deck.1", DoorChanged("main", True))
    spoil(root)
    assert machine.waiting == []
    machine.said("deck.1", DoorChanged("main", False))
    assert len(machine.waiting) == 1, "the engine did not wait for it"
    machine.said("deck.1", DoorChanged("logic", True), DoorChanged("logic", False))
    assert len(machine.waiting) == 1, "one at a time"
    machine.finish()
    machine.engine.background()
    assert machine.faults() == {FAULT: "drivers/port.py"}


def test_an_attendant_has_it_checked_on_demand(root: Path) -> None:
    machine = Machine(root)
    machine.press(c.VerifyProgram())
    assert machine.waiting == []
    machine.attend(c.VerifyProgram("tom"))
    assert machine.program.checking
    machine.finish()
    assert not machine.program.checking
    assert machine.last("EventNoted")["detail"] == "tom"


def test_it_stays_over_the_power_and_ends_only_with_the_right_files_and_an_attendant(root: Path) -> None:
    """F-01: staying until files verify, and staff act."""
    machine = Machine(root)
    right = (root / "drivers/port.py").read_bytes()
    spoil(root)
    machine.boot()
    machine.ready()
    assert machine.faults() == {FAULT: "drivers/port.py"}
    machine.attend(c.ClearFault(FAULT))
    assert FAULT in machine.faults(), "its cause is there"
    (root / "drivers/port.py").write_bytes(right)
    machine.boot()
    machine.ready()
    assert FAULT in machine.faults()
    assert not machine.view().notes_open
    machine.attend(c.ClearFault(FAULT))
    assert machine.faults() == {}


def test_a_second_file_is_named_too(root: Path) -> None:
    machine = Machine(root)
    spoil(root)
    machine.engine.background()
    machine.program.before_play()
    spoil(root, "cabinet/app/main.py")
    for said in machine.program.before_play():
        machine.engine.handle(said)
    assert machine.faults() == {FAULT: "cabinet/app/main.py, drivers/port.py"}


def test_a_file_that_the_cabinet_was_let_write_is_the_adopted_one(root: Path) -> None:
    machine = Machine(root)
    spoil(root, "config/bench.yaml")
    machine.program.adopt("config/bench.yaml", ProgramFiles(root).digest("config/bench.yaml"))
    assert machine.program.before_play() == []


# -- which list ----------------------------------------------------------------------------------------


def folder(tmp_path: Path, mode: Mode) -> tuple[Path, Profile]:
    bench = load_profile(config_folder() / "bench.yaml")
    options = replace(bench.options, machine=replace(bench.options.machine, mode=mode))
    data, profile = tmp_path / "data", replace(bench, options=options)
    open_journal(data, profile, ManualClock(WALL)).close()
    return data, profile


def test_a_new_floor_adopts_what_it_begins_with_a_bench_does_not(tmp_path: Path) -> None:
    clock = ManualClock(WALL)
    data, profile = folder(tmp_path / "floor", Mode.FLOOR)
    assert build_program(data, profile, clock).at_boot()[0].holds is False  # type: ignore[union-attr]
    assert manifest_path(data).exists()
    data, profile = folder(tmp_path / "bench", Mode.BENCH)
    build_program(data, profile, clock)
    assert not manifest_path(data).exists()


def test_a_bench_keeps_what_its_files_were_once_one_is_changed(root: Path) -> None:
    """E-16: also there a kill makes no changed program the right one."""
    kept: list[dict[str, str]] = []
    watch = ProgramWatch(ProgramFiles(root), {}, keep=lambda digests: kept.append(dict(digests)))
    watch.at_boot()
    right = program_digests(root)
    assert watch.before_play() == []
    assert kept == []
    spoil(root)
    watch.before_play()
    spoil(root, "cabinet/app/main.py")
    watch.before_play()
    assert kept == [right]


def test_a_forged_list_is_no_list(tmp_path: Path) -> None:
    data, profile = folder(tmp_path, Mode.FLOOR)
    other = MachineKey(tmp_path / "other.key", may_make=True)
    assert other.public_key != read_opening(data)["public_key"]
    adopt(data, other, program_digests(), "mallory", WALL)
    (said,) = build_program(data, profile, ManualClock(WALL)).at_boot()
    assert said.holds  # type: ignore[union-attr]
    assert "not signed" in said.detail  # type: ignore[union-attr]
