"""The program's entry: one command a file in `cabinet.cli`."""

from __future__ import annotations

import importlib
import io
import pkgutil
import sys

import typer

from cabinet import cli
from cabinet.storage.contract import JournalError
from cabinet.storage.keyfile import KeyRefused


def build() -> typer.Typer:
    """Every module of `cabinet.cli` with a `register` adds its commands."""
    app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
    for found in pkgutil.iter_modules(cli.__path__):
        module = importlib.import_module(f"cabinet.cli.{found.name}")
        if hasattr(module, "register"):
            module.register(app)
    return app


def main() -> None:
    """Run the command line; a journal or key that refuses is one sentence and exit code 1, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding="utf-8", errors="backslashreplace"
            )  # in whatever locale a cabinet was started (A11)
    try:
        build()()
    except (JournalError, KeyRefused) as refused:
        print(refused, file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
