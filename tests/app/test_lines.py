"""Questions over a socket: whatever is said, an object comes back."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest

from cabinet.app.lines import MOST_QUESTION_BYTES, LineCaller, LineServer, NoAnswer, NobodyThere, Said, ask
from cabinet.app.places import Places


def echo(question: Said) -> Said:
    return {"heard": question}


@pytest.fixture
def server(places: Places) -> Iterator[LineServer]:
    found = LineServer(places.bench, echo)
    found.start()
    yield found
    found.close()


def raw(places: Places, data: bytes) -> Said:
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(10)
        link.connect(str(places.bench))
        link.sendall(data)
        answer: Said = json.loads(link.makefile("rb").readline())
        return answer


@pytest.mark.usefixtures("server")
def test_every_line_is_answered_in_its_order(places: Places) -> None:
    caller = LineCaller(places.bench)
    for number in range(50):
        assert caller.ask({"n": number, "text": "a\nb €"}) == {"heard": {"n": number, "text": "a\nb €"}}
    caller.close()


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("line", [b"{\n", b"[]\n", b"1\n", b"\xff\n", b"[" * 60_000 + b"\n", b'"x"\n'])
def test_nonsense_is_answered(places: Places, line: bytes) -> None:
    assert "error" in raw(places, line)
    assert ask(places.bench, {"still": "there"}) == {"heard": {"still": "there"}}


@pytest.mark.usefixtures("server")
def test_a_line_too_long_is_answered_and_ends_the_call(places: Places) -> None:
    assert raw(places, b"x" * (MOST_QUESTION_BYTES + 1)) == {"error": "line too long"}
    assert ask(places.bench, {}) == {"heard": {}}


def test_nobody_there_is_told_apart_from_no_answer(places: Places) -> None:
    """Only where nobody listened may the same be asked again: an act must not be done twice."""
    with pytest.raises(NobodyThere):
        ask(places.bench, {})
    silent = socket.socket(socket.AF_UNIX)
    silent.bind(str(places.bench))
    silent.listen()
    with pytest.raises(NoAnswer) as no:
        ask(places.bench, {}, timeout_s=0.05)
    assert not isinstance(no.value, NobodyThere)
    silent.close()


def test_a_server_takes_over_a_dead_ones_name_and_leaves_a_living_ones(places: Places) -> None:
    first = LineServer(places.bench, echo)
    first.start()
    second = LineServer(places.bench, lambda _: {"second": True})
    second.start()
    first.close()
    assert ask(places.bench, {}) == {"second": True}
    second.close()
    assert not places.bench.exists()


def test_a_file_of_the_sockets_name_is_not_removed(places: Places) -> None:
    places.bench.write_text("somebody's work")
    with pytest.raises(OSError):
        LineServer(places.bench, echo)
    assert places.bench.read_text() == "somebody's work"
