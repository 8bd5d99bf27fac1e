"""What a command prints is UTF-8 in any locale (A11)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cabinet.cli.common import money

PROGRAM = """
import sys
sys.argv = ["cabinet", "no-such-" + chr(163) + "-command"]
from cabinet.__main__ import main
main()
"""


def test_signs_beyond_ascii_are_printed_under_a_bare_locale() -> None:
    bare = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    done = subprocess.run([sys.executable, "-c", PROGRAM], env=bare, capture_output=True, cwd=Path(__file__).parents[2])

    assert done.returncode == 2
    assert "no-such-£-command" in done.stderr.decode("utf-8")
    assert b"Traceback" not in done.stderr


def test_money_is_printed_without_a_float() -> None:
    shown = {0: "0.00", 5: "0.05", 29: "0.29", -1998: "-19.98", 123_456_789: "1,234,567.89"}

    assert {cents: money(cents) for cents in shown} == shown
