"""One round recalled: on its table step by step, or in words with everything a dispute may hang on.

Decides how a step is told and what can be done with a round. The steps, their Views and the commitment's check are the
recall's own: nothing is worked out again here.
"""

from __future__ import annotations

from fractions import Fraction
from textwrap import wrap

from cabinet.machine import contested
from cabinet.ports.access import Role
from cabinet.ports.commands import CloseDispute, OpenDispute
from cabinet.ports.page import (
    Action,
    Card,
    Cell,
    Cents,
    Column,
    Page,
    PageWanted,
    Paragraph,
    Row,
    Scenery,
    Table,
    Text,
    Wall,
    message,
    said,
)
from cabinet.ports.recall import Fact, RecalledRound
from cabinet.ports.view import Message
from cabinet.reports.pages.asked import Asked
from cabinet.reports.rounds import commitment_holds

RAW_WIDTH = 36  # characters of one size that fit beside the row and the time


def page(asked: Asked) -> Page:
    """The round of the parameter *round*: *step* 1… on the table, or in words where *show* says so."""
    shown = asked.recall.numbered(asked.number("round"))
    back = PageWanted("rounds")
    if shown is None:
        return asked.page(
            message("office.menu.rounds"), notes=(Paragraph(message("recall.not_here"), "warn"),), back=back
        )
    title = message("recall.mark", round=shown.round_number)
    if asked.param("show") == "words":
        return asked.page(
            title,
            cards=_cards(shown),
            blocks=(_steps(shown),),
            notes=(_commitment(shown),),
            actions=(_go("table", asked.same(show="", step="")), asked.printing(), *_disputing(asked, shown)),
            back=back,
        )
    step = min(max(asked.number("step", len(shown.steps)), 1), len(shown.steps))
    return asked.page(
        title,
        blocks=(Scenery(shown.steps[step - 1].view, title),),
        notes=_told(shown, step),
        actions=(*_stepping(asked, shown, step), *_disputing(asked, shown)),
        back=back,
    )


# -- on the table ------------------------------------------------------------------------------------------


def _told(shown: RecalledRound, step: int) -> tuple[Paragraph, ...]:
    """What the step says, in a line or two under the table: which it is, when, and what happened in short. What each
    bet came to lies on the table."""
    now = shown.steps[step - 1]
    head = Paragraph(message("recall.step_at", step=step, steps=len(shown.steps), at=now.wall[11:19], row=now.row))
    return (head, *(Paragraph(line) for fact in now.facts for line in lines(fact)[:1]))


def _stepping(asked: Asked, shown: RecalledRound, step: int) -> tuple[Action, ...]:
    last = len(shown.steps)
    steps = (("first", 1), ("back", max(1, step - 1)), ("next", min(last, step + 1)), ("last", last))
    buttons = tuple(
        _go(name, asked.same(step=str(to)), None if to != step else message("recall.here")) for name, to in steps
    )
    return (*buttons, _go("details", asked.same(show="words", step="")))


def _go(name: str, wanted: PageWanted, closed: Message | None = None) -> Action:
    return Action(f"recall.{name}", message(f"recall.{name}"), wanted, closed=closed)


def _disputing(asked: Asked, shown: RecalledRound) -> tuple[Action, ...]:
    """Freeze and export; once that is done, the operator ends the dispute."""
    known = contested.of(asked.state, shown.round_number)
    if known is not None and known.folder:
        close = CloseDispute(shown.round_number)
        return (Action("dispute.close", message("dispute.close"), close, "danger", hold=True, role=Role.OPERATOR),)
    why = None if shown.ended else message("refused.no_such_round")
    freeze = OpenDispute(shown.round_number)
    return (Action("dispute.open", message("recall.freeze"), freeze, "danger", hold=True, closed=why),)


# -- in words ----------------------------------------------------------------------------------------------


def _cards(shown: RecalledRound) -> tuple[Card, ...]:
    by_hand = (Card(message("recall.col.hand"), Cents(shown.jackpot_cents, sign=True)),) if shown.jackpot_cents else ()
    return (
        Card(message("recall.col.before"), Cents(shown.credit_before_cents, sign=True)),
        Card(message("recall.col.bet"), Cents(shown.wagered_cents, sign=True)),
        Card(message("recall.col.returned"), Cents(shown.returned_cents, sign=True)),
        *by_hand,
        Card(message("recall.col.after"), Cents(shown.credit_after_cents, sign=True)),
    )


def _commitment(shown: RecalledRound) -> Paragraph:
    """Whether the order shown is the one that the machine had bound itself to, worked out anew."""
    tone, word = {True: ("good", "holds"), False: ("bad", "broken"), None: ("warn", "unopened")}[
        commitment_holds(shown)
    ]
    return Paragraph(message(f"recall.{word}", seal=shown.commitment[:16].upper()), tone)


def _before(shown: RecalledRound) -> list[Row]:
    """What moved since the round before, and the credit that this one began with."""
    told: list[Cell] = [said_line(line) for fact in shown.before for line in lines(fact)]
    if not told:
        return []
    rows = [Row((Text(""), Text(""), cell, Text(""))) for cell in told]
    head = Row((Text(""), Text(""), said("recall.col.since"), Cents(shown.credit_before_cents)), "strong")
    return [head, *rows]


def _steps(shown: RecalledRound) -> Table:
    columns = (
        Column(message("recall.col.row"), 8, right=True),
        Column(message("recall.col.time"), 16),
        Column(message("recall.col.what"), 60),
        Column(message("recall.col.after"), 14, right=True),
    )
    rows = _before(shown)
    for step in shown.steps:
        told: list[Cell] = [said_line(line) for fact in step.facts for line in (*lines(fact), *raw(fact))]
        first = (Text(str(step.row), mono=True), Wall(step.wall, seconds=True))
        for number, cell in enumerate(told or [Text("–")]):
            head = first if number == 0 else (Text(""), Text(""))
            last: Cell = Cents(step.view.credit_cents) if number == 0 else Text("")
            rows.append(Row((*head, cell, last)))
    return Table(columns, tuple(rows))


def said_line(line: Message) -> Cell:
    """A line of a fact as a cell; what a device said stands as it was."""
    if line.code == "recall.raw":
        return Text(dict(line.params)["text"], mono=True)
    return said(line.code, **dict(line.params))


def lines(fact: Fact) -> tuple[Message, ...]:
    """What a fact says to a person."""
    params = dict(fact.params)
    match fact.code:
        case "bets_closed":
            wagers = ((name.removesuffix("_cents"), cents) for name, cents in fact.params)
            found = [_line("bets_closed")]
            found += [message("recall.fact.wager", bet=bet, amount_cents=cents) for bet, cents in wagers if int(cents)]
            return tuple(found)
        case "order_sealed":
            return (_line("order_sealed", seal=params["commitment"][:12].upper()),)
        case "deck_cut":
            return (_line("deck_cut", position=params["position"]) if params["position"] != "0" else _line("not_cut"),)
        case "hand_set":
            return _laid(params)
        case "first_rest" | "dice":
            return (_line(fact.code, attempt=params["attempt"], faces=params["faces"]),)
        case "roll_dropped" | "roll_frozen":
            return (_line(fact.code, attempt=params["attempt"], told=params["why"]),)
        case "round_settled":
            return (_line("round_settled"), *_awards(params))
        case "ticket_failed":
            return (_line("ticket_failed", told=params["why"]),)
    kept = {name: text for name, text in params.items() if name in _SAID}
    return (_line(fact.code, **kept),)


_SAID = frozenset({"amount_cents", "attempt", "fault", "door"})


def _line(code: str, **params: str) -> Message:
    return message(f"recall.fact.{code}", **params)


def _laid(params: dict[str, str]) -> tuple[Message, ...]:
    assist = params["assist"]
    by = _line("hand_set") if assist == "by_hand" else _line("hand_set_by", assist=assist)
    if "worth" not in params:
        return (by,)
    return (by, _line("worth", worth=_percent(params["worth"]), best=_percent(params["best"])))


def _percent(fraction: str) -> str:
    """ "-1/40" of the bet as "-2.50"."""
    return f"{float(Fraction(fraction) * 100):+.2f}"


def _awards(params: dict[str, str]) -> tuple[Message, ...]:
    bets = (name.removesuffix("_returned_cents") for name in params if name.endswith("_returned_cents"))
    return tuple(
        message("recall.fact.award", bet=bet, outcome=params[bet], amount_cents=params[f"{bet}_returned_cents"])
        for bet in bets
    )


def raw(fact: Fact) -> tuple[Message, ...]:
    """The evidence under a fact: the whole order and its nonce, the shaker's own lines; cut to what a line holds."""
    params = dict(fact.params)
    match fact.code:
        case "order_shown":
            texts = (*wrap(params["order"], RAW_WIDTH), params["nonce"])
        case "order_sealed":
            texts = (*wrap(params["commitment"], RAW_WIDTH),)
        case "first_rest" | "roll_dropped" | "dice":
            texts = (*wrap(params.get("raw", ""), RAW_WIDTH, break_on_hyphens=False),)
        case _:
            texts = ()
    return tuple(message("recall.raw", text=text) for text in texts)
