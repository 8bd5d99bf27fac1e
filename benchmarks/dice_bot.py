"""A cheat that spoils every roll that loses, over many rounds, by hand: what do the dice bets return to him?

    python benchmarks/dice_bot.py [ROUNDS] [--seed N] [--reaction-ms MS] [--minutes M]

Fair dice return −1/36 of the stake on average, whatever is done to the shaker from 100 ms after the first rest on.
Prints the figures after every 5,000 rounds and stops at ROUNDS, or after the minutes. Exit 1 = more than five
sigma off. With --reaction-ms 0 the cheat is faster than the shaker's first reading and gains: that is what the
reading under a closed cover within 100 ms is for.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.inplay.bot import FAIR, REACTION_MS, Bot, Played

CHUNK = 5_000
MOST_SIGMA = 5


def told(played: Played, seconds: float) -> str:
    return (
        f"{played.rounds} rounds in {seconds:.0f} s, mean return {played.mean:+.5f} (fair {FAIR:+.5f}), "
        f"{played.off:+.2f} sigma, spoilt {dict(sorted(played.spoilt.items()))}, ended {played.ended}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", type=int, nargs="?", default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reaction-ms", type=int, default=REACTION_MS)
    parser.add_argument("--minutes", type=float, default=60)
    wanted = parser.parse_args()
    bot, begun, left = Bot(wanted.seed, reaction_ms=wanted.reaction_ms), time.monotonic(), wanted.rounds
    played = bot.play(0)
    while left and time.monotonic() - begun < wanted.minutes * 60:
        played = bot.play(min(CHUNK, left))
        left = wanted.rounds - played.rounds
        print(told(played, time.monotonic() - begun), flush=True)
    return int(played.rounds == 0 or abs(played.off) > MOST_SIGMA)


if __name__ == "__main__":
    sys.exit(main())
