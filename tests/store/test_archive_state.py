"""What a crash leaves in the archive is set aside; what a crash does not explain is refused."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from core.errors import SpecSeekError
from store.archive import read_captures
from store.archive_state import (
    ArchiveMismatchError,
    archive_sizes,
    known_revision,
    next_mark,
    set_aside,
    settle_archive,
    stored_mark,
    write_mark,
)
from store.archive_writer import ArchiveWriter
from tests.store.small_archive import archive, capture, only_file
from tests.store.small_crawl import add_link
from tests.store.small_crawl import capture as captured

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

    from store.ledger import Ledger


def test_files_with_their_sizes(tmp_path: Path) -> None:
    assert archive_sizes(tmp_path / "not there") == {}
    (stored,) = archive(tmp_path, capture())
    (tmp_path / "notes.txt").write_text("no archive")
    assert archive_sizes(tmp_path) == {stored.place.file: stored.place.end}


def test_whatever_a_crash_left_behind_the_last_page_moves_to_another_file(tmp_path: Path) -> None:
    first, second = archive(tmp_path, capture(b"first"), capture(b"second"))
    file = only_file(tmp_path)
    whole = file.read_bytes()
    for end in range(first.place.end + 1, second.place.end + 1):
        file.write_bytes(whole[:end])
        aside = set_aside(file, first.place.end)
        assert [kept.body for _, kept in read_captures(tmp_path)] == [b"first"]
        assert file.read_bytes() + aside.read_bytes() == whole[:end]
        aside.unlink()


def test_a_file_that_is_unknown_as_a_whole_is_renamed(tmp_path: Path) -> None:
    archive(tmp_path, capture())
    file = only_file(tmp_path)
    body = file.read_bytes()
    assert set_aside(file, 0).name == f"{file.name}.uncommitted"
    assert archive_sizes(tmp_path) == {}
    assert only_file(tmp_path).read_bytes() == body


def test_what_was_set_aside_before_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "1.warc.gz"
    for tail in (b"one", b"two", b"two"):
        file.write_bytes(b"known" + tail)
        set_aside(file, len(b"known"))
    asides = sorted(path.read_bytes() for path in tmp_path.glob("*.uncommitted*"))
    assert asides == [b"one", b"two"], "the same again is the same file"


def test_more_than_a_crash_explains_is_refused(tmp_path: Path, conn: Connection) -> None:
    with closing(ArchiveWriter(tmp_path / "archive", "phones-1")) as writer:
        for number in range(101):
            writer.add(capture(b"x" * number))
    before = archive_sizes(tmp_path / "archive")
    with pytest.raises(ArchiveMismatchError, match="more than 100 pages follow"):
        settle_archive(conn, tmp_path / "archive")
    assert archive_sizes(tmp_path / "archive") == before


def test_a_long_list_of_findings_is_cut_short(tmp_path: Path, conn: Connection) -> None:
    link_id = add_link(conn)
    for number in range(30):
        captured(conn, link_id, f"{number}.warc.gz")
    with pytest.raises(ArchiveMismatchError, match="and 20 more"):
        settle_archive(conn, tmp_path / "archive")


def test_the_revision_grows_in_the_ledger_first(tmp_path: Path, ledger: Ledger) -> None:
    folder = tmp_path / "archive"
    with ledger.transaction() as conn:
        first = next_mark(conn, folder)
    assert stored_mark(folder) is None
    write_mark(ledger, folder, first)
    assert stored_mark(folder) == first
    with ledger.transaction() as conn:
        second = next_mark(conn, folder)
        assert (second.id, second.revision) == (first.id, first.revision + 1)
        assert known_revision(conn, first.id) == second.revision
        assert settle_archive(conn, folder) == [], "killed before the folder was told"


def test_a_mark_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "archive.json").write_text("{")
    with pytest.raises(SpecSeekError, match=r"archive\.json cannot be read"):
        stored_mark(tmp_path)
