"""One language of the cabinet: sentences by code, money in its manner, amounts in words.

Decides how a sentence's parameters are shown: what ends in _cents as money, what ends in _bp (hundredths of a
percent) as a percentage, what names a thing (a bet, a device,
a fault) by that thing's own word, everything else as it is. Never raises for a code or a parameter: a screen must
not fall over a word. Tests see to it that every code is there in every language.
"""

from __future__ import annotations

from collections.abc import Mapping

from cabinet.texts.catalogue import Sentences
from cabinet.texts.money import Figures, iso
from cabinet.texts.stamps import stamp
from cabinet.texts.words import in_words

#: Parameters whose value is itself a word of the catalogue, and where it is found.
NAMED = {
    "bet": "bet",
    "main": "bet",
    "other": "bet",
    "game": "game",
    "device": "device",
    "answers": "device",
    "fault": "fault",
    "door": "door",
    "assist": "assist",
    "outcome": "outcome",
    "why": "why",
    "reason": "why",
    "place": "device",
    "role": "role",
}


class Texts:
    """What the cabinet says in *language*; amounts are minor units of *currency* with *decimals* digits."""

    def __init__(self, language: str, currency: str = "USD", decimals: int = 2) -> None:
        self.language, self.currency, self.decimals = language, currency, decimals
        self._sentences = Sentences(language)
        self._figures = Figures(language, currency, decimals)

    def say(self, code: str, /, **params: object) -> str:
        """The sentence of *code*, its braces filled; a missing parameter shows as …, an unknown code as it is."""
        count = params.get("count")
        plural = int(str(count)) if count is not None and str(count).isdigit() else None
        shown = _Shown({name: self._shown(name, value) for name, value in params.items()})
        return self._sentences.template(code, plural).format_map(shown)

    def knows(self, code: str) -> bool:
        """Whether there is a sentence for *code*."""
        return self._sentences.knows(code)

    def money(self, cents: int) -> str:
        """The amount as the language writes it, with the currency's sign."""
        return self._figures.money(cents)

    def figure(self, cents: int) -> str:
        """The amount as the language writes it, without the currency."""
        return self._figures.figure(cents)

    def number(self, value: int) -> str:
        """A whole number as the language groups it."""
        return self._figures.number(value)

    def share(self, value: int) -> str:
        """A part of a whole given in hundred-thousandths, with two digits, cut: 2279 is 2.27 %."""
        cut = abs(value) // 10
        return f"{self._figures.hundredths(-cut if value < 0 else cut)} %"

    def stamp(self, wall: str, *, year: bool = False, seconds: bool = False) -> str:
        """An ISO stamp as day and 24-hour time."""
        return stamp(self.language, wall, year=year, seconds=seconds)

    def iso(self, cents: int) -> str:
        """The amount for paper and logs, in ASCII: "USD 1234.50"."""
        return iso(cents, self.currency, self.decimals)

    def words(self, cents: int) -> str:
        """The amount in words."""
        return in_words(cents, self.language, self.currency, self.decimals)

    def _shown(self, name: str, value: object) -> str:
        text = str(value)
        if name.endswith("_cents") and text.lstrip("-").isdigit():
            return self.money(int(text))
        if name.endswith("_bp") and text.lstrip("-").isdigit():
            return self._figures.hundredths(int(text))
        if name in NAMED:
            return self._name(NAMED[name], text)
        return text

    def _name(self, kind: str, text: str) -> str:
        """A thing's own word: "acceptor.1" is the acceptor of station 1. Unknown things show as they are."""
        if self.knows(f"{kind}.{text}"):
            return self.say(f"{kind}.{text}")
        thing, _, station = text.rpartition(".")
        if station.isdigit() and self.knows(f"{kind}.{thing}"):
            return self.say(f"{kind}.{thing}")
        return text


class _Shown(dict[str, str]):
    """Parameters of a sentence; a missing one shows as an ellipsis."""

    def __init__(self, params: Mapping[str, str]) -> None:
        super().__init__(params)

    def __missing__(self, name: str) -> str:
        return "…"
