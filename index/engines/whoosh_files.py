"""The files of a Whoosh index: tokens in Whoosh, columns and documents beside it."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from whoosh.codec.whoosh3 import W3Codec
from whoosh.columns import NumericColumn
from whoosh.fields import COLUMN, FieldType, Schema
from whoosh.formats import Existence, Format
from whoosh.index import open_dir
from whoosh.reading import SegmentReader

from index.engines.columns import DocumentFile, Table, mapped_array

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray
    from whoosh.codec.base import Segment
    from whoosh.index import FileIndex
    from whoosh.reading import IndexReader
    from whoosh.writing import SegmentWriter

    from index.engines.columns import Mask, Rows
    from index.engines.engine import IndexEntry


LONGEST_TERM = 200  # bytes; a longer token is stored as its start and a digest
POSITION = "I"  # of `array`, and of numpy

Posting: TypeAlias = tuple[bytes, int, float, bytes]


def term_bytes(token: str) -> bytes:
    """Any text, even with lone surrogates or of megabytes, as a short term."""
    encoded = token.encode("utf-8", "surrogatepass")
    if len(encoded) <= LONGEST_TERM:
        return encoded
    return encoded[: LONGEST_TERM - 64] + blake2b(encoded).digest()


def said_token(attribute: str, token: str) -> str:
    """Tokens of all free-text attributes share one Whoosh field."""
    return f"{attribute}\0{token}"


class Tokens(FieldType):  # type: ignore[misc] # Whoosh has no types
    """Tokens with their frequencies; Whoosh neither analyzes nor scores."""

    def __init__(self) -> None:
        super().__init__(format=Existence(), analyzer=None)

    def index(self, value: Sequence[str], **_: object) -> Iterator[Posting]:
        for token, times in Counter(map(term_bytes, value)).items():
            yield token, times, float(times), b""


class PackedPositions(Format):  # type: ignore[misc] # Whoosh has no types
    """Packed numbers, which numpy reads at once; Whoosh would pickle each list."""

    posting_size = -1  # variable


class OrderedTokens(FieldType):  # type: ignore[misc] # Whoosh has no types
    """Tokens with their positions."""

    def __init__(self) -> None:
        super().__init__(format=PackedPositions(), analyzer=None)

    def index(self, value: Sequence[str], **_: object) -> Iterator[Posting]:
        places: dict[bytes, array[int]] = defaultdict(lambda: array(POSITION))
        for place, token in enumerate(value):
            places[term_bytes(token)].append(place)
        for token_term, where in places.items():
            yield token_term, len(where), 1.0, where.tobytes()


def whoosh_schema() -> Schema:
    """`serial` identifies documents: Whoosh's own numbers change when it merges segments."""
    return Schema(
        name=Tokens(),
        body=Tokens(),
        said=Tokens(),
        exact=OrderedTokens(),
        serial=COLUMN(NumericColumn(POSITION)),
    )


def whoosh_document(entry: IndexEntry, serial: int) -> dict[str, object]:
    said = [said_token(name, token) for name, tokens in entry.said.items() for token in tokens]
    return {
        "name": entry.name,
        "body": entry.body,
        "said": said,
        "exact": entry.exact,
        "serial": serial,
    }


# Writing to Whoosh: fast, all or nothing, and into few segments.


MOST_SEGMENTS = 8


@contextmanager
def index_writer(index: FileIndex) -> Iterator[SegmentWriter]:
    codec = W3Codec()
    # We store lengths as columns. Without this setting Whoosh would look for its file of lengths
    # for every posting, which takes longer than everything else.
    codec.length_stats = False
    writer = index.writer(codec=codec)
    try:
        yield writer
    except BaseException:
        writer.cancel()
        raise
    writer.commit(mergetype=merge_segments)


def merge_segments(writer: SegmentWriter, segments: list[Segment]) -> list[Segment]:
    """Return the segments to keep; documents of the others go into the new segment.

    Every word is looked up in every segment, so there should be few. The largest is kept until most
    of it is deleted: rewriting it takes as long as a new index.
    """
    if len(segments) < MOST_SEGMENTS:
        return segments
    largest = max(segments, key=lambda segment: segment.doc_count())
    stays = 2 * largest.doc_count() > largest.doc_count_all()
    for segment in segments:
        if not (stays and segment is largest):
            reader = SegmentReader(writer.storage, writer.schema, segment)
            writer.add_reader(reader)
            reader.close()
    return [largest] if stays else []


WORDS = "words"
COLUMNS = "columns"
SERIALS = "serials.npy"


@dataclass(frozen=True, slots=True)
class IndexFiles:
    """`serials` has one ascending number per row, by which Whoosh identifies its documents.

    `row_of_document` maps Whoosh's document numbers to rows, -1 for deleted ones.
    """

    reader: IndexReader
    table: Table
    documents: DocumentFile
    serials: NDArray[np.uint32]
    row_of_document: Rows
    last_serial: int

    @classmethod
    def open(cls, folder: Path) -> IndexFiles:
        # Read-only, so that Whoosh does not try to lock the index.
        reader = open_dir(folder / WORDS, readonly=True).reader()
        serials = mapped_array(folder / COLUMNS / SERIALS)
        in_whoosh = _serials_in_whoosh(reader)
        return cls(
            reader=reader,
            table=Table.load(folder / COLUMNS),
            documents=DocumentFile(folder / COLUMNS),
            serials=serials,
            row_of_document=_rows_of(in_whoosh, serials),
            last_serial=int(in_whoosh.max(initial=0)),
        )

    def documents_without(self, kept: Mask) -> list[int]:
        """Whoosh's document numbers of the rows that are not kept."""
        rows = self.row_of_document
        numbers = np.flatnonzero(rows >= 0)
        return [int(number) for number in numbers if not kept[rows[number]]]

    def close(self) -> None:
        self.documents.close()
        self.reader.close()


def write_serials(columns: Path, serials: NDArray[np.uint32]) -> None:
    np.save(columns / SERIALS, serials, allow_pickle=False)


def _serials_in_whoosh(reader: IndexReader) -> NDArray[np.uint32]:
    serials = array("I")
    for segment, _ in reader.leaf_readers():
        if segment.doc_count_all():
            serials.extend(segment.column_reader("serial").load())
    return np.array(serials, dtype=np.uint32)


def _rows_of(in_whoosh: NDArray[np.uint32], serials: NDArray[np.uint32]) -> Rows:
    if not len(serials):
        return np.full(len(in_whoosh), -1, dtype=np.int32)
    rows = np.minimum(np.searchsorted(serials, in_whoosh), len(serials) - 1)
    return np.where(serials[rows] == in_whoosh, rows, -1).astype(np.int32)
