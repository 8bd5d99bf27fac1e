"""What a designed canvas says: the box of everything that stands on a screen. Numbers come from its instances.

A tile across the divider is upright, one alongside lies: the same box turned, exactly 2:1. No drawing, no view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cabinet.screens.geometry import Rect, centred


@dataclass(frozen=True, slots=True)
class Place:
    """Where a spot is printed and where its chips lie."""

    rect: Rect
    chips: tuple[int, int]
    round: bool = False

    @property
    def chip_px(self) -> int:
        return 96 if self.round else 52


@dataclass(frozen=True, slots=True)
class TilesPlan:
    """The cloth of the game with tiles: both sides of the divider, what is printed, the spots."""

    spots: Mapping[str, Place]
    divider: Rect
    columns: tuple[int, int, int]  # the last one stands beside the place alongside
    aside_x: int
    turn_y: int
    tray_at: tuple[int, int]
    tray_pitch: int
    name_low: Rect
    name_high: Rect
    hint: Rect
    lay_hint: Rect
    first_hint: Rect
    refusal: Rect
    dealer_label: Rect
    dealer_line: Rect
    dealer_x: int  # the middle of the dealer's tiles
    dealer_name_low: Rect
    dealer_name_high: Rect
    wall: Rect
    exposed_label: Rect
    exposed: tuple[Rect, Rect, Rect]
    shaker: Rect
    ranking: Rect
    ranking_rows: Rect
    ranking_short: Rect
    how_to: Rect
    rule: Rect
    rule_alone: Rect
    tile_w: int = 144
    tray_w: int = 84
    dealer_w: int = 88

    @property
    def tile_l(self) -> int:
        return 2 * self.tile_w

    @property
    def divider_y(self) -> int:
        return self.divider.cy

    @property
    def dealer_y(self) -> int:
        return self.dealer_line.cy

    def across(self, column: int) -> Rect:
        """A tile across the divider in column 0, 1 or 2."""
        return Rect(self.columns[column], self.divider_y - self.tile_w, self.tile_w, self.tile_l)

    def front(self) -> Rect:
        """A tile alongside the divider in front of it, toward the dealer."""
        return Rect(self.aside_x, self.divider_y - 6 - self.tile_w, self.tile_l, self.tile_w)

    def behind(self) -> Rect:
        """A tile alongside the divider behind it, toward the player."""
        return Rect(self.aside_x, self.divider_y + 6, self.tile_l, self.tile_w)

    def tray(self, column: int) -> Rect:
        """A tile not laid yet, in the tray under the divider."""
        x, y = self.tray_at
        return Rect(x + column * self.tray_pitch, y, self.tray_w, 2 * self.tray_w)

    def lying(self, places: Sequence[str], together: int = 1000) -> tuple[Rect, ...]:
        """The box of every tile laid as *places* say ("" = in the tray).

        Tiles across stand beside the place alongside, the first one nearest. Three of them need none alongside: they
        move into its room, *together* thousandths of the way.
        """
        across = [index for index, word in enumerate(places) if word in ("across1", "across2")]
        shift = (self.front().right - self.columns[2] - self.tile_w) * together // 1000 if len(across) == 3 else 0
        boxes: list[Rect] = []
        for index, word in enumerate(places):
            crowd = list(places[:index]).count(word)  # alongside, tiles laid one too many peep out
            match word:
                case "front":
                    boxes.append(self.front().moved(crowd * 30, -crowd * 18))
                case "behind":
                    boxes.append(self.behind().moved(crowd * 30, crowd * 18))
                case "across1" | "across2":
                    boxes.append(self.across(2 - across.index(index)).moved(shift, 0))
                case _:
                    boxes.append(self.tray(index))
        return tuple(boxes)

    def zones(self) -> tuple[tuple[str, Rect], ...]:
        """Every zone a tile may be laid in with the name of its control; each column across is the same place."""
        across = tuple(("place.across", self.across(column)) for column in (2, 1, 0))
        return (*across, ("place.front", self.front()), ("place.behind", self.behind()))

    def turn_button(self, tile: Rect) -> Rect:
        """The button that turns the tile across that lies in *tile*."""
        return Rect(tile.x, self.turn_y, self.tile_w, 68)

    def dealer_lying(self, places: Sequence[str]) -> tuple[Rect, ...]:
        """The dealer's three tiles laid as *places*; his low hand lies toward the table too: a mirror image."""
        w, y, gap = self.dealer_w, self.dealer_y, 10
        wide = 3 * w + (gap if "front" in places else 2 * gap)
        left, across = self.dealer_x - wide // 2, 0
        boxes: list[Rect] = []
        for word in places:
            match word:
                case "front":
                    boxes.append(Rect(left + w + gap, y + 4, 2 * w, w))
                case "behind":
                    boxes.append(Rect(left + w + gap, y - 4 - w, 2 * w, w))
                case _:
                    boxes.append(Rect(left + across * (w + gap), y - w, w, 2 * w))
                    across += 1
        return tuple(boxes)

    def name_box(self, who: str, hand: str) -> Rect:
        """Where a hand of *who* (player, dealer) is named."""
        match (who, hand):
            case ("dealer", "high"):
                return self.dealer_name_high
            case ("dealer", _):
                return self.dealer_name_low
            case (_, "low"):
                return self.name_low
            case _:
                return self.name_high


@dataclass(frozen=True, slots=True)
class CardsPlan:
    """The cloth of the game with cards: dealer, high-lighter line, deck, spots. *hand_y*: the hand's middle."""

    spots: Mapping[str, Place]
    line: Rect
    zones: Mapping[str, Rect]
    zone_names: Mapping[str, Rect]
    hand_x: int
    hand_y: Mapping[str, int]
    name: Rect
    peek: Rect
    hint: Rect
    dealer_label: Rect
    dealer_cards: tuple[Rect, Rect]
    dealer_name: Rect
    deck: Rect
    deck_note: Rect
    ribbon: Rect  # where the deck is spread to be cut
    placing: Rect
    win_rule: Rect
    pair_note: Rect | None
    card: tuple[int, int] = (140, 200)
    step: int = 92  # from one card of a hand to the next

    @property
    def deck_top(self) -> Rect:
        """The uppermost card of the deck, where cards come from."""
        first = self.dealer_cards[0]
        return Rect(self.deck.cx - first.w // 2, self.deck.y, first.w, first.h)

    def spread(self, number: int) -> Rect:
        """Card *number*, from 0, of the deck spread to be cut."""
        w, h = self.dealer_cards[0].w, self.dealer_cards[0].h
        return Rect(self.ribbon.x + number * (self.ribbon.w - w) // 51, self.ribbon.cy - h // 2, w, h)

    def cut_position(self, x: int) -> int:
        """Where the spread deck is cut, 1..51, by a finger at *x*: under the card whose edge is there."""
        return min(51, max(1, 1 + (x - self.ribbon.x) * 51 // (self.ribbon.w - self.dealer_cards[0].w)))

    def cut_x(self, position: int) -> int:
        """A finger that cuts at *position*."""
        return self.ribbon.x + (2 * position - 1) * (self.ribbon.w - self.dealer_cards[0].w) // 102

    def hand(self, word: str) -> Rect:
        """The box of both cards laid as *word*: above, on, below, "" (in hand) or settled."""
        return centred(self.hand_x, self.hand_y[word], self.card[0] + self.step, self.card[1])


@dataclass(frozen=True, slots=True)
class AttractPlan:
    """The idle picture. *tiles*: middles of the pieces in the row."""

    title: Rect
    line: Rect
    subtitle: Rect
    tiles: tuple[tuple[int, int], ...]
    act: Rect  # the room of what is shown in turn
    invitation: Rect
    accepts: Rect


@dataclass(frozen=True, slots=True)
class HelpPlan:
    how_to: Rect
    example: Rect
    pays: Rect
    fairness: Rect


@dataclass(frozen=True, slots=True)
class CashPlan:
    """The cash-out picture; the paper grows out of *slot* to at most *paper* px."""

    title: Rect
    amount: Rect
    slot: Rect
    paper_w: int
    paper_h: int
    steps: tuple[Rect, Rect, Rect]
    where: Rect  # where the paper is worth its amount


@dataclass(frozen=True, slots=True)
class Layout:
    """One designed canvas: bars, buttons and meters, and the plan of each screen."""

    canvas: tuple[int, int]
    top: Rect
    felt: Rect
    bottom: Rect
    title: Rect
    state: Rect
    state_alone: Rect
    money: Rect
    clock: Rect
    help: Rect
    credit: Rect
    bet: Rect
    last_win: Rect
    chips_row: Rect
    grid_box: Rect
    primary: Rect
    call: Rect
    cash_out: Rect
    languages: Rect
    language_rows: int
    other_games: Rect
    notice: Rect
    details: Rect
    result: Rect
    locks: Rect
    back_out: Rect
    dealer_at: tuple[int, int]
    tiles: TilesPlan
    cards: CardsPlan
    attract: AttractPlan
    helping: HelpPlan
    cashing: CashPlan

    @property
    def portrait(self) -> bool:
        return self.canvas[1] > self.canvas[0]

    def chips(self, count: int) -> tuple[Rect, ...]:
        """Boxes of *count* chips in the tray, smallest first."""
        if not count:
            return ()
        row = self.chips_row
        rows = 1 if row.w // count >= 70 else 2
        columns = -(-count // rows)
        pitch, height = row.w // columns, row.h // rows
        size = min(row.h * 92 // 144 if not self.portrait else 116, pitch - 6, height - 6)
        return tuple(
            centred(
                row.x + pitch * (i % columns) + pitch // 2, row.y + height * (i // columns) + height // 2, size, size
            )
            for i in range(count)
        )

    @property
    def tabs(self) -> Rect:
        """Where the tabs of the player's pages stand."""
        return self.languages if self.portrait else self.languages.union(self.other_games)

    def grid(self, place_number: int) -> Rect:
        """One of the four small buttons, row by row."""
        return cell(self.grid_box, place_number, 2, 2)


def cell(box: Rect, number: int, columns: int, rows: int, gap: int = 8) -> Rect:
    """Box *number* of *columns* × *rows* equal ones in *box*, row by row, *gap* px apart."""
    row, column = divmod(number, columns)
    w, h = (box.w - gap * (columns - 1)) // columns, (box.h - gap * (rows - 1)) // rows
    return Rect(box.x + column * (w + gap), box.y + row * (h + gap), w, h)
