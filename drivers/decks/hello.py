"""Who a deck board says it is: version, firmware name, and what each of its pins can do.

Decides whether that is a board for this wiring. Refuses to know when it is asked.
"""

from __future__ import annotations

from drivers.decks.firmata_wire import unpack_text

_MAJOR, _MINOR = 2, 5


class Hello:
    """Collects the three answers; *firmware* is what the name must start with, *modes* pin → mode it must have."""

    def __init__(self, firmware: str, modes: dict[int, int]) -> None:
        self._firmware = firmware
        self._modes = modes
        self._version: tuple[int, int] | None = None
        self._pins: tuple[dict[int, int], ...] | None = None
        self.name = ""

    @property
    def title(self) -> str:
        """Name and version for people."""
        major, minor = self._version or (0, 0)
        return f"{self.name} {major}.{minor}"

    @property
    def complete(self) -> bool:
        return self._version is not None and bool(self.name) and self._pins is not None

    def forget(self) -> None:
        self._version = self._pins = None
        self.name = ""

    def take_version(self, data: bytes) -> None:
        self._version = (data[0], data[1])

    def take_name(self, data: bytes) -> None:
        """*data*: two version bytes, then the text in 7-bit pairs."""
        self.name = unpack_text(data[2:])

    def take_pins(self, pins: tuple[dict[int, int], ...]) -> None:
        self._pins = pins

    def complaint(self) -> str:
        """Why this is not our board, empty if it is; asked once all three answers are there."""
        assert self._version is not None
        assert self._pins is not None
        if not self.name.startswith(self._firmware):
            return f"firmware {self.name!r}"
        major, minor = self._version
        if major != _MAJOR or minor < _MINOR:
            return f"version {major}.{minor}"
        for pin, mode in self._modes.items():
            if pin >= len(self._pins) or mode not in self._pins[pin]:
                return f"pin {pin} cannot do mode {mode}"
        return ""
