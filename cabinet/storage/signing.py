"""The machine's Ed25519 key: what it signs can be checked by anybody who has the public key of the first row.

    head of the chain     signs  "cabinet head 1\\n" sequence "\\n" hash
    any other text        signs  "cabinet " purpose " 1\\n" text

Decides the signed forms. Knows neither journal nor files other than the key.
"""

from __future__ import annotations

from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cabinet.storage.keyfile import key_of


class MachineKey:
    """The private key in one file, made once."""

    def __init__(self, key_path: Path, *, may_make: bool = True) -> None:
        """Makes the key file when it is missing and *may_make*; raises KeyRefused."""
        made = key_of(key_path, lambda: Ed25519PrivateKey.generate().private_bytes_raw(), may_make=may_make)
        self._key = Ed25519PrivateKey.from_private_bytes(made)

    @property
    def public_key(self) -> str:
        """64 hex digits, for the first row of the journal."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, head: str, sequence: int) -> str:
        """Signature of the chain's head at that row, 128 hex digits."""
        return self.sign_text("head", f"{sequence}\n{head}")

    def sign_text(self, purpose: str, text: str) -> str:
        """Signature of a text, good for this purpose only, 128 hex digits."""
        return self._key.sign(_message(purpose, text)).hex()


def verify(public_key: str, head: str, sequence: int, signature: str) -> bool:
    """Whether that machine signed this head at this row; False for anything malformed."""
    return verify_text(public_key, "head", f"{sequence}\n{head}", signature)


def verify_text(public_key: str, purpose: str, text: str, signature: str) -> bool:
    """Whether that machine signed this text for this purpose; False for anything malformed."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), _message(purpose, text))
    except (InvalidSignature, ValueError):
        return False
    return True


def _message(purpose: str, text: str) -> bytes:
    assert "\n" not in purpose
    return f"cabinet {purpose} 1\n{text}".encode()
