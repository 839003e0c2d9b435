"""Limits any query of a visitor to what the index can answer; and the sort orders of a page."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from math import isfinite
from typing import TYPE_CHECKING
from unicodedata import normalize

from core.local_text import LocalText
from core.locales import locale_of
from core.topic import Facet, ValueType
from index.engines.engine import Sort
from index.query.model import LONGEST_TYPED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from core.topic import Attribute, Topic
    from index.schema import IndexSchema
    from index.search.filters import FacetTerms
    from index.search.model import Limits, SearchQuery


LARGEST_PAGE = 100  # products on a page
DEEPEST = 10_000  # the last product that can be reached by paging
MOST_ADDED = 5  # additional facets
_MOST_KEYS = 50  # chosen values of one attribute
_LONGEST_KEY = 200
_LARGEST_NUMBER = 1e15


def in_bounds(
    asked: SearchQuery, attributes: Mapping[str, Attribute], schema: IndexSchema, terms: FacetTerms
) -> SearchQuery:
    """Without what the index cannot answer: unknown attributes, infinite or huge numbers."""
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
    """Whether the attribute has a facet, and any product has a value of it."""
    count = schema.counts.get(attribute.name)
    return attribute.facet is not Facet.NONE and count is not None and count.products > 0


def clean(text: str) -> str:
    """Spaces instead of control characters and lone surrogates; composed, so that ä is one."""
    typed = normalize("NFC", text[:LONGEST_TYPED])[:LONGEST_TYPED]
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
    return sort == RELEVANCE or sort.removeprefix("-") in orders


# Sort orders.


RELEVANCE = "relevance"  # even if the text asks for an order
_RELEVANCE = ("", LocalText.of_each(lambda language: locale_of(language).labels.sorts.relevance))
_UP = {ValueType.PRICE: "lowest", ValueType.DATE: "oldest"}  # fields of `SortWords`
_DOWN = {ValueType.PRICE: "highest", ValueType.DATE: "newest"}


def sorts_of(topic: Topic, schema: IndexSchema) -> tuple[tuple[str, LocalText], ...]:
    """Relevance, then each attribute with a range facet, ascending and descending."""
    return (_RELEVANCE, *_by_attributes(topic, schema))


def _by_attributes(topic: Topic, schema: IndexSchema) -> Iterator[tuple[str, LocalText]]:
    for attribute in topic.attributes:
        if attribute.facet is Facet.RANGE and attribute.name in schema.fields.orders:
            for sort in (attribute.name, f"-{attribute.name}"):
                yield sort, sort_label(attribute, sort)


def sort_label(attribute: Attribute, sort: str) -> LocalText:
    if sort.startswith("-"):
        way = _DOWN.get(attribute.type, "largest")
    else:
        way = _UP.get(attribute.type, "smallest")

    def label(language: str) -> str:
        words = locale_of(language).labels.sorts
        return f"{attribute.label_in(language)}: {getattr(words, way)}"

    return LocalText.of_each(label)


def with_order(
    sorts: tuple[tuple[str, LocalText], ...], order: str, attribute: Attribute | None
) -> tuple[tuple[str, LocalText], ...]:
    """For a text that asks for an order: relevance must be chosen, and the order can be."""
    _, *others = sorts
    is_new = attribute is not None and order not in dict(others)
    asked_for = ((order, sort_label(attribute, order)),) if attribute and is_new else ()
    return ((RELEVANCE, _RELEVANCE[1]), *others, *asked_for)


def sort_of(sort: str) -> Sort | None:
    if sort in ("", RELEVANCE):
        return None
    return Sort(sort.removeprefix("-"), descending=sort.startswith("-"))
