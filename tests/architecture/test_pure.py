"""Rules of the house that no type checker knows, read off the syntax trees of all sources."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PURE = ("games", "play", "bank", "machine", "host")
RULES = ("games", "play", "bank")
SOURCES = sorted((*(ROOT / "cabinet").rglob("*.py"), *(ROOT / "drivers").rglob("*.py")))

ONLY_IN = {
    "pygame": ("cabinet/screens/",),
    "serial": ("drivers/port.py",),
    "sqlite3": ("cabinet/storage/",),
    "random": ("drivers/emulators/",),
}
"""Modules that one place only may import (drivers/emulators: the dice of the emulated world)."""

FORBIDDEN_CALLS = {"open", "input", "print", "eval", "exec", "breakpoint"}
FORBIDDEN_ATTRIBUTES = {"datetime.now", "datetime.today", "date.today", "time.sleep", "time.time"}


def _trees(*packages: str) -> Iterator[tuple[str, ast.Module]]:
    for path in SOURCES:
        name = path.relative_to(ROOT).as_posix()
        if not packages or name.startswith(tuple(f"cabinet/{package}/" for package in packages)):
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def _imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module.split(".")[0]


def test_what_decides_opens_no_file_reads_no_clock_and_prints_nothing() -> None:
    found = []
    for name, tree in _trees(*PURE):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
                found.append(f"{name}:{node.lineno} {node.func.id}()")
            if isinstance(node, ast.Attribute) and ast.unparse(node) in FORBIDDEN_ATTRIBUTES:
                found.append(f"{name}:{node.lineno} {ast.unparse(node)}")
    assert found == []


def test_no_float_is_written_in_rules_rounds_and_money() -> None:
    """A14: money is whole cents, odds are fractions."""
    found = [
        f"{name}:{node.lineno} {node.value}"
        for name, tree in _trees(*RULES)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]
    assert found == []


def test_money_is_never_divided_into_a_float() -> None:
    """A14: a true division of whole numbers is a float; in play and bank there is none."""
    found = [
        f"{name}:{node.lineno}"
        for name, tree in _trees("play", "bank")
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)
    ]
    assert found == []


@pytest.mark.parametrize("module", ONLY_IN)
def test_a_module_of_the_rims_is_imported_in_its_rim_only(module: str) -> None:
    found = [
        f"{name}:{line}"
        for name, tree in _trees()
        for line, imported in _imported(tree)
        if imported == module and not name.startswith(ONLY_IN[module])
    ]
    assert found == []


def test_nothing_sleeps_in_the_cabinet_but_the_processes() -> None:
    """The engine waits for its inbox, a port for its line; time.sleep is left to what starts and stops processes."""
    found = [
        name
        for name, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "time.sleep"
        if not name.startswith(("cabinet/app/", "cabinet/screens/", "cabinet/cli/", "drivers/"))
    ]
    assert found == []


def test_no_roll_is_made_up() -> None:
    """D-14: a `DiceAccepted` or `FirstRestKept` is written in the dice module alone, from the shaker's word."""
    makers = {
        name
        for name, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("DiceAccepted", "FirstRestKept"))
    }
    assert makers == {"cabinet/machine/dice.py"}


def test_no_work_is_left_lying_about() -> None:
    left = re.compile(r"#\s*(TODO|FIXME|XXX|HACK)")
    everything = [*SOURCES, *(ROOT / "tests").rglob("*.py")]
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in everything
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if left.search(line)
    ]
    assert found == []


def test_every_module_says_what_it_decides() -> None:
    silent = [name for name, tree in _trees() if not ast.get_docstring(tree) and not name.endswith("__init__.py")]
    assert silent == []


def test_the_layers_hold() -> None:
    """Who may import whom stands in setup.cfg."""
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([str(lint)], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
