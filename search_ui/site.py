"""What all views share: settings, topic, index and ledger of the site that runs."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, cast

from flask import current_app

from search_ui.edition import SearchableTopic
from search_ui.editions import TopicReloader
from search_ui.topic_file import TopicFile
from store.changes import finish_pending_changes
from store.ledger import existing_ledger

if TYPE_CHECKING:
    from flask import Flask

    from core.settings import Settings
    from core.topic import Topic
    from index.opening import OpenIndex
    from index.search.finder import Finder
    from store.ledger import Ledger

_KEY = "specseek"


class SearchSite:
    """One topic's site; opened things are opened when first needed, once per process."""

    def __init__(self, settings: Settings, topic_name: str) -> None:
        self.settings = settings
        self.topic_name = topic_name
        self._ledger: Ledger | None = None
        self._opening = Lock()
        self._topic_file = TopicFile(settings.topics, topic_name)
        self._editions = TopicReloader(self._topic_file.get, self._edition)

    @property
    def topic(self) -> Topic:
        """The one to search with: that of the index in use."""
        return self._editions.current().topic

    @property
    def written_topic(self) -> Topic:
        """The one to work on, as its file says now; its index may still be in the making."""
        return self._topic_file.get()

    @property
    def ledger(self) -> Ledger | None:
        """None as long as no crawl has made it."""
        if self._ledger is None:
            with self._opening:
                if self._ledger is None:
                    self._ledger = self._opened_ledger()
        return self._ledger

    def _opened_ledger(self) -> Ledger | None:
        ledger = existing_ledger(self.settings)
        if ledger is not None:
            try:
                finish_pending_changes(ledger, self.settings)
            except BaseException:
                ledger.close()
                raise
        return ledger

    def index(self) -> OpenIndex:
        """The one in use now; raises IndexUnusable where there is none."""
        return self._editions.current().index()

    def finder(self) -> Finder:
        """Over the index in use now, as `index` has it."""
        return self._editions.current().finder()

    def _edition(self, topic: Topic) -> SearchableTopic:
        return SearchableTopic(topic, self.settings, lambda: self.ledger)


def put_site(app: Flask, site: SearchSite) -> None:
    app.extensions[_KEY] = site


def this_site() -> SearchSite:
    return cast("SearchSite", current_app.extensions[_KEY])
