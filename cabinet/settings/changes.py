"""Options changed on screen: laid over their files, and judged with all of them by the same judges.

    files (the factory) -> changes (file, key, text) laid over -> the judges of files -> one Profile, or every reason

Decides which keys a screen may change and which of these are critical, and how a key is written: its path with dots
("limits.main.max", "schedule.0.ends"), a list as its items with commas between. Refuses to know who may, and when.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from cabinet.settings.judge import model_of
from cabinet.settings.load import Changes, load_profile, sources
from cabinet.settings.problems import ConfigRefused
from cabinet.settings.profile import Profile
from cabinet.settings.reference import about
from cabinet.settings.source import Source, Where

FIXED = (
    "*.kind",
    "*.game",
    "*.currency",
    "*.decimals",
    "profile.mode",
    "profile.money",
    "profile.games",
    "profile.screen.*",
    "profile.journal.*",
    "profile.stations.*",
    "profile.table.*",
    "money.system_id",
)
"""What a cabinet is and what hangs on it: changed in the files alone, with the cabinet stopped."""

CRITICAL = (
    "profile.cabinet.*",
    "money.*",
    "game.limits.*.max",
    "game.schedule.*.limits.*.max",
    "game.commission*",
    "game.exposed_tiles",
    "game.opposite_bets",
    "game.decks",
)
"""What money hangs on: wants the logic door open (F-08)."""

RESTART = ("money.notes",)
"""What a device's driver was built with: the engine's process starts anew after it."""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One option as a screen shows it. *file* as the profile names it; *wanted*: what would be right, in words;
    *factory*: its text in the file, *value* now; *restart*: the engine's process starts anew after it."""

    file: str
    key: str
    value: str
    factory: str
    description: str
    wanted: str
    critical: bool
    restart: bool

    @property
    def changed(self) -> bool:
        return self.value != self.factory

    @property
    def choices(self) -> tuple[str, ...]:
        """All that may be written here where that is a few words, else empty."""
        if self.wanted == "true or false":
            return ("true", "false")
        return tuple(self.wanted.removeprefix("one of: ").split(", ")) if self.wanted.startswith("one of: ") else ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a would-be change: *profile*, or *why* not. *old*: the text before."""

    old: str
    critical: bool
    restart: bool
    why: str = ""
    profile: Profile | None = None


def option_rows(profile: Path, changes: Changes) -> tuple[OptionRow, ...]:
    """Every option that a screen may change, in the order of the files; raises ConfigRefused."""
    factory = dict(_texts(sources(profile, {})))
    found = []
    for file, source in sources(profile, changes).items():
        for where, text in _leaves(source.tree, ()):
            path = _path(source, where)
            if not _matches(path, FIXED):
                description, wanted = about(model_of(source), where)
                key = ".".join(str(step) for step in where)
                before = factory.get((file, key), text)
                kinds = (_matches(path, CRITICAL), _matches(path, RESTART))
                found.append(OptionRow(file, key, text, before, description, wanted, *kinds))
    return tuple(found)


def judged(profile: Path, changes: Changes, file: str, key: str, text: str) -> Verdict:
    """The whole profile with one more change, by the judges of files."""
    try:
        row = next((row for row in option_rows(profile, changes) if (row.file, row.key) == (file, key)), None)
        if row is None:
            return Verdict("", True, False, f"{file}: no option {key} that a screen may change")
        try:
            made = load_profile(profile, {**changes, (file, key): text})
        except ConfigRefused as refused:
            problem = refused.problems[0]
            right = f"; {problem.right}" if problem.right else ""
            name = Path(problem.file).name
            return Verdict(row.value, row.critical, row.restart, f"{name} {problem.key}: {problem.wrong}{right}")
        return Verdict(row.value, row.critical, row.restart, "", made)
    except ConfigRefused as refused:
        return Verdict("", True, False, str(refused.problems[0]))


def _matches(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(path, pattern) or fnmatch(path, f"{pattern}.*") for pattern in patterns)


def _path(source: Source, where: Where) -> str:
    return ".".join((source.kind, *(str(step) for step in where)))


def _texts(files: Mapping[str, Source]) -> Iterator[tuple[tuple[str, str], str]]:
    for file, source in files.items():
        for where, text in _leaves(source.tree, ()):
            yield (file, ".".join(str(step) for step in where)), text


def _leaves(tree: Any, where: Where) -> Iterator[tuple[Where, str]]:
    """Every single value, and every list of single values as one text."""
    if isinstance(tree, str):
        yield where, tree
    elif isinstance(tree, list) and all(isinstance(item, str) for item in tree):
        yield where, ", ".join(tree)
    else:
        for step, inner in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from _leaves(inner, (*where, step))
