"""A topic with the index that was made for it, opened when first needed."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from index.engines.engine import engine_named
from index.generations import IndexPlace, MissingIndex
from index.opening import CurrentIndex
from index.search.finder import Finder

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.settings import Settings
    from core.topic import Topic
    from index.opening import OpenIndex
    from store.ledger import Ledger


class SearchableTopic:
    """Safe to use from several threads; `ledger` gives None as long as no crawl has made one."""

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
        """The one in use now; raises IndexUnusable where there is none."""
        if self._current_index is None:
            ledger = self._ledger()
            if ledger is None:
                raise MissingIndex(self.topic.name)
            engine = engine_named(self._settings.search.engine)
            place = IndexPlace.of(self._settings.data, self.topic, engine, ledger)
            with self._opening:
                self._current_index = self._current_index or CurrentIndex(place)
        return self._current_index.get()

    def finder(self) -> Finder:
        """Over the index in use now, as `index` has it."""
        index = self.index()
        made = self._finder
        if made is None or made[0] is not index:
            made = self._finder = (index, Finder.over(index))
        return made[1]

    def close(self) -> None:
        if self._current_index is not None:
            self._current_index.close()
