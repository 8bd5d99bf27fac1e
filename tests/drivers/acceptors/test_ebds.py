"""EBDS on the floor: exactly once by the toggle, and what its own events mean for the money (A4, A5, A9)."""

from __future__ import annotations

import pytest

from cabinet.ports.acceptor import (
    AcceptorConditions,
    AcceptorReady,
    AcceptorTold,
    Acknowledge,
    BringUp,
    DocumentFinished,
    DocumentRejected,
    DocumentReturned,
    DocumentStacked,
    Enable,
    NoteEscrowed,
    Position,
    Reset,
    Return,
    Stack,
    TicketEscrowed,
)
from cabinet.ports.link import LinkDown, LinkUp, OrderRefused, WrongDevice
from drivers.acceptors.ebds import Ebds
from drivers.acceptors.ebds_frames import Kind, Message, NoteRecord, data_of, decode
from drivers.acceptors.ebds_meanings import EbdsOptions, pyramid
from drivers.device import Event
from drivers.emulators.ebds import EUR_RECORDS, EbdsTwinOptions
from tests.drivers.acceptors.rig import Rig, ebds

TICKET = "012345678901234567"
PYRAMID = ebds(pyramid(), EbdsTwinOptions(pyramid=True))
IDLE, ESCROW, STACKED, RETURNED = "01 10 00 00", "04 10 28 00", "11 10 28 00", "41 10 00 00"


class Script:
    """A host and a scripted unit: the test says each answer; time moves a poll at a time."""

    def __init__(self, options: EbdsOptions | None = None) -> None:
        self.driver = Ebds(options or EbdsOptions(extended=False, counts=False))
        self.now = 0
        self.events: list[Event] = self.driver.opened(0)
        self.sent: list[Message] = []

    def poll(self) -> Message:
        """The next command, whenever it comes."""
        while True:
            data, events = self.driver.pull(self.now)
            self.events += events
            if data:
                self.sent.append(decode(data))
                return self.sent[-1]
            self.now += 10

    def answer(self, states: str, toggle: int | None = None, extra: bytes = b"") -> list[Event]:
        """Answer the command with *states*; the events of it."""
        message = self.poll()
        data = bytes.fromhex(states) + b"T\x23"
        bit = message.toggle if toggle is None else toggle
        reply = Message(Kind.EXTENDED, bit, b"\x02" + data + extra) if extra else Message(Kind.REPLY, bit, data)
        events = self.driver.receive(reply.encode(), self.now)
        self.events += events
        return events

    def order(self, what: object) -> list[Event]:
        return self.driver.order(what, self.now)  # type: ignore[arg-type]

    def ready(self) -> Script:
        for _ in range(2):
            self.answer(IDLE)
        self.order(BringUp())
        self.answer(IDLE)
        self.order(Enable(True, True))
        self.answer(IDLE)
        return self


def test_two_answers_with_both_toggles_come_before_the_position() -> None:
    unit = Script()
    assert unit.answer(IDLE) == []
    assert unit.answer(IDLE) == [LinkUp("EBDS T 3.5"), AcceptorConditions(()), AcceptorTold(Position.POWER_UP)]
    assert [message.toggle for message in unit.sent] == [0, 1]
    assert all(message.data == b"\x00\x1c\x00" for message in unit.sent)  # the mouth is closed


OPENINGS = [
    (ESCROW, AcceptorTold(Position.ESCROW, 2000)),
    ("08 10 00 00", AcceptorTold(Position.STACKING)),
    (STACKED, AcceptorTold(Position.STACKED, 2000)),
    ("11 10 00 00", AcceptorTold(Position.STACKED)),
    ("20 10 00 00", AcceptorTold(Position.RETURNING)),
    (RETURNED, AcceptorTold(Position.RETURNING)),
    ("51 10 28 00", AcceptorTold(Position.POWER_UP)),  # stacked and returned at once: nobody can say
]


@pytest.mark.parametrize(("states", "told"), OPENINGS)
def test_every_position_at_opening(states: str, told: AcceptorTold) -> None:
    unit = Script()
    unit.answer(states)
    unit.answer(states)
    assert next(event for event in unit.events if isinstance(event, AcceptorTold)) == told


def test_a_starting_unit_is_polled_until_it_has_started() -> None:
    unit = Script()
    for _ in range(20):
        unit.answer("00 10 01 00")
    assert not [event for event in unit.events if isinstance(event, AcceptorTold)]
    assert AcceptorTold(Position.POWER_UP) in unit.answer(IDLE)


def test_no_bad_or_other_answer_brings_the_identical_frame_again() -> None:
    unit = Script().ready()
    first = unit.poll()
    assert unit.poll() == first  # no answer
    unit.answer(IDLE, toggle=1 - first.toggle)  # the answer to another command
    assert unit.sent[-1] == first
    unit.driver.receive(b"\x02\x0b\x21garbage", unit.now)
    assert unit.poll() == first
    unit.answer(IDLE)
    assert unit.poll().toggle == 1 - first.toggle


def test_a_stacked_document_is_repeated_by_the_same_frame_until_the_machine_has_it_on_disk() -> None:
    unit = Script().ready()
    assert unit.answer(ESCROW) == [NoteEscrowed(2000)]
    unit.order(Stack())
    unit.answer("08 10 00 00")
    assert unit.sent[-1].data == b"\x7f\x3c\x02"
    assert unit.answer(STACKED) == [DocumentStacked(2000)]
    frame = unit.sent[-1]
    for _ in range(5):
        assert unit.answer(STACKED) == [DocumentStacked(2000)]
        assert unit.sent[-1] == frame
    unit.order(Acknowledge())
    assert unit.answer(IDLE) == [DocumentFinished()]
    assert unit.sent[-1].toggle == 1 - frame.toggle


def test_a_document_found_stacked_at_opening_is_repeated_until_it_is_acknowledged() -> None:
    unit = Script()
    unit.answer(STACKED)
    frame = unit.sent[-1]
    for _ in range(4):
        assert unit.answer(STACKED) == [DocumentStacked(2000)]
        assert unit.sent[-1] == frame
    unit.order(Acknowledge())
    assert unit.answer(IDLE) == [DocumentFinished(), AcceptorTold(Position.IDLE)]


def test_the_toggle_outlives_a_pulled_cable_and_the_stack_order_does_not() -> None:
    """A4: the unit still holds the answer that the cable swallowed."""
    unit = Script().ready()
    unit.answer(ESCROW)
    unit.order(Stack())
    lost = unit.poll()
    assert lost.data[1] == 0x3C
    unit.driver.closed("unplugged", unit.now)
    unit.driver.opened(unit.now)
    again = unit.poll()
    assert again.toggle == lost.toggle
    assert again.data == b"\x00\x1c\x00"
    assert AcceptorTold(Position.STACKED, 2000) in unit.answer(STACKED)


def test_stack_and_return_are_asked_only_while_escrow_shows() -> None:
    unit = Script().ready()
    unit.answer(ESCROW)
    unit.order(Return())
    unit.answer(ESCROW)
    assert unit.sent[-1].data[1] == 0x5C
    unit.answer("20 10 00 00")
    unit.answer("20 10 00 00")
    assert unit.sent[-1].data[1] == 0x1C


def test_stacked_and_returned_at_once_is_never_a_credit() -> None:
    unit = Script().ready()
    unit.answer(ESCROW)
    unit.order(Stack())
    unit.answer("08 10 00 00")
    assert unit.answer("51 10 28 00") == [AcceptorTold(Position.POWER_UP)]


def test_an_ordered_stack_that_ends_idle_without_an_event_is_undecided() -> None:
    unit = Script().ready()
    unit.answer(ESCROW)
    unit.order(Stack())
    unit.answer("08 10 00 00")
    assert unit.answer(IDLE) == [AcceptorTold(Position.POWER_UP)]


BLANK = data_of(NoteRecord(0, "", 0, 0))


def test_the_note_table_is_read_to_its_blank_row_and_the_inhibits_set() -> None:
    unit = Script(EbdsOptions(values_cents=(2000,), counts=False))
    for _ in range(2):
        unit.answer(IDLE)
    unit.order(Reset())
    unit.answer(IDLE)
    for note in (NoteRecord(1, "USD", 5, 0), NoteRecord(2, "USD", 20, 0), NoteRecord(0, "", 0, 0)):
        unit.answer(IDLE, extra=data_of(note))
    assert unit.answer(IDLE) == [AcceptorReady((2000,))]
    assert [(m.kind, m.data.hex(" ")) for m in unit.sent[-4:]] == [
        (7, "02 00 1c 10 01"),
        (7, "02 00 1c 10 02"),
        (7, "02 00 1c 10 03"),
        (7, "03 00 1c 10 02 00 00 00 00 00 00 00"),
    ]


def test_a_blank_stack_is_not_money() -> None:
    """Some units say it at power-up and when the cassette is put back."""
    unit = Script(EbdsOptions()).ready()
    unit.answer(IDLE, extra=BLANK)
    unit.answer(IDLE)
    assert unit.answer("11 10 00 00", extra=BLANK) == []
    assert not [event for event in unit.events if isinstance(event, DocumentStacked)]


def test_a_blank_stack_after_an_ordered_one_is_that_document() -> None:
    rig = Rig(ebds()).start()
    rig.bench(insert_note=2000)
    rig.until(NoteEscrowed)
    rig.run(500)
    rig.bench(power="off")
    rig.run(6000)
    rig.bench(power="on")
    assert rig.until(AcceptorTold) == AcceptorTold(Position.STACKED)
    rig.until(AcceptorReady)
    assert (rig.journal.credited_cents, rig.in_box_cents, rig.journal.disputes) == (2000, 2000, [])


def cut_after(ms: int, twin: EbdsTwinOptions, *, restart: bool) -> Rig:
    """A note is stacked; *ms* after its escrow the mains go, for the unit or (*restart*) the cabinet's too."""
    rig = Rig(ebds(twin=twin)).start()
    rig.bench(insert_note=2000)
    rig.until(NoteEscrowed)
    rig.run(ms)
    if restart:
        rig.restart_world(False)
    else:
        rig.bench(power="off")
        rig.run(6000)
        rig.bench(power="on")
    rig.run(20_000)
    assert rig.journal.stage == "none"
    assert rig.of(AcceptorReady)
    return rig


@pytest.mark.parametrize("restart", [False, True], ids=["unit", "everything"])
def test_the_counter_says_what_became_of_an_ordered_stack(restart: bool) -> None:
    """R-16, wherever the power goes: credited if it is in the box, given back if not, and nobody has to be asked."""
    asked = 0
    for ms in range(0, 2400, 120):
        counted = cut_after(ms, EbdsTwinOptions(), restart=restart)
        assert counted.journal.disputes == [], ms
        assert counted.journal.credited_cents == counted.in_box_cents, ms
        asked += len(cut_after(ms, EbdsTwinOptions(counts=False), restart=restart).journal.disputes)
    assert asked > 0 or not restart, "without the counter the same lives need an attendant"


def test_a_unit_without_a_counter_is_asked_a_few_times_and_then_left_alone() -> None:
    """It answers with its CRC again, or as if it had been polled, or not at all."""
    plain = Rig(ebds(twin=EbdsTwinOptions(counts=False))).start()
    plain.bench(insert_note=2000)
    assert plain.until(NoteEscrowed) == NoteEscrowed(2000)
    polled = Script(EbdsOptions(extended=False))
    polled.answer(IDLE)
    polled.ready()
    assert [message.kind for message in polled.sent].count(Kind.AUXILIARY) == 1
    assert polled.answer(ESCROW) == [NoteEscrowed(2000)]
    deaf = Script(EbdsOptions(extended=False))
    deaf.answer(IDLE)
    assert not [event for event in deaf.answer(IDLE) if isinstance(event, AcceptorTold)]
    while deaf.poll().kind == Kind.AUXILIARY:
        pass
    assert AcceptorTold(Position.POWER_UP) in deaf.events
    assert not [event for event in deaf.events if isinstance(event, LinkDown)]


def test_a_stalled_host_never_stacks_the_next_note_for_the_last_one() -> None:
    """A9 (c)."""
    unit = Script().ready()
    unit.answer(ESCROW)
    unit.order(Stack())
    assert unit.poll().data[1] == 0x3C
    unit.now += 12_000
    assert unit.poll().data[1] == 0x1C
    assert unit.answer(ESCROW) == [DocumentReturned("returned"), NoteEscrowed(2000)]


@pytest.mark.parametrize("protocol", [ebds(), PYRAMID])
def test_a_ticket_goes_to_the_box(protocol: object) -> None:
    rig = Rig(protocol).start()  # type: ignore[arg-type]
    rig.machine = None
    rig.bench(insert_ticket=TICKET)
    assert rig.until(TicketEscrowed).number == TICKET
    rig.run(3000)
    assert len(rig.of(TicketEscrowed)) == 1
    rig.order(Stack())
    rig.until(DocumentStacked)
    rig.order(Acknowledge())
    rig.until(DocumentFinished)
    assert rig.twin.status()["tickets_in_box"] == [TICKET]


@pytest.mark.parametrize("protocol", [ebds(), PYRAMID])
def test_our_lost_acknowledgement_credits_nothing_twice(protocol: object) -> None:
    """A9 (e)."""
    rig = Rig(protocol).start()  # type: ignore[arg-type]
    rig.bench(insert_note=5000)
    rig.until(DocumentStacked)
    rig.bench(fault="lose_ack", on=True)
    rig.until(DocumentFinished)
    assert (rig.journal.credited_cents, rig.in_box_cents) == (5000, 5000)


def test_notes_of_another_currency_are_a_condition() -> None:
    rig = Rig(ebds(twin=EbdsTwinOptions(records=EUR_RECORDS))).start()
    assert rig.of(AcceptorReady)[-1].values_cents == ()
    assert rig.of(AcceptorConditions)[-1] == AcceptorConditions(("country",))
    rig.bench(insert_note=2000)
    rig.run(4000)
    assert not rig.of(NoteEscrowed)


def test_euro_notes_have_the_values_of_their_own_table() -> None:
    rig = Rig(ebds(EbdsOptions(currency="EUR"), EbdsTwinOptions(records=EUR_RECORDS))).start()
    rig.bench(insert_note=50_000)
    rig.until(DocumentFinished)
    assert rig.journal.credited_cents == 50_000


def test_money_disabled_with_a_note_in_escrow_gives_it_back() -> None:
    rig = Rig(ebds()).start()
    rig.machine = None
    rig.bench(insert_note=2000)
    rig.until(NoteEscrowed)
    rig.order(Enable(False, False))
    rig.until(DocumentReturned)
    assert not rig.twin.status()["enabled"]


FAULTS = [
    ("jam_acceptor", "jam_acceptor"),
    ("stacker_full", "stacker_full"),
    ("pause", "pause"),
    ("cheated", "cheated"),
    ("failure", "failure"),
]


@pytest.mark.parametrize(("fault", "condition"), FAULTS)
def test_each_fault_is_told_when_it_comes_and_when_it_goes(fault: str, condition: str) -> None:
    rig = Rig(ebds()).start()
    rig.bench(fault=fault, on=True)
    assert rig.until(AcceptorConditions).names == (condition,)
    rig.bench(fault=fault, on=False)
    assert rig.until(AcceptorConditions).names == ()
    rig.run(500)
    rig.bench(insert_note=2000)
    rig.until(DocumentFinished)


def test_the_cash_box_taken_out_closes_the_mouth_and_back_opens_it() -> None:
    rig = Rig(ebds(twin=EbdsTwinOptions(blank_stack=True))).start()
    rig.bench(cash_box="out")
    assert rig.until(AcceptorConditions).names == ("cash_box_out",)
    rig.run(1000)
    assert not rig.twin.status()["enabled"]
    rig.bench(cash_box="in")
    rig.run(2000)
    assert rig.twin.status()["enabled"]
    assert rig.journal.disputes == []


def test_a_rejected_note_is_told_once() -> None:
    rig = Rig(ebds()).start()
    rig.bench(reject_next="any")
    rig.bench(insert_note=2000)
    rig.run(6000)
    assert rig.of(DocumentRejected) == [DocumentRejected("rejected")]


def test_a_technicians_reset_brings_the_unit_up_again() -> None:
    rig = Rig(ebds()).start()
    before = len(rig.of(AcceptorReady))
    rig.order(Reset())
    rig.until(AcceptorReady)
    assert len(rig.of(AcceptorReady)) == before + 1


def test_a_stacked_document_is_never_reset_away() -> None:
    unit = Script().ready()
    unit.answer(ESCROW)
    unit.order(Stack())
    unit.answer(STACKED)
    assert unit.order(Reset()) == [OrderRefused("Reset", "a stacked document waits for its acknowledgement")]


# -- lines that are not what they seem ----------------------------------------------------------------


def talked(reply: bytes | None, ms: int) -> list[Event]:
    """Events of *ms* against a line that always answers *reply*, or with our own bytes."""
    driver = Ebds(EbdsOptions())
    events = driver.opened(0)
    for now in range(0, ms, 10):
        data, timed = driver.pull(now)
        events += timed
        if data:
            events += driver.receive(data if reply is None else reply, now)
    return events


def test_an_echoing_cable_is_never_an_acceptor() -> None:
    """A5."""
    assert talked(None, 60_000) == [WrongDevice("echo: the line answers with our own bytes")]


def test_another_device_on_the_port_is_named_and_moves_nothing() -> None:
    """A5."""
    shaker = b"\x00\x7f\x14\x11SHAKER v1.2 READY 20\r\n\x02\x0b\x20"
    assert talked(shaker, 60_000) == [WrongDevice("bytes that are no EBDS frames"), LinkDown("acceptor silent")]


def test_silence_is_an_outage_within_five_seconds_and_polled_for_ever() -> None:
    """A4."""
    driver, downs, polls = Ebds(EbdsOptions()), [], 0
    driver.opened(0)
    for now in range(0, 120_000, 10):
        data, events = driver.pull(now)
        downs += [(now, event) for event in events]
        polls += bool(data)
    assert [event for _now, event in downs] == [LinkDown("acceptor silent")]
    assert downs[0][0] <= 5000
    assert polls > 300
