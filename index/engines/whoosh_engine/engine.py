"""Making and opening indexes."""

from __future__ import annotations

import shutil
from importlib.metadata import version
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from whoosh.index import create_in, open_dir

from index.engines.checks import checked_entries
from index.engines.columns.building import TableBuilder
from index.engines.columns.documents import write_documents
from index.engines.request import Hit
from index.engines.whoosh_engine.fields import whoosh_document, whoosh_schema
from index.engines.whoosh_engine.files import COLUMNS, WORDS, IndexFiles, write_serials
from index.engines.whoosh_engine.searcher import WhooshSearcher
from index.engines.whoosh_engine.writing import index_writer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from whoosh.writing import SegmentWriter

    from index.engines.columns.column import Mask
    from index.engines.entry import Fields, IndexEntry

LAYOUT = 2  # of our own files: another number with every change of them


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
            write_documents(
                columns, _taken_in(checked_entries(entries, fields), writer, builder, 1)
            )
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
    """Columns are written aside: the old ones are being read meanwhile."""
    columns = folder / f"{COLUMNS}.new"
    columns.mkdir()
    builder = TableBuilder()
    first = old.last_serial + 1
    with index_writer(open_dir(folder / WORDS)) as writer:
        for number in old.documents_without(kept):
            writer.delete_document(number)
        staying = map(old.documents.hit, np.flatnonzero(kept).tolist())
        write_documents(columns, chain(staying, _taken_in(fresh, writer, builder, first)))
    renumbered = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
    old.table.kept(renumbered).followed_by(builder.table()).save(columns)
    added = np.arange(first, first + len(fresh), dtype=np.uint32)
    write_serials(columns, np.concatenate((old.serials[kept], added)))
    shutil.rmtree(folder / COLUMNS)
    columns.rename(folder / COLUMNS)


def _taken_in(
    entries: Iterable[IndexEntry], writer: SegmentWriter, builder: TableBuilder, first: int
) -> Iterator[Hit]:
    """Each entry goes to Whoosh and into the columns; what is left of it is its document."""
    for serial, entry in enumerate(entries, first):
        writer.add_document(**whoosh_document(entry, serial))
        builder.add(entry)
        yield Hit(entry.id, entry.document)
