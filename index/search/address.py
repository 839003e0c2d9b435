"""Converts a search query to URL parameters, and back.

    q=徕卡&is.品牌=xiaomi&min.参考价格=3000&max.上市时间=2023-05&sort=-电池容量&page=2&size=50&facet=NFC

`is.` and `facet` may occur several times. A minimum date means the first day of a year or month, a
maximum the last. Defaults are left out, so that each query has exactly one URL.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from math import isfinite
from typing import TYPE_CHECKING, Literal, TypeAlias
from urllib.parse import urlencode

from core.topic import ValueType
from index.search.model import SearchQuery

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.topic import Attribute, Topic


_CHOICE, _MINIMUM, _MAXIMUM = "is.", "min.", "max."
FACET = "facet"
_DEFAULTS = SearchQuery()
_LONGEST_NUMBER = 30  # characters


def choice_name(attribute: str) -> str:
    return _CHOICE + attribute


def minimum_name(attribute: str) -> str:
    return _MINIMUM + attribute


def maximum_name(attribute: str) -> str:
    return _MAXIMUM + attribute


def query_from_parameters(params: Iterable[tuple[str, str]], topic: Topic) -> SearchQuery:
    """Accepts anything: unknown parameters are ignored, of repeated ones the last counts."""
    attributes = {attribute.name: attribute for attribute in topic.attributes}
    single: dict[str, str] = {}
    chosen: dict[str, dict[str, None]] = {}
    lows: dict[str, float | None] = {}
    highs: dict[str, float | None] = {}
    facets: set[str] = set()
    for name, value in params:
        prefix, dot, called = name.partition(".")
        attribute = attributes.get(called)
        if name == FACET:
            facets.add(value)
        elif not dot:
            single[name] = value
        elif attribute and prefix + dot == _CHOICE and value:
            chosen.setdefault(called, {})[value] = None
        elif attribute and prefix + dot == _MINIMUM:
            lows[called] = _limit(value, attribute, "first")
        elif attribute and prefix + dot == _MAXIMUM:
            highs[called] = _limit(value, attribute, "last")
    limits = ((name, (lows.get(name), highs.get(name))) for name in attributes)
    return SearchQuery(
        text=single.get("q", _DEFAULTS.text),
        chosen={name: tuple(sorted(chosen[name])) for name in attributes if name in chosen},
        ranges={name: both for name, both in limits if both != (None, None)},
        sort=single.get("sort", _DEFAULTS.sort),
        page=whole_number(single.get("page", ""), _DEFAULTS.page),
        size=whole_number(single.get("size", ""), _DEFAULTS.size),
        facets=tuple(name for name in attributes if name in facets),
    )


def parameters_of(asked: SearchQuery, topic: Topic) -> list[tuple[str, str]]:
    """In a fixed order: text, choices and limits in the topic's order, sort, page, size, facets."""
    single = (
        ("sort", asked.sort, _DEFAULTS.sort),
        ("page", str(asked.page), str(_DEFAULTS.page)),
        ("size", str(asked.size), str(_DEFAULTS.size)),
    )
    places = topic.places
    filtered = sorted(
        places[name] for name in asked.chosen.keys() | asked.ranges.keys() if name in places
    )
    return [
        *([("q", asked.text)] if asked.text else ()),
        *(each for place in filtered for each in _filters_of(topic.attributes[place], asked)),
        *((name, value) for name, value, default in single if value != default),
        *((FACET, name) for name in in_order(asked.facets, topic)),
    ]


def in_order(facets: Iterable[str], topic: Topic) -> tuple[str, ...]:
    """Those the topic knows, each once, in the topic's order."""
    places = topic.places
    return tuple(sorted({name for name in facets if name in places}, key=places.__getitem__))


def query_string(asked: SearchQuery, topic: Topic) -> str:
    return urlencode(parameters_of(asked, topic), errors="replace")


def _filters_of(attribute: Attribute, asked: SearchQuery) -> Iterator[tuple[str, str]]:
    name, is_date = attribute.name, attribute.type is ValueType.DATE
    for key in sorted(asked.chosen.get(name, ())):
        yield choice_name(name), key
    low, high = asked.ranges.get(name, (None, None))
    if low is not None:
        yield minimum_name(name), limit_text(low, "first", is_date=is_date)
    if high is not None:
        yield maximum_name(name), limit_text(high, "last", is_date=is_date)


def limit_text(limit: float, end: End, *, is_date: bool) -> str:
    """As in a form or a URL."""
    if is_date:
        return written_day(limit, end)
    return repr(limit).removesuffix(".0")


def _limit(value: str, attribute: Attribute, end: End) -> float | None:
    if attribute.type is ValueType.DATE:
        day = day_of(value[:_LONGEST_NUMBER], end)
        return None if day is None else float(day)
    try:
        number = float(value[:_LONGEST_NUMBER])
    except ValueError:
        return None
    return number if isfinite(number) else None


def whole_number(value: str, default: int) -> int:
    """The default for anything but a number of less than 10 digits."""
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else default


# Dates as people write them: 2023, 2023-05, 2023-05-01, and the limit that each stands for.


End: TypeAlias = Literal["first", "last"]

_WRITTEN = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", re.ASCII)


def written_day(day: float, end: End) -> str:
    """The shortest text that `day_of` reads as this ordinal.

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
    """The ordinal of the first or last day of a date; None if it is not a date.

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
