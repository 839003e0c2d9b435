"""The topics that an option names, or all that are at hand."""

from __future__ import annotations

import click

from rules.topic import Topic
from rules.yaml_files import read_yaml
from settings.loading import load_settings


def _named_topics(
    _context: click.Context, _parameter: click.Parameter, name: str | None
) -> tuple[Topic, ...]:
    folder = load_settings().topics
    files = sorted(folder.glob("*.yaml"))
    if name is not None:
        wanted = [file for file in files if file.stem == name]
        if not wanted:
            known = ", ".join(file.stem for file in files) or "none"
            raise click.BadParameter(f"there is no topic {name!r} in {folder} (there: {known})")
        files = wanted
    return tuple(read_yaml(file, Topic) for file in files)


topic_option = click.option(
    "--topic",
    "topics",
    metavar="NAME",
    callback=_named_topics,
    help="Whose words are looked for; without it, the topics at hand are tried, and the one that "
    "fits a page counts, or none.",
)
