"""The lines of the devices for the attendant's pages: counts and the last transfers of each, as plain text.

Decides how much of the trace is shown. Looked at from another thread, nothing is changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict

from drivers.port import monotonic_ms
from drivers.traffic import Line

FRAMES = 16
"""Of a line's trace the newest so many: a question and its answer of each of the last seconds."""


def link_facts(ports: Mapping[str, Line], clock: Callable[[], int] = monotonic_ms) -> dict[str, str]:
    """ "link.acceptor.1" and its like: the line's status and trace as JSON."""
    now = clock()
    found = {}
    for name, port in ports.items():
        trace = [
            {"ago_ms": now - one.at_ms, "way": one.way, "data": one.data.hex(" ")} for one in port.trace()[-FRAMES:]
        ]
        found[f"link.{name}"] = json.dumps({**asdict(port.status()), "trace": trace})
    return found
