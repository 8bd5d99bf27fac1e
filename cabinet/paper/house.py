"""What every paper carries of the house it comes from, and how its texts are said.

Decides dates, the human form of a number, and which language stands in a field: template printers have plain
letters only, so a text without a plain spelling is said in English there. Knows no kind of paper.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from cabinet.ports.printer import Line
from cabinet.texts import Texts
from cabinet.texts.fonts import needs_cjk

COLUMNS = 40  # letters of a line of size 1 on the narrowest paper; size 2 has half as many, size 3 a third


@dataclass(frozen=True, slots=True)
class House:
    """The issuer: *asset_number* as written, *station* 1..7, *language* of the catalogue, *bench* = void paper.

    *plain_letters*: everything on this paper must be spelled in plain letters.
    """

    site: str
    address: str
    asset_number: str
    station: int
    currency: str
    decimals: int
    language: str = "en"
    bench: bool = False
    plain_letters: bool = False

    @property
    def texts(self) -> Texts:
        return _texts(self.language, self.currency, self.decimals)

    def amount(self, cents: int) -> str:
        """ISO letters and figures: "USD 37.50"; never a currency sign."""
        return self.texts.iso(cents)

    def words(self, cents: int) -> str:
        """The amount in words, in capitals."""
        return self.plain_words(cents) if self.plain_letters else self.texts.words(cents).upper()

    def plain_words(self, cents: int) -> str:
        """The amount in words for a field of plain letters."""
        english = _texts("en", self.currency, self.decimals)
        return plain(self.texts.words(cents).upper(), english.words(cents).upper(), self.language)

    def say(self, code: str, /, **params: object) -> str:
        """A sentence in the language of the house."""
        return self.plain_say(code, **params) if self.plain_letters else self.texts.say(code, **params)

    def plain_say(self, code: str, /, **params: object) -> str:
        """A sentence for a field of plain letters."""
        english = _texts("en", self.currency, self.decimals)
        return plain(self.texts.say(code, **params), english.say(code, **params), self.language)

    def machine(self) -> dict[str, object]:
        return {"asset": self.asset_number, "station": self.station}


_WIDE_SIGNS = r"\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_GERMAN = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE", "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ẞ": "SS"})


@lru_cache(maxsize=16)
def _texts(language: str, currency: str, decimals: int) -> Texts:
    """Reading a catalogue takes longer than laying out a ticket."""
    return Texts(language, currency, decimals)


def plain(text: str, english: str, language: str) -> str:
    """*text* if plain letters can spell it (accents are dropped, German vowels get their e), else *english*."""
    if language == "de":
        text = text.translate(_GERMAN)
    decomposed = unicodedata.normalize("NFKD", text)
    spelled = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return spelled if spelled.isascii() else english


def date_and_time(wall: str) -> tuple[str, str]:
    """Date (year first) and 24-hour time of a wall stamp in ISO format, in the stamp's own offset."""
    stamp = datetime.fromisoformat(wall)
    return stamp.strftime("%Y-%m-%d"), stamp.strftime("%H:%M:%S")


def human(number: str) -> str:
    """18 digits as people read them: 00-0000-0000-0000-0000."""
    assert re.fullmatch("[0-9]{18}", number), "a ticket number has 18 digits"
    return "-".join((number[:2], *(number[at : at + 4] for at in range(2, 18, 4))))


def centred(text: str, size: int = 1) -> tuple[Line, ...]:
    """*text* as centred lines, broken between words where the narrowest paper ends."""
    return tuple(Line(part, size, "centre") for part in broken(text, COLUMNS // size))


def broken(text: str, columns: int) -> tuple[str, ...]:
    """*text* in parts of at most *columns* letters; a Chinese sign is as wide as two, and breaks anywhere."""
    parts, part = [], ""
    for word in _words(text):
        if part and width(part + word.rstrip()) > columns:
            parts.append(part.rstrip())
            part = ""
        part += word
    return (*parts, part.rstrip())


def _words(text: str) -> list[str]:
    """Words with the blank after them; a Chinese sign is a word of its own."""
    return re.findall(rf"[{_WIDE_SIGNS}] ?|[^ {_WIDE_SIGNS}]+ ?| +", text)


def width(text: str) -> int:
    """How many plain letters *text* is as wide as."""
    return sum(2 if needs_cjk(sign) else 1 for sign in text)
