"""Typed values as an index stores them: numbers to filter and sort by, facet keys, histogram bars.

`fields_of` tells how the attributes of a topic are indexed. Numbers: `extents`, `points`,
`sort_number`. Facet keys: `facet_keys`. Histograms: `number_edges`, `date_edges`, `touched_bars`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from datetime import date
from itertools import islice
from math import floor, log10
from operator import lt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from core.currencies import currency_of
from core.locales import any_of, merged
from core.names import name_key
from core.topic import Facet, Role, ValueType
from index.engines.engine import PROMINENCE, Fields
from index.products.vocabulary import brands_of, compact
from index.values.format import NO, YES, format_quantity, format_resolution
from index.values.read import read_value
from index.values.text import plain, says_nothing
from index.values.types import DateSpan, Price, Quantity, Resolution, WordList, YesNo
from index.values.words import words_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.topic import Attribute, Topic
    from index.values.types import TypedValue


NUMBER_TYPES = frozenset((ValueType.QUANTITY, ValueType.PRICE, ValueType.DATE))
SORTABLE_TYPES = NUMBER_TYPES | {ValueType.RESOLUTION}
_MOST_POINTS = 50


class Extent(NamedTuple):
    """From `low` to `high`; equal for single numbers."""

    low: float
    high: float


class Points(NamedTuple):
    """The numbers a product is filtered by: single numbers, and at most one span."""

    numbers: tuple[float, ...]
    span: Extent | None


def extents(raw: str, attribute: Attribute) -> tuple[Extent, ...]:
    """The numbers in a text, in order; of prices only those in the attribute's own currency.

    Dates are ordinals (`date.toordinal`); a month is the span of its days.
    """
    return tuple(_extents(raw, attribute))


def points(said: Iterable[str], attribute: Attribute) -> Points:
    """The numbers of all values, the shown one first.

    Engines store one span, the first; further spans are stored as their two ends.
    """
    found = dict.fromkeys(extent for raw in said for extent in extents(raw, attribute))
    spans = [extent for extent in found if extent.low != extent.high]
    single = (extent.low for extent in found if extent.low == extent.high)
    ends = (end for extent in spans[1:] for end in extent)
    numbers = tuple(dict.fromkeys((*single, *ends)))
    return Points(numbers[:_MOST_POINTS], spans[0] if spans else None)


def sort_number(shown: str, attribute: Attribute) -> float | None:
    """The number to sort by: the lowest price, the first day, otherwise the largest number."""
    if attribute.type is ValueType.RESOLUTION:
        found = read_value(shown, attribute).values
        return max(
            (float(_pixels(one)) for one in found if isinstance(one, Resolution)), default=None
        )
    known = extents(shown, attribute)
    if not known:
        return None
    if attribute.type is ValueType.QUANTITY:
        return max(extent.high for extent in known)
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


# Facet keys: one for each value in a text, however it is written.


_MOST_KEYS = 50  # of one text
_LONGEST_KEY = 40  # characters; anything longer is a sentence, not a value to choose
_BASED_ON = re.compile(
    rf"(?:{any_of(merged(lambda locale: locale.values.lists.based_on))})\s*", re.IGNORECASE
)
_LEADING_WORDS = re.compile(r"[^\W\d_]{2,}(?:[ -][^\W\d_]{2,}(?![\w.])){0,2}")
_PARTS = re.compile(r"[(),、;；/|+]")


def facet_keys(raw: str, attribute: Attribute) -> tuple[str, ...]:
    """Each once, in order; none if the text was not understood."""
    return tuple(written_keys(raw, attribute))


def written_keys(raw: str, attribute: Attribute) -> dict[str, str]:
    """The keys, each with its spelling in the text.

    The keys of free text (with a facet of values) are the words of the topic in each part, or its
    leading words, without version numbers: MIUI 14（基于Android 13） counts as MIUI and as Android.
    """
    if attribute.type is ValueType.TEXT:
        is_facet = attribute.facet is Facet.VALUES
        pairs = _words_of_parts(raw, attribute) if is_facet else iter(())
    else:
        read = read_value(raw, attribute).values
        pairs = (pair for value in read for pair in _keys(value, attribute))
    short = (pair for pair in pairs if 0 < len(pair[0]) <= _LONGEST_KEY)
    return dict(islice(short, _MOST_KEYS))


def family_keys(keys: Mapping[str, str], attribute: Attribute) -> dict[str, str]:
    """The keys, and those of all families that they are in: an AMOLED screen is an OLED screen."""
    wider = dict.fromkeys(one for key in keys for one in attribute.families_of.get(key, ()))
    return {**keys, **{family: family for family in wider if family not in keys}}


def brand_key(written: str, topic: Topic) -> str:
    """The brand's key in the topic; an unknown brand is its own key."""
    return brands_of(topic).known(written) or compact(written)[:_LONGEST_KEY]


def brand_attribute(topic: Topic) -> str:
    """The name of the topic's brand attribute, or ""."""
    brand = topic.attribute_of(Role.BRAND)
    return brand.name if brand else ""


def _keys(value: TypedValue, attribute: Attribute) -> Iterator[tuple[str, str]]:
    match value:
        case WordList():
            for word in value.words:
                yield _word_key(word, attribute), word
                if inside := words_in(word, attribute):  # 亮黑 is a black
                    yield _as_is(inside[-1])
        case YesNo():
            yield _as_is(YES if value.yes else NO)
        case Resolution():
            yield _as_is(format_resolution(value))
        case Quantity():  # a range reaches its upper end: a screen of 1~120Hz has 120 Hz
            yield _as_is(format_quantity(value.high, value.unit))
        case _:
            return


def _as_is(key: str) -> tuple[str, str]:
    return key, key


def _word_key(word: str, attribute: Attribute) -> str:
    """Words of the topic are their own keys."""
    known = attribute.spellings.get(name_key(word))
    return known or _folded(word)


def _folded(word: str) -> str:
    """Without case and spaces: Color OS is ColorOS."""
    return "".join(word.casefold().split())


def _words_of_parts(raw: str, attribute: Attribute) -> Iterator[tuple[str, str]]:
    text = plain(raw[:400])
    if says_nothing(text):
        return
    for part in _PARTS.split(text):
        if known := words_in(part, attribute):
            yield from map(_as_is, known)
        elif words := _LEADING_WORDS.match(_BASED_ON.sub("", part.strip(), count=1)):
            yield _folded(words[0]), words[0]


# Histogram bars with round bounds.


Edges: TypeAlias = tuple[float, ...]  # ascending: bar n goes from edge n to edge n + 1

_MOST_BARS = 24
_OUTLIERS = 0.02  # the share of values, at each end, that may lie beyond the outer edges
_ROUND = (1.0, 2.0, 2.5, 5.0)
_ROUND_YEARS = (1, 2, 5, 10)  # dates are parsed only from 1900 to 2100


def number_edges(values: Sequence[float]) -> Edges:
    """Round bounds of 10 to 24 bars; none if there are no values.

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
    """First days of years; of every second, fifth or tenth year if there are many.

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
    """The bars that a value overlaps; values beyond the outer edges are in the outer bars.

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
    """The range of nearly all values: a single typo must not squeeze all others into one bar."""
    ordered = sorted(values)
    cut = int(len(ordered) * _OUTLIERS)
    return ordered[cut], ordered[len(ordered) - 1 - cut]


def _step(low: float, high: float) -> float:
    """The smallest round step that needs at most `_MOST_BARS` bars."""
    width = high - low or abs(high) or 1.0
    power = 10.0 ** (floor(log10(width / _MOST_BARS)) - 1)
    for scale in (power * ten * part for ten in (1, 10, 100, 1000) for part in _ROUND):
        first, last = _outer(low, high, scale)
        if last - first <= _MOST_BARS:
            return scale
    return width


def _outer(low: float, high: float, step: float) -> tuple[int, int]:
    """The outer edges, in steps. The epsilon is for cases like 0.3 / 0.1 < 3."""
    return floor(low / step + 1e-9), floor(high / step + 1e-9) + 1


# The columns of a topic's index.


_SAID = (ValueType.TEXT, ValueType.SIZE)
_CATEGORICAL = (ValueType.ENUMERATION, ValueType.LIST, ValueType.YES_NO, ValueType.RESOLUTION)


# A column of terms: the attributes of which a page says that the product has none (摄像头: 无).
STATED_ABSENT = "=absent"


def fields_of(topic: Topic) -> Fields:
    return Fields(
        said=tuple(one.name for one in topic.attributes if is_said(one)),
        terms=(
            *(one.name for one in topic.attributes if has_keys(one) or has_bars(one)),
            STATED_ABSENT,
        ),
        numbers=(
            *(one.name for one in topic.attributes if one.type in NUMBER_TYPES),
            *(column for one in topic.attributes for column in foreign_columns(one)),
        ),
        orders=(PROMINENCE, *(one.name for one in topic.attributes if one.type in SORTABLE_TYPES)),
    )


# Prices in other currencies: a column for each currency, since nothing is converted.


_CURRENCIES = ("USD", "EUR", "GBP", "CNY", "HKD", "TWD", "JPY", "INR")


def foreign_column(attribute: str, currency: str) -> str:
    """The column of prices in a currency that is not the attribute's own."""
    return f"{attribute} {currency}"


def foreign_points(said: Iterable[str], attribute: Attribute) -> dict[str, tuple[float, ...]]:
    """Column → the numbers of all prices in that currency, of a range its two ends."""
    columns = dict.fromkeys(foreign_columns(attribute))
    found: dict[str, dict[float, None]] = {}
    for raw in said if columns else ():
        for value in read_value(raw, attribute).values:
            column = foreign_column(attribute.name, getattr(value, "currency", ""))
            if isinstance(value, Price) and column in columns:
                found.setdefault(column, {}).update(dict.fromkeys((value.low, value.high)))
    return {column: tuple(numbers)[:_MOST_POINTS] for column, numbers in found.items()}


def foreign_columns(attribute: Attribute) -> Iterator[str]:
    """One for each currency that is not the attribute's own."""
    if attribute.type is ValueType.PRICE and attribute.facet is not Facet.NONE:
        home = currency_of(attribute.unit)
        yield from (foreign_column(attribute.name, code) for code in _CURRENCIES if code != home)


def is_said(attribute: Attribute) -> bool:
    """Whether words can be searched in this attribute alone."""
    return attribute.type in _SAID


def has_keys(attribute: Attribute) -> bool:
    """Whether its facet counts values."""
    return attribute.type in _CATEGORICAL or attribute.facet is Facet.VALUES


def has_bars(attribute: Attribute) -> bool:
    """Whether its facet is a histogram."""
    return attribute.facet is Facet.RANGE
