"""Typed values as an index keeps them: numbers to filter and sort by, keys and bars for facets.

`fields_of` says which attributes of a topic are kept how. Numbers: `extents`, `points`,
`sort_number`. Keys of values: `facet_keys`. Bars of histograms: `number_edges`, `date_edges`,
`touched_bars`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from datetime import date
from itertools import islice
from math import floor, log10
from operator import lt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from core.topic import Facet, ValueType
from index.engines.engine import PROMINENCE, Fields
from index.products.vocabulary import BRANDS, compact
from index.values.format import NO, YES, format_quantity, format_resolution
from index.values.price import currency_of
from index.values.read import read_value
from index.values.text import plain, says_nothing
from index.values.types import DateSpan, Price, Quantity, Resolution, WordList, YesNo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.topic import Attribute, Topic
    from index.values.types import TypedValue


NUMBER_TYPES = frozenset((ValueType.QUANTITY, ValueType.PRICE, ValueType.DATE))
SORTABLE_TYPES = NUMBER_TYPES | {ValueType.RESOLUTION}
_MOST_POINTS = 50


class Extent(NamedTuple):
    """From `low` to `high`, which are the same for most."""

    low: float
    high: float


class Points(NamedTuple):
    """What a product is filtered by: single numbers, and at most one span."""

    numbers: tuple[float, ...]
    span: Extent | None


def extents(raw: str, attribute: Attribute) -> tuple[Extent, ...]:
    """In the order written; of prices only those in the attribute's own currency.

    Days are counted as `date.toordinal` does; a month is the span of its days.
    """
    return tuple(_extents(raw, attribute))


def points(said: Iterable[str], attribute: Attribute) -> Points:
    """All that sources say, the shown value first.

    An engine keeps one span: the first. Of others the two ends are kept, as numbers.
    """
    found = dict.fromkeys(extent for raw in said for extent in extents(raw, attribute))
    spans = [extent for extent in found if extent.low != extent.high]
    single = (extent.low for extent in found if extent.low == extent.high)
    ends = (end for extent in spans[1:] for end in extent)
    numbers = tuple(dict.fromkeys((*single, *ends)))
    return Points(numbers[:_MOST_POINTS], spans[0] if spans else None)


def sort_number(shown: str, attribute: Attribute) -> float | None:
    """One number for the shown value: a price's lowest, a date's first day, else the largest."""
    if attribute.type is ValueType.RESOLUTION:
        found = read_value(shown, attribute).values
        return max(
            (float(_pixels(one)) for one in found if isinstance(one, Resolution)), default=None
        )
    known = extents(shown, attribute)
    if not known:
        return None
    if attribute.type is ValueType.QUANTITY:
        return max((extent.low + extent.high) / 2 for extent in known)
    return min(extent.low for extent in known)


def _pixels(resolution: Resolution) -> int:
    return resolution.width * resolution.height


def _extents(raw: str, attribute: Attribute) -> Iterator[Extent]:
    for value in read_value(raw, attribute).values:
        match value:
            case Quantity():
                yield Extent(value.low, value.high)
            case Price() if value.currency == currency_of(attribute.unit):
                yield Extent(value.low, value.high)
            case DateSpan():
                yield Extent(float(value.first.toordinal()), float(value.last.toordinal()))
            case _:
                continue


# The keys that facets count: one for each value of a text, whoever writes it how.


_MOST_KEYS = 50  # of one text
_LONGEST_KEY = 40  # characters; what is longer is a sentence, and no choice for anyone
_BASED_ON = re.compile(r"(?:基于|兼容|深度定制|based on)\s*", re.IGNORECASE)
_LEADING_WORDS = re.compile(r"[^\W\d_]{2,}(?:[ -][^\W\d_]{2,}(?![\w.])){0,2}")
_PARTS = re.compile(r"[(),、;；/|+]")


def facet_keys(raw: str, attribute: Attribute) -> tuple[str, ...]:
    """Each once, in the order written; none where nothing was understood."""
    return tuple(written_keys(raw, attribute))


def written_keys(raw: str, attribute: Attribute) -> dict[str, str]:
    """The keys, each with how the text writes it.

    A free text (its facet is values) is told by its leading words, without version numbers,
    and so is each of its parts: MIUI 14（基于Android 13） counts as MIUI and as Android.
    """
    if attribute.type is ValueType.TEXT:
        pairs = _leading_words(raw) if attribute.facet is Facet.VALUES else iter(())
    else:
        read = read_value(raw, attribute).values
        pairs = (pair for value in read for pair in _keys(value, attribute))
    short = (pair for pair in pairs if 0 < len(pair[0]) <= _LONGEST_KEY)
    return dict(islice(short, _MOST_KEYS))


def brand_key(written: str) -> str:
    """The key of a brand in `brands.yaml`; a brand that is not there is its own."""
    return BRANDS.known(written) or compact(written)[:_LONGEST_KEY]


def brand_attribute(topic: Topic) -> str:
    """The name of the attribute that tells the brand, "" where the topic has none."""
    return topic.standard_name("Brand") or ""


def _keys(value: TypedValue, attribute: Attribute) -> Iterator[tuple[str, str]]:
    match value:
        case WordList():
            known = {same[0] for same in attribute.words}
            yield from ((word if word in known else _folded(word), word) for word in value.words)
        case YesNo():
            yield _as_is(YES if value.yes else NO)
        case Resolution():
            yield _as_is(format_resolution(value))
        case Quantity() if value.low == value.high:
            yield _as_is(format_quantity(value.low, value.unit))
        case _:
            return


def _as_is(key: str) -> tuple[str, str]:
    return key, key


def _folded(word: str) -> str:
    """Case and spaces tell nothing: Color OS, ColorOS."""
    return "".join(word.casefold().split())


def _leading_words(raw: str) -> Iterator[tuple[str, str]]:
    text = plain(raw[:400])
    if says_nothing(text):
        return
    for part in _PARTS.split(text):
        if words := _LEADING_WORDS.match(_BASED_ON.sub("", part.strip(), count=1)):
            yield _folded(words[0]), words[0]


# Bars with round limits for the values of an attribute: few enough to see, many enough to tell.


Edges: TypeAlias = tuple[float, ...]  # limits of bars, ascending: bar n is from edge n to n + 1

_MOST_BARS = 24
_OUTLIERS = 0.02  # the part of all values, at each end, that may lie beyond the outer edges
_ROUND = (1.0, 2.0, 2.5, 5.0)
_ROUND_YEARS = (1, 2, 5, 10)  # no date that is understood lies outside of 1900 to 2100


def number_edges(values: Sequence[float]) -> Edges:
    """Round limits, 10 to 24 bars between them; no edges where there are no values.

    >>> number_edges([4.0, 4.7, 5.5, 6.1, 6.7])[:4]
    (4.0, 4.2, 4.4, 4.6)
    """
    if not values:
        return ()
    low, high = _bulk(values)
    step = _step(low, high)
    first, last = _outer(low, high, step)
    edges = tuple(float(f"{at * step:.12g}") for at in range(first, last + 1))
    return edges if all(map(lt, edges, edges[1:])) else (low, high + abs(high))


def date_edges(days: Sequence[float]) -> Edges:
    """First days of calendar years; of every second, fifth … year where there are many.

    >>> [date.fromordinal(int(day)).isoformat() for day in date_edges([733000.0, 733400.0])]
    ['2007-01-01', '2008-01-01', '2009-01-01']
    """
    if not days:
        return ()
    low, high = (date.fromordinal(int(day)).year for day in _bulk(days))
    step = next(step for step in _ROUND_YEARS if (high - low) / step < _MOST_BARS - 1)
    years = range(low // step * step, high + step + 1, step)
    return tuple(float(date(year, 1, 1).toordinal()) for year in years)


def touched_bars(edges: Edges, low: float, high: float) -> range:
    """Which bars a value touches; what lies beyond the outer edges is in the outer bars.

    >>> touched_bars((0.0, 10.0, 20.0), 5.0, 10.0), touched_bars((0.0, 10.0, 20.0), 99.0, 99.0)
    (range(0, 2), range(1, 2))
    """
    last = len(edges) - 2
    if last < 0:
        return range(0)
    return range(_bar(edges, low, last), _bar(edges, high, last) + 1)


def _bar(edges: Edges, value: float, last: int) -> int:
    return min(max(bisect_right(edges, value) - 1, 0), last)


def _bulk(values: Sequence[float]) -> tuple[float, float]:
    """Where nearly all values are: a single slip of a pen must not squeeze all others."""
    ordered = sorted(values)
    cut = int(len(ordered) * _OUTLIERS)
    return ordered[cut], ordered[len(ordered) - 1 - cut]


def _step(low: float, high: float) -> float:
    """The smallest round step that needs no more bars than may be."""
    width = high - low or abs(high) or 1.0
    power = 10.0 ** (floor(log10(width / _MOST_BARS)) - 1)
    for scale in (power * ten * part for ten in (1, 10, 100, 1000) for part in _ROUND):
        first, last = _outer(low, high, scale)
        if last - first <= _MOST_BARS:
            return scale
    return width


def _outer(low: float, high: float, step: float) -> tuple[int, int]:
    """The outer edges, in steps; 0.3 / 0.1 is a little less than 3."""
    return floor(low / step + 1e-9), floor(high / step + 1e-9) + 1


# Which columns an index of a topic has.


_SAID = (ValueType.TEXT, ValueType.SIZE)
_OF_A_FEW = (ValueType.ENUMERATION, ValueType.LIST, ValueType.YES_NO, ValueType.RESOLUTION)


def fields_of(topic: Topic) -> Fields:
    return Fields(
        said=tuple(one.name for one in topic.attributes if is_said(one)),
        terms=tuple(one.name for one in topic.attributes if has_keys(one) or has_bars(one)),
        numbers=tuple(one.name for one in topic.attributes if one.type in NUMBER_TYPES),
        orders=(PROMINENCE, *(one.name for one in topic.attributes if one.type in SORTABLE_TYPES)),
    )


def is_said(attribute: Attribute) -> bool:
    """Is it searched for words?"""
    return attribute.type in _SAID


def has_keys(attribute: Attribute) -> bool:
    """Is it counted value by value?"""
    return attribute.type in _OF_A_FEW or attribute.facet is Facet.VALUES


def has_bars(attribute: Attribute) -> bool:
    """Is it counted bar by bar of a histogram?"""
    return attribute.facet is Facet.RANGE
