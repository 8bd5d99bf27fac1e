"""What a technician can try of each kind of device: one table for the machine, its pages and the command line.

Nothing here moves money: a note is only ever given back, a page is no ticket, a roll is nobody's.
"""

from __future__ import annotations

FUNCTIONS: dict[str, tuple[str, ...]] = {
    "acceptor": ("accept",),
    "printer": ("test_page", "clear_errors"),
    "deck": ("lamps", "buzzer", "buttons"),
    "shaker": ("shake", "clear"),
}


def kind_of(device: str) -> str:
    """The kind of the device named "acceptor.1"."""
    return device.partition(".")[0]
