"""How many products there are for each key of a facet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tantivy import Query

from index.engines.tantivy_engine.layout import FIRST
from index.engines.tantivy_engine.texts import decoded_key, decoded_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tantivy import Searcher

    from index.engines.request import SearchRequest
    from index.engines.tantivy_engine.layout import TantivyLayout
    from index.engines.tantivy_engine.queries import Queries

_MOST_KEYS = 60_000  # in one answer: Tantivy breaks off at 65,000
_FEW_SETS = 300  # more take longer to be told than keys take to be counted one by one
_TOTAL = {"total": {"value_count": {"field": FIRST}}}  # every product has one


class FacetCounter:
    """Counts sets of keys where there are few different ones: a column without gaps is fastest."""

    def __init__(self, searcher: Searcher, layout: TantivyLayout) -> None:
        self._searcher = searcher
        self._layout = layout
        self._few: dict[str, bool] = {}
        self._keys: dict[str, tuple[str, ...]] = {}  # of each set: there are few, and often told

    def counts(self, request: SearchRequest, queries: Queries) -> dict[str, dict[str, int]]:
        """All facets in one pass, and one more for each in which something was chosen."""
        chosen = {condition.attribute for condition in request.conditions}
        free = [facet for facet in request.facets if facet not in chosen]
        counts = self._counted(free, queries.whole(request))
        for facet in chosen.intersection(request.facets):
            counts |= self._counted([facet], queries.whole(request, except_on=facet))
        return {facet: counts[facet] for facet in request.facets}

    def _counted(self, facets: Iterable[str], query: Query) -> dict[str, dict[str, int]]:
        fields = {facet: self._field(facet) for facet in facets}
        if not fields:
            return {}
        found = self._aggregated(fields.values(), query, _MOST_KEYS // len(fields))
        return {
            facet: _most_first(
                self._by_set(found[field]["buckets"])
                if self._has_few_sets(facet)
                else {decoded_key(one["key"]): one["doc_count"] for one in found[field]["buckets"]}
            )
            for facet, field in fields.items()
        }

    def _by_set(self, buckets: Iterable[Mapping[str, Any]]) -> dict[str, int]:
        counts: dict[str, int] = {}
        for bucket in buckets:
            text, products = bucket["key"], bucket["doc_count"]
            keys = self._keys.get(text)
            if keys is None:
                keys = self._keys[text] = tuple(dict.fromkeys(map(decoded_key, decoded_set(text))))
            for key in keys:
                counts[key] = counts.get(key, 0) + products
        return counts

    def _field(self, facet: str) -> str:
        return (self._layout.sets if self._has_few_sets(facet) else self._layout.terms)[facet]

    def _has_few_sets(self, facet: str) -> bool:
        if facet not in self._few:
            field = self._layout.sets[facet]
            found = self._aggregated([field], Query.all_query(), _FEW_SETS)[field]
            self._few[facet] = not found["sum_other_doc_count"]
        return self._few[facet]

    def _aggregated(self, fields: Iterable[str], query: Query, most: int) -> dict[str, Any]:
        wanted = {field: {"terms": {"field": field, "size": most}} for field in fields}
        return dict(self._searcher.aggregate(query, wanted))


def _most_first(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def count_matches(query: Query, searcher: Searcher) -> int:
    """The fastest way to count: nothing is scored or put in order."""
    return int(searcher.aggregate(query, _TOTAL)["total"]["value"])
