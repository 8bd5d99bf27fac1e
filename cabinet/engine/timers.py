"""Timers by key on the monotonic clock. Volatile: after a restart `resume` starts what is owed again."""

from __future__ import annotations


class Timers:
    """Keys and when they are due, in ms. Starting a key again restarts it."""

    def __init__(self) -> None:
        self._due: dict[str, int] = {}

    def start(self, key: str, ms: int, now: int) -> None:
        self._due[key] = now + ms

    def stop(self, key: str) -> None:
        self._due.pop(key, None)

    def due(self, key: str) -> int | None:
        """When *key* is due; None = it does not run."""
        return self._due.get(key)

    def next_due(self) -> int | None:
        return min(self._due.values(), default=None)

    def elapsed(self, now: int) -> list[str]:
        """Keys due by *now*, earliest first; each is forgotten."""
        due = sorted((at, key) for key, at in self._due.items() if at <= now)
        for _, key in due:
            del self._due[key]
        return [key for _, key in due]
