"""The office's menu, in the order in which an attendant needs it. A name is a page of the engine's process."""

from __future__ import annotations

NOW = "now"
MENU: tuple[str, ...] = (
    NOW,
    "meters",
    "money",
    "rounds",
    "events",
    "faults",
    "handpays",
    "calls",
    "drop",
    "devices",
    "dice",
    "reports",
    "settings",
    "service",
)
