"""What the engine's process must not carry along at its start."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["cabinet.app.engine_process", "cabinet.app.supervise", "cabinet.cli.run"])
def test_a_process_of_the_cabinet_starts_without_numpy_and_pygame(module: str) -> None:
    """numpy starts a thread of its own when it is loaded. One that was there before the signals were held lets
    SIGTERM end the engine on the spot, with no clean end of journal and lamps."""
    told = f"import sys, {module}; print([name for name in ('numpy', 'pygame', 'PIL') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, timeout=60, check=True)
    heavy = done.stdout.strip()
    assert "numpy" not in heavy
    assert "pygame" not in heavy
