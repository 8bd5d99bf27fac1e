"""`doctor`: is this machine fit to be a cabinet, and what to mend first."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import FOUND_WRONG, data_folder, load


def register(app: typer.Typer) -> None:
    """Add `doctor` to *app*."""

    @app.command()
    def doctor(
        profile: Annotated[str, typer.Option(help="A profile's name in config/, or its file.")] = "bench",
        data: Annotated[Path | None, typer.Option(help="The data folder; default var/<profile>.")] = None,
        probe: Annotated[bool, typer.Option(help="Ask every port who answers (takes a while).")] = True,
        report: Annotated[Path | None, typer.Option(help="Also write the findings here, as JSON.")] = None,
        format: Annotated[str, typer.Option(help="table or json.")] = "table",
    ) -> None:
        """Check displays, ports, disks, clock and versions; exit 1 when something must be mended."""
        from cabinet.app.doctor import examine

        setup = load(profile)
        checks = examine(data_folder(data, setup), setup, probe)
        plain = [asdict(check) for check in checks]
        if report is not None:
            report.write_text(json.dumps(plain, indent=1), encoding="utf-8")
        if format == "json":
            typer.echo(json.dumps(plain))
        else:
            for check in checks:
                mend = f"  → {check.mend}" if check.mend else ""
                typer.echo(f"{check.level:4}  {check.name}: {check.found}{mend}")
        if any(check.level == "mend" for check in checks):
            raise typer.Exit(FOUND_WRONG)
