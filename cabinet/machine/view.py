"""The View of a station: all that its screen may show, and nothing that the seat may not know.

Hidden pieces are not in the state before they are revealed, so they cannot leak from here.
"""

from __future__ import annotations

from dataclasses import replace

from cabinet.bank.state import DocumentStage, JobStage, StationBank
from cabinet.games import GAMES
from cabinet.games.base import Comparison, RoundResult, SeatResult
from cabinet.machine import may
from cabinet.machine.allowed import allowed
from cabinet.machine.conditions import SWAPPED
from cabinet.machine.drafts import assists
from cabinet.machine.faults import Fault, Out
from cabinet.machine.hands import hand_view, hands_of
from cabinet.machine.options import Mode
from cabinet.machine.outputs import alarm
from cabinet.machine.reserve import MOST_TRIES
from cabinet.machine.sayings import notices
from cabinet.machine.setup import unconfirmed
from cabinet.machine.state import State
from cabinet.play.bets import closed_bets
from cabinet.play.decide import check_setting
from cabinet.play.evolve import seat_plays
from cabinet.play.par import par_id
from cabinet.play.state import IDLE, Phase, Round, Seat
from cabinet.ports import view as v


def view_of(state: State, station: int, row: int) -> v.View:
    """What *station* sees; *row* is the newest journal entry."""
    bank, machine, draft = state.bank.station(station), state.set_up.machine, state.draft(station)
    notes = not may.notes_closed(state, station)
    last = _last_result(state, station)
    return v.View(
        station=station,
        row=row,
        bench=machine.mode is Mode.BENCH,
        site=machine.site,
        asset_number=machine.asset_number,
        currency=machine.currency,
        decimals=machine.decimals,
        language=draft.language or machine.language,
        languages=LANGUAGES,
        credit_cents=bank.books.credit.total,
        restricted_cents=bank.books.credit.restricted,
        bet_cents=_bet_cents(state, station),
        last_bet_cents=sum(award.stake_cents for award in last.awards) if last else 0,
        last_win_cents=_win_cents(last),
        notes_open=notes,
        tickets_open=notes and state.set_up.money.tickets_in,
        notes_cents=state.set_up.money.notes_cents,
        moving=_moving(state, bank),
        locks=_locks(state, bank),
        paid_cents=bank.paid,
        faults=tuple(_fault(fault) for fault in sorted(state.faults, key=_gravity)),
        messages=(*draft.messages, *notices(state, station)),
        called=next((call.reason for call in state.calls if call.station == station), ""),
        tried=draft.tried[-1:],
        attendant=state.worker(station) is not None,
        doors_open=state.doors_open,
        table=_table(state, station),
        games=tuple(setup.game for setup in state.set_up.games),
        allowed=allowed(state, station),
        rounds=tuple(own_rounds(state, station)),
        reserved=_reserved(state, station),
        reserve_minutes=state.set_up.machine.reserve_minutes,
        board=tuple(_past(one) for one in reversed(state.play.past)),
        alarm=alarm(state, station),
        out_of_service=state.out_of_service,
        call_taken=any(call.taken for call in state.calls if call.station == station),
        office=_office(state, station),
    )


LANGUAGES = ("en", "es", "fr", "de", "zh_Hans", "zh_Hant")


def _reserved(state: State, station: int) -> v.ReservedView | None:
    held = state.reserve(station)
    return v.ReservedView(held.salt, "", max(0, MOST_TRIES - held.tries)) if held is not None else None


MOST_OWN = 8
"""Own rounds that a player may look at again: what fits on a screen with a small picture of each."""


def own_rounds(state: State, station: int) -> list[v.PastRound]:
    """The station's last rounds of this session, newest first; another player's are not among them."""
    since = state.session(station)
    mine = (one for one in reversed(state.play.past) if one.number >= since)
    return [_own(one, seat) for one in mine if (seat := one.seat(station)) is not None][:MOST_OWN]


def _past(one: Round) -> v.PastRound:
    result = one.result
    assert result is not None, "only settled rounds are kept"
    return v.PastRound(one.number, one.game, result.dealer, result.dealer_setting, result.exposed, result.dice)


def _own(one: Round, seat: Seat) -> v.PastRound:
    assert one.result is not None
    awards = next((own.awards for own in one.result.seats if own.seat == seat.seat), ())
    return replace(
        _past(one),
        pieces=seat.pieces,
        places=seat.setting,
        outcome=awards[0].outcome if awards else "",
        bet_cents=sum(award.stake_cents for award in awards),
        returned_cents=sum(award.returned_cents for award in awards),
    )


def _office(state: State, station: int) -> v.OfficeView | None:
    worker = state.worker(station)
    if worker is None:
        return None
    return v.OfficeView(worker.who, worker.role, all(bank.books.balanced for bank in state.bank.stations))


# -- money --------------------------------------------------------------------------------------------


def _bet_cents(state: State, station: int) -> int:
    own = state.play.round.seat(station) if state.play.round is not None else None
    if own is not None and state.play.in_round:
        return own.staked_cents
    return sum(amount for _, amount in state.draft(station).bets)


def _last_result(state: State, station: int) -> SeatResult | None:
    now = state.play.round
    if now is None or now.result is None:
        return None
    return next((seat for seat in now.result.seats if seat.seat == station), None)


def _win_cents(result: SeatResult | None) -> int:
    """Won means that more came back than was staked on the round."""
    if result is None:
        return 0
    net = sum(award.returned_cents - award.stake_cents for award in result.awards)
    return max(0, net)


def _moving(state: State, bank: StationBank) -> tuple[v.MoneyMoving, ...]:
    found = []
    if bank.document is not None and bank.document.stage is not DocumentStage.CREDITED:
        states = {
            DocumentStage.ESCROW: "escrow",
            DocumentStage.DECLINED: "returning",
            DocumentStage.STACK_SENT: "stacking",
        }
        kind = "ticket_in" if bank.document.number else "note"
        ticket = state.bank.tickets.get(bank.document.number)
        cents = ticket.amounts.total if ticket is not None else bank.document.value_cents
        found.append(v.MoneyMoving(kind, states[bank.document.stage], cents))
    if bank.job is not None:
        stages = {
            JobStage.ORDERED: "printing",
            JobStage.SEEN: "printing",
            JobStage.ISSUED: "take_ticket" if bank.job.printed else "printing",
            JobStage.UNCONFIRMED: "unconfirmed",
        }
        found.append(v.MoneyMoving("ticket_out", stages[bank.job.stage], bank.job.amounts.total))
    found += [v.MoneyMoving("handpay", "waiting", handpay.amounts.total) for handpay in bank.handpays]
    return tuple(found)


def _locks(state: State, bank: StationBank) -> tuple[v.LockView, ...]:
    locks: list[v.LockView] = []
    job = bank.job
    if job is not None and job.stage is JobStage.UNCONFIRMED:
        masked = "··" * 7 + job.number[-4:]
        handle = job.number if state.worker(bank.station) is not None else ""
        locks.append(v.LockView("ticket", v.Message("lock.ticket"), job.amounts.total, masked, handle))
    for dispute in bank.disputes:
        message = v.Message("lock.document", (("why", dispute.why),))
        number = str(dispute.document)
        locks.append(v.LockView("document", message, dispute.value_cents, number, number))
    for handpay in bank.handpays:
        kind = "jackpot" if handpay.jackpot else "cancelled_credit"
        number = str(handpay.handpay)
        locks.append(v.LockView(kind, v.Message(f"lock.{kind}"), handpay.amounts.total, number, number))
    if state.play.round is not None and state.play.round.roll.frozen:
        locks.append(v.LockView("dice", v.Message("lock.dice"), 0, str(state.play.round.number), ""))
    for claim in state.claims:
        about = v.Message("lock.claim", (("why", f"claim_{claim.what}"),))
        reference = claim.number[-4:] if claim.number else str(claim.claim)
        locks.append(v.LockView("claim", about, claim.amount_cents, reference, str(claim.claim)))
    if unconfirmed(state) and not state.claims:
        locks.append(v.LockView("setup", _setup(state), 0, "", ""))
    for fault in state.faults:
        if fault.row.play and fault.code != "setup_unconfirmed":
            handle = fault.code if fault.cleared_by_hand else ""
            locks.append(v.LockView("fault", v.Message(f"fault.{fault.code}"), 0, fault.place, handle))
    return tuple(locks)


def _setup(state: State) -> v.Message:
    """What a technician confirms when he leaves setup: what stands on the machine's paper and in its limits."""
    options = state.set_up
    told = {
        "asset": options.machine.asset_number,
        "currency": options.machine.currency,
        "games": str(len(options.games)),
        "handpay_limit_cents": str(options.money.handpay_limit_cents),
        "ticket_max_cents": str(options.money.ticket_max_cents),
        "credit_limit_cents": str(options.money.credit_limit_cents),
        "digest": state.digest[:8],
    }
    return v.Message("lock.setup", tuple(told.items()))


def _gravity(fault: Fault) -> tuple[bool, bool, bool]:
    """The worst first: what stops play, then the cash-out, then the intake; of equals the older one."""
    return (not fault.row.play, fault.row.cash_out is Out.OPEN, not fault.row.notes)


def _fault(fault: Fault) -> v.Message:
    level = "clearable" if fault.cleared_by_hand else "alarm"
    if fault.code == SWAPPED:
        return v.Message(f"fault.{SWAPPED}.named", (("place", fault.place), ("answers", fault.detail)), level)
    return v.Message(f"fault.{fault.code}", (("place", fault.place),), level)


# -- the table ----------------------------------------------------------------------------------------


def _table(state: State, station: int) -> v.TableView:
    now, setup = state.play.round, state.setup
    betting_again = state.play.phase in IDLE and bool(state.draft(station).chips)
    shown = None if betting_again or (now is not None and now.game != setup.game) else now
    phase = Phase.BETTING if shown is None else shown.phase
    opened = _opened(state, shown)
    dealer, dealer_hands = _dealer(shown, opened)
    return v.TableView(
        game=setup.game,
        par_id=par_id(setup),
        faces=setup.options.faces,
        round_number=shown.number if shown is not None else state.play.next_round,
        phase="shaking" if phase is Phase.SETTLING else str(phase),
        commitment=shown.commitment if shown is not None else "",
        spots=_spots(state, station, shown),
        chips_cents=state.set_up.machine.chips_cents,
        seats=tuple(_seat(state, shown, seat, station) for seat in shown.seats) if shown is not None else (),
        dealer=dealer,
        dealer_places=opened.dealer_setting if opened is not None else (),
        dealer_hands=dealer_hands,
        exposed=opened.exposed if opened is not None else (),
        dice=shown.roll.faces or () if shown is not None else (),
        cut=shown.cut if shown is not None else 0,
        result=_result(shown, station),
        assists=assists(state),
        quick=setup.quick,
    )


def _spots(state: State, station: int, shown: Round | None) -> tuple[v.SpotView, ...]:
    setup = state.setup
    closed = closed_bets(setup, may.dice_usable(state))
    own = shown.seat(station) if shown is not None else None
    void = shown is not None and shown.phase is Phase.BETTING  # its bets are back in the credit
    staked = dict(own.bets) if own is not None and not void else dict(state.draft(station).bets)
    spots = []
    for spec in GAMES[setup.game].bets(setup.options):
        limit = setup.limit(spec.name)
        spots.append(
            v.SpotView(
                bet=spec.name,
                main=spec.main,
                amount_cents=staked.get(spec.name, 0),
                min_cents=limit.min_cents if limit else 0,
                max_cents=limit.max_cents if limit else 0,
                pays=tuple((line.outcome, line.pays) for line in spec.pays),
                closed=closed.get(spec.name, ""),
            )
        )
    return tuple(spots)


def _dealer(shown: Round | None, opened: RoundResult | None) -> tuple[tuple[int | None, ...], tuple[v.HandView, ...]]:
    if shown is None or shown.phase in (Phase.BETTING, Phase.DRAWING, Phase.CUTTING, Phase.OPENING):
        return (), ()
    if opened is not None:
        return opened.dealer, hands_of(shown.game, opened.dealer, opened.dealer_setting)
    count = GAMES[shown.game].pieces_per_seat
    return (None,) * count, ()


def _opened(state: State, shown: Round | None) -> RoundResult | None:
    """What of the dealer's side lies open: with a dice bet it is shown before the dice fall, by the same rules
    that will settle the round (only dealer and exposed pieces of this are looked at)."""
    if shown is None or not shown.order:
        return None
    if shown.result is not None:
        return shown.result
    return GAMES[shown.game].settle(shown.order, seat_plays(shown), state.setup.options, None, shown.cut)


def _seat(state: State, shown: Round, seat: Seat, station: int) -> v.SeatView:
    """The seat's own pieces are its own; another seat's face-down pieces stay face down until the reveal."""
    own = seat.seat == station
    draft = state.draft(station)
    places = seat.setting or (draft.places if own else ())
    against = None
    if own and not seat.setting and all(places) and places and shown.phase is Phase.SETTING:
        no = check_setting(shown, station, places)
        against = v.Message(no.code, no.params, "refusal") if no is not None else None
    open_pieces = own or shown.result is not None or not GAMES[shown.game].cuts
    pieces: tuple[int | None, ...] = (
        seat.pieces if open_pieces else (*seat.pieces[:1], *(None for _ in seat.pieces[1:]))
    )
    return v.SeatView(
        seat=seat.seat,
        pieces=pieces,
        places=places,
        hands=hands_of(shown.game, seat.pieces, places) if open_pieces else (),
        refusal=against,
        assist=seat.assist if seat.setting else (draft.assist if own else ""),
        confirmed=bool(seat.setting),
    )


def _result(shown: Round | None, station: int) -> v.ResultView | None:
    if shown is None or shown.result is None:
        return None
    own = next((seat for seat in shown.result.seats if seat.seat == station), None)
    if own is None:
        return None
    awards = tuple(
        v.AwardView(a.bet, a.stake_cents, a.outcome, a.returned_cents, a.won_cents, a.commission_cents)
        for a in own.awards
    )
    bet, returned = sum(a.stake_cents for a in own.awards), sum(a.returned_cents for a in own.awards)
    return v.ResultView(
        round_number=shown.number,
        awards=awards,
        comparisons=tuple(_comparison(shown.game, one) for one in own.comparisons),
        bet_cents=bet,
        returned_cents=returned,
        won_cents=max(0, returned - bet),
        commission_cents=sum(a.commission_cents for a in own.awards),
        net_cents=returned - bet,
    )


def _comparison(game: str, one: Comparison) -> v.ComparisonView:
    player, dealer = hand_view(game, one.hand, one.player), hand_view(game, one.hand, one.dealer)
    return v.ComparisonView(one.hand, player, dealer, one.result)
