"""Note acceptors by protocol name. A protocol is one driver with its option class and one line here."""

from __future__ import annotations

from drivers.acceptors.id003 import Id003

ACCEPTORS = {"id003": Id003}
