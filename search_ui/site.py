"""What all views share: settings, topic, index and ledger of the site that runs."""

from __future__ import annotations

from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, cast

from flask import current_app

from index.analysis.analyzer import analyzer_for
from index.building.current_index import CurrentIndex
from index.building.place import IndexPlace
from index.building.problems import MissingIndex
from index.engines.choice import engine_named
from index.finding.finder import Finder
from index.ledger.existing import existing_ledger
from rules.topic import Topic
from rules.yaml_files import read_yaml

if TYPE_CHECKING:
    from flask import Flask

    from index.building.opening import OpenIndex
    from index.ledger.ledger import Ledger
    from settings.model import Settings

_KEY = "specseek"


class Site:
    """One topic's site; opened things are opened when first needed, once per process."""

    def __init__(self, settings: Settings, topic_name: str) -> None:
        self.settings = settings
        self.topic_name = topic_name
        self._ledger: Ledger | None = None
        self._current_index: CurrentIndex | None = None
        self._finder: tuple[OpenIndex, Finder] | None = None
        self._opening = Lock()

    @cached_property
    def topic(self) -> Topic:
        return read_yaml(self.settings.topics / f"{self.topic_name}.yaml", Topic)

    @property
    def ledger(self) -> Ledger | None:
        """None as long as no crawl has made it."""
        if self._ledger is None:
            with self._opening:
                if self._ledger is None:
                    self._ledger = existing_ledger(self.settings)
        return self._ledger

    def index(self) -> OpenIndex:
        """The one in use now; raises IndexUnusable where there is none."""
        if self._current_index is None:
            ledger = self.ledger
            if ledger is None:
                raise MissingIndex(self.topic.name)
            engine = engine_named(self.settings.search.engine)
            place = IndexPlace.of(self.settings.data, self.topic, engine, ledger)
            with self._opening:
                self._current_index = self._current_index or CurrentIndex(place)
        return self._current_index.get()

    def finder(self) -> Finder:
        """Over the index in use now, as `index` has it."""
        index = self.index()
        made = self._finder
        if made is None or made[0] is not index:
            analyzer = analyzer_for(self.topic)
            finder = Finder(index.searcher, index.shape, index.suggestions, self.topic, analyzer)
            made = self._finder = (index, finder)
        return made[1]


def put_site(app: Flask, site: Site) -> None:
    app.extensions[_KEY] = site


def this_site() -> Site:
    return cast("Site", current_app.extensions[_KEY])
