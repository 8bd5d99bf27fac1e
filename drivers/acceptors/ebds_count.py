"""The counter of stacked documents that many EBDS units keep: read before a document comes in and after an outage,
it settles whether an ordered stack took place.

    ask 00 (software CRC), then 19 (documents stacked)      a unit without counters answers 19 by its CRC again
    after each document: 19 again

Decides whether the unit has a counter and whether its number is still true. Refuses to know what it proves.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.ports.acceptor import UNCOUNTED
from drivers.acceptors.ebds_frames import Auxiliary, Message, number_of, question

_TRIES = 3


@dataclass(slots=True)
class StackedCount:
    """*wanted*: asked at all; *due*: must be read anew before it is believed."""

    wanted: bool = True
    due: bool = True
    _crc: bytes | None = None
    _asked: Auxiliary | None = None
    _count: int = UNCOUNTED
    _misses: int = 0

    @property
    def value(self) -> int:
        """Documents stacked in the unit's life, UNCOUNTED when it does not say or the number is old."""
        return UNCOUNTED if self.due else self._count

    @property
    def waits(self) -> bool:
        """Whether something is to be asked."""
        return self.wanted and self.due

    def spoilt(self) -> None:
        """A document came in or the unit was away: the number may be old."""
        self.due = True

    def question(self) -> bytes:
        """The data of the next question."""
        self._asked = Auxiliary.SOFTWARE_CRC if self._crc is None else Auxiliary.STACKED_TOTAL
        return question(self._asked)

    def heard(self, message: Message) -> None:
        """The answer to the question that is out."""
        self._misses = 0
        number = number_of(message.data)
        if self._asked is Auxiliary.SOFTWARE_CRC:
            self._crc = message.data
        elif number is None or message.data == self._crc:
            self.give_up()
        else:
            self._count, self.due = number, False

    def missed(self) -> bool:
        """No answer; True = this unit is not asked any more."""
        self._misses += 1
        if self._misses >= _TRIES:
            self.give_up()
        return not self.wanted

    def give_up(self) -> None:
        """This unit counts nothing, or nothing that is understood."""
        self.wanted, self._count = False, UNCOUNTED
