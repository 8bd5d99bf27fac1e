"""The mains of a simulated cabinet: every step of a disk or a device is counted, and at one of them the power goes.

Two ways to go: *mains* takes the devices along, so that they start again where their shelf of the world says they
stood; *host* takes the computer alone, so that the devices live on and move while nobody asks them.
"""

from __future__ import annotations

from enum import Enum
from random import Random
from typing import Any

from drivers.device import Twin
from drivers.emulators.world import World
from tests.storage.model_disk import ModelDisk, PowerCut


class Cut(Enum):
    MAINS = "mains"
    HOST = "host"


class Mains:
    """Counts steps. `arm` says at which the power goes; None = it stays."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.steps = 0
        self.cuts = 0
        self.kind = Cut.MAINS
        self._left: int | None = None
        self.dice = Random(seed)

    def arm(self, steps: int | None, kind: Cut = Cut.MAINS) -> None:
        self._left, self.kind = steps, kind

    def step(self) -> bool:
        """One step; True = the power goes in it."""
        self.steps += 1
        if self._left is None:
            return False
        self._left -= 1
        if self._left > 0:
            return False
        self._left = None
        self.cuts += 1
        return True


class MainsDisk(ModelDisk):
    """The model disk on these mains: what is not synced is lost, or on a disk that writes behind some of it stays."""

    def __init__(self, mains: Mains, *, torn: bool) -> None:
        super().__init__(torn=mains.dice if torn else None)
        self._mains = mains

    def _step(self) -> None:
        self.steps += 1
        if self._mains.step():
            self._tear()
            raise PowerCut


class MainsWorld(World):
    """The physical world on these mains. It stays; an act that is done is done, and the power may go right after."""

    def __init__(self, mains: Mains) -> None:
        super().__init__()
        self._mains = mains

    def commit(self) -> None:
        # when only the computer dies nothing happens to a device in the middle of its movement
        if self._mains.kind is Cut.MAINS and self._mains.step():
            raise PowerCut


class MainsTwin:
    """A device on these mains. A cut in the middle of a line leaves some of its bytes delivered."""

    def __init__(self, twin: Twin, mains: Mains) -> None:
        self.twin, self._mains = twin, mains
        self.alive = False

    def receive(self, data: bytes, now: int) -> None:
        if self._mains.step():
            self.twin.receive(data[: self._mains.dice.randint(0, len(data))], now)
            raise PowerCut
        self.twin.receive(data, now)

    def pull(self, now: int) -> bytes:
        said = self.twin.pull(now)
        if said and self._mains.step():
            raise PowerCut
        return said

    def wake_at(self) -> int | None:
        return self.twin.wake_at()

    def power_up(self, now: int) -> None:
        if not self.alive:
            self.twin.power_up(now)
        self.alive = True

    def bench(self, what: dict[str, Any], now: int) -> dict[str, Any]:
        return self.twin.bench(what, now)

    def status(self) -> dict[str, Any]:
        return self.twin.status()
