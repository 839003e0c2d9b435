"""What an engine has to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from index.engines.entry import Fields, IndexEntry
    from index.engines.request import Hit, SearchRequest, SearchResponse


class Searcher(Protocol):
    """An index that is open for reading; safe to use from several threads."""

    def search(self, request: SearchRequest) -> SearchResponse: ...

    def count(self, request: SearchRequest) -> int:
        """The total alone, as fast as can be."""

    def get(self, ids: Iterable[str]) -> list[Hit]:
        """Those that are there, in the order asked for."""

    def ids(self) -> Iterator[str]:
        """All of them, in any order."""

    def __len__(self) -> int: ...

    def close(self) -> None: ...


class Engine(Protocol):
    """Makes indexes in folders, and opens them. Callers see to it that a folder is whole."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Of the library and our own layout: an index of another version is not opened."""

    def create(self, folder: Path, fields: Fields, entries: Iterable[IndexEntry]) -> None:
        """A new index in an empty folder; entries have different ids."""

    def update(
        self, folder: Path, fields: Fields, entries: Iterable[IndexEntry], gone: Iterable[str]
    ) -> None:
        """Put entries in the place of those with their ids, take out what is gone.

        Not crash-safe: callers work on a copy and put it in place when this has returned.
        """

    def open(self, folder: Path, fields: Fields) -> Searcher: ...
