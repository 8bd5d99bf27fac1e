"""A quick round of the game with cards: one touch repeats the bets, deals without a cut, lays the hand right and plays.

    touch: RepeatBets, Deal -> cutting: CutDeck(0) -> setting: Assist, Confirm -> settled: the reveal cut short

Neither the cut nor the placing changes an odd, so nothing is taken from the player; every act is one of his own
commands and stands in the journal as such. A touch on the glass ends it: the round then goes on by hand.
"""

from __future__ import annotations

from dataclasses import replace

from cabinet.ports import commands as c
from cabinet.ports.view import View
from cabinet.screens.reveal import MINIMUM_MS
from cabinet.screens.ui import Ui


def quick_offered(view: View) -> bool:
    """Whether one touch may play the last bets again: between rounds, with no chips on the cloth."""
    idle = view.table.phase in ("betting", "settled")
    return view.table.quick and idle and not view.bet_cents and "repeat" in view.allowed


def onward(ui: Ui, view: View) -> tuple[Ui, tuple[c.Command, ...]]:
    """The next acts of a quick round that runs, each asked once; a refusal ends it."""
    if not ui.quick:
        return ui, ()
    if any(message.level == "refusal" for message in view.messages):
        return replace(ui, quick=""), ()
    match view.table.phase, ui.quick:
        case "cutting", "deal" if "cut" in view.allowed:
            return replace(ui, quick="cut"), (c.CutDeck(0),)
        case "setting", "deal" | "cut" if "lay" in view.allowed:
            return replace(ui, quick="played"), (c.Assist("house_way"), c.Confirm())
        case "settled", "played":
            return _shortened(ui), ()
        case _:
            return ui, ()


def _shortened(ui: Ui) -> Ui:
    """Only the end of the reveal is shown, for the time that an outcome must stay in view."""
    reveal = ui.reveal
    if reveal is not None:
        reveal = replace(reveal, skipped_ms=max(reveal.skipped_ms, reveal.total_ms - MINIMUM_MS))
    return replace(ui, quick="", reveal=reveal)
