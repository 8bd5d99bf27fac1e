"""How each row of the fault table comes about, and how it is mended: an emulator's switch, a hand, a disk that ails, a
changed file, a clock.

A row without an entry here is a failing test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from cabinet.app.identity import ProgramFiles
from cabinet.engine.guard import Guard
from cabinet.engine.program import ProgramWatch
from cabinet.engine.watch import Watch, seconds
from cabinet.machine.records import CarriedOver
from cabinet.machine.signals import RamCleared
from cabinet.machine.state import State
from cabinet.money import cashable
from cabinet.ports import commands as c
from cabinet.ports.link import WrongDevice
from cabinet.ports.printer import PrintFailed, ValidationPrinted
from cabinet.ports.signals import DeviceSaid, DisputePutAway
from cabinet.storage.anchor import AnchorFile
from cabinet.storage.checkpoints import Checkpoints
from cabinet.storage.contract import Base, JournalBroken, Problem
from cabinet.storage.signing import MachineKey
from drivers.emulators.id003 import EUR, Id003Twin, Id003TwinOptions
from drivers.emulators.wire import Wire
from tests.inplay.floor import ACCEPTOR, DECK, PRINTER, SHAKER, Floor, driver
from tests.inplay.floor import twin as twin_of
from tests.machine.floor import Memory
from tests.machine.setups import double_hand, money, options

Act = Callable[[Floor, Path], object]


def nothing(floor: Floor, place: Path) -> None:
    """Its cause is a moment: nothing is left to mend."""


@dataclass(frozen=True, slots=True)
class Way:
    """*inject* brings the fault about, *mend* takes its cause away. *begin*: the floor it happens on. *forgets*: the
    device itself knows nothing of it any more when it is switched on."""

    inject: Act
    mend: Act = nothing
    begin: Callable[[], Floor] = lambda: Floor(seed=5)
    forgets: bool = False


# -- devices -------------------------------------------------------------------------------------------


def switch(device: str, name: str, **more: Any) -> Way:
    """A fault of the device's own emulator, on and off."""
    return Way(lambda floor, _: floor.fault(device, name, **more), lambda floor, _: floor.fault(device, name, on=False))


def hand(device: str, does: dict[str, Any], undoes: dict[str, Any]) -> Way:
    return Way(lambda floor, _: floor.hand(device, does), lambda floor, _: floor.hand(device, undoes))


def door(name: str) -> Way:
    return hand(DECK, {"door": name, "open": True}, {"door": name, "open": False})


def in_the_dark(name: str) -> Way:
    """A door opened and shut while nothing has power."""

    def inject(floor: Floor, _: Path) -> None:
        floor.hand(DECK, {"power": "off"})
        for is_open in (True, False):
            floor.hand(DECK, {"door": name, "open": is_open})
        floor.hand(DECK, {"power": "on"})

    return Way(inject)


def echo(device: str) -> Way:
    """The line answers with our own bytes, as a cable with a bridge in it does."""

    def inject(floor: Floor, _: Path) -> None:
        floor.unplug(device)
        floor.fault(device, "echo")
        floor.plug(device)

    return Way(inject, lambda floor, _: floor.fault(device, "echo", on=False))


def put(floor: Floor, device: str, unit: Any) -> None:
    """Another unit stands where the old one stood."""
    floor.unplug(device)
    floor.twins[device] = unit
    floor.rig.wires[device] = Wire(device, driver(device), unit)
    unit.power_up(floor.now)
    floor.plug(device)


def other(device: str) -> Way:
    """A unit nobody fitted, of the right kind."""

    def inject(floor: Floor, _: Path) -> None:
        model = "StandardFirmata-OTHER-9" if device == DECK else "OTHER-9"
        floor.replace(device, model)

    def mend(floor: Floor, _: Path) -> None:
        put(floor, device, twin_of(device, floor.world, 1))

    return Way(inject, mend)


def _foreign(floor: Floor, _: Path) -> None:
    table = Id003Twin(floor.world.shelf(ACCEPTOR), Id003TwinOptions(table=EUR), 2)
    put(floor, ACCEPTOR, table)


def _ours_again(floor: Floor, _: Path) -> None:
    put(floor, ACCEPTOR, twin_of(ACCEPTOR, floor.world, 1))


def _wrong_deck(floor: Floor, _: Path) -> None:
    floor.replace(DECK, "SomethingElse")


def _right_deck(floor: Floor, _: Path) -> None:
    put(floor, DECK, twin_of(DECK, floor.world, 1))


class Bridge:
    """A cable whose two wires touch: it answers with what it hears."""

    def __init__(self) -> None:
        self._heard = bytearray()

    def receive(self, data: bytes, now: int) -> None:
        self._heard += data

    def pull(self, now: int) -> bytes:
        said = bytes(self._heard)
        self._heard.clear()
        return said

    def wake_at(self) -> int | None:
        return None

    def power_up(self, now: int) -> None:
        self._heard.clear()

    def bench(self, what: dict[str, Any], now: int) -> dict[str, Any]:
        return {"error": "a cable has nothing to press"}

    def status(self) -> dict[str, Any]:
        return {}


def _wrong_shaker(floor: Floor, _: Path) -> None:
    put(floor, SHAKER, Bridge())


def _right_shaker(floor: Floor, _: Path) -> None:
    put(floor, SHAKER, twin_of(SHAKER, floor.world, 1))


def _left_alone(floor: Floor, _: Path) -> None:
    """While the dice roll the shaker hears nothing any more of the cabinet, and makes itself safe."""
    floor.shake()
    floor.wait_shaker("shaking")
    floor.fault(SHAKER, "deaf")


def _swapped(floor: Floor, _: Path) -> None:
    floor.rig.engine.handle(DeviceSaid(ACCEPTOR, WrongDevice("a shaker's greeting", SHAKER)))


def _replug(floor: Floor, _: Path) -> None:
    floor.unplug(ACCEPTOR)
    floor.plug(ACCEPTOR)


def _emptied(floor: Floor, _: Path) -> None:
    floor.fault(ACCEPTOR, "stacker_full")
    floor.run(2_000)
    floor.fault(ACCEPTOR, "stacker_full", on=False)


def _guess(floor: Floor, _: Path) -> None:
    for number in range(3):
        floor.hand(ACCEPTOR, {"insert_ticket": f"99{number:016}"})
        if number < 2:
            floor.run(6_000)


def _reject(floor: Floor, _: Path) -> None:
    for number in range(5):
        floor.hand(ACCEPTOR, {"reject_next": "insertion"})
        floor.hand(ACCEPTOR, {"insert_note": 500})
        if number < 4:
            floor.run(5_000)


def _junk(floor: Floor, _: Path) -> None:
    floor.twins[PRINTER].receive(b"^Q|what is this|^", floor.now)


def _late_number(floor: Floor, _: Path) -> None:
    """The number comes on paper after the print was said to have failed."""
    floor.note(2_000)
    floor.press(c.CashOut())
    sequence = floor.rows("TicketOrdered")[-1]["sequence"]
    floor.fault(PRINTER, "mute")  # from here on the test speaks for it
    for event in (PrintFailed(sequence, "paper_jam"), ValidationPrinted(sequence)):
        floor.rig.engine.handle(DeviceSaid(PRINTER, event))
    floor.fault(PRINTER, "mute", on=False)
    handpay = floor.state.bank.station(1).handpays[0]
    floor.attend(c.PayHandpay(handpay.handpay))


# -- the dice ------------------------------------------------------------------------------------------


def rolling(fault: str, **more: Any) -> Way:
    """A fault of the shaker that shows when it rolls."""

    def inject(floor: Floor, _: Path) -> None:
        floor.fault(SHAKER, fault, **more)
        floor.shake()

    return Way(inject, lambda floor, _: floor.fault(SHAKER, fault, on=False))


def _twice_disturbed(floor: Floor, _: Path) -> None:
    for number in (1, 2):
        floor.shake()
        floor.wait_shaker("reading")
        floor.run(100)
        floor.hand(SHAKER, {"lid": "open"})
        floor.run(2_000)
        floor.hand(SHAKER, {"lid": "closed"})
        floor.run(1_000)
        if number == 1:
            floor.attend(c.RuleDice(True))
            floor.run(4_000)


def _rule(floor: Floor, _: Path) -> None:
    floor.attend(c.RuleDice(True))
    floor.run(4_000)


def _loaded(floor: Floor, _: Path) -> None:
    floor.fault(SHAKER, "loaded", face=6, percent=100)
    for _number in range(20):
        if "dice_biased" in floor.faults():
            return
        floor.shake()
        floor.settle()
        floor.run(3_000)


# -- the machine itself --------------------------------------------------------------------------------


def _forged_books(floor: Floor, _: Path) -> None:
    """A bit of the memory turns over."""
    bank = floor.state.bank.station(1)
    forged = replace(bank, books=replace(bank.books, credit=cashable(1_000_001)))
    floor.rig.engine.state = replace(floor.state, bank=replace(floor.state.bank, stations=(forged,)))
    floor.press(c.CashOut())
    floor.rig.engine.state = replace(floor.state, bank=replace(floor.state.bank, stations=(bank,)))


def _many_notes(floor: Floor, _: Path) -> None:
    for _number in range(101):
        floor.note(10_000)
    floor.deal()
    floor.set_hands()


def _other_order(floor: Floor, _: Path) -> None:
    """The sealed order is opened to another one than was committed to."""
    floor.note(10_000)
    floor.deal()
    performer: Any = floor.rig.engine._performer
    opened = performer._seal.open
    performer._seal.open = lambda number, sealed: (opened(number, sealed)[0][::-1], opened(number, sealed)[1])
    floor.set_hands()
    performer._seal.open = opened


def _ram_cleared(floor: Floor, _: Path) -> None:
    floor.memory = Memory()
    floor.rig.engine._journal = floor.memory
    floor.rig.engine.state = State()
    carried = CarriedOver("tom", "test", 1, "", "", "", False, (), 1, (0,) * 6, 1)
    floor.rig.engine.handle(RamCleared(carried))
    floor.boot()


def _disputed(floor: Floor, _: Path) -> None:
    floor.note(10_000)
    floor.deal()
    floor.set_hands()
    floor.run(1_000)
    floor.attend(c.OpenDispute(1, "a player says so"))


def _put_away(floor: Floor, _: Path) -> None:
    floor.rig.engine.handle(DisputePutAway(1, "disputes/1", "0" * 64))


def _other_file(floor: Floor, _: Path) -> None:
    """A file of the configuration is another one at the next start, with credit on."""
    floor.note(2_000)
    floor.options = options(games=(double_hand(set_within_s=30, dice=True),))
    floor.boot()


def _same_file(floor: Floor, _: Path) -> None:
    floor.options = options(dice=True)
    floor.boot()


def _program(floor: Floor, place: Path) -> ProgramWatch:
    watch = ProgramWatch(ProgramFiles(place), {"cabinet/a.py": ProgramFiles(place).digest("cabinet/a.py")})
    watch.at_boot()
    floor.rig.engine.watch_program(watch)
    return watch


def _changed_file(floor: Floor, place: Path) -> None:
    (place / "cabinet").mkdir()
    (place / "cabinet/a.py").write_text("right", encoding="utf-8")
    _program(floor, place)
    (place / "cabinet/a.py").write_text("wrong", encoding="utf-8")
    floor.rig.engine.background()


def _right_file(floor: Floor, place: Path) -> None:
    (place / "cabinet/a.py").write_text("right", encoding="utf-8")
    for said in _program(floor, place).at_boot():
        floor.rig.engine.handle(said)


def clock(ahead_s: float) -> Act:
    """The newest row lies *ahead_s* after what the wall clock tells now."""

    def look(floor: Floor, _: Path) -> None:
        for said in Watch(floor.clock, seconds(floor.clock.wall()) + ahead_s).look():
            floor.rig.engine.handle(said)

    return look


class Ailing(Memory):
    """A journal on two disks that ail as they are told to."""

    def __init__(self, rows: Memory, low: bool = False, bad: bool = False, heals: bool = True) -> None:
        super().__init__()
        self.rows, self.low, self.bad, self.heals = rows.rows, low, bad, heals

    def base(self) -> Base | None:
        return None

    def nearly_full(self) -> bool:
        return self.low

    def check_tails(self, tail_rows: int = 8) -> tuple[Problem, ...]:
        return (Problem("a", 7, "does not follow"),) if self.bad else ()

    def sweep(self, start: int, rows: int = 1000) -> tuple[tuple[Problem, ...], int]:
        return self.check_tails(), 1

    def heal(self, problems: Sequence[Problem]) -> tuple[str, ...]:
        if not self.heals:
            raise JournalBroken(problems)
        self.bad = False
        return tuple(f"copy {problem.copy} rebuilt" for problem in problems)


def disk(**ails: bool) -> Act:
    """The guard of the running machine over such disks, in its next quiet moment."""

    def act(floor: Floor, place: Path) -> None:
        guard = _guard(Ailing(floor.memory, **ails), place)
        for said in (*guard.background(), *guard.space()):
            floor.rig.engine.handle(said)

    return act


def _guard(journal: Ailing, place: Path) -> Guard:
    key = MachineKey(place / "machine.key", may_make=True)
    return Guard(
        journal, Checkpoints(place / "checkpoints", key, "1"), AnchorFile(place / "anchor", key), key.public_key
    )


def _room_again(floor: Floor, place: Path) -> None:
    guard = _guard(Ailing(floor.memory), place)
    guard._low = True
    for said in guard.space():
        floor.rig.engine.handle(said)


class Headed(Ailing):
    """Its head is its length: enough for an anchor."""

    def head(self) -> str:
        return f"{self.count():064x}"

    def hash_at(self, sequence: int) -> str | None:
        return f"{sequence:064x}" if sequence <= self.count() else None


def _older_history(floor: Floor, place: Path) -> None:
    """The anchor outside the folders knows more rows than the journal has."""
    longer = Headed(Memory())
    longer.rows = [*floor.memory.rows, *floor.memory.rows]
    _guard(longer, place)._anchor.advance(longer)
    for said in _guard(Headed(floor.memory), place).at_boot(()):
        floor.rig.engine.handle(said)


def _boundless() -> Floor:
    return Floor(seed=5, setup=options(dice=True, money_options=money(credit_limit_cents=10_000_000)))


_on = partial(switch, ACCEPTOR)
_paper = partial(switch, PRINTER)

WAYS: dict[str, Way] = {
    "acceptor_lost": _on("mute"),
    "acceptor_wrong": echo(ACCEPTOR),
    "acceptor_other": other(ACCEPTOR),
    "stacker_full": _on("stacker_full"),
    "intake_waits": Way(_emptied),
    "cash_box_out": hand(ACCEPTOR, {"cash_box": "out"}, {"cash_box": "in"}),
    "jam_acceptor": _on("jam_acceptor"),
    "jam_stacker": _on("jam_stacker"),
    "pause": _on("pause"),
    "cheated": _on("cheated"),
    "failure": _on("failure"),
    "communication": _on("communication"),
    "country": Way(_foreign, _ours_again),
    "cables_swapped": Way(_swapped, _replug, forgets=True),
    "ticket_guesses": Way(_guess),
    "rejects": Way(_reject),
    "printer_lost": _paper("mute"),
    "printer_wrong": echo(PRINTER),
    "printer_other": other(PRINTER),
    "paper_out": hand(PRINTER, {"paper": "out"}, {"paper": "full"}),
    "paper_low": hand(PRINTER, {"paper": "low"}, {"paper": "full"}),
    "void_paper": Way(_late_number),
    "head_open": _paper("head_open"),
    "paper_jam": _paper("paper_jam"),
    "offline": _paper("offline"),
    "system_error": _paper("system_error"),
    "head_error": _paper("head_error"),
    "voltage": _paper("voltage"),
    "temperature": _paper("temperature"),
    "cutter": _paper("cutter"),
    "memory": _paper("memory"),
    "command_error": Way(_junk, forgets=True),
    "silent": _paper("mute"),
    "deck_lost": switch(DECK, "mute"),
    "deck_wrong": Way(_wrong_deck, _right_deck),
    "deck_other": other(DECK),
    "door_main": door("main"),
    "door_belly": door("belly"),
    "door_logic": door("logic"),
    "door_drop": door("drop"),
    "door_cash_box": door("cash_box"),
    "door_logic_unpowered": in_the_dark("logic"),
    "door_cash_box_unpowered": in_the_dark("cash_box"),
    "shaker_lost": switch(SHAKER, "mute"),
    "shaker_wrong": Way(_wrong_shaker, _right_shaker),
    "shaker_other": other(SHAKER),
    "shaker_lid_open": hand(SHAKER, {"lid": "open"}, {"lid": "closed"}),
    "shaker_motor": rolling("stuck_motor"),
    "shaker_sensor": rolling("blind"),
    "shaker_cover": rolling("cover_stuck"),
    "shaker_dice_count": rolling("two_dice"),
    "shaker_tag": rolling("wrong_tag"),
    "shaker_safe": Way(_left_alone, lambda floor, _: floor.fault(SHAKER, "deaf", on=False), forgets=True),
    "shaker_silent": switch(SHAKER, "mute"),
    "dice_void": rolling("cocked"),
    "dice_disturbed": Way(_twice_disturbed, _rule),
    "dice_biased": Way(_loaded, lambda floor, _: floor.fault(SHAKER, "loaded", on=False)),
    "books": Way(_forged_books),
    "meter_increment": Way(_many_notes, begin=_boundless),
    "commitment": Way(_other_order),
    "setup_unconfirmed": Way(_ram_cleared),
    "dispute": Way(_disputed, _put_away),
    "options_changed": Way(_other_file, _same_file),
    "program_changed": Way(_changed_file, _right_file),
    "clock_behind": Way(clock(3_600), clock(0)),
    "disk_low": Way(disk(low=True), _room_again),
    "storage": Way(disk(bad=True, heals=False)),
    "journal_healed": Way(disk(bad=True)),
    "rolled_back": Way(_older_history),
}
