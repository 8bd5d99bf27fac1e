"""From files to a profile, or to every reason why not.

Decides which files belong together: a profile names its money file and its game files, beside itself. Nothing
is guessed: a file that cannot be read as what it is named for is a refusal of the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from cabinet.settings.checks import check_file, check_together
from cabinet.settings.judge import AnyFile, judge
from cabinet.settings.problems import ConfigRefused, Problem
from cabinet.settings.profile import Profile, build
from cabinet.settings.schema import GameFile, Keys, MoneyFile, ProfileFile
from cabinet.settings.source import Source, Where, laid_over, read_source

K = TypeVar("K", bound=Keys)


Changes = Mapping[tuple[str, str], str]
"""(file as the profile names it, path of a key with dots) -> the text that stands there instead."""


def load_profile(path: Path, changes: Changes = MappingProxyType({})) -> Profile:
    """The profile in *path* with all files it names and *changes* laid over them; raises ConfigRefused with every
    problem of all of them."""
    reading = _Reading(path.parent, changes)
    file, source = reading.file(path)
    profile = reading.profile(path, file, source) if isinstance(file, ProfileFile) else None
    if file is not None and source is not None and not isinstance(file, ProfileFile):
        reading.problems.append(source.problem(("kind",), f"this is a {source.kind} file", "name a profile"))
    if reading.problems:
        raise ConfigRefused(reading.problems)
    assert profile is not None, "no profile and no reason"
    return replace(profile, file=path)


def sources(path: Path, changes: Changes) -> dict[str, Source]:
    """The files of the profile in *path* by the names it calls them by, itself first, with *changes* laid over them;
    raises ConfigRefused."""
    reading = _Reading(path.parent, changes)
    file, source = reading.file(path)
    if isinstance(file, ProfileFile):
        reading.profile(path, file, source)
    if reading.problems:
        raise ConfigRefused(reading.problems)
    return reading.sources()


def check_files(paths: Iterable[Path]) -> tuple[Problem, ...]:
    """Every problem of every file, each judged by its own `kind:`; a profile together with the files it names."""
    reading = _Reading()
    for path in paths:
        file, source = reading.file(path)
        if isinstance(file, ProfileFile):
            reading.profile(path, file, source)
    return tuple(sorted(set(reading.problems)))


def config_folder() -> Path:
    """The folder with the profiles that come with the program."""
    return Path(__file__).resolve().parents[2] / "config"


class _Reading:
    """One pass over some files; a file named twice is read once."""

    def __init__(self, folder: Path | None = None, changes: Changes = MappingProxyType({})) -> None:
        """*changes* are of files below *folder*."""
        self._folder, self._changes = folder, changes
        self.problems: list[Problem] = []
        self._read: dict[Path, tuple[AnyFile | None, Source | None]] = {}

    def file(self, path: Path) -> tuple[AnyFile | None, Source | None]:
        """The file judged by its kind, None if something is wrong with it."""
        key = path.resolve()
        if key not in self._read:
            self._read[key] = self._judge(path)
        return self._read[key]

    def _judge(self, path: Path) -> tuple[AnyFile | None, Source | None]:
        try:
            source = read_source(path)
        except ConfigRefused as refused:
            self.problems.extend(refused.problems)
            return None, None
        problems = list(laid_over(source, self._changes_of(path)))
        if problems:
            self.problems.extend(problems)
            return None, source
        file, problems = judge(source)
        if file is not None:
            problems = list(check_file(file, source))
        self.problems.extend(problems)
        return (None if problems else file), source

    def sources(self) -> dict[str, Source]:
        """The files read, by their names below the folder."""
        found = ((self._name(path), source) for path, (_, source) in self._read.items())
        return {name: source for name, source in found if source is not None}

    def _changes_of(self, path: Path) -> dict[str, str]:
        name = self._name(path.resolve())
        return {key: text for (file, key), text in self._changes.items() if file == name}

    def _name(self, path: Path) -> str:
        folder = self._folder.resolve() if self._folder is not None else path.parent
        return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)

    def profile(self, path: Path, file: ProfileFile, source: Source | None) -> Profile | None:
        """The profile with the files it names, None if anything is wrong."""
        assert source is not None, "a file without its source"
        money = self._named(path, file.money, ("money",), source, MoneyFile)
        games = [self._named(path, name, ("games", place), source, GameFile) for place, name in enumerate(file.games)]
        sound = [game for game in games if game is not None]
        if money is None or len(sound) != len(games):
            return None
        problems = list(check_together(file, source, money, sound))
        self.problems.extend(problems)
        return None if problems else build(path.stem, file, money, sound)

    def _named(self, path: Path, name: str, where: Where, source: Source, wanted: type[K]) -> K | None:
        beside = path.parent / name
        if not beside.is_file():
            self.problems.append(source.problem(where, f"there is no file {name} beside this one"))
            return None
        file, inner = self.file(beside)
        if file is None or isinstance(file, wanted):
            return file
        told = inner.kind if inner else "?"
        self.problems.append(source.problem(where, f"{name} is a {told} file", f"name a file for {where[0]}"))
        return None
