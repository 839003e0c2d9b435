"""The files of an index: what Whoosh keeps, and the columns and documents beside it."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from whoosh.index import open_dir

from index.engines.columns.column import mapped_array
from index.engines.columns.documents import DocumentFile
from index.engines.columns.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray
    from whoosh.reading import IndexReader

    from index.engines.columns.column import Mask, Rows

WORDS = "words"
COLUMNS = "columns"
SERIALS = "serials.npy"


@dataclass(frozen=True, slots=True)
class IndexFiles:
    """`serials`, one per row, ascend; Whoosh knows its documents by them.

    `row_of_document` goes from Whoosh's numbers to rows, and is -1 for what was taken out.
    """

    reader: IndexReader
    table: Table
    documents: DocumentFile
    serials: NDArray[np.uint32]
    row_of_document: Rows
    last_serial: int

    @classmethod
    def open(cls, folder: Path) -> IndexFiles:
        # Read-only: Whoosh must not even try for its lock.
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
        """Whoosh's numbers of the rows that are not kept."""
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
