"""The index that was built, opened to be searched."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click

from index.engines.engine import engine_named
from index.generations import IndexPlace
from index.opening import open_index
from index.search.finder import Finder
from specseek.known_ledger import NO_CRAWL
from store.changes import finish_pending_changes
from store.ledger import existing_ledger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.settings import Settings
    from core.topic import Topic


@contextmanager
def open_finder(settings: Settings, topic: Topic) -> Iterator[Finder]:
    """IndexUnusable says what to do where there is no index to be trusted."""
    ledger = existing_ledger(settings)
    if ledger is None:
        raise click.ClickException(f"{NO_CRAWL}, then build the index: specseek index build")
    with ledger:
        finish_pending_changes(ledger, settings)
        place = IndexPlace.of(settings.data, topic, engine_named(settings.search.engine), ledger)
    with closing(open_index(place)) as index:
        yield Finder.over(index)
