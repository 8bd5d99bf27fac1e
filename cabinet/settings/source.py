"""A configuration file as text, nothing read into it: every scalar is its source text with line and column.

Decides what a file may look like. YAML's implicit types, anchors, aliases, merge keys, tags, several documents,
tabs, invisible characters, duplicate keys and values over several lines are refused: each of them is a way for
a file to mean something else than what a person reads in it. Knows no key but the first, `kind`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from cabinet.settings.problems import ConfigRefused, Problem

LARGEST_BYTES = 256 * 1024  # a profile is a page; anything larger is the wrong file
DEEPEST = 8  # mappings within mappings; ours need four

Where = tuple[str | int, ...]
Place = tuple[int, int]


@dataclass(slots=True)
class Source:
    """A file's tree of dict, list and str. *values* and *keys* give line and column of each, by path."""

    file: str
    tree: dict[str, Any] = field(default_factory=dict)
    values: dict[Where, Place] = field(default_factory=dict)
    keys: dict[Where, Place] = field(default_factory=dict)

    def problem(self, where: Where, wrong: str, right: str = "", *, at_key: bool = False) -> Problem:
        """A problem at *where*, or at the nearest thing above it that stands in the file."""
        name = ".".join(str(step) for step in where)
        while where and where not in self.values:
            where = where[:-1]
        line, column = (self.keys if at_key and where in self.keys else self.values).get(where, (1, 1))
        return Problem(self.file, line, column, name, wrong, right)

    @property
    def kind(self) -> str:
        """The value of the first key, which read_source made sure is `kind`."""
        return str(self.tree["kind"])


def read_source(path: Path, name: str = "") -> Source:
    """Read *path* (called *name* in refusals); raises ConfigRefused with every problem found."""
    file = name or str(path)
    text = _text(path, file)
    problems = list(_unseen(text, file))
    if problems:
        raise ConfigRefused(problems)
    builder = _Builder(file, text.splitlines())
    try:
        builder.build(text)
    except _TooDeep as deep:
        builder.problems.append(Problem(file, *deep.place, "", "nested too deeply", f"{DEEPEST} levels are enough"))
    except yaml.MarkedYAMLError as wrong:
        builder.problems.append(_yaml_problem(file, wrong))
    except yaml.YAMLError as wrong:
        builder.problems.append(Problem(file, 1, 1, "", f"no YAML: {wrong}"))
    if not builder.problems:
        builder.problems.extend(_first_key(builder.source))
    if builder.problems:
        raise ConfigRefused(builder.problems)
    return builder.source


def laid_over(source: Source, changes: Mapping[str, str]) -> Iterator[Problem]:
    """Put each text of *changes* where its key (a path with dots) stands in *source*; yields what stands nowhere, or
    has signs that nobody can see."""
    for key, text in changes.items():
        hidden = next(_unseen(text, source.file), None)
        where = _found(source.tree, key.split("."))
        if hidden is not None or where is None:
            told = "has a sign that cannot be seen" if where is not None else "was changed on screen and is gone"
            yield Problem(source.file, 1, 1, key, told)
            continue
        above, step = where
        one = isinstance(above[step], str)
        above[step] = text if one else [item.strip() for item in text.split(",")] if text.strip() else []


def _found(tree: Any, steps: list[str]) -> tuple[Any, Any] | None:
    """The mapping or list that holds the value at *steps*, and where in it; None = no single value, nor a list of
    them, stands there."""
    above: Any = None
    step: Any = None
    for name in steps:
        above, step = tree, int(name) if isinstance(tree, list) and name.isdigit() else name
        try:
            tree = above[step]
        except (KeyError, IndexError, TypeError):
            return None
    single = isinstance(tree, str) or (isinstance(tree, list) and all(isinstance(item, str) for item in tree))
    return (above, step) if single and not isinstance(above, str) else None


def _text(path: Path, file: str) -> str:
    try:
        raw = path.read_bytes()
    except OSError as wrong:
        raise ConfigRefused([Problem(file, 1, 1, "", f"cannot be read: {wrong.strerror}")]) from None
    if len(raw) > LARGEST_BYTES:
        raise ConfigRefused([Problem(file, 1, 1, "", f"{len(raw)} bytes: too large for a configuration file")])
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as wrong:
        before = raw[: wrong.start]
        line, column = before.count(b"\n") + 1, wrong.start - (before.rfind(b"\n") + 1) + 1
        raise ConfigRefused([Problem(file, line, column, "", "no UTF-8 text", "save the file as UTF-8")]) from None


def _unseen(text: str, file: str) -> Iterator[Problem]:
    """Tabs and characters that a reader cannot see but a parser obeys."""
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        for column, sign in enumerate(line, 1):
            if sign == "\t":
                yield Problem(file, number, column, "", "a tab", "indent and separate with blanks")
                break
            if sign == "\u00a0" or unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp"):
                yield Problem(file, number, column, "", f"an invisible character U+{ord(sign):04X}", "take it out")
                break


def _yaml_problem(file: str, wrong: yaml.MarkedYAMLError) -> Problem:
    mark = wrong.problem_mark or wrong.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return Problem(file, line, column, "", f"no YAML: {wrong.problem or wrong.context}")


def _first_key(source: Source) -> Iterator[Problem]:
    if not source.tree:
        yield Problem(source.file, 1, 1, "kind", "the file is empty", "start it with kind: profile, game or money")
    elif next(iter(source.tree)) != "kind":
        yield source.problem((next(iter(source.tree)),), "stands before kind", "make kind the first key", at_key=True)
    elif not isinstance(source.tree["kind"], str):
        yield source.problem(("kind",), "is no text", "write profile, game or money")


class _TooDeep(Exception):
    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place


class _Builder:
    """Builds the tree from the parser's events, one event at a time."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.source = Source(file)
        self.problems: list[Problem] = []
        self._lines = lines
        self._events: Iterator[yaml.Event] = iter(())

    def build(self, text: str) -> None:
        self._events = yaml.parse(text, Loader=yaml.SafeLoader)
        documents = 0
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                self._document(event, documents)
            elif isinstance(event, yaml.NodeEvent):
                tree = self._node(event, ())
                if documents == 1 and isinstance(tree, dict):
                    self.source.tree = tree
                elif documents == 1 and tree != "":
                    self._wrong(event, (), "is no list of keys", "write key: value")

    def _document(self, event: yaml.DocumentStartEvent, documents: int) -> None:
        if documents > 1:
            self._wrong(event, (), "a second document", "one file is one document")
        if event.version or event.tags:
            self._wrong(event, (), "a YAML directive", "take it out")

    def _node(self, event: yaml.Event, where: Where) -> Any:
        self.source.values[where] = _place(event)
        if isinstance(event, yaml.AliasEvent):
            self._wrong(event, where, "an alias (*)", "write the value out")
            return ""
        assert isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent), "the parser has no other node"
        if event.anchor is not None:
            self._wrong(event, where, "an anchor (&)", "write the value without it, or in quotes")
        if event.tag is not None:
            self._wrong(event, where, "a tag (!)", "write the value without it, or in quotes")
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, where)
        if len(where) >= DEEPEST:
            raise _TooDeep(_place(event))
        return self._mapping(where) if isinstance(event, yaml.MappingStartEvent) else self._sequence(where)

    def _scalar(self, event: yaml.ScalarEvent, where: Where) -> str:
        line, column = _end(event)
        if event.style in ("|", ">") or line != _place(event)[0]:
            self._wrong(event, where, "a value over several lines", "write it in one line")
        elif event.style == '"' and "\\" in self._lines[line - 1][_place(event)[1] - 1 : column - 1]:
            self._wrong(event, where, "an escape (\\)", "write the sign itself, or use single quotes")
        elif event.value:
            self._comment(event, where, self._lines[line - 1][column - 1 :])
        return str(event.value)

    def _comment(self, event: yaml.ScalarEvent, where: Where, rest: str) -> None:
        """`site: Hall #2` would lose its #2 without a word: a comment needs a blank after its #."""
        note = rest.lstrip(" ")
        plain = event.style is None and note[1:2] not in ("", " ", "#")
        if note.startswith("#") and (plain or rest == note):
            self._wrong(event, where, f"{note.split()[0]} after it would be lost as a comment", "put quotes around all")

    def _sequence(self, where: Where) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(event, (*where, len(items))))
        return items

    def _mapping(self, where: Where) -> dict[str, Any]:
        items: dict[str, Any] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._key(event, where)
            inner = (*where, key)
            if key in items:
                line, _ = self.source.keys[inner]
                self._wrong(event, inner, "a second time", f"it stands in line {line} already; keep one")
                self._node(next(self._events), (*where, key, "again"))
                continue
            self.source.keys[inner] = _place(event)
            items[key] = self._node(next(self._events), inner)
        return items

    def _key(self, event: yaml.Event, where: Where) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            self._wrong(event, where, "a key that is no word", "write key: value")
            self._node(event, (*where, "?"))
            return "?"
        if event.value == "<<" and event.style is None:
            self._wrong(event, where, "a merge key (<<)", "write the keys out")
        elif event.anchor is not None or event.tag is not None:
            self._wrong(event, where, "a key with an anchor or a tag", "write the plain key")
        return str(event.value)

    def _wrong(self, event: yaml.Event, where: Where, wrong: str, right: str) -> None:
        name = ".".join(str(step) for step in where)
        self.problems.append(Problem(self.source.file, *_place(event), name, wrong, right))


def _place(event: yaml.Event) -> Place:
    """Line and column, from 1, where *event* starts."""
    assert event.start_mark is not None, "the parser marks every event"
    return event.start_mark.line + 1, event.start_mark.column + 1


def _end(event: yaml.Event) -> Place:
    """Line and column, from 1, just after *event*."""
    assert event.end_mark is not None, "the parser marks every event"
    return event.end_mark.line + 1, event.end_mark.column + 1
