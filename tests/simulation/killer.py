"""A cabinet's command that kills itself -9 at its k-th step of a kind; only tests run it.

python -m tests.simulation.killer before_write|after_write|byte|act K demo --rounds 5 …
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from cabinet.__main__ import main
from cabinet.storage.copies import SqliteStore
from drivers.emulators import wire
from drivers.emulators.world import World

KINDS = ("before_write", "after_write", "byte", "act")


def aim(kind: str, at: int) -> None:
    """Die before or after the k-th row of a copy, with the k-th byte on a wire, right after the k-th physical act."""
    left = [at]

    def count(steps: int = 1) -> None:
        left[0] -= steps
        if left[0] <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def before(right: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            count()
            return right(*given, **named)

        return call

    def after(right: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            answer = right(*given, **named)
            count(len(answer) if kind == "byte" else 1)
            return answer

        return call

    match kind:
        case "before_write":
            SqliteStore.add = before(SqliteStore.add)  # type: ignore[method-assign]
        case "after_write":
            SqliteStore.add = after(SqliteStore.add)  # type: ignore[method-assign]
        case "byte":
            wire._Lane.take = after(wire._Lane.take)  # type: ignore[method-assign]
        case "act":
            World.commit = after(World.commit)  # type: ignore[method-assign]


if __name__ == "__main__":
    aim(sys.argv[1], int(sys.argv[2]))
    sys.argv = ["cabinet", *sys.argv[3:]]
    main()
