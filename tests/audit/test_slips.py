"""A handpay's slip on real paper: printed by the twin of the ticket printer, shown again from the journal."""

from __future__ import annotations

from pathlib import Path

import typer
from PIL import Image
from typer.testing import CliRunner

from cabinet.app.rig import Rig
from cabinet.bank.state import SlipState
from cabinet.cli import handpays
from cabinet.ports import commands as c
from cabinet.reports.events import HandpayLine
from cabinet.reports.events import handpays as log_of
from cabinet.reports.fold import load
from cabinet.storage.anchor import anchor_of, rolled_back
from cabinet.storage.journal import read_only, read_opening
from tests.audit.floor import Floor, feed, opened


def attend(rig: Rig, *acts: c.Command) -> None:
    rig.bench("deck.1", {"key": "audit", "on": True})
    rig.run(300)
    for act in acts:
        rig.press(act)
    rig.bench("deck.1", {"key": "audit", "on": False})
    rig.run(20_000)


def wait_for_hand(rig: Rig) -> None:
    """The printer has no paper, so the credit is paid by hand; then somebody puts a new roll in."""
    feed(rig)
    rig.bench("printer.1", {"paper": "out"})
    rig.run(3_000)
    rig.press(c.CashOut())
    rig.run(1_000)
    rig.bench("printer.1", {"paper": "full"})
    rig.run(3_000)


def lines(floor: Floor) -> list[str]:
    return [line for paper in floor.papers() for line in paper["lines"]]


def test_a_short_pay_and_its_rest_come_out_of_the_printer_with_the_signed_head(floor: Floor, tmp_path: Path) -> None:
    """H-12: amount in figures and words, what is still owed, who signs; the code on it proves the history."""
    with opened(floor) as rig:
        wait_for_hand(rig)
        attend(rig, c.ShortPay(1, 6_000, "bag empty", "a4"))
        assert rig.engine.state.bank.station(1).slips[-1].state is SlipState.PRINTED
        rig.bench("printer.1", {"take_ticket": True})
        rig.run(2_000)
        attend(rig, c.PayHandpay(1))
        rig.bench("printer.1", {"take_ticket": True})
        rig.run(2_000)
        cents = rig.bench("printer.1", {"take_ticket": True})
        assert "error" in cents, "two slips, no more"
    paper = " ".join(lines(floor))
    for fact in ("SHORT PAY", "USD 60.00", "SIXTY AND 00/100 USD", "STILL OWED USD 40.00", "BY: a4", "bag empty"):
        assert fact in paper, fact
    assert "CANCELLED CREDIT" in paper
    assert "DUPLICATE" not in paper
    rows = [paper for paper in floor.papers() if paper["kind"] == "journal"]
    assert len(rows) == 2
    assert sum(paper["amount_cents"] for paper in rows) == 0, "a slip is no money"

    told = CliRunner().invoke(_app(), ["--slip", "1", "--data", str(floor.data), "--picture", str(tmp_path / "s.png")])
    assert told.exit_code == 0, told.exception
    assert "DUPLICATE" in told.stdout
    assert "STILL OWED USD 40.00" in told.stdout
    assert Image.open(tmp_path / "s.png").width == 640
    code = "".join(told.stdout.split("SIGNED")[-1].split())
    key = str(read_opening(floor.data)["public_key"])
    assert rolled_back(read_only(floor.data), anchor_of(code), key) is None
    assert CliRunner().invoke(_app(), ["--slip", "9", "--data", str(floor.data)]).exit_code == 2


def test_a_slip_moves_no_account_and_a_broken_printer_keeps_it(floor: Floor) -> None:
    with opened(floor) as rig:
        wait_for_hand(rig)
        rig.bench("printer.1", {"fault": "head_open", "on": True})
        rig.run(3_000)
        attend(rig, c.PayHandpay(1))
        assert rig.engine.state.bank.station(1).slips[-1].state is SlipState.KEPT
        books = rig.engine.state.bank.station(1).books
        rig.bench("printer.1", {"fault": "head_open", "on": False})
        rig.run(5_000)
        attend(rig, c.ReprintSlip(1))
        assert rig.engine.state.bank.station(1).slips[-1].state is SlipState.PRINTED
        assert rig.engine.state.bank.station(1).books == books
    assert "DUPLICATE" not in "\n".join(lines(floor)), "no paper of it came before"
    assert [line.slips for line in _log(floor)][:1] == [(1,)]


def _log(floor: Floor) -> list[HandpayLine]:
    assert load(read_only(floor.data)).bank.station(1).handpays == ()
    return log_of(read_only(floor.data).rows())


def _app() -> typer.Typer:
    app = typer.Typer()
    handpays.register(app)
    return app
