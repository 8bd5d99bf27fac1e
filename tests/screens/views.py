"""Views of one evening at station 1, one for each thing a screen can be asked to show."""

from __future__ import annotations

from dataclasses import replace

from cabinet.games.tiles import TILE_INDEX, split
from cabinet.ports.view import (
    AwardView,
    ComparisonView,
    HandView,
    LockView,
    Message,
    MoneyMoving,
    PastRound,
    ReservedView,
    ResultView,
    SeatView,
    SpotView,
    TableView,
    View,
)

MAIN = SpotView("main", True, 0, 100, 10_000, (("won", "19/20"),))
SIDES = (
    SpotView(
        "super_bonus",
        False,
        0,
        100,
        2500,
        (("two_threes_of_a_kind", "50"), ("six_in_a_row", "30"), ("three_pairs", "15")),
    ),
    SpotView("lo_card", False, 0, 100, 2500, (("won", "7"),)),
    SpotView("hi_card", False, 0, 100, 2500, (("won", "7"),)),
    SpotView("dice_lo", False, 0, 100, 2500, (("won", "1"),)),
    SpotView("dice_hi", False, 0, 100, 2500, (("won", "1"),)),
)
TABLE = TableView(
    game="double_hand",
    par_id="DH-3-500",
    faces="symbols",
    round_number=2104,
    phase="betting",
    commitment="",
    spots=(MAIN,),
    chips_cents=(100, 500, 2500, 10_000),
    seats=(),
    dealer=(),
    dealer_places=(),
    dealer_hands=(),
    exposed=(),
    dice=(),
    cut=0,
    result=None,
    assists=("house_way", "best"),
)
EMPTY = View(
    station=1,
    row=412,
    bench=True,
    site="Bellwether Casino",
    asset_number="0427",
    currency="USD",
    decimals=2,
    language="en",
    languages=("en", "es", "fr", "de", "zh_Hans", "zh_Hant"),
    credit_cents=0,
    restricted_cents=0,
    bet_cents=0,
    last_bet_cents=0,
    last_win_cents=0,
    notes_open=True,
    tickets_open=True,
    notes_cents=(100, 500, 1000, 2000, 5000, 10_000),
    moving=(),
    locks=(),
    faults=(),
    messages=(),
    called="",
    attendant=False,
    doors_open=(),
    table=TABLE,
    games=("double_hand", "two_card"),
    allowed=("choose_game", "call_attendant"),
)


def tile(low: int, high: int) -> int:
    return TILE_INDEX[low, high]


PIECES = (tile(3, 6), tile(1, 3), tile(5, 7))


def betting(credit_cents: int = 10_000) -> View:
    """Money is in, nothing is bet."""
    return replace(EMPTY, credit_cents=credit_cents, allowed=("chip", "all_in", "repeat", "cash_out", "call_attendant"))


def with_bet(cents: int = 1100) -> View:
    view = betting()
    table = replace(TABLE, spots=(replace(MAIN, amount_cents=cents),))
    allowed = ("chip", "all_in", "clear", "undo", "double", "deal", "call_attendant")
    return replace(view, bet_cents=cents, table=table, allowed=allowed)


def with_sides() -> View:
    """Every bet of the game has its spot; three carry chips, the shaker is away."""
    view = with_bet()
    closed = {"dice_lo": "no_shaker", "dice_hi": "no_shaker"}
    sides = tuple(replace(spot, closed=closed.get(spot.bet, "")) for spot in SIDES)
    sides = (replace(sides[0], amount_cents=500), replace(sides[1], amount_cents=100), *sides[2:])
    return replace(view, bet_cents=1700, table=replace(view.table, spots=(*view.table.spots, *sides)))


def setting(places: tuple[str, ...] = ("", "", ""), refusal: Message | None = None) -> View:
    """Bets are closed, three tiles lie before the player."""
    view = with_bet()
    hands = _hands(PIECES, places) if all(places) else ()
    seat = SeatView(1, PIECES, places, hands, refusal)
    table = replace(
        view.table,
        phase="setting",
        commitment="7f3a91c2e45b",
        seats=(seat,),
        dealer=(None, None, None),
    )
    allowed = ["lay", "turn", "house_way", "best", "call_attendant"]
    if all(places) and refusal is None:
        allowed.append("confirm")
    return replace(view, credit_cents=view.credit_cents - view.bet_cents, table=table, allowed=tuple(allowed))


LAID = ("across1", "front", "behind")
DEALER = (tile(2, 2), tile(1, 4), tile(4, 6))
DEALER_WORDS = ("front", "across1", "behind")


def _hands(pieces: tuple[int, ...], places: tuple[str, ...]) -> tuple[HandView, ...]:
    low, high = split(pieces, places)
    return (
        HandView("low", low, Message("hand.pair", (("n1", "3"), ("n2", "1")))),
        HandView("high", high, Message("hand.straight", (("n1", "7"),))),
    )


def settled(returned_cents: int = 2145, *, low: str = "won", high: str = "won") -> View:
    """The round is over; how it went is chosen by what came back."""
    view = setting(LAID)
    bet = 1100
    won = max(0, returned_cents - bet)
    commission = 55 if won else 0
    award = AwardView("main", bet, "won" if won else "lost", returned_cents, won, commission)
    mine, his = _hands(PIECES, LAID), _hands(DEALER, DEALER_WORDS)
    comparisons = (ComparisonView("high", mine[1], his[1], high), ComparisonView("low", mine[0], his[0], low))
    result = ResultView(2104, (award,), comparisons, bet, returned_cents, won, commission, returned_cents - bet)
    table = replace(
        view.table,
        phase="settled",
        seats=(replace(view.table.seats[0], confirmed=True),),
        dealer=DEALER,
        dealer_places=DEALER_WORDS,
        dealer_hands=his,
        result=result,
        spots=(MAIN,),
    )
    return replace(
        view,
        credit_cents=8900 + returned_cents,
        bet_cents=0,
        last_bet_cents=bet,
        last_win_cents=won,
        table=table,
        allowed=("chip", "repeat", "cash_out", "call_attendant"),
    )


def printing(state: str = "printing") -> View:
    return replace(EMPTY, moving=(MoneyMoving("ticket_out", state, 9945),))


def note_coming() -> View:
    return replace(betting(0), moving=(MoneyMoving("note", "stacking", 2000),))


def locked(kind: str = "ticket", *, attendant: bool = False) -> View:
    """One lock-up of *kind* over 37.50."""
    lock = LockView(kind, Message(f"lock.{kind}.text"), 3750, "············0427", "7")
    if kind == "ticket":
        lock = replace(lock, handle="004271234567890123")
    allowed = ["call_attendant"]
    if attendant:
        allowed += ["rule_ticket", "rule_document", "rule_claim", "pay_handpay", "clear_fault"]
    elif kind == "cancelled_credit":
        allowed.append("back_out")
    return replace(EMPTY, locks=(lock,), attendant=attendant, called="help", allowed=tuple(allowed))


def setup_lock() -> LockView:
    """What a technician confirms after a RAM clear."""
    told = (
        ("asset", "0427"),
        ("currency", "USD"),
        ("games", "2"),
        ("handpay_limit_cents", "120000"),
        ("ticket_max_cents", "300000"),
        ("credit_limit_cents", "1000000"),
        ("digest", "a1b2c3d4"),
    )
    return LockView("setup", Message("lock.setup", told))


def attending() -> View:
    """The audit key is turned, two things are wrong, a round is open."""
    faults = (Message("fault.door_main", (), "alarm"), Message("fault.cheated", (), "clearable"))
    allowed = ("clear_fault", "complete_round", "void_round", "call_attendant")
    return replace(
        setting(LAID), faults=faults, doors_open=("main",), attendant=True, notes_open=False, allowed=allowed
    )


def refused() -> View:
    message = Message("refused.over_max", (("bet", "main"), ("max_cents", "10000")), "refusal")
    return replace(with_bet(9900), credit_cents=30_000, messages=(message,))


# -- the other game -------------------------------------------------------------------------------------

ENTRY = SpotView("entry", True, 500, 100, 10_000, (("won_double", "2"), ("won", "1")))
CARD_SIDES = (
    SpotView(
        "set_bonus",
        False,
        500,
        100,
        2500,
        (
            ("pair_tens_to_aces", "10"),
            ("pair_eights_nines", "8"),
            ("pair_twos_to_sevens", "5"),
            ("connector", "2"),
        ),
    ),
    SpotView("dealers_high", False, 0, 100, 2500, (("won", "1"),)),
    SpotView("dealers_low", False, 100, 100, 2500, (("won", "1"),)),
)
CARDS = (7 * 4 + 3, 8 * 4 + 2)  # nine of spades, ten of hearts
DEALER_CARDS = (4 * 4, 10 * 4 + 1)  # six of clubs, queen of diamonds


def cards(phase: str = "betting", place: str = "") -> View:
    """The table of Two-Card Poker in one of its phases; *place* is where the hand lies."""
    table = replace(
        TABLE,
        game="two_card",
        par_id="TC-1",
        phase=phase,
        spots=(ENTRY, *CARD_SIDES),
        commitment="7f3a91c2e45b" if phase != "betting" else "",
        cut=23 if phase in ("setting", "settled") else 0,
    )
    allowed: tuple[str, ...] = ("chip", "clear", "undo", "double", "deal", "call_attendant")
    if phase == "cutting":
        allowed = ("cut", "call_attendant")
    if phase in ("setting", "settled"):
        name = Message("cards.connector", (("n1", "10"),))
        hand = HandView("entry", (10, 9), name)
        seat = SeatView(1, CARDS, (place,), (hand,), confirmed=phase == "settled")
        table = replace(table, seats=(seat,), dealer=(None, None))
        allowed = ("lay", "house_way", "best", "call_attendant", *(("confirm",) if place else ()))
    if phase == "settled":
        table, allowed = _cards_settled(table, hand), ("chip", "repeat", "cash_out", "call_attendant")
    bet = 1100 if phase != "settled" else 0
    return replace(betting(8900), bet_cents=bet, last_bet_cents=1100 - bet, table=table, allowed=allowed)


def _cards_settled(table: TableView, hand: HandView) -> TableView:
    his = HandView("entry", (12, 6), Message("cards.no_hand", (("n1", "12"), ("n2", "6"))))
    awards = (
        AwardView("entry", 500, "won", 1000, 500, 0),
        AwardView("set_bonus", 500, "connector", 1500, 1000, 0),
        AwardView("dealers_low", 100, "lost", 0, 0, 0),
    )
    result = ResultView(2104, awards, (ComparisonView("entry", hand, his, "won"),), 1100, 2500, 1400, 0, 1400)
    spots = tuple(replace(spot, amount_cents=0) for spot in table.spots)
    return replace(table, dealer=DEALER_CARDS, dealer_hands=(his,), result=result, spots=spots)


def past(number: int, game: str = "double_hand", dice: tuple[int, ...] = (), outcome: str = "won") -> PastRound:
    """A settled round as players may look at it again."""
    returned = {"won": 2145, "pushed": 1100}.get(outcome, 0)
    if game == "two_card":
        return PastRound(number, game, DEALER_CARDS, ("below",), (), (), CARDS, ("on",), outcome, 1100, returned)
    return PastRound(number, game, DEALER, DEALER_WORDS, (), dice, PIECES, LAID, outcome, 1100, returned)


def looked_back() -> View:
    """A player with some rounds behind him, who called for a drink."""
    rounds = (
        past(2104, dice=(1, 4, 6)),
        past(2103, "two_card", outcome="lost"),
        past(2102, outcome="pushed"),
        *(past(2101 - n, dice=(3, 3, 3) if n % 2 else (), outcome="copy") for n in range(5)),
    )
    allowed = ("chip", "all_in", "repeat", "cash_out", "call_reason", "choose_game", "reserve_seat")
    return replace(
        settled(), reserve_minutes=15, rounds=rounds, board=rounds, clock="21:45", called="drink", allowed=allowed
    )


def looked_back_at_cards() -> View:
    """The same in the game with cards."""
    rounds = tuple(past(2104 - n, "two_card", outcome="lost") for n in range(8))
    return replace(cards("settled", "on"), rounds=rounds, board=rounds, clock="21:45")


def reserved() -> View:
    """A seat that a player with credit keeps."""
    held = ReservedView("0427/1/412", "22:00", 5)
    allowed = ("call_attendant", "open_seat")
    return replace(betting(), reserved=held, reserve_minutes=15, notes_open=False, clock="21:45", allowed=allowed)


def every() -> dict[str, View]:
    """All of them by name."""
    wrong = Message("refused.high_below_low", (("high", "singletons"), ("low", "pair")), "refusal")
    return {
        "attract": EMPTY,
        "betting": betting(),
        "with_bet": with_bet(),
        "with_sides": with_sides(),
        "dealt": setting(),
        "laying": setting(("across1", "", "")),
        "laid": setting(LAID),
        "all_across": setting(("across1", "across2", "across1")),
        "misset": setting(("across2", "behind", "front"), wrong),
        "won": settled(),
        "lost": settled(0, low="copy", high="lost"),
        "split": settled(1100, low="lost"),
        "printing": printing(),
        "take_ticket": printing("take_ticket"),
        "note": note_coming(),
        "lock_ticket": locked(),
        "lock_ruling": locked(attendant=True),
        "lock_document": locked("document", attendant=True),
        "handpay": locked("jackpot", attendant=True),
        "cancelled": locked("cancelled_credit"),
        "lock_claim": locked("claim", attendant=True),
        "lock_setup": replace(EMPTY, locks=(setup_lock(),), attendant=True, allowed=("confirm_setup",)),
        "paid_by_hand": replace(betting(), paid_cents=(3_500, 1_500)),
        "attendant": attending(),
        "refused": refused(),
        "coming": replace(locked("jackpot"), called="help", call_taken=True),
        "out_of_service": replace(
            betting(12_300),
            out_of_service=True,
            notes_open=False,
            tickets_open=False,
            allowed=("cash_out", "call_attendant"),
        ),
        "out_of_service_empty": replace(
            EMPTY, out_of_service=True, notes_open=False, tickets_open=False, allowed=("call_attendant",)
        ),
        "reserved": reserved(),
        "cards": cards(),
        "cards_cut": cards("cutting"),
        "cards_dealt": cards("setting"),
        "cards_laid": cards("setting", "on"),
        "cards_won": cards("settled", "on"),
    }
