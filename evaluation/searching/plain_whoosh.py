"""A rival: Whoosh as its manual has it, with its own filters, grouping and sorting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whoosh import fields, query, sorting
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.index import create_in, open_dir

from evaluation.searching.entries import FIELDS
from index.engines.engine import AnyOf, Hit, SearchResponse, Sort, Within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from index.engines.engine import IndexEntry, SearchRequest

_MEMORY_MB = 256
_SCALE = 10  # Whoosh sorts whole numbers only


class PlainWhoosh:
    name = "plain Whoosh"
    ours = False

    def build(self, folder: Path, entries: Iterable[IndexEntry]) -> None:
        index = create_in(folder, _schema())
        writer = index.writer(limitmb=_MEMORY_MB)
        for entry in entries:
            writer.add_document(**_document(entry))
        writer.commit()
        index.close()

    def open(self, folder: Path) -> PlainWhooshSearcher:
        return PlainWhooshSearcher(open_dir(folder, readonly=True))


class PlainWhooshSearcher:
    """Facets are counted as ours are: without the filter on their own attribute."""

    def __init__(self, index: Any) -> None:  # noqa: ANN401 - Whoosh has no types
        self._index = index
        self._searcher = index.searcher()

    def search(self, request: SearchRequest) -> SearchResponse:
        filtered = {condition.attribute for condition in request.conditions}
        free = [facet for facet in request.facets if facet not in filtered]
        results = self._results(request, free)
        counts = {facet: _counts(results, facet) for facet in free}
        for facet in filtered.intersection(request.facets):
            counts[facet] = _counts(self._results(request, [facet], facet), facet)
        hits = tuple(Hit(hit["id"], hit["document"]) for hit in results)
        return SearchResponse(len(results), hits, counts)

    def _results(
        self, request: SearchRequest, facets: Iterable[str], except_on: str | None = None
    ) -> Any:  # noqa: ANN401 - Whoosh has no types
        sort = request.sort or (None if request.words else Sort())
        return self._searcher.search(
            query.And([*_texts(request)] or [query.Every()]),
            filter=query.And([*_filters(request, except_on)] or [query.Every()]),
            limit=request.limit,
            groupedby={
                facet: sorting.FieldFacet(
                    f"term_{facet}", allow_overlap=True, maptype=sorting.Count
                )
                for facet in facets
            },
            sortedby=sort
            and sorting.FieldFacet(f"order_{sort.attribute}", reverse=sort.descending),
        )

    def close(self) -> None:
        self._searcher.close()
        self._index.close()


def _counts(results: Any, facet: str) -> dict[str, int]:  # noqa: ANN401 - Whoosh has no types
    groups = results.groups(facet)
    return {key: count for key, count in groups.items() if key}  # those without any have None


def _schema() -> Any:  # noqa: ANN401 - Whoosh has no types
    schema = fields.Schema(id=fields.ID(stored=True), document=fields.STORED())
    for name in ("name", "body", "exact"):
        schema.add(name, fields.TEXT(SpaceSeparatedTokenizer(), phrase=name == "exact"))
    for attribute in FIELDS.terms:
        schema.add(f"term_{attribute}", fields.KEYWORD(commas=True))
    for attribute in FIELDS.numbers:
        schema.add(f"low_{attribute}", fields.NUMERIC(int, bits=64))
        schema.add(f"high_{attribute}", fields.NUMERIC(int, bits=64))
    for attribute in FIELDS.orders:
        schema.add(f"order_{attribute}", fields.NUMERIC(int, bits=64, sortable=True))
    return schema


def _document(entry: IndexEntry) -> dict[str, object]:
    extents = {name: (points[0], points[0]) for name, points in entry.numbers.items()}
    extents |= entry.spans
    texts = {"name": entry.name, "body": entry.body, "exact": entry.exact}
    return {
        "id": entry.id,
        "document": entry.document,
        **{field: " ".join(tokens) for field, tokens in texts.items()},
        **{f"term_{name}": ",".join(keys) for name, keys in entry.terms.items()},
        **{f"low_{name}": _whole(low) for name, (low, _) in extents.items()},
        **{f"high_{name}": _whole(high) for name, (_, high) in extents.items()},
        **{f"order_{name}": _whole(number) for name, number in entry.orders.items()},
    }


def _texts(request: SearchRequest) -> Iterator[Any]:
    for word in request.words:
        in_name, in_body = query.Term("name", word, boost=3.0), query.Term("body", word)
        yield query.Or([in_name, in_body])
    for phrase in request.phrases:
        yield query.Phrase("exact", list(phrase))


def _filters(request: SearchRequest, except_on: str | None) -> Iterator[Any]:
    for condition in request.conditions:
        match condition:
            case _ if condition.attribute == except_on:
                continue
            case AnyOf(attribute, keys):
                yield query.Or([query.Term(f"term_{attribute}", key) for key in keys])
            case Within(attribute, float() | int() as low, float() | int() as high):
                yield query.NumericRange(f"low_{attribute}", None, _whole(high))
                yield query.NumericRange(f"high_{attribute}", _whole(low), None)


def _whole(number: float) -> int:
    return round(number * _SCALE)
