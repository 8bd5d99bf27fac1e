"""What the commands share: finding profile and data folder, refusing in one sentence, printing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import typer

from cabinet.settings.load import load_profile
from cabinet.settings.problems import ConfigRefused
from cabinet.settings.profile import Profile

WRONG_USE = 2
FOUND_WRONG = 1


def fail(sentence: str, code: int = WRONG_USE) -> NoReturn:
    """Say why on standard error and leave with *code*."""
    typer.echo(sentence, err=True)
    raise typer.Exit(code)


def config_folder() -> Path:
    """The project's config/ folder."""
    return Path(__file__).resolve().parents[2] / "config"


def load(profile: str) -> Profile:
    """The profile by name or file; a refused one ends the program with every problem and exit code 2."""
    path = Path(profile) if profile.endswith(".yaml") else config_folder() / f"{profile}.yaml"
    try:
        return load_profile(path)
    except ConfigRefused as refused:
        fail(str(refused))


def data_folder(data: Path | None, profile: Profile) -> Path:
    return data if data is not None else Path("var") / profile.name


def existing(data: Path | None, profile: str = "bench") -> Path:
    """A data folder that must be there already."""
    folder = data if data is not None else Path("var") / profile
    if not folder.is_dir():
        fail(f"there is no data folder {folder}")
    return folder


def money(amount_cents: int) -> str:
    """1,234.56 of whole cents, without a float on the way (A14)."""
    units, cents = divmod(abs(amount_cents), 100)
    return f"{'-' if amount_cents < 0 else ''}{units:,}.{cents:02d}"


def show(title: str, figures: Mapping[str, Any]) -> None:
    """Two columns; names ending in _cents as an amount with two decimals."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title)
    table.add_column("meter")
    table.add_column("value", justify="right")
    for name, value in figures.items():
        if name.endswith("_cents") and isinstance(value, int):
            table.add_row(name.removesuffix("_cents"), money(value))
        else:
            table.add_row(name, str(value))
    Console().print(table)
