"""A Tantivy index, open for reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tantivy import Query

from index.engines.checks import check_request
from index.engines.request import Hit, SearchResponse
from index.engines.tantivy_engine.facets import FacetCounter, count_matches
from index.engines.tantivy_engine.layout import DOCUMENT, ID
from index.engines.tantivy_engine.numbers import Numbers
from index.engines.tantivy_engine.queries import Queries
from index.engines.tantivy_engine.ranking import ranked_page
from index.engines.tantivy_engine.texts import decoded_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tantivy import DocAddress, Index

    from index.engines.request import SearchRequest
    from index.engines.tantivy_engine.layout import TantivyLayout


class TantivySearcher:
    """Sees the index as it was when opened; searching lets other threads run."""

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
        """Nothing to do: files are let go of together with this object."""

    def _hit(self, place: DocAddress) -> Hit:
        document = self._searcher.doc(place)
        return Hit(
            decoded_key(str(document.get_first(ID))), bytes(document.get_first(DOCUMENT) or b"")
        )
