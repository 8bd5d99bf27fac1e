"""A13: a file means what a person reads in it, or it is refused with file, line and column."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.settings.problems import ConfigRefused
from cabinet.settings.source import LARGEST_BYTES, Source, read_source


def read(folder: Path, text: str | bytes) -> Source:
    path = folder / "file.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return read_source(path, "file.yaml")


def refusal(folder: Path, text: str | bytes) -> str:
    with pytest.raises(ConfigRefused) as refused:
        read(folder, text)
    return str(refused.value)


@pytest.mark.parametrize(
    "written",
    [
        "0427",
        "0891",
        "0000",
        "22:00",
        "06:00",
        "1:30",
        "NO",
        "no",
        "yes",
        "off",
        "ON",
        "null",
        "~",
        "1_000",
        "1e3",
        "5%",
        "0x1F",
        "0o17",
        ".inf",
        "2026-03-01",
        "1.10",
    ],
)
def test_a13_a_value_is_taken_exactly_as_written(tmp_path: Path, written: str) -> None:
    assert read(tmp_path, f"kind: x\nvalue: {written}\n").tree["value"] == written


def test_a13_the_key_on_is_the_word_on_and_not_true(tmp_path: Path) -> None:
    assert list(read(tmp_path, "kind: x\non: 1\n").tree) == ["kind", "on"]


def test_a13_a_second_max_bet_is_refused_with_both_lines(tmp_path: Path) -> None:
    told = refusal(tmp_path, "kind: x\nmax_bet: 500\nother: 1\nmax_bet: 5000\n")
    assert told == "file.yaml:4:1: max_bet: a second time; it stands in line 2 already; keep one"


@pytest.mark.parametrize("second", ['"max_bet"', "'max_bet'"])
def test_quotes_do_not_make_another_key(tmp_path: Path, second: str) -> None:
    assert "a second time" in refusal(tmp_path, f"kind: x\nmax_bet: 1\n{second}: 2\n")


@pytest.mark.parametrize(
    ("text", "place", "wrong"),
    [
        ("kind: x\n\tmax: 1\n", "2:1", "a tab"),
        ("kind: x\nmax:\t1\n", "2:5", "a tab"),
        ("kind: x\nmax: 1 #\tnote\n", "2:9", "a tab"),
        ("", "1:1", "the file is empty"),
        ("# only a remark\n", "1:1", "the file is empty"),
        ("kind: x\n---\nkind: y\n", "2:1", "a second document"),
        ("%YAML 1.1\n---\nkind: x\n", "1:1", "a YAML directive"),
        ("kind: x\na: &one 1\n", "2:4", "an anchor (&)"),
        ("kind: x\na: *one\n", "2:4", "an alias (*)"),
        ("kind: x\nb:\n  <<: {a: 1}\n", "3:3", "a merge key (<<)"),
        ("kind: x\na: !!int 3\n", "2:4", "a tag (!)"),
        ("kind: x\na: !secret 3\n", "2:4", "a tag (!)"),
        ("kind: x\n&k a: 3\n", "2:1", "a key with an anchor or a tag"),
        ("kind: x\na: |\n  text\n", "2:4", "a value over several lines"),
        ("kind: x\na: >\n  text\n", "2:4", "a value over several lines"),
        ("kind: x\na: two\n  lines\n", "2:4", "a value over several lines"),
        ('kind: x\na: "two\n  lines"\n', "2:4", "a value over several lines"),
        ("kind: x\n? [a]\n: 1\n", "2:3", "a key that is no word"),
        ("kind: x\na: b: c\n", "2:5", "no YAML"),
        ("kind: x\na: [1, 2\n", "3:1", "no YAML"),
        ("kind: x\na: [[[[[[[[[[1]]]]]]]]]]\n", "2:11", "nested too deeply"),
        ('kind: x\na: "\\x31.00"\n', "2:4", "an escape"),
        ("kind: x\nsite: Hall #2\n", "2:7", "#2 after it would be lost"),
        ("kind: x\nsite: 'Hall'#2\n", "2:7", "#2 after it would be lost"),
        ("kind: x\nsite: Ha\u200bll\n", "2:9", "an invisible character U+200B"),
        ("kind: x\nsite: Ha\u202ell\n", "2:9", "an invisible character U+202E"),
        ("kind: x\na: 1\u20282\n", "2:5", "an invisible character U+2028"),
        ("kind: x\na: 5.00\u00a0\n", "2:8", "an invisible character U+00A0"),
        ("\ufeffkind: x\n", "1:1", "an invisible character U+FEFF"),
        ("kind: x\rb: 1\n", "1:8", "an invisible character U+000D"),
        ("max: 1\nkind: x\n", "1:1", "stands before kind"),
        ("- kind: x\n", "1:1", "is no list of keys"),
        ("just words\n", "1:1", "is no list of keys"),
        ("kind: [x]\n", "1:7", "is no text"),
    ],
)
def test_a13_every_trap_is_refused_where_it_stands(tmp_path: Path, text: str, place: str, wrong: str) -> None:
    told = refusal(tmp_path, text)
    assert told.startswith(f"file.yaml:{place}: "), told
    assert wrong in told


def test_all_problems_are_told_not_only_the_first(tmp_path: Path) -> None:
    told = refusal(tmp_path, "kind: x\na: &one 1\nb: !t 2\na: 3\n").splitlines()
    assert [line.split(": ")[0] for line in told] == ["file.yaml:2:4", "file.yaml:3:4", "file.yaml:4:1"]


def test_a_file_that_is_no_utf8_is_refused_at_the_byte(tmp_path: Path) -> None:
    assert refusal(tmp_path, b"kind: x\nsite: Caf\xe9\n").startswith("file.yaml:2:10: no UTF-8 text")


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    assert "too large" in refusal(tmp_path, "kind: x\n" + "#" * LARGEST_BYTES)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigRefused, match="cannot be read"):
        read_source(tmp_path / "none.yaml")


def test_a_remark_after_a_value_is_no_part_of_it(tmp_path: Path) -> None:
    assert read(tmp_path, "kind: x\na: 5.00   # per hand\nb: 'x # y' # z\n").tree == {
        "kind": "x",
        "a": "5.00",
        "b": "x # y",
    }


def test_lines_of_another_system_count_the_same(tmp_path: Path) -> None:
    assert read(tmp_path, "kind: x\r\na: 1\r\n").values[("a",)] == (2, 4)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_and_never_breaks_the_loader(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    folder = tmp_path_factory.getbasetemp()
    raw = ("kind: x\n" + text).encode("utf-8", "surrogatepass")
    try:
        told = [read(folder, raw).kind]
    except ConfigRefused as refused:
        told = ["x" for problem in refused.problems if problem.line >= 1 and problem.column >= 1]
    assert "x" in told
