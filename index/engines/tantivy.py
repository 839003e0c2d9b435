"""Tantivy as an engine, for large indexes: the extra `fast`.

`tantivy_fields` defines the fields of an index, `tantivy_queries` converts requests to queries.
This module counts facets (`FacetCounter`), sorts hits (`ranked_page`), builds and opens indexes.
"""

from __future__ import annotations

from contextlib import contextmanager
from importlib import metadata
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, cast

from tantivy import Index, Order, Query

from index.engines.engine import (
    FIRST,
    EngineError,
    Hit,
    SearchResponse,
    Sort,
    check_request,
    checked_entries,
)
from index.engines.tantivy_fields import (
    DOCUMENT,
    ID,
    TOKENS,
    VERSION,
    TantivyLayout,
    decoded_key,
    decoded_set,
    encoded_key,
    tantivy_document,
    tokenizer,
)
from index.engines.tantivy_queries import Numbers, Queries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from tantivy import DocAddress, IndexWriter, Searcher

    from index.engines.engine import Fields, IndexEntry, SearchRequest


# Facet counts.


_MOST_KEYS = 60_000  # in one response: Tantivy's limit is 65,000
_FEW_SETS = 300  # with more, counting single keys is faster
_TOTAL = {"total": {"value_count": {"field": FIRST}}}  # every product has this field


class FacetCounter:
    """Counts sets of keys if there are few distinct ones: a column without gaps is fastest."""

    def __init__(self, searcher: Searcher, layout: TantivyLayout) -> None:
        self._searcher = searcher
        self._layout = layout
        self._few: dict[str, bool] = {}
        self._keys: dict[str, tuple[str, ...]] = {}  # of each set, decoded

    def counts(self, request: SearchRequest, queries: Queries) -> dict[str, dict[str, int]]:
        """All facets in one pass, plus one pass for each facet with conditions."""
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
    """The fastest way to count, without scoring or sorting."""
    return int(searcher.aggregate(query, _TOTAL)["total"]["value"])


# Sorting; among equals by prominence.


_BLOCK = 256
_Ranked: TypeAlias = "tuple[Any, DocAddress]"  # sort key, address


class _Result(Protocol):
    """Tantivy's search result, whose own type lacks the count."""

    count: int
    hits: list[_Ranked]


class Ranking(NamedTuple):
    total: int
    places: Sequence[DocAddress]


def ranked_page(
    request: SearchRequest, query: Query, searcher: Searcher, layout: TantivyLayout
) -> Ranking:
    """The requested page.

    A new index is stored in order of prominence, so that equal hits of a segment are sorted
    already. With several segments, equal hits come segment by segment, and are sorted in blocks;
    blocks are the same for all pages, so that no product is on two pages, or on none.
    """
    block = _BLOCK if searcher.num_segments > 1 else 1
    offset = min(request.offset, searcher.num_docs)
    end = min(offset + request.limit, searcher.num_docs)
    start = offset - offset % block
    limit = max(1, end + -end % block - start)  # Tantivy cannot take none
    order = _order(request, layout)
    result = cast("_Result", searcher.search(query, limit=limit, offset=start, **order))
    hits = result.hits if block == 1 else [*_in_blocks(result.hits, searcher)]
    return Ranking(result.count, [place for _, place in hits[offset - start : end - start]])


def _order(request: SearchRequest, layout: TantivyLayout) -> dict[str, Any]:
    """Tantivy puts products without a number last, in both directions."""
    if request.by_relevance:
        return {}
    sort = request.sort or Sort()
    order = Order.Desc if sort.descending else Order.Asc
    return {"order_by_field": layout.orders[sort.attribute], "order": order}


def _in_blocks(hits: Sequence[_Ranked], searcher: Searcher) -> Iterator[_Ranked]:
    for start in range(0, len(hits), _BLOCK):
        block = hits[start : start + _BLOCK]
        prominences = searcher.fast_field_values(FIRST, [place for _, place in block])
        together = zip(block, prominences, strict=True)
        for _, equals in groupby(together, key=lambda pair: pair[0][0]):
            for hit, _prominence in sorted(equals, key=lambda pair: -(pair[1] or 0)):
                yield hit


# An open index.


class TantivySearcher:
    """A snapshot of the index; searching releases the GIL."""

    def __init__(self, index: Index, layout: TantivyLayout) -> None:
        self._searcher = index.searcher()
        self._layout = layout
        self._facets = FacetCounter(self._searcher, layout)
        self._queries = Queries(layout, Numbers(layout, self._searcher))

    def search(self, request: SearchRequest) -> SearchResponse:
        check_request(request, self._layout.fields)
        scored = self._queries.whole(request, scored=request.sort is None)
        ranking = ranked_page(request, scored, self._searcher, self._layout)
        facets = self._facets.counts(request, self._queries)
        return SearchResponse(ranking.total, tuple(map(self._hit, ranking.places)), facets)

    def count(self, request: SearchRequest) -> int:
        check_request(request, self._layout.fields)
        return count_matches(self._queries.whole(request), self._searcher)

    def get(self, ids: Iterable[str]) -> list[Hit]:
        wanted = list(ids)
        if not wanted:
            return []
        result = self._searcher.search(self._queries.with_ids(wanted), limit=len(wanted))
        hits = {hit.id: hit for hit in (self._hit(place) for _, place in result.hits)}
        return [hits[one] for one in wanted if one in hits]

    def ids(self) -> Iterator[str]:
        kept = self._searcher.terms_with_prefix(ID, "", Query.all_query())
        return (decoded_key(key) for key, _ in kept)

    def __len__(self) -> int:
        return self._searcher.num_docs

    def close(self) -> None:
        """Nothing to do: files are closed when this object is deleted."""

    def _hit(self, place: DocAddress) -> Hit:
        document = self._searcher.doc(place)
        return Hit(
            decoded_key(str(document.get_first(ID))), bytes(document.get_first(DOCUMENT) or b"")
        )


# Making and opening indexes.


# One Tantivy thread keeps up with ours, and makes the fewest segments.
_THREADS = 1
_BUILD_MEMORY = 512_000_000
_UPDATE_MEMORY = 64_000_000


class TantivyEngine:
    name = "tantivy"

    @property
    def version(self) -> str:
        return f"{metadata.version('tantivy')}, layout {VERSION}"

    def create(self, folder: Path, fields: Fields, entries: Iterable[IndexEntry]) -> None:
        layout = TantivyLayout(fields)
        index = Index(layout.schema, str(folder), sort_by_field=FIRST, sort_order=Order.Desc)
        with _writing(index, _BUILD_MEMORY) as writer:
            for entry in checked_entries(entries, fields):
                writer.add_document(tantivy_document(entry, layout))

    def update(
        self, folder: Path, fields: Fields, entries: Iterable[IndexEntry], gone: Iterable[str]
    ) -> None:
        layout = TantivyLayout(fields)
        with _writing(_opened(folder, layout), _UPDATE_MEMORY) as writer:
            for ident in gone:
                writer.delete_documents_by_term(ID, encoded_key(ident))
            for entry in checked_entries(entries, fields):
                writer.delete_documents_by_term(ID, encoded_key(entry.id))
                writer.add_document(tantivy_document(entry, layout))

    def open(self, folder: Path, fields: Fields) -> TantivySearcher:
        layout = TantivyLayout(fields)
        return TantivySearcher(_opened(folder, layout), layout)


def _opened(folder: Path, layout: TantivyLayout) -> Index:
    if not Index.exists(str(folder)):
        raise EngineError(f"{folder} has no Tantivy index: build it first")
    try:
        index = Index(layout.schema, str(folder))
    except ValueError as refused:
        raise EngineError(
            f"the index in {folder} cannot be opened ({refused}): rebuild it"
        ) from refused
    index.config_reader("manual")  # the folder of a reader never changes: nothing to watch
    return index


@contextmanager
def _writing(index: Index, memory: int) -> Iterator[IndexWriter]:
    """Commit at the end; after an error nothing is committed, and the lock is released."""
    index.register_tokenizer(TOKENS, tokenizer())
    writer = index.writer(memory, _THREADS)
    try:
        yield writer
        writer.commit()
    finally:
        writer.wait_merging_threads()
