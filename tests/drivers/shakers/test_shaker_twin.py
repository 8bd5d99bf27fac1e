"""The emulated shaker obeys its protocol, whoever speaks to it."""

from __future__ import annotations

import pytest

from drivers.emulators.shaker import ShakerTwin
from drivers.emulators.world import World
from drivers.shakers.shaker_wire import Identity, LineReader, Nack, Reading, State, Told, line, read_told

B = "B,{:03},0000000000000007,{},3,00000000DEADBEEF"


class Table:
    def __init__(self) -> None:
        self.twin, self.now, self._reader = ShakerTwin(World().shelf("s"), seed=1), 0, LineReader()

    def say(self, body: str) -> list[Told]:
        """What it says to *body* at once."""
        self.hear()
        self.twin.receive(line(body), self.now)
        return self.hear()

    def hear(self, ms: int = 0) -> list[Told]:
        told: list[Told] = []
        for _ in range(ms // 100):
            self.now += 100
            self.twin.receive(line(f"K,{self.now // 100 % 900 + 1:03}"), self.now)
            told += self._said()
        return told + self._said()

    def _said(self) -> list[Told]:
        bodies = self._reader.feed(self.twin.pull(self.now))
        read = [read_told(body) for body in bodies]
        assert None not in read
        return [told for told in read if told is not None]


def states(told: list[Told]) -> list[str]:
    return list(dict.fromkeys(line.state for line in told if isinstance(line, State)))


def test_a_roll_goes_through_the_states_of_the_sheet() -> None:
    table = Table()
    told = table.say(B.format(1, 1)) + table.hear(6000)
    assert states(told) == ["SHAKING", "SETTLING", "READING", "RESULT"]
    readings = [line for line in told if isinstance(line, Reading)]
    assert [line.read for line in readings] == [1, 2]
    assert readings[0].faces == readings[1].faces
    assert all(line.tumbles >= 3 for line in readings)
    last = [line for line in told if isinstance(line, State)][-1]
    assert last.flags == 0x80


def test_a_command_said_again_is_done_once_and_answered_again() -> None:
    table = Table()
    table.say(B.format(1, 1))
    table.hear(6000)
    again = f"R,002,{7:016X},1"
    first, second = table.say(again), table.say(again)
    assert [line.read for line in (*first, *second) if isinstance(line, Reading)] == [3, 3]
    stored = f"A,003,{7:016X},1"
    assert states(table.say(stored)) == states(table.say(stored)) == ["IDLE"]


def test_the_same_attempt_is_not_shaken_twice_and_only_the_next_one_is() -> None:
    table = Table()
    table.say(B.format(1, 1))
    table.hear(6000)
    assert states(table.say(B.format(2, 1))) == ["RESULT"]
    assert states(table.say(B.format(3, 2))) == ["SHAKING"]
    table.hear(6000)
    assert table.twin.status()["rolls"] == 2
    assert table.say(B.format(4, 5)) == [Nack(4, 1)]


@pytest.mark.parametrize(
    ("body", "code"),
    [("Z,004", 2), ("B,004,7,1,3,X", 3), (f"R,004,{9:016X},1", 4), (f"A,004,{9:016X},1", 4), ("H,004,9", 3)],
)
def test_what_it_cannot_do_it_says(body: str, code: int) -> None:
    table = Table()
    table.say(B.format(1, 1))
    table.hear(6000)
    assert table.say(body) == [Nack(4, code)]


def test_two_seconds_without_a_valid_frame_make_a_roll_safe_but_keep_its_result() -> None:
    table = Table()
    table.say(B.format(1, 1))
    table.twin.receive(b"", 3000)
    assert table.twin.status()["position"] == "safe"
    assert table.twin.status()["rolls"] == 0  # the motor stopped, nothing was read
    held = Table()
    held.say(B.format(1, 1))
    held.hear(6000)
    held.twin.receive(b"", held.now + 3000)
    held.now += 3000
    told = [line for line in held.say("Q,009") if isinstance(line, State)][-1]
    assert (told.state, told.flags) == ("SAFE", 0x80)
    assert states(held.say("C,010,0")) == ["IDLE"]


def test_it_says_who_it_is_and_counts_its_boots() -> None:
    table = Table()
    (first,) = table.say("H,001,1")
    assert isinstance(first, Identity)
    table.twin.power_up(table.now)
    table.hear(3000)
    (second,) = table.say("H,002,1")
    assert isinstance(second, Identity)
    assert (first.boot, second.boot, second.dice) == ("0001", "0002", 3)


def test_the_lid_loses_the_attempt() -> None:
    table = Table()
    table.say(B.format(1, 1))
    table.twin.bench({"lid": "open"}, table.now)
    assert states(table.hear()) == ["OPEN"]
    table.twin.bench({"lid": "closed"}, table.now)
    assert states(table.hear()) == ["IDLE"]
    table.hear(8000)
    assert table.twin.status()["rolls"] == 0


def test_unknown_acts_are_answers() -> None:
    assert Table().twin.bench({"shout": True}, 0) == {"error": "unknown act"}
