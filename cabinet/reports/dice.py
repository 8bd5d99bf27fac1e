"""The dice report: is every face as often on top as it should be, and how often a roll did not count.

Decides the tests: chi-square of each face, of each die apart (they lie in the tray by their places), and of the
totals of three, all over the dice now in the shaker; and the sequential evidence by which the machine itself raises
its alarm. Refuses to judge too few rolls: there is no p then.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from cabinet.machine.dice import ALARM, evidence
from cabinet.odds.tails import chi_square_p
from cabinet.reports.casino_pages import Section, when
from cabinet.reports.counted import Window
from cabinet.storage.chain import Row

Plain = dict[str, Any]

LEAST_EXPECTED = 5
"""Chi-square is believed only where chance would put at least so many in every class: 30 rolls for the faces of one
die, 1,080 for the totals."""

_NAMES = ("RollStarted", "RollDropped", "RollFrozen", "DiceAccepted", "DiceVoided", "DiceChanged")
_TOTALS = Counter(sum(faces) for faces in product(range(1, 7), repeat=3))


@dataclass(slots=True)
class _Dice:
    """One set of dice, from one change to the next."""

    since: str = ""
    who: str = ""
    rolls: int = 0
    places: tuple[Counter[int], ...] = field(default_factory=lambda: (Counter(), Counter(), Counter()))
    totals: Counter[int] = field(default_factory=Counter)
    how: Counter[str] = field(default_factory=Counter)
    attempts: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    frozen: Counter[str] = field(default_factory=Counter)
    voided: Counter[str] = field(default_factory=Counter)


def dice(rows: Iterable[Row], window: Window | None = None) -> Plain:
    """Every set of dice that was in the shaker in *window*, oldest first; the last is in it now."""
    sets = [_Dice()]
    for wall, record in _records(rows, window or Window()):
        now = sets[-1]
        now.since = now.since or wall
        match record["is"]:
            case "DiceChanged":
                sets.append(_Dice(since=wall, who=record["who"]))
            case "RollStarted":
                now.attempts += 1
            case "RollDropped":
                now.dropped[record["reason"]] += 1
            case "RollFrozen":
                now.frozen[record["reason"]] += 1
            case "DiceVoided":
                now.voided[record["reason"]] += 1
            case "DiceAccepted":
                _rolled(now, record)
    return {"report": "dice", "dice": [_shown(one) for one in sets if one.since]}


def _records(rows: Iterable[Row], window: Window) -> Iterator[tuple[str, Plain]]:
    wanted = tuple(f'"is":"{name}"' for name in _NAMES)
    for _, wall, body, _ in rows:
        if any(name in body for name in wanted) and window.holds(wall):
            for record in json.loads(body)["records"]:
                if record["is"] in _NAMES:
                    yield wall, record


def _rolled(now: _Dice, record: Plain) -> None:
    faces = record["faces"]
    now.rolls += 1
    now.how[record["how"]] += 1
    now.totals[sum(faces)] += 1
    for place, face in zip(now.places, faces, strict=True):
        place[face] += 1


def _shown(one: _Dice) -> Plain:
    faces = sum(one.places, Counter())
    counts = tuple(faces[face] for face in range(1, 7))
    found = evidence(counts)
    return {
        "since": one.since,
        "changed_by": one.who,
        "attempts": one.attempts,
        "rolls": one.rolls,
        "how": dict(sorted(one.how.items())),
        "faces": list(counts),
        "by_die": [[place[face] for face in range(1, 7)] for place in one.places],
        "totals": {str(total): one.totals[total] for total in _TOTALS},
        "p_faces": _p(counts, (1,) * 6),
        "p_dice": [_p([place[face] for face in range(1, 7)], (1,) * 6) for place in one.places],
        "p_totals": _p([one.totals[total] for total in _TOTALS], tuple(_TOTALS.values())),
        "evidence": found,
        "alarm": found >= ALARM,
        "dropped": dict(sorted(one.dropped.items())),
        "frozen": dict(sorted(one.frozen.items())),
        "voided": dict(sorted(one.voided.items())),
    }


def _p(counts: Iterable[int], weights: tuple[int, ...]) -> float | None:
    """How likely fair dice are at least as uneven as *counts*; None while there are too few rolls."""
    seen = list(counts)
    total, whole = sum(seen), sum(weights)
    expected = [total * weight / whole for weight in weights]
    if min(expected) < LEAST_EXPECTED:
        return None
    statistic = sum((one - fair) ** 2 / fair for one, fair in zip(seen, expected, strict=True))
    return chi_square_p(statistic, len(seen) - 1)


def sections(report: Plain) -> Iterator[Section]:
    """The report as tables, in English."""
    for one in report["dice"]:
        since = f"since {when(one['since'])}" + (f", put in by {one['changed_by']}" if one["changed_by"] else "")
        head = ("face", "1", "2", "3", "4", "5", "6", "p")
        by_die = zip(one["by_die"], one["p_dice"], strict=True)
        rows = [("all dice", *map(str, one["faces"]), _probability(one["p_faces"]))]
        rows += [(f"die {number}", *map(str, die), _probability(p)) for number, (die, p) in enumerate(by_die, 1)]
        fair = f"{one['rolls'] / 2:g} of each face are expected; p is how often fair dice are as uneven (chi-square)."
        alarm = f"Evidence against fair dice {evidence_text(one['evidence'])}, the alarm is at {ALARM}."
        yield Section(f"Faces {since}, {one['rolls']:,} rolls", head, tuple(rows), f"{fair} {alarm}")
        yield _totals(one)
        yield _uncounted(one)


def _totals(one: Plain) -> Section:
    rows = tuple(
        (total, f"{count:,}", f"{one['rolls'] * _TOTALS[int(total)] / 216:,.1f}")
        for total, count in one["totals"].items()
    )
    note = f"p of the totals: {_probability(one['p_totals'])}"
    return Section("Totals of three dice", ("total", "rolls", "expected"), rows, note)


def _uncounted(one: Plain) -> Section:
    rows = [("attempts", "", str(one["attempts"]))]
    rows += [(f"result {how}", "", str(count)) for how, count in one["how"].items()]
    for kind in ("dropped", "frozen", "voided"):
        rows += [(kind, reason, str(count)) for reason, count in one[kind].items()]
    return Section("Attempts and what became of them", ("what", "reason", "times"), tuple(rows))


def _probability(p: float | None) -> str:
    return "–" if p is None else f"{p:.4f}"


def evidence_text(value: float) -> str:
    """A figure that people compare with the alarm: whole from a hundred on, three digits below."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
