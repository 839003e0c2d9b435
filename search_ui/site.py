"""What all views share: settings, topic, index and ledger of the topic that is asked for.

Decisions change the topic file while the server runs. The file is checked once a second
(`TopicFile`); a changed topic is used as soon as its index has been built, and the old topic with
the old index until then (`TopicReloader`).
"""

from __future__ import annotations

import logging
import time
from math import inf
from threading import Lock, Thread
from typing import TYPE_CHECKING, cast

from flask import current_app, request

from core.errors import FileProblems
from core.topic import Topic, read_topic, topic_file
from index.engines.engine import EngineUnavailable
from index.generations import IndexUnusable, MissingIndex, index_place
from index.opening import CurrentIndex
from index.search.finder import Finder
from store.changes import finish_pending_changes
from store.ledger import existing_ledger, seal_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from flask import Flask

    from core.settings import Settings
    from index.opening import OpenIndex
    from store.ledger import Ledger


_KEY = "specseek"


_FROZEN_FOR = 10.0  # seconds after which a ledger that was read-only is opened again


class SiteLedger:
    """The ledger of all topics, opened when first needed, once per process.

    One that could only be read, because its disk is full or read-only, is not used for long: others
    may write to it again.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._ledger: Ledger | None = None
        self._until = inf
        self._opening = Lock()

    def get(self) -> Ledger | None:
        """None before the first crawl."""
        if self._ledger is None or time.monotonic() > self._until:
            with self._opening:
                if self._ledger is None or time.monotonic() > self._until:
                    self._ledger = self._opened()
                    is_frozen = self._ledger is not None and self._ledger.is_frozen
                    self._until = time.monotonic() + _FROZEN_FOR if is_frozen else inf
        return self._ledger

    def _opened(self) -> Ledger | None:
        ledger = existing_ledger(self._settings)
        if ledger is not None and not ledger.is_frozen:
            try:
                finish_pending_changes(ledger, self._settings)
            except BaseException:
                ledger.close()
                raise
        return ledger


class SearchSite:
    """The site of one topic."""

    def __init__(self, settings: Settings, topic_name: str, ledger: SiteLedger) -> None:
        self.settings = settings
        self.topic_name = topic_name
        self._ledger = ledger
        self._topic_file = TopicFile(settings.topics, topic_name)
        self._editions = TopicReloader(self._topic_file.get, self._edition)

    @property
    def topic(self) -> Topic:
        """The topic to search with: that of the current index."""
        return self._editions.current().topic

    @property
    def written_topic(self) -> Topic:
        """The topic to edit, as in its file; its index may not be built yet."""
        return self._topic_file.get()

    @property
    def ledger(self) -> Ledger | None:
        """None before the first crawl."""
        return self._ledger.get()

    def index(self) -> OpenIndex:
        """The current index; IndexUnusable if there is none."""
        return self._editions.current().index()

    def finder(self) -> Finder:
        """The finder of the current index."""
        return self._editions.current().finder()

    def _edition(self, topic: Topic) -> SearchableTopic:
        return SearchableTopic(topic, self.settings, self._ledger.get)


# The sites of an application, one for each topic.


TOPIC = "specseek.topic"  # in the WSGI environment: the topic of the path; see `topics.py`


def put_sites(app: Flask, settings: Settings, topics: Sequence[str]) -> None:
    ledger = SiteLedger(settings)
    app.extensions[_KEY] = {name: SearchSite(settings, name, ledger) for name in topics}


def all_sites() -> Mapping[str, SearchSite]:
    """By the names of their topics."""
    return cast("Mapping[str, SearchSite]", current_app.extensions[_KEY])


def asked_site() -> SearchSite | None:
    """That of the topic that is asked for, or the only one; None for what several topics share."""
    sites = all_sites()
    if len(sites) == 1:
        return next(iter(sites.values()))
    name = request.environ.get(TOPIC)
    return sites[name] if name else None


def this_site() -> SearchSite:
    """As above; views are not called without a topic."""
    site = asked_site()
    if site is None:
        raise LookupError(f"{request.path} was asked for without a topic")
    return site


def site_settings() -> Settings:
    return next(iter(all_sites().values())).settings


# A topic with its index, opened when first needed.


class SearchableTopic:
    """Thread-safe; `ledger` returns None before the first crawl."""

    def __init__(
        self, topic: Topic, settings: Settings, ledger: Callable[[], Ledger | None]
    ) -> None:
        self.topic = topic
        self._settings = settings
        self._ledger = ledger
        self._current_index: CurrentIndex | None = None
        self._finder: tuple[OpenIndex, Finder] | None = None
        self._opening = Lock()

    @property
    def was_searched(self) -> bool:
        return self._finder is not None

    def index(self) -> OpenIndex:
        """The current index; IndexUnusable if there is none."""
        if self._current_index is None:
            ledger = self._ledger()
            if ledger is None:
                raise MissingIndex(self.topic.name)
            place = index_place(self._settings, self.topic, seal_of(ledger))
            with self._opening:
                self._current_index = self._current_index or CurrentIndex(place)
        return self._current_index.get()

    def finder(self) -> Finder:
        """The finder of the current index."""
        index = self.index()
        made = self._finder
        if made is None or made[0] is not index:
            made = self._finder = (index, Finder.over(index))
        return made[1]


# A changed topic is used together with its index, not before.
#
# Until then, visitors search with the previous topic and index. The next edition is opened in a
# separate thread, so that nobody waits for it.


_INDEX_CHECK_PAUSE = 1.0  # seconds between two attempts: building an index may take long


class TopicReloader:
    """`newest` returns the topic as in its file; `make` makes an edition of a topic."""

    def __init__(
        self, newest: Callable[[], Topic], make: Callable[[Topic], SearchableTopic]
    ) -> None:
        self._newest = newest
        self._make = make
        self._in_use: SearchableTopic | None = None
        self._next: SearchableTopic | None = None
        self._next_attempt = 0.0
        self._taking_up = Lock()

    def current(self) -> SearchableTopic:
        """The edition to search with."""
        edition, topic = self._in_use, self._newest()
        if edition is not None and edition.topic is topic:
            return edition
        if edition is None or not edition.was_searched:
            edition = self._in_use = self._make(topic)
        elif time.monotonic() >= self._next_attempt and self._taking_up.acquire(blocking=False):
            Thread(target=self._take_up, args=(topic,), daemon=True).start()
        return edition

    def _take_up(self, topic: Topic) -> None:
        try:
            if self._next is None or self._next.topic is not topic:
                self._next = self._make(topic)
            self._next.finder()
            self._in_use, self._next = self._next, None
        except (IndexUnusable, EngineUnavailable):
            pass  # not built yet, or not available
        finally:
            self._next_attempt = time.monotonic() + _INDEX_CHECK_PAUSE
            self._taking_up.release()


# The topic file, which decisions change while the server runs.


_FILE_CHECK_PAUSE = 1.0  # seconds between two checks of the file: requests come far more often
_log = logging.getLogger(__name__)


class TopicFile:
    """Reads the file, or one beside it, again when it has changed; thread-safe.

    While the file is not valid (somebody is editing it), the last valid topic stays.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._files: tuple[Path, ...] = (topic_file(folder, name),)
        self._lock = Lock()
        self._topic: Topic | None = None
        self._seen: list[tuple[int, int, int] | None] = []
        self._next_look = 0.0

    def get(self) -> Topic:
        """The same object as long as the file is unchanged; FileProblems if it was never valid."""
        topic = self._topic
        if topic is not None and time.monotonic() < self._next_look:
            return topic
        with self._lock:
            self._next_look = time.monotonic() + _FILE_CHECK_PAUSE
            return self._read_if_another()

    def _read_if_another(self) -> Topic:
        seen = self._look()
        if self._topic is not None and seen == self._seen:
            return self._topic
        try:
            topic, files = read_topic(self._folder, self._name)
            seen = seen if files == self._files else []  # new ones may have changed meanwhile
            self._files = files
        except FileProblems as problems:
            if self._topic is None:
                raise
            _log.warning("The topic stays as it was. %s", problems)
            topic = self._topic
        if topic != self._topic:
            self._topic = topic
        self._seen = seen
        return self._topic or topic

    def _look(self) -> list[tuple[int, int, int] | None]:
        return [_state_of(file) for file in self._files]


def _state_of(file: Path) -> tuple[int, int, int] | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_ino, stat.st_mtime_ns, stat.st_size
