"""A topic that changes is taken up with the index made for it, and not a moment sooner.

Between the two, visitors search with the topic and the index from before. The next edition is
opened in a thread of its own: nobody waits for it.
"""

from __future__ import annotations

import time
from threading import Lock, Thread, Timer
from typing import TYPE_CHECKING

from index.generations import IndexUnusable

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.topic import Topic
    from search_ui.edition import SearchableTopic

_INDEX_CHECK_PAUSE = 1.0  # seconds between two attempts: an index may be a long time in the making
_LONGEST_ANSWER = 120.0  # seconds: whoever began with the edition from before has long been done


class TopicReloader:
    """`newest` gives the topic as it is written now; `make` an edition of a topic."""

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
        """The one to search with."""
        edition, topic = self._in_use, self._newest()
        if edition is not None and edition.topic is topic:
            return edition
        if edition is None or not edition.was_searched:
            edition = self._in_use = self._make(topic)
        elif time.monotonic() >= self._next_attempt and self._taking_up.acquire(blocking=False):
            Thread(target=self._take_up, args=(edition, topic), daemon=True).start()
        return edition

    def _take_up(self, before: SearchableTopic, topic: Topic) -> None:
        try:
            if self._next is None or self._next.topic is not topic:
                self._next = self._make(topic)
            self._next.finder()
            self._in_use, self._next = self._next, None
            closing = Timer(_LONGEST_ANSWER, before.close)
            closing.daemon = True
            closing.start()
        except IndexUnusable:
            pass  # it is not built yet
        finally:
            self._next_attempt = time.monotonic() + _INDEX_CHECK_PAUSE
            self._taking_up.release()
