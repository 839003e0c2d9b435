"""The topic that an option names."""

from __future__ import annotations

import click

from rules.topic import Topic
from rules.yaml_files import read_yaml
from settings.loading import load_settings


def named_topic(_context: click.Context, _parameter: click.Parameter, name: str) -> Topic:
    folder = load_settings().topics
    file = folder / f"{name}.yaml"
    if not file.is_file():
        known = ", ".join(sorted(path.stem for path in folder.glob("*.yaml"))) or "none"
        raise click.BadParameter(f"there is no topic {name!r} in {folder} (there: {known})")
    return read_yaml(file, Topic)
