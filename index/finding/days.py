"""Days as people write them: 2023, 2023-05, 2023-05-01, and which limit each stands for."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from typing import Literal, TypeAlias

End: TypeAlias = Literal["first", "last"]

_WRITTEN = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", re.ASCII)


def written_day(day: float, end: End) -> str:
    """A limit by its ordinal, as short as `day_of` can read it.

    >>> written_day(date(2023, 1, 1).toordinal(), "first")
    '2023'
    >>> written_day(date(2023, 1, 1).toordinal(), "last")
    '2023-01-01'
    """
    whole = round(min(max(day, date.min.toordinal()), date.max.toordinal()))
    iso = date.fromordinal(whole).isoformat()
    short = (iso[:length] for length in (4, 7))
    return next((text for text in short if day_of(text, end) == whole), iso)


def day_of(written: str, end: End) -> int | None:
    """The ordinal of the first or last day that is meant; None where it is no day.

    >>> date.fromordinal(day_of("2023-02", "last") or 0)
    datetime.date(2023, 2, 28)
    """
    found = _WRITTEN.fullmatch(written.strip())
    if not found:
        return None
    year, month, day = (int(part) if part else None for part in found.groups())
    last_month, last_day = (1, 1) if end == "first" else (12, 31)
    month = month or last_month
    try:
        longest = monthrange(year or 0, month)[1]
        return date(year or 0, month, day or min(last_day, longest)).toordinal()
    except ValueError:
        return None
