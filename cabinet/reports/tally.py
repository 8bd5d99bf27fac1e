"""One pass over the journal for the casino report: what was staked, returned, decided, paid, raised and called.

Decides what is counted, on plain data: a month is a million rows and more, and decoding each record into its class
would take minutes. Refuses to judge: odds, holds and bands are `casino`. A window of wall times limits what is
counted; rows outside of it are read all the same, for what they leave open.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from cabinet.machine.faults import FAULTS
from cabinet.machine.options import Options, options_codec
from cabinet.play.options import GameSetup
from cabinet.play.par import par_id
from cabinet.reports.counted import BetTally, Counted, Decisions, Lasting, Period, Window, seconds
from cabinet.reports.sessions import Sessions
from cabinet.storage.chain import Row

Plain = dict[str, Any]
_DECODER = json.JSONDecoder()
_BODY = '{"records":['
"""How every canonical body begins: its keys are sorted, and so the records can be read without the signal."""
_ORDER = '{"records":[{"is":"OrderShown",'
"""The longest record of a round, flat, and nothing in it is counted: what follows is read without it."""
_SETTLED = '{"is":"RoundSettled",'
_AWARDS, _SEAT, _NUMBER = '"awards":', '"is":"SeatResult","seat":', '"round_number":'
"""Of a result only the awards of each seat are read; hands and dealer are most of it."""


class Tally:
    """Reads rows in order (`read`); the figures are in *counted*, *periods* and *setups*."""

    def __init__(self, window: Window | None = None) -> None:
        self.counted = Counted()
        self.periods: list[Period] = []
        self.setups: dict[tuple[str, str], GameSetup] = {}
        self.options: Options | None = None
        self.machine_id = ""
        self._window = window or Window()
        self._outside = Counted()
        self._into = self.counted
        self._last = self._wall = ""
        self._sessions = Sessions()
        self._rounds: dict[int, tuple[str, str]] = {}
        self._hands: dict[tuple[int, int], Plain] = {}
        self._jackpots: dict[tuple[int, int], int] = {}
        self._raised: dict[tuple[str, str], str] = {}
        self._called: dict[int, tuple[str, str]] = {}
        self._begun: dict[str, tuple[str, Counter[str]]] = {"day": ("", Counter()), "drop": ("", Counter())}
        self._cases: dict[str, Callable[[Plain], None]] = {
            name: getattr(self, f"_{_snake(name)}") for name in _READ if name not in _MONEY and name != "RoundSettled"
        }
        self._cases |= dict.fromkeys(_MONEY, self._money)

    def read(self, rows: Iterable[Row]) -> Tally:
        """Count every row; call it once. Returns itself."""
        decode, wanted, cases = _DECODER.raw_decode, _WANTED.search, self._cases
        unbounded = self._window == Window()
        into = self._into
        for _, wall, body, _ in rows:
            if not unbounded:
                into = self._into = self.counted if self._window.holds(wall) else self._outside
            into.rows += 1
            into.last_wall = wall
            if not into.first_wall:
                into.first_wall = wall
            self._last, self._wall = self._wall, wall
            if wanted(body) is not None:
                at = body.find("},{") + 2 if body.startswith(_ORDER) else len(_BODY)
                while at > 1:
                    if body.startswith(_SETTLED, at):
                        at = self._round_settled(body, at)
                    else:
                        record, at = decode(body, at)
                        case = cases.get(record["is"])
                        if case is not None:
                            case(record)
                    at = at + 1 if body[at] == "," else 0
        self._end()
        return self

    def _end(self) -> None:
        for (code, _), since in self._raised.items():
            if not self._window.ended_before(since):
                self.counted.faults[code].open_since.append(since)
        for reason, since in self._called.values():
            if not self._window.ended_before(since):
                self.counted.calls[reason].open_since.append(since)
        for kind, (since, before) in self._begun.items():
            self._period(kind, since, "", before)
        self.counted.sessions = [one for one in self._sessions.ended if self._window.holds(one.until)]

    # -- the program and its options ---------------------------------------------------------------------

    def _opened(self, record: Plain) -> None:
        self.machine_id = record["machine_id"]

    def _booted(self, _: Plain) -> None:
        """Between a boot and the row before it the cabinet was off; a cabinet in use writes a row now and then."""
        self._into.money["boots"] += 1
        if self._last:
            self._into.off_s += seconds(self._last, self._wall)

    def _options_adopted(self, record: Plain) -> None:
        self.options = options_codec().decode(record["options"])
        for setup in self.options.games:
            self.setups[(setup.game, par_id(setup))] = setup

    def _period_cut(self, record: Plain) -> None:
        kind = record["period"]
        since, before = self._begun[kind]
        self._period(kind, since, self._wall, before)
        self._begun[kind] = (self._wall, self.counted.money.copy())

    def _period(self, kind: str, since: str, until: str, before: Counter[str]) -> None:
        moved = {name: value - before[name] for name, value in self.counted.money.items() if value != before[name]}
        if moved:
            self.periods.append(Period(kind, since or self.counted.first_wall, until, moved))

    # -- rounds ------------------------------------------------------------------------------------------

    def _bets_closed(self, record: Plain) -> None:
        self._rounds[record["round_number"]] = (record["game"], record["par_id"])

    def _hand_set(self, record: Plain) -> None:
        self._hands[(record["round_number"], record["seat"])] = record

    def _round_voided(self, record: Plain) -> None:
        number = record["round_number"]
        self._rounds.pop(number, None)
        self._hands = {key: hand for key, hand in self._hands.items() if key[0] != number}
        self._into.money["games_voided"] += 1

    def _round_settled(self, body: str, at: int) -> int:
        """Count the result that begins at *at* of a body; the place after it."""
        seats = []
        while (begins := body.find(_AWARDS, at)) >= 0:
            awards, ends = _DECODER.raw_decode(body, begins + len(_AWARDS))
            at = body.index(_SEAT, ends) + len(_SEAT)
            seats.append((int(body[at : body.index("}", at)]), awards))
        at = body.index(_NUMBER, at) + len(_NUMBER)
        ends = body.index("}", at)
        self._settled(int(body[at:ends]), seats)
        return ends + 1

    def _settled(self, number: int, seats: list[tuple[int, list[Plain]]]) -> None:
        into = self._into
        game, par = self._rounds.pop(number)
        into.rounds[(game, par)] += 1
        for seat, awards in seats:
            into.money["games_played"] += 1
            staked = returned = 0
            for award in awards:
                stake, back = award["stake_cents"], award["returned_cents"]
                staked, returned = staked + stake, returned + back
                _bet(into.bets[(game, par, award["bet"])], award, stake, back)
            into.money["games_won"] += returned > staked
            hand = self._hands.pop((number, seat), None)
            if hand is not None:
                _decided(into.decisions[(game, par)], hand, awards[0]["stake_cents"])

    # -- money -------------------------------------------------------------------------------------------

    def _money(self, record: Plain) -> None:
        """Movements of the books by the rules of `cabinet.bank.evolve`."""
        name, amount = record["is"], self._sessions.moved(record, self._wall)
        into = self._into
        for meter in _MONEY[name]:
            into.money[meter] += amount
        if name in _COUNTS:
            into.money[_COUNTS[name]] += 1
        if name == "NoteCredited":
            into.notes[amount] += 1

    def _document_ruled(self, record: Plain) -> None:
        amount = self._sessions.moved(record, self._wall)
        if not amount:
            return
        ticket = bool(record.get("number"))
        meter, count = ("ticket_in", "tickets_in") if ticket else ("bill_in", "notes_in")
        self._into.money[meter] += amount
        self._into.money[count] += 1
        if not ticket:
            self._into.notes[amount] += 1

    def _ticket_ruled(self, record: Plain) -> None:
        amount = self._sessions.moved(record, self._wall)
        if record["valid"]:
            self._into.money["ticket_out"] += amount
            self._into.money["tickets_out"] += 1

    def _jackpot_locked(self, record: Plain) -> None:
        self._jackpots[(record["station"], record["handpay"])] = record["amount_cents"]
        self._into.money["jackpot_locked"] += record["amount_cents"]

    def _handpay_short(self, record: Plain) -> None:
        """A part of a jackpot or of a cancelled credit was paid."""
        key, paid = (record["station"], record["handpay"]), self._sessions.moved(record, self._wall)
        if key in self._jackpots:
            self._jackpots[key] -= paid
            self._into.money["handpay_jackpot"] += paid
        else:
            self._into.money["handpay_cancelled"] += paid

    def _jackpot_paid(self, record: Plain) -> None:
        self._into.money["handpay_jackpot"] += self._jackpots.pop((record["station"], record["handpay"]))
        self._into.money["handpays_jackpot"] += 1

    # -- faults and calls --------------------------------------------------------------------------------

    def _fault_raised(self, record: Plain) -> None:
        key = (record["code"], record["place"])
        if key not in self._raised:
            self._raised[key] = self._wall
            self._into.faults[key[0]].times += 1

    def _fault_gone(self, record: Plain) -> None:
        row = FAULTS.get(record["code"])
        if row is None or not row.attendant:
            self._fault_cleared(record)

    def _fault_cleared(self, record: Plain) -> None:
        since = self._raised.pop((record["code"], record["place"]), None)
        if since is not None:
            self._into.faults[record["code"]].end(since, self._wall)

    def _history_restored(self, _: Plain) -> None:
        for key in [key for key in self._raised if key[0] == "rolled_back"]:
            self._fault_cleared({"code": key[0], "place": key[1]})

    def _call_explained(self, record: Plain) -> None:
        made, calls = self._called.get(record["station"]), self._into.calls
        if made is None:
            return
        self._called[record["station"]] = (record["reason"], made[1])
        was = calls.get(made[0])
        if was is None or not was.times:
            return  # made before this period began: it was counted there, under what was known then
        was.times -= 1
        calls[record["reason"]].times += 1
        if was == Lasting():
            del calls[made[0]]

    def _call_made(self, record: Plain) -> None:
        self._into.calls[record["reason"]].times += 1
        self._called.setdefault(record["station"], (record["reason"], self._wall))

    def _call_taken(self, record: Plain) -> None:
        made = self._called.get(record["station"])
        if made is not None:
            self._into.coming[made[0]].times += 1
            self._into.coming[made[0]].end(made[1], self._wall)

    def _call_answered(self, record: Plain) -> None:
        made = self._called.pop(record["station"], None)
        if made is not None:
            self._into.calls[made[0]].end(made[1], self._wall)

    def _call_withdrawn(self, record: Plain) -> None:
        self._call_answered(record)  # it lasted until the player took it back


def _bet(tally: BetTally, award: Plain, stake: int, back: int) -> None:
    if award["outcome"] == "void":
        tally.voided_cents += stake
        return
    tally.bets += 1
    tally.handle_cents += stake
    tally.returned_cents += back
    tally.commission_cents += award["commission_cents"]
    tally.hits += back > stake
    tally.squares += stake * stake


def _decided(tally: Decisions, hand: Plain, stake: int) -> None:
    tally.hands += 1
    tally.assists[hand["assist"]] += 1
    worth = hand.get("worth")
    if worth is None:
        tally.unknown_cents += stake
        return
    tally.best += worth["chosen"] == worth["best"]
    held = tally.worth.setdefault(worth["denominator"], [0, 0])
    held[0] += stake * worth["chosen"]
    held[1] += stake * worth["best"]


_MONEY: dict[str, tuple[str, ...]] = {
    "NoteCredited": ("bill_in",),
    "TicketRedeemed": ("ticket_in",),
    "TicketOrdered": (),
    "TicketIssued": ("ticket_out",),
    "TicketFailed": (),
    "CancelOrdered": (),
    "CancelBackedOut": (),
    "CancelPaid": ("handpay_cancelled",),
    "CreditAbandoned": ("handpay_cancelled",),
    "WagerTaken": ("coin_in",),
    "AwardPaid": ("coin_out",),
    "WagerVoided": ("wager_voided",),
}
_COUNTS = {
    "NoteCredited": "notes_in",
    "TicketRedeemed": "tickets_in",
    "TicketIssued": "tickets_out",
    "CancelPaid": "handpays_cancelled",
}
_READ = (
    *_MONEY,
    "Opened",
    "Booted",
    "OptionsAdopted",
    "PeriodCut",
    "BetsClosed",
    "HandSet",
    "RoundSettled",
    "RoundVoided",
    "DocumentRuled",
    "TicketRuled",
    "HandpayShort",
    "JackpotLocked",
    "JackpotPaid",
    "FaultRaised",
    "FaultGone",
    "FaultCleared",
    "HistoryRestored",
    "CallMade",
    "CallExplained",
    "CallTaken",
    "CallAnswered",
    "CallWithdrawn",
)
_WANTED = re.compile(f'"is":"(?:{"|".join(_READ)})"')


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
