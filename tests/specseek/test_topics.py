"""The topic that a command is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest

from core.settings import Settings, load_settings
from specseek.topics import topic_to_search

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """There are files of three topics."""
    variables = {f"SPECSEEK_{name}": str(tmp_path / name.lower()) for name in ("TOPICS", "DATA")}
    (tmp_path / "topics").mkdir()
    for name in ("cameras", "phones", "watches"):
        (tmp_path / "topics" / f"{name}.yaml").touch()
    return load_settings(tmp_path, environ=variables)


def index(settings: Settings, *names: str) -> None:
    for name in names:
        folder = settings.data / "index" / name
        folder.mkdir(parents=True)
        (folder / "current").touch()


def test_the_only_topic_with_an_index_needs_no_name(settings: Settings) -> None:
    assert topic_to_search(settings, None) is None
    index(settings, "watches", "left-over")
    assert topic_to_search(settings, None) == "watches"
    assert topic_to_search(settings, "cameras") == "cameras"


def test_of_several_one_must_be_named(settings: Settings) -> None:
    index(settings, "phones", "watches")
    with pytest.raises(click.UsageError, match=r"have an index \(phones, watches\): .* --topic"):
        topic_to_search(settings, None)
    assert topic_to_search(settings, "watches") == "watches"


def test_an_unknown_topic_is_told_with_those_there_are(settings: Settings) -> None:
    with pytest.raises(click.BadParameter, match=r"'tvs' in .*\(known: cameras, phones, watches\)"):
        topic_to_search(settings, "tvs")
