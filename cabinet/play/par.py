"""The id of a PAR configuration: every combination of options that changes a return has its own name."""

from __future__ import annotations

from cabinet.play.options import GameSetup


def par_id(setup: GameSetup) -> str:
    """A short stable name that records and meters carry: DH-3-500 = Double-Hand, 3 exposed, 5.00 %."""
    options = setup.options
    if setup.game == "double_hand":
        rounding = "" if options.commission_rounding == "none" else f"-{options.commission_rounding}"
        return f"DH-{options.exposed_tiles}-{options.commission_bp}{rounding}"
    letters = "".join(word[0] for word in setup.game.split("_")).upper()
    return f"{letters}-{options.decks}"
