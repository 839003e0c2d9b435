"""Where the indexes of crawled topics are, as the settings tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from core.settings import load_settings
from core.topic import load_topic
from index.engines.engine import engine_named
from index.generations import IndexPlace
from specseek.known_ledger import NO_CRAWL, chosen_topics
from store.changes import finish_pending_changes
from store.ledger import existing_ledger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from store.ledger import Ledger


class TopicIndexPlace(NamedTuple):
    place: IndexPlace
    ledger: Ledger


def index_places(topic: str | None) -> Iterator[TopicIndexPlace]:
    """Of the topic that was asked for, or of all crawled; print a message if there is none."""
    settings = load_settings()
    ledger = existing_ledger(settings)
    if ledger is None:
        click.echo(NO_CRAWL, err=True)
        return
    engine = engine_named(settings.search.engine)
    with ledger:
        finish_pending_changes(ledger, settings)
        with ledger.reading() as conn:
            names = chosen_topics(conn, topic)
        if not names:
            click.echo(NO_CRAWL, err=True)
        for name in names:
            known = load_topic(settings.topics, name)
            yield TopicIndexPlace(IndexPlace.of(settings.data, known, engine, ledger), ledger)
