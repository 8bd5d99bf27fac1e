"""A history put back together with its anchor: only a counter that nobody turns back can tell."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.clock import ManualClock
from cabinet.storage.anchor import AnchorFile, rolled_back
from cabinet.storage.counter import BoundCounter, CounterFailed, TpmCounter
from cabinet.storage.journal import TwinJournal
from cabinet.storage.signing import MachineKey
from tests.storage.rigs import OPENING, WALL, fill


class Chip:
    """A TPM's counter: it only rises. *cut*: the power goes before it counts."""

    def __init__(self) -> None:
        self.value: int | None = None
        self.silent = self.cut = False

    def read(self) -> int | None:
        if self.silent:
            raise CounterFailed("no answer")
        return self.value

    def increment(self) -> None:
        if self.silent or self.cut:
            raise CounterFailed("no answer")
        self.value = (self.value if self.value is not None else 40) + 1


@pytest.fixture
def chip() -> Chip:
    return Chip()


@pytest.fixture
def key(tmp_path: Path) -> MachineKey:
    return MachineKey(tmp_path / "machine.key")


@pytest.fixture
def journal(tmp_path: Path, key: MachineKey) -> Iterator[TwinJournal]:
    made = TwinJournal.create(tmp_path / "data", {**OPENING, "public_key": key.public_key}, ManualClock(WALL))
    fill(made, 9)
    yield made
    made.close()


def bound(chip: Chip, tmp_path: Path, key: MachineKey) -> BoundCounter:
    return BoundCounter(chip, tmp_path / "system" / "m.counter", key)


def test_a_new_machine_has_no_counter_and_makes_one(
    chip: Chip, tmp_path: Path, key: MachineKey, journal: TwinJournal
) -> None:
    counter = bound(chip, tmp_path, key)
    assert counter.problem(journal, key.public_key) is None
    counter.advance(journal)
    assert chip.value is not None
    fill(journal, 3)
    assert counter.problem(journal, key.public_key) is None
    counter.advance(journal)
    assert counter.problem(journal, key.public_key) is None


def test_journal_anchor_and_binding_all_put_back_are_noticed_by_the_count(
    chip: Chip, tmp_path: Path, key: MachineKey, journal: TwinJournal
) -> None:
    """The thief keeps an image of both disks, is paid, and puts the image back: the anchor agrees, the TPM does not."""
    counter, anchor = bound(chip, tmp_path, key), AnchorFile(tmp_path / "system" / "m.anchor", key)
    anchor.advance(journal)
    counter.advance(journal)
    journal.close()
    shutil.copytree(tmp_path / "data", tmp_path / "image")
    shutil.copytree(tmp_path / "system", tmp_path / "system-image")
    live = TwinJournal.open(tmp_path / "data")
    fill(live, 5)
    anchor.advance(live)
    counter.advance(live)
    live.close()
    shutil.rmtree(tmp_path / "system")
    shutil.copytree(tmp_path / "system-image", tmp_path / "system")
    old = TwinJournal.open(tmp_path / "image")
    assert rolled_back(old, anchor.read(), key.public_key) is None, "a file alone is weaker"
    assert "the TPM has counted to" in str(counter.problem(old, key.public_key))
    old.close()


def test_a_power_cut_between_file_and_count_is_no_rollback(
    chip: Chip, tmp_path: Path, key: MachineKey, journal: TwinJournal
) -> None:
    counter = bound(chip, tmp_path, key)
    counter.advance(journal)
    chip.cut = True
    with pytest.raises(CounterFailed):
        counter.advance(journal)
    chip.cut = False
    assert counter.problem(journal, key.public_key) is None
    counter.advance(journal)
    assert counter.problem(journal, key.public_key) is None


@pytest.mark.parametrize("what", ["gone", "silent", "no file", "no code", "forged", "shorter", "other"])
def test_whatever_else_does_not_fit_is_said(
    chip: Chip, tmp_path: Path, key: MachineKey, journal: TwinJournal, what: str
) -> None:
    counter, path = bound(chip, tmp_path, key), tmp_path / "system" / "m.counter"
    counter.advance(journal)
    expected = {
        "gone": "is gone",
        "silent": "cannot be read",
        "no file": "nothing says what it was bound to",
        "no code": "does not say what",
        "forged": "not signed by this machine",
        "shorter": "the history ends at row 10",
        "other": "is not the one the TPM's counter knows",
    }[what]
    seen = journal
    match what:
        case "gone":
            chip.value = None
        case "silent":
            chip.silent = True
        case "no file":
            path.unlink()
        case "no code":
            path.write_text("x")
        case "forged":
            path.write_text(path.read_text().replace(":10:", ":11:"))
        case "shorter" | "other":
            opening = {**OPENING, "public_key": key.public_key, "machine_id": "other"}
            seen = TwinJournal.create(tmp_path / "two", opening, ManualClock(WALL))
            fill(seen, 9 if what == "shorter" else 12)
            if what == "shorter":
                fill(journal, 2)
                counter.advance(journal)
    assert expected in str(counter.problem(seen, key.public_key))


def test_a_software_tpm_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: MachineKey, journal: TwinJournal
) -> None:
    """The real commands against an independent TPM 2.0."""
    for name in ("swtpm", "tpm2_nvincrement"):
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not installed (Debian: swtpm, tpm2-tools): the TPM's commands were not tried")
    port = _free_ports()
    state = tmp_path / "tpm"
    state.mkdir()
    words = ["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={state}", "--flags", "not-need-init,startup-clear"]
    tpm = subprocess.Popen(
        [*words, "--server", f"type=tcp,port={port}", "--ctrl", f"type=tcp,port={port + 1}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    monkeypatch.setenv("TPM2TOOLS_TCTI", f"swtpm:host=127.0.0.1,port={port}")
    try:
        _answers(port + 1)
        counter = TpmCounter("0x01500417")
        assert counter.read() is None
        bind = BoundCounter(counter, tmp_path / "m.counter", key)
        bind.advance(journal)
        first = counter.read()
        bind.advance(journal)
        assert (first is not None, counter.read()) == (True, (first or 0) + 1)
        assert bind.problem(journal, key.public_key) is None
    finally:
        tpm.kill()
        tpm.wait()
    assert "cannot be read" in str(bind.problem(journal, key.public_key)), "a TPM that is gone is said"


def _free_ports() -> int:
    """A port that is free with the one after it."""
    while True:
        with socket.socket() as one, socket.socket() as two:
            one.bind(("127.0.0.1", 0))
            port = int(one.getsockname()[1])
            try:
                two.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port


def _answers(port: int) -> None:
    for _ in range(500):
        with socket.socket() as link:
            if link.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    raise AssertionError("the software TPM did not start")
