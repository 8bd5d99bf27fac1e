"""`verify`: which program this is, whether it is the adopted one, and the answer to a challenge.

Exit code 0; 1 if a file is not as adopted, each named; 2 if the call is wrong.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import FOUND_WRONG, existing, fail
from cabinet.cli.events import Format


def register(app: typer.Typer) -> None:
    """Add `verify` to *app*."""
    app.command("verify")(verify)


def verify(
    data: Annotated[Path | None, typer.Option(help="Compare with the program adopted in this data folder.")] = None,
    challenge: Annotated[str, typer.Option(metavar="HEX", help="Answer with a keyed hash; 16 bytes or more.")] = "",
    file: Annotated[str, typer.Option(help="With a challenge: over this one file only.")] = "",
    adopt: Annotated[str, typer.Option(metavar="WHO", help="A technician's id: adopt this program from now on.")] = "",
    files: Annotated[bool, typer.Option("--files", help="Name every file with its digest.")] = False,
    output: Annotated[Format, typer.Option("--format", help="How to show it.")] = Format.TABLE,
) -> None:
    """Hash all program files (SHA-256) and say what they are; --challenge answers with HMAC-SHA256 over them."""
    from cabinet import __version__
    from cabinet.app.identity import program_digest, program_digests

    if challenge:
        _answer(challenge, file, output)
        return
    if file:
        fail("One file is answered for only with a challenge.")
    found = program_digests()
    if adopt:
        _adopt(existing(data), adopt, found)
    wrong = _differences(data, found)
    shown = {"program": __version__, "digest": program_digest(found), "files": len(found), "differences": wrong}
    if output is Format.JSON:
        typer.echo(json.dumps({**shown, "digests": found} if files else shown))
    else:
        typer.echo(f"program {__version__}, {len(found)} files, SHA-256 {shown['digest']}")
        for name, digest in found.items() if files else ():
            typer.echo(f"{digest}  {name}")
        typer.echo("\n".join(wrong), nl=bool(wrong))
    if wrong:
        raise typer.Exit(FOUND_WRONG)


def _answer(challenge: str, file: str, output: Format) -> None:
    from cabinet.app.identity import answer

    try:
        said = answer(bytes.fromhex(challenge), only=file)
    except ValueError as wrong:
        fail(f"{str(wrong)[:1].upper()}{str(wrong)[1:]}.")
    typer.echo(json.dumps({"challenge": challenge, "file": file, "answer": said}) if output is Format.JSON else said)


def _adopt(data: Path, who: str, found: dict[str, str]) -> None:
    from cabinet.app.identity import adopt
    from cabinet.clock import SystemClock
    from cabinet.storage.keyfile import KeyRefused
    from cabinet.storage.signing import MachineKey

    try:
        key = MachineKey(data / "keys" / "machine.key", may_make=False)
    except KeyRefused as refused:
        fail(f"The list cannot be signed: {refused}.", FOUND_WRONG)
    adopt(data, key, found, who, SystemClock().wall())


def _differences(data: Path | None, found: dict[str, str]) -> list[str]:
    from cabinet.app.identity import ManifestBroken, adopted, differences
    from cabinet.storage.journal import read_opening

    if data is None:
        return []
    folder = existing(data)
    try:
        return list(differences(adopted(folder, str(read_opening(folder)["public_key"])), found))
    except ManifestBroken as broken:
        return [str(broken)]
