"""Opens the ledger for commands that never create one."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from core.settings import load_settings
from core.sources import Channel
from core.topic import topic_names
from store.changes import finish_pending_changes
from store.ledger import existing_ledger
from store.runs import crawled_topics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from core.settings import Settings
    from store.ledger import Ledger


NO_CRAWL = "No crawl yet. Start one: scrapy crawl TOPIC (`scrapy list` names them)"


def open_ledger(settings: Settings | None = None) -> Ledger | None:
    """The ledger of the settings, with pending changes finished; None if there is none yet."""
    settings = settings or load_settings()
    ledger = existing_ledger(settings)
    if ledger is not None and not ledger.is_frozen:
        try:
            finish_pending_changes(ledger, settings)
        except BaseException:
            ledger.close()
            raise
    return ledger


def chosen_topics(conn: Connection, topic: str | None) -> list[str]:
    """The given topic, or all that were crawled, be it only their channels (phones:news)."""
    plain = dict.fromkeys(name.partition(":")[0] for name in crawled_topics(conn))
    return _chosen(topic, list(plain))


def chosen_crawls(conn: Connection, crawl: str | None) -> list[str]:
    """The given crawl, or all there were: a topic and each of its channels is a crawl."""
    return _chosen(crawl, crawled_topics(conn))


def _chosen(name: str | None, known: list[str]) -> list[str]:
    if name is None:
        return known
    if name in known:
        return [name]
    raise _never_crawled(name, known)


def tell_no_crawl(topic: str | None) -> None:
    """Print that there was no crawl yet; an error if a topic was given."""
    if topic is not None:
        raise _never_crawled(topic, ())
    click.echo(NO_CRAWL, err=True)


def _never_crawled(topic: str, known: Sequence[str]) -> click.ClickException:
    existing = topic_names(load_settings().topics)
    if topic.partition(":")[0] in existing:
        hint = f"Start it: {_crawl_of(topic)}"
    elif near := get_close_matches(topic, known, n=1):
        hint = f"Did you mean {near[0]}?"
    else:
        hint = f"There is no such topic; there are: {', '.join(existing) or 'none'}."
    return click.ClickException(f"The topic {topic!r} was not crawled yet. {hint}")


def _crawl_of(name: str) -> str:
    topic, _, channel = name.partition(":")
    if channel in list(Channel):
        return f"scrapy crawl {channel} -a topic={topic}"
    return f"scrapy crawl {name}"
