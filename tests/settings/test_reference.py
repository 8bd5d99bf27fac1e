"""The configuration reference names every key there is, and the file in docs/ is the present one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from cabinet.settings.reference import inner_model, reference
from cabinet.settings.schema import GAME_FILES, PROTOCOLS, MoneyFile, ProfileFile
from drivers.acceptors import ACCEPTORS
from drivers.decks import DECKS
from drivers.printers import PRINTERS
from drivers.shakers import SHAKERS

FILES: list[type[BaseModel]] = [ProfileFile, MoneyFile, *GAME_FILES.values()]


def keys_of(model: type[BaseModel]) -> Iterator[tuple[str, str]]:
    for name, field in model.model_fields.items():
        yield name, field.description or ""
        inner = inner_model(field.annotation)
        if inner is not None:
            yield from keys_of(inner)


@pytest.mark.parametrize("model", FILES)
def test_every_key_stands_in_the_reference_with_its_meaning(model: type[BaseModel]) -> None:
    text = reference()
    for name, meaning in keys_of(model):
        assert meaning, f"{name} has no line about it"
        assert any(f"{name}`" in line and meaning in line for line in text.splitlines()), name


def test_the_file_in_docs_is_the_present_reference() -> None:
    written = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text(encoding="utf-8")
    assert written == reference(), "write it again: config reference > docs/configuration.md"


def test_every_protocol_that_a_driver_speaks_can_be_configured() -> None:
    for kind, registry in {"acceptor": ACCEPTORS, "printer": PRINTERS, "deck": DECKS, "shaker": SHAKERS}.items():
        assert set(registry) <= set(PROTOCOLS[kind]), kind
