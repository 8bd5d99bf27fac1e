"""Days and times of the 24-hour clock in a language's own manner; the month is a word, so that no day is doubtful."""

from __future__ import annotations

from datetime import datetime

from babel import Locale
from babel.dates import format_date

_DAY = {"de": "d. MMM", "zh_Hans": "M月d日", "zh_Hant": "M月d日"}
_DAY_AND_YEAR = {"de": "d. MMM y", "zh_Hans": "y年M月d日", "zh_Hant": "y年M月d日"}


def stamp(language: str, wall: str, *, year: bool = False, seconds: bool = False) -> str:
    """An ISO stamp as "29 Nov 05:40", in its own offset; what is no stamp is shown as it is."""
    try:
        moment = datetime.fromisoformat(wall)
    except ValueError:
        return wall
    pattern = (_DAY_AND_YEAR if year else _DAY).get(language, "d MMM y" if year else "d MMM")
    day = format_date(moment.date(), pattern, locale=Locale.parse(language))
    return f"{day} {moment:%H:%M:%S}" if seconds else f"{day} {moment:%H:%M}"
