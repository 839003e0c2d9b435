"""The postings of a token as arrays: read from Whoosh once, then kept."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from index.engines.whoosh_engine.fields import POSITION, term_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from whoosh.matching import Matcher
    from whoosh.reading import IndexReader

    from index.engines.columns.column import Rows

MOST_NUMBERS_KEPT = 8_000_000  # of up to 8 bytes
POSITION_BITS = 32


class Postings(NamedTuple):
    """The rows that have a token, and how often each has it.

    In the field `exact`, `places` has where: row * 2**32 + position, ascending.
    """

    rows: Rows
    times: NDArray[np.float32]
    places: NDArray[np.int64]

    @property
    def size(self) -> int:
        return 2 * len(self.rows) + len(self.places)


NOWHERE = Postings(np.empty(0, np.int32), np.empty(0, np.float32), np.empty(0, np.int64))


class PostingsReader:
    """Whoosh hands out one posting at a time, about half a million in a second.

    Arrays make up for it: what was read is kept as long as there is room, the least lately used
    goes first. Only what exists is kept, so that made-up words push nothing out.
    """

    def __init__(self, reader: IndexReader, row_of_document: Rows) -> None:
        self._reader = reader
        self._row_of_document = row_of_document
        self._lock = Lock()  # of what is kept; and a file of Whoosh has one position for all
        self._kept: OrderedDict[tuple[str, bytes], Postings] = OrderedDict()
        self._size = 0

    def read(self, field: str, token: str) -> Postings:
        name = (field, term_bytes(token))
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
                return self._kept[name]
            postings = self._from_whoosh(*name)
            if postings is not NOWHERE:
                self._keep(name, postings)
            return postings

    def _keep(self, name: tuple[str, bytes], postings: Postings) -> None:
        self._kept[name] = postings
        self._size += postings.size
        while self._size > MOST_NUMBERS_KEPT:
            _, dropped = self._kept.popitem(last=False)
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
    """`before`: how many documents the segments before this one have."""
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
