"""What the keys of one file, and the files of one profile, must say together.

Decides which combinations a cabinet can work with. Each check yields what is wrong at a place of the file; it
runs only over files whose single values are all right. Bets and their rules come from the games themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from babel.numbers import is_currency

from cabinet.bank.options import BENCH_SYSTEM_ID
from cabinet.games import GAMES
from cabinet.games.base import BetSpec, GameOptions, Refused
from cabinet.games.bets import BASIS_POINTS, STAKE_LIMIT_CENTS
from cabinet.games.refusals import sentence
from cabinet.play.options import ScheduledLimits
from cabinet.settings.judge import AnyFile
from cabinet.settings.problems import Problem, suggestion
from cabinet.settings.schema import (
    EMULATED,
    AcceptorKeys,
    Amounts,
    DoubleHandFile,
    GameFile,
    LimitKeys,
    MoneyFile,
    ProfileFile,
)
from cabinet.settings.source import Source, Where

Found = Iterator[Problem]


def check_file(file: AnyFile, source: Source) -> Found:
    """What is wrong with one file's keys together."""
    if not is_currency(file.currency):
        yield source.problem(("currency",), f"{file.currency} is no currency", "write its ISO letters, like USD or EUR")
    match file:
        case ProfileFile():
            yield from _profile(file, source)
        case MoneyFile():
            yield from _money(file, source)
        case _:
            yield from _game(file, source)


def _money(file: MoneyFile, source: Source) -> Found:
    for key in ("credit_limit", "ticket_max", "handpay_limit"):
        if getattr(file, key) == 0:
            yield source.problem((key,), "is nothing", "write an amount above zero")
    yield from _ascending(file.notes, "notes", source)
    for place, note in enumerate(file.notes):
        if note > file.credit_limit:
            yield source.problem(("notes", place), "is over credit_limit", "it could never be taken")
    if file.system_id == "00":
        yield source.problem(("system_id",), "'00' belongs to a host's own numbers", "write 01 to 98, or 99 on a bench")
    if file.validation in ("floor", "sas"):
        yield source.problem(
            ("validation",), f"{file.validation!r} needs a ticket system that this version does not speak", "write own"
        )
    if file.tickets_in and file.validation == "none":
        yield source.problem(("tickets_in",), "no ticket can be valid with validation none", "write false")


def _ascending(amounts: Sequence[int], key: str, source: Source) -> Found:
    if not amounts:
        yield source.problem((key,), "is empty", "write at least one amount")
    for place, amount in enumerate(amounts):
        if amount == 0 or (place and amount <= amounts[place - 1]):
            yield source.problem((key, place), "does not ascend", "write each amount once, smallest first")


def _game(file: GameFile, source: Source) -> Found:
    game, options = GAMES[file.game], game_options(file, dice=True)
    try:
        game.check_options(options)
    except Refused as refused:
        yield source.problem(("game",), f"the rules refuse these options: {sentence(refused)}")
        return
    bets = {spec.name: spec for spec in game.bets(options)}
    for name, limits in file.limits.items():
        where: Where = ("limits", name)
        if name not in bets:
            yield source.problem(where, f"{file.game} has no such bet", suggestion(name, bets), at_key=True)
        else:
            yield from _limits(limits, where, source)
    yield from _schedule(file, bets, source)
    for spec in bets.values():
        if spec.main and spec.name not in file.limits:
            yield source.problem(("limits", spec.name), "is missing", "every round needs its main bet")
        elif spec.main and isinstance(file, DoubleHandFile):
            yield from _commission(file, spec.name, source)


def _schedule(file: GameFile, bets: Mapping[str, BetSpec], source: Source) -> Found:
    """Rows of the schedule: real times that no other row has, and limits of open bets."""
    taken: dict[int, int] = {}
    for place, row in enumerate(file.schedule):
        where: Where = ("schedule", place)
        if row.begins == row.ends:
            yield source.problem((*where, "ends"), "is when it begins", "write another time, or put it into limits")
        held = ScheduledLimits(row.begins, row.ends, ())
        clash = {taken[minute] for minute in range(24 * 60) if held.holds(minute) and minute in taken}
        if clash:
            yield source.problem((*where, "begins"), f"shares minutes with row {min(clash) + 1}", "one row a minute")
        taken |= {minute: place for minute in range(24 * 60) if held.holds(minute)}
        for name, limits in row.limits.items():
            at = (*where, "limits", name)
            if name not in file.limits:
                right = suggestion(name, file.limits) if name in bets else suggestion(name, bets)
                yield source.problem(at, "has no row in limits", right, at_key=True)
            else:
                yield from _limits(limits, at, source)


def _limits(limits: LimitKeys, where: Where, source: Source) -> Found:
    if limits.step == 0:
        yield source.problem((*where, "step"), "is nothing", "write an amount above zero")
        return
    for key in ("min", "max"):
        stake = getattr(limits, key)
        if stake == 0 or stake % limits.step:
            yield source.problem((*where, key), "is no multiple of step", "write a multiple of step above zero")
        elif stake >= STAKE_LIMIT_CENTS:
            yield source.problem(
                (*where, key), "is more than one stake may be", f"stay below {STAKE_LIMIT_CENTS} cents"
            )
    if limits.min > limits.max:
        yield source.problem((*where, "min"), "is over max", "write min below or equal to max")


def _commission(file: DoubleHandFile, main: str, source: Source) -> Found:
    """Winnings are whole steps (1 to 1): the commission on one step must be whole, or its rounding stated."""
    places: list[tuple[Where, int]] = [(("limits", main, "step"), file.limits[main].step)]
    places += [
        (("schedule", place, "limits", main, "step"), row.limits[main].step)
        for place, row in enumerate(file.schedule)
        if main in row.limits
    ]
    for where, step in places:
        if file.commission_rounding == "none" and step * file.commission % BASIS_POINTS:
            yield source.problem(
                where,
                "the commission on it is no whole minor unit",
                "write a larger step, or state commission_rounding: player or house",
            )


def _profile(file: ProfileFile, source: Source) -> Found:
    yield from _ascending(file.chips, "chips", source)
    if not file.games:
        yield source.problem(("games",), "is empty", "name at least one file with kind: game")
    if not file.stations:
        yield source.problem(("stations",), "is empty", "a cabinet has at least one station")
    numbers = [station.station for station in file.stations]
    for place, number in enumerate(numbers):
        if place and number <= numbers[place - 1]:
            yield source.problem(("stations", place, "station"), "does not ascend", "write each number once, in order")
    if file.journal and file.journal.first == file.journal.second:
        yield source.problem(("journal", "second"), "is the first folder again", "name another one")
    yield from _ports(file, source)
    yield from _printable(file, source)


def devices(file: ProfileFile) -> Iterator[tuple[Where, int, str, AcceptorKeys]]:
    """(place, station, kind, keys) of every device; the table is station 0."""
    for place, station in enumerate(file.stations):
        for kind in ("acceptor", "printer", "deck"):
            keys = getattr(station, kind)
            if keys is not None:
                yield ("stations", place, kind), station.station, kind, keys
    if file.table and file.table.shaker:
        yield ("table", "shaker"), 0, "shaker", file.table.shaker


def _ports(file: ProfileFile, source: Source) -> Found:
    taken: dict[str, str] = {}
    for where, _, kind, keys in devices(file):
        if keys.port == EMULATED:
            if file.mode == "floor":
                yield source.problem((*where, "port"), "a floor has no emulators", "write /dev/serial/by-id/…")
            if keys.parity != "none":
                yield source.problem((*where, "parity"), "an emulated line has no parity", "write none")
        elif keys.port in taken:
            yield source.problem((*where, "port"), f"is the {taken[keys.port]}'s port already", "one port a device")
        else:
            taken[keys.port] = kind


def _printable(file: ProfileFile, source: Source) -> Found:
    """A template printer prints ASCII: better refused here than a wrong sign on a ticket."""
    if not any(keys.protocol == "tcl" for _, _, kind, keys in devices(file) if kind == "printer"):
        return
    for key in ("site", "address"):
        strange = [sign for sign in getattr(file.cabinet, key) if not sign.isascii()]
        if strange:
            yield source.problem(("cabinet", key), f"a tcl printer has no {strange[0]!r}", "write it in plain letters")


def check_together(profile: ProfileFile, source: Source, money: MoneyFile, games: Sequence[GameFile]) -> Found:
    """What is wrong with a profile and the files it names, together."""
    yield from _same_currency(profile, source, ("money",), money)
    if (profile.mode == "bench") != (money.system_id == BENCH_SYSTEM_ID):
        wants = BENCH_SYSTEM_ID if profile.mode == "bench" else "01 to 98"
        yield source.problem(("money",), f"its system_id is {money.system_id}", f"a {profile.mode} wants {wants}")
    names = [game.game for game in games]
    for place, game in enumerate(games):
        where: Where = ("games", place)
        yield from _same_currency(profile, source, where, game)
        if game.game in names[:place]:
            yield source.problem(where, f"{game.game} is there already", "name each game once")
        rows = [
            (bet, row) for part in (game.limits, *(one.limits for one in game.schedule)) for bet, row in part.items()
        ]
        for bet, limits in rows:
            if min(profile.chips) > limits.max:
                yield source.problem(("chips", 0), f"no chip fits under {game.game} {bet}", "add a smaller chip")


def _same_currency(profile: ProfileFile, source: Source, where: Where, other: Amounts) -> Found:
    if (profile.currency, profile.decimals) != (other.currency, other.decimals):
        told = f"its amounts are {other.currency} with {other.decimals} decimals"
        yield source.problem(where, told, f"this profile's are {profile.currency} with {profile.decimals}")


def game_options(file: GameFile, *, dice: bool) -> GameOptions:
    """The options that the game's rules know; what a game's file has no key for stays as the rules have it."""
    if isinstance(file, DoubleHandFile):
        return GameOptions(
            exposed_tiles=file.exposed_tiles,
            commission_bp=file.commission,
            commission_rounding=file.commission_rounding,
            faces=file.faces,
            assist=file.assist,
            opposite_bets=file.opposite_bets,
            dice=dice,
        )
    return GameOptions(opposite_bets=file.opposite_bets, dice=dice, commission_bp=0, assist="house_way")
