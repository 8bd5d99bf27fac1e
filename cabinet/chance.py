"""Draws: numbers below a bound and shuffled orders, every one of them equally likely.

The bytes come from the operating system's cryptographic generator; a byte that would favour some result is
thrown away (rejection sampling), an order is made by Fisher and Yates. No byte is kept for a later draw. The
bytes are watched at the start and all the time by tests whose false alarms are bounded over the whole life of
a machine (HealthTest). A commitment binds the machine to an order before the player chooses.

SeededChance is a stream that anybody can repeat from its seed: for demonstration and simulation, never for
play. Decides no rule and knows no game; it is asked for a number and gives one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from hashlib import blake2b, sha256
from hmac import compare_digest
from typing import Protocol

ByteSource = Callable[[int], bytes]

#: Bytes asked for at once by a shuffle: one of 52 cards spends about 60, so most need a single call.
_FETCH_BYTES = 128
_BLOCK_BYTES = 64
_SEED_BYTES = 32
#: For each count 1..256 the bytes below this are used, the rest thrown away: a multiple of the count.
_LIMITS = (0, *(256 - 256 % count for count in range(1, 257)))

_COMMITMENT_HEAD = b"cabinet order 1\n"
_NONCE_BYTES_LEAST = 16


class Generator(Protocol):
    """What draws for the machine."""

    def below(self, n: int) -> int:
        """A number 0..n−1, each equally likely; n from 1 to 2**64."""
        ...

    def shuffle(self, n: int) -> tuple[int, ...]:
        """An order of 0..n−1, each of the n! equally likely; n from 1 to 256."""
        ...


class ChanceFailed(RuntimeError):
    """The byte source failed its health test: nothing may be drawn of it."""


class Draws:
    """A Generator over any source of bytes."""

    def __init__(self, source: ByteSource) -> None:
        self._source = source

    def below(self, n: int) -> int:
        """A number 0..n−1, each equally likely; n from 1 to 2**64."""
        assert 1 <= n <= 2**64, "a bound that cannot be drawn below"
        size = max(1, ((n - 1).bit_length() + 7) // 8)
        limit = 256**size - 256**size % n
        while (drawn := int.from_bytes(self._source(size), "big")) >= limit:
            pass
        return drawn % n

    def shuffle(self, n: int) -> tuple[int, ...]:
        """An order of 0..n−1, each of the n! equally likely (Fisher and Yates); n from 1 to 256."""
        assert 1 <= n <= 256, "an order that cannot be drawn"
        order = list(range(n))
        data = iter(self._source(_FETCH_BYTES))
        for count in range(n, 1, -1):
            limit = _LIMITS[count]
            while (byte := next(data, 256)) >= limit:
                if byte == 256:
                    data = iter(self._source(_FETCH_BYTES))
            at = byte % count
            order[count - 1], order[at] = order[at], order[count - 1]
        return tuple(order)


class HealthTest:
    """Watches bytes for the failures of a broken source: sticking, and favouring a value.

    The two continuous tests of NIST SP 800-90B (4.4). A machine spends under 2⁸ bytes on a round and plays
    under 2²⁷ rounds in its life (one each two seconds for eight years): under 2³⁵ bytes, 2²⁶ windows.
    Repetition: 11 equal bytes in a row, by chance 2⁻⁸⁰ at each byte. Proportion: in a window of 512 bytes the
    first one 32 times or more, by chance 2⁻⁸⁵ in each window. False alarm over the life: below 2⁻⁴⁴.
    """

    REPEATED = 11
    WINDOW = 512
    EQUAL = 32

    def __init__(self) -> None:
        self._tail = b""
        self._window = b""
        self._stuck = re.compile(rb"(.)\1{%d}" % (self.REPEATED - 1), re.DOTALL)

    def watch(self, data: bytes) -> bytes:
        """The same bytes, if they pass together with those before; raises ChanceFailed."""
        joined = self._tail + data
        if self._stuck.search(joined):
            raise ChanceFailed("the byte source repeats one byte")
        self._tail = joined[-(self.REPEATED - 1) :]
        filled = self._window + data
        whole = len(filled) - len(filled) % self.WINDOW
        for start in range(0, whole, self.WINDOW):
            if filled.count(filled[start : start + 1], start, start + self.WINDOW) >= self.EQUAL:
                raise ChanceFailed("the byte source favours one byte")
        self._window = filled[whole:]
        return data


class SystemChance(Draws):
    """The machine's own chance: the operating system's generator, watched. Refuses to start on a sick source."""

    START_BYTES = 4096
    #: Ones among the 32,768 bits of the start test: 8 standard deviations either way, by chance 2⁻⁴⁹ at a start
    #: and below 2⁻³⁵ over 2¹⁴ starts (four a day for ten years).
    ONES_OFF = 724

    def __init__(self, source: ByteSource = os.urandom) -> None:
        self._health = HealthTest()
        self._raw = source
        super().__init__(self.raw)
        data = self.raw(self.START_BYTES)
        ones = int.from_bytes(data, "big").bit_count()
        if abs(ones - self.START_BYTES * 4) > self.ONES_OFF:
            raise ChanceFailed("the byte source favours one bit")

    def raw(self, count: int) -> bytes:
        """*count* bytes of the source, watched; raises ChanceFailed."""
        data = self._raw(count)
        if len(data) != count:
            raise ChanceFailed("the byte source gives too few bytes")
        return self._health.watch(data)

    def cycle(self) -> None:
        """Draw a window of bytes for the test alone and drop them: between games, from the idle machine."""
        self.raw(HealthTest.WINDOW)


class SeededChance:
    """A stream for each round out of one seed (BLAKE2b of round and counter, keyed with the seed).

    For demonstration and simulation: the same seed gives the same rounds, whichever is asked for first.
    """

    def __init__(self, seed: int) -> None:
        if not 0 <= seed < 256**_SEED_BYTES:
            raise ValueError("a seed is a whole number from 0 up, below 2**256")
        self._keyed = blake2b(key=seed.to_bytes(_SEED_BYTES, "big"), digest_size=_BLOCK_BYTES, person=b"cabinet seed")

    def for_round(self, number: int) -> Draws:
        """The draws of round *number* (0 up), from the first on."""
        keyed = self._keyed.copy()
        keyed.update(number.to_bytes(8, "big"))
        counter = 0

        def source(count: int) -> bytes:
            nonlocal counter
            data = b""
            while len(data) < count:
                block = keyed.copy()
                block.update(counter.to_bytes(8, "big"))
                data += block.digest()
                counter += 1
            return data[:count]

        return Draws(source)


def commitment(round_number: int, order: Sequence[int], nonce: bytes) -> str:
    """The SHA-256, in hex, that binds to an *order* before it is shown.

    Over: "cabinet order 1\\n" · round number, 8 bytes, big end first · number of pieces, 2 bytes · each piece,
    1 byte · the nonce, 16 bytes or more, to the end.
    """
    assert len(nonce) >= _NONCE_BYTES_LEAST, "a nonce that could be guessed"
    told = _COMMITMENT_HEAD + round_number.to_bytes(8, "big") + len(order).to_bytes(2, "big") + bytes(order) + nonce
    return sha256(told).hexdigest()


def verify_commitment(committed: str, round_number: int, order: Sequence[int], nonce: bytes) -> bool:
    """Whether *order* and *nonce* are the ones that *committed* binds to."""
    return compare_digest(committed.encode(), commitment(round_number, order, nonce).encode())
