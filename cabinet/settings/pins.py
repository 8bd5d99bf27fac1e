"""Who may open what: people with a role and a PIN, in a file that only the cabinet can read.

    {"people": {id: {"role", "salt", "hash", "n", "r", "p"}}, "tries": {id or "*": {"wrong", "at"}}}

Decides what a PIN may be, how slow guessing is, and that a try is on disk before it is judged: who cuts the power
gains nothing. PINs lie there as scrypt with a salt each, never plain. Refuses to know what a role may do, and writes
no journal: the machine records who came in and who was refused.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from cabinet.clock import Clock
from cabinet.ports.access import KEY, Role
from cabinet.storage.folders import write_durably


class PinRefused(ValueError):
    """A PIN, an id or the file that cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one guess costs: scrypt's *n*, *r*, *p*. These take some 50 ms and 16 MiB."""

    n: int = 2**14
    r: int = 8
    p: int = 1


@dataclass(frozen=True, slots=True)
class Verdict:
    """*role* of who came in, None = refused. *wait_s*: seconds until the next try counts; *wrong*: tries in a row
    that were wrong, for the log. *judged* False: it came while one has to wait and was not looked at."""

    role: Role | None
    wait_s: int = 0
    wrong: int = 0
    judged: bool = True


DIGITS = range(6, 13)
FREE_TRIES = 3
"""Wrong tries of one id before it is slowed down: fingers slip."""
FREE_TRIES_OF_ALL = 10
"""Wrong tries of everybody together: against going through the ids."""
LONGEST_WAIT_S = 3600
EVERYBODY = "*"
MOST_PEOPLE = 500
"""A floor has fewer; a file that grows without end fills a disk."""


class Pins:
    """The people of one cabinet, in the file *path* (0600). *fresh* gives n bytes never used before."""

    def __init__(
        self, path: Path, clock: Clock, *, cost: Cost | None = None, fresh: Callable[[int], bytes] = os.urandom
    ) -> None:
        self._path, self._clock, self._cost, self._fresh = path, clock, cost or Cost(), fresh

    def people(self) -> tuple[tuple[str, Role], ...]:
        """Ids and roles; raises PinRefused when the file cannot be trusted."""
        return tuple((name, Role(one["role"])) for name, one in sorted(self._read()["people"].items()))

    def set(self, who: str, role: Role, pin: str) -> None:
        """*who* has this role and PIN from now on, durable on return; their wrong tries are forgotten. Raises
        PinRefused."""
        check_pin(pin)
        if not who or who in (EVERYBODY, KEY) or not who.isascii() or not who.isalnum():
            raise PinRefused("an id has letters and digits only, and is not the word for the key")
        salt = self._fresh(16)
        with self._changing() as kept:
            if who not in kept["people"] and len(kept["people"]) >= MOST_PEOPLE:
                raise PinRefused(f"there are {MOST_PEOPLE} people already")
            cost = {"n": self._cost.n, "r": self._cost.r, "p": self._cost.p}
            hashed = _hash(pin, salt, self._cost).hex()
            kept["people"][who] = {"role": role.value, "salt": salt.hex(), "hash": hashed, **cost}
            kept["tries"].pop(who, None)

    def remove(self, who: str) -> bool:
        """Whether there was such a person."""
        with self._changing() as kept:
            kept["tries"].pop(who, None)
            return kept["people"].pop(who, None) is not None

    def check(self, who: str, pin: str) -> Verdict:
        """Whether *pin* is the one of *who*. While one has to wait nothing is judged, not even the right PIN."""
        with self._changing() as kept:
            wait_s = max(self._wait(kept, who, FREE_TRIES), self._wait(kept, EVERYBODY, FREE_TRIES_OF_ALL))
            if wait_s:
                return Verdict(None, wait_s, _wrong(kept, who), judged=False)
            # only known ids are counted apart: else guessed ids would fill the file
            for counted in {EVERYBODY, who} & {EVERYBODY, *kept["people"]}:
                kept["tries"][counted] = {"wrong": _wrong(kept, counted) + 1, "at": self._clock.wall()}
            person = kept["people"].get(who)
        right = _matches(person, pin, self._cost)
        if person is None or not right:
            wait_s = max(_delay(_wrong(kept, who), FREE_TRIES), _delay(_wrong(kept, EVERYBODY), FREE_TRIES_OF_ALL))
            return Verdict(None, wait_s, max(_wrong(kept, who), 1))
        with self._changing() as kept:
            kept["tries"].pop(who, None)
            kept["tries"].pop(EVERYBODY, None)
        return Verdict(Role(person["role"]))

    def _wait(self, kept: dict[str, Any], who: str, free: int) -> int:
        """Whole seconds that are left to wait. A clock that was set back begins the wait anew, once."""
        tried = kept["tries"].get(who)
        if tried is None:
            return 0
        now = datetime.fromisoformat(self._clock.wall())
        passed = (now - datetime.fromisoformat(tried["at"])).total_seconds()
        if passed < 0:
            tried["at"], passed = self._clock.wall(), 0
        return max(0, _delay(tried["wrong"], free) - int(passed))

    # -- the file --------------------------------------------------------------------------------------

    @contextmanager
    def _changing(self) -> Iterator[dict[str, Any]]:
        """What is kept, written durably when it was changed; one process at a time."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (self._path.parent / "pins.lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            kept = self._read()
            before = json.dumps(kept, sort_keys=True)
            yield kept
            if json.dumps(kept, sort_keys=True) != before:
                write_durably(self._path, (json.dumps(kept, sort_keys=True, indent=1) + "\n").encode(), 0o600)

    def _read(self) -> dict[str, Any]:
        if not self._path.exists():
            return {"people": {}, "tries": {}}
        if self._path.stat().st_mode & 0o077:
            raise PinRefused(f"{self._path} can be read by others: chmod 600 it and set every PIN anew")
        try:
            kept: dict[str, Any] = json.loads(self._path.read_text(encoding="utf-8"))
            if not (isinstance(kept["people"], dict) and isinstance(kept["tries"], dict)):
                raise KeyError("people")
        except (ValueError, KeyError, TypeError) as bad:
            # never an empty list instead: a damaged file must not let anybody set the first PIN
            raise PinRefused(f"{self._path} is damaged: put it back from a copy, or remove it as a technician") from bad
        return kept


def check_pin(pin: str) -> None:
    """Refuse what is guessed first: too short, one digit repeated, a run up or down; raises PinRefused."""
    if len(pin) not in DIGITS or not (pin.isascii() and pin.isdigit()):
        raise PinRefused(f"a PIN has {DIGITS.start} to {DIGITS.stop - 1} digits")
    steps = {int(after) - int(before) for before, after in pairwise(pin)}
    if steps in ({0}, {1}, {-1}):
        raise PinRefused("a PIN is not one digit again and again, and no run up or down")


def _delay(wrong: int, free: int) -> int:
    """Seconds to wait after so many wrong tries in a row: none, then 2, 4, 8 … up to an hour."""
    over = wrong - free + 1
    return 0 if over < 1 else min(LONGEST_WAIT_S, 2 ** min(over, 20))


def _wrong(kept: dict[str, Any], who: str) -> int:
    tried = kept["tries"].get(who)
    return int(tried["wrong"]) if tried is not None else 0


def _matches(person: dict[str, Any] | None, pin: str, cost: Cost) -> bool:
    """An unknown id takes as long as a known one: the time tells nobody who works here."""
    if person is None:
        _hash(pin, bytes(16), cost)
        return False
    found = _hash(pin, bytes.fromhex(person["salt"]), Cost(person["n"], person["r"], person["p"]))
    return hmac.compare_digest(found, bytes.fromhex(person["hash"]))


def _hash(pin: str, salt: bytes, cost: Cost) -> bytes:
    needed = 128 * cost.n * cost.r * 2
    return hashlib.scrypt(pin.encode(), salt=salt, n=cost.n, r=cost.r, p=cost.p, maxmem=needed + 2**20, dklen=32)
