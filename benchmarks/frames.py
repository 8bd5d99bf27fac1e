"""What a frame of the table costs at 1920×1080 in software, against blitting a background and six tiles.

    python benchmarks/frames.py [--frames 600] [--warm 60]

Both sides are measured in turn, frame by frame, in one run, so that a busy machine slows both. The table's frame
is everything a frame is: the scene made anew from the view, the difference found, the changed boxes painted, and
the boxes brought to the panel. The floor is what any program must do at the least: the background whole, six
prepared tiles, one update. Prints milliseconds (median, 99th percentile) and their ratio, and how much memory the
process holds at every tenth of the way; the credit on the table changes twice a second, so that whatever is kept
by amount would show. Fails above twice the floor, or when the second half of a run of at least 100,000 frames holds
more than the first.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame

from cabinet.screens import art, art_pieces, director, layout
from cabinet.screens.pointer import Fit
from cabinet.screens.scene import Scene
from cabinet.screens.stage import Stage, present
from cabinet.screens.theme import Fonts
from cabinet.screens.ui import Held, Ui, seen
from cabinet.screens.words import Remembered
from cabinet.texts.fonts import cjk_font_path, font_path
from cabinet.texts.speech import Texts
from tests.screens import views

Frame = Callable[[int], None]


def carrying(panel: pygame.Surface, fonts: Fonts) -> Frame:
    """A tile carried over the cloth, another still gliding: the picture changes in every frame."""
    stage, words, fit = Stage(layout.CANVAS, fonts), Remembered(Texts("en")), Fit(layout.CANVAS, layout.CANVAS)
    view = views.setting(("across1", "", ""))

    def frame(number: int) -> None:
        x, y = 500 + number * 7 % 800, 420 + number * 3 % 260
        ui = replace(Ui(), held=Held("tile.2", x, y, 900, 700), pressed="tile.2")
        paid = replace(view, credit_cents=view.credit_cents + number // 30 * 5)
        _put(stage, panel, fit, director.scene(paid, ui, 1_000_000 + number * 16, words))

    return frame


def revealing(panel: pygame.Surface, fonts: Fonts) -> Frame:
    """A settled round shown from its first turning tile to its last chip, again and again."""
    stage, words, fit = Stage(layout.CANVAS, fonts), Remembered(Texts("en")), Fit(layout.CANVAS, layout.CANVAS)
    view = views.settled()

    def frame(number: int) -> None:
        now = number % 420 * 16
        ui = seen(Ui(), views.setting(views.LAID), view, 0)
        _put(stage, panel, fit, director.scene(view, ui, now, words))

    return frame


def _put(stage: Stage, panel: pygame.Surface, fit: Fit, scene: Scene) -> None:
    boxes = stage.paint(scene)
    pygame.display.update(present(stage.canvas, panel, fit, boxes) or None)


def bare(panel: pygame.Surface, fonts: Fonts) -> Frame:
    """The floor: background and six tiles."""
    ground = art.ground("felt", layout.CANVAS).convert()
    tile = art_pieces.tile((144, 288), ("10", "K"), False, False, fonts)

    def frame(number: int) -> None:
        panel.blit(ground, (0, 0))
        for column in range(6):
            panel.blit(tile, (200 + column * 220 + number % 40, 400))
        pygame.display.update()

    return frame


def timed(frames: dict[str, Frame], count: int, warm: int, held: list[int]) -> dict[str, array[float]]:
    """Milliseconds of every frame, the sides taking turns; the first *warm* frames make artwork and are not counted.

    Puts the resident memory in KiB at every tenth of the way into *held*. The figures have their room from the
    start, so that the measuring itself does not grow.
    """
    spent = {name: array("d", bytes(8 * count)) for name in frames}
    for number in range(count + warm):
        for name, frame in frames.items():
            began = time.perf_counter_ns()
            frame(number)
            if number >= warm:
                spent[name][number - warm] = (time.perf_counter_ns() - began) / 1e6
        if number >= warm and (number - warm + 1) % max(1, count // 10) == 0:
            held.append(resident_kib())
    return spent


def resident_kib() -> int:
    """Memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") // 1024


def lines(spent: dict[str, array[float]]) -> Iterator[str]:
    floor = statistics.median(spent["bare"])
    floor99 = statistics.quantiles(spent["bare"], n=100)[98]
    for name, times in spent.items():
        median, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
        ratio = f"ratio {median / floor:5.2f}  p99 ratio {p99 / floor99:5.2f}"
        yield f"{name:10} median {median:6.2f} ms   p99 {p99:6.2f} ms   {ratio}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=600)
    parser.add_argument("--warm", type=int, default=420)
    given = parser.parse_args()
    pygame.display.init()
    pygame.font.init()
    panel = pygame.display.set_mode(layout.CANVAS)
    fonts = Fonts(font_path, cjk_font_path())
    sides = {"bare": bare(panel, fonts), "carrying": carrying(panel, fonts), "revealing": revealing(panel, fonts)}
    timed(sides, 0, given.warm, [])
    held: list[int] = []
    spent = timed(sides, given.frames, 1, held)
    print("\n".join(lines(spent)))
    print("memory held, KiB, at each tenth of the way:", *held)
    floor = statistics.median(spent["bare"])
    grew = given.frames >= 100_000 and max(held[5:]) > max(held[:5]) * 1.01
    return 1 if grew or any(statistics.median(times) > 2 * floor for times in spent.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
