"""What a seat may know: two rounds that differ only in what is hidden look the same until the reveal."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from cabinet.chance import verify_commitment
from cabinet.machine.records import record_codec
from cabinet.play.state import Phase
from cabinet.ports import acceptor as a
from cabinet.ports import commands as c
from cabinet.ports.plain import Codec, encode
from cabinet.ports.printer import PrintLost
from cabinet.ports.signals import OrderRevealed
from cabinet.ports.view import View
from tests.machine import floor as floors
from tests.machine.floor import Floor
from tests.machine.setups import options

PLAIN = tuple(range(28))
OTHER = (*range(3), *reversed(range(3, 28)))
CARDS = tuple(range(52))


def _same_commitment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A commitment double: only what is hidden differs between the rounds, so its hash must not."""
    monkeypatch.setattr("cabinet.engine.chances.commitment", lambda number, order, nonce: f"committed-{number}")


def _looks(floor: Floor) -> list[str]:
    """Everything a screen, a log or an export could show: the views and every row so far."""
    rows = [json.dumps([entry.sequence, entry.signal, list(entry.records)]) for entry in floor.memory.rows[1:]]
    return [json.dumps(encode(floor.view(station))) for station in floor.options.machine.stations] + rows


def _until_the_reveal(order: Sequence[int], game: str) -> tuple[Floor, list[list[str]]]:
    floor = Floor(orders=[tuple(order)])
    looks = []
    floor.note(10_000)
    if game == "two_card":
        floor.press(c.ChooseGame(game))
    floor.deal(**{floor.view().table.spots[0].bet: 500})
    looks.append(_looks(floor))
    if game == "two_card":
        floor.press(c.CutDeck(0))
        looks.append(_looks(floor))
    floor.press(c.Assist("house_way"))
    looks.append(_looks(floor))
    floor.boot()
    floor.ready()
    looks.append(_looks(floor))
    return floor, looks


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("double_hand", PLAIN, OTHER),
        ("two_card", CARDS, (0, 51, 2, *reversed(range(3, 51)), 1)),
    ],
)
def test_two_rounds_that_differ_only_in_hidden_pieces_look_the_same_until_the_reveal(
    monkeypatch: pytest.MonkeyPatch, game: str, one: Sequence[int], other: Sequence[int]
) -> None:
    """Views and journal rows byte for byte, at the deal, at the cut, while setting, and after a power cut."""
    _same_commitment(monkeypatch)
    first, looked = _until_the_reveal(one, game)
    second, looked_too = _until_the_reveal(other, game)
    assert looked == looked_too
    first.press(c.Assist("house_way"), c.Confirm())
    second.press(c.Assist("house_way"), c.Confirm())
    assert first.view().table.dealer != second.view().table.dealer, "after the reveal they differ"


def test_the_comparison_sees_what_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison with other tiles of the player must fail, or it would prove nothing."""
    _same_commitment(monkeypatch)
    _, looked = _until_the_reveal(PLAIN, "double_hand")
    _, looked_too = _until_the_reveal((3, *PLAIN[:3], *PLAIN[4:]), "double_hand")
    assert looked != looked_too


def test_nothing_of_the_sealed_order_is_in_the_state_before_the_reveal() -> None:
    floor = Floor(orders=[PLAIN])
    floor.note(10_000)
    floor.deal(main=500)
    assert floor.state.play.round is not None
    assert floor.state.play.round.order == ()
    assert floor.state.play.round.sealed == f"{floors.SEAL_WORD}1"
    assert floor.view().table.dealer == (None, None, None)
    assert f"{floors.SEAL_WORD}1" not in json.dumps(encode(floor.view())), "no screen needs even the seal"


def test_the_commitment_shown_at_the_deal_checks_after_the_reveal() -> None:
    floor = Floor(orders=[OTHER])
    floor.note(10_000)
    floor.deal(main=500)
    committed = floor.view().table.commitment
    floor.set_hands()
    shown = floor.last("OrderShown")
    assert verify_commitment(committed, 1, shown["order"], bytes.fromhex(shown["nonce"]))
    assert not verify_commitment(committed, 1, PLAIN, bytes.fromhex(shown["nonce"]))


def test_an_order_that_does_not_belong_to_the_commitment_settles_nothing() -> None:
    """Whoever opened the seal: the machine locks, no stake is lost or won by it."""
    floor = Floor(orders=[OTHER])
    floor.note(10_000)
    floor.deal(main=500)
    floor.drawer.inside[1] = (PLAIN, floor.drawer.inside[1][1])
    floor.set_hands()
    assert [fault.code for fault in floor.state.faults] == ["commitment"]
    assert floor.state.play.phase is Phase.REVEALING
    assert "RoundSettled" not in floor.names()
    floor.signal(OrderRevealed(1, PLAIN, "00", "another"))
    assert floor.state.play.phase is Phase.REVEALING


def test_a_view_goes_over_the_wire_and_comes_back_the_same() -> None:
    floor = Floor()
    floor.note(10_000)
    floor.round(main=500)
    view = floor.view()
    assert Codec([View]).decode(json.loads(json.dumps(encode(view)))) == view


def test_every_command_that_is_offered_is_taken_and_none_that_is_not() -> None:
    """`allowed` and `decide` agree: what is lit is never refused for the moment, what is dark always is."""
    floor = Floor()
    commands: dict[str, c.Command] = {
        "deal": c.Deal(),
        "cash_out": c.CashOut(),
        "confirm": c.Confirm(),
        "back_out": c.BackOut(),
        "cancel_call": c.CancelCall(),
    }
    for step in range(4):
        for name, command in commands.items():
            if name not in floor.view().allowed:
                before = floor.names()
                floor.press(command)
                assert floor.names() == before, f"{name} at step {step}"
        match step:
            case 0:
                floor.note(1_000)
            case 1:
                floor.press(c.AddChip("main", 500))
                assert "deal" in floor.view().allowed
                floor.press(c.Deal())
            case 2:
                floor.press(c.Assist("house_way"))
                assert "confirm" in floor.view().allowed


def test_money_that_moves_is_always_in_sight() -> None:
    """T-12, P-01: escrow, stacking, printing, in the chute, unconfirmed."""
    floor = Floor()
    floor.said("acceptor.1", a.NoteEscrowed(5_000))
    assert [(one.kind, one.state, one.amount_cents) for one in floor.view().moving] == [("note", "stacking", 5_000)]
    floor.said("acceptor.1", a.DocumentStacked(), a.DocumentFinished())
    floor.press(c.CashOut())
    (moving,) = floor.view().moving
    assert (moving.kind, moving.state, moving.amount_cents) == ("ticket_out", "printing", 5_000)


def test_a_ticket_number_is_never_shown_to_a_player() -> None:
    floor = Floor()
    floor.note(5_000)
    floor.press(c.CashOut())
    floor.said("printer.1", PrintLost(1, "silent"))
    number = floor.last("TicketOrdered")["number"]
    assert number not in json.dumps(encode(floor.view()))
    floor.key()
    assert floor.view().locks[0].handle == number, "the attendant must name it"


def test_seats_at_one_table_see_their_own_money_only() -> None:
    floor = Floor(options(stations=(1, 2)), ("acceptor.1", "acceptor.2", "printer.1", "printer.2"))
    floor.note(5_000, station=2)
    assert (floor.view(1).credit_cents, floor.view(2).credit_cents) == (0, 5_000)
    floor.press(c.AddChip("main", 500), station=2)
    assert floor.view(1).bet_cents == 0


def test_the_codec_reads_every_row_that_was_written() -> None:
    floor = Floor()
    floor.note(5_000)
    floor.round(main=500)
    codec = record_codec()
    for plain in floor.records:
        assert encode(codec.decode(plain)) == plain


def test_no_chips_lie_on_the_cloth_for_bets_that_came_back() -> None:
    """P-01: a void round's amounts are in the credit, and nowhere else."""
    floor = Floor()
    floor.note(1_000)
    floor.press(c.AddChip("main", 500), c.Deal())
    assert [spot.amount_cents for spot in floor.view().table.spots if spot.main] == [500]
    floor.attend(c.VoidRound("test"))
    view = floor.view()
    assert (view.credit_cents, view.bet_cents) == (1_000, 0)
    assert [spot.amount_cents for spot in view.table.spots] == [0] * len(view.table.spots)
