"""Note acceptors by protocol name. A protocol is one driver with its option class and one line here."""

from __future__ import annotations

from drivers.acceptors.ebds import Ebds
from drivers.acceptors.id003 import Id003

ACCEPTORS = {"ebds": Ebds, "id003": Id003}
