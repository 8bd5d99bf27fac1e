"""A device's functions tried by hand: what it does meanwhile is told and moves nothing (F-10, M-31).

    TestBegun -> what the device does is shown, notes and tickets are given back, a roll is nobody's -> TestEnded

Decides when a test may begin, what an event means in it, and that it ends with whoever began it. A paper that a device
swallows all the same is money: it goes the usual way of a document that nobody ordered, to the attendant. Only the
beginning and the end stand in the journal.
"""

from __future__ import annotations

from dataclasses import replace

from cabinet.bank.state import DocumentStage, JobStage
from cabinet.machine import records as r
from cabinet.machine.decided import Decided, drafted
from cabinet.machine.state import DeviceTest, State
from cabinet.ports import acceptor as a
from cabinet.ports import deck
from cabinet.ports import printer as p
from cabinet.ports import shaker as s
from cabinet.ports.decision import Refusal, refusal
from cabinet.ports.effects import DeviceOrder, Effect, PrintTestPage, ToDevice
from cabinet.ports.functions import FUNCTIONS, kind_of
from cabinet.ports.signals import DeviceEvent
from cabinet.ports.view import Message

TEST_ROUNDS = 1 << 63
"""Rolls of a test carry round numbers from here on: no round of play has one of them."""

MOST_TOLD = 120
"""What a device did in a test is shown, the newest so many: a hundred rolls for a first look at the dice."""


def begin(state: State, station: int, device: str, function: str, who: str) -> Decided | Refusal:
    """Begin a test, or say why not: a round runs, money moves at that device, or it does not answer."""
    known = state.device(device)
    if known is None or function not in FUNCTIONS.get(kind_of(device), ()):
        return refusal("refused.nothing_to_rule")
    if not known.up:
        return refusal("refused.device_away", device=device)
    if state.play.in_round:
        return refusal("refused.round_running")
    if _money_moves(state, device):
        return refusal("refused.money_moving")
    begun = r.TestBegun(station, device, function, who, state.tests + 1)
    before = state.testing
    ended = () if before is None else (r.TestEnded(before.device, before.function, "next"),)
    kept = before is not None and before.device == device  # rolls one after the other are looked at together
    told = () if kept else drafted(station, replace(state.draft(station), tried=())).records
    return Decided((*ended, begun, *told), _ordered(begun))


def _money_moves(state: State, device: str) -> bool:
    station = int(device.rpartition(".")[2])
    banks = [bank for bank in state.bank.stations if station in (0, bank.station)]
    papers = any(bank.document is not None and bank.document.stage is not DocumentStage.CREDITED for bank in banks)
    return papers or any(bank.job is not None and bank.job.stage is not JobStage.ISSUED for bank in banks)


def _ordered(begun: r.TestBegun) -> tuple[Effect, ...]:
    match kind_of(begun.device), begun.function:
        case "printer", "test_page":
            return (PrintTestPage(int(begun.device.rpartition(".")[2])),)
        case "printer", "clear_errors":
            return (ToDevice(begun.device, p.ClearErrors()),)
        case "shaker", "shake":
            return (ToDevice(begun.device, s.Shake(TEST_ROUNDS + begun.number, 1)),)
        case "shaker", "clear":
            return (ToDevice(begun.device, s.ClearShaker()),)
    return ()  # lamps and an open acceptor are standing orders: see `standing`


def end(state: State, why: str) -> tuple[r.TestEnded, ...]:
    """The records that end the test under way, if there is one."""
    now = state.testing
    return () if now is None else (r.TestEnded(now.device, now.function, why),)


def with_end(state: State, decision: Decided) -> Decided:
    """A test does not outlive the attendant who began it, nor its device."""
    now = state.testing
    if now is None:
        return decision
    for record in decision.records:
        match record:
            case r.SignedOut(station) if station != now.station:
                continue
            case r.KeySeen("audit", False) | r.SignedOut():
                return Decided((*decision.records, *end(state, "left")), decision.effects)
            case r.DeviceLost(device) if device == now.device:
                return Decided((*decision.records, *end(state, "lost")), decision.effects)
    return decision


def under_test(state: State, device: str) -> bool:
    """Whether what *device* says now belongs to a technician."""
    return state.testing is not None and state.testing.device == device


def standing(now: DeviceTest | None, device: str) -> DeviceOrder | None:
    """What a device under test ought to be doing all the time, None = what it does anyway."""
    if now is None or now.device != device:
        return None
    match kind_of(device), now.function:
        case "acceptor", "accept":
            return a.Enable(True, True)
        case "deck", "lamps":
            return deck.Lamps(deck.BUTTONS, tower_low="on", tower_high="on")
        case "deck", "buzzer":
            return deck.Lamps((), buzzer=True)
    return None


# -- what the device does in a test -----------------------------------------------------------------------


def said(state: State, device: str, event: DeviceEvent) -> Decided | None:
    """An event that belongs to a test; None = it is none, and is decided as always."""
    if isinstance(event, s.FirstRest | s.DiceRead | s.RollRejected | s.RollDisturbed):
        return _rolled(state, device, event) if event.round_number >= TEST_ROUNDS else None
    if isinstance(event, s.ShakerTold):
        return _held(device, event) if event.round_number >= TEST_ROUNDS else None
    now = state.testing
    if now is None or now.device != device:
        return None
    match event:
        case a.NoteEscrowed(value):
            return _told(state, now, Message("test.note", (("amount_cents", str(value)),)), _give_back(device))
        case a.TicketEscrowed(number):
            return _told(state, now, Message("test.ticket", (("number", f"··{number[-4:]}"),)), _give_back(device))
        case a.DocumentReturned() if _nothing_inside(state, now):
            return _told(state, now, Message("test.returned"))
        case a.DocumentRejected(reason):
            return _told(state, now, Message("test.rejected", (("told", reason),)))
        case deck.ButtonPressed(button):
            return _told(state, now, Message("test.button", (("button", button),)))
        case p.PrintBegun(0) | p.ValidationPrinted(0) | p.PrintCompleted(0) | p.TicketTaken(0):
            return _told(state, now, Message(f"test.{_PRINTING[type(event)]}"))
        case p.PrintFailed(0, reason) | p.PrintLost(0, reason):
            return _told(state, now, Message("test.print_failed", (("told", reason),)))
    return None


_PRINTING: dict[type, str] = {
    p.PrintBegun: "print_begun",
    p.ValidationPrinted: "print_begun",
    p.PrintCompleted: "print_done",
    p.TicketTaken: "print_taken",
}


def _nothing_inside(state: State, now: DeviceTest) -> bool:
    return state.bank.station(int(now.device.rpartition(".")[2])).document is None


def _give_back(device: str) -> tuple[Effect, ...]:
    return (ToDevice(device, a.Return()),)


def _rolled(state: State, device: str, event: s.FirstRest | s.DiceRead | s.RollRejected | s.RollDisturbed) -> Decided:
    """Whatever a test's roll came to, the shaker may forget it: nobody wagered on it."""
    if isinstance(event, s.FirstRest):
        return Decided()
    forget = (ToDevice(device, s.ResultStored(event.round_number, event.attempt)),)
    now = state.testing
    if now is None or now.device != device:
        return Decided((), forget)
    if isinstance(event, s.DiceRead):
        return _told(state, now, Message("test.dice", (("faces", " ".join(map(str, event.faces))),)), forget)
    return _told(state, now, Message("test.no_roll", (("told", event.reason),)), forget)


def _held(device: str, event: s.ShakerTold) -> Decided:
    """A result of a test that a power cut interrupted is forgotten, or the next real roll would find no room."""
    if event.state in ("shaking", "settling", "reading", "boot"):
        return Decided()
    return Decided((), (ToDevice(device, s.ResultStored(event.round_number, event.attempt)),))


def _told(state: State, now: DeviceTest, what: Message, effects: tuple[Effect, ...] = ()) -> Decided:
    draft = state.draft(now.station)
    # numbered, so that a button pressed twice is something new to whoever looks
    number = int(dict(draft.tried[-1].params)["time"]) + 1 if draft.tried else 1
    tried = (*draft.tried, replace(what, params=(("time", str(number)), *what.params)))[-MOST_TOLD:]
    return Decided(drafted(now.station, replace(draft, tried=tried)).records, effects)


def rolls(tried: tuple[Message, ...]) -> tuple[tuple[int, ...], ...]:
    """The faces of every roll of a test."""
    told = (dict(message.params)["faces"] for message in tried if message.code == "test.dice")
    return tuple(tuple(map(int, faces.split())) for faces in told)
