"""State after a record. The only place where the machine's state changes; total over all records."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never, get_args

from cabinet.bank import evolve as bank_evolve
from cabinet.bank.records import BankRecord, DocumentRuled, NoteCredited, TicketRedeemed
from cabinet.games import GAMES
from cabinet.machine import meters, reserve
from cabinet.machine import records as r
from cabinet.machine.faults import FAULTS, Fault
from cabinet.machine.state import Call, Contested, Cut, Device, DeviceTest, Draft, State, Worker
from cabinet.machine.volatile import Drafted, Volatile
from cabinet.play import evolve as play_evolve
from cabinet.play import records as play
from cabinet.play.records import PlayRecord
from cabinet.play.state import PlayState
from cabinet.ports.access import KEY, Role

_BANK = frozenset(get_args(BankRecord))
_MONEY_IN = (NoteCredited, TicketRedeemed, DocumentRuled)
_PLAY = frozenset(get_args(PlayRecord))


def evolve(state: State, *records: r.Record | Volatile) -> State:
    """*state* after *records*, in order."""
    for record in records:
        state = _after(state, record)
    return state


def _after(state: State, record: r.Record | Volatile) -> State:
    if isinstance(record, Drafted):
        return replace(state, drafts={**state.drafts, record.station: record.draft})
    counted = meters.after(state.meters, record, state.play)
    if counted is not state.meters:
        state = replace(state, meters=counted)
    if type(record) in _BANK:
        after = replace(state, bank=bank_evolve.evolve(state.bank, record))  # type: ignore[arg-type]
        return _session(state, after, record) if isinstance(record, _MONEY_IN) else after
    if type(record) in _PLAY:
        return _played(state, record)  # type: ignore[arg-type]
    return _machine(state, record)  # type: ignore[arg-type]


def _session(before: State, after: State, record: NoteCredited | TicketRedeemed | DocumentRuled) -> State:
    """Money on an empty meter, outside a round, is another player's session as far as anybody can tell."""
    station = record.station
    had, has = (state.bank.station(station).books.credit.total for state in (before, after))
    if had or not has or before.play.in_round:
        return after
    others = tuple(session for session in before.sessions if session[0] != station)
    return replace(after, sessions=(*others, (station, before.play.next_round)))


def _played(state: State, record: PlayRecord) -> State:
    state = replace(state, play=play_evolve.evolve(state.play, record))
    match record:
        case play.BetsClosed(_, _, _, seats):
            drafts = {**state.drafts}
            for bets in seats:
                drafts[bets.seat] = Draft(language=state.draft(bets.seat).language)
            return replace(state, drafts=drafts)
        case play.RoundSettled() | play.RoundVoided():
            return replace(state, compared=totals(state))
        case play.OrderSealed() | play.PiecesShown():
            return _pieces_to_lay(state)
    return state


def totals(state: State) -> tuple[tuple[int, int, int], ...]:
    """(station, coin_in, bill_in) in cents of every station now."""
    return tuple((bank.station, bank.books.coin_in.total, bank.books.bill_in.total) for bank in state.bank.stations)


def _pieces_to_lay(state: State) -> State:
    drafts = {**state.drafts}
    assert state.play.round is not None
    game = GAMES[state.play.round.game]
    for seat in state.play.round.seats:
        # tiles lie one by one, cards are placed together: the rules say how many words a setting has
        count = len(game.house_way(seat.pieces)) if seat.pieces else 0
        drafts[seat.seat] = replace(state.draft(seat.seat), places=("",) * count, assist="")
    return replace(state, drafts=drafts)


def _machine(state: State, record: r.MachineRecord) -> State:
    match record:
        case r.Booted(_, devices):
            known = tuple(Device(name) for name in devices)
            bank = bank_evolve.asked_again(state.bank)
            return replace(
                state, devices=known, bank=bank, drafts={}, keys_on=(), office=(), reporting=(), testing=None
            )
        case r.OptionsAdopted(digest, options):
            bank = bank_evolve.with_stations(state.bank, options.machine.stations)
            game = state.play.game if options.game(state.play.game) else options.games[0].game
            table = replace(state.play, game=game)
            return replace(state, options=options, digest=digest, bank=bank, play=table, scheduled={})
        case r.OptionChanged(file, option, _, new):
            others_kept = tuple(one for one in state.changes if one[:2] != (file, option))
            return replace(state, changes=(*others_kept, (file, option, new)))
        case r.LimitsScheduled(game_name, row):
            return replace(state, scheduled={**state.scheduled, game_name: row})
        case r.DeviceBack(name, model, serial):
            # who has not said yet who it is was fitted by nobody
            fitted = {name: (model, serial), **state.fitted} if model else state.fitted
            return _device(replace(state, fitted=fitted), Device(name, True, True, model, serial))
        case r.DeviceLost(name):
            known_as = state.device(name) or Device(name)
            bank = bank_evolve.out_of_reach(state.bank, name)
            return _device(replace(state, bank=bank), replace(known_as, up=False, asked=True))
        case r.FaultRaised() | r.FaultGone() | r.FaultCleared():
            return replace(state, faults=_faults(state.faults, record), alarm=state.alarm or rings(state, record))
        case r.AlarmEnded():
            return replace(state, alarm=False)
        case r.DoorOpened(door):
            return replace(state, doors_open=(*(d for d in state.doors_open if d != door), door))
        case r.DoorClosed(door):
            return replace(state, doors_open=tuple(d for d in state.doors_open if d != door))
        case r.KeySeen(key, on):
            others = tuple(k for k in state.keys_on if k != key)
            return _key(replace(state, keys_on=(*others, key) if on else others), key, on)
        case r.HandpayConfirmed(station, handpay, who):
            still = ((bank.station, one.handpay) for bank in state.bank.stations for one in bank.handpays)
            opened = frozenset(still) - {(station, handpay)}
            kept = tuple(one for one in state.confirmed if (one[0], one[1]) in opened)
            return replace(state, confirmed=(*kept, (station, handpay, who)))
        case r.ReportOrdered(station):
            return replace(state, reporting=(*state.reporting, station))
        case r.ReportEnded(station):
            return replace(state, reporting=tuple(other for other in state.reporting if other != station))
        case r.SignedIn(station, who, role):
            return replace(state, office=(*_elsewhere(state, station), Worker(station, who, role)))
        case r.SignedOut(station, _, why):
            stays = why == "idle" and "audit" in state.keys_on
            key_again = (Worker(station, KEY, Role.ATTENDANT),) if stays else ()
            return replace(state, office=(*_elsewhere(state, station), *key_again))
        case r.CallMade(station, reason):
            others_calls = tuple(call for call in state.calls if call.station != station)
            return replace(state, calls=(*others_calls, Call(station, reason)))
        case r.CallExplained(station, reason):
            told = tuple(replace(c, reason=reason if c.station == station else c.reason) for c in state.calls)
            return replace(state, calls=told)
        case r.CallTaken(station):
            mine = tuple(replace(call, taken=call.taken or call.station == station) for call in state.calls)
            return replace(state, calls=mine)
        case r.CallAnswered(station) | r.CallWithdrawn(station):
            return replace(state, calls=tuple(call for call in state.calls if call.station != station))
        case r.SeatReserved() | r.SeatTried() | r.SeatOverdue() | r.SeatOpened():
            return replace(state, reserved=reserve.evolved(state, record))
        case r.ServiceChanged(out):
            return replace(state, out_of_service=out)
        case r.DeviceReplaced(name, _, _, model, serial):
            return replace(state, fitted={**state.fitted, name: (model, serial)})
        case r.TestBegun(station, name, function, _, number):
            return replace(state, testing=DeviceTest(station, name, function, number), tests=number)
        case r.TestEnded():
            return replace(state, testing=None)
        case r.DisputeOpened() | r.DisputeKept() | r.DisputeClosed():
            return replace(state, contested=_contested(state.contested, record))
        case r.HistoryRestored():
            left = tuple(fault for fault in state.faults if fault.code != "rolled_back")
            return replace(state, faults=left, bank=bank_evolve.cashier_only(state.bank))
        case r.CarriedOver():
            return _begun_anew(record)
        case r.TicketsCarried(tickets):
            return replace(state, bank=bank_evolve.with_tickets(state.bank, tickets))
        case r.SetupConfirmed():
            return replace(state, faults=tuple(fault for fault in state.faults if fault.code != "setup_unconfirmed"))
        case r.ClaimRuled(number, paid):
            return _claim_ruled(state, number, paid)
        case r.PeriodCut(period, wall):
            books = tuple((bank.station, bank.books) for bank in state.bank.stations)
            return replace(state, cuts={**state.cuts, period: Cut(period, wall, books, state.meters)})
        case r.PeriodDated(period, wall):
            return replace(state, cuts={**state.cuts, period: replace(state.cuts[period], wall=wall)})
        case r.ClockChanged() | r.EventNoted() | r.DiceChanged() | r.RoundHandled() | r.HistoryArchived():
            return state
        case r.PinRefused() | r.Did():
            return state
        case _:
            assert_never(record)


def rings(state: State, record: r.Record | Volatile) -> bool:
    """Whether *record* begins an alarm: not while an attendant is at the machine, who knows what he does (E-09)."""
    return isinstance(record, r.FaultRaised) and FAULTS[record.code].alarm and not state.attendant


def _begun_anew(record: r.CarriedOver) -> State:
    """Everything at its beginning but what stands on paper, and the dice (R-12, M-13)."""
    faces = {f"face.{face}|dice_faces": count for face, count in enumerate(record.faces, 1)}
    return State(
        bank=bank_evolve.begun_anew(record.numbers),
        play=PlayState(next_round=record.next_round),
        meters=faces,
        clears=record.clears,
        claims=record.claims,
    )


def _claim_ruled(state: State, number: int, paid: bool) -> State:
    ruled = next(claim for claim in state.claims if claim.claim == number)
    bank = bank_evolve.ruled_claim(state.bank, ruled.number, paid) if ruled.number else state.bank
    return replace(state, bank=bank, claims=tuple(claim for claim in state.claims if claim.claim != number))


def _contested(
    known: tuple[Contested, ...], record: r.DisputeOpened | r.DisputeKept | r.DisputeClosed
) -> tuple[Contested, ...]:
    match record:
        case r.DisputeOpened(number, station, who, reason):
            return (*known, Contested(number, station, who, reason))
        case r.DisputeKept(number, folder, digest):
            return tuple(
                replace(one, folder=folder, digest=digest) if one.round_number == number else one for one in known
            )
        case r.DisputeClosed(number):
            return tuple(one for one in known if one.round_number != number)


def _key(state: State, key: str, on: bool) -> State:
    """The audit key opens the office at every station where nobody is at work, and closes it everywhere."""
    if key != "audit":
        return state
    if not on:
        return replace(state, office=())
    free = (bank.station for bank in state.bank.stations if state.worker(bank.station) is None)
    return replace(state, office=(*state.office, *(Worker(station, KEY, Role.ATTENDANT) for station in free)))


def _elsewhere(state: State, station: int) -> tuple[Worker, ...]:
    return tuple(worker for worker in state.office if worker.station != station)


def _device(state: State, device: Device) -> State:
    others = tuple(known if known.name != device.name else device for known in state.devices)
    return replace(state, devices=others)


def _faults(faults: tuple[Fault, ...], record: r.FaultRaised | r.FaultGone | r.FaultCleared) -> tuple[Fault, ...]:
    others = tuple(fault for fault in faults if (fault.code, fault.place) != (record.code, record.place))
    match record:
        case r.FaultRaised(code, place, detail):
            return (*others, Fault(code, place, True, detail))
        case r.FaultGone(code, place):
            if FAULTS[code].attendant:
                return (*others, Fault(code, place, False))
            return others
        case r.FaultCleared():
            return others
