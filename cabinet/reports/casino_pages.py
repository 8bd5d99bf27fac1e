"""The casino report laid out once, as sections of text: what the text and the HTML page both print.

Decides which sections there are and their order, in English, as every document for the operator. Knows no columns'
widths and no colours; the figures are `casino`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cabinet.odds.labels import BETS, GAMES
from cabinet.texts import Texts

Plain = dict[str, Any]
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """For the chart: the *hold* of one bet, what was *expected*, and between what it may lie; shares."""

    name: str
    hold: float
    expected: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Section:
    """A titled table; the first column is words, the others numbers. *note*: sentences under it."""

    title: str
    head: Row
    rows: tuple[Row, ...]
    note: str = ""
    bands: tuple[Band, ...] = ()


class Pages:
    """Lays *report* (of `casino`) out; money as English figures of the machine's currency."""

    def __init__(self, report: Plain) -> None:
        self._report = report
        machine = report["machine"]
        self._texts = Texts("en", machine["currency"] or "USD", machine["decimals"])

    def title(self) -> str:
        machine, window = self._report["machine"], self._report["window"]
        where = " · ".join(part for part in (machine["site"], machine["asset_number"]) if part)
        return f"Casino report {where}: {when(window['first'])} to {when(window['last'])}"

    def sections(self) -> Iterator[Section]:
        """In the order they are read: the result first, then what it is made of."""
        yield self._result()
        for game in self._report["games"]:
            yield self._game(game)
            yield self._decisions(game)
        yield self._periods("Gaming days", self._report["days"])
        yield self._periods("Drop periods", self._report["drops"])
        yield self._money()
        yield self._little_play()
        yield self._uptime()
        yield self._lasting("Faults", "fault", self._report["faults"])
        yield self._lasting("Calls, until they were answered", "call", self._report["calls"])
        yield self._lasting("Calls, until somebody was on the way", "call", self._report["calls_taken"])

    def _result(self) -> Section:
        books, line = self._report["books"], self._report["all_games"]
        rows = (
            ("coin-in (wagered)", self._m(books["coin_in_cents"])),
            ("wagers voided", self._m(books["wager_voided_cents"])),
            ("coin-out (returned)", self._m(books["coin_out_cents"])),
            ("jackpots paid by hand", self._m(books["handpay_jackpot_cents"])),
            ("win", self._m(books["win_cents"])),
            ("hold", percent(books["hold"])),
            ("expected win", self._m(line["expected_win_cents"])),
            ("expected hold", percent(line["expected_hold"])),
            (f"{self._report['confidence']} band of the hold", band(line["hold_band"])),
            ("in its band", _yes(line["in_band"])),
        )
        note = "win = coin-in - wagers voided - coin-out - jackpots paid by hand. " + BAND_NOTE
        return Section("Result", ("figure", "amount"), rows, note)

    def _game(self, game: Plain) -> Section:
        head = ("bet", "bets", "handle", "returned", "win", "hold", "expected", "band", "in band")
        lines = [(BETS[bet["bet"]], bet) for bet in game["bets"]]
        rows = tuple(self._bet(name, bet) for name, bet in [*lines, ("together", game["together"])])
        bands = tuple(
            Band(name, bet["hold"], bet["expected_hold"], *bet["hold_band"]) for name, bet in lines if bet["hold_band"]
        )
        note = "" if game["rounding"] == "none" else "Commission is rounded: the expectation is that before rounding."
        return Section(f"{GAMES[game['game']]}, {game['par_id']}, {game['rounds']:,} rounds", head, rows, note, bands)

    def _bet(self, name: str, bet: Plain) -> Row:
        cents = (self._m(bet[f"{one}_cents"]) for one in ("handle", "returned", "win"))
        held = (percent(bet["hold"]), percent(bet["expected_hold"]), band(bet["hold_band"]), _yes(bet["in_band"]))
        return (name, f"{bet['bets']:,}", *cents, *held)

    def _decisions(self, game: Plain) -> Section:
        made = game["decisions"]
        rows = [
            ("main bets, the players' result", self._m(made["result_cents"])),
            ("what the best settings were worth", self._m(made["best_cents"])),
            ("skill: what other settings lost", self._m(made["skill_cents"])),
            ("luck: what is left", self._m(made["luck_cents"])),
            ("hands laid", f"{made['hands']:,}"),
            ("of them the best setting", f"{made['laid_best']:,}"),
            *((f"laid {name.replace('_', ' ')}", f"{count:,}") for name, count in made["assists"].items()),
        ]
        if made["unknown_worth_cents"]:
            rows.append(("stakes without a recorded worth", self._m(made["unknown_worth_cents"])))
        return Section(f"Skill and luck, {game['par_id']}", ("figure", "amount"), tuple(rows))

    def _periods(self, title: str, periods: list[Plain]) -> Section:
        head = ("from", "to", "rounds", "coin-in", "win", "hold", "notes", "tickets in", "tickets out", "handpays")
        rows = tuple(
            (
                when(one["since"]),
                when(one["until"]) or "now",
                f"{one['games_played']:,}",
                self._m(one["coin_in_cents"]),
                self._m(one["win_cents"]),
                percent(one["hold"]),
                self._m(one["bill_in_cents"]),
                self._m(one["ticket_in_cents"]),
                self._m(one["ticket_out_cents"]),
                self._m(one["handpay_cancelled_cents"] + one["handpay_jackpot_cents"]),
            )
            for one in periods
        )
        return Section(title, head, rows)

    def _money(self) -> Section:
        books = self._report["books"]
        rows = [
            (f"notes of {self._m(int(value))}", f"{count:,}", self._m(int(value) * count))
            for value, count in self._report["notes"].items()
        ]
        rows += [
            (words, f"{books[count]:,}", self._m(books[amount]))
            for words, count, amount in (
                ("notes", "notes_in", "bill_in_cents"),
                ("tickets in", "tickets_in", "ticket_in_cents"),
                ("tickets out", "tickets_out", "ticket_out_cents"),
                ("cancelled credits by hand", "handpays_cancelled", "handpay_cancelled_cents"),
                ("jackpots by hand", "handpays_jackpot", "handpay_jackpot_cents"),
            )
        ]
        return Section("Money", ("what", "count", "amount"), tuple(rows))

    def _little_play(self) -> Section:
        found = self._report["little_play"]
        head = ("from", "to", "station", "in", "wagered", "out")
        rows = tuple(
            (
                when(one["since"]),
                when(one["until"]),
                str(one["station"]),
                self._m(one["money_in_cents"]),
                self._m(one["wagered_cents"]),
                self._m(one["out_cents"]),
            )
            for one in found["rows"]
        )
        limits = f"{self._m(found['over_cents'])} or more in, less than {percent(found['under_share'])} of it wagered"
        note = f"{limits}: {found['count']:,} of {self._report['visits']:,} visits. A report only; nothing is refused."
        return Section("Money in and cashed out with little play", head, rows, note)

    def _uptime(self) -> Section:
        up = self._report["uptime"]
        rows = (
            ("starts of the program", f"{up['boots']:,}"),
            ("on", lasted(up["up_s"])),
            ("off before a start", lasted(up["off_s"])),
            ("share on", percent(up["share"])),
        )
        return Section("Uptime", ("figure", "amount"), rows, "Off is counted from the last row before a start.")

    def _lasting(self, title: str, family: str, found: dict[str, Plain]) -> Section:
        head = (family, "times", "mean", "median", "longest", "together", "still open")
        rows = tuple(
            (
                self._named(family, name),
                f"{one['times']:,}",
                lasted(one["mean_s"]),
                lasted(one["median_s"]),
                lasted(one["longest_s"]),
                lasted(one["seconds"]),
                str(len(one["open_since"])),
            )
            for name, one in found.items()
        )
        return Section(title, head, rows)

    def _named(self, family: str, name: str) -> str:
        code = f"{family}.{name}"
        return f"{name}: {self._texts.say(code)}" if self._texts.knows(code) else name.replace("_", " ")

    def _m(self, cents: float) -> str:
        return self._texts.figure(round(cents))


BAND_NOTE = (
    "Expected is the exact worth of the very settings that were laid, and the PAR edge of every side bet. The band "
    "is the normal approximation, with the standard deviation of the PAR sheet and these very stakes."
)


def percent(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.3f} %"


def band(ends: list[float] | None) -> str:
    return "–" if ends is None else f"{ends[0] * 100:.2f} … {ends[1] * 100:.2f} %"


def when(wall: str) -> str:
    """A wall stamp without its offset and its T."""
    return wall[:19].replace("T", " ")


def lasted(seconds: float | None) -> str:
    """1:02:03 of hours, minutes and seconds."""
    if seconds is None:
        return "–"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _yes(whether: bool) -> str:
    return "yes" if whether else "NO"
