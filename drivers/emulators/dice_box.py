"""The box of an emulated shaker: where the dice lie, and whether lid and cover are open.

The shelf holds {"dice": faces in their places, "lid_open", "cover_open", "boots", "rolls": the newest 200 rests}.
Each step is on the shelf before the function returns, so no byte can tell of it earlier.

Decides the faces of an attempt from a seed alone, so that a cabinet that was cut rolls what it would have rolled.
Refuses to know states, lines and bets.
"""

from __future__ import annotations

import random
from typing import Any

from drivers.emulators.world import Shelf

_ROLLS_KEPT = 200


class DiceBox:
    """The physical truth of one shaker on *shelf*."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        for name, value in {"dice": [1, 2, 3], "lid_open": False, "cover_open": True, "boots": 0, "rolls": []}.items():
            shelf.data.setdefault(name, value)

    @property
    def dice(self) -> list[int]:
        return list(self._shelf.data["dice"])

    @property
    def lid_open(self) -> bool:
        return bool(self._shelf.data["lid_open"])

    @property
    def cover_open(self) -> bool:
        return bool(self._shelf.data["cover_open"])

    @property
    def boots(self) -> int:
        return int(self._shelf.data["boots"])

    def fall(self, seed: str, loaded: dict[str, Any] | None, count: int) -> None:
        """*count* dice come to rest: from here on they lie as they lie. *loaded*: {"face", "percent"}."""
        chance = random.Random(seed)
        faces = [chance.randint(1, 6) for _ in range(count)]
        if loaded is not None:
            percent, face = int(loaded.get("percent", 50)), int(loaded.get("face", 6))
            faces = [face if chance.randrange(100) < percent else fallen for fallen in faces]
        self._shelf.data["dice"] = faces
        self._shelf.data["rolls"] = [*self._shelf.data["rolls"], faces][-_ROLLS_KEPT:]
        self._shelf.commit()

    def kick(self) -> None:
        """Somebody kicks the cabinet: every die turns."""
        self._shelf.data["dice"] = [face % 6 + 1 for face in self._shelf.data["dice"]]
        self._shelf.commit()

    def move_cover(self, is_open: bool) -> None:
        self._shelf.data["cover_open"] = is_open
        self._shelf.commit()

    def move_lid(self, is_open: bool) -> None:
        self._shelf.data["lid_open"] = is_open
        self._shelf.commit()

    def count_boot(self) -> None:
        self._shelf.data["boots"] += 1
        self._shelf.commit()

    def status(self) -> dict[str, Any]:
        data = self._shelf.data
        return {
            "dice": list(data["dice"]),
            "lid_open": data["lid_open"],
            "cover_open": data["cover_open"],
            "rolls": len(data["rolls"]),
            "last_rolls": data["rolls"][-20:],
        }
