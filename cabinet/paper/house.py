"""What every paper carries of the house it comes from, and how its texts are said.

Decides dates, the human form of a number, and which language stands in a field: template printers have plain
letters only, so a text without a plain spelling is said in English there. Knows no kind of paper.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from cabinet.texts import Texts


@dataclass(frozen=True, slots=True)
class House:
    """The issuer: *asset_number* as written, *station* 1..7, *language* of the catalogue, *bench* = void paper."""

    site: str
    address: str
    asset_number: str
    station: int
    currency: str
    decimals: int
    language: str = "en"
    bench: bool = False

    @property
    def texts(self) -> Texts:
        return _texts(self.language, self.currency, self.decimals)

    def amount(self, cents: int) -> str:
        """ISO letters and figures: "USD 37.50"; never a currency sign."""
        return self.texts.iso(cents)

    def words(self, cents: int) -> str:
        """The amount in words, in capitals."""
        return self.texts.words(cents).upper()

    def plain_words(self, cents: int) -> str:
        """The amount in words for a field of plain letters."""
        return plain(self.words(cents), _texts("en", self.currency, self.decimals).words(cents).upper())

    def say(self, code: str, /, **params: object) -> str:
        return self.texts.say(code, **params)

    def plain_say(self, code: str, /, **params: object) -> str:
        """A sentence for a field of plain letters."""
        return plain(self.say(code, **params), _texts("en", self.currency, self.decimals).say(code, **params))

    def machine(self) -> dict[str, object]:
        return {"asset": self.asset_number, "station": self.station}


@lru_cache(maxsize=16)
def _texts(language: str, currency: str, decimals: int) -> Texts:
    """Reading a catalogue takes longer than laying out a ticket."""
    return Texts(language, currency, decimals)


def plain(text: str, english: str) -> str:
    """*text* if plain letters can spell it (accents may be dropped), else *english*."""
    decomposed = unicodedata.normalize("NFKD", text.replace("ß", "SS").replace("ẞ", "SS"))
    spelled = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return spelled if spelled.isascii() else english


def date_and_time(wall: str) -> tuple[str, str]:
    """Date (year first) and 24-hour time of a wall stamp in ISO format, in the stamp's own offset."""
    stamp = datetime.fromisoformat(wall)
    return stamp.strftime("%Y-%m-%d"), stamp.strftime("%H:%M:%S")


def human(number: str) -> str:
    """18 digits as people read them: 00-0000-0000-0000-0000."""
    assert len(number) == 18 and number.isascii() and number.isdigit(), "a ticket number has 18 digits"
    return "-".join((number[:2], *(number[at : at + 4] for at in range(2, 18, 4))))
