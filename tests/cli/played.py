"""A data folder on disk in which a few rounds were played, for the auditor's commands."""

from __future__ import annotations

from pathlib import Path

import typer
from typer.testing import CliRunner, Result

from cabinet.clock import ManualClock
from cabinet.ports import commands as c
from cabinet.ports.acceptor import DocumentRejected
from cabinet.ports.deck import DoorChanged, KeyTurned
from cabinet.ports.shaker import DiceRead, FirstRest
from cabinet.storage.journal import TwinJournal
from cabinet.storage.signing import MachineKey
from tests.machine.table import ACCEPTOR, DECK, SHAKER, Table
from tests.storage.rigs import OPENING, WALL


def play(folder: Path) -> Table:
    """Three rounds, one with dice; a door, a rejected note, a handpay paid and one that waits; then closed."""
    key = MachineKey(folder / "keys" / "machine.key")
    opening = {**OPENING, "public_key": key.public_key}
    journal = TwinJournal.create(folder, opening, ManualClock(WALL))
    table = Table(3, dice=True, journal=journal)
    table.note(10_000)
    table.deal(("main", 2000), ("dice_lo", 300))
    table.confirm()
    table.says(SHAKER, FirstRest(1, 1, (4, 1, 5), "$D,first"))
    table.says(SHAKER, DiceRead(1, 1, (4, 1, 5), ("$D,first", "$D,second")))
    table.says(DECK, DoorChanged("belly", True))
    table.says(DECK, DoorChanged("belly", False))
    table.says(ACCEPTOR, DocumentRejected("unreadable"))
    table.deal(("main", 500))
    table.confirm()
    table.press(c.ChooseGame("two_card"))
    table.deal(("entry", 500))
    table.press(c.CutDeck(0))
    table.confirm()
    _by_hand(table)
    journal.close()
    return table


def _by_hand(table: Table) -> None:
    """The printer is lost: all credit is a cancelled credit; it is paid, and another one waits."""
    from cabinet.ports.link import LinkDown

    table.says("printer.1", LinkDown("unplugged"))
    table.press(c.CashOut())
    table.says(DECK, KeyTurned("audit", True))
    table.press(c.PayHandpay(1))
    table.says(DECK, KeyTurned("audit", False))
    table.note(2_000)
    table.press(c.CashOut())


def run(module: object, *words: str, given: str | None = None) -> Result:
    """A command of one module as a person calls it; *given*: what is typed."""
    app = typer.Typer()
    app.callback()(lambda: None)
    module.register(app)  # type: ignore[attr-defined]
    return CliRunner().invoke(app, list(words), input=given)
