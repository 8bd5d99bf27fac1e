"""Watches over the program's own files while it runs: at boot, when a door closes, on demand, before each play, and a
few at a time in between.

    boot, a door closes, asked for    every file is read and hashed (the latter two in a thread of their own)
    before a play                     names, sizes and times of all files; what moved is hashed at once
    while nobody waits                the same, and the next few files, whatever their times say

Decides only what is worth saying: which files are not as adopted, once, and once that all are again. What that closes
stands in the fault table. Knows no list and no signature: they are handed in.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Protocol

from cabinet.machine.signals import Signal
from cabinet.ports.signals import StorageSaid

FAULT = "program_changed"
FILES_A_STEP = 8
"""Hashed in one background step: a few milliseconds, and the whole program within a minute."""
MOST_NAMED = 5


class Files(Protocol):
    """The program's files as they are now."""

    def digests(self) -> dict[str, str]:
        """Every file's digest; raises OSError."""

    def digest(self, name: str) -> str:
        """One file's digest; raises OSError."""

    def stamps(self) -> Mapping[str, object]:
        """What tells cheaply that a file was written, moved or added."""


def in_thread(work: Callable[[], None]) -> None:
    """Do *work* beside everything else."""
    threading.Thread(target=work, name="program", daemon=True).start()


class ProgramWatch:
    """*adopted*: path -> digest of the program as a technician adopted it; empty = as it is at the start. *broken*: why
    that list itself cannot be trusted; then no program is the adopted one. *keep* is handed the list of the start when
    a file differs from it, so that the next start still knows what it ought to be."""

    def __init__(
        self,
        files: Files,
        adopted: Mapping[str, str],
        aside: Callable[[Callable[[], None]], None] = in_thread,
        broken: str = "",
        keep: Callable[[Mapping[str, str]], None] = lambda _: None,
    ) -> None:
        self._keep, self._of_the_start = keep, not adopted
        self._files, self._adopted, self._aside, self._broken = files, dict(adopted), aside, broken
        self._stamps: Mapping[str, object] = {}
        self._found: dict[str, str] = {}
        self._said: tuple[str, ...] | None = None
        self._next = 0
        self._lock = threading.Lock()
        self._busy = False
        self._whole: dict[str, str] | None = None

    @property
    def checking(self) -> bool:
        """Whether a whole check is under way."""
        return self._busy

    def at_boot(self) -> list[Signal]:
        """The whole program, before anything starts; said either way, because an earlier life may have found other
        files."""
        self._stamps, self._found = self._files.stamps(), self._files.digests()
        self._adopted = self._adopted or dict(self._found)
        return self._said_of(self._wrong(), always=True)

    def adopt(self, name: str, digest: str) -> None:
        """From here on file *name* is to be *digest*: the cabinet itself wrote it, by somebody's leave."""
        self._adopted[name] = digest

    def before_play(self) -> list[Signal]:
        """What moved since the last look, hashed at once."""
        self._sweep()
        return self._said_of(self._wrong())

    def _sweep(self) -> None:
        self._take_whole()
        stamps = self._files.stamps()
        for name in [n for n, stamp in stamps.items() if self._stamps.get(n) != stamp]:
            self._look_at(name)
        for name in [n for n in self._found if n not in stamps]:
            del self._found[name]
        self._stamps = stamps

    def background(self) -> list[Signal]:
        """What moved, the next few files whatever they say, and what a whole check has found meanwhile."""
        self._sweep()
        names = sorted(self._found)
        for name in names[self._next : self._next + FILES_A_STEP]:
            self._look_at(name)
        self._next = 0 if self._next + FILES_A_STEP >= len(names) else self._next + FILES_A_STEP
        return self._said_of(self._wrong())

    def ask(self) -> None:
        """Begin a whole check; its result comes with a later step. One at a time."""
        with self._lock:
            if self._busy:
                return
            self._busy = True
        self._aside(self._check)

    def _check(self) -> None:
        try:
            whole = self._files.digests()
        except OSError:
            whole = None  # something vanished while it was read: the next look sees what
        with self._lock:
            self._whole, self._busy = whole, False

    def _take_whole(self) -> None:
        with self._lock:
            whole, self._whole = self._whole, None
        if whole is not None:
            self._found = whole

    def _look_at(self, name: str) -> None:
        try:
            self._found[name] = self._files.digest(name)
        except OSError:
            self._found.pop(name, None)

    def _wrong(self) -> tuple[str, ...]:
        if self._broken:
            return (self._broken,)
        adopted, found = self._adopted, self._found
        names = {name for name in adopted.keys() | found.keys() if adopted.get(name) != found.get(name)}
        return tuple(sorted(names))

    def _said_of(self, wrong: tuple[str, ...], always: bool = False) -> list[Signal]:
        if wrong == (self._said or ()) and not always:
            return []
        said, self._said = self._said, wrong
        if wrong and self._of_the_start and not self._broken:
            self._of_the_start = False
            self._keep(self._adopted)
        more = f" and {len(wrong) - MOST_NAMED} more" if len(wrong) > MOST_NAMED else ""
        holds = StorageSaid(FAULT, bool(wrong), ", ".join(wrong[:MOST_NAMED]) + more)
        # other files than before: said anew, so that every name stands in the journal
        return [StorageSaid(FAULT, False), holds] if said and wrong else [holds]
