"""Rivals of the search benchmark: plain Whoosh, and SQLite's full-text search.

Whoosh is used as its manual has it, with its own filters, grouping and sorting.
"""

from __future__ import annotations

import sqlite3
from itertools import chain
from typing import TYPE_CHECKING, Any

from whoosh import fields, query, sorting
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.index import create_in, open_dir

from evaluation.made_up_phones import FIELDS
from index.engines.engine import AnyOf, Hit, SearchResponse, Sort, Within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from index.engines.engine import IndexEntry, SearchRequest


_MEMORY_MB = 256
_SCALE = 10  # Whoosh sorts whole numbers only
_FILE = "products.sqlite"
_NUMBERS = [f"{kind} {name}" for name in FIELDS.numbers for kind in ("low", "high")]
_ORDERS = [f"order {name}" for name in FIELDS.orders]
_TABLES = f"""
    CREATE TABLE product (number INTEGER PRIMARY KEY, id, document,
        {", ".join(f'"{column}" REAL' for column in (*_NUMBERS, *_ORDERS))});
    CREATE TABLE term (attribute TEXT, key TEXT, product INTEGER,
        PRIMARY KEY (attribute, key, product)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE words USING fts5 (name, body, exact, content = '',
        tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co'");
"""
_INDEXES = """
    CREATE INDEX of_product ON term (product, attribute, key);
    CREATE INDEX by_price ON product ("low 参考价格", "high 参考价格");
    ANALYZE;
    INSERT INTO words (words) VALUES ('optimize');
"""


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


class SqliteIndex:
    name = "SQLite FTS5"
    ours = False

    def build(self, folder: Path, entries: Iterable[IndexEntry]) -> None:
        connection = sqlite3.connect(folder / _FILE)
        connection.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_TABLES}")
        for number, entry in enumerate(entries):
            _add(connection, number, entry)
        connection.executescript(_INDEXES)
        connection.commit()
        connection.close()

    def open(self, folder: Path) -> SqliteSearcher:
        return SqliteSearcher(sqlite3.connect(folder / _FILE))


def _add(connection: sqlite3.Connection, number: int, entry: IndexEntry) -> None:
    numbers = _numbers(entry)
    row = (number, entry.id, entry.document, *map(numbers.get, (*_NUMBERS, *_ORDERS)))
    connection.execute(f"INSERT INTO product VALUES ({_marks(row)})", row)  # noqa: S608 - only ?
    texts = (" ".join(tokens) for tokens in (entry.name, entry.body, entry.exact))
    connection.execute(
        "INSERT INTO words (rowid, name, body, exact) VALUES (?, ?, ?, ?)", (number, *texts)
    )
    terms = ((name, key, number) for name, keys in entry.terms.items() for key in keys)
    connection.executemany("INSERT INTO term VALUES (?, ?, ?)", terms)


def _numbers(entry: IndexEntry) -> Mapping[str, float]:
    extents = {name: (points[0], points[0]) for name, points in entry.numbers.items()}
    extents |= entry.spans
    return {
        **{f"low {name}": low for name, (low, _) in extents.items()},
        **{f"high {name}": high for name, (_, high) in extents.items()},
        **{f"order {name}": number for name, number in entry.orders.items()},
    }


class SqliteSearcher:
    """What is found goes into a table of its own first: all else is counted from there."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.executescript(
            "PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 4000000000; PRAGMA cache_size = -64000;"
            "CREATE TEMP TABLE found (product INTEGER PRIMARY KEY, score REAL)"
        )

    def search(self, request: SearchRequest) -> SearchResponse:
        filtered = {condition.attribute for condition in request.conditions}
        free = [facet for facet in request.facets if facet not in filtered]
        total = self._find(request)
        hits = tuple(self._hits(request))
        counts = {facet: self._counts(facet) for facet in free}
        for facet in filtered.intersection(request.facets):
            self._find(request, except_on=facet)
            counts[facet] = self._counts(facet)
        return SearchResponse(total, hits, counts)

    def _find(self, request: SearchRequest, except_on: str | None = None) -> int:
        self._connection.execute("DELETE FROM found")
        wheres, values = ["true"], list[object]()
        tables, score = "product", "0"
        if match := _match(request):
            tables, score = "words JOIN product ON number = words.rowid", "bm25(words, 3.0, 1.0)"
            wheres, values = ["words MATCH ?"], [match]
        for where, needed in _wheres(request, except_on):
            wheres.append(where)
            values += needed
        score = score if request.words and not request.sort else "0"
        sql = f"SELECT number, {score} FROM {tables} WHERE {' AND '.join(wheres)}"  # noqa: S608 - values are bound
        return self._connection.execute(f"INSERT INTO found {sql}", values).rowcount

    def _hits(self, request: SearchRequest) -> Iterator[Hit]:
        sort = request.sort or Sort()
        order = f'"order {sort.attribute}" {"DESC" if sort.descending else "ASC"} NULLS LAST'
        rows = self._connection.execute(
            "SELECT id, document FROM found JOIN product ON number = product"  # noqa: S608 - our names
            f" ORDER BY score, {order} LIMIT ? OFFSET ?",
            (request.limit, request.offset),
        )
        return map(Hit._make, rows)

    def _counts(self, facet: str) -> dict[str, int]:
        sql = (
            "SELECT key, count(*) FROM found CROSS JOIN term INDEXED BY of_product"
            " ON term.product = found.product AND attribute = ? GROUP BY key"
        )
        return dict(self._connection.execute(sql, (facet,)))

    def close(self) -> None:
        self._connection.close()


def _match(request: SearchRequest) -> str:
    words = (f"{{name body}} : {_quoted(word)}" for word in request.words)
    phrases = (f"exact : {_quoted(' '.join(phrase))}" for phrase in request.phrases)
    return " AND ".join(chain(words, phrases))


def _wheres(request: SearchRequest, except_on: str | None) -> Iterator[tuple[str, list[object]]]:
    for condition in request.conditions:
        match condition:
            case _ if condition.attribute == except_on:
                continue
            case AnyOf(attribute, keys):
                sql = f"SELECT product FROM term WHERE attribute = ? AND key IN ({_marks(keys)})"  # noqa: S608 - only ?
                yield f"number IN ({sql})", [attribute, *keys]
            case Within(attribute, low, high):
                yield f'"low {attribute}" <= ? AND "high {attribute}" >= ?', [high, low]


def _marks(values: Iterable[object]) -> str:
    return ", ".join("?" for _ in values)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
