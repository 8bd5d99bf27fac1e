"""Options changed on screen written into their files: one value at its line and column, every comment kept.

Decides where a value stands in the text and how it is spelled there. What was written is judged by the judges of files:
when they then say anything else than the changes did, every file is put back as it was.
"""

from __future__ import annotations

from pathlib import Path

from cabinet.settings.load import Changes, load_profile, sources
from cabinet.settings.source import Source, Where
from cabinet.storage.folders import write_durably


class NotWritten(Exception):
    """The files stay as they were; the text says why."""


def keep(profile: Path, changes: Changes) -> tuple[str, ...]:
    """Write *changes* into the files of *profile*, durable on return; the files that were written. Raises ConfigRefused
    and NotWritten."""
    wanted = load_profile(profile, changes).options
    before = {file: (profile.parent / file).read_bytes() for file, _ in changes}
    texts = {}
    for file, source in sources(profile, {}).items():
        own = {key: text for (name, key), text in changes.items() if name == file}
        if own:
            texts[file] = _changed(before[file].decode("utf-8"), source, own)
    for file, text in texts.items():
        write_durably(profile.parent / file, text.encode("utf-8"))
    if load_profile(profile).options != wanted:
        for file, data in before.items():
            write_durably(profile.parent / file, data)
        raise NotWritten("the files would not say what was chosen on the screen")
    return tuple(sorted(before))


def _changed(text: str, source: Source, changes: dict[str, str]) -> str:
    """*text* of *source* with each key's value replaced; later places first, so that the earlier ones do not move."""
    lines = text.split("\n")
    places = {key: source.values[_where(source, key)] for key in changes}
    for key in sorted(changes, key=lambda one: places[one], reverse=True):
        line, column = places[key][0] - 1, places[key][1] - 1
        head, rest = lines[line][:column], lines[line][column:]
        lines[line] = head + _spelled(changes[key], rest) + rest[_length(rest) :]
    return "\n".join(lines)


def _where(source: Source, key: str) -> Where:
    where: Where = tuple(int(step) if step.isdigit() else step for step in key.split("."))
    if where not in source.values:
        raise NotWritten(f"{source.file} has no {key}")
    return where


def _length(rest: str) -> int:
    """How much of *rest* is the value that begins it: in quotes, in brackets, or plain up to what ends it."""
    if rest[:1] in ("'", '"'):
        return rest.index(rest[0], 1) + 1
    if rest[:1] == "[" and "]" in rest:
        return rest.index("]") + 1
    if rest[:2] == "- " or rest[:1] == "[":
        raise NotWritten("a list of several lines is changed in its file by hand")
    ends = [at for sign in (",", "}", "]", " #") if (at := rest.find(sign)) >= 0]
    return len(rest[: min(ends, default=len(rest))].rstrip())


def _spelled(text: str, before: str) -> str:
    """*text* as the value before it was written: a list in brackets, a text in its quotes, or in quotes where it would
    be read as something else."""
    if before.startswith("["):
        return f"[{text}]"
    quote = before[0] if before[:1] in ("'", '"') else "'" if _wants_quotes(text) else ""
    return f"{quote}{text.replace(quote, quote * 2) if quote == chr(39) else text}{quote}"


def _wants_quotes(text: str) -> bool:
    return bool(set(text) & set("#:{}[],&*!|>'\"%@`")) and not text.endswith(" %") and ":" not in text[2:3]
