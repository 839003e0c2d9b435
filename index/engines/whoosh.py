"""Whoosh as an engine: pure Python, the default.

Whoosh stores the tokens, numpy columns (`columns`) everything else; `whoosh_files` has the file
layout. Postings are read from Whoosh once, as arrays (`PostingsReader`); `WordFinder` matches and
scores words; `WhooshSearcher` combines words, conditions, facets and sorting.
"""

from __future__ import annotations

import shutil
from collections import OrderedDict
from functools import reduce
from importlib.metadata import version
from itertools import chain
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from whoosh.index import create_in, open_dir

from index.engines.columns import TableBuilder, count_keys, first_rows, rows_where, write_documents
from index.engines.engine import (
    CALLED_ADDS,
    PROMINENCE,
    UNCONFIRMED_FITS,
    Hit,
    SearchResponse,
    WordMatch,
    check_request,
    checked_entries,
)
from index.engines.whoosh_files import (
    COLUMNS,
    POSITION,
    WORDS,
    IndexFiles,
    index_writer,
    said_token,
    term_bytes,
    whoosh_document,
    whoosh_schema,
    write_serials,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray
    from whoosh.matching import Matcher
    from whoosh.reading import IndexReader
    from whoosh.writing import SegmentWriter

    from index.engines.columns import Mask, Numbers, Rows, Table
    from index.engines.engine import Fields, IndexEntry, SearchRequest, TextMatch


# The postings of a token as arrays: read from Whoosh once, then cached.


MOST_NUMBERS_CACHED = 8_000_000  # of up to 8 bytes
POSITION_BITS = 32


class Postings(NamedTuple):
    """The rows that have a token, and its frequency in each.

    In the field `exact`, `places` has the positions: row * 2**32 + position, ascending.
    """

    rows: Rows
    times: NDArray[np.float32]
    places: NDArray[np.int64]

    @property
    def size(self) -> int:
        return 2 * len(self.rows) + len(self.places)


NOWHERE = Postings(np.empty(0, np.int32), np.empty(0, np.float32), np.empty(0, np.int64))


class PostingsReader:
    """Caches postings as arrays: Whoosh yields them one by one, about half a million per second.

    The least recently used are dropped first. Only existing tokens are cached, so that made-up
    words push nothing out.
    """

    def __init__(self, reader: IndexReader, row_of_document: Rows) -> None:
        self._reader = reader
        self._row_of_document = row_of_document
        self._lock = Lock()  # for the cache, and for Whoosh's files, whose position is shared
        self._cached: OrderedDict[tuple[str, bytes], Postings] = OrderedDict()
        self._size = 0

    def read(self, field: str, token: str) -> Postings:
        name = (field, term_bytes(token))
        with self._lock:
            if name in self._cached:
                self._cached.move_to_end(name)
                return self._cached[name]
            postings = self._from_whoosh(*name)
            if postings is not NOWHERE:
                self._cache(name, postings)
            return postings

    def _cache(self, name: tuple[str, bytes], postings: Postings) -> None:
        self._cached[name] = postings
        self._size += postings.size
        while self._size > MOST_NUMBERS_CACHED:
            _, dropped = self._cached.popitem(last=False)
            self._size -= dropped.size

    def _from_whoosh(self, field: str, token_term: bytes) -> Postings:
        documents: list[int] = []
        times: list[float] = []
        places: list[bytes] = []
        for segment, before in self._reader.leaf_readers():
            if (field, token_term) in segment:
                matcher = segment.postings(field, token_term)
                _read_all(matcher, before, documents, times, places)
        if not documents:
            return NOWHERE
        rows = self._row_of_document[documents]
        return Postings(rows, np.array(times, np.float32), _place_keys(rows, places))


def _read_all(
    matcher: Matcher, before: int, documents: list[int], times: list[float], places: list[bytes]
) -> None:
    """`before` is the number of documents in earlier segments."""
    while matcher.is_active():
        documents.append(before + matcher.id())
        times.append(matcher.weight())
        value = matcher.value()
        if value:
            places.append(value)
        matcher.next()


def _place_keys(rows: Rows, places: list[bytes]) -> NDArray[np.int64]:
    if not places:
        return NOWHERE.places
    positions = np.frombuffer(b"".join(places), dtype=POSITION)
    lengths = [len(packed) // positions.itemsize for packed in places]
    row_keys = np.repeat(rows.astype(np.int64) << POSITION_BITS, lengths)
    return np.sort(row_keys + positions)


# Matching words and phrases, and scoring.


WEIGHTS = {"name": 4.0, "body": 1.0}
# The usual constants k1 and b of BM25.
SATURATION = 1.2
LENGTH_WEIGHT = 0.75


class WordFinder:
    def __init__(self, postings: PostingsReader, table: Table) -> None:
        self._postings = postings
        self._rows = table.rows
        self._damping = {field: _length_damping(table, field) for field in WEIGHTS}

    def matching(self, request: SearchRequest) -> Mask:
        """The rows with all words, all phrases, and no unwanted phrase."""
        words = map(self._having_word, dict.fromkeys(request.words))
        in_name = (self._having("name", word) for word in dict.fromkeys(request.in_name))
        phrases = map(self._having_phrase, filter(None, request.phrases))
        without = (~self._having_phrase(phrase) for phrase in filter(None, request.without))
        return self._all_of(chain(words, in_name, phrases, without))

    def text_match(self, condition: TextMatch | WordMatch) -> Mask:
        if isinstance(condition, WordMatch):
            return self._all_of(map(self._having_word, dict.fromkeys(condition.tokens)))
        tokens = (said_token(condition.attribute, token) for token in condition.tokens)
        return self._all_of(self._having("said", token) for token in dict.fromkeys(tokens))

    def scores(self, words: Iterable[str], rows: Rows) -> Numbers:
        """The sum of BM25 in name and body; the name weighs more."""
        scores = np.zeros(len(rows))
        for word in dict.fromkeys(words):
            fit = np.zeros(self._rows)
            for field, weight in WEIGHTS.items():
                found, times, _ = self._postings.read(field, word)
                damped = times + self._damping[field][found]
                fit[found] += weight * times * (SATURATION + 1) / damped
            scores += self._rarity(int(np.count_nonzero(fit))) * fit[rows]
        return scores

    def called(self, names: Iterable[str], rows: Rows) -> Numbers:
        """What names add to the relevance: most for the longest that a product has."""
        adds = np.zeros(self._rows)
        for name in dict.fromkeys(names):
            found = self._postings.read("name", name).rows
            adds[found] += len(name) * CALLED_ADDS
        return adds[rows]

    def _rarity(self, having: int) -> float:
        return float(np.log1p((self._rows - having + 0.5) / (having + 0.5)))

    def _having(self, field: str, token: str) -> Mask:
        return self._mask(self._postings.read(field, token).rows)

    def _having_word(self, word: str) -> Mask:
        return self._having("name", word) | self._having("body", word)

    def _having_phrase(self, phrase: tuple[str, ...]) -> Mask:
        starts = (
            self._postings.read("exact", token).places - place for place, token in enumerate(phrase)
        )
        common = reduce(_in_both, starts)
        return self._mask(common >> POSITION_BITS)

    def _mask(self, rows: NDArray[np.integer]) -> Mask:
        mask = np.zeros(self._rows, dtype=np.bool_)
        mask[rows] = True
        return mask

    def _all_of(self, masks: Iterable[Mask]) -> Mask:
        """Combine masks one by one, and stop when nothing is left."""
        everything = np.ones(self._rows, dtype=np.bool_)
        for mask in masks:
            everything &= mask
            if not everything.any():
                break
        return everything


def _length_damping(table: Table, field: str) -> NDArray[np.float32]:
    """Per row, the length normalization of BM25."""
    lengths = table.column("lengths", field).dense(table.rows, 0.0)
    average = max(float(lengths.mean()), 1.0) if table.rows else 1.0
    damping = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * lengths / average)
    return damping.astype(np.float32)


def _in_both(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """The intersection of two ascending arrays; the shorter is looked up in the longer."""
    few, many = sorted((first, second), key=len)
    if not len(few):
        return few
    where = np.searchsorted(many, few)
    there: Mask = many[np.minimum(where, len(many) - 1)] == few
    return few[there]


# An open index.


class WhooshSearcher:
    """Words are matched in Whoosh, everything else in columns.

    Safe to use from several threads: only the cache of postings changes, and it has a lock.
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
        return [rows_where(self._table, one, self._words.text_match) for one in request.conditions]

    def _page(self, request: SearchRequest, rows: Rows) -> list[int]:
        if not request.limit or request.offset >= len(rows):
            return []
        until = request.offset + request.limit
        smallest = self._sort_keys(request, rows)
        first = first_rows(rows, smallest, self._prominence, until)
        return list(map(int, first[request.offset :]))

    def _sort_keys(self, request: SearchRequest, rows: Rows) -> Numbers:
        """Rows with the smallest keys come first."""
        if request.sort:
            order = self._order(request.sort.attribute)[rows]
            return -order if request.sort.descending else order
        if request.by_relevance:
            fit = np.where(self._prominence[rows] >= 0, 1.0, UNCONFIRMED_FITS)
            scores = self._words.scores(request.scored, rows) * fit
            return -scores - self._words.called(request.called, rows)
        return -self._prominence[rows]

    def _order(self, attribute: str) -> Numbers:
        return self._table.column("orders", attribute).dense(self._table.rows, np.nan)

    def _unchosen(
        self, facet: str, request: SearchRequest, text: Mask, masks: list[Mask], everything: Mask
    ) -> Mask:
        """The rows without the conditions on this facet."""
        others = [
            mask
            for condition, mask in zip(request.conditions, masks, strict=True)
            if condition.attribute != facet
        ]
        return everything if len(others) == len(masks) else _all_of(text, others)


def _all_of(text: Mask, masks: Iterable[Mask]) -> Mask:
    everything: Mask = np.logical_and.reduce([text, *masks])
    return everything


# Making and opening indexes.


LAYOUT = 3  # version of our own files


class WhooshEngine:
    name = "whoosh"

    @property
    def version(self) -> str:
        return f"whoosh-reloaded {version('whoosh-reloaded')}, layout {LAYOUT}"

    def open(self, folder: Path, fields: Fields) -> WhooshSearcher:
        return WhooshSearcher(IndexFiles.open(folder), fields)

    def create(self, folder: Path, fields: Fields, entries: Iterable[IndexEntry]) -> None:
        words, columns = folder / WORDS, folder / COLUMNS
        words.mkdir()
        columns.mkdir()
        builder = TableBuilder()
        with index_writer(create_in(words, whoosh_schema())) as writer:
            write_documents(columns, _added(checked_entries(entries, fields), writer, builder, 1))
        table = builder.table()
        table.save(columns)
        write_serials(columns, np.arange(1, table.rows + 1, dtype=np.uint32))

    def update(
        self, folder: Path, fields: Fields, entries: Iterable[IndexEntry], gone: Iterable[str]
    ) -> None:
        fresh = list(checked_entries(entries, fields))
        old = IndexFiles.open(folder)
        try:
            out = {*gone, *(entry.id for entry in fresh)}
            kept = np.array([ident not in out for ident in old.documents.ids], dtype=np.bool_)
            _update(folder, old, kept, fresh)
        finally:
            old.close()


def _update(folder: Path, old: IndexFiles, kept: Mask, fresh: list[IndexEntry]) -> None:
    """Columns go into a new folder, since the old ones are read meanwhile."""
    columns = folder / f"{COLUMNS}.new"
    columns.mkdir()
    builder = TableBuilder()
    first = old.last_serial + 1
    with index_writer(open_dir(folder / WORDS)) as writer:
        for number in old.documents_without(kept):
            writer.delete_document(number)
        staying = map(old.documents.hit, np.flatnonzero(kept).tolist())
        write_documents(columns, chain(staying, _added(fresh, writer, builder, first)))
    renumbered = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
    old.table.kept(renumbered).followed_by(builder.table()).save(columns)
    added = np.arange(first, first + len(fresh), dtype=np.uint32)
    write_serials(columns, np.concatenate((old.serials[kept], added)))
    shutil.rmtree(folder / COLUMNS)
    columns.rename(folder / COLUMNS)


def _added(
    entries: Iterable[IndexEntry], writer: SegmentWriter, builder: TableBuilder, first: int
) -> Iterator[Hit]:
    """Add each entry to Whoosh and to the columns; yield its document, to be written."""
    for serial, entry in enumerate(entries, first):
        writer.add_document(**whoosh_document(entry, serial))
        builder.add(entry)
        yield Hit(entry.id, entry.document)
