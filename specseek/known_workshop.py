"""What decisions of a crawled topic need."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from core.settings import load_settings
from review.workshop import ReviewContext
from specseek.known_ledger import NO_CRAWL, chosen_topics, open_ledger

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def open_review(topic: str | None) -> Iterator[ReviewContext]:
    """Of the topic that was asked for, or of the only one there is."""
    ledger = open_ledger()
    if ledger is None:
        raise click.ClickException(NO_CRAWL)
    with ledger:
        with ledger.reading() as conn:
            topics = chosen_topics(conn, topic)
        if not topics:
            raise click.ClickException(NO_CRAWL)
        if len(topics) > 1:
            told = ", ".join(topics)
            raise click.UsageError(f"There are several topics ({told}): name one with --topic")
        yield ReviewContext(load_settings(), topics[0], ledger)
