"""Text as a ticket printer can print it: printable ASCII or nothing, and the word for what cannot be printed.

Decides which letters have a safe ASCII spelling. Never prints "?" for a letter it does not know: such a
text is refused as a whole, for a ticket that cannot be read is worse than no ticket.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refused:
    """The document cannot be printed by this printer; nothing was sent."""

    reason: str


_SPELLED = {
    "€": "EUR ",
    "£": "GBP ",
    "¥": "JPY ",
    "ß": "ss",
    "Æ": "AE",
    "æ": "ae",
    "Ø": "O",
    "ø": "o",
    "Œ": "OE",
    "œ": "oe",
    "ł": "l",
    "Ł": "L",
    "–": "-",
    "—": "-",
    "−": "-",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "…": "...",
    "\u00a0": " ",
    "\u202f": " ",
    "\t": " ",
    "\n": " ",
}


def ascii_of(text: str) -> str | None:
    """*text* in printable ASCII (accents dropped, currency signs as ISO letters), None if it has no spelling."""
    spelled = "".join(_SPELLED.get(letter, letter) for letter in text)
    letters = [letter for letter in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(letter)]
    if all(" " <= letter <= "~" for letter in letters):
        return "".join(letters)
    return None
