"""The body of an emulated note acceptor, whatever its protocol: mouth, head, stacker, cash box, and time.

Decides where the document is and when it moves. It refuses to know frames. Every physical act is written on the
World's shelf in the step in which it happens, before a byte tells of it:

    hand -> entering (1.2 s) -> escrow -> stacking (0.8 s) -> stacked: lies in the box, not yet acknowledged -> idle
    entering, escrow -> returning (0.5 s to the mouth, then until the hand takes it) -> idle

Shelf: {"position", "held", "box", "handed_back", "unacknowledged", "faults", "box_out", "ram"}.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from drivers.emulators.world import Shelf

Document = dict[str, Any]  # {"value": cents} or {"ticket": digits}


class Place(StrEnum):
    IDLE = "idle"
    ENTERING = "entering"
    ESCROW = "escrow"
    LIFTING = "lifting"  # ordered to stack, still in the head: a power cut brings it back out
    STACKING = "stacking"  # past the lever: a power cut leaves it to the stacker
    STACKED = "stacked"
    RETURNING = "returning"


FAULTS = ("jam_acceptor", "jam_stacker", "stacker_full", "cheated", "failure", "pause", "communication")


@dataclass(frozen=True, slots=True)
class BodyTimes:
    """How long each movement takes, ms."""

    enter_ms: int = 1200
    lift_ms: int = 300
    stack_ms: int = 500
    eject_ms: int = 500
    hand_ms: int = 800  # until the customer takes a note that stands in the mouth
    escrow_ms: int = 10_500
    unpolled_ms: int = 3000


class AcceptorBody:
    """Physics of one acceptor over its shelf."""

    def __init__(self, shelf: Shelf, times: BodyTimes) -> None:
        self._shelf, self._times = shelf, times
        self.data = shelf.data
        for key, empty in (("position", "idle"), ("held", None), ("unacknowledged", None), ("box_out", False)):
            self.data.setdefault(key, empty)
        for key in ("box", "handed_back", "faults"):
            self.data.setdefault(key, [])
        self._due: int | None = None  # when the present movement ends
        self.reason = 0  # why the document is coming back, the protocol's own code; 0 = asked to
        self._refusal = 0  # decided while entering: turned back at the end of the path

    @property
    def place(self) -> Place:
        return Place(self.data["position"])

    @property
    def held(self) -> Document | None:
        held: Document | None = self.data["held"]
        return held

    def has(self, fault: str) -> bool:
        return fault in self.data["faults"]

    @property
    def blocked(self) -> bool:
        """Nothing moves: a jam, a full or missing box, a failure."""
        return bool(self.data["box_out"]) or any(self.has(name) for name in FAULTS if name not in ("cheated", "pause"))

    def wake_at(self) -> int | None:
        return self._due

    # -- acts of a hand ------------------------------------------------------------------------------------

    def insert(self, document: Document, refusal: int, now: int) -> None:
        """A document is pushed into the empty mouth; *refusal* ≠ 0 = it will be turned back for that reason."""
        assert self.place is Place.IDLE
        self._refusal, self.reason = refusal, 0
        self._move(Place.ENTERING, document, now + self._times.enter_ms)

    def pull(self, now: int) -> bool:
        """The customer pulls the document out of the mouth; False = it is out of reach."""
        reach = self.place is Place.RETURNING or (
            self.place is Place.ENTERING and self._due is not None and self._due - now > self._times.enter_ms // 2
        )
        if reach:
            self._hand_back()
        return reach

    def fault(self, name: str, on: bool) -> None:
        faults = set(self.data["faults"]) - {name}
        self.data["faults"] = sorted(faults | ({name} if on else set()))
        self._shelf.commit()

    def box(self, out: bool) -> None:
        self.data["box_out"] = out
        self._shelf.commit()

    # -- orders of the protocol ----------------------------------------------------------------------------

    def stack(self, now: int) -> bool:
        """Start stacking the document in escrow; False = there is none."""
        if self.place is not Place.ESCROW:
            return False
        self._move(Place.LIFTING, self.held, now + self._times.lift_ms)
        return True

    def give_back(self, reason: int, now: int) -> bool:
        """Start returning the document in head or escrow; False = there is none."""
        if self.place not in (Place.ESCROW, Place.ENTERING, Place.LIFTING):
            return False
        self.reason = reason
        self._move(Place.RETURNING, self.held, now + self._times.eject_ms + self._times.hand_ms)
        return True

    def hold(self, now: int) -> bool:
        """Restart the escrow time; False = nothing in escrow."""
        if self.place is Place.ESCROW:
            self._due = now + self._times.escrow_ms
        return self.place is Place.ESCROW

    def finish_stacking(self, now: int) -> None:
        """A start with the document already in the stacker: it is stacked now."""
        self._due = now + self._times.stack_ms

    def acknowledged(self) -> None:
        """The host knows of the stacked document: the unit may forget it."""
        self.data["unacknowledged"] = None
        if self.place is Place.STACKED:
            self._move(Place.IDLE, None, None)

    def forget_word(self) -> None:
        """A unit that lost its memory: the document lies in the box and nobody will be told."""
        self.acknowledged()

    # -- time ----------------------------------------------------------------------------------------------

    def halt(self) -> None:
        """The mains go: every movement stops where it is."""
        self._due = None

    def resume(self, now: int) -> None:
        """The unit kept its power while its host was away: the movement under way goes on."""
        t = self._times
        rest = {Place.ENTERING: t.enter_ms, Place.ESCROW: t.escrow_ms, Place.LIFTING: t.lift_ms}
        rest |= {Place.STACKING: t.stack_ms, Place.RETURNING: t.eject_ms + t.hand_ms}
        self._due = now + rest[self.place] if self.place in rest else None

    def advance(self, now: int, escrow_timed_out: int) -> None:
        """Carry out every movement that has ended by *now*; *escrow_timed_out*: the reason code of that return."""
        if self._due is None or now < self._due:
            return
        if self.blocked and self.place is not Place.RETURNING:
            self._due = now + 100  # stands still until the fault is gone
            return
        match self.place:
            case Place.ENTERING if self._refusal:
                self.give_back(self._refusal, now)
            case Place.ENTERING:
                self._move(Place.ESCROW, self.held, now + self._times.escrow_ms)
            case Place.ESCROW:
                self.give_back(escrow_timed_out, now)
            case Place.LIFTING:
                self._move(Place.STACKING, self.held, now + self._times.stack_ms)
            case Place.STACKING:
                self._drop_into_box()
            case Place.RETURNING:
                self._hand_back()
            case _:
                self._due = None

    def _drop_into_box(self) -> None:
        self.data["box"].append(self.held)
        self.data["stacked_total"] = self.data.get("stacked_total", 0) + 1
        self.data["unacknowledged"] = self.held
        self._move(Place.STACKED, None, None)

    def _hand_back(self) -> None:
        self.data["handed_back"].append(self.held)
        self.reason = 0
        self._move(Place.IDLE, None, None)

    def _move(self, place: Place, held: Document | None, due: int | None) -> None:
        self.data["position"], self.data["held"], self._due = place.value, held, due
        self._shelf.commit()

    # -- looking -------------------------------------------------------------------------------------------

    def status(self) -> dict[str, Any]:
        """Where everything lies, plain data."""
        box = self.data["box"]
        tickets = [document["ticket"] for document in box if "ticket" in document]
        return {
            "position": self.place.value,
            "held": self.held,
            "notes_in_box_cents": sum(document.get("value", 0) for document in box),
            "tickets_in_box": tickets,
            "documents_in_box": len(box),
            "handed_back": len(self.data["handed_back"]),
            "faults": list(self.data["faults"]) + (["cash_box_out"] if self.data["box_out"] else []),
        }
