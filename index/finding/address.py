"""What is asked, as the parameters of an address, and back.

    q=徕卡&is.品牌=xiaomi&min.参考价格=3000&max.上市时间=2023-05&sort=-电池容量&page=2&size=50&facet=NFC

`is.` and `facet` may come several times. Of a date, a minimum is the first day that is meant, a
maximum the last. What is as usual is left out, so that one question has one address.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from core.topic import ValueType
from index.finding.asked import SearchQuery
from index.finding.days import day_of, written_day

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.topic import Attribute, Topic
    from index.finding.days import End

_CHOICE, _MINIMUM, _MAXIMUM = "is.", "min.", "max."
FACET = "facet"
_USUAL = SearchQuery()
_LONGEST_NUMBER = 30  # characters


def choice_name(attribute: str) -> str:
    return _CHOICE + attribute


def minimum_name(attribute: str) -> str:
    return _MINIMUM + attribute


def maximum_name(attribute: str) -> str:
    return _MAXIMUM + attribute


def query_from_parameters(params: Iterable[tuple[str, str]], topic: Topic) -> SearchQuery:
    """Whatever it is: parameters that mean nothing are ignored, of a double one the last counts."""
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
        text=single.get("q", _USUAL.text),
        chosen={name: tuple(sorted(chosen[name])) for name in attributes if name in chosen},
        ranges={name: both for name, both in limits if both != (None, None)},
        sort=single.get("sort", _USUAL.sort),
        page=_whole(single.get("page", ""), _USUAL.page),
        size=_whole(single.get("size", ""), _USUAL.size),
        facets=tuple(name for name in attributes if name in facets),
    )


def parameters_of(asked: SearchQuery, topic: Topic) -> list[tuple[str, str]]:
    """In one order: the text, choices and limits in the topic's order, sort and page, facets."""
    single = (
        ("sort", asked.sort, _USUAL.sort),
        ("page", str(asked.page), str(_USUAL.page)),
        ("size", str(asked.size), str(_USUAL.size)),
    )
    places = topic.places
    spoken_of = sorted(
        places[name] for name in asked.chosen.keys() | asked.ranges.keys() if name in places
    )
    return [
        *([("q", asked.text)] if asked.text else ()),
        *(each for place in spoken_of for each in _about(topic.attributes[place], asked)),
        *((name, value) for name, value, usual in single if value != usual),
        *((FACET, name) for name in in_order(asked.facets, topic)),
    ]


def in_order(facets: Iterable[str], topic: Topic) -> tuple[str, ...]:
    """Those the topic knows, each once, as it orders them."""
    places = topic.places
    return tuple(sorted({name for name in facets if name in places}, key=places.__getitem__))


def query_string(asked: SearchQuery, topic: Topic) -> str:
    return urlencode(parameters_of(asked, topic), errors="replace")


def _about(attribute: Attribute, asked: SearchQuery) -> Iterator[tuple[str, str]]:
    name, is_date = attribute.name, attribute.type is ValueType.DATE
    for key in sorted(asked.chosen.get(name, ())):
        yield choice_name(name), key
    low, high = asked.ranges.get(name, (None, None))
    if low is not None:
        yield minimum_name(name), limit_text(low, "first", is_date=is_date)
    if high is not None:
        yield maximum_name(name), limit_text(high, "last", is_date=is_date)


def limit_text(limit: float, end: End, *, is_date: bool) -> str:
    """As a form or an address has it."""
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


def _whole(value: str, usual: int) -> int:
    """What is no number, or one that no page has, is as usual."""
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else usual
