"""What the machine decides about a signal: it asks bank and play and joins their records into one entry.

Durable records follow from the signal and the durable state alone, so that every signal of the cabinet's life
can be decided again; drafts are looked at only for drafts. Deal and Confirm carry the draft they turn durable
(`carry`). Refusals are said to the person and change nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from cabinet.bank import box, cashout, documents, slips, wagers
from cabinet.bank.evolve import GUESSED
from cabinet.bank.records import DocumentDeclined
from cabinet.games import GAMES
from cabinet.machine import (
    access,
    choices,
    clearing,
    conditions,
    contested,
    dice,
    drafts,
    handpays,
    may,
    reporting,
    reserve,
    setup,
    testing,
)
from cabinet.machine import records as r
from cabinet.machine.attendant import attendant, complete_round
from cabinet.machine.decided import Decided, Tables, drafted, of, played, refuse
from cabinet.machine.devices import device_said, in_use
from cabinet.machine.evolve import rings
from cabinet.machine.options import options_digest
from cabinet.machine.resume import ALARM_MS
from cabinet.machine.sayings import with_sayings
from cabinet.machine.settle import audit, settled
from cabinet.machine.signals import OptionJudged, RamCleared, SetupRead, Signal, Started, TicketsHanded
from cabinet.machine.state import State
from cabinet.machine.volatile import Drafted
from cabinet.play import decide as rounds
from cabinet.play import evolve as play_evolve
from cabinet.play import records as play
from cabinet.play.bets import check_bets, closed_bets
from cabinet.play.state import Phase
from cabinet.ports import commands as c
from cabinet.ports import deck, link
from cabinet.ports.decision import Refusal, refusal
from cabinet.ports.effects import Effect, StartTimer
from cabinet.ports.signals import (
    ClockStepped,
    DayTurned,
    DeviceSaid,
    DisputePutAway,
    NumberDrawn,
    OfficeTouched,
    OrderDrawn,
    OrderRevealed,
    PeriodStamped,
    PinTold,
    PlacesOpened,
    Pressed,
    Restored,
    RowsArchived,
    ScheduleTurned,
    SlipStamped,
    StorageSaid,
    TicketVerdict,
    TimerElapsed,
)


def carry(state: State, signal: Signal) -> Signal:
    """The signal as it is decided and stored: Deal and Confirm are filled with the station's draft."""
    match signal:
        case Pressed(station, c.Deal()):
            return Pressed(station, c.Deal(state.draft(station).bets))
        case Pressed(station, c.Confirm()):
            draft = state.draft(station)
            return Pressed(station, c.Confirm(draft.places, draft.assist))
        case DeviceSaid(device, deck.ButtonPressed(button)) if not testing.under_test(state, device):
            station = int(device.rpartition(".")[2])
            command = _of_button(state, button)
            return signal if command is None else carry(state, Pressed(station, command))
    return signal


def _of_button(state: State, button: str) -> c.PlayerCommand | None:
    """What a deck button asks for now; left, right, select and turn are the screen's own business."""
    match button:
        case "deal" if state.play.phase is Phase.SETTING:
            return c.Confirm()
        case "deal" if state.play.phase is Phase.CUTTING:
            return c.CutDeck(0)
        case "deal":
            return c.Deal()
        case "repeat":
            return c.RepeatBets()
        case "clear":
            return c.ClearBet()
        case "cash_out":
            return c.CashOut()
        case "call_attendant":
            return c.CallAttendant()
    return None


def decide(state: State, signal: Signal, tables: Tables) -> Decided:
    """Records and effects of *signal* in *state*, and what people are told. Pure."""
    return with_sayings(state, _with_alarm(state, testing.with_end(state, _decide(state, signal, tables))))


def _with_alarm(state: State, decision: Decided) -> Decided:
    """An alarm that *decision* begins has a shortest time."""
    if not any(rings(state, record) for record in decision.records):
        return decision
    return Decided(decision.records, (*decision.effects, StartTimer("alarm", ALARM_MS)))


def _decide(state: State, signal: Signal, tables: Tables) -> Decided:
    match signal:
        case Started():
            return _started(state, signal)
        case Pressed(station, command):
            return _unsaid(state, station, _pressed(state, station, command, tables))
        case DeviceSaid(device, event):
            return device_said(state, device, event)
        case TimerElapsed(key):
            return _timer(state, key, tables)
        case OrderDrawn(number, pieces, sealed, commitment):
            return _then_limit(state, rounds.order_drawn(state.play, number, pieces, sealed, commitment))
        case PlacesOpened(number, pieces):
            return _then_limit(state, rounds.places_opened(state.play, number, pieces))
        case OrderRevealed(number, order, nonce, commitment):
            return _revealed(state, rounds.revealed(state.play, number, order, nonce, commitment))
        case NumberDrawn():
            return _number_drawn(state, signal)
        case TicketVerdict(station, number, verdict, amount):
            return _verdict(state, station, number, verdict, amount)
        case DayTurned(wall):
            return Decided((r.PeriodCut("day", wall),))
        case DisputePutAway():
            return contested.put_away(state, signal)
        case Restored(who, reason):
            return Decided((r.HistoryRestored(who, reason),))
        case RamCleared(carried):
            return clearing.begun(state, carried)
        case TicketsHanded(more):
            return clearing.handed(state, more)
        case SetupRead(who):
            return clearing.confirmed(state, who) or Decided()
        case OptionJudged():
            return choices.judged(state, signal)
        case ScheduleTurned():
            return choices.schedule(state, signal)
        case SlipStamped(station, slip, wall):
            return handpays.stamped(state, station, slip, wall)
        case RowsArchived(who, last, head):
            return Decided((r.HistoryArchived(who, last, head),))
        case PeriodStamped(period, wall):
            return Decided((r.PeriodDated(period, wall),))
        case PinTold():
            return access.pin_told(state, signal)
        case OfficeTouched(station):
            return Decided((), (access.timer(station),) if state.worker(station) is not None else ())
        case ClockStepped(before, after):
            return Decided((r.ClockChanged(before, after),))
        case StorageSaid(fault, holds, detail):
            if holds:
                return Decided(conditions.raised(state, fault, "machine", detail))
            return Decided(tuple(conditions.gone(state, fault, "machine")))
        case _:
            assert_never(signal)


# -- starting -----------------------------------------------------------------------------------------


def _started(state: State, signal: Started) -> Decided:
    booted = r.Booted(signal.program, signal.devices)
    digest = options_digest(signal.options)
    if digest == state.digest or signal.options == state.options:
        return Decided((booted,))  # a newer program may know more options, and so digest the same ones otherwise
    if state.options is not None and (choices.money_on(state) or setup.fixed_changed(state, signal.options)):
        # a file changed while credits or a round are open, or something that only a RAM clear may change: the old
        # options stay in force, locked (F-08, R-13)
        return Decided((booted, *conditions.raised(state, "options_changed", "machine", digest)))
    return Decided((booted, r.OptionsAdopted(digest, signal.options)))


def _unsaid(state: State, station: int, decision: Decided) -> Decided:
    """What was said to a person before is over when they do the next thing."""
    stale = state.draft(station)
    if not stale.messages or any(isinstance(record, Drafted) for record in decision.records):
        return decision
    # before the records: chips that they deal on, pieces that they let stand, must not come back with the draft
    return Decided((Drafted(station, replace(stale, messages=())), *decision.records), decision.effects)


# -- people -------------------------------------------------------------------------------------------


def _pressed(state: State, station: int, command: c.Command, tables: Tables) -> Decided:
    match command:
        case c.Deal(bets):
            return _deal(state, station, bets)
        case c.Confirm(setting, assist):
            return played(state, station, rounds.confirm(state.play, station, setting, assist, tables.now(state)))
        case c.CutDeck(position):
            return played(state, station, rounds.cut(state.play, station, position, state.setup))
        case c.CashOut():
            return _cash_out(state, station)
        case c.BackOut():
            back = cashout.back_out(state.bank.station(station))
            return Decided((back,)) if back else refuse(state, station, refusal("refused.not_now"))
        case c.CallAttendant(reason):
            wanted = reason if reason in c.CALL_REASONS else "help"
            open_call = next((call for call in state.calls if call.station == station), None)
            # until somebody is on the way the player may still say what for
            if open_call is not None and (open_call.taken or open_call.reason == wanted or reason != wanted):
                return Decided()
            return Decided((r.CallMade(station, wanted) if open_call is None else r.CallExplained(station, wanted),))
        case c.CancelCall():
            if may.own_call(state, station) is None:
                return refuse(state, station, refusal("refused.not_now"))
            return Decided((r.CallWithdrawn(station),))
        case c.ReserveSeat(salt, digest):
            return reserve.reserve(state, station, salt, digest)
        case c.OpenSeat(digest):
            return reserve.open_seat(state, station, digest)
        case c.TakeCall(who):
            waits = any(call.station == station and not call.taken for call in state.calls)
            return Decided((r.CallTaken(station, who),) if waits else ())
        case c.ChooseGame(game):
            return _choose_game(state, station, game)
        case c.CashTicket():
            return _cash_ticket(state, command)
        case c.CountDrop(drop, notes, tickets, tickets_cents, who):
            counted = box.counted(state.bank.station(station), drop, notes, tickets, tickets_cents, who)
            return refuse(state, station, counted) if isinstance(counted, Refusal) else Decided((counted,))
        case (
            c.AddChip()
            | c.ClearBet()
            | c.UndoChip()
            | c.RepeatBets()
            | c.DoubleBets()
            | c.BetRest()
            | c.LayPiece()
            | c.TurnPiece()
            | c.Assist()
            | c.ChooseLanguage()
        ):
            made = drafts.draft(state, station, command, tables.now(state))
            return refuse(state, station, made) if isinstance(made, Refusal) else drafted(station, made)
        case _:
            return attendant(state, station, command, tables)


def _deal(state: State, station: int, bets: tuple[tuple[str, int], ...]) -> Decided:
    if state.play.in_round:
        return refuse(state, station, refusal("refused.not_now"))
    against = may.play_closed(state, station)
    bank = state.bank.station(station)
    if against is None:
        closed = closed_bets(state.setup, may.dice_usable(state))
        against = check_bets(bets, state.setup, bank.books.credit.total, closed)
    if against is not None:
        return refuse(state, station, against)
    broken = audit(state)
    if broken is not None:
        return broken
    begun = rounds.close_bets(state.play, ((station, bets),), state.setup)
    taken = wagers.take(bank, state.play.next_round, sum(amount for _, amount in bets))
    return Decided((*begun.records, taken), begun.effects)


def _choose_game(state: State, station: int, game: str) -> Decided:
    if state.play.in_round or state.set_up.game(game) is None or state.reserve(station) is not None:
        return refuse(state, station, refusal("refused.not_now"))
    return Decided((play.GameChosen(game), Drafted(station, replace(state.draft(station), chips=(), messages=()))))


def _cash_out(state: State, station: int) -> Decided:
    against = may.cash_out_closed(state, station)
    if against is not None:
        return refuse(state, station, against)
    broken = audit(state)
    if broken is not None:
        return broken
    bank = state.bank.station(station)
    return of(cashout.cash_out(bank, state.set_up.money, may.printer_usable(state, station)))


def _cash_ticket(state: State, wish: c.CashTicket) -> Decided:
    """The first entry wins; who comes later is told so by a row that carries the receipt."""
    paid = cashout.cash(state.bank.tickets.get(wish.number), wish.number, wish.who, wish.receipt)
    if not isinstance(paid, Refusal) and not in_use(state, wish.number):
        return Decided((paid,))
    why = paid.code if isinstance(paid, Refusal) else "refused.ticket_in_use"
    return Decided((r.EventNoted("cashier_refused", wish.receipt, f"{wish.number[-4:]} {why} {wish.who}"),))


MOST_GUESSES = 3
"""Unknown ticket numbers in a row that are an event of their own."""


def _verdict(state: State, station: int, number: str, word: str, amount_cents: int) -> Decided:
    bank, closed = state.bank.station(station), may.notes_closed(state, station)
    judged = documents.verdict(bank, number, word, amount_cents, state.set_up.money, closed)
    guessed = any(isinstance(record, DocumentDeclined) and record.reason in GUESSED for record in judged.records)
    if not guessed or bank.guesses + 1 < MOST_GUESSES:
        return of(judged)
    many = conditions.raised(state, "ticket_guesses", f"acceptor.{station}", f"{bank.guesses + 1} in a row")
    return Decided((*judged.records, *many), judged.effects)


def _number_drawn(state: State, drawn: NumberDrawn) -> Decided:
    station = drawn.station
    if may.cash_out_closed(state, station) is not None or not may.printer_usable(state, station):
        return Decided()
    return of(cashout.number_drawn(state.bank.station(station), drawn.number, drawn.dated, state.bank.tickets))


# -- the round ----------------------------------------------------------------------------------------


def _then_limit(state: State, decision: rounds.Played) -> Decided:
    """With a time limit for setting the hands, its clock starts with the deal."""
    limit: tuple[Effect, ...] = ()
    shown = any(isinstance(record, play.OrderSealed | play.PiecesShown) for record in decision.records)
    if shown and state.setup.set_within_s and not GAMES[state.setup.game].cuts:
        limit = (StartTimer("round.set", state.setup.set_within_s * 1000),)
    return Decided(decision.records, (*decision.effects, *limit))


def _revealed(state: State, shown: rounds.Played | str) -> Decided:
    """The order is known: settled at once, or the dice are shaken first."""
    if isinstance(shown, str):
        return Decided(conditions.raised(state, "commitment", "machine", shown))
    if not shown.records:
        return Decided()
    after = play_evolve.evolve(state.play, shown.records[0])
    assert after.round is not None
    if after.round.phase is Phase.SHAKING:
        return dice.first_shake(state, after.round, shown.records)
    return settled(state, after.round, shown.records)


def _timer(state: State, key: str, tables: Tables) -> Decided:
    name, _, station = key.partition(".")
    match name:
        case "validation" | "hold":
            return of(documents.timer(state.bank.station(int(station)), key))
        case "slip":
            return of(slips.late(state.bank.station(int(station))))
        case "report":
            return reporting.ended(state, int(station), "silent")
        case "office":
            return access.idle(state, int(station))
        case "reserve":
            return reserve.over(state, int(station))
        case "round" if station == "set":
            return complete_round(state, tables) or Decided()
        case "round" if station == "roll":
            return dice.late(state)
        case "round" if station == "again":
            return dice.again(state)
        case "round" if station == "idle" and state.play.in_round:
            first = state.play.round.seats[0].seat if state.play.round else 0
            called = any(call.station == first for call in state.calls)
            return Decided() if called else Decided((r.CallMade(first, "idle_round"),))
        case "alarm":
            return Decided((r.AlarmEnded(),) if state.alarm else ())
        case "asked":
            # silent since the boot: it counts as lost until it answers
            device = state.device(station) or state.device(key.removeprefix("asked."))
            if device is None or device.asked:
                return Decided()
            return device_said(state, device.name, link.LinkDown("no answer since the start"))
    return Decided()
