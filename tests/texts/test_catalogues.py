"""Every sentence is there in every language, with the same gaps to fill; nothing is said that is not there."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from cabinet.games import GAMES
from cabinet.games.base import GameOptions
from cabinet.games.refusals import SENTENCES
from cabinet.machine.faults import FAULTS
from cabinet.ports.deck import DOORS
from cabinet.texts.catalogue import catalogue_folder, codes, read_catalogue
from cabinet.texts.languages import LANGUAGES

PROGRAM = Path(__file__).parents[2] / "cabinet"
ENGLISH = frozenset(codes(read_catalogue("en")))
#: Beginnings of codes that only screens say, and that no control is named by.
ON_SCREEN = {
    "state",
    "attract",
    "result",
    "cash_out",
    "hint",
    "cloth",
    "notice",
    "level",
    "compared",
    "closed",
    "spot",
    "waiting",
    "help",
    "meter",
}
#: Calls whose first argument is a code of the catalogue.
CODE = re.compile(r"[a-z_]+(\.[a-z0-9_]*[a-z0-9])+")
SPEAKERS = {"say", "refusal", "Refusal", "Message"}


def sentences(catalogue: Catalog) -> dict[str, Message]:
    return {m.id[0] if isinstance(m.id, tuple) else str(m.id): m for m in catalogue if m.id}


def forms(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, tuple) else (str(message.string),)


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_code_and_no_other(language: str) -> None:
    assert set(codes(read_catalogue(language))) == ENGLISH


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty_doubtful_or_has_other_gaps_than_english(language: str) -> None:
    english, own = sentences(read_catalogue("en")), sentences(read_catalogue(language))
    for code, message in own.items():
        wanted = gaps(forms(english[code])[0])
        for form in forms(message):
            assert form.strip(), f"{language} {code} is empty"
            assert gaps(form) == wanted, f"{language} {code} fills {gaps(form)}, English fills {wanted}"
        assert not message.fuzzy, f"{language} {code} is marked as doubtful"
        assert message.pluralizable == english[code].pluralizable, f"{language} {code} has other plurals"


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_language_is_really_spoken(language: str) -> None:
    """Texts with words must not all be copies of the English ones."""
    english, own = sentences(read_catalogue("en")), sentences(read_catalogue(language))
    same = [code for code in own if forms(own[code])[0] == forms(english[code])[0]]
    assert len(same) < len(own) // 12, same


def test_there_is_a_catalogue_for_every_language_and_no_other() -> None:
    assert {path.stem for path in catalogue_folder().glob("*.po")} == set(LANGUAGES)


def spoken() -> Iterator[tuple[str, str, bool]]:
    """(place, code or its beginning, whole) for every code that the program says literally."""
    for path in sorted(PROGRAM.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name not in SPEAKERS:
                continue
            place = f"{path.relative_to(PROGRAM.parent)}:{node.lineno}"
            for part in ast.walk(node.args[0]):
                first = part.values[0] if isinstance(part, ast.JoinedStr) and part.values else None
                if isinstance(first, ast.Constant) and "." in str(first.value)[1:]:
                    yield place, str(first.value), False
                    break
                if isinstance(part, ast.Constant) and CODE.fullmatch(str(part.value)):
                    yield place, str(part.value), True


def in_screens() -> Iterator[tuple[str, str]]:
    """(place, code) for every word of the screens that looks like a sentence's code, also in their tables."""
    for path in sorted((PROGRAM / "screens").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            word = str(node.value) if isinstance(node, ast.Constant) else ""
            if CODE.fullmatch(word) and word.split(".")[0] in ON_SCREEN:
                yield f"{path.name}:{node.lineno}", word


def test_every_code_in_a_table_of_the_screens_is_in_the_catalogue() -> None:
    found = list(in_screens())
    assert len(found) > 20, "the search finds nothing any more"
    missing = [f"{place} {code}" for place, code in found if code not in ENGLISH]
    assert not missing, "\n".join(missing)


def test_every_code_that_is_said_is_in_the_catalogue() -> None:
    said = list(spoken())
    assert len(said) > 20, "the search finds nothing any more"
    missing = [
        f"{place} {code}"
        for place, code, whole in said
        if not (code in ENGLISH if whole else any(known.startswith(code) for known in ENGLISH))
    ]
    assert not missing, "\n".join(missing)


def filled() -> Iterator[tuple[str, str, set[str]]]:
    """(place, code, names of the parameters given) of every call that names its code and its parameters."""
    for path in sorted(PROGRAM.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            code = f"refused.{node.args[0].value}" if name == "Refused" else str(node.args[0].value)
            given = {keyword.arg for keyword in node.keywords}
            if name in ("say", "refusal", "Refused") and code in ENGLISH and None not in given:
                yield f"{path.relative_to(PROGRAM.parent)}:{node.lineno}", code, {str(one) for one in given}


def test_every_sentence_gets_what_it_wants_to_say() -> None:
    """A gap that nobody fills would show as an ellipsis."""
    english, found = sentences(read_catalogue("en")), list(filled())
    assert len(found) > 50, "the search finds nothing any more"
    short = [
        f"{place} {code}: {gaps(forms(english[code])[0]) - given}"
        for place, code, given in found
        if not gaps(forms(english[code])[0]) <= given
    ]
    assert not short, "\n".join(short)


def table_codes() -> Iterator[str]:
    """Codes that are built from tables."""
    yield from (f"fault.{code}" for code in FAULTS)
    yield from (f"refused.{code}" for code in SENTENCES)
    yield from (f"door.{door}" for door in DOORS)
    yield from (f"language.{language}" for language in LANGUAGES)
    for name, game in GAMES.items():
        yield f"game.{name}"
        for spec in game.bets(GameOptions(dice=True)):
            yield from (f"bet.{spec.name}", f"spot.{spec.name}")
            yield from (f"outcome.{line.outcome}" for line in spec.pays)


def test_every_row_of_the_tables_can_be_said() -> None:
    assert set(table_codes()) <= ENGLISH, set(table_codes()) - ENGLISH
