"""The meters: lifetime, drop period and gaming day beside each other; the machine, a station, a game, a bet.

Decides which rows stand together and in which order. The figures are those of `reports.meters`, read off the same
books; lines (a) and (b) of the books stand under the machine's with their sums.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cabinet.bank.books import BOOK_NAMES, Books
from cabinet.machine.state import Cut, State
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.page import (
    Action,
    Block,
    Card,
    Cell,
    Cents,
    Code,
    Column,
    Count,
    Errand,
    Flag,
    Page,
    Paragraph,
    Row,
    Said,
    Share,
    Tab,
    Table,
    Text,
    message,
)
from cabinet.reports.meters import amounts, figures
from cabinet.reports.pages.asked import Asked
from cabinet.reports.pages.phone import modules

Figure = Callable[["Reading"], int]


@dataclass(frozen=True, slots=True)
class Reading:
    """The books of one scope and its counters, over one span of time. *stock*: balances of now are shown."""

    books: Books
    counts: dict[str, int]
    scope: str
    stock: bool = True

    def count(self, name: str, scope: str = "") -> int:
        return self.counts.get(f"{scope or self.scope}|{name}", 0)


def readings(state: State, scope: str) -> tuple[Reading, Reading | None, Reading | None]:
    """Lifetime, drop period and gaming day of *scope*: machine, station.1, game.…, bet.…; None = never cut."""
    now = _total(state, scope, None)
    return (
        Reading(now, state.meters, scope),
        _since(state, scope, now, state.cuts.get("drop")),
        _since(state, scope, now, state.cuts.get("day")),
    )


def _total(state: State, scope: str, cut: Cut | None) -> Books:
    kind, _, number = scope.partition(".")
    books = {bank.station: bank.books for bank in state.bank.stations} if cut is None else dict(cut.books)
    total = Books()
    for station, own in books.items():
        if kind == "machine" or (kind == "station" and number == str(station)):
            total = total + own
    return total


def _since(state: State, scope: str, now: Books, cut: Cut | None) -> Reading | None:
    if cut is None:
        return None
    before = _total(state, scope, cut)
    moved = Books(*(getattr(now, name) - getattr(before, name) for name in BOOK_NAMES))
    counts = {key: value - cut.meters.get(key, 0) for key, value in state.meters.items()}
    return Reading(moved, counts, scope, stock=False)


# -- the page ------------------------------------------------------------------------------------------


def page(asked: Asked) -> Page:
    """The meters of one scope, or the code for a phone."""
    if asked.param("show") == "code":
        return _code_page(asked)
    scope = asked.param("scope", "machine")
    if scope not in scopes(asked.state):
        scope = "machine"
    blocks: tuple[Block, ...] = (_table(asked, scope),)
    return asked.page(
        message("office.menu.meters"),
        cards=_cards(asked) if scope == "machine" else (),
        tabs=_tabs(asked, scope),
        blocks=blocks,
        notes=_books_lines(asked.state, scope),
        actions=_actions(asked),
    )


def scopes(state: State) -> tuple[str, ...]:
    """Every scope that has meters: the machine, its stations, games and bets."""
    found = ["machine", *(f"station.{bank.station}" for bank in state.bank.stations)]
    found += [f"game.{setup.game}" for setup in state.set_up.games]
    bets = sorted({key.partition("|")[0] for key in state.meters if key.startswith("bet.")})
    return (*found, *bets)


def _tabs(asked: Asked, scope: str) -> tuple[tuple[Tab, ...], ...]:
    def tab(of: str, label: Any) -> Tab:
        return Tab(label, asked.same(scope=of), of == scope or (of.startswith("game.") and scope.startswith(_bet(of))))

    state, found = asked.state, [tab("machine", message("office.scope.machine"))]
    if len(state.bank.stations) > 1:
        found += [
            tab(f"station.{bank.station}", message("office.scope.station", station=bank.station))
            for bank in state.bank.stations
        ]
    found += [tab(f"game.{setup.game}", message(f"game.{setup.game}")) for setup in state.set_up.games]
    return (tuple(found),)


def _bet(game_scope: str) -> str:
    return f"bet.{game_scope.partition('.')[2]}."


def _cards(asked: Asked) -> tuple[Card, ...]:
    state = asked.state
    drop = state.cuts.get("drop")
    _, since, _ = readings(state, "machine")
    boxed = (since or readings(state, "machine")[0]).books
    label = message("office.card.box_since", since=drop.wall) if drop and drop.wall else message("office.card.box")
    closed = "main" not in state.doors_open
    program = asked.facts.get("program", "")[:8].upper()
    shown = f"{program[:4]} {program[4:]}" if program else "-"
    door = message("office.card.door_ok" if closed else "office.card.door_open", program=shown)
    games = state.meters.get("machine|games_since_door_closed", 0)
    return (
        Card(label, Cents((boxed.bill_in + boxed.ticket_in).total, sign=True)),
        Card(message("office.card.door"), Said(door), "" if closed else "bad"),
        Card(message("office.card.games_since_door"), Count(games)),
    )


def _table(asked: Asked, scope: str) -> Table:
    life, drop, day = readings(asked.state, scope)
    spans = (life, drop, day)
    if scope.startswith("game."):
        rows = _game_rows(asked, scope, spans)
    elif scope.startswith("bet."):
        rows = tuple(_row(name, spans, figure) for name, figure in _bet_figures())
    else:
        rows = _machine_rows(asked, spans)
    return Table(_columns(asked, scope), rows)


def _columns(asked: Asked, scope: str) -> tuple[Column, ...]:
    cuts = asked.state.cuts
    kind, _, name = scope.partition(".")
    heads = {
        "machine": lambda: message("office.head.machine", currency=asked.state.set_up.machine.currency),
        "station": lambda: message("office.head.station", station=name, currency=asked.state.set_up.machine.currency),
        "game": lambda: message(f"game.{name}"),
        "bet": lambda: message("office.head.bet", bet=name.partition(".")[2]),
    }

    def span(period: str) -> Any:
        cut = cuts.get(period)
        if cut is None or not cut.wall:
            return message(f"office.column.{period}")
        return message(f"office.column.{period}_since", since=cut.wall)

    return (
        Column(heads[kind](), 24),
        Column(message("office.column.lifetime"), 14, right=True),
        Column(span("drop"), 14, right=True),
        Column(span("day"), 14, right=True),
    )


def _row(label: Any, spans: tuple[Reading | None, ...], figure: Figure, unit: type = Cents, tone: str = "") -> Row:
    said = Said(label) if not isinstance(label, str) else Said(message(label))
    return Row((said, *(unit(figure(span)) if span is not None else Text("") for span in spans)), tone)


def _machine_rows(asked: Asked, spans: tuple[Reading | None, ...]) -> tuple[Row, ...]:
    life = spans[0]
    assert life is not None

    def counted(code: str, meter: str) -> Any:
        return message(code, count=life.count(meter))

    money: tuple[tuple[Any, str], ...] = (
        ("office.meter.coin_in", "coin_in"),
        ("office.meter.coin_out", "coin_out"),
        ("office.meter.wager_voided", "wager_voided"),
        (counted("office.meter.bill_in", "notes_in"), "bill_in"),
        (counted("office.meter.ticket_in", "tickets_in"), "ticket_in"),
        (counted("office.meter.ticket_out", "tickets_out"), "ticket_out"),
        (counted("office.meter.handpay_jackpot", "handpays_jackpot"), "handpay_jackpot"),
        (counted("office.meter.handpay_cancelled", "handpays_cancelled"), "handpay_cancelled"),
    )
    rows = [_row(label, spans, _of_books(name)) for label, name in money]
    rows.append(_row("office.meter.win", spans, lambda reading: reading.books.win_cents, tone="strong"))
    if asked.role.covers(Role.OPERATOR):
        rows.append(_row("office.meter.hold", spans, lambda reading: hold(reading.books), Share))
    won = message("office.meter.games_played", count=life.count("games_won"))
    rows.append(_row(won, spans, lambda reading: reading.count("games_played"), Count))
    credit, flying = (getattr(life.books, name).total for name in ("credit", "in_flight"))
    now: tuple[Cell, ...] = (
        Said(message("office.meter.credit_now")),
        Said(message("office.credit_and_flight", credit_cents=credit, flight_cents=flying)),
    )
    return (*rows, Row((*now, Text(""), Text(""))))


def _of_books(name: str) -> Figure:
    return lambda reading: amounts(reading.books)[f"{name}_cents"] if reading.stock else _moved(reading, name)


def _moved(reading: Reading, name: str) -> int:
    total: int = getattr(reading.books, name).total
    return total


def hold(books: Books) -> int:
    """Win divided by coin-in less voided wagers, in hundred-thousandths, rounded toward zero; 0 before any wager."""
    staked = (books.coin_in - books.wager_voided).total
    if staked <= 0:
        return 0
    return abs(books.win_cents) * 100_000 // staked * (1 if books.win_cents >= 0 else -1)


def _bet_figures() -> tuple[tuple[str, Figure], ...]:
    return (
        ("office.meter.staked", lambda reading: reading.count("bet_staked")),
        ("office.meter.returned", lambda reading: reading.count("bet_returned")),
        ("office.meter.commission", lambda reading: reading.count("commission")),
        ("office.meter.kept", lambda reading: reading.count("bet_staked") - reading.count("bet_returned")),
    )


def _game_rows(asked: Asked, scope: str, spans: tuple[Reading | None, ...]) -> tuple[Row, ...]:
    """Rounds, then staked and returned of each bet, all of them together at the end."""
    bets = [one for one in scopes(asked.state) if one.startswith(_bet(scope))]
    played = message("office.meter.games_played", count=(asked.state.meters.get(f"{scope}|games_won", 0)))
    rows = [_row(played, spans, lambda reading: reading.count("games_played"), Count)]
    for bet in bets:
        name = bet.rpartition(".")[2]
        for code, meter in (("office.meter.bet_staked", "bet_staked"), ("office.meter.bet_returned", "bet_returned")):
            rows.append(_row(message(code, bet=name), spans, _summed((bet,), meter)))
    rows.append(_row("office.meter.staked", spans, _summed(bets, "bet_staked"), tone="strong"))
    rows.append(_row("office.meter.returned", spans, _summed(bets, "bet_returned"), tone="strong"))
    return tuple(rows)


def _summed(bets: Any, meter: str) -> Figure:
    return lambda reading: sum(reading.count(meter, bet) for bet in bets)


def _books_lines(state: State, scope: str) -> tuple[Paragraph, ...]:
    """Lines (a) and (b) in figures and words; never a sum that does not add up without saying so."""
    if not scope.startswith(("machine", "station")):
        return ()
    books = _total(state, scope, None)
    total = {name: getattr(books, name).total for name in BOOK_NAMES}
    line_a = message(
        "office.books_a",
        in_cents=books.money_in.total,
        credit_cents=total["credit"],
        flight_cents=total["in_flight"],
        off_cents=total["coin_in"] - total["coin_out"] - total["wager_voided"],
        tickets_cents=total["ticket_out"],
        hand_cents=total["handpay_cancelled"],
    )
    line_b = message(
        "office.books_b",
        win_cents=books.win_cents,
        staked_cents=total["coin_in"],
        voided_cents=total["wager_voided"],
        out_cents=total["coin_out"],
        jackpots_cents=total["handpay_jackpot"],
    )
    balanced = all(bank.books.balanced for bank in state.bank.stations)
    return (Paragraph(line_a, "good" if balanced else "bad"), Paragraph(line_b, "good" if balanced else "bad"))


def _actions(asked: Asked) -> tuple[Action, ...]:
    params = asked.wanted.params
    return (
        Action("print", message("office.do.print"), c.PrintMeters(), "primary"),
        Action("usb", message("office.do.usb"), Errand("usb", (("page", "meters"), *params)), "primary"),
        Action("code", message("office.do.code"), asked.same(show="code"), "primary"),
    )


# -- for machines and phones ---------------------------------------------------------------------------


def digest(state: State, row: int) -> str:
    """SHA-256 in hex over the canonical JSON of all figures: what two readings are compared by."""
    text = json.dumps(figures(state, row), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def code_text(asked: Asked) -> str:
    """What the code says: cabinet, row, head, digest of the meters, the main figures, and the signature over it."""
    total = amounts(_total(asked.state, "machine", None))
    machine = asked.state.set_up.machine
    names = ("coin_in", "coin_out", "bill_in", "ticket_in", "ticket_out", "credit")
    fields = [f"{name}={total[f'{name}_cents']}" for name in names]
    text = "\n".join(
        (
            f"cabinet {machine.asset_number} {asked.wall[:16]} {machine.currency}",
            f"row={asked.row} head={asked.head}",
            f"meters={digest(asked.state, asked.row)}",
            " ".join(fields),
        )
    )
    return f"{text}\nsig={asked.sign('meters', text)}"


def _code_page(asked: Asked) -> Page:
    text = code_text(asked)
    title = message("office.code.title")
    code = Code(title, modules(text), text)
    about = Paragraph(message("office.code.about", row=asked.row))
    return asked.page(
        message("office.menu.meters"),
        blocks=(code, about),
        back=asked.same(show=""),
    )


def verdict(state: State) -> Flag:
    """Whether the books balance, for a card or a lamp."""
    balanced = all(bank.books.balanced for bank in state.bank.stations)
    return Flag("good", message("attendant.balanced")) if balanced else Flag("bad", message("attendant.not_balanced"))
