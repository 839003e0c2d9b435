"""Making and opening indexes."""

from __future__ import annotations

from contextlib import contextmanager
from importlib import metadata
from typing import TYPE_CHECKING

from tantivy import Index, Order

from index.engines.checks import EngineError, checked_entries
from index.engines.tantivy_engine.documents import tantivy_document
from index.engines.tantivy_engine.layout import FIRST, ID, TOKENS, VERSION, TantivyLayout, tokenizer
from index.engines.tantivy_engine.searcher import TantivySearcher
from index.engines.tantivy_engine.texts import encoded_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tantivy import IndexWriter

    from index.engines.entry import Fields, IndexEntry

# One thread of Tantivy's beside ours keeps up with it, and makes the fewest segments.
_THREADS = 1
_BUILD_MEMORY = 512_000_000
_UPDATE_MEMORY = 64_000_000


class TantivyEngine:
    name = "tantivy"

    @property
    def version(self) -> str:
        return f"{metadata.version('tantivy')}, layout {VERSION}"

    def create(self, folder: Path, fields: Fields, entries: Iterable[IndexEntry]) -> None:
        layout = TantivyLayout(fields)
        index = Index(layout.schema, str(folder), sort_by_field=FIRST, sort_order=Order.Desc)
        with _writing(index, _BUILD_MEMORY) as writer:
            for entry in checked_entries(entries, fields):
                writer.add_document(tantivy_document(entry, layout))

    def update(
        self, folder: Path, fields: Fields, entries: Iterable[IndexEntry], gone: Iterable[str]
    ) -> None:
        layout = TantivyLayout(fields)
        with _writing(_opened(folder, layout), _UPDATE_MEMORY) as writer:
            for ident in gone:
                writer.delete_documents_by_term(ID, encoded_key(ident))
            for entry in checked_entries(entries, fields):
                writer.delete_documents_by_term(ID, encoded_key(entry.id))
                writer.add_document(tantivy_document(entry, layout))

    def open(self, folder: Path, fields: Fields) -> TantivySearcher:
        layout = TantivyLayout(fields)
        return TantivySearcher(_opened(folder, layout), layout)


def _opened(folder: Path, layout: TantivyLayout) -> Index:
    if not Index.exists(str(folder)):
        raise EngineError(f"{folder} holds no Tantivy index: build it first")
    try:
        index = Index(layout.schema, str(folder))
    except ValueError as refused:
        raise EngineError(
            f"the index in {folder} cannot be opened ({refused}): build it anew"
        ) from refused
    index.config_reader("manual")  # the folder never changes under a reader: nothing to watch
    return index


@contextmanager
def _writing(index: Index, memory: int) -> Iterator[IndexWriter]:
    """Commits at the end; after an error nothing is kept, and the folder is free again."""
    index.register_tokenizer(TOKENS, tokenizer())
    writer = index.writer(memory, _THREADS)
    try:
        yield writer
        writer.commit()
    finally:
        writer.wait_merging_threads()
