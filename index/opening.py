"""Opens an index for searching.

`open_index` opens the current generation; `CurrentIndex` keeps it open in a server, and switches to
each new build.
"""

from __future__ import annotations

import logging
import threading
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from core.errors import SpecSeekError
from index.channels.document import CHANNEL_FIELDS
from index.engines.engine import EngineUnavailable
from index.generations import IndexUnusable, trusted_manifest
from index.schema import IndexSchema
from index.suggest import Suggestions

if TYPE_CHECKING:
    from pathlib import Path

    from core.topic import Topic
    from index.engines.engine import Searcher
    from index.generations import IndexManifest, IndexPlace


ENGINE, CHANNELS = "engine", "channels"  # products; articles and posts
SUGGESTIONS, SCHEMA = "suggestions", "schema.json"


@dataclass(frozen=True, slots=True)
class OpenIndex:
    """One generation; later builds do not change it.

    `searcher` finds products, `channels` articles and posts. Their files are closed by `close`, or
    when nobody refers to them any more.
    """

    topic: Topic
    manifest: IndexManifest
    schema: IndexSchema
    searcher: Searcher
    channels: Searcher
    suggestions: Suggestions

    def close(self) -> None:
        self.searcher.close()
        self.channels.close()
        self.suggestions.close()


def open_index(place: IndexPlace) -> OpenIndex:
    """Open the current generation; raises IndexUnusable (MissingIndex) if it cannot be trusted.

    Tries again if the generation was replaced, and removed, after its name was read.
    """
    tried = place.current()
    try:
        return _opened(place)
    except Exception:
        if place.current() == tried:
            raise
    return _opened(place)


def open_generation(place: IndexPlace, folder: Path, manifest: IndexManifest) -> OpenIndex:
    """Open a generation whose files have been checked."""
    schema = IndexSchema.from_json((folder / SCHEMA).read_bytes())
    with ExitStack() as opened:
        suggestions = opened.enter_context(closing(Suggestions.open(folder / SUGGESTIONS)))
        searcher = opened.enter_context(closing(place.engine.open(folder / ENGINE, schema.fields)))
        channels = place.engine.open(folder / CHANNELS, CHANNEL_FIELDS)
        opened.pop_all()
    return OpenIndex(place.topic, manifest, schema, searcher, channels, suggestions)


def open_trusted(place: IndexPlace, manifest: IndexManifest) -> OpenIndex:
    """Open a generation whose manifest has been checked; raises IndexUnusable if that fails.

    A server that does not answer is no reason to build the index again: EngineUnavailable.
    """
    try:
        return open_generation(place, place.folder(manifest.generation), manifest)
    except EngineUnavailable:
        raise
    except (OSError, SpecSeekError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise IndexUnusable(place.topic.name, f"it cannot be read ({why})") from error


def _opened(place: IndexPlace) -> OpenIndex:
    return open_trusted(place, trusted_manifest(place))


# The current index, for a process that answers many requests.


_RETRY_AFTER = 10  # seconds: checking a large index takes time, and there may be many visitors
_log = logging.getLogger(__name__)


class _Failure(NamedTuple):
    """What to raise again; an error itself would keep alive all that its traceback refers to."""

    stamp: object
    at: float
    kind: type[IndexUnusable | EngineUnavailable]
    about: tuple[Any, ...]

    def error(self) -> IndexUnusable | EngineUnavailable:
        return self.kind(*self.about)


class CurrentIndex:
    """Opens the index on first use; safe to use from several threads.

    A replaced index stays open for the requests that still use it, and no longer. An unusable index
    does not replace a usable one.
    """

    def __init__(self, place: IndexPlace) -> None:
        self._place = place
        self._lock = threading.Lock()
        self._stamp: object = None
        self._open: OpenIndex | None = None
        self._failure: _Failure | None = None

    def get(self) -> OpenIndex:
        """The current index; raises IndexUnusable (MissingIndex) if there is none.

        Raises EngineUnavailable if the engine's server does not answer.
        """
        opened = self._open
        if opened and self._stamp == self._place.stamp():
            return opened
        with self._lock:
            return self._newest()

    def _newest(self) -> OpenIndex:
        stamp = self._place.stamp()
        if self._open and stamp == self._stamp:
            return self._open
        failure = self._failure
        if failure and failure.stamp == stamp and time.monotonic() < failure.at + _RETRY_AFTER:
            raise failure.error()
        try:
            opened = open_index(self._place)
        except (IndexUnusable, EngineUnavailable) as error:
            failure = _Failure(stamp, time.monotonic(), type(error), error.args)
        else:
            self._open, self._stamp = opened, stamp
            return opened
        return self._previous(failure)

    def _previous(self, failure: _Failure) -> OpenIndex:
        """The previous index, until there is a usable one; the error if there is none."""
        if not self._open:
            self._failure = failure
            raise failure.error()
        _log.warning("The previous index stays in use. %s", failure.error())
        self._stamp = failure.stamp
        return self._open
