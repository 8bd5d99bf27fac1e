"""The bench's window: the emulated hardware to look at and to touch. Bench profiles only."""

from __future__ import annotations

from cabinet.screens.bench.window import run_bench_window

__all__ = ["run_bench_window"]
