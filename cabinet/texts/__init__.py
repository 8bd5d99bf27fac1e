"""Text for people: languages, sentences, money, amounts in words, fonts."""

from cabinet.texts.languages import LANGUAGES
from cabinet.texts.speech import Texts

__all__ = ["LANGUAGES", "Texts"]
