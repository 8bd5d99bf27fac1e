"""RAM clear: what must not be open, what the new journal takes over, and how its setup is left again.

Decides from the state of the journal that ends. A good journal is cleared only when nobody is owed anything by it;
of a damaged one what it is believed to owe becomes claims, which a person rules on (R-08). Refuses to know files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cabinet.bank.state import Numbers, StationBank, Ticket, TicketState
from cabinet.machine import records as r
from cabinet.machine.claims import Claim
from cabinet.machine.conditions import raised
from cabinet.machine.decided import Decided
from cabinet.machine.setup import unconfirmed
from cabinet.machine.state import State

TICKETS_A_ROW = 400
"""Tickets in one row: far under the largest row that the journal takes."""

SKIPPED = 1_000
"""Numbers left out when the end of the journal before is not known: papers that it forgot have some of them."""

UNKNOWN_BEGINNING = 1_000_001
"""Where numbers begin when nothing of the journal before is known."""


def open_items(state: State) -> tuple[Claim, ...]:
    """All that is owed, moving or undecided, by station; with any of it a good journal is not cleared."""
    found = [item for bank in state.bank.stations for item in _open_at(state, bank)]
    found += [(claim.station, claim.what, claim.amount_cents, claim.number) for claim in state.claims]
    return tuple(Claim(count, *item) for count, item in enumerate(found, 1))


_Item = tuple[int, str, int, str]


def _open_at(state: State, bank: StationBank) -> Iterator[_Item]:
    station = bank.station
    if bank.books.credit.total:
        yield station, "credit", bank.books.credit.total, ""
    if bank.document is not None:
        yield station, "document", bank.document.value_cents, bank.document.number
    for dispute in bank.disputes:
        yield station, "dispute", dispute.value_cents, dispute.number
    if bank.seen is not None:
        yield station, "acceptor", 0, ""
    if bank.job is not None:
        yield station, "ticket", bank.job.amounts.total, bank.job.number
    for handpay in bank.handpays:
        yield station, "handpay", handpay.amounts.total, ""
    now = state.play.round
    if now is not None and state.play.in_round and now.seat(station) is not None:
        yield station, "round", bank.wagered.total, ""


def carried_over(
    state: State | None,
    *,
    who: str,
    reason: str,
    row: int,
    head: str,
    kept: str,
    damage: str,
    vouched: bool,
    uncertain: bool,
    stations: tuple[int, ...],
) -> tuple[r.CarriedOver, tuple[r.TicketsCarried, ...]]:
    """What the new journal begins with. *state*: the old one as believed, None = nothing is. *uncertain*: the journal
    may have gone on after it, so numbers are left out and no ticket is paid without a person. *stations*: for
    a cabinet of which nothing is known."""
    claims = open_items(state) if state is not None and damage else ()
    carried = r.CarriedOver(
        who=who,
        reason=reason,
        row=row,
        head=head,
        kept=kept,
        damage=damage,
        vouched=vouched,
        numbers=_numbers(state, uncertain, stations),
        next_round=UNKNOWN_BEGINNING if state is None else state.play.next_round + SKIPPED * uncertain,
        faces=tuple(state.meters.get(f"face.{face}|dice_faces", 0) if state else 0 for face in range(1, 7)),
        clears=(state.clears if state is not None else 0) + 1,
        claims=claims,
    )
    store = tuple(state.bank.tickets.items()) if state is not None else ()
    tickets = tuple((number, _handed(ticket, uncertain)) for number, ticket in store)
    rows = range(0, len(tickets), TICKETS_A_ROW)
    return carried, tuple(r.TicketsCarried(tickets[at : at + TICKETS_A_ROW]) for at in rows)


def _numbers(state: State | None, uncertain: bool, stations: tuple[int, ...]) -> tuple[Numbers, ...]:
    if state is None or not state.bank.stations:
        first = UNKNOWN_BEGINNING
        return tuple(Numbers(one, first, first, first, slip=first) for one in stations)
    skipped = SKIPPED if uncertain else 0
    return tuple(
        Numbers(
            bank.station,
            bank.next_document + skipped,
            bank.next_ticket + skipped,
            bank.next_handpay + skipped,
            bank.box,
            bank.next_slip + skipped,
        )
        for bank in state.bank.stations
    )


def _handed(ticket: Ticket, uncertain: bool) -> Ticket:
    """A ticket still being printed is one that nobody can vouch for; after an uncertain end a person looks at each."""
    if ticket.state is TicketState.PRINTING:
        return replace(ticket, state=TicketState.UNCONFIRMED)
    if uncertain and ticket.state is TicketState.ISSUED:
        return replace(ticket, state=TicketState.CASHIER_ONLY)
    return ticket


# -- in the new journal -----------------------------------------------------------------------------------


def begun(state: State, carried: r.CarriedOver) -> Decided:
    """The new journal begins; play and notes stay closed until a technician has confirmed its setup. Only a journal
    that has nothing in it can begin."""
    if state != State():
        return Decided()
    return Decided((carried, *raised(state, "setup_unconfirmed", "machine", carried.reason)))


def handed(state: State, more: r.TicketsCarried) -> Decided:
    """More tickets of the journal before, as long as nothing else has happened."""
    return Decided((more,)) if state.clears and state.options is None else Decided()


def confirmed(state: State, who: str) -> Decided | None:
    """Setup is left; None when it is not open, or when claims of the journal before are not ruled on."""
    if not unconfirmed(state) or state.options is None or state.claims:
        return None
    return Decided((r.SetupConfirmed(who, state.digest),))


def rule(state: State, claim: int, paid: bool, who: str) -> Decided | None:
    """A person's word on a claim; None when there is no such claim."""
    if all(one.claim != claim for one in state.claims):
        return None
    return Decided((r.ClaimRuled(claim, paid, who),))
