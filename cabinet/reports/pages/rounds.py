"""The last rounds, newest first, and the disputed ones: what was staked, came back, and the credit after it.

A touch on a row opens that round on its table. Decides what a line says; the figures are the recalled round's own.
"""

from __future__ import annotations

from cabinet.ports.page import (
    Action,
    Block,
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
from cabinet.ports.recall import RecalledRound
from cabinet.ports.view import Message
from cabinet.reports.pages.asked import Asked, params_of

A_PAGE = 25
"""Rounds read for one page: more than the ten that are asked of it, few enough to be made at once."""


def page(asked: Asked) -> Page:
    """The rounds of the asking station, or the disputes."""
    disputes = asked.param("show") == "disputes"
    block: Block = _disputes(asked) if disputes else _rounds(asked)
    tabs = (
        Tab(message("recall.rounds"), PageWanted("rounds"), not disputes),
        Tab(message("dispute.list"), PageWanted("rounds", params_of(show="disputes")), disputes),
    )
    find = Action(
        "find_round", message("recall.go"), PageWanted("round"), needs=Needs.NUMBER, fill="round",
        prompt=message("recall.number"),
    )  # fmt: skip
    return asked.page(message("office.menu.rounds"), tabs=(tabs,), blocks=(block,), actions=(find,))


def _rounds(asked: Asked) -> Table:
    found = asked.recall.newest(A_PAGE, asked.number("before"))
    odd = any(_odd(shown) is not None for shown in found)  # a column that says nothing takes the room of the others
    columns = (
        Column(message("recall.col.round"), 8, right=True),
        Column(message("recall.col.time"), 18),
        Column(message("recall.col.game"), 33),
        Column(message("recall.col.bet"), 11, right=True),
        Column(message("recall.col.returned"), 11, right=True),
        Column(message("recall.col.after"), 16, right=True, spare=True),
        *((Column(message("recall.col.state"), 18),) if odd else ()),
    )
    oldest = found[-1].round_number if found else 0
    older = asked.same(before=str(oldest)) if oldest > 1 else None
    rows = tuple(_row(shown, odd=odd) for shown in found)
    return Table(columns, rows, older=older, empty=message("recall.none"))


def _odd(shown: RecalledRound) -> Message | None:
    """What is out of the ordinary: it did not end by itself, or an attendant paid it."""
    if shown.ended != "settled":
        return message(f"recall.ended.{shown.ended or 'open'}")
    return message("notice.paid", amount_cents=shown.jackpot_cents) if shown.jackpot_cents else None


def _row(shown: RecalledRound, *, odd: bool) -> Row:
    what = _odd(shown)
    return Row(
        (
            Text(str(shown.round_number), mono=True),
            Wall(shown.steps[-1].wall),
            said(f"game.{shown.game}"),
            Cents(shown.wagered_cents),
            Cents(shown.returned_cents),
            Cents(shown.credit_after_cents),
            *((Text("") if what is None else Said(what),) if odd else ()),
        ),
        "" if shown.ended == "settled" else "warn",
        PageWanted("round", params_of(round=str(shown.round_number))),
    )


def _disputes(asked: Asked) -> Table:
    """The open ones; what was put away of closed ones lies in its folder and in the events."""
    columns = (
        Column(message("recall.col.round"), 8, right=True),
        Column(message("dispute.col.who"), 14),
        Column(message("dispute.col.reason"), 26),
        Column(message("dispute.col.kept"), 34),
    )
    rows = tuple(
        Row(
            (
                Text(str(one.round_number), mono=True),
                Text(one.who),
                Text(one.reason or "–"),
                Text(f"{one.folder}  {one.digest[:12]}") if one.folder else Flag("warn", message("dispute.waits")),
            ),
            go=PageWanted("round", params_of(round=str(one.round_number))),
        )
        for one in asked.state.contested
    )
    return Table(columns, rows, empty=message("dispute.none"))
