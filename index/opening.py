"""An index that is open for searching.

`open_index` opens the generation in use; `CurrentIndex` keeps one open for a process that answers
many, and follows every new build by itself.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from core.errors import SpecSeekError
from index.generations import IndexUnusable, trusted_manifest
from index.schema import IndexSchema
from index.suggest import Suggestions

if TYPE_CHECKING:
    from pathlib import Path

    from core.topic import Topic
    from index.engines.engine import Searcher
    from index.generations import IndexManifest, IndexPlace


ENGINE, SUGGESTIONS, SCHEMA = "engine", "suggestions", "schema.json"


@dataclass(frozen=True, slots=True)
class OpenIndex:
    """One generation: it stays as it is, whatever is built meanwhile."""

    topic: Topic
    manifest: IndexManifest
    schema: IndexSchema
    searcher: Searcher
    suggestions: Suggestions

    def close(self) -> None:
        self.searcher.close()
        self.suggestions.close()


def open_index(place: IndexPlace) -> OpenIndex:
    """The generation in use, if it can be trusted: IndexUnusable (MissingIndex) if not.

    Between reading its name and opening it, it may have been replaced twice, and removed.
    """
    tried = place.current()
    try:
        return _opened(place)
    except Exception:
        if place.current() == tried:
            raise
    return _opened(place)


def open_generation(place: IndexPlace, folder: Path, manifest: IndexManifest) -> OpenIndex:
    """One whose files are known to be right."""
    schema = IndexSchema.from_json((folder / SCHEMA).read_bytes())
    suggestions = Suggestions.open(folder / SUGGESTIONS)
    try:
        searcher = place.engine.open(folder / ENGINE, schema.fields)
    except BaseException:
        suggestions.close()
        raise
    return OpenIndex(place.topic, manifest, schema, searcher, suggestions)


def open_trusted(place: IndexPlace, manifest: IndexManifest) -> OpenIndex:
    """One whose manifest was found to be right; IndexUnusable where it cannot be opened even so."""
    try:
        return open_generation(place, place.root / manifest.generation, manifest)
    except (OSError, SpecSeekError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise IndexUnusable(place.topic.name, f"it cannot be read ({why})") from error


def _opened(place: IndexPlace) -> OpenIndex:
    return open_trusted(place, trusted_manifest(place))


# The index in use, for a process that answers many requests.


_Look: TypeAlias = "tuple[int, int] | None"  # inode and time of the file that names the index

_LONGEST_ANSWER = 120  # seconds: whoever began with a replaced index has long been done
_TRY_AGAIN = 10  # seconds: to look through a large index takes time, and visitors may be many
_log = logging.getLogger(__name__)


class _Refused(NamedTuple):
    look: _Look
    at: float
    error: IndexUnusable


class CurrentIndex:
    """Opens the index when it is first asked for; safe to use from several threads.

    An index that was replaced stays open for a while: others may be searching in it. One that
    cannot be used does not take the place of one that can.
    """

    def __init__(self, place: IndexPlace) -> None:
        self._place = place
        self._lock = threading.Lock()
        self._look: _Look = None
        self._open: OpenIndex | None = None
        self._replaced: list[tuple[float, OpenIndex]] = []
        self._refused: _Refused | None = None

    def get(self) -> OpenIndex:
        """IndexUnusable (MissingIndex) where there is none to search in."""
        opened = self._open
        if opened and self._look == self._pointer_look() and not self._replaced:
            return opened
        with self._lock:
            self._close_replaced(time.monotonic() - _LONGEST_ANSWER)
            return self._newest()

    def close(self) -> None:
        with self._lock:
            self._close_replaced(time.monotonic())
            if self._open:
                self._open.close()
            self._open, self._look = None, None

    def _newest(self) -> OpenIndex:
        look = self._pointer_look()
        if self._open and look == self._look:
            return self._open
        refused = self._refused
        if refused and refused.look == look and time.monotonic() < refused.at + _TRY_AGAIN:
            raise refused.error
        try:
            opened = open_index(self._place)
        except IndexUnusable as error:
            return self._refuse(_Refused(look, time.monotonic(), error))
        if self._open:
            self._replaced.append((time.monotonic(), self._open))
        self._open, self._look = opened, look
        return opened

    def _refuse(self, refused: _Refused) -> OpenIndex:
        """The index from before, until there is another; an error where there was none."""
        if not self._open:
            self._refused = refused
            raise refused.error
        _log.warning("The index from before stays in use. %s", refused.error)
        self._look = refused.look
        return self._open

    def _close_replaced(self, before: float) -> None:
        for at, old in list(self._replaced):
            if at <= before:
                self._replaced.remove((at, old))
                old.close()

    def _pointer_look(self) -> _Look:
        """Every build puts another file in its place."""
        try:
            stat = self._place.pointer.stat()
        except OSError:
            return None
        return stat.st_ino, stat.st_mtime_ns
