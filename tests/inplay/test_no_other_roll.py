"""D-14: nothing in the machine produces a roll but the shaker's reading. Shown over every signal, effect and import.

The faces of a result are those of the event, or of the first rest that an event left; no answer to an effect and no
command carries faces; and no source but the rules' own enumeration and the emulated shaker knows a face at all.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from cabinet.engine.chances import Chances
from cabinet.machine.decide import decide
from cabinet.machine.signals import Signal, Started
from cabinet.machine.state import State
from cabinet.play import records as play
from cabinet.play.state import TRANSITIONS, Phase
from cabinet.ports import commands as c
from cabinet.ports import shaker as s
from cabinet.ports.acceptor import AcceptorEvent
from cabinet.ports.deck import DeckEvent
from cabinet.ports.effects import DeviceOrder, Effect, ToDevice
from cabinet.ports.link import LinkDown, LinkEvent
from cabinet.ports.printer import PrinterEvent
from cabinet.ports.signals import DeviceEvent, DeviceSaid, Pressed, TimerElapsed
from tests.machine.floor import TABLES, Floor
from tests.machine.setups import options

ROOT = Path(__file__).parents[2]
SHAKER = "shaker.0"
FIRST, READ = (1, 2, 4), (6, 3, 1)
SAYS = {
    "acceptor.1": {*get_args(AcceptorEvent), *get_args(LinkEvent)},
    "printer.1": {*get_args(PrinterEvent), *get_args(LinkEvent)},
    "deck.1": {*get_args(DeckEvent), *get_args(LinkEvent)},
    SHAKER: {*get_args(s.ShakerEvent), *get_args(LinkEvent)},
}
DEVICES = tuple(SAYS)


# -- every signal there is -----------------------------------------------------------------------------


_REAL = {"door": "main", "fault": "disk_low"}
"""What must be the name of a row of the fault table."""


def sample(kind: Any) -> Any:
    """A value of *kind*: numbers are 1 (the round's and the attempt's number), faces those of READ."""
    if kind in (int, str, bool):
        return {int: 1, str: "x", bool: True}[kind]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind))
    if get_origin(kind) is tuple:
        parts = get_args(kind)
        return READ if parts == (int, int, int) else tuple(sample(p) for p in parts if p is not Ellipsis)
    if type(None) in get_args(kind):
        return None
    return kind(**{name: _REAL.get(name) or sample(hint) for name, hint in get_type_hints(kind).items()})


def signals() -> Iterator[Signal]:
    """Every kind of signal with every kind of command and device event, from every device; every timer."""
    for kind in get_args(Signal):
        if kind is Pressed:
            yield from (Pressed(1, sample(command)) for command in get_args(c.Command))
        elif kind is DeviceSaid:
            yield from (
                DeviceSaid(device, sample(event))
                for event, device in product(get_args(DeviceEvent), DEVICES)
                if event in SAYS[device]
            )
        elif kind is TimerElapsed:
            keys = (
                "round.roll",
                "round.again",
                "round.idle",
                "round.set",
                f"asked.{SHAKER}",
                "validation.1",
                "hold.1",
                "x",
            )
            yield from (TimerElapsed(key) for key in keys)
        elif kind is Started:
            yield Started("x", DEVICES, options(dice=True))
        else:
            yield sample(kind)


def shaking(*events: s.ShakerEvent, key: bool = False) -> Floor:
    floor = Floor(options(dice=True), DEVICES)
    floor.note(10_000)
    floor.round(main=1_000, dice_lo=500)
    assert floor.state.play.phase is Phase.SHAKING
    floor.said(SHAKER, *events)
    if key:
        floor.key()
    return floor


REST = s.FirstRest(1, 1, FIRST, "raw")
STATES: dict[str, tuple[tuple[s.ShakerEvent, ...], bool]] = {
    "nothing read yet": ((), False),
    "a first rest": ((REST,), False),
    "frozen": ((s.RollDisturbed(1, 1, "lid_open", False),), True),
    "frozen after a first rest": ((REST, s.RollDisturbed(1, 1, "lid_open", False)), True),
}


def accepted(state: State, signal: Signal) -> tuple[tuple[int, ...], ...]:
    """The faces that *signal* makes a result in *state*."""
    records = decide(state, signal, TABLES).records
    return tuple(record.faces for record in records if isinstance(record, play.DiceAccepted))


@pytest.mark.parametrize("name", STATES)
def test_of_all_signals_only_the_shaker_s_word_or_a_ruling_on_it_makes_a_result(name: str) -> None:
    assert set().union(*SAYS.values()) == set(get_args(DeviceEvent))
    events, key = STATES[name]
    state = shaking(*events, key=key).state
    found = {}
    for signal in signals():
        for faces in accepted(state, signal):
            what = signal.event if isinstance(signal, DeviceSaid) else signal
            found[type(what.command if isinstance(what, Pressed) else what)] = faces
    expected: dict[str, dict[type, tuple[int, ...]]] = {
        "nothing read yet": {s.DiceRead: READ},
        "a first rest": {s.RollDisturbed: FIRST},  # under a closed cover; a reading that differs is frozen
        "frozen": {},
        "frozen after a first rest": {c.RuleDice: FIRST},
    }
    assert found == expected[name]


def test_in_no_other_phase_there_is_a_result_at_all() -> None:
    floor = Floor(options(dice=True), DEVICES)
    floor.note(10_000)
    states = [floor.state]
    floor.deal(main=1_000, dice_lo=500)
    states.append(floor.state)
    floor.set_hands()
    floor.said(SHAKER, s.DiceRead(1, 1, READ, ("raw",)))
    states.append(floor.state)
    phases = [state.play.phase for state in states]
    assert phases == [Phase.BETTING, Phase.SETTING, Phase.SETTLED]
    assert [faces for state in states for signal in signals() for faces in accepted(state, signal)] == []
    assert [phase for phase, record in TRANSITIONS if record is play.DiceAccepted] == [Phase.SHAKING]


def test_without_a_shaker_the_round_ends_without_dice() -> None:
    """No fall-back to anything else: the bets come back."""
    floor = shaking()
    floor.said(SHAKER, LinkDown("gone"))
    floor.elapse("round.roll")
    assert floor.state.play.phase is Phase.SETTLED
    assert floor.view().table.dice == ()
    assert "DiceAccepted" not in floor.names()


# -- every effect there is -----------------------------------------------------------------------------


def test_no_effect_is_answered_by_dice_but_an_order_to_the_shaker() -> None:
    """The performer answers with no word of a device; of all orders only Shake and ReadAgain are about a roll."""
    floor = shaking()
    now = floor.state.play.round
    assert now is not None
    chances = Chances(lambda _: floor.script, floor.script, floor.drawer, floor.clock, lambda *_: None)
    answered = 0
    for kind in get_args(Effect):
        effect = ToDevice(SHAKER, s.Shake(1, 1)) if kind is ToDevice else sample(kind)
        for field, value in {"sealed": now.sealed, "pieces": 28}.items():
            effect = replace(effect, **{field: value}) if field in kind.__slots__ else effect
        for answer in chances.perform(effect, floor.state):
            answered += 1
            assert not isinstance(answer, DeviceSaid)
            assert accepted(floor.state, answer) == ()
    assert answered >= 5
    about_a_roll = {order for order in get_args(DeviceOrder) if {"attempt"} & set(order.__slots__)}
    assert about_a_roll == {s.Shake, s.ReadAgain, s.ResultStored}
    carrying = {order for order in get_args(DeviceOrder) if "faces" in order.__slots__}
    carrying |= {effect for effect in get_args(Effect) if "faces" in effect.__slots__}
    assert carrying == set(), "nobody tells the shaker, or anybody, what lies there"


def test_no_command_carries_faces() -> None:
    assert [command for command in get_args(c.Command) if "faces" in command.__slots__] == []


# -- every source file there is ------------------------------------------------------------------------


@cache
def trees(folder: str) -> tuple[tuple[str, ast.Module], ...]:
    """Every source file under *folder* by its name, parsed once."""
    files = sorted((ROOT / folder).rglob("*.py"))
    return tuple((path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))) for path in files)


def calls(name: str, folder: str = "cabinet") -> set[str]:
    """Files that call *name*, alone or as an attribute."""
    return {
        file
        for file, tree in trees(folder)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name
    }


def test_the_machine_s_record_of_a_result_is_made_in_one_file() -> None:
    assert calls("DiceAccepted") == {"cabinet/machine/dice.py"}


@pytest.mark.parametrize("event", ["DiceRead", "FirstRest", "RollDisturbed"])
def test_the_shaker_s_words_are_spoken_by_its_driver_only(event: str) -> None:
    assert calls(event) == set(), "the machine hears them, it never says them"
    assert calls(event, "drivers") == {"drivers/shakers/roll.py"}


def test_the_table_s_dice_come_from_the_record_only() -> None:
    """Whoever gives a roll its faces by keyword does it from the record."""
    given = {
        file: ast.unparse(keyword.value)
        for file, tree in trees("cabinet/play")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "faces"
    }
    assert given == {"cabinet/play/evolve.py": "faces"}


def imports(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_no_part_of_the_machine_knows_a_generator_or_the_emulated_shaker() -> None:
    """Chance draws tiles and numbers for the engine; the emulated shaker is joined to its driver at the rims."""
    chance = {file for file, tree in trees("cabinet") if "cabinet.chance" in imports(tree)}
    decides = ("games", "play", "bank", "machine", "host", "ports", "screens")
    assert not [file for file in chance if file.split("/")[1] in decides]
    twins = {file for file, tree in trees("cabinet") if any("emulators" in name for name in imports(tree))}
    assert twins
    assert {file.split("/")[1] for file in twins} <= {"app", "cli", "screens"}
    made = calls("ShakerTwin")
    assert made == {"cabinet/app/devices.py"}
    generators = {"random", "numpy.random"}
    assert not [file for file, tree in trees("cabinet") if generators & imports(tree)]
    drivers = {file for file, tree in trees("drivers") if {"random", "secrets", "cabinet.chance"} & imports(tree)}
    assert all(file.startswith("drivers/emulators/") for file in drivers)
