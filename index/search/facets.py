"""The facets of a page: values to choose, and ranges with their histograms."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, islice, pairwise
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from core.topic import Facet, ValueType
from index.engines.engine import AnyOf, Either, NoneOf, Within
from index.search.address import in_order
from index.search.bounds import MOST_ADDED, has_facet
from index.search.conditions import query_with, query_without
from index.search.labels import attribute_label
from index.search.model import FacetValue, HistogramBar, MoreFacet, RangeFacet, ValuesFacet
from index.values.words import words_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.topic import Attribute, Topic
    from index.engines.engine import Condition, Searcher, SearchRequest, SearchResponse
    from index.schema import IndexSchema
    from index.search.conditions import ParsedQuery, QueryPart
    from index.search.filters import FacetTerms
    from index.search.model import ShownFacet


_Counts: TypeAlias = "Mapping[str, Mapping[str, int]]"

_CACHED_REQUESTS = 200
_MOST_KEYS = 100  # per facet that are cached, besides chosen ones


class FacetCache:
    """Searches with facets, and caches their counts: counting takes most of the time of a search.

    An open index does not change, so that cached counts stay right.
    """

    def __init__(self, searcher: Searcher, facets: tuple[str, ...]) -> None:
        self._searcher = searcher
        self._facets = facets
        self._cached: OrderedDict[SearchRequest, _Counts] = OrderedDict()
        self._lock = Lock()

    def search(self, request: SearchRequest) -> SearchResponse:
        key = replace(request, optional=(), called=(), sort=None, offset=0, limit=0)
        with self._lock:
            counts = self._cached.get(key)
            if counts is not None:
                self._cached.move_to_end(key)
        if counts is not None:
            return replace(self._searcher.search(request), facets=counts)
        found = self._searcher.search(replace(request, facets=self._facets))
        return replace(found, facets=self._cache(key, found))

    def _cache(self, request: SearchRequest, found: SearchResponse) -> _Counts:
        """Return what is cached, so that the first response has the same facets as later ones."""
        chosen = {
            (choice.attribute, key)
            for choice in request.conditions
            if isinstance(choice, AnyOf)
            for key in choice.keys
        }
        counts = {
            facet: dict(islice(keys.items(), _MOST_KEYS))
            | {key: keys[key] for name, key in chosen if name == facet and key in keys}
            for facet, keys in found.facets.items()
        }
        with self._lock:
            self._cached[request] = counts
            if len(self._cached) > _CACHED_REQUESTS:
                self._cached.popitem(last=False)
        return counts


# The facets that are shown.


MOST_FACETS = 10
_MOST_CHOICES = 20
_HARDLY_ANY = 0.05  # of the products found


@dataclass(frozen=True)
class Facets:
    """All facets of an index, in the order in which people filter."""

    topic: Topic
    schema: IndexSchema
    terms: FacetTerms

    @cached_property
    def _attributes(self) -> Mapping[str, Attribute]:
        have = {one.name: one for one in self.topic.attributes if has_facet(one, self.schema)}
        first = [name for name in self.topic.facets if name in have]
        return {name: have[name] for name in (*first, *have)}

    @cached_property
    def _grouped(self) -> Mapping[str, frozenset[str]]:
        """Attribute → those of its keys that a facet read from it shows in groups.

        5G手机 is no kind of phone beside 智能手机, but one of the networks.
        """
        grouped: dict[str, set[str]] = {}
        for attribute in self._attributes.values():
            for source in attribute.read_from:
                of_source = self._attributes.get(source.attribute)
                if of_source and not (source.value or source.classes):
                    keys = self.terms.keys(of_source)
                    inside = {key for key in keys if words_in(key, attribute)}
                    grouped.setdefault(of_source.name, set()).update(inside)
        return {name: frozenset(keys) for name, keys in grouped.items()}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._attributes)

    def shown(
        self, parsed: ParsedQuery, found: SearchResponse
    ) -> tuple[tuple[ShownFacet, ...], tuple[MoreFacet, ...]]:
        """The facets to show, and those that were added by the user or could be.

        Shown are facets in use, then those that people filter by first, then added ones. Facets
        that hardly any of the found products have come last.
        """
        in_use = _in_use(parsed.parts)
        attributes = self._attributes
        counts = {name: self._counts(name, found) for name in attributes}
        useful = [
            name
            for name, of_keys in counts.items()
            if name in in_use or _tells_apart(of_keys, found.total, attributes[name])
        ]
        few = found.total * _HARDLY_ANY
        useful.sort(key=lambda name: (name not in in_use, sum(counts[name].values()) < few))
        added = parsed.asked.facets
        kept = set(useful[:MOST_FACETS])
        behind = [name for name in added if name not in kept and any(counts[name].values())]
        shown = (*(name for name in attributes if name in kept), *behind)
        rest = (name for name in useful[MOST_FACETS:] if name not in added)
        more = [
            self._more(attributes[name], added, min(sum(counts[name].values()), found.total))
            for name in (*added, *rest)
        ]
        more.sort(key=lambda each: (not each.added, -each.products))
        return (
            tuple(self._facet(attributes[name], parsed, counts[name]) for name in shown),
            tuple(more),
        )

    def _counts(self, name: str, found: SearchResponse) -> Mapping[str, int]:
        counts = found.facets.get(name, {})
        grouped = self._grouped.get(name)
        if not grouped:
            return counts
        return {key: count for key, count in counts.items() if key not in grouped}

    def _more(self, attribute: Attribute, added: tuple[str, ...], most: int) -> MoreFacet:
        name = attribute.name
        toggled = (
            tuple(each for each in added if each != name)
            if name in added
            else in_order((*added[1 - MOST_ADDED :], name), self.topic)
        )
        products = min(most, self.schema.counts[name].products)
        return MoreFacet(attribute, attribute_label(attribute), products, name in added, toggled)

    def _facet(
        self, attribute: Attribute, parsed: ParsedQuery, counts: Mapping[str, int]
    ) -> ShownFacet:
        if attribute.facet is Facet.RANGE:
            return self._range(attribute, parsed, counts)
        return self._values(attribute, parsed, counts)

    def _values(
        self, attribute: Attribute, parsed: ParsedQuery, counts: Mapping[str, int]
    ) -> ValuesFacet:
        chosen = _parts_by_key(parsed.parts, attribute.name)
        excluded = set(_excluded_keys(parsed.parts, attribute.name)) - chosen.keys()
        others = [key for key in counts if key not in chosen and key not in excluded]
        choices = (
            FacetValue(
                key=key,
                label=self.terms.label(attribute, key),
                products=counts.get(key, 0),
                chosen=key in chosen,
                click=partial(query_without, parsed.asked, parsed.query, chosen[key])
                if key in chosen
                else partial(query_with, parsed.asked, attribute.name, key),
            )
            for key in (*chosen, *others[:_MOST_CHOICES])
        )
        return ValuesFacet(attribute, attribute_label(attribute), tuple(choices))

    def _range(
        self, attribute: Attribute, parsed: ParsedQuery, counts: Mapping[str, int]
    ) -> RangeFacet:
        edges = self.schema.edges.get(attribute.name, ())
        bars = (
            HistogramBar(low, high, counts.get(str(number), 0))
            for number, (low, high) in enumerate(pairwise(edges))
        )
        limiting = [part for part in parsed.parts if any(_within(part, attribute.name))]
        limits = [each for part in limiting for each in _within(part, attribute.name)]
        return RangeFacet(
            attribute,
            attribute_label(attribute),
            tuple(bars),
            _overlap(limits),
            query_without(parsed.asked, parsed.query, limiting),
        )


def _parts_by_key(parts: Sequence[QueryPart], attribute: str) -> dict[str, list[QueryPart]]:
    """The chosen keys, each with all parts that choose it."""
    chosen: dict[str, list[QueryPart]] = {}
    for part in parts:
        for choice in part.choices:
            if isinstance(choice, AnyOf) and choice.attribute == attribute:
                for key in choice.keys:
                    chosen.setdefault(key, []).append(part)
    return chosen


def _excluded_keys(parts: Sequence[QueryPart], attribute: str) -> Iterator[str]:
    conditions = chain.from_iterable(part.conditions for part in parts)
    for condition in conditions:
        if isinstance(condition, NoneOf) and condition.attribute == attribute:
            yield from condition.keys


def _within(part: QueryPart, attribute: str) -> Iterator[Within]:
    for condition in part.conditions:
        for one in _each(condition):
            if isinstance(one, Within) and one.attribute == condition.attribute == attribute:
                yield one


def _each(condition: Condition) -> tuple[Condition, ...]:
    return condition.conditions if isinstance(condition, Either) else (condition,)


def _overlap(limits: Sequence[Within]) -> tuple[float | None, float | None]:
    lows = [each.low for each in limits if each.low is not None]
    highs = [each.high for each in limits if each.high is not None]
    return max(lows, default=None), min(highs, default=None)


def _in_use(parts: Sequence[QueryPart]) -> set[str]:
    """The attributes that the query chooses values of, or limits."""
    return {
        condition.attribute
        for part in parts
        for condition in (*part.choices, *part.conditions)
        if isinstance(condition, AnyOf | Within | Either)
    }


def _tells_apart(counts: Mapping[str, int], total: int, attribute: Attribute) -> bool:
    """A single value is worth choosing if it means yes, or a range of numbers."""
    some = [count for count in counts.values() if count]
    has_several = len(some) > 1 or attribute.type is ValueType.YES_NO
    return (has_several or attribute.facet is Facet.RANGE) and min(some, default=total) < total
