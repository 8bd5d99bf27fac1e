"""The logs: what happened, newest first, with time, code, place and plain words; and every handpay with how it ended.

Decides which record belongs to which log and what it is called. Words for things (doors, faults, devices, reasons)
are the catalogue's; the sentences round them are English, as in every document for the operator. Numbers of tickets
that may still be paid are masked.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from cabinet.bank.state import Slip
from cabinet.machine.options import Options, options_codec
from cabinet.ports.plain import encode
from cabinet.reports.sessions import total
from cabinet.reports.tickets import masked
from cabinet.storage.chain import Row
from cabinet.storage.contract import Entry
from cabinet.texts import Texts

Plain = dict[str, Any]


class Kind(StrEnum):
    """The logs an attendant may ask for."""

    ALL = "all"
    BILLS = "bills"
    TICKETS_IN = "tickets_in"
    TICKETS_OUT = "tickets_out"
    HANDPAYS = "handpays"
    DOORS = "doors"
    ATTENDANT = "attendant"
    OPTIONS = "options"
    FAULTS = "faults"
    MACHINE = "machine"


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a log. *code* is the record's stable name, *place* a device, door or station."""

    row: int
    wall: str
    code: str
    place: str
    text: str
    amount_cents: int | None = None

    def plain(self) -> Plain:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Words:
    """Of one record: the logs it stands in, and its sentence; braces are its fields."""

    kinds: tuple[Kind, ...]
    text: str


K = Kind
EVENTS: dict[str, Words] = {
    "NoteCredited": Words((K.BILLS,), "note of {value_cents} credited"),
    "TicketRedeemed": Words((K.TICKETS_IN,), "ticket {number} redeemed, {amount_cents}"),
    "DocumentDeclined": Words((K.BILLS, K.TICKETS_IN), "document declined: {reason}"),
    "DocumentGivenBack": Words((K.BILLS, K.TICKETS_IN), "document given back: {reason}"),
    "DocumentRejectSeen": Words((K.BILLS, K.TICKETS_IN), "document rejected before escrow: {reason}"),
    "DocumentDisputed": Words((K.BILLS, K.TICKETS_IN, K.ATTENDANT), "document {document} for the attendant: {why}"),
    "DocumentRuled": Words((K.BILLS, K.TICKETS_IN, K.ATTENDANT), "document {document} ruled: {credited_cents}"),
    "BoxOpened": Words((K.BILLS, K.DOORS, K.ATTENDANT), "cash box out{dark}"),
    "BoxChanged": Words(
        (K.BILLS, K.ATTENDANT), "cash box changed, drop {drop}: notes {notes_cents}, tickets {tickets_cents}"
    ),
    "BoxNamed": Words((K.BILLS, K.ATTENDANT), "cash box {box} is in{by}"),
    "DropCounted": Words((K.BILLS, K.ATTENDANT), "drop {drop} counted by {who}: {counted}"),
    "PositionSeen": Words((K.BILLS,), "acceptor asked after a start: {position}"),
    "TicketOrdered": Words((K.TICKETS_OUT,), "ticket {sequence} ordered, {amount_cents}, {number}"),
    "TicketIssued": Words((K.TICKETS_OUT,), "ticket {sequence} issued"),
    "TicketRemoved": Words((K.TICKETS_OUT,), "ticket {sequence} taken"),
    "TicketFailed": Words((K.TICKETS_OUT,), "ticket {sequence} not printed, back to credit: {reason}"),
    "TicketReprinted": Words((K.TICKETS_OUT, K.ATTENDANT), "ticket {sequence} printed again as a DUPLICATE by {who}"),
    "TicketUnconfirmed": Words((K.TICKETS_OUT,), "ticket {sequence} unconfirmed, locked: {reason}"),
    "TicketRuled": Words((K.TICKETS_OUT, K.ATTENDANT), "ticket {sequence} ruled {valid}"),
    "TicketCashed": Words((K.TICKETS_OUT, K.ATTENDANT), "ticket {number} paid by cashier {who}"),
    "CancelOrdered": Words((K.HANDPAYS,), "cancelled credit {handpay} waits, {amount_cents}: {reason}"),
    "CancelBackedOut": Words((K.HANDPAYS,), "cancelled credit {handpay} taken back by the player"),
    "CancelPaid": Words((K.HANDPAYS, K.ATTENDANT), "cancelled credit {handpay} paid"),
    "HandpayShort": Words((K.HANDPAYS, K.ATTENDANT), "handpay {handpay}: only {paid_cents} paid by {who}: {detail}"),
    "CreditAbandoned": Words(
        (K.HANDPAYS, K.ATTENDANT), "credit of {amount_cents} left behind, taken off by {who}: {detail}"
    ),
    "SlipKept": Words((K.HANDPAYS,), "slip {slip} ({kind}) of {amount_cents}"),
    "SlipOrdered": Words((K.HANDPAYS,), "slip {slip} sent to the printer{duplicate}"),
    "SlipPrinted": Words((K.HANDPAYS,), "slip {slip} printed"),
    "SlipFailed": Words((K.HANDPAYS,), "slip {slip} not known to be printed: {reason}"),
    "RoundHandled": Words((K.ATTENDANT, K.MACHINE), "round {round_number} {how} by {who}: {detail}"),
    "JackpotLocked": Words((K.HANDPAYS,), "jackpot {handpay} of round {round_number} waits, {amount_cents}"),
    "JackpotPaid": Words((K.HANDPAYS, K.ATTENDANT), "jackpot {handpay} paid"),
    "DoorOpened": Words((K.DOORS,), "{door} opened{latched}"),
    "DoorClosed": Words((K.DOORS,), "{door} closed"),
    "KeySeen": Words((K.ATTENDANT,), "{key} key {on}"),
    "SignedIn": Words((K.ATTENDANT,), "{who} signed in as {role}"),
    "SignedOut": Words((K.ATTENDANT,), "{who} is out: {why_out}"),
    "PinRefused": Words((K.ATTENDANT,), "wrong PIN of {guest}, {wrong} in a row"),
    "ReportOrdered": Words((K.ATTENDANT,), "meter report ordered on paper"),
    "ReportEnded": Words((K.ATTENDANT,), "meter report: {how}"),
    "HandpayConfirmed": Words((K.HANDPAYS, K.ATTENDANT), "hand pay {handpay} confirmed by {who}, another follows"),
    "Did": Words((K.ATTENDANT,), "{who}: {what}"),
    "CallMade": Words((K.ATTENDANT,), "call: {call}"),
    "CallExplained": Words((K.ATTENDANT,), "call: {call}"),
    "CallTaken": Words((K.ATTENDANT,), "somebody is on the way{by}"),
    "CallAnswered": Words((K.ATTENDANT,), "call answered"),
    "CallWithdrawn": Words((K.ATTENDANT,), "call taken back by the player"),
    "SeatReserved": Words((K.ATTENDANT,), "seat reserved"),
    "SeatTried": Words((K.ATTENDANT,), "wrong code at a reserved seat"),
    "SeatOverdue": Words((K.ATTENDANT,), "the time of a reserved seat is over"),
    "SeatOpened": Words((K.ATTENDANT,), "reserved seat opened by {how}"),
    "ServiceChanged": Words((K.ATTENDANT, K.MACHINE), "{service}{by}"),
    "DiceChanged": Words((K.ATTENDANT, K.MACHINE), "other dice put in by {who}"),
    "DeviceReplaced": Words(
        (K.ATTENDANT, K.MACHINE), "replaced by {who}: {old_model} {old_serial} -> {new_model} {new_serial}"
    ),
    "TestBegun": Words((K.ATTENDANT, K.MACHINE), "TEST {number} of {function} begun by {who}"),
    "TestEnded": Words((K.ATTENDANT, K.MACHINE), "TEST of {function} ended: {why}"),
    "DisputeOpened": Words((K.ATTENDANT, K.MACHINE), "round {round_number} disputed, frozen by {who}"),
    "DisputeKept": Words((K.ATTENDANT, K.MACHINE), "round {round_number} put away in {folder}, {digest}"),
    "DisputeClosed": Words((K.ATTENDANT, K.MACHINE), "dispute of round {round_number} closed by {who}"),
    "HistoryRestored": Words((K.ATTENDANT, K.MACHINE), "older journal accepted by {who}: {detail}"),
    "CarriedOver": Words((K.ATTENDANT, K.MACHINE), "RAM clear {clears} by {who}: {reason}{detail}; kept in {kept}"),
    "TicketsCarried": Words((K.MACHINE, K.TICKETS_OUT), "{count} tickets carried over"),
    "SetupConfirmed": Words((K.ATTENDANT, K.MACHINE, K.OPTIONS), "setup confirmed by {who}, options {digest}"),
    "ClaimRuled": Words((K.ATTENDANT, K.HANDPAYS), "claim {claim} of before the RAM clear: {paid}"),
    "HistoryArchived": Words((K.ATTENDANT, K.MACHINE), "rows up to {last} archived by {who}"),
    "RoundVoided": Words((K.ATTENDANT, K.MACHINE), "round {round_number} given back: {reason}"),
    "PeriodCut": Words((K.ATTENDANT, K.MACHINE), "{period} period cut"),
    "OptionsAdopted": Words((K.OPTIONS,), "{changes}"),
    "OptionChanged": Words((K.OPTIONS, K.ATTENDANT), "{file} {key}: {old} -> {new}{by}"),
    "LimitsScheduled": Words((K.OPTIONS,), "limits of {game} by {schedule}"),
    "FaultRaised": Words((K.FAULTS,), "{fault}{detail}"),
    "FaultGone": Words((K.FAULTS,), "cause gone: {fault}"),
    "FaultCleared": Words((K.FAULTS, K.ATTENDANT), "cleared: {fault}"),
    "AlarmEnded": Words((K.FAULTS,), "alarm ended"),
    "Booted": Words((K.MACHINE,), "program {program} started"),
    "DeviceBack": Words((K.MACHINE,), "answers: {model} {serial}"),
    "DeviceLost": Words((K.MACHINE,), "lost: {detail}"),
    "ClockChanged": Words((K.MACHINE, K.OPTIONS), "clock stepped from {before} to {after}"),
    "ShakeUnsent": Words((K.MACHINE,), "order to shake of round {round_number} not sent: {detail}"),
    "ShakeOrderedAgain": Words((K.MACHINE,), "shaker never heard of round {round_number}: ordered again"),
    "RollDropped": Words((K.MACHINE,), "roll of round {round_number} not valid: {detail}"),
    "RollFrozen": Words((K.MACHINE,), "roll of round {round_number} disturbed: {detail}"),
    "DiceVoided": Words((K.MACHINE,), "dice bets of round {round_number} given back: {detail}"),
    "EventNoted": Words((K.MACHINE,), "{noted}: {detail}"),
}
_OUT = {"closed": "page closed", "key": "key turned back", "idle": "nobody touched it", "other": "somebody else came"}
_WANTED = re.compile(f'"is":"(?:{"|".join(EVENTS)})"')


def events(rows: Iterable[Row], kind: Kind, last: int, language: str = "en") -> list[Event]:
    """The *last* events of *kind*, newest first; words in *language* where the catalogue has them."""
    log = _Log(kind, language)
    return list(deque(log.read(rows), maxlen=last))[::-1]


def recent(entries: Iterable[Entry], options: Options, language: str = "en") -> Iterator[Event]:
    """The events of a stretch of entries, oldest first; amounts in the currency of *options*."""
    log = _Log(Kind.ALL, language, options)
    for entry in entries:
        for record in entry.records:
            words = EVENTS.get(record["is"])
            if words is not None and (event := log.event(entry.sequence, entry.wall, dict(record), words)) is not None:
                yield event


class _Log:
    """Reads rows in order and remembers the options before."""

    def __init__(self, kind: Kind, language: str, options: Options | None = None) -> None:
        self._kind, self._language = kind, language
        machine = options.machine if options is not None else None
        self._texts = Texts(language) if machine is None else Texts(language, machine.currency, machine.decimals)
        self._options: Options | None = None

    def read(self, rows: Iterable[Row]) -> Iterator[Event]:
        for sequence, wall, body, _ in rows:
            if _WANTED.search(body) is None:
                continue
            for record in json.loads(body)["records"]:
                words = EVENTS.get(record["is"])
                if words is not None and (event := self.event(sequence, wall, record, words)) is not None:
                    yield event

    def event(self, sequence: int, wall: str, record: Plain, words: Words) -> Event | None:
        changes = self._changes(record) if record["is"] == "OptionsAdopted" else ""
        if self._kind is not Kind.ALL and self._kind not in words.kinds:
            return None
        if not self._of_document(record):
            return None
        said = {name: self._shown(name, value, record) for name, value in record.items()} | self._special(record)
        amount = _amount(record)
        if amount is not None:
            said.setdefault("amount_cents", self._texts.iso(amount))
        text = words.text.format_map({**said, "changes": changes})
        return Event(sequence, wall, record["is"], _place(record), text, amount)

    def _of_document(self, record: Plain) -> bool:
        """A ruled or disputed document is a note's or a ticket's, and only in that log."""
        if "number" not in record or self._kind not in (Kind.BILLS, Kind.TICKETS_IN):
            return True
        return (self._kind is Kind.TICKETS_IN) == bool(record["number"])

    def _changes(self, record: Plain) -> str:
        """Old and new of every option that changed."""
        before, self._options = self._options, options_codec().decode(record["options"])
        machine = self._options.machine
        self._texts = Texts(self._language, machine.currency, machine.decimals)
        if before is None:
            return f"options adopted, digest {record['digest'][:16]}"
        found = list(differences(encode(before), record["options"]))
        return "options changed: " + "; ".join(found) if found else "options adopted again"

    # -- words ---------------------------------------------------------------------------------------------

    def _special(self, record: Plain) -> dict[str, str]:
        """Fields whose word depends on the record they stand in."""
        match record["is"]:
            case "FaultRaised" | "FaultGone" | "FaultCleared":
                detail = record.get("detail", "")
                return {"fault": self._named("fault", record["code"]), "detail": f" ({detail})" if detail else ""}
            case "DoorOpened":
                return {"latched": " while the power was off" if record["latched"] else ""}
            case "SignedOut":
                return {"why_out": _OUT.get(record["why"], str(record["why"]))}
            case "PinRefused":
                return {"guest": record["who"] or "an unknown id"}
            case "CallMade" | "CallExplained":
                return {"call": record["reason"].replace("_", " ")}
            case "LimitsScheduled":
                row = record["row"]
                return {"schedule": "the time of the day" if row < 0 else f"row {row + 1} of the schedule"}
            case "CallTaken" | "BoxNamed" | "OptionChanged":
                return {"by": _by(record["who"])}
            case "BoxOpened":
                return {"dark": " or opened while the power was off" if record["how"] == "unpowered" else ""}
            case "DropCounted":
                notes = sum(value * count for value, count in record["notes"])
                return {
                    "counted": f"notes {self._texts.iso(notes)}, tickets {self._texts.iso(record['tickets_cents'])}"
                }
            case "ServiceChanged":
                word = "out of service" if record["out"] else "in service again"
                reason = f": {record['reason']}" if record["reason"] else ""
                return {"service": word + reason, "by": _by(record["who"])}
            case "EventNoted":
                return {"noted": record["code"].replace("_", " ")}
            case "TicketRuled":
                return {"valid": "valid" if record["valid"] else "void"}
            case "KeySeen":
                return {"on": "turned on" if record["on"] else "turned off"}
            case "CarriedOver":
                damage = f", damaged journal ({record['damage']})" if record["damage"] else ""
                return {"detail": damage + (", logic door vouched for" if record["vouched"] else "")}
            case "TicketsCarried":
                return {"count": str(len(record["tickets"]))}
            case "SetupConfirmed":
                return {"digest": record["digest"][:16]}
            case "ClaimRuled":
                return {"paid": "paid by hand" if record["paid"] else "nothing owed"}
            case "HandpayShort" | "CreditAbandoned" | "RoundHandled":
                return {"detail": record["reason"].replace("_", " ")}
            case "SlipKept":
                return {"kind": record["kind"].replace("_", " ")}
            case "SlipOrdered":
                return {"duplicate": ", DUPLICATE" if record["duplicate"] else ""}
            case "DeviceLost" | "ShakeUnsent" | "RollDropped" | "RollFrozen" | "DiceVoided" | "HistoryRestored":
                return {"detail": record["reason"]}
        return {}

    def _shown(self, name: str, value: Any, record: Plain) -> str:
        if name.endswith("_cents"):
            return self._texts.iso(value)
        if name == "number" and isinstance(value, str):  # a ticket's, not that of a test
            return value if record["is"] in ("TicketRedeemed", "TicketCashed") or not value else masked(value)
        family = {"door": "door", "reason": "why", "why": "why"}.get(name)
        return self._named(family, value) if family is not None else str(value)

    def _named(self, family: str, value: str) -> str:
        code = f"{family}.{value}"
        return self._texts.say(code) if self._texts.knows(code) else value.replace("_", " ")


def _by(who: str) -> str:
    return f", by {who}" if who else ""


def differences(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Every leaf of plain data that differs, as "path: old -> new"."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in sorted(before.keys() | after.keys()):
            yield from differences(before.get(name), after.get(name), f"{path}.{name}" if path else name)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, f"{path}.{_label(new, index)}")
    elif before != after:
        yield f"{path}: {json.dumps(before)} -> {json.dumps(after)}"


def _label(part: Any, index: int) -> str:
    """A game or bet by its name: its place in a list says nothing to a reader."""
    if isinstance(part, dict):
        return str(part.get("game") or part.get("bet") or index)
    return str(index)


def _place(record: Plain) -> str:
    """Where it happened."""
    for name in ("place", "device", "door"):
        if name in record:
            return str(record[name])
    return f"station {record['station']}" if "station" in record else "machine"


def _amount(record: Plain) -> int | None:
    for name in ("value_cents", "amount_cents", "credited_cents"):
        if name in record:
            return int(record[name])
    return total(record["amounts"]) if "amounts" in record else None


# -- handpays ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandpayLine:
    """A handpay (H-12): *kind* jackpot, cancelled_credit or abandoned; *cleared* paid, backed_out or "" while it
    waits. *paid_cents*: what short pays paid of it so far. *slips*: the numbers of its slips."""

    station: int
    handpay: int
    kind: str
    amount_cents: int
    since: str
    round_number: int
    reason: str
    cleared: str = ""
    cleared_at: str = ""
    paid_cents: int = 0
    slips: tuple[int, ...] = ()

    def plain(self) -> Plain:
        return asdict(self)


_ENDS = {"CancelPaid": "paid", "JackpotPaid": "paid", "CancelBackedOut": "backed_out"}
_HANDPAYS = re.compile(
    r'"is":"(?:Cancel(?:Ordered|BackedOut|Paid)|Jackpot(?:Locked|Paid)|HandpayShort|CreditAbandoned|SlipKept)"'
)


def handpays(rows: Iterable[Row]) -> list[HandpayLine]:
    """Every handpay, open ones first, then the newest."""
    return handpays_of(
        (wall, record)
        for _, wall, body, _ in rows
        if _HANDPAYS.search(body) is not None
        for record in json.loads(body)["records"]
    )


def handpays_of(stamped: Iterable[tuple[str, Plain]]) -> list[HandpayLine]:
    """The handpays that records (with the stamps of their rows, oldest first) tell of; what began before them is left
    out."""
    found: dict[tuple[int, int], HandpayLine] = {}
    for wall, record in stamped:
        _handpay(found, record, wall)
    lines = list(found.values())[::-1]
    return sorted(lines, key=lambda line: line.cleared != "")


def _handpay(found: dict[tuple[int, int], HandpayLine], record: Plain, wall: str) -> None:
    if "handpay" not in record:
        return
    station, number = key = (record["station"], record["handpay"])
    match record["is"]:
        case "JackpotLocked":
            amount, round_number = record["amount_cents"], record["round_number"]
            found[key] = HandpayLine(station, number, "jackpot", amount, wall, round_number, "")
        case "CancelOrdered":
            amount, reason = total(record["amounts"]), record["reason"]
            found[key] = HandpayLine(station, number, "cancelled_credit", amount, wall, 0, reason)
        case "CreditAbandoned":
            amount, reason = total(record["amounts"]), record["reason"]
            found[key] = HandpayLine(station, number, "abandoned", amount, wall, 0, reason, "paid", wall)
        case _ if key not in found:
            return
        case "HandpayShort":
            found[key] = replace(found[key], paid_cents=found[key].paid_cents + record["paid_cents"])
        case "SlipKept":
            found[key] = replace(found[key], slips=(*found[key].slips, record["slip"]))
        case name if name in _ENDS:
            found[key] = replace(found[key], cleared=_ENDS[name], cleared_at=wall)


_SLIPS = re.compile(r'"is":"Slip(?:Kept|Dated)"')


def slip(rows: Iterable[Row], station: int, number: int) -> Slip | None:
    """The slip of that number as it was kept, however old; None = there is none."""
    found: Slip | None = None
    for _, _, body, _ in rows:
        if _SLIPS.search(body) is None:
            continue
        for record in json.loads(body)["records"]:
            if (record.get("station"), record.get("slip")) != (station, number):
                continue
            if record["is"] == "SlipKept":
                told = {name: value for name, value in record.items() if name not in ("is", "station")}
                found = Slip(**told)
            elif record["is"] == "SlipDated" and found is not None:
                return replace(found, dated=record["wall"])
    return found
