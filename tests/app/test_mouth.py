"""No picture, no notes (A16)."""

from __future__ import annotations

from typing import Any

import pytest

from cabinet.app.mouth import Mouth
from cabinet.ports.acceptor import Enable, Stack
from cabinet.ports.deck import Lamps

OPEN, SHUT = Enable(True, True), Enable(False, False)


@pytest.fixture
def sent() -> list[tuple[str, Any]]:
    return []


def test_the_mouth_opens_with_the_first_picture_and_shuts_with_the_last(sent: list[tuple[str, Any]]) -> None:
    mouth = Mouth(lambda device, order: sent.append((device, order)), (1, 2))
    mouth.order("acceptor.1", OPEN)
    mouth.order("acceptor.2", OPEN)
    mouth.seen(1, True)
    mouth.seen(1, False)
    assert sent == [("acceptor.1", SHUT), ("acceptor.2", SHUT), ("acceptor.1", OPEN), ("acceptor.1", SHUT)]


def test_what_the_machine_shuts_no_picture_opens(sent: list[tuple[str, Any]]) -> None:
    mouth = Mouth(lambda device, order: sent.append((device, order)), (1,))
    mouth.order("acceptor.1", OPEN)
    mouth.order("acceptor.1", SHUT)
    mouth.seen(1, True)
    assert sent[-1] == ("acceptor.1", SHUT)


def test_a_note_inside_goes_on_and_other_devices_too(sent: list[tuple[str, Any]]) -> None:
    mouth = Mouth(lambda device, order: sent.append((device, order)), (1,))
    mouth.order("acceptor.1", Stack())
    mouth.order("deck.1", Lamps(()))
    assert sent == [("acceptor.1", Stack()), ("deck.1", Lamps(()))]


def test_a_cabinet_without_pictures_takes_notes(sent: list[tuple[str, Any]]) -> None:
    mouth = Mouth(lambda device, order: sent.append((device, order)), ())
    mouth.order("acceptor.1", OPEN)
    assert sent == [("acceptor.1", OPEN)]
