"""Somebody writes in the files who knows how the chain is computed: what is noticed, and what cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cabinet.bank.books import BOOK_NAMES
from cabinet.ports.plain import Plain
from cabinet.reports.fold import BadRow, load
from cabinet.storage.checkpoints import Checkpoints
from cabinet.storage.journal import JournalBroken, read_only
from cabinet.storage.signing import MachineKey
from tests.audit.floor import COPIES, Floor, append, command, figures, forge

MONEY = ("rounds", *(f"{name}_cents" for name in BOOK_NAMES))
IMPOSSIBLE = [-1, 2**32]


def credit(floor: Floor, amount_cents: int) -> Plain:
    """A row in which a note is escrowed, stacked and credited as it should be, but for its value."""
    document = load(read_only(floor.data)).bank.station(1).next_document
    of_it = {"station": 1, "document": document}
    records = [
        {"is": "DocumentEscrowed", **of_it, "value_cents": amount_cents, "number": ""},
        {"is": "StackOrdered", **of_it},
        {"is": "NoteCredited", **of_it, "value_cents": amount_cents},
    ]
    return {"signal": None, "records": records}


def valued(amount_cents: int) -> Any:
    """An edit: the first note of that row is worth this much."""

    def edit(body: Plain) -> None:
        for record in body["records"]:
            if record["is"] == "NoteCredited":
                record["value_cents"] = amount_cents

    return edit


@pytest.mark.parametrize("amount_cents", IMPOSSIBLE)
def test_a_forged_row_with_an_impossible_credit_is_locked_before_anything_is_shown_or_printed(
    floor: Floor, amount_cents: int
) -> None:
    """M-28, R-08: added at the end of both copies, the chain right, the books balanced, the checkpoint sound."""
    before, papers = figures(floor), floor.papers()
    row = append(floor, credit(floor, amount_cents))
    for _ in range(2):
        with pytest.raises(BadRow, match=f"row {row} does not follow"):
            floor.play(1)
    refused = command(floor, "demo", "--rounds", "1")
    assert (refused.exit_code, refused.stdout, len(refused.stderr.splitlines())) == (1, "", 1)
    shown = command(floor, "meters", "--format", "json")
    assert shown.exit_code == 1
    assert "believed good" in shown.stderr
    assert {name: json.loads(shown.stdout)[name] for name in MONEY} == {name: before[name] for name in MONEY}
    assert floor.papers() == papers
    looked = command(floor, "audit", "verify")
    assert (looked.exit_code, f"row {row}" in looked.stdout) == (1, True)


@pytest.mark.parametrize("amount_cents", IMPOSSIBLE)
def test_a_note_of_the_past_made_impossible_and_rechained_is_locked(floor: Floor, amount_cents: int) -> None:
    row = floor.row_of("NoteCredited", 0)
    forge(floor, row, valued(amount_cents))
    with pytest.raises(BadRow, match=f"row {row} does not follow"):
        floor.play(1)
    assert figures(floor)["bill_in_cents"] == 0, "what is believed is the state before that row"
    replayed = command(floor, "audit", "replay")
    assert (replayed.exit_code, replayed.stdout.startswith(f"row {row}: ")) == (1, True)


def test_a_plausible_change_rechained_in_both_copies_is_noticed_by_the_anchor(floor: Floor) -> None:
    """A note of the past becomes ten times as much: chain and books are right, the anchor is not of this history."""
    row = floor.row_of("NoteCredited", 0)
    forge(floor, row, valued(100_000))
    assert "is not the one the anchor knows" in floor.faults()["rolled_back"]
    assert "anchor knows" in command(floor, "audit", "verify").stdout
    replayed = command(floor, "audit", "replay")
    assert (replayed.exit_code, f"row {row}" in replayed.stdout) == (1, True), "decided again, the row is another"


def test_a_change_rechained_in_one_copy_is_two_histories(floor: Floor) -> None:
    """Both chains are right and differ: which is forged is for people to say."""
    forge(floor, floor.row_of("NoteCredited", 0), valued(100_000), COPIES[:1])
    with pytest.raises(JournalBroken, match="hold different rows"):
        floor.play(1)


def test_a_row_added_with_a_decision_the_machine_would_not_make_is_named_by_the_replay(floor: Floor) -> None:
    """After the newest anchored row the anchor cannot see it, and its books balance: the replay does."""
    row = append(floor, credit(floor, 500))
    looked = command(floor, "audit", "replay")
    assert looked.exit_code == 1
    assert f"row {row}: records without the signal" in looked.stdout


def test_a_record_no_program_knows_is_named_by_every_reader(floor: Floor) -> None:
    row = append(floor, {"signal": None, "records": [{"is": "CreditGiven", "station": 1, "amount_cents": 500}]})
    with pytest.raises(BadRow, match=f"row {row} does not follow .* unknown record 'CreditGiven'"):
        floor.play(1)
    for words in (("audit", "verify"), ("audit", "replay")):
        told = command(floor, *words)
        assert (told.exit_code, told.stdout.startswith(f"row {row}: ")) == (1, True)


# -- checkpoints --------------------------------------------------------------------------------------------------


def newest_checkpoint(floor: Floor) -> Path:
    return max((floor.data / "checkpoints").glob("*.json"))


def with_credit(text: str, amount_cents: int) -> Plain:
    """The plain checkpoint in *text*, its first station richer and its books balanced."""
    plain: Plain = json.loads(text)
    books = plain["state"]["bank"]["stations"][0]["books"]
    for account in ("credit", "bill_in"):
        books[account]["cashable"] += amount_cents
    return plain


@pytest.mark.parametrize("amount_cents", [*IMPOSSIBLE, 5_000])
def test_a_checkpoint_changed_without_the_key_is_passed_over(floor: Floor, amount_cents: int) -> None:
    before = figures(floor)
    path = newest_checkpoint(floor)
    signature, text, _ = path.read_text().split("\n")
    path.write_text(f"{signature}\n{json.dumps(with_credit(text, amount_cents))}\n")
    assert floor.faults() == {}
    floor.play(0, lambda rigged: _same_money(rigged.rig.engine.state.bank.station(1).books, before))


def _same_money(books: Any, before: dict[str, Any]) -> None:
    assert {f"{name}_cents": getattr(books, name).total for name in BOOK_NAMES} == {
        f"{name}_cents": before[f"{name}_cents"] for name in BOOK_NAMES
    }


def sign_anew(floor: Floor, amount_cents: int) -> None:
    """A forger who has the machine's key as well."""
    path = newest_checkpoint(floor)
    plain = with_credit(path.read_text().split("\n")[1], amount_cents)
    key = MachineKey(floor.data / "keys" / "machine.key", may_make=False)
    Checkpoints(path.parent, key, plain["version"]).save(plain["sequence"], plain["hash"], plain["state"])


@pytest.mark.parametrize("amount_cents", IMPOSSIBLE)
def test_even_one_signed_with_the_stolen_key_is_locked_when_its_credit_is_impossible(
    floor: Floor, amount_cents: int
) -> None:
    papers = floor.papers()
    sign_anew(floor, amount_cents)
    assert "books" in floor.faults()
    refused = command(floor, "demo", "--rounds", "1")
    assert refused.stderr == "locked by books, which no attendant clears\n"
    assert floor.papers() == papers


def test_one_signed_with_the_stolen_key_and_plausible_is_found_by_the_audit_alone(floor: Floor) -> None:
    """Who has the machine's key can sign what he likes: only reading the whole history again shows it."""
    sign_anew(floor, 5_000)
    looked = command(floor, "audit", "verify")
    assert looked.exit_code == 1
    assert f"row {read_only(floor.data).count()}: the checkpoint there says another state" in looked.stdout
