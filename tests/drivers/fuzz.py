"""How many frames the fuzz tests take: 20,000, or FUZZ_FRAMES; a million is a run by hand."""

from __future__ import annotations

import os
import random

FRAMES = int(os.environ.get("FUZZ_FRAMES", "20000"))


def mutated(good: bytes, dice: random.Random) -> bytes:
    """*good* as often as not, else with bytes changed, lost, added, cut off, or repeated."""
    raw = bytearray(good)
    for _ in range(dice.choice((0, 0, 0, 1, 1, 2, 5))):
        place = dice.randrange(len(raw)) if raw else 0
        match dice.randrange(5):
            case 0 if raw:
                raw[place] = dice.randrange(256)
            case 1 if raw:
                del raw[place]
            case 2:
                raw.insert(place, dice.randrange(256))
            case 3:
                del raw[place:]
            case _:
                raw += raw[place : place + 20]
    return bytes(raw)


def next_talk(heard: bytes, dice: random.Random) -> bytes:
    """Something a device may say after it said *heard*: a piece of that, true or bent, or plain noise."""
    if dice.randrange(6) == 0:
        return bytes(dice.randrange(256) for _ in range(dice.randrange(30)))
    start = dice.randrange(len(heard))
    return mutated(heard[start : start + dice.randrange(1, 90)], dice)
