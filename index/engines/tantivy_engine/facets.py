"""How many products there are for each key of a facet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.engines.tantivy_engine.layout import FIRST
from index.engines.tantivy_engine.texts import text_of

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
    fields = {facet: layout.terms[facet] for facet in facets}
    if not fields:
        return {}
    size = _MOST_KEYS // len(fields)
    wanted = {field: {"terms": {"field": field, "size": size}} for field in fields.values()}
    found = searcher.aggregate(query, wanted)
    return {facet: _most_first(found[field]["buckets"]) for facet, field in fields.items()}


def _most_first(buckets: Iterable[Mapping[str, object]]) -> dict[str, int]:
    counts = ((text_of(str(bucket["key"])), int(str(bucket["doc_count"]))) for bucket in buckets)
    return dict(sorted(counts, key=lambda pair: (-pair[1], pair[0])))


def total(query: Query, searcher: Searcher) -> int:
    """The fastest way to count: nothing is scored or put in order."""
    return int(searcher.aggregate(query, _TOTAL)["total"]["value"])
