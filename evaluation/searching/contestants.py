"""Who takes part: our engines, and others that are asked the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from evaluation.searching.entries import FIELDS
from evaluation.searching.plain_whoosh import PlainWhoosh
from evaluation.searching.sqlite_index import SqliteIndex
from index.engines.engine import EngineError, engine_named

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from index.engines.engine import Engine, IndexEntry, SearchRequest, SearchResponse


class Opened(Protocol):
    def search(self, request: SearchRequest) -> SearchResponse: ...

    def close(self) -> None: ...


class Contestant(Protocol):
    """`ours` tells whether it is part of this project."""

    @property
    def name(self) -> str: ...

    @property
    def ours(self) -> bool: ...

    def build(self, folder: Path, entries: Iterable[IndexEntry]) -> None: ...

    def open(self, folder: Path) -> Opened: ...


@dataclass(frozen=True)
class OurEngine:
    """One of the engines of `index.engines`."""

    name: str
    engine: Engine
    ours: bool = True

    def build(self, folder: Path, entries: Iterable[IndexEntry]) -> None:
        self.engine.create(folder, FIELDS, entries)

    def open(self, folder: Path) -> Opened:
        return self.engine.open(folder, FIELDS)


WHOOSH, TANTIVY = "SpecSeek, Whoosh", "SpecSeek, Tantivy"


def contestants(names: Iterable[str] = ()) -> tuple[list[Contestant], list[str]]:
    """Those of these names, or all; and a line about each that is not installed."""
    chosen = set(names)
    found: list[Contestant] = []
    absent: list[str] = []
    for name, engine in ((WHOOSH, "whoosh"), (TANTIVY, "tantivy")):
        try:
            found.append(OurEngine(name, engine_named(engine)))
        except EngineError as not_installed:
            absent.append(f"{name}: {not_installed}")
    found += [PlainWhoosh(), SqliteIndex()]
    return [one for one in found if not chosen or one.name in chosen], absent
