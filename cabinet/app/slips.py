"""Slips on their way to paper: laid out for the printer of their station, with the signed head of the journal.

Decides which letters a printer gets. Knows no act and no amount: what a slip says is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from cabinet.bank import slips
from cabinet.bank.books import BOOK_NAMES
from cabinet.bank.slips import being_printed
from cabinet.bank.state import Slip
from cabinet.clock import Clock
from cabinet.engine.chances import SlipOut
from cabinet.engine.engine import Known, Outbox
from cabinet.machine import handpays, may, reporting
from cabinet.machine.state import State
from cabinet.paper.drawn import drawn
from cabinet.paper.house import House
from cabinet.paper.pages import page_paper
from cabinet.paper.reports import MeterRow, meter_report
from cabinet.paper.slips import SlipKind, drop_slip, handpay_slip
from cabinet.ports.effects import PrintDrop, PrintMeters, PrintSlip
from cabinet.ports.page import Page, message
from cabinet.ports.printer import Document, Print
from cabinet.ports.view import Message
from cabinet.reports.meters import figures
from cabinet.settings.profile import Profile
from cabinet.storage.anchor import Anchor
from cabinet.storage.contract import Journal
from cabinet.storage.signing import MachineKey


def slip_out(outbox: Outbox, clock: Clock, profile: Profile, head: Callable[[], str]) -> SlipOut:
    """Lays slips out for the printer of their station and sends them; *head*: the code of the signed head now."""

    def out(slip: PrintDrop | PrintSlip | PrintMeters, state: State) -> None:
        house = _house_on(profile, state, slip.station)
        if isinstance(slip, PrintSlip):
            found = slips.find(state.bank.station(slip.station), slip.slip)
            if found is None:
                return
            two = handpays.two_people(state, found)
            paper = handpay_paper(house, found, head(), duplicate=slip.duplicate, second_person=two)
            document, job = paper, slips.job_of(slip.slip)
        elif isinstance(slip, PrintMeters):
            document, job = meter_paper(house, state, clock.wall(), head()), reporting.JOB
        else:
            # job 0 belongs to no ticket: nothing the printer says of it touches money
            document, job = _drop_slip(house, slip, clock.wall()), 0
        outbox(f"printer.{slip.station}", Print(job, drawn(document)))

    return out


def pages_out(data: Path, outbox: Outbox, profile: Profile) -> Callable[[Page, int, Known], Message | None]:
    """Prints a page at a station as job 0, with the head it follows from, signed; says why it cannot: no printer, one
    that is not well, or a paper under way that is money."""

    def out(page: Page, station: int, known: Known) -> Message | None:
        state = known.state
        if not may.printer_usable(state, station):
            return message("office.no_printer", "refusal")
        bank = state.bank.station(station)
        if bank.job is not None or being_printed(bank) is not None:
            return message("refused.money_moving", "refusal")
        key = MachineKey(data / "keys" / "machine.key", may_make=False)
        signed = Anchor(known.row, known.head, key.sign(known.head, known.row)).code()
        document = page_paper(_house_on(profile, state, station), page, signed)
        outbox(f"printer.{station}", Print(0, drawn(document)))
        return None

    return out


def head_code(data: Path, journal: Journal) -> str:
    """The journal's head now, signed, as a code for paper and files."""
    key, sequence, head = MachineKey(data / "keys" / "machine.key", may_make=False), journal.count(), journal.head()
    return Anchor(sequence, head, key.sign(head, sequence)).code()


def handpay_paper(
    house: House, slip: Slip, head: str = "", *, duplicate: bool = False, second_person: bool = False
) -> Document:
    """The paper of a slip as the machine keeps it."""
    return handpay_slip(
        site=house.site,
        address=house.address,
        asset_number=house.asset_number,
        station=house.station,
        kind=SlipKind(slip.kind),
        amount_cents=slip.amount_cents,
        sequence=slip.handpay,
        slip=slip.slip,
        owed_cents=slip.owed_cents,
        wall=slip.dated,
        currency=house.currency,
        decimals=house.decimals,
        round_number=slip.round_number,
        reason=slip.reason.replace("_", " "),
        who=slip.who,
        head_code=head,
        language=house.language,
        bench=house.bench,
        plain_letters=house.plain_letters,
        duplicate=duplicate,
        second_person=second_person,
    )


def meter_paper(house: House, state: State, wall: str, head: str) -> Document:
    """The meters of the whole machine, lifetime, with the verdict on the books and the signed head."""
    told = figures(state, 0)
    rows = [MeterRow(f"meter.{name}", told[f"{name}_cents"]) for name in BOOK_NAMES]
    rows += [MeterRow("office.meter.win", told["win_cents"])]
    counts = ("games_played", "notes_in", "tickets_in", "tickets_out", "handpays_jackpot", "handpays_cancelled")
    rows += [MeterRow(f"report.count.{name}", state.meters.get(f"machine|{name}", 0), money=False) for name in counts]
    return meter_report(
        site=house.site,
        address=house.address,
        asset_number=house.asset_number,
        station=0,
        rows=rows,
        balanced=bool(told["books_balanced"]),
        wall=wall,
        currency=house.currency,
        decimals=house.decimals,
        language=house.language,
        bench=house.bench,
        plain_letters=house.plain_letters,
        head_code=head,
    )


def _drop_slip(house: House, slip: PrintDrop, wall: str) -> Document:
    return drop_slip(
        house,
        drop=slip.drop,
        box_out=slip.box,
        box_in=slip.box_in,
        notes=slip.notes,
        tickets=slip.tickets,
        tickets_cents=slip.tickets_cents,
        wall=wall,
    )


def house_of(state: State, station: int) -> House:
    """What every paper of this cabinet carries."""
    machine = state.set_up.machine
    return House(
        machine.site,
        machine.address,
        machine.asset_number,
        station,
        machine.currency,
        machine.decimals,
        machine.language,
        machine.mode.value == "bench",
    )


def _house_on(profile: Profile, state: State, station: int) -> House:
    """The house on the printer of *station*: a ticket printer has plain letters only."""
    printer = profile.device("printer", station)
    return replace(house_of(state, station), plain_letters=printer is not None and printer.protocol == "tcl")
