"""A picture of a table, made in a process of its own: one JSON object in, one PNG file out, and it ends.

    stdin: {"view": …, "mark": "…", "told": "…"}     --out FILE     exit 0; anything else = there is no picture

Decides nothing. A process, because the machine's own never draws: what draws may hang or fall over without harm.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from cabinet.ports.plain import Codec, encode
from cabinet.ports.view import View
from cabinet.texts.speech import Texts

PATIENCE_S = 30.0


def taken(view: View, mark: str, told: str, out: Path) -> str:
    """Have a picture of *view* made at *out*; why there is none, empty = it is there."""
    asked = json.dumps({"view": encode(view), "mark": mark, "told": told}, ensure_ascii=False)
    command = [sys.executable, "-m", __name__, "--out", str(out)]
    try:
        done = subprocess.run(command, input=asked.encode(), capture_output=True, timeout=PATIENCE_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as why:
        return f"the picture's process: {why}"
    if done.returncode or not out.exists():
        return f"the picture's process ended with {done.returncode}: {done.stderr.decode(errors='replace')[-200:]}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="picture process")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
    from cabinet.screens.photograph import photograph

    asked = json.load(sys.stdin)
    view: View = Codec([View]).decode(asked["view"])
    words = Texts(view.language, view.currency, view.decimals)
    given.out.write_bytes(photograph(view, asked["mark"], asked["told"], words))
    return 0


if __name__ == "__main__":
    sys.exit(main())
