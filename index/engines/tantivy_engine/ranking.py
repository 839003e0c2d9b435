"""Which products come first, and among equals those of more prominence."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, cast

from tantivy import Order

from index.engines.request import Sort
from index.engines.tantivy_engine.layout import FIRST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tantivy import DocAddress, Query, Searcher

    from index.engines.request import SearchRequest
    from index.engines.tantivy_engine.layout import TantivyLayout

_BLOCK = 256
_Ranked: TypeAlias = "tuple[Any, DocAddress]"  # what it was ranked by, and where it lies


class _Result(Protocol):
    """What Tantivy gives; its own type leaves out the count."""

    count: int
    hits: list[_Ranked]


class Ranking(NamedTuple):
    total: int
    places: Sequence[DocAddress]


def ranked_page(
    request: SearchRequest, query: Query, searcher: Searcher, layout: TantivyLayout
) -> Ranking:
    """The page that is asked for.

    An index is stored by prominence, so that equals of one segment are in order already. Those
    of several segments come one segment after the other and are put in order block by block;
    blocks are the same for all pages, so that no product is on two of them or on none.
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
    """Tantivy puts products without a number last, whichever way."""
    if request.words and not request.sort:
        return {}  # by relevance
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
