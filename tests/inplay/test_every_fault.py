"""Every row of the fault table brought about in the real machine: its words, its lamp, its alarm, what it closes, that
it outlives a kill, and that it ends in its own way only."""

from __future__ import annotations

from pathlib import Path

import pytest

from cabinet.machine import may
from cabinet.machine.faults import FAULTS, Light, Out
from cabinet.machine.outputs import lamps
from cabinet.ports import commands as c
from cabinet.ports.deck import Lamps
from cabinet.texts import Texts
from cabinet.texts.languages import LANGUAGES
from tests.inplay.every_fault import WAYS
from tests.inplay.floor import DECK, Floor

STEP_MS, WITHIN_MS, LISTEN_MS = 50, 200_000, 4_000


def test_every_row_has_a_way_to_come_about() -> None:
    assert set(WAYS) == set(FAULTS)


def come(floor: Floor, code: str) -> int:
    """Wait for the fault; then how long the buzzer on the board sounds, in ms of the next four seconds."""
    floor.wait(lambda: code in floor.faults(), code, WITHIN_MS)
    heard = 0
    for _ in range(LISTEN_MS // STEP_MS):
        floor.run(STEP_MS)
        heard += STEP_MS * bool(floor.twins[DECK].status()["buzzer"])
    return heard


def closed(floor: Floor) -> tuple[bool, bool, Out]:
    """What the machine keeps from the player: play, notes, the way out."""
    state = floor.state
    out = Out.OPEN if may.printer_usable(state, 1) else Out.BY_HAND
    refused = may.cash_out_closed(state, 1)
    if refused is not None and refused.code == "refused.fault":
        out = Out.CLOSED
    play = may.play_closed(state, 1)
    return play is not None and play.code == "refused.fault", may.notes_closed(state, 1) == "fault", out


def worst(floor: Floor) -> tuple[bool, bool, Out]:
    """The columns of all that is active, together: one act may bring about more than one row."""
    rows = [fault.row for fault in may.faults_at(floor.state, 1)]
    printer = floor.state.device("printer.1")
    lost = printer is None or not printer.up
    order = [Out.OPEN, Out.BY_HAND, Out.CLOSED]
    out = max((*(row.cash_out for row in rows), Out.BY_HAND if lost else Out.OPEN), key=order.index)
    return any(row.play for row in rows), any(row.notes for row in rows), out


@pytest.mark.parametrize("code", WAYS)
def test_a_fault_from_its_cause_to_its_end(code: str, tmp_path: Path) -> None:
    """E-07, E-09, R-17: what people read, see and hear, what is closed, and how it ends."""
    row, way, floor = FAULTS[code], WAYS[code], WAYS[code].begin()
    way.inject(floor, tmp_path)
    heard = come(floor, code)

    # words
    told = next(message for message in floor.view().faults if f"{message.code}.".startswith(f"fault.{code}."))
    for language in LANGUAGES:
        said = Texts(language).say(told.code, **dict(told.params))
        assert said.strip()
        assert said != told.code
        assert "…" not in said

    # light and alarm
    lights = {fault.row.light for fault in may.faults_at(floor.state, 1)}
    wanted = "fast" if Light.FAST in lights else "slow" if Light.SLOW in lights else "off"
    assert lamps(floor.state, 1).tower_high in (wanted, "on")
    assert row.light in lights
    if not code.startswith("deck"):
        last = [order for device, order in floor.sent if device == DECK and isinstance(order, Lamps)][-1]
        assert last == lamps(floor.state, 1), "what the board was told is what the table says"
        alarms = {fault.code for fault in floor.state.faults if fault.row.alarm}
        assert (heard >= 1_500) is bool(alarms), f"{heard} ms"

    # what it closes
    assert closed(floor)[:2] == worst(floor)[:2]
    if not floor.state.play.in_round:  # a round that runs is finished first, whatever is wrong
        assert closed(floor)[2] is worst(floor)[2]
    assert row.play <= closed(floor)[0]
    assert row.notes <= closed(floor)[1]

    # a kill
    floor.boot()
    if way.forgets:
        assert code not in floor.faults(), "it was asked, and knows of nothing"
        return
    floor.wait(lambda: code in floor.faults(), f"{code} after the kill", WITHIN_MS)

    # its end
    if row.attendant:
        way.mend(floor, tmp_path)
        floor.run(10_000)
        assert code in floor.faults(), "an attendant looks first"
        floor.attend(c.ClearFault(code))
        floor.run(2_000)
        assert (code in floor.faults()) is not row.clearable
        return
    if not code.startswith("deck"):  # without the board no key can be turned
        floor.attend(c.ClearFault(code))
    assert code in floor.faults(), "its cause is there"
    way.mend(floor, tmp_path)
    floor.wait(lambda: code not in floor.faults(), f"the end of {code}", WITHIN_MS)
