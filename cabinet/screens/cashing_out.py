"""Money leaving: a ticket being printed, a ticket to take. The amount is in sight all the time."""

from __future__ import annotations

from cabinet.ports.view import MoneyMoving, View
from cabinet.screens import frame
from cabinet.screens.geometry import Rect
from cabinet.screens.scene import Icon, Plate, Scene
from cabinet.screens.sketch import Sketch

_STAGES = ("printing", "take_ticket")


def leaving(moving: tuple[MoneyMoving, ...]) -> MoneyMoving | None:
    """The ticket on its way out, if there is one."""
    return next((money for money in moving if money.kind == "ticket_out" and money.state in _STAGES), None)


def shown(view: View) -> bool:
    """Whether the cash-out picture is due: while it prints, and until it is taken unless play goes on."""
    money = leaving(view.moving)
    if money is None:
        return False
    return money.state == "printing" or not (view.credit_cents or view.bet_cents)


def scene(sketch: Sketch) -> Scene:
    """The cash-out picture: amount, what happens to it, a ticket growing out of its slot."""
    money = leaving(sketch.view.moving)
    assert money is not None, "the cash-out picture without a ticket on its way"
    sketch.backdrop("felt")
    frame.top_bar(sketch, sketch.say(f"game.{sketch.view.table.game}"), sketch.say(f"state.{money.state}"))
    plan = sketch.lay.cashing
    sketch.label(plan.title, sketch.say("cash_out.title"), 52, "gold", weight=700, serif=True)
    sketch.label(plan.amount, sketch.money(money.amount_cents), 110, "white", weight=700)
    _ticket(sketch, money)
    _progress(sketch, money)
    frame.notices(sketch, sketch.say("cash_out.attendant_hint"))
    frame.bottom_bar(sketch)
    frame.toasts(sketch)
    sketch.moving = True
    return sketch.scene("cash_out")


def _ticket(sketch: Sketch, money: MoneyMoving) -> None:
    """Paper coming out of the slot; it grows while printing and waits while it is to be taken."""
    plan = sketch.lay.cashing
    permille = 470 + sketch.now_ms // 8 % 380 if money.state == "printing" else 940 + sketch.now_ms // 40 % 60
    paper = Rect(plan.slot.cx - plan.paper_w // 2, plan.slot.y + 24, plan.paper_w, plan.paper_h * permille // 1000)
    sketch.plate(paper, "paper", 6)
    for bar in range(0, plan.paper_w - 80, 12):
        width = 4 + bar * 7 % 5
        sketch.add(Plate(Rect(paper.x + 40 + bar, paper.y + 30, width, max(2, paper.h - 130)), "meter", 1))
    amount = Rect(paper.x, paper.bottom - 84, paper.w, 56)
    sketch.label(amount, sketch.money(money.amount_cents), 44, "ink", on="tile", weight=700)
    sketch.plate(plan.slot, "meter", 12)


def _progress(sketch: Sketch, money: MoneyMoving) -> None:
    printed = money.state == "take_ticket"
    steps = (
        ("cash_out.step.ordered", True),
        ("cash_out.step.printed" if printed else "cash_out.step.printing", printed),
        ("cash_out.step.take", False),
    )
    for number, ((code, done), rect) in enumerate(zip(steps, sketch.lay.cashing.steps, strict=True)):
        now = (number == 1 and money.state == "printing") or (number == 2 and money.state == "take_ticket")
        sign = "check" if done else f"spin{sketch.now_ms // 120 % 8}" if now and number == 1 else "dot"
        color = "good" if done else "gold" if now else "cream"
        sketch.add(Icon(Rect(rect.x + 10, rect.cy - 22, 44, 44), sign, color))
        text, weight = Rect(rect.x + 64, rect.y + 4, rect.w - 70, rect.h - 8), 700 if now or done else 500
        sketch.label(text, sketch.say(code), 34, color, weight=weight, align="left", wrap=True)
    sketch.label(sketch.lay.cashing.where, sketch.say("cash_out.where"), 32, "cream", wrap=True)
