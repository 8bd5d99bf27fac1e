"""Hand pays: what waits for an attendant, what was paid and how, and the slips that people signed.

Decides what can be done with each: pay it, pay a part, print a slip again, take off credit that somebody left behind.
Whether it may be done the machine judges itself.
"""

from __future__ import annotations

from cabinet.bank.state import Slip, SlipState
from cabinet.machine.handpays import printer_free
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.page import (
    Action,
    Card,
    Cell,
    Cents,
    Column,
    Flag,
    Needs,
    Page,
    PageWanted,
    Row,
    Said,
    Tab,
    Table,
    Text,
    Wall,
    message,
    said,
)
from cabinet.ports.view import Message
from cabinet.reports.events import HandpayLine, handpays_of
from cabinet.reports.pages.asked import Asked, params_of
from cabinet.storage.contract import Entry

SHOWN = 40
_OF_HANDPAYS = frozenset(
    {"CancelOrdered", "CancelBackedOut", "CancelPaid", "JackpotLocked", "JackpotPaid", "HandpayShort"}
    | {"CreditAbandoned", "SlipKept"}
)


def page(asked: Asked) -> Page:
    """The list, or the one handpay or slip that is named."""
    lines = _lines(asked)
    number = asked.number("handpay")
    line = next((one for one in lines if one.handpay == number), None)
    slip = next((one for one in _slips(asked) if one.slip == asked.number("slip")), None)
    if slip is not None:
        return _one_slip(asked, slip)
    return _list(asked, lines) if line is None else _one(asked, line)


def _lines(asked: Asked) -> list[HandpayLine]:
    """This station's, open ones first, then the newest."""
    found, _ = asked.newest(5 * SHOWN, _of_handpays)
    stamped = ((entry.wall, record) for entry in reversed(found) for record in entry.records)
    return [line for line in handpays_of(stamped) if line.station == asked.station][:SHOWN]


def _of_handpays(entry: Entry) -> bool:
    return any(record["is"] in _OF_HANDPAYS for record in entry.records)


def _slips(asked: Asked) -> tuple[Slip, ...]:
    """Newest first."""
    return asked.state.bank.station(asked.station).slips[::-1]


# -- the list ------------------------------------------------------------------------------------------


def _list(asked: Asked, lines: list[HandpayLine]) -> Page:
    bank = asked.state.bank.station(asked.station)
    open_cents = sum(handpay.amounts.total for handpay in bank.handpays)
    cards = (
        Card(message("office.handpays.open", count=len(bank.handpays)), Cents(open_cents, True), _waits(open_cents)),
        Card(message("office.handpays.credit"), Cents(bank.books.credit.total, True)),
        Card(message("office.handpays.cancelled"), Cents(bank.books.handpay_cancelled.total, True)),
        Card(message("office.handpays.jackpots"), Cents(bank.books.handpay_jackpot.total, True)),
    )
    columns = (
        Column(message("office.handpays.since"), 16),
        Column(message("office.handpays.number"), 8, right=True),
        Column(message("office.handpays.kind"), 22),
        Column(message("office.handpays.amount"), 14, right=True),
        Column(message("office.handpays.paid"), 14, right=True),
        Column(message("office.handpays.ended"), 20),
    )
    table = Table(columns, tuple(_row(line) for line in lines), empty=message("office.handpays.none"))
    slips = asked.param("show") == "slips"
    tabs = (
        Tab(message("office.menu.handpays"), PageWanted("handpays"), not slips),
        Tab(message("office.handpays.slips"), PageWanted("handpays", params_of(show="slips")), slips),
    )
    return asked.page(
        message("office.menu.handpays"),
        cards=cards,
        tabs=(tabs,),
        blocks=(_slip_table(_slips(asked)) if slips else table,),
        actions=_abandon(asked),
    )


def _waits(cents: int) -> str:
    return "warn" if cents else ""


def _row(line: HandpayLine) -> Row:
    cells = (
        Wall(line.since),
        Text(str(line.handpay), mono=True),
        said(f"office.handpays.{line.kind}"),
        Cents(line.amount_cents),
        Cents(_paid(line)),
        _ended(line),
    )
    go = PageWanted("handpays", params_of(handpay=str(line.handpay)))
    return Row(cells, "" if line.cleared else "warn", go)


def _paid(line: HandpayLine) -> int:
    """What left by hand of it so far."""
    return line.amount_cents if line.cleared == "paid" else line.paid_cents


def _ended(line: HandpayLine) -> Cell:
    if not line.cleared:
        return Flag("warn", message("office.handpays.waits"))
    return said(f"office.handpays.{line.cleared}")


def _abandon(asked: Asked) -> tuple[Action, ...]:
    """The operator confirms the very amount that he sees; another one is refused."""
    credit = asked.state.bank.station(asked.station).books.credit.total
    if not credit:
        return ()
    closed = message("refused.round_running") if asked.state.play.in_round else None
    off = c.AbandonCredit(credit, "left_behind", asked.who)
    label = message("office.do.abandon", amount_cents=credit)
    return (Action("abandon", label, off, "danger", hold=True, role=Role.OPERATOR, closed=closed),)


# -- one handpay ---------------------------------------------------------------------------------------


def _one(asked: Asked, line: HandpayLine) -> Page:
    why: Cell = Text("-")
    if line.round_number:
        why = said("office.handpays.of_round", round=line.round_number)
    elif line.reason:
        why = said("office.handpays.because", why=line.reason)
    cards = (
        Card(said(f"office.handpays.{line.kind}").message, Cents(line.amount_cents, True)),
        Card(message("office.handpays.paid"), Cents(_paid(line), True)),
        Card(message("office.handpays.since"), Wall(line.since)),
        Card(message("office.handpays.reason"), why),
    )
    own = tuple(slip for slip in _slips(asked) if slip.handpay == line.handpay)
    return asked.page(
        message("office.handpays.title", number=line.handpay),
        cards=cards,
        blocks=(_slip_table(own, message("office.handpays.slips")),),
        actions=_pay(asked, line),
        back=PageWanted("handpays"),
    )


def _pay(asked: Asked, line: HandpayLine) -> tuple[Action, ...]:
    """Paying the rest, or a part of it, while it waits."""
    bank = asked.state.bank.station(asked.station)
    waiting = next((one for one in bank.handpays if one.handpay == line.handpay), None)
    closed = message("office.handpays.over") if waiting is None else None
    rest = waiting.amounts.total if waiting is not None else 0
    pay = message("office.do.pay_handpay", amount_cents=rest)
    part = c.ShortPay(line.handpay, 0, "short_of_cash", asked.who)
    prompt = message("office.handpays.how_much", amount_cents=rest)
    return (
        Action("pay", pay, c.PayHandpay(line.handpay, asked.who), "primary", hold=True, closed=closed),
        Action(
            "short_pay",
            message("button.attendant.short_pay"),
            part,
            needs=Needs.AMOUNT,
            fill="paid_cents",
            prompt=prompt,
            closed=closed,
        ),
    )


# -- slips ---------------------------------------------------------------------------------------------


def _slip_table(slips: tuple[Slip, ...], title: Message | None = None) -> Table:
    columns = (
        Column(message("office.handpays.when"), 16),
        Column(message("office.handpays.slip"), 8, right=True),
        Column(message("office.handpays.kind"), 26),
        Column(message("office.handpays.amount"), 14, right=True),
        Column(message("office.handpays.who"), 12),
        Column(message("office.handpays.paper"), 18),
    )
    rows = tuple(_slip_row(slip) for slip in slips)
    return Table(columns, rows, title, empty=message("office.handpays.no_slips"))


def _slip_row(slip: Slip) -> Row:
    stamp: Cell = Wall(slip.dated) if slip.dated else Text("-")
    cells = (
        stamp,
        Text(str(slip.slip), mono=True),
        said(f"office.handpays.{slip.kind}"),
        Cents(slip.amount_cents),
        Text(slip.who),
        _paper(slip),
    )
    return Row(cells, go=PageWanted("handpays", params_of(slip=str(slip.slip))))


def _paper(slip: Slip) -> Cell:
    """What is known of its paper."""
    tones = {SlipState.PRINTED: "good", SlipState.ORDERED: "warn", SlipState.KEPT: "warn", SlipState.UNKNOWN: "bad"}
    return Flag(tones[slip.state], message(f"office.handpays.slip_{slip.state.value}"))


def _one_slip(asked: Asked, slip: Slip) -> Page:
    cards = (
        Card(message(f"office.handpays.{slip.kind}"), Cents(slip.amount_cents, True)),
        Card(message("office.handpays.rest"), Cents(slip.owed_cents, True), _waits(slip.owed_cents)),
        Card(message("office.handpays.when"), Wall(slip.dated) if slip.dated else Text("-")),
        Card(message("office.handpays.paper"), _paper(slip)),
    )
    about = (
        (message("office.handpays.who"), Text(slip.who)),
        (message("office.handpays.reason"), said("office.handpays.because", why=slip.reason or "-")),
        (message("office.handpays.number"), Text(str(slip.handpay) if slip.handpay else "-")),
        (message("attendant.round"), Text(str(slip.round_number) if slip.round_number else "-")),
    )
    columns = (Column(None, 10), Column(None, 30))
    again = slip.state is not SlipState.KEPT
    do = message("office.do.slip_again" if again else "office.do.drop_slip")
    free = printer_free(asked.state, asked.station)
    closed: Message | None = None if free else message("refused.no_printer")
    return asked.page(
        message("office.handpays.slip_title", slip=slip.slip),
        cards=cards,
        blocks=(Table(columns, tuple(Row((Said(label), cell)) for label, cell in about)),),
        actions=(Action("print_slip", do, c.ReprintSlip(slip.slip), "primary", closed=closed),),
        back=PageWanted("handpays", params_of(show="slips")),
    )
