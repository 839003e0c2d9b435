"""Which topic a command is about: the one that `--topic` names, or the only one that has data.

A topic that merely has a file does not count: with many topic files and data of one, no command
needs `--topic`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from core.topic import topic_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.settings import Settings

topic_option = click.option(
    "--topic", metavar="NAME", help="The topic; needed only if several have data."
)


def existing_name(settings: Settings, name: str) -> str:
    """The name, if it is that of a topic; otherwise the message lists those that are."""
    names = topic_names(settings.topics)
    if name not in names:
        known = ", ".join(names) or "none"
        raise click.BadParameter(
            f"there is no topic {name!r} in {settings.topics} (known: {known})",
            param_hint="--topic",
        )
    return name


def only_one(names: Sequence[str], what: str) -> str:
    """The only name in a list that is not empty; `what` is for the message: what topics have."""
    if len(names) > 1:
        raise click.UsageError(
            f"Several topics {what} ({', '.join(names)}): choose one with --topic"
        )
    return names[0]


def topic_to_search(settings: Settings, name: str | None) -> str | None:
    """The given topic, or the only one with an index; None if there is no index."""
    if name is not None:
        return existing_name(settings, name)
    indexed = _indexed(settings)
    return only_one(indexed, "have an index") if indexed else None


def topics_to_serve(settings: Settings, name: str | None) -> list[str]:
    """The given topic, or all that have an index; if none has, all: people begin by labelling."""
    if name is not None:
        return [existing_name(settings, name)]
    topics = _indexed(settings) or topic_names(settings.topics)
    if not topics:
        raise click.UsageError(f"There is no topic in {settings.topics}")
    return topics


def _indexed(settings: Settings) -> list[str]:
    names = topic_names(settings.topics)
    if settings.search.engine == "opensearch":
        return sorted({*names}.intersection(_on_cluster(settings)))
    folder = settings.data / "index"
    return [name for name in names if (folder / name / "current").is_file()]


def _on_cluster(settings: Settings) -> list[str]:
    from index.shared_place import shared_topics  # noqa: PLC0415 - it needs an extra
    from store.ledger import existing_ledger, seal_of  # noqa: PLC0415 - they import SQLAlchemy

    ledger = existing_ledger(settings)
    if ledger is None:
        return []
    with ledger:
        return shared_topics(settings, seal_of(ledger))
