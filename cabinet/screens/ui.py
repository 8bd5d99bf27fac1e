"""What a screen keeps for itself: the chip in hand, what is being carried, what is still moving.

Presentation only: nothing here is money, and a screen that starts anew loses nothing by starting with `Ui()`.
`seen` is told of every new View and starts the movements that the change means; it decides no picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cabinet.ports.view import Message, SeatView, TableView, View
from cabinet.screens.office.state import OfficeUi
from cabinet.screens.reveal import Reveal, shown, steps, total_ms

SLIDE_MS = 180
DEAL_MS = 420
TOAST_MS = 6000
GLOW_MS = 1600
CLOSED_MS = 1300
QUICK_MS = 1500  # so long after a round no touch begins the next one with the same bets
PEEK_MS = 2500
IDLE_MS = 20_000
PAGE_MS = 120_000  # a page that nobody touches for so long gives way to the table
MOST_VOLUME, USUAL_VOLUME = 6, 4
SAME_ANSWER_MS = 300  # the machine answers a press within a tenth of this


@dataclass(frozen=True, slots=True)
class Held:
    """A control being carried: the finger now and where it came down, canvas pixels."""

    name: str
    x: int
    y: int
    from_x: int
    from_y: int

    @property
    def moved(self) -> bool:
        """Far enough to be a drag and not a tap of a shaky finger."""
        return max(abs(self.x - self.from_x), abs(self.y - self.from_y)) > 14


@dataclass(frozen=True, slots=True)
class Slide:
    """Piece *piece* left where *places* had it at *start_ms*: it glides to where the view has it."""

    piece: int
    places: tuple[str, ...]
    start_ms: int

    @property
    def place(self) -> str:
        return self.places[self.piece]


@dataclass(frozen=True, slots=True)
class Toast:
    """A message shown since *since_ms* near (x, y)."""

    message: Message
    since_ms: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Ui:
    """All presentation state of one screen. *reveal* None: nothing is being shown step by step."""

    chip_cents: int = 0
    pressed: str = ""
    held: Held | None = None
    picked: int = -1
    peeking: bool = False
    peeked_ms: int = -PEEK_MS  # when the finger left: a mere tap shows the card for a moment too
    rested_ms: int = -QUICK_MS  # when a round had been shown to its end
    touched_ms: int = -IDLE_MS
    touch_at: tuple[int, int] = (960, 480)
    slides: tuple[Slide, ...] = ()
    together_ms: int = -SLIDE_MS  # when three tiles across last moved together or apart
    dealt_ms: int = -DEAL_MS * 4
    calls_closed: bool = False  # the operator wants it called that bets are closed
    closed_ms: int = -CLOSED_MS
    reveal: Reveal | None = None
    shown_round: int = 0  # whose result was shown last: taking back the first chip of the next one shows no reveal
    toasts: tuple[Toast, ...] = ()
    credit_ms: int = -GLOW_MS
    won_ms: int = -GLOW_MS * 4
    page: str = ""
    office: OfficeUi = field(default_factory=OfficeUi)
    probes: tuple[tuple[int, int], ...] = ()  # where the marks of the touch test were touched
    shift: tuple[int, int] = (0, 0)  # taken off every touch: what the panel is off by, in canvas px
    colour: int = 0  # of the panel's colour test
    asked_ms: int | None = None
    connected: bool = True
    focus: str = ""  # the control that the deck's buttons stand on; empty while fingers are used
    spot: str = ""  # the spot that was bet on last
    quick: str = ""  # what a quick round waits for: deal, laid, played, shown; empty = none runs
    contrast: bool = False  # colours with a contrast of 7 and more
    large: bool = False  # text a quarter larger wherever there is room
    volume: int = USUAL_VOLUME  # steps of MOST_VOLUME, of what the operator allows
    digits: str = ""  # typed so far for a seat's code
    cut_at: int = 26  # where the deck's buttons would cut


def seat_of(view: View) -> SeatView | None:
    """The seat of the view's own station, the only seat it may name; None before a deal."""
    seats = view.table.seats
    return next((seat for seat in seats if seat.seat == view.station), seats[0] if seats else None)


def carried_piece(ui: Ui) -> int:
    """The tile that the finger carries, from 0; -1 = none."""
    held = ui.held
    return int(held.name[5:]) - 1 if held is not None and held.moved and held.name.startswith("tile.") else -1


def together(ui: Ui, seat: SeatView) -> bool:
    """Whether three tiles lie across and none of them is under the finger: then they stand in the middle."""
    return len(seat.places) == 3 and all(p.startswith("across") for p in seat.places) and carried_piece(ui) < 0


def selected_chip(view: View, ui: Ui) -> int:
    """The chip a tap on a spot lays, in cents: the chosen one, else one that pays the least main bet, or the
    largest below it that can be paid; 0 none."""
    chips = view.table.chips_cents
    main = next((spot.min_cents for spot in view.table.spots if spot.main), 0)
    usual = min((chip for chip in chips if chip >= main), default=max(chips, default=0))
    wanted = ui.chip_cents if ui.chip_cents in chips else usual
    return max((chip for chip in chips if chip <= min(wanted, to_spend(view))), default=0)


def to_spend(view: View) -> int:
    """Credit not yet on the cloth: until the deal, chips laid are still in the credit."""
    drafting = view.table.phase in ("betting", "settled")
    return view.credit_cents - (view.bet_cents if drafting else 0)


def seen(ui: Ui, old: View | None, new: View, now_ms: int) -> Ui:
    """The state after *new* took the place of *old*; movements start only on a change seen live."""
    if old is None:
        done = new.table.round_number if new.table.result else 0
        return replace(ui, connected=True, touched_ms=now_ms if done else ui.touched_ms, shown_round=done)
    ui = replace(ui, connected=True, asked_ms=None)
    if new.attendant != old.attendant:
        ui = replace(ui, office=OfficeUi(), page="")
    if new.credit_cents > old.credit_cents:
        ui = replace(ui, credit_ms=now_ms)
    if (new.credit_cents, new.bet_cents, new.moving) != (old.credit_cents, old.bet_cents, old.moving):
        ui = replace(ui, touched_ms=now_ms)
    if new.reserved != old.reserved:
        ui = replace(ui, digits="", page="")
    if any(one.kind == "ticket_out" for one in old.moving) and not new.moving:
        ui = replace(ui, page="")  # whoever took a ticket is done with the page he cashed out from
    ui = _toasts(ui, old, new, now_ms)
    return _table(ui, old, new, now_ms)


def _toasts(ui: Ui, old: View, new: View, now_ms: int) -> Ui:
    known = set(old.messages)
    x, y = ui.touch_at
    fresh = tuple(Toast(message, now_ms, x, y) for message in new.messages if message not in known)
    kept = tuple(t for t in ui.toasts if t.message in new.messages and now_ms - t.since_ms < TOAST_MS)
    return replace(ui, toasts=(kept + fresh)[-3:])


def _table(ui: Ui, old: View, new: View, now_ms: int) -> Ui:
    before, after = old.table, new.table
    if ui.calls_closed and before.phase in _OPEN and after.phase not in _OPEN:
        ui = replace(ui, closed_ms=now_ms)
    if after.round_number != before.round_number or after.phase in ("betting", "drawing"):
        ui = replace(ui, reveal=None, slides=(), picked=-1)
    mine, was = seat_of(new), seat_of(old)
    if mine is not None and mine.pieces and (was is None or not was.pieces):
        ui = replace(ui, dealt_ms=now_ms)
    elif mine is not None and was is not None and mine.pieces == was.pieces:
        ui = replace(ui, slides=_slides(ui, was, mine, now_ms))
        if together(ui, mine) != together(ui, was):
            ui = replace(ui, together_ms=now_ms)
    if after.result is None and shown(after) and not shown(before):
        return replace(ui, reveal=Reveal(now_ms, 0, 0, old.last_win_cents, total_ms(after)), picked=-1, held=None)
    if after.result is not None and _unsettled(before, after) and after.round_number != ui.shown_round:
        held, won = new.credit_cents - old.credit_cents, after.result.won_cents > 0
        skipped = steps(after).get("dice", 0) if shown(before) else 0  # what was shown before the dice is not again
        reveal = Reveal(now_ms, skipped, held, old.last_win_cents, total_ms(after), won)
        return replace(ui, reveal=reveal, picked=-1, held=None, shown_round=after.round_number)
    return ui


_OPEN = ("betting", "settled")  # phases in which bets are taken


def _unsettled(before: TableView, after: TableView) -> bool:
    return before.result is None or before.round_number != after.round_number


def _slides(ui: Ui, was: SeatView, mine: SeatView, now_ms: int) -> tuple[Slide, ...]:
    running = [slide for slide in ui.slides if now_ms - slide.start_ms < SLIDE_MS]
    before, after = _standing(was.places), _standing(mine.places)
    for piece, (now, former) in enumerate(zip(after, before, strict=False)):
        if now != former:
            running = [slide for slide in running if slide.piece != piece]
            running.append(Slide(piece, was.places, now_ms))
    return tuple(running)


def _standing(places: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """How and in which column each tile lies: a tile across makes room for one that comes before it."""
    across = [index for index, word in enumerate(places) if word.startswith("across")]
    return tuple((word, across.index(index) if index in across else -1) for index, word in enumerate(places))


def refused_again(ui: Ui, view: View, now_ms: int) -> Ui:
    """A press that changed nothing in the view was refused as the one before: say so again, at this finger."""
    if ui.asked_ms is None or now_ms - ui.asked_ms < SAME_ANSWER_MS:
        return ui
    x, y = ui.touch_at
    again = tuple(Toast(message, now_ms, x, y) for message in view.messages if message.level == "refusal")
    return replace(ui, asked_ms=None, toasts=again or ui.toasts)


def settle_down(ui: Ui, now_ms: int) -> Ui:
    """Drop what is over, so that a still picture is a still scene."""
    if ui.page and now_ms - ui.touched_ms >= PAGE_MS:
        ui = replace(ui, page="")
    toasts = tuple(t for t in ui.toasts if now_ms - t.since_ms < TOAST_MS)
    slides = tuple(s for s in ui.slides if now_ms - s.start_ms < SLIDE_MS)
    reveal = ui.reveal if ui.reveal is not None and not ui.reveal.over(now_ms) else None
    if toasts == ui.toasts and slides == ui.slides and reveal == ui.reveal:
        return ui
    if reveal is None and ui.reveal is not None:
        won_ms = now_ms if ui.reveal.won else ui.won_ms
        credit_ms = now_ms if ui.reveal.held_cents > 0 else ui.credit_ms
        ui = replace(ui, won_ms=won_ms, credit_ms=credit_ms, rested_ms=now_ms)
    return replace(ui, toasts=toasts, slides=slides, reveal=reveal)
