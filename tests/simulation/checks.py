"""What must hold of a cabinet and its world, each a small function that names what does not.

*always*: after every act, whatever was interrupted. *at rest*: nothing moves and the attendant has ruled.
*whole life*: over the journal, after the last life.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cabinet.bank import records as bank
from cabinet.bank.books import problems
from cabinet.bank.state import TicketState
from cabinet.chance import verify_commitment
from cabinet.machine.decided import Tables
from cabinet.machine.records import Record, record_codec
from cabinet.play import records as play
from cabinet.reports.audit import Checked, check_books, replay
from cabinet.storage.contract import Entry
from tests.simulation.cabinet import Cabinet


class Violated(AssertionError):
    """Something that must hold does not."""


def always(cabinet: Cabinet) -> None:
    """Books exact; nothing credited that is not in the box; no paper that is not accounted for."""
    station = cabinet.bank
    found = problems(station.books)
    if found:
        raise Violated(f"books: {found}")
    in_box = notes_in_box(cabinet) - cabinet.baseline.notes
    if station.books.bill_in.total > in_box:
        raise Violated(f"bill-in {station.books.bill_in.total}, in the box {in_box}")
    printed, booked = printed_cents(cabinet) - cabinet.baseline.paper, station.books.ticket_out.total
    under_way = station.job.amounts.total if station.job is not None else 0
    if printed > booked + under_way:
        raise Violated(f"paper for {printed}, ticket-out {booked}, under way {under_way}")


def at_rest(cabinet: Cabinet) -> None:
    """The physical world and the books tell the same story to the cent."""
    always(cabinet)
    station, books = cabinet.bank, cabinet.bank.books
    if station.document or station.job or station.disputes or station.handpays or books.in_flight.total:
        raise Violated(f"not at rest: {station}")
    base = cabinet.baseline
    expect("notes in the box", notes_in_box(cabinet) - base.notes, "bill-in", books.bill_in.total)
    expect("paper printed", printed_cents(cabinet) - base.paper, "ticket-out", books.ticket_out.total)
    taken = tickets_in_box(cabinet)
    if len(set(taken)) != len(taken):
        raise Violated("one ticket lies twice in the box")
    amounts = {number: ticket.amounts.total for number, ticket in cabinet.state.bank.tickets.items()}
    since = [document["ticket"] for document in cabinet.box()[base.documents :] if "ticket" in document]
    expect("tickets in the box", sum(amounts.get(number, 0) for number in since), "ticket-in", books.ticket_in.total)
    _owed(cabinet, taken)


def _owed(cabinet: Cabinet, taken: list[str]) -> None:
    """Whoever holds a printed ticket can cash it: the store owes him its amount."""
    store = cabinet.state.bank.tickets
    for paper in cabinet.paper():
        number = paper["number"]
        if not number or paper["state"] != "printed" or number in taken:
            continue
        ticket = store.get(number)
        if ticket is None or ticket.state is not TicketState.ISSUED or ticket.amounts.total != paper["amount_cents"]:
            raise Violated(f"a ticket over {paper['amount_cents']} is in somebody's hand, the store says {ticket}")


def expect(truth: str, really: int, meter: str, booked: int) -> None:
    if really != booked:
        raise Violated(f"{truth}: {really}, {meter}: {booked}")


def notes_in_box(cabinet: Cabinet) -> int:
    return sum(document.get("value", 0) for document in cabinet.box())


def tickets_in_box(cabinet: Cabinet) -> list[str]:
    return [document["ticket"] for document in cabinet.box() if "ticket" in document]


def printed_cents(cabinet: Cabinet) -> int:
    return sum(paper["amount_cents"] for paper in cabinet.paper() if paper["state"] == "printed")  # slips have none


def whole_life(entries: list[Entry], tables: Tables) -> None:
    """Books after every row, one draw and one result a round, no ticket twice, every decision reproduced."""
    for finding in (*check_books(entries, Checked()), *replay(entries, tables, Checked())):
        raise Violated(str(finding))
    records = list(_records(entries))
    _rounds(entries, records)
    _tickets(records)


def _records(entries: list[Entry]) -> Iterator[Record]:
    codec = record_codec()
    for entry in entries:
        yield from (codec.decode(plain) for plain in entry.records if plain["is"] != "Opened")


def _rounds(entries: list[Entry], records: list[Record]) -> None:
    draws = Counter(r.round_number for r in records if isinstance(r, play.OrderSealed))
    ends = Counter(r.round_number for r in records if isinstance(r, play.RoundSettled | play.RoundVoided))
    if any(count > 1 for count in (*draws.values(), *ends.values())):
        raise Violated(f"a round with two draws or two results: {draws} {ends}")
    sealed = {r.round_number: r for r in records if isinstance(r, play.OrderSealed)}
    shown = {r.round_number: dict(r.pieces) for r in records if isinstance(r, play.PiecesShown)}
    for record in records:
        if isinstance(record, play.OrderShown):
            seal = sealed[record.round_number]
            if not verify_commitment(seal.commitment, record.round_number, record.order, bytes.fromhex(record.nonce)):
                raise Violated(f"round {record.round_number}: the order shown is not the one committed to")
            seen = {**dict(seal.pieces), **shown.get(record.round_number, {})}
            if any(record.order[place] != piece for place, piece in seen.items()):
                raise Violated(f"round {record.round_number}: other pieces than were dealt")
    for entry in entries:
        _settlement(entry)


def every_journal(journals: list[list[Entry]]) -> None:
    """Over all RAM clears: no number given twice, no ticket redeemed twice."""
    records = [record for entries in journals for record in _records(entries)]
    _once("ticket ordered", (r.number for r in records if isinstance(r, bank.TicketOrdered)))
    _once("ticket sequence", ((r.station, r.sequence) for r in records if isinstance(r, bank.TicketOrdered)))
    redeemed = (r.number for r in records if isinstance(r, bank.TicketRedeemed | bank.TicketCashed))
    _once("ticket redeemed", redeemed)
    _once("round", (r.round_number for r in records if isinstance(r, play.BetsClosed)))


def dice(entries: list[Entry], rests: list[tuple[int, ...]]) -> None:
    """Each result lay in the shaker; after a valid first rest nothing was shaken again and no other faces counted."""
    first: dict[int, play.FirstRestKept] = {}
    for record in _records(entries):
        match record:
            case play.FirstRestKept(number):
                first.setdefault(number, record)
            case play.RollStarted(number) if number in first:
                raise Violated(f"round {number}: shaken again after a valid first rest")
            case play.DiceAccepted(number, _, faces):
                if number not in first or sorted(first[number].faces) != sorted(faces):
                    raise Violated(f"round {number}: {faces} counted, the first rest was {first.get(number)}")
                if tuple(faces) not in rests and not any(sorted(rest) == sorted(faces) for rest in rests):
                    raise Violated(f"round {number}: {faces} never lay in the shaker")


def _settlement(entry: Entry) -> None:
    """All that a round gives back stands in the entry of its result, once, to the cent."""
    codec = record_codec()
    records = [codec.decode(plain) for plain in entry.records if plain["is"] != "Opened"]
    results = [r.result for r in records if isinstance(r, play.RoundSettled)]
    given = sum(r.amounts.total for r in records if isinstance(r, bank.AwardPaid | bank.WagerVoided))
    given += sum(r.amount_cents for r in records if isinstance(r, bank.JackpotLocked))
    if not results:
        if given and not any(isinstance(r, play.RoundVoided) for r in records):
            raise Violated(f"row {entry.sequence}: an award apart from its result")
        return
    owed = sum(award.returned_cents for result in results for seat in result.seats for award in seat.awards)
    if given != owed:
        raise Violated(f"row {entry.sequence}: the result gives {owed}, paid and locked are {given}")


def _tickets(records: list[Record]) -> None:
    _once("ticket ordered", (r.number for r in records if isinstance(r, bank.TicketOrdered)))
    _once("ticket redeemed", (r.number for r in records if isinstance(r, bank.TicketRedeemed)))
    _once("ticket issued", ((r.station, r.sequence) for r in records if isinstance(r, bank.TicketIssued)))
    credited = ((r.station, r.document) for r in records if isinstance(r, bank.NoteCredited | bank.TicketRedeemed))
    _once("document credited", credited)


def _once(what: str, numbers: Iterable[object]) -> None:
    often = [number for number, times in Counter(numbers).items() if times > 1]
    if often:
        raise Violated(f"{what} twice: {often}")
