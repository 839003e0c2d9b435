"""The facets of a page: values to choose, and ranges with their histograms."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, islice, pairwise
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from core.topic import Facet
from index.engines.engine import AnyOf, Either, NoneOf, Within
from index.search.address import in_order
from index.search.bounds import MOST_ADDED, has_facet
from index.search.conditions import query_with, query_without
from index.search.labels import attribute_label
from index.search.model import FacetValue, HistogramBar, MoreFacet, RangeFacet, ValuesFacet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.topic import Attribute, Topic
    from index.engines.engine import Condition, Searcher, SearchRequest, SearchResponse
    from index.schema import IndexSchema
    from index.search.conditions import FacetTerms, ParsedQuery, QueryPart
    from index.search.model import ShownFacet


_Counts: TypeAlias = "Mapping[str, Mapping[str, int]]"

_QUESTIONS = 200
_MOST_KEYS = 100  # of a facet that are remembered, beside those chosen


class FacetCache:
    """Searches with all facets of an index, which does not change while it is open.

    Counting many facets of many products takes most of the time of a search.
    """

    def __init__(self, searcher: Searcher, facets: tuple[str, ...]) -> None:
        self._searcher = searcher
        self._facets = facets
        self._known: OrderedDict[SearchRequest, _Counts] = OrderedDict()
        self._lock = Lock()

    def search(self, request: SearchRequest) -> SearchResponse:
        question = replace(request, sort=None, offset=0, limit=0)
        with self._lock:
            known = self._known.get(question)
            if known is not None:
                self._known.move_to_end(question)
        if known is not None:
            return replace(self._searcher.search(request), facets=known)
        found = self._searcher.search(replace(request, facets=self._facets))
        return replace(found, facets=self._remember(question, found))

    def _remember(self, question: SearchRequest, found: SearchResponse) -> _Counts:
        """What every answer to the question has, the first one too."""
        chosen = {
            (choice.attribute, key)
            for choice in question.conditions
            if isinstance(choice, AnyOf)
            for key in choice.keys
        }
        counts = {
            facet: dict(islice(keys.items(), _MOST_KEYS))
            | {key: keys[key] for name, key in chosen if name == facet and key in keys}
            for facet, keys in found.facets.items()
        }
        with self._lock:
            self._known[question] = counts
            if len(self._known) > _QUESTIONS:
                self._known.popitem(last=False)
        return counts


# The facets that are shown.


MOST_FACETS = 10
_MOST_CHOICES = 20


@dataclass(frozen=True)
class Facets:
    """All facets of an index, in the topic's order."""

    topic: Topic
    schema: IndexSchema
    terms: FacetTerms

    @cached_property
    def _attributes(self) -> Mapping[str, Attribute]:
        have = (each for each in self.topic.attributes if has_facet(each, self.schema))
        return {each.name: each for each in have}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._attributes)

    def shown(
        self, parsed: ParsedQuery, found: SearchResponse
    ) -> tuple[tuple[ShownFacet, ...], tuple[MoreFacet, ...]]:
        """Those in use, of the others those that most of the products found have, and those added.

        Beside them, those that were added and all that could be.
        """
        in_use = _in_use(parsed.parts)
        attributes = self._attributes
        counts = {name: found.facets.get(name, {}) for name in attributes}
        useful = [
            name
            for name, of_keys in counts.items()
            if name in in_use or _tells_apart(of_keys, found.total)
        ]
        useful.sort(key=lambda name: (name not in in_use, -sum(counts[name].values())))
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
        saying = _by_key(parsed.parts, attribute.name)
        out = set(_keys_out(parsed.parts, attribute.name)) - saying.keys()
        others = [key for key in counts if key not in saying and key not in out]
        choices = (
            FacetValue(
                key=key,
                label=self.terms.label(attribute, key),
                products=counts.get(key, 0),
                chosen=key in saying,
                click=partial(query_without, parsed.asked, parsed.query, saying[key])
                if key in saying
                else partial(query_with, parsed.asked, attribute.name, key),
            )
            for key in (*saying, *others[:_MOST_CHOICES])
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


def _by_key(parts: Sequence[QueryPart], attribute: str) -> dict[str, list[QueryPart]]:
    """The chosen keys, each with all parts that choose it."""
    saying: dict[str, list[QueryPart]] = {}
    for part in parts:
        for choice in part.choices:
            if isinstance(choice, AnyOf) and choice.attribute == attribute:
                for key in choice.keys:
                    saying.setdefault(key, []).append(part)
    return saying


def _keys_out(parts: Sequence[QueryPart], attribute: str) -> Iterator[str]:
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
    """The attributes that something was chosen or limited of."""
    return {
        condition.attribute
        for part in parts
        for condition in (*part.choices, *part.conditions)
        if isinstance(condition, AnyOf | Within | Either)
    }


def _tells_apart(counts: Mapping[str, int], total: int) -> bool:
    some = [count for count in counts.values() if count]
    return len(some) > 1 or (len(some) == 1 and some[0] < total)
