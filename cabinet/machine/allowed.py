"""The commands that a station can give now. Screens dim everything else and deck lamps go dark."""

from __future__ import annotations

from cabinet.bank.state import JobStage
from cabinet.machine import access, may, reserve
from cabinet.machine.drafts import assists, rest, takes_chips
from cabinet.machine.handpays import printer_free
from cabinet.machine.setup import unconfirmed
from cabinet.machine.state import State
from cabinet.play.bets import check_bets, closed_bets
from cabinet.play.decide import check_setting
from cabinet.play.state import Phase
from cabinet.ports import commands as c


def allowed(state: State, station: int) -> tuple[str, ...]:
    """Names of `View.allowed`, in a fixed order."""
    if state.worker(station) is not None:
        return _attendant(state, station)
    found = [*_betting(state, station), *_setting(state, station)]
    if may.cash_out_closed(state, station) is None:
        found.append("cash_out")
    call = next((call for call in state.calls if call.station == station), None)
    if call is None or not call.taken:
        found.append("call_attendant" if call is None else "call_reason")
    if may.own_call(state, station) is not None:
        found.append("cancel_call")
    held = state.reserve(station)
    if held is not None and held.tries < reserve.MOST_TRIES:
        found.append("open_seat")
    if reserve.reserve_closed(state, station) is None:
        found.append("reserve_seat")
    if any(not handpay.jackpot for handpay in state.bank.station(station).handpays):
        found.append("back_out")
    return tuple(found)


def _betting(state: State, station: int) -> list[str]:
    if state.play.in_round or may.play_closed(state, station) is not None:
        return []
    draft, credit = state.draft(station), state.bank.station(station).books.credit.total
    found = ["chip"] if credit else []
    if rest(state, station)[1]:
        found.append("all_in")
    if draft.chips:
        found += ["clear", "undo"]
        if takes_chips(state, station, c.DoubleBets()):
            found.append("double")
        closed = closed_bets(state.setup, may.dice_usable(state))
        if check_bets(draft.bets, state.setup, credit, closed) is None:
            found.append("deal")
    if takes_chips(state, station, c.RepeatBets()):
        found.append("repeat")
    if len(state.set_up.games) > 1:
        found.append("choose_game")
    return found


def _setting(state: State, station: int) -> list[str]:
    now = state.play.round
    own = now.seat(station) if now is not None else None
    if now is None or own is None:
        return []
    if now.phase is Phase.CUTTING:
        return ["cut"]
    if now.phase is not Phase.SETTING or own.setting:
        return []
    draft = state.draft(station)
    found = ["lay"]
    if any(place.startswith("across") for place in draft.places):
        found.append("turn")
    found += assists(state)
    if check_setting(now, station, draft.places) is None:
        found.append("confirm")
    return found


def _attendant(state: State, station: int) -> tuple[str, ...]:
    bank, found = state.bank.station(station), []
    if bank.job is not None and bank.job.stage is JobStage.UNCONFIRMED:
        found.append("rule_ticket")
    if bank.disputes:
        found.append("rule_document")
    if bank.handpays:
        found.append("pay_handpay")
    elif bank.books.credit.total and not state.play.in_round and not bank.locked:
        found += ["abandon_credit"] * access.may(state, station, c.AbandonCredit)
    if bank.slips and printer_free(state, station):
        found.append("print_slip")
    if any(fault.cleared_by_hand for fault in state.faults):
        found.append("clear_fault")
    if state.claims:
        found += ["rule_claim"] * access.may(state, station, c.RuleClaim)
    elif unconfirmed(state):
        found += ["confirm_setup"] * access.may(state, station, c.ConfirmSetup)
    now = state.play.round
    if now is not None and now.phase in (Phase.SETTING, Phase.CUTTING):
        found.append("complete_round")
    voidable = now is not None and state.play.in_round and now.phase is not Phase.SETTLING
    if voidable and access.may(state, station, c.VoidRound):
        found.append("void_round")
    if now is not None and now.roll.frozen:
        found.append("rule_dice")
    between = state.device("shaker.0") is not None and not state.play.in_round
    if between and access.may(state, station, c.ChangeDice):
        found.append("change_dice")
    if state.reserve(station) is not None:
        found.append("release_seat")
    if any(call.station == station for call in state.calls):
        found.append("answer_call")
    found += ["put_in_service" if state.out_of_service else "put_out_of_service", "name_box", "verify_program"]
    return tuple(found)
