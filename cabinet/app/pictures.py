"""Paints an album to PNG files with a page that shows them. Decides names of files and nothing that is on them."""

from __future__ import annotations

import html
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from cabinet.app.album import Sheet
from cabinet.app.picture_page import Shown
from cabinet.screens import layout
from cabinet.screens.words import Words

_PACKERS = 2


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be rendered: languages, panel sizes in px, and the modes for weak eyes."""

    languages: tuple[str, ...]
    sizes: tuple[tuple[int, int], ...]
    contrast: bool = False
    large: bool = False

    def count(self, sheets: Sequence[Sheet]) -> int:
        return len(sheets) * len(self.languages) * len(self.sizes)


def render(
    sheets: Sequence[Sheet], order: Order, words_of: Callable[[str], Words], out: Path, *, jpeg_px: int = 0
) -> Iterator[Path]:
    """Write every picture and then index.html into *out*; yields each file when it is there.

    *jpeg_px* > 0: JPEG files of at most so many pixels on the longer side instead of PNG.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    out.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    for size in order.sizes:
        for language in order.languages:
            for path in _painted(sheets, order, language, words_of(language), size, out, jpeg_px):
                made.append(path)
                yield path
    (out / "index.html").write_text(index([path.relative_to(out) for path in made]), encoding="utf-8")


def retake(
    pictures: Iterable[Shown], sheets: Mapping[str, Sheet], words: Words, jpeg_px: int, language: str = "en"
) -> Iterator[Path]:
    """Paint pictures of a page again, each as large as its file was, a new one *jpeg_px* on the longer side."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from cabinet.screens.offscreen import Offscreen

    for portrait in (False, True):
        size = CANVAS_SIZES[portrait]
        panel = Offscreen(size)
        for picture in pictures:
            if picture.portrait is not portrait:
                continue
            scene = sheets[picture.sheet].scene(language, words, panel.canvas)
            picture.path.parent.mkdir(parents=True, exist_ok=True)
            px = max(Image.open(picture.path).size) if picture.path.exists() else jpeg_px
            yield _written(picture.path, size, panel.painted(scene), px)


def _painted(
    sheets: Sequence[Sheet],
    order: Order,
    language: str,
    words: Words,
    size: tuple[int, int],
    out: Path,
    jpeg_px: int,
) -> Iterator[Path]:
    """One language on one panel: the canvas that fits it, brought to it as on a cabinet."""
    from cabinet.screens.offscreen import Offscreen  # opens a display, which must be the one that shows nothing

    panel = Offscreen(size)
    folder = out / f"{size[0]}x{size[1]}" / language
    folder.mkdir(parents=True, exist_ok=True)
    writing: deque[Future[Path]] = deque()
    # a file takes as long to pack as a picture to paint, and packing needs no interpreter
    with ThreadPoolExecutor(_PACKERS) as packers:
        for number, sheet in enumerate(sheets):
            scene = sheet.scene(language, words, panel.canvas, contrast=order.contrast, large=order.large)
            path = folder / f"{number:03}-{sheet.name}.{'jpg' if jpeg_px else 'png'}"
            writing.append(packers.submit(_written, path, size, panel.painted(scene), jpeg_px))
            if len(writing) > 2 * _PACKERS:
                yield writing.popleft().result()
        while writing:
            yield writing.popleft().result()


def _written(path: Path, size: tuple[int, int], pixels: bytes, jpeg_px: int) -> Path:
    """One picture in its file; *path* itself."""
    picture = Image.frombytes("RGB", size, pixels)
    if jpeg_px:
        picture.thumbnail((jpeg_px, jpeg_px), Image.Resampling.LANCZOS)
        picture.save(path, "JPEG", quality=80, optimize=True)
    else:
        picture.save(path, "PNG", compress_level=1)
    return path


def index(paths: Sequence[Path]) -> str:
    """A page with every picture under its name, grouped by folder."""
    parts = ["<!doctype html><meta charset='utf-8'><title>Screens</title>"]
    parts.append(
        "<style>body{background:#222;color:#eee;font-family:sans-serif}figure{display:inline-block;margin:8px}"
    )
    parts.append("img{width:480px}</style>")
    group = ""
    for path in paths:
        if str(path.parent) != group:
            group = str(path.parent)
            parts.append(f"<h2>{html.escape(group)}</h2>")
        name = html.escape(str(path))
        parts.append(f"<figure><a href='{name}'><img loading='lazy' src='{name}'></a>")
        parts.append(f"<figcaption>{html.escape(path.stem)}</figcaption></figure>")
    return "\n".join(parts) + "\n"


CANVAS_SIZES = tuple(one.canvas for one in layout.CANVASES)
