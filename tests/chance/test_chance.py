"""Draws without favour, a source that is watched, and a commitment that binds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.chance import (
    ByteSource,
    ChanceFailed,
    Draws,
    HealthTest,
    SeededChance,
    SystemChance,
    commitment,
    verify_commitment,
)

PINNED = (16, 17, 15, 5, 3, 24, 21, 9, 25, 11, 6, 13, 0, 14, 19, 18, 2, 8, 20, 26, 7, 10, 23, 27, 12, 1, 22, 4)
PINNED_DICE = [2, 0, 5, 5, 4, 0, 0, 4, 0, 5]


def scripted(*parts: bytes) -> ByteSource:
    """A source that gives these bytes and then no more."""
    left: Iterator[int] = iter(b"".join(parts))

    def source(count: int) -> bytes:
        return bytes(next(left) for _ in range(count))

    return source


def padded(*first: int) -> ByteSource:
    """A source for one shuffle: these bytes first, then some that nobody should need."""
    return lambda count: bytes(first) + bytes(count - len(first))


# ---- every result equally likely (N-10, N-11)


@pytest.mark.parametrize("n", range(1, 257))
def test_every_byte_leads_to_each_number_equally_often_or_is_thrown_away(n: int) -> None:
    counts: Counter[int] = Counter()
    thrown = 0
    for byte in range(256):
        draws = Draws(scripted(bytes([byte, 0])))
        number = draws.below(n)
        if byte >= 256 - 256 % n:
            thrown += 1
            assert number == 0  # of the next byte
        else:
            counts[number] += 1
    assert set(counts) == set(range(n))
    assert len(set(counts.values())) == 1
    assert thrown == 256 % n


def test_bounds_above_a_byte_are_drawn_from_as_many_bytes_as_they_need() -> None:
    assert Draws(scripted(b"\x01\x02")).below(1000) == 0x0102
    limit = 65536 - 65536 % 1000
    assert Draws(scripted(limit.to_bytes(2, "big"), b"\x00\x05")).below(1000) == 5
    assert Draws(scripted((limit - 1).to_bytes(2, "big"))).below(1000) == 999
    assert Draws(scripted(b"\xff" * 8)).below(2**64) == 2**64 - 1
    assert Draws(scripted(b"\x07")).below(1) == 0


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_a_bound_that_cannot_be_drawn_below_is_a_programmers_error(n: int) -> None:
    with pytest.raises(AssertionError):
        Draws(scripted(b"\x00" * 99)).below(n)
    with pytest.raises(AssertionError):
        Draws(scripted(b"\x00" * 999)).shuffle(min(n, 257))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_order_of_few_pieces_comes_of_equally_many_byte_sequences(n: int) -> None:
    """Bytes modulo 12 stand for all of them: 12 is a multiple of every count up to four."""
    orders = Counter(Draws(padded(*chosen)).shuffle(n) for chosen in product(range(12), repeat=n - 1))
    assert len(orders) == (1, 1, 2, 6, 24)[n]
    assert len(set(orders.values())) == 1


def test_a_byte_that_would_favour_a_place_is_thrown_away_in_a_shuffle() -> None:
    assert 256 % 28 == 4
    plain = Draws(padded(7, *range(26))).shuffle(28)
    for favouring in (252, 253, 254, 255):
        assert Draws(padded(favouring, 7, *range(26))).shuffle(28) == plain
    assert Draws(padded(251, *range(26))).shuffle(28) != Draws(padded(0, *range(26))).shuffle(28)


def test_a_shuffle_asks_for_more_bytes_when_those_it_got_are_spent() -> None:
    asked = []

    def source(count: int) -> bytes:
        asked.append(count)
        return b"\xff" * count if len(asked) < 3 else bytes(count)  # 255 is thrown away for 28

    order = Draws(source).shuffle(28)
    assert sorted(order) == list(range(28))
    assert len(asked) == 3


@given(st.integers(1, 256), st.integers(0, 2**32))
def test_a_shuffle_is_an_order_of_all_pieces(n: int, seed: int) -> None:
    assert sorted(SeededChance(seed).for_round(0).shuffle(n)) == list(range(n))


def test_no_byte_is_kept_for_a_later_draw() -> None:
    """N-12: what the first order leaves over is not used by the second."""
    asked = []

    def source(count: int) -> bytes:
        asked.append(count)
        return bytes([len(asked)]) * count

    draws = Draws(source)
    draws.shuffle(3)
    draws.below(6)
    draws.shuffle(3)
    assert len(asked) == 3


# ---- the seeded stream


def test_the_same_seed_gives_the_same_rounds_whichever_is_asked_for_first() -> None:
    one, other = SeededChance(42), SeededChance(42)
    later = other.for_round(9).shuffle(52)
    assert one.for_round(3).shuffle(28) == other.for_round(3).shuffle(28)
    assert one.for_round(9).shuffle(52) == later


def test_seeds_and_rounds_have_streams_of_their_own() -> None:
    orders = {SeededChance(seed).for_round(number).shuffle(52) for seed in range(20) for number in range(20)}
    assert len(orders) == 400


def test_the_stream_of_a_seed_is_pinned() -> None:
    """Whoever wrote down a seed must find the same rounds in a later version."""
    draws = SeededChance(2026).for_round(1)
    assert draws.shuffle(28) == PINNED
    assert [draws.below(6) for _ in range(10)] == PINNED_DICE


@pytest.mark.parametrize("seed", [-1, 2**256])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="whole number from 0 up"):
        SeededChance(seed)


# ---- health


def sound(count: int) -> bytes:
    """Bytes of a sound generator, always the same."""
    return b"".join(sha256(bytes([i % 256, i // 256])).digest() for i in range(count // 32 + 1))[:count]


def test_a_sound_source_passes_whole_and_byte_by_byte() -> None:
    data = sound(100_000)
    assert HealthTest().watch(data) == data
    health = HealthTest()
    for byte in data[:5000]:
        health.watch(bytes([byte]))


@pytest.mark.parametrize("split", range(1, 11))
def test_eleven_equal_bytes_in_a_row_are_a_failure_however_they_are_asked_for(split: int) -> None:
    health = HealthTest()
    health.watch(sound(20) + b"\x0a" * split)
    with pytest.raises(ChanceFailed, match="repeats"):
        health.watch(b"\x0a" * (11 - split))


def test_ten_equal_bytes_in_a_row_can_be_chance() -> None:
    health = HealthTest()
    health.watch(b"\x0a" * 10 + b"\x0b")
    health.watch(b"\x0a" * 10)


@pytest.mark.parametrize("whole", [True, False])
def test_a_byte_32_times_in_a_window_is_a_failure_and_31_times_can_be_chance(whole: bool) -> None:
    def window(times: int) -> bytes:
        others = bytes(value for value in sound(2000) if value != 77)
        spread = bytearray(others[:512])
        spread[0 : times * 16 : 16] = b"\x4d" * times
        return bytes(spread)

    def watch(health: HealthTest, data: bytes) -> None:
        for part in [data] if whole else [data[i : i + 7] for i in range(0, len(data), 7)]:
            health.watch(part)

    watch(HealthTest(), window(31))
    with pytest.raises(ChanceFailed, match="favours one byte"):
        watch(HealthTest(), window(32))
    with pytest.raises(ChanceFailed):
        watch(HealthTest(), window(31) + window(32))  # every window counts for itself


@pytest.mark.parametrize(
    "sick",
    [
        lambda count: bytes(count),
        lambda count: bytes(value & 0xFE for value in sound(count)),  # one bit stuck
        lambda count: sound(count)[: count - 1],
    ],
    ids=["silent", "stuck bit", "too few"],
)
def test_the_machine_does_not_start_on_a_sick_source(sick: ByteSource) -> None:
    with pytest.raises(ChanceFailed):
        SystemChance(sick)


def test_a_source_that_falls_sick_later_is_noticed_at_the_draw_and_while_idle() -> None:
    sick = False

    def source(count: int) -> bytes:
        return b"\x00" * count if sick else sound(count)

    chance = SystemChance(source)
    chance.shuffle(52)
    chance.cycle()
    sick = True
    with pytest.raises(ChanceFailed):
        chance.shuffle(52)
    with pytest.raises(ChanceFailed):
        chance.cycle()


def test_the_operating_systems_generator_is_the_source() -> None:
    chance = SystemChance()
    orders = {chance.shuffle(52) for _ in range(50)}
    assert len(orders) == 50
    assert {chance.below(3) for _ in range(200)} == {0, 1, 2}


# ---- commitment


ORDER = tuple(range(27, -1, -1))
NONCE = bytes(range(32))


def test_the_commitment_is_the_stated_hash() -> None:
    """Anybody can check it with three lines of his own."""
    told = b"cabinet order 1\n" + (7).to_bytes(8, "big") + (28).to_bytes(2, "big") + bytes(ORDER) + NONCE
    assert commitment(7, ORDER, NONCE) == sha256(told).hexdigest()
    assert verify_commitment(commitment(7, ORDER, NONCE), 7, ORDER, NONCE)


def test_two_exchanged_pieces_another_round_or_nonce_break_it() -> None:
    committed = commitment(7, ORDER, NONCE)
    swapped = (ORDER[1], ORDER[0], *ORDER[2:])
    assert not verify_commitment(committed, 7, swapped, NONCE)
    assert not verify_commitment(committed, 8, ORDER, NONCE)
    assert not verify_commitment(committed, 7, ORDER, NONCE[:-1] + b"\x00")
    assert not verify_commitment(committed, 7, ORDER[:-1], bytes([ORDER[-1]]) + NONCE)  # nothing slides over
    assert not verify_commitment(committed[:-1], 7, ORDER, NONCE)


def test_a_nonce_that_could_be_guessed_is_a_programmers_error() -> None:
    with pytest.raises(AssertionError):
        commitment(7, ORDER, b"short")
