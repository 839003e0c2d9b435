from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from pages.archive.reader import captures
from pages.archive.repair import cut_tails, file_sizes
from pages.archive.writer import ArchiveWriter
from tests.pages.archive.small_archive import archive, capture, only_file

if TYPE_CHECKING:
    from pathlib import Path


def test_files_with_their_sizes(tmp_path: Path) -> None:
    assert file_sizes(tmp_path / "not there") == {}
    (stored,) = archive(tmp_path, capture())
    (tmp_path / "notes.txt").write_text("no archive")
    assert file_sizes(tmp_path) == {stored.place.file: stored.place.end}


def test_what_was_not_committed_is_cut_off(tmp_path: Path) -> None:
    first, second = archive(tmp_path, capture(b"first"), capture(b"second"))
    file = only_file(tmp_path)
    whole = file.read_bytes()
    for end in range(first.place.end, second.place.end + 1):
        file.write_bytes(whole[:end])
        told = cut_tails(tmp_path, {file.name: first.place.end})
        assert [kept.body for _, kept in captures(tmp_path)] == [b"first"]
        assert bool(told) == (end > first.place.end)
    assert told == [f"{file.name}: {second.place.length} bytes that were never committed cut off"]


def test_a_file_without_a_committed_record_is_set_aside(tmp_path: Path) -> None:
    archive(tmp_path, capture())
    file = only_file(tmp_path)
    body = file.read_bytes()
    told = cut_tails(tmp_path, {})
    assert told == [f"{file.name}: nothing in it was committed; now {file.name}.uncommitted"]
    assert file_sizes(tmp_path) == {}
    assert only_file(tmp_path).read_bytes() == body
    assert cut_tails(tmp_path, {}) == []


def test_committed_bytes_that_are_gone_are_told(tmp_path: Path) -> None:
    (stored,) = archive(tmp_path, capture())
    name, size = stored.place.file, stored.place.end
    only_file(tmp_path).write_bytes(b"x" * 10)
    assert cut_tails(tmp_path, {name: size, "lost.warc.gz": 5}) == [
        "lost.warc.gz: 5 of 5 committed bytes are missing",
        f"{name}: {size - 10} of {size} committed bytes are missing",
    ]
    assert only_file(tmp_path).stat().st_size == 10


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with closing(ArchiveWriter(tmp_path, "test")) as writer:
        place = writer.add(capture()).place
    assert cut_tails(tmp_path, {place.file: place.end}) == []
    assert (tmp_path / "notes.txt").read_text() == "mine"
