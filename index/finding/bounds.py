"""What a visitor sends, put in order: any value in, one that can be answered out."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from math import isfinite
from typing import TYPE_CHECKING

from core.topic import Facet, ValueType
from index.query.draft import LONGEST_TYPED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from core.topic import Attribute
    from index.building.shape import IndexSchema
    from index.finding.asked import Limits, SearchQuery
    from index.finding.terms import FacetTerms

LARGEST_PAGE = 100  # products on a page
DEEPEST = 10_000  # products from the first to the last that can be paged to
MOST_ADDED = 5  # facets that are shown on demand
_MOST_KEYS = 50  # chosen values of one attribute
_LONGEST_KEY = 200
_LARGEST_NUMBER = 1e15


def in_bounds(
    asked: SearchQuery, attributes: Mapping[str, Attribute], schema: IndexSchema, terms: FacetTerms
) -> SearchQuery:
    """Without what the index cannot answer: unknown attributes, numbers that are none."""
    size = min(max(asked.size, 1), LARGEST_PAGE)
    fields = schema.fields
    chosen = {
        name: _keys(keys)
        for name, keys in asked.chosen.items()
        if name in attributes and terms.has_values(attributes[name])
    }
    ranges = {
        name: _limits(*limits, attributes[name])
        for name, limits in asked.ranges.items()
        if name in attributes and name in fields.numbers
    }
    return replace(
        asked,
        text=clean(asked.text),
        chosen={name: keys for name, keys in chosen.items() if keys},
        ranges={name: limits for name, limits in ranges.items() if any(_are_set(limits))},
        sort=asked.sort if _is_sort(asked.sort, fields.orders) else "",
        page=min(max(asked.page, 1), last_page(DEEPEST, size)),
        size=size,
        facets=tuple(_facets(asked.facets, attributes, schema))[:MOST_ADDED],
    )


def has_facet(attribute: Attribute, schema: IndexSchema) -> bool:
    """Only what some product has."""
    count = schema.counts.get(attribute.name)
    return attribute.facet is not Facet.NONE and count is not None and count.products > 0


def clean(text: str) -> str:
    """Controls and halves of characters are blanks: nobody types them."""
    typed = text[:LONGEST_TYPED]
    return "".join(each if each.isprintable() else " " for each in typed).strip()


def last_page(total: int, size: int) -> int:
    return max(1, min(-(-total // size), DEEPEST // size))


def _facets(
    names: Iterable[str], attributes: Mapping[str, Attribute], schema: IndexSchema
) -> Iterator[str]:
    for name in dict.fromkeys(names):
        if name in attributes and has_facet(attributes[name], schema):
            yield name


def _keys(keys: Iterable[str]) -> tuple[str, ...]:
    short = (key for key in keys if len(key) <= _LONGEST_KEY and key.isprintable())
    return tuple(dict.fromkeys(short))[:_MOST_KEYS]


def _limits(low: float | None, high: float | None, attribute: Attribute) -> Limits:
    low, high = _usable(low, attribute), _usable(high, attribute)
    if low is not None and high is not None and low > high:
        return high, low
    return low, high


def _usable(number: float | None, attribute: Attribute) -> float | None:
    if number is None or not isfinite(number):
        return None
    if attribute.type is not ValueType.DATE:
        return number if abs(number) <= _LARGEST_NUMBER else None
    is_day = date.min.toordinal() <= number <= date.max.toordinal()
    return float(round(number)) if is_day else None


def _are_set(limits: Limits) -> Iterator[bool]:
    return (limit is not None for limit in limits)


def _is_sort(sort: str, orders: Collection[str]) -> bool:
    return sort.removeprefix("-") in orders
