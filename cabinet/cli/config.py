"""`config`: the verdict on configuration files, each judged by its first key, `kind:`; the reference of all keys; what
was changed on the screen, and that written into the files.

Decides how the verdict is shown and which exit code it has: 0 all files are right, 1 something in them is wrong,
2 there was nothing to judge (no such file). What is right is decided in `settings`.
"""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from cabinet.settings import Problem


class Format(StrEnum):
    """How a command shows what it found."""

    TABLE = "table"
    JSON = "json"


def register(app: typer.Typer) -> None:
    """Add the `config` group."""
    config = typer.Typer(help="Configuration files.", no_args_is_help=True)
    config.command("check")(check)
    config.command("reference")(reference)
    config.command("changes")(changes)
    config.command("keep")(keep)
    app.add_typer(config, name="config")


def check(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE]...", help="Files or folders; none = all of config/.")
    ] = None,
    output: Annotated[Format, typer.Option("--format", help="How to show the verdict.")] = Format.TABLE,
) -> None:
    """Judge configuration files: exit 0 all right, 1 something is wrong in them, 2 nothing to judge."""
    from cabinet.settings import check_files, config_folder  # pydantic and Babel are slow to import

    asked = files or [config_folder()]
    missing = [path for path in asked if not path.exists()]
    found = [_short(path) for one in asked for path in _files(one)]
    if missing or not found:
        _say(sys.stderr, f"There is no file {missing[0]}." if missing else f"There is no *.yaml file in {asked[0]}.")
        raise typer.Exit(2)
    problems = check_files(found)
    _say(sys.stdout, _as_json(found, problems) if output is Format.JSON else _as_lines(found, problems))
    raise typer.Exit(1 if problems else 0)


def reference() -> None:
    """Write the reference of all keys, as Markdown."""
    from cabinet.settings.reference import reference as written

    _say(sys.stdout, written().rstrip("\n"))


_DATA = Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")]


def changes(data: _DATA = None) -> None:
    """What was changed on the screen and is laid over the files."""
    for (file, key), text in _changes(data).items():
        _say(sys.stdout, f"{file} {key}: {text}")


def keep(
    data: _DATA = None, profile: Annotated[str, typer.Option(help="The cabinet's profile, or its file.")] = "bench"
) -> None:
    """Write what was changed on the screen into the files, comments kept. On a floor a technician adopts the files then
    (`verify --adopt`). Exit 1 if they cannot be written so."""
    from cabinet.settings import ConfigRefused, config_folder
    from cabinet.settings.writing import NotWritten, keep

    path = Path(profile) if profile.endswith(".yaml") else config_folder() / f"{profile}.yaml"
    try:
        written = keep(path, _changes(data))
    except (ConfigRefused, NotWritten, OSError) as refused:
        _say(sys.stderr, f"Nothing was written: {refused}")
        raise typer.Exit(1) from None
    _say(sys.stdout, "\n".join(written) if written else "nothing was changed on the screen")


def _changes(data: Path | None) -> dict[tuple[str, str], str]:
    from cabinet.app.compose import changes_of
    from cabinet.cli.common import existing
    from cabinet.reports.fold import load
    from cabinet.storage.journal import read_only

    return changes_of(load(read_only(existing(data))))


def _files(path: Path) -> list[Path]:
    return sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]


def _short(path: Path) -> Path:
    """*path* from here, if it lies below here."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_absolute() and path.is_relative_to(here) else path


def _as_lines(files: list[Path], problems: tuple[Problem, ...]) -> str:
    if not problems:
        return f"{len(files)} {'file' if len(files) == 1 else 'files'}, nothing wrong."
    return "\n".join(str(problem) for problem in problems)


def _as_json(files: list[Path], problems: tuple[Problem, ...]) -> str:
    rows: list[dict[str, Any]] = [
        {
            "file": problem.file,
            "line": problem.line,
            "column": problem.column,
            "key": problem.key,
            "wrong": problem.wrong,
            "right": problem.right,
        }
        for problem in problems
    ]
    return json.dumps({"files": [str(path) for path in files], "problems": rows}, ensure_ascii=False, indent=2)


def _say(stream: Any, text: str) -> None:
    """UTF-8 whatever the locale says: a refusal may quote any sign."""
    typer.echo(text.encode("utf-8", "backslashreplace"), file=getattr(stream, "buffer", stream))
