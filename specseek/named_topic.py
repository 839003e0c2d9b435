"""The topics that an option names, or all that are at hand."""

from __future__ import annotations

import click

from core.settings import load_settings
from core.topic import Topic, load_topic, topic_names


def _named_topics(
    _context: click.Context, _parameter: click.Parameter, name: str | None
) -> tuple[Topic, ...]:
    folder = load_settings().topics
    names = topic_names(folder)
    if name is not None and name not in names:
        known = ", ".join(names) or "none"
        raise click.BadParameter(f"there is no topic {name!r} in {folder} (there: {known})")
    return tuple(load_topic(folder, one) for one in names if name in {None, one})


topic_option = click.option(
    "--topic",
    "topics",
    metavar="NAME",
    callback=_named_topics,
    help="Whose words are looked for; without it, the topics at hand are tried, and the one that "
    "fits a page counts, or none.",
)
