"""Where rounds lie: the end of the journal is enough for the newest, a few looks for any (bounded time)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from cabinet.reports.rounds import Place, newest_places, place_of, places
from cabinet.storage.chain import Row
from tests.reports.history import History, any_legal


@cache
def rows() -> tuple[Row, ...]:
    """Rounds of both games, with money between them and nothing at all for a while."""
    history = History(7, any_legal)
    made = list(history.month(60))
    made += [history.write() for _ in range(900)]
    made += [history.commit() for _ in range(3)]
    return tuple(made)


class Counted:
    """The rows as a journal gives them; counts what is looked at."""

    def __init__(self, held: tuple[Row, ...]) -> None:
        self._rows, self.looked_at = held, 0

    def count(self) -> int:
        return self._rows[-1].sequence

    def rows(self, start: int = 1) -> Iterator[Row]:
        for row in self._rows[max(0, start - self._rows[0].sequence) :]:
            self.looked_at += 1
            yield row


def every() -> list[Place]:
    return list(places(rows()))


@pytest.mark.parametrize("most", [1, 10, 59, 60, 100])
def test_the_newest_rounds_are_those_of_one_whole_pass(most: int) -> None:
    assert newest_places(Counted(rows()), most) == every()[-most:][::-1]  # type: ignore[arg-type]


@pytest.mark.parametrize("before", [2, 3, 30, 60])
def test_those_before_a_round_are_found_too(before: int) -> None:
    whole = [place for place in every() if place.round_number < before]
    assert newest_places(Counted(rows()), 5, before) == whole[-5:][::-1]  # type: ignore[arg-type]
    assert newest_places(Counted(rows()), 5, 61) == []  # type: ignore[arg-type]


def test_every_round_is_found_by_its_number_and_no_other() -> None:
    for place in every():
        assert place_of(Counted(rows()), place.round_number) == place  # type: ignore[arg-type]
    for unknown in (0, 61, 10**9):
        assert place_of(Counted(rows()), unknown) is None  # type: ignore[arg-type]


def test_wherever_the_journal_ends_its_last_round_is_found() -> None:
    """Also in the middle of it: then it is not over."""
    for stop in range(1, 200):
        held = rows()[:stop]
        whole = list(places(held))
        assert newest_places(Counted(held), 2) == whole[-2:][::-1]  # type: ignore[arg-type]
        for place in whole[-2:]:
            assert place_of(Counted(held), place.round_number) == place  # type: ignore[arg-type]


def test_behind_an_archive_the_rounds_that_stayed_are_found() -> None:
    """Old rows may have left the cabinet: those that are here are numbered on."""
    left = every()[40].ends
    here = Counted(rows()[left:])
    stayed = [place for place in every() if place.round_number > every()[40].round_number]
    assert newest_places(here, 100) == stayed[::-1]  # type: ignore[arg-type]
    assert newest_places(here, 3, stayed[5].round_number) == stayed[2:5][::-1]  # type: ignore[arg-type]
    for place in stayed:
        assert place_of(here, place.round_number) == place  # type: ignore[arg-type]
    assert place_of(here, every()[7].round_number) is None  # type: ignore[arg-type]


def test_the_newest_ten_are_found_without_reading_the_rest() -> None:
    history = Counted(tuple(History(8, any_legal).month(400)))
    newest_places(history, 10)  # type: ignore[arg-type]
    assert history.looked_at < history.count() / 5
