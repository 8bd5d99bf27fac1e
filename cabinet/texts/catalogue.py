"""The sentences of one language, by code: a gettext catalogue read from its source file, no tool to compile it.

Decides where catalogues lie and how a plural is picked. Knows no money and no screen. A code is a stable word
("refused.over_credit"); the English file holds every code there is.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from cabinet.texts.languages import LANGUAGES


def catalogue_folder() -> Path:
    """Where the catalogues lie: one .po file a language."""
    return Path(__file__).resolve().parents[2] / "assets" / "texts"


def read_catalogue(language: str) -> Catalog:
    """The source of a language's catalogue; *language* one of LANGUAGES."""
    assert language in LANGUAGES, f"no catalogue speaks {language}"
    with (catalogue_folder() / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def codes(catalogue: Catalog) -> Iterator[str]:
    """Every code of a catalogue that has a sentence."""
    for message in catalogue:
        if message.id:
            yield message.id if isinstance(message.id, str) else message.id[0]


class Sentences:
    """One language's sentences, English where one is missing."""

    def __init__(self, language: str) -> None:
        self._found = _compiled(language)
        self._codes = frozenset(codes(read_catalogue("en"))) if language == "en" else frozenset()
        if language != "en":
            english = Sentences("en")
            self._codes = english._codes
            self._found.add_fallback(english._found)

    def knows(self, code: str) -> bool:
        """Whether there is a sentence for *code*."""
        return code in self._codes

    def template(self, code: str, count: int | None = None) -> str:
        """The sentence with its braces; *count* picks the plural form. An unknown code is shown as it is."""
        if not self.knows(code):
            return f"[{code}]"
        plural = code if count is None else self._found.ngettext(code, code, count)
        return self._found.gettext(code) if plural == code else plural


def _compiled(language: str) -> GNUTranslations:
    binary = io.BytesIO()
    write_mo(binary, read_catalogue(language))
    binary.seek(0)
    return GNUTranslations(binary)
