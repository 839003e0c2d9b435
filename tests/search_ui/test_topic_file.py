"""The topic follows its file, and survives a file that is being edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.errors import FileProblems
from core.topic import Topic, shipped_topic
from core.yaml_files import write_yaml
from search_ui.topic_file import TopicFile

if TYPE_CHECKING:
    from pathlib import Path

PHONES = shipped_topic("phones")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("search_ui.topic_file._FILE_CHECK_PAUSE", 0.0)
    path = tmp_path / "phones.yaml"
    write_yaml(path, PHONES)
    return path


def shorter(topic: Topic) -> Topic:
    return topic.model_copy(update={"attributes": topic.attributes[:-1]})


def test_a_changed_file_is_read_again(file: Path) -> None:
    followed = TopicFile(file.parent, file.stem)
    first = followed.get()
    assert first == PHONES
    assert followed.get() is first
    write_yaml(file, shorter(PHONES))
    assert followed.get() == shorter(PHONES)


def test_a_file_that_says_the_same_leaves_the_same_topic(file: Path) -> None:
    followed = TopicFile(file.parent, file.stem)
    first = followed.get()
    file.write_text("# a remark\n" + file.read_text("utf-8"), "utf-8")
    assert followed.get() is first


@pytest.mark.parametrize("written", ["", "name: [", "name: phones\n"])
def test_a_broken_or_missing_file_leaves_the_topic_as_it_was(file: Path, written: str) -> None:
    followed = TopicFile(file.parent, file.stem)
    first = followed.get()
    if written:
        file.write_text(written, "utf-8")
    else:
        file.unlink()
    assert followed.get() is first
    write_yaml(file, shorter(PHONES))
    assert followed.get() == shorter(PHONES)


def test_it_is_not_looked_at_with_every_visitor(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("search_ui.topic_file._FILE_CHECK_PAUSE", 3600.0)
    followed = TopicFile(file.parent, file.stem)
    first = followed.get()
    write_yaml(file, shorter(PHONES))
    assert followed.get() is first


def test_a_site_without_a_topic_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileProblems, match=r"none\.yaml"):
        TopicFile(tmp_path, "none").get()
