"""The cash box: what lies in it, when it is changed, what the count room finds.

    out, or door opened without mains -> BoxOpened -> the acceptor says the box is in -> BoxChanged -> DropCounted

Decides that a change closes the period exactly once, however often and in whatever order acceptor and door tell of
it, also after a power cut between out and in. Knows no protocol and no door switch.
"""

from __future__ import annotations

from cabinet.bank import records as r
from cabinet.bank.state import Drop, StationBank
from cabinet.ports.decision import Refusal, refusal

MOST_NOTES = 100_000
"""Of one value in one box; a box holds some thousands."""


def opened(bank: StationBank) -> r.BoxOpened | None:
    """The acceptor says that the box is out; None = known already."""
    return None if bank.box.opened == "out" else r.BoxOpened(bank.station, "out")


def unlatched(bank: StationBank) -> r.BoxOpened | None:
    """The door of the box was opened while the mains were off; None = that opening is known already."""
    if bank.box.opened or bank.box.explained:
        return None
    return r.BoxOpened(bank.station, "unpowered")


def back(bank: StationBank, opened_now: r.BoxOpened | None = None) -> r.BoxChanged | None:
    """The acceptor is well and says nothing of a missing box: the change is over; None = there was none."""
    box, how = bank.box, bank.box.opened or (opened_now.how if opened_now is not None else "")
    if not how:
        return None
    return r.BoxChanged(
        bank.station, box.next_drop, box.number, how, box.notes, box.notes_cents, box.tickets, box.tickets_cents
    )


def named(bank: StationBank, number: str, who: str) -> r.BoxNamed | Refusal:
    """The number of the box that is in now: letters and digits, at most twelve."""
    if not (0 < len(number) <= 12 and number.isascii() and number.isalnum()):
        return refusal("refused.box_number")
    return r.BoxNamed(bank.station, number, who)


def counted(
    bank: StationBank, drop: int, notes: tuple[tuple[int, int], ...], tickets: int, tickets_cents: int, who: str
) -> r.DropCounted | Refusal:
    """The count room's figures of a box that was taken out."""
    if find(bank, drop) is None:
        return refusal("refused.no_such_drop")
    figures = (tickets, tickets_cents, *(figure for row in notes for figure in row))
    values = [value for value, _ in notes]
    if not who or min(figures, default=0) < 0 or len(set(values)) != len(values) or 0 in values:
        return refusal("refused.count")
    if any(count > MOST_NOTES for _, count in notes):
        return refusal("refused.count")
    return r.DropCounted(bank.station, drop, tuple(sorted(notes)), tickets, tickets_cents, who)


def find(bank: StationBank, drop: int) -> Drop | None:
    """The box taken out as number *drop*, while it is remembered."""
    return next((one for one in bank.box.drops if one.drop == drop), None)
