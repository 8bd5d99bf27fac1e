"""Hidden orders sealed: what is not yet to be seen lies in the journal as AES-256-GCM text.

    sealed = base64( IV 12 bytes | AES-GCM( nonce length 1 byte | nonce | each number 2 bytes ) ), bound to its round

Numbers have a fixed width, so that the length of a seal tells nothing. Decides nothing about draws or commitments.
"""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from cabinet.storage.keyfile import KEY_BYTES, key_of

_IV_BYTES = 12
_NUMBER_BYTES = 2


class SealBroken(Exception):
    """The sealed text is not what was sealed for this round with this key."""


class Sealer:
    """Seals and opens with the key in one file."""

    def __init__(self, key_path: Path, *, may_make: bool = True, fresh: Callable[[int], bytes] = os.urandom) -> None:
        """Makes the key file once when *may_make*; *fresh* gives n bytes never used before; raises KeyRefused."""
        self._fresh = fresh
        self._cipher = AESGCM(key_of(key_path, lambda: os.urandom(KEY_BYTES), may_make=may_make))

    def seal(self, round_number: int, order: tuple[int, ...], nonce: bytes) -> str:
        """Base64 text of *order* (numbers 0…65535) and *nonce* (at most 255 bytes)."""
        assert len(nonce) <= 255
        plain = bytes([len(nonce)]) + nonce + b"".join(n.to_bytes(_NUMBER_BYTES, "big") for n in order)
        iv = self._fresh(_IV_BYTES)
        return urlsafe_b64encode(iv + self._cipher.encrypt(iv, plain, _bound_to(round_number))).decode()

    def open(self, round_number: int, sealed: str) -> tuple[tuple[int, ...], bytes]:
        """Order and nonce; raises SealBroken."""
        try:
            data = urlsafe_b64decode(sealed.encode("ascii"))
            plain = self._cipher.decrypt(data[:_IV_BYTES], data[_IV_BYTES:], _bound_to(round_number))
        except (InvalidTag, ValueError) as bad:
            raise SealBroken(f"the order of round {round_number} cannot be opened") from bad
        nonce, numbers = plain[1 : 1 + plain[0]], plain[1 + plain[0] :]
        places = range(0, len(numbers), _NUMBER_BYTES)
        return tuple(int.from_bytes(numbers[at : at + _NUMBER_BYTES], "big") for at in places), nonce


def _bound_to(round_number: int) -> bytes:
    return f"cabinet order 1, round {round_number}".encode()
