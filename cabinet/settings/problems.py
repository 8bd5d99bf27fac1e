"""What is wrong with a configuration file, said so that a person at the cabinet can put it right.

Decides how a refusal reads: file:line:column, key, what is wrong, what would be right. Knows no key.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong: *line* and *column* count from 1; *key* is the path ("limits.main.max"), maybe empty."""

    file: str
    line: int
    column: int
    key: str
    wrong: str
    right: str = ""

    def __str__(self) -> str:
        key = f"{self.key}: " if self.key else ""
        right = f"; {self.right}" if self.right else ""
        return f"{self.file}:{self.line}:{self.column}: {key}{self.wrong}{right}"


class ConfigRefused(Exception):
    """The configuration is refused; *problems* in the order of the file, never empty."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        assert self.problems, "a refusal without a problem"
        super().__init__("\n".join(str(problem) for problem in self.problems))


def suggestion(word: str, known: Iterable[str]) -> str:
    """ "did you mean …?" for the nearest of *known*, else all of them."""
    names = sorted(known)
    near = get_close_matches(word.lower(), names, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"known here: {', '.join(names)}"
