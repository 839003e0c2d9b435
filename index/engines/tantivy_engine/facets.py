"""How many products there are for each key of a facet."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from index.engines.tantivy_engine.layout import FIRST
from index.engines.tantivy_engine.texts import keys_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tantivy import Query, Searcher

    from index.engines.request import SearchRequest
    from index.engines.tantivy_engine.layout import Layout
    from index.engines.tantivy_engine.queries import Queries

_MOST_KEYS = 60_000  # in one answer: Tantivy breaks off at 65,000
_TOTAL = {"total": {"value_count": {"field": FIRST}}}  # every product has one


def facet_counts(
    request: SearchRequest, searcher: Searcher, layout: Layout, queries: Queries
) -> dict[str, dict[str, int]]:
    """All facets in one pass, and one more for each in which something was chosen."""
    chosen = {condition.attribute for condition in request.conditions}
    free = [facet for facet in request.facets if facet not in chosen]
    counts = _counted(free, queries.whole(request), searcher, layout)
    for facet in chosen.intersection(request.facets):
        without = queries.whole(request, except_on=facet)
        counts |= _counted([facet], without, searcher, layout)
    return {facet: counts[facet] for facet in request.facets}


def _counted(
    facets: Iterable[str], query: Query, searcher: Searcher, layout: Layout
) -> dict[str, dict[str, int]]:
    """By sets of keys; where there are too many different ones, by the keys themselves."""
    counts: dict[str, Counter[str]] = {}
    for facet, found in _aggregated(facets, layout.sets, query, searcher).items():
        if not found["sum_other_doc_count"]:
            counts[facet] = Counter()
            for bucket in found["buckets"]:
                counts[facet].update(dict.fromkeys(keys_of(bucket["key"]), bucket["doc_count"]))
    others = [facet for facet in facets if facet not in counts]
    for facet, found in _aggregated(others, layout.terms, query, searcher).items():
        counts[facet] = Counter({one["key"]: one["doc_count"] for one in found["buckets"]})
    return {facet: _most_first(of_keys) for facet, of_keys in counts.items()}


def _aggregated(
    facets: Iterable[str], fields: Mapping[str, str], query: Query, searcher: Searcher
) -> dict[str, dict[str, Any]]:
    asked = {facet: fields[facet] for facet in facets}
    if not asked:
        return {}
    size = _MOST_KEYS // len(asked)
    wanted = {field: {"terms": {"field": field, "size": size}} for field in asked.values()}
    found = searcher.aggregate(query, wanted)
    return {facet: found[field] for facet, field in asked.items()}


def _most_first(counts: Mapping[str, int]) -> dict[str, int]:
    told = ((text_of(key), count) for key, count in counts.items())
    return dict(sorted(told, key=lambda pair: (-pair[1], pair[0])))


def total(query: Query, searcher: Searcher) -> int:
    """The fastest way to count: nothing is scored or put in order."""
    return int(searcher.aggregate(query, _TOTAL)["total"]["value"])
