"""`screens`: every screen in every state as pictures, for the documents and for eyes that judge them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import fail, load

_SIZE = re.compile(r"(\d{3,4})x(\d{3,4})")


def register(app: typer.Typer) -> None:
    """Add `screens` to *app*."""

    @app.command()
    def screens(
        out: Annotated[Path | None, typer.Option(help="The folder to write to.")] = None,
        languages: Annotated[str, typer.Option(help="Languages with commas between; left out: all.")] = "",
        size: Annotated[str, typer.Option(help="The panel, like 1280x720; left out: both canvases.")] = "",
        only: Annotated[str, typer.Option(help="Only pictures whose name contains one of these, with commas.")] = "",
        contrast: Annotated[bool, typer.Option("--contrast", help="In the colours of high contrast.")] = False,
        large: Annotated[bool, typer.Option("--large", help="With large text.")] = False,
        jpeg: Annotated[int, typer.Option(help="JPEG files of at most so many pixels instead of PNG.")] = 0,
        page: Annotated[Path | None, typer.Option(help="Instead: paint a Markdown page's pictures again.")] = None,
    ) -> None:
        """Play an evening on emulated devices and render every screen it passes, with a page that shows them."""
        from rich.progress import track

        from cabinet.app.album import album
        from cabinet.app.evening import evening
        from cabinet.app.pictures import CANVAS_SIZES, Order, render
        from cabinet.texts.languages import LANGUAGES
        from cabinet.texts.speech import Texts

        if page is not None:
            _retaken(page, jpeg or 480)
            return
        if out is None:
            fail("--out says where the pictures are to go")
        wanted = tuple(languages.split(",")) if languages else tuple(LANGUAGES)
        for language in wanted:
            if language not in LANGUAGES:
                fail(f"there is no language {language}; there are {', '.join(LANGUAGES)}")
        order = Order(wanted, (_panel(size),) if size else CANVAS_SIZES, contrast, large)
        parts = only.split(",")
        sheets = [one for one in album(evening(load("bench"), wanted)) if any(part in one.name for part in parts)]
        if not sheets:
            fail(f"no picture is called anything with {only}")
        painted = render(sheets, order, lambda language: Texts(language, "USD", 2), out, jpeg_px=jpeg)
        for _ in track(painted, "Painting", total=order.count(sheets)):
            pass
        typer.echo(f"{order.count(sheets)} pictures in {out}; open {out / 'index.html'}")


def _retaken(page: Path, jpeg_px: int) -> None:
    """The pictures of *page* anew; those that show no screen of the evening are named and left as they are."""
    from rich.progress import track

    from cabinet.app.album import album
    from cabinet.app.evening import evening
    from cabinet.app.picture_page import shown
    from cabinet.app.pictures import retake
    from cabinet.texts.speech import Texts

    if not page.is_file():
        fail(f"there is no page {page}")
    sheets = {sheet.name: sheet for sheet in album(evening(load("bench"), ("en",)))}
    found, unknown = shown(page.read_text("utf-8"), page.parent, sheets)
    for _ in track(retake(found, sheets, Texts("en", "USD", 2), jpeg_px), "Painting", total=len(found)):
        pass
    typer.echo(f"{len(found)} pictures of {page} taken again")
    if unknown:
        typer.echo(f"left as they are, no screen is called so: {', '.join(unknown)}")


def _panel(size: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(size)
    if found is None:
        fail(f"{size} is no size; write it like 1280x720")
    return (int(found[1]), int(found[2]))
