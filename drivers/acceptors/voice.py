"""What an acceptor's driver tells of its line, each thing once: up, down, wrong device, conditions.

Decides whether something is news. It refuses to know why a line is down or which bit a fault is.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.ports.acceptor import AcceptorConditions
from cabinet.ports.link import LinkDown, LinkUp, WrongDevice
from drivers.device import Event


@dataclass(slots=True)
class Voice:
    """*linked*: this opening's device has said who it is."""

    linked: bool = False
    conditions: AcceptorConditions | None = None  # as told; None = told anew, also when there are none
    _told_down: bool = False
    _told_wrong: str = ""
    _named: tuple[str, str] = ("", "")

    def begin(self) -> None:
        """A new opening, or a new search after silence: link and conditions will be told again."""
        self.linked, self.conditions = False, None

    def opened(self) -> None:
        """The cable is in: a wrong device on it is news again."""
        self._told_wrong = ""

    def up(self, model: str, serial: str = "") -> list[Event]:
        if self.linked:
            return []
        self.linked, self._told_down, self._told_wrong = True, False, ""
        self._named = (model, serial)
        return [LinkUp(model, serial)]

    def named(self, model: str, serial: str = "") -> list[Event]:
        """Who it is, learned after the link was told: a unit with a document in it is asked nothing at first."""
        if not self.linked or self._named == (model, serial):
            return []
        self._named = (model, serial)
        return [LinkUp(model, serial)]

    def down(self, reason: str, again: bool = False) -> list[Event]:
        """*again*: told even if the device was silent already (the port itself is lost)."""
        told, self._told_down = self._told_down and not again, True
        return [] if told else [LinkDown(reason)]

    def wrong(self, told: str) -> list[Event]:
        before, self._told_wrong = self._told_wrong, told
        return [] if before == told else [WrongDevice(told)]

    def faults(self, names: tuple[str, ...], detail: str) -> list[Event]:
        told = AcceptorConditions(tuple(sorted(set(names))), detail)
        changed, self.conditions = told != self.conditions, told
        return [told] if changed else []
