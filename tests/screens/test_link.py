"""The line to the machine: broken, split, silent or mad, it never stops the screen and never invents a view."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.ports import commands as c
from cabinet.ports.plain import encode
from cabinet.screens.client import FIRST_RETRY_MS, LAST_RETRY_MS, EngineLink
from cabinet.screens.lines import BadLine, LineBuffer, packed, unpacked
from tests.screens import views


class Machine:
    """The far end of the socket."""

    def __init__(self, path: Path) -> None:
        self.door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.door.bind(str(path))
        self.door.listen(1)

    def accept(self) -> socket.socket:
        link, _ = self.door.accept()
        return link

    def close(self) -> None:
        self.door.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "engine"


@pytest.fixture
def machine(path: Path) -> Iterator[Machine]:
    machine = Machine(path)
    yield machine
    machine.close()


def read(link: socket.socket) -> list[dict[str, object]]:
    return [json.loads(line) for line in link.recv(65_536).splitlines()]


def test_it_says_hello_and_hears_the_newest_view(path: Path, machine: Machine) -> None:
    link = EngineLink(path, 3)
    assert link.poll(0) is None
    link.poll(1)
    far = machine.accept()
    assert read(far) == [{"hello": {"station": 3}}]
    far.sendall(packed({"view": encode(views.EMPTY)}) + packed({"view": encode(views.betting())}))
    assert link.poll(2) == views.betting()
    link.close()
    far.close()


def test_a_view_cut_at_every_byte_is_one_view(path: Path, machine: Machine) -> None:
    """A6: framing is by line, not by time."""
    link = EngineLink(path, 1)
    link.poll(0)
    far = machine.accept()
    line = packed({"view": encode(views.EMPTY)})
    seen = []
    for n in range(0, len(line), 97):
        far.sendall(line[n : n + 97])
        seen.append(link.poll(n))
    assert [view for view in seen if view is not None] == [views.EMPTY]
    link.close()
    far.close()


def test_commands_go_out_as_plain_data(path: Path, machine: Machine) -> None:
    link = EngineLink(path, 1)
    link.poll(0)
    far = machine.accept()
    assert link.send(c.AddChip("main", 500), 0)
    assert {"command": {"is": "AddChip", "bet": "main", "amount_cents": 500}} in read(far)
    link.close()
    far.close()


def test_a_press_without_a_machine_is_dropped_and_not_kept_for_later(path: Path) -> None:
    link = EngineLink(path, 1)
    assert link.poll(0) is None
    assert not link.send(c.CashOut(), 0)
    machine = Machine(path)
    link.poll(10_000)
    link.poll(10_001)
    far = machine.accept()
    assert read(far) == [{"hello": {"station": 1}}]
    link.close()
    far.close()
    machine.close()


def test_it_joins_again_with_growing_pauses(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A4: a machine that is away costs no busy loop and one log line."""
    with caplog.at_level(logging.INFO):
        link = EngineLink(path, 1)
        pauses, last = [], 0
        for now in range(0, 20_000, 10):
            before = link._next_try_ms
            link.poll(now)
            if link._next_try_ms != before:
                pauses.append(now - last)
                last = now
    assert pauses[1] == FIRST_RETRY_MS
    assert max(pauses) == LAST_RETRY_MS
    assert len(caplog.records) == 1
    machine = Machine(path)
    link.poll(60_000)
    assert link.connected
    link.close()
    machine.close()


def test_a_machine_that_goes_is_noticed(path: Path, machine: Machine) -> None:
    link = EngineLink(path, 1)
    link.poll(0)
    machine.accept().close()
    link.poll(1)
    assert not link.connected


NONSENSE = (b"{}\n", b"[1]\n", b"\xff\xfe\n", b'{"view": {"is": "View"}}\n', b'{"view": 5}\n', b"{" * 50 + b"\n")


@pytest.mark.logs
@pytest.mark.parametrize("line", NONSENSE)
def test_nonsense_is_no_view_and_the_next_good_line_is_understood(path: Path, machine: Machine, line: bytes) -> None:
    link = EngineLink(path, 1)
    link.poll(0)
    far = machine.accept()
    far.sendall(line)
    assert link.poll(1) is None
    far.sendall(packed({"view": encode(views.EMPTY)}))
    assert link.poll(2) == views.EMPTY
    link.close()
    far.close()


def test_a_line_without_end_is_bounded() -> None:
    lines = LineBuffer(1000)
    assert lines.feed(b"x" * 1000) == []
    with pytest.raises(BadLine):
        lines.feed(b"x")
    assert lines.feed(b'{"a":1}\n') == [b'{"a":1}']


def test_a_line_must_be_an_object() -> None:
    assert unpacked(b'{"a": "\xc3\xa9"}') == {"a": "é"}
    for bad in (b"1", b"", b"null", b"{'a':1}"):
        with pytest.raises(BadLine):
            unpacked(bad)


def test_deck_buttons_come_in_order_and_a_stale_or_unknown_one_is_dropped(path: Path, machine: Machine) -> None:
    """A button pressed while the screen stood still must not act afterwards."""
    link = EngineLink(path, 1)
    link.poll(10_000)
    far = machine.accept()
    old, unknown = {"nav": "select", "at_ms": 9_400}, {"nav": "jump", "at_ms": 10_000}
    fresh = [{"nav": step, "at_ms": 9_990} for step in ("right", "turn")]
    far.sendall(b"".join(packed(line) for line in (old, fresh[0], unknown, fresh[1])))
    assert link.poll(10_001) is None
    assert link.steps() == ("right", "turn")
    assert link.steps() == ()
    link.close()
    far.close()
