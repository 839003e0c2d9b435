from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.changing.files import (
    EditedByHandError,
    UnwritableError,
    bytes_of,
    file_at,
    put,
    require_untouched,
    require_writable,
)
from index.ledger.changes import FileChange
from settings.loading import load_settings

if TYPE_CHECKING:
    from pathlib import Path

    from settings.model import Settings

TOPIC_FILE = FileChange("topics/phones.yaml", b"old", b"new")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    for name in ("topics", "rules"):
        (tmp_path / name).mkdir()
    folders = {"SPECSEEK_TOPICS": tmp_path / "topics", "SPECSEEK_RULES": tmp_path / "rules"}
    return load_settings(tmp_path, {name: str(folder) for name, folder in folders.items()})


def test_paths_are_below_the_folders_that_the_settings_name(settings: Settings) -> None:
    assert file_at(settings, "topics/phones.yaml") == settings.topics / "phones.yaml"
    sample = "phones/samples/a.example/1.html"
    assert file_at(settings, f"rules/{sample}") == settings.rules / sample


@pytest.mark.parametrize("path", ["", "topics", "data/x", "topics/../x", "/etc/passwd"])
def test_nothing_else_is_a_file_of_a_change(settings: Settings, path: str) -> None:
    with pytest.raises(ValueError, match="is no file of a topic's rules"):
        file_at(settings, path)


def test_a_file_is_made_replaced_and_removed(settings: Settings) -> None:
    path = "rules/phones/samples/a.example/1.html"
    put(settings, FileChange(path, None, b"page"))
    assert bytes_of(file_at(settings, path)) == b"page"
    put(settings, FileChange(path, b"page", b"other"))
    put(settings, FileChange(path, b"page", b"other"))
    assert bytes_of(file_at(settings, path)) == b"other"
    put(settings, FileChange(path, b"other", None))
    put(settings, FileChange(path, b"other", None))
    assert bytes_of(file_at(settings, path)) is None


def test_what_people_wrote_meanwhile_stays(settings: Settings) -> None:
    file = file_at(settings, TOPIC_FILE.path)
    file.write_bytes(b"mine")
    with pytest.raises(EditedByHandError, match="Move your file aside"):
        put(settings, TOPIC_FILE)
    with pytest.raises(EditedByHandError, match="nothing was changed"):
        require_untouched(settings, [TOPIC_FILE])
    assert file.read_bytes() == b"mine"
    file.unlink()
    put(settings, TOPIC_FILE)
    assert file.read_bytes() == b"new"


def test_a_file_as_it_was_is_untouched(settings: Settings) -> None:
    file_at(settings, TOPIC_FILE.path).write_bytes(b"old")
    require_untouched(settings, [TOPIC_FILE, FileChange("rules/phones/a.yaml", None, b"x")])
    require_writable(settings, [TOPIC_FILE, FileChange("rules/phones/a.yaml", None, b"x")])


def test_a_folder_in_the_way_is_told(settings: Settings) -> None:
    (settings.rules / "phones").write_bytes(b"")
    with pytest.raises(UnwritableError, match="cannot be written"):
        put(settings, FileChange("rules/phones/a.yaml", None, b"x"))
