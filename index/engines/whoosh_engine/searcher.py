"""An index of Whoosh and columns, open for reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from index.engines.checks import check_request
from index.engines.columns.conditions import rows_where
from index.engines.columns.facets import count_keys
from index.engines.columns.sorting import first_rows
from index.engines.entry import PROMINENCE, UNCONFIRMED_FITS
from index.engines.request import SearchResponse
from index.engines.whoosh_engine.postings import PostingsReader
from index.engines.whoosh_engine.words import WordFinder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from index.engines.columns.column import Mask, Numbers, Rows
    from index.engines.entry import Fields
    from index.engines.request import Hit, SearchRequest
    from index.engines.whoosh_engine.files import IndexFiles


class WhooshSearcher:
    """Whoosh tells which rows have which words; all else is asked of the columns.

    Nothing changes after opening but what is kept of Whoosh's postings, which has a lock.
    """

    def __init__(self, files: IndexFiles, fields: Fields) -> None:
        self._files = files
        self._fields = fields
        self._table = files.table
        self._words = WordFinder(PostingsReader(files.reader, files.row_of_document), files.table)
        self._prominence = self._order(PROMINENCE)

    def search(self, request: SearchRequest) -> SearchResponse:
        check_request(request, self._fields)
        text = self._words.matching(request)
        masks = self._masks(request)
        mask = _all_of(text, masks)
        facets = {
            facet: count_keys(self._table, facet, self._unchosen(facet, request, text, masks, mask))
            for facet in request.facets
        }
        rows = np.flatnonzero(mask).astype(np.int32)
        hits = tuple(map(self._files.documents.hit, self._page(request, rows)))
        return SearchResponse(len(rows), hits, facets)

    def count(self, request: SearchRequest) -> int:
        check_request(request, self._fields)
        mask = _all_of(self._words.matching(request), self._masks(request))
        return int(np.count_nonzero(mask))

    def get(self, ids: Iterable[str]) -> list[Hit]:
        documents = self._files.documents
        return [documents.hit(documents.row_of[one]) for one in ids if one in documents.row_of]

    def ids(self) -> Iterator[str]:
        return iter(self._files.documents.ids)

    def __len__(self) -> int:
        return self._table.rows

    def close(self) -> None:
        self._files.close()

    def _masks(self, request: SearchRequest) -> list[Mask]:
        return [rows_where(self._table, one, self._words.saying) for one in request.conditions]

    def _page(self, request: SearchRequest, rows: Rows) -> list[int]:
        if not request.limit or request.offset >= len(rows):
            return []
        until = request.offset + request.limit
        smallest = self._sort_keys(request, rows)
        first = first_rows(rows, smallest, self._prominence, until)
        return list(map(int, first[request.offset :]))

    def _sort_keys(self, request: SearchRequest, rows: Rows) -> Numbers:
        """What is smallest comes first."""
        if request.sort:
            order = self._order(request.sort.attribute)[rows]
            return -order if request.sort.descending else order
        if request.words:
            fit = np.where(self._prominence[rows] >= 0, 1.0, UNCONFIRMED_FITS)
            return -self._words.scores(request.words, rows) * fit
        return -self._prominence[rows]

    def _order(self, attribute: str) -> Numbers:
        return self._table.column("orders", attribute).dense(self._table.rows, np.nan)

    def _unchosen(
        self, facet: str, request: SearchRequest, text: Mask, masks: list[Mask], everything: Mask
    ) -> Mask:
        """The rows as if nothing had been chosen in this facet."""
        others = [
            mask
            for condition, mask in zip(request.conditions, masks, strict=True)
            if condition.attribute != facet
        ]
        return everything if len(others) == len(masks) else _all_of(text, others)


def _all_of(text: Mask, masks: Iterable[Mask]) -> Mask:
    everything: Mask = np.logical_and.reduce([text, *masks])
    return everything
