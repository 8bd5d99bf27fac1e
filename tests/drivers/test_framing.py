"""Frames are found by their frame, never by a pause or by luck (A6)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.framing import FrameHunter, crc_kermit, xor_of

LONGEST = 40


def framed(body: bytes) -> bytes:
    """A small protocol of its own: FC, length, body, xor of all before."""
    start = bytes((0xFC, len(body) + 3)) + body
    return start + bytes((xor_of(start),))


def hunter() -> FrameHunter:
    return FrameHunter(0xFC, 4, LONGEST, lambda frame: xor_of(frame[:-1]) == frame[-1])


def test_the_checksum_is_the_catalogued_one() -> None:
    assert crc_kermit(b"123456789") == 0x2189  # check value of CRC-16/KERMIT
    assert crc_kermit(b"") == 0


def bitwise_kermit(data: bytes) -> int:
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x8408 if crc & 1 else 0)
    return crc


@given(st.binary(max_size=300))
def test_the_checksum_by_nibbles_equals_the_one_by_bits(data: bytes) -> None:
    assert crc_kermit(data) == bitwise_kermit(data)


@given(st.lists(st.binary(min_size=1, max_size=LONGEST - 3), max_size=6), st.integers(0, 2**32))
def test_frames_survive_any_splitting_and_merging(bodies: list[bytes], seed: int) -> None:
    stream, dice, found = b"".join(map(framed, bodies)), random.Random(seed), []
    hunting = hunter()
    while stream:
        size = dice.randint(1, 60)
        found += hunting.feed(stream[:size])
        stream = stream[size:]
    assert found == [framed(body) for body in bodies]
    assert hunting.dropped == 0


@pytest.mark.parametrize("cut", range(1, 10))
def test_a_frame_cut_anywhere_is_one_frame(cut: int) -> None:
    frame, hunting = framed(b"\x13\x65\xfc\xfc\x05\x11\x00"), hunter()
    assert hunting.feed(frame[:cut]) == []
    assert hunting.give_up_waiting() == []  # 250 ms of nothing: the rest may only be late
    assert hunting.feed(frame[cut:]) == [frame]


@pytest.mark.parametrize("noise", [b"\xff\x00\xff", b"\xfc", b"\xfc\xfc", b"\xfc\x00", b"\xfc\xff", b"\x00" * 500])
def test_noise_before_a_frame_costs_nothing(noise: bytes) -> None:
    frame = framed(b"\x13\x65")
    assert hunter().feed(noise + frame) == [frame]


def test_a_false_start_hides_a_good_frame_only_until_waiting_is_given_up() -> None:
    frame, hunting = framed(b"\x13\x65"), hunter()
    assert hunting.feed(bytes((0xFC, LONGEST)) + frame + frame) == []
    assert hunting.give_up_waiting() == [frame, frame]
    assert hunting.waiting == 0


def test_a_wrong_checksum_is_dropped_and_the_next_frame_understood() -> None:
    wrong, frame, hunting = bytearray(framed(b"\x13\x65")), framed(b"\x13\x61"), hunter()
    wrong[-1] ^= 1
    assert hunting.feed(bytes(wrong)) == []
    assert hunting.feed(frame) == [frame]
    assert hunting.dropped == len(wrong)


def test_ten_kilobytes_without_an_end_stay_bounded() -> None:
    frame, hunting = framed(b"\x13\x65"), hunter()
    assert hunting.feed(b"A" * 10_240) == []
    assert hunting.feed(bytes((0xFC, LONGEST, 7)) * 5_000) == []
    assert hunting.waiting <= LONGEST
    assert hunting.feed(bytes(range(1, LONGEST + 1)) + frame) == [frame]


def test_a_frame_inside_a_frames_data_is_data() -> None:
    outer = framed(b"\x13" + framed(b"\x11") + b"\x00")
    assert hunter().feed(outer) == [outer]
