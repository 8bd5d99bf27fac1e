"""When a gaming day is over. Decides by the wall clock's date alone; a clock that is behind ends no day."""

from __future__ import annotations

from datetime import datetime, timedelta


def gaming_day(wall: str, starts_minute: int) -> str:
    """The gaming day that *wall* (ISO stamp) belongs to, as a date; a day begins *starts_minute* after midnight."""
    return (datetime.fromisoformat(wall) - timedelta(minutes=starts_minute)).date().isoformat()


def day_over(now: str, last_cut: str, starts_minute: int) -> bool:
    """Whether a new gaming day has begun since *last_cut*; an empty stamp = no day was ever cut."""
    return not last_cut or gaming_day(now, starts_minute) > gaming_day(last_cut, starts_minute)


def minute_of_day(wall: str) -> int:
    """Minutes after midnight of *wall*, in its own offset."""
    stamp = datetime.fromisoformat(wall)
    return stamp.hour * 60 + stamp.minute
