"""What a shaker's words mean for trust and trouble: is it the paired one, what is wrong with it, does it hold a roll.

Decides the names of conditions. Refuses to know times, commands and attempts.
"""

from __future__ import annotations

from drivers.shakers.shaker_wire import Flag, Identity, State, tag_is_right

_CONDITIONS = (
    (Flag.LID_OPEN, "lid_open"),
    (Flag.MOTOR, "motor"),
    (Flag.SENSOR, "sensor"),
    (Flag.DICE_COUNT, "dice_count"),
)
_COVERED = ("SETTLING", "READING", "RESULT", "COCKED", "FAULT")


def distrust(told: Identity, key: bytes, serial: str) -> str:
    """Why no dice may be rolled with it, empty if it is the paired shaker; *serial* empty = any with the key."""
    if not tag_is_right(key, told):
        return "unpaired" if not key else "wrong_tag"
    if serial and told.serial != serial:
        return f"serial_{told.serial}"
    return "" if told.dice == 3 else f"dice_{told.dice}"


def holds(state: State) -> bool:
    """Whether an attempt still lies under its cover and waits to be acknowledged."""
    return state.state == "COCKED" or bool(state.flags & Flag.UNACKNOWLEDGED)


def conditions(state: State | None, bad_tag: str) -> tuple[str, ...]:
    """Every condition that holds, in the order of the attendant's list; *state* None = nothing told yet."""
    names: list[str] = []
    if state is not None:
        names = [name for flag, name in _CONDITIONS if state.flags & flag]
        if state.flags & Flag.COVER_OPEN and state.state in _COVERED:
            names.insert(sum(name in ("lid_open", "motor", "sensor") for name in names), "cover")
    if bad_tag:
        names.append("tag")
    if state is not None and state.state == "SAFE" and not holds(state):
        names.append("safe")
    return tuple(names)
