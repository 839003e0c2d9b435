"""The archive in S3-compatible storage, on a real server."""

from __future__ import annotations

import errno
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from core.settings import load_settings
from store import archive_writer
from store.archive import (
    ArchiveError,
    capture_at,
    find_at,
    list_pages,
    read_capture,
    read_captures,
)
from store.archive_state import archive_sizes, set_aside
from store.archive_writer import ArchiveWriter
from store.bucket import BucketPath, StorageError
from store.spool import ArchiveMover, MismatchError, SpooledArchive, archive_of, file_size, move
from tests.store.small_archive import archive, capture, only_file
from tests.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from evaluation.servers.s3 import StorageServer

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("storage")]

BODIES = [b"<h1>N95</h1>", "<h1>手机</h1>".encode(), b"x" * 200_000]


@pytest.fixture
def bucket(tmp_path: Path) -> BucketPath:
    return BucketPath.parse(f"s3://pages/{tmp_path.name}/")


@pytest.fixture
def stored(tmp_path: Path, bucket: BucketPath) -> SpooledArchive:
    """The archive as the machine that crawls has it."""
    return SpooledArchive(tmp_path / "archive", bucket)


@pytest.fixture
def elsewhere(tmp_path: Path, bucket: BucketPath) -> SpooledArchive:
    """The same archive as another machine has it."""
    return SpooledArchive(tmp_path / "other" / "archive", bucket)


def bodies(folder: SpooledArchive | BucketPath | Path) -> list[bytes]:
    return [one.body for _, one in read_captures(folder)]


def spooled(stored: SpooledArchive) -> list[str]:
    return sorted(path.name for path in stored.spool.glob("*.warc.gz"))


def test_every_machine_reads_what_one_has_written(
    stored: SpooledArchive, elsewhere: SpooledArchive
) -> None:
    kept = archive(stored, *map(capture, BODIES))
    assert spooled(stored) == []
    for place, body in zip([one.place for one in kept], BODIES, strict=True):
        assert read_capture(elsewhere, place).body == body
        assert read_capture(stored, place).body == body
    assert bodies(elsewhere) == bodies(stored) == bodies(stored.bucket) == BODIES
    file = elsewhere / kept[0].place.file
    assert [page.offset for page in list_pages(file).pages] == [one.place.offset for one in kept]
    assert [capture_at(file, one.place.offset).body for one in kept] == BODIES
    assert archive_sizes(elsewhere) == {file.name: kept[-1].place.end}
    assert file_size(file) == kept[-1].place.end


def test_a_page_is_read_by_one_request(stored: SpooledArchive, storage: StorageServer) -> None:
    for one in archive(stored, *map(capture, BODIES)):
        before = storage.log.read_text().count(one.place.file)
        read_capture(stored, one.place)
        assert storage.log.read_text().count(one.place.file) == before + 1


def test_what_was_not_moved_yet_is_read_here_alone(
    stored: SpooledArchive, elsewhere: SpooledArchive
) -> None:
    with closing(ArchiveWriter(stored, "test")) as writer:
        place = writer.add(capture(BODIES[1])).place
        assert read_capture(stored, place).body == BODIES[1]
        assert bodies(stored) == [BODIES[1]]
        assert find_at(elsewhere, place) is None
        with pytest.raises(FileNotFoundError) as missing:
            read_capture(elsewhere, place)
        assert str(missing.value.filename) == str(elsewhere.bucket / place.file)
    assert read_capture(elsewhere, place).body == BODIES[1]


def test_large_files_are_moved_while_others_are_written(stored: SpooledArchive) -> None:
    with closing(ArchiveWriter(stored, "test", largest_file=100)) as writer:
        places = [writer.add(capture(body)).place for body in BODIES]
        assert len({place.file for place in places}) == 3
        assert wait_until(lambda: spooled(stored) == [places[-1].file])
        assert [read_capture(stored, place).body for place in places] == BODIES


def test_old_files_are_moved_while_others_are_written(
    stored: SpooledArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_writer, "_LONGEST_WAIT", -1.0)
    with closing(ArchiveWriter(stored, "test")) as writer:
        places = [writer.add(capture(body)).place for body in BODIES]
        assert wait_until(lambda: spooled(stored) == [places[-1].file])
    with closing(ArchiveWriter(stored.spool, "local")) as writer:
        assert len({writer.add(capture(body)).place.file for body in BODIES}) == 1


def test_what_a_killed_crawl_left_is_moved_and_a_file_being_written_is_not(
    stored: SpooledArchive, elsewhere: SpooledArchive
) -> None:
    killed = archive(stored.spool, capture(b"of a killed crawl"))
    with closing(ArchiveWriter(stored, "other")) as running:
        place = running.add(capture(b"being written")).place
        with closing(ArchiveWriter(stored, "next")) as writer:
            writer.move_left_behind()
        assert spooled(stored) == [place.file]
        assert bodies(elsewhere) == [b"of a killed crawl"]
    assert sorted(bodies(elsewhere)) == [b"being written", b"of a killed crawl"]
    assert read_capture(elsewhere, killed[0].place).body == b"of a killed crawl"


def test_a_file_just_begun_is_left_alone(stored: SpooledArchive) -> None:
    stored.spool.mkdir()
    (stored.spool / "new.warc.gz").touch()
    ArchiveMover(stored).close()
    assert spooled(stored) == ["new.warc.gz"]


def test_a_move_that_was_killed_just_before_its_end_is_finished(stored: SpooledArchive) -> None:
    archive(stored.spool, *map(capture, BODIES))
    file = only_file(stored.spool)
    (stored.bucket / file.name).upload(file)
    assert archive_sizes(stored) == {file.name: file.stat().st_size}
    set_aside(file, file.stat().st_size - 10)  # as when the last page was never committed
    ArchiveMover(stored).close()
    assert spooled(stored) == []
    assert bodies(stored) == BODIES


def test_another_file_of_this_name_costs_none_of_them(
    stored: SpooledArchive, caplog: pytest.LogCaptureFixture
) -> None:
    archive(stored.spool, capture(b"ours"))
    file = only_file(stored.spool)
    ours = file.read_bytes()
    file.write_bytes(b"other" + ours)
    (stored.bucket / file.name).upload(file)
    file.write_bytes(ours)
    ArchiveMover(stored).close()
    assert file.read_bytes() == ours
    assert f"{stored.bucket / file.name} is another file than {file}, which is kept" in caplog.text
    assert f"1 files are still in {stored.spool}" in caplog.text


def test_a_file_that_arrives_damaged_stays_here(
    stored: SpooledArchive, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    archive(stored.spool, capture(b"ours"))
    file = only_file(stored.spool)
    upload = BucketPath.upload

    def cut(target: BucketPath, path: Path) -> None:
        (tmp_path / "cut").write_bytes(path.read_bytes()[:-1])
        upload(target, tmp_path / "cut")

    monkeypatch.setattr(BucketPath, "upload", cut)
    with pytest.raises(MismatchError, match=r"is not what was uploaded; .* is kept"):
        move(file, stored.bucket / file.name)
    assert bodies(stored.spool) == [b"ours"]


def test_storage_that_cannot_be_used_costs_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    away = SpooledArchive(tmp_path / "archive", BucketPath("not-made", "crawl"))
    (kept,) = archive(away, capture())
    assert "there is no bucket 'not-made'; create it" in caplog.text
    assert "1 files are still in" in caplog.text
    assert read_capture(away, kept.place).body == capture().body
    only_file(away.spool).rename(tmp_path / "lost")
    with pytest.raises(StorageError, match="there is no bucket 'not-made'"):
        read_capture(away, kept.place)
    assert find_at(away, kept.place) is None
    with pytest.raises(StorageError, match="there is no bucket"):
        archive_sizes(away)


def test_a_damaged_record_in_storage_is_told(stored: SpooledArchive) -> None:
    archive(stored.spool, capture(b"one"), capture(b"two"))
    file = only_file(stored.spool)
    file.write_bytes(file.read_bytes()[:-5])
    ArchiveMover(stored).close()
    with pytest.raises(ArchiveError, match="is cut off"):
        bodies(stored)
    assert len(list_pages(stored / file.name).damages) == 1


def test_files_are_removed_wherever_they_are(stored: SpooledArchive) -> None:
    archive(stored, capture(b"moved"))
    (moved,) = stored.iterdir()
    archive(stored.spool, capture(b"here"))
    for file in [*stored.iterdir()]:
        file.unlink(missing_ok=True)
    assert archive_sizes(stored) == {}
    moved.unlink(missing_ok=True)
    with pytest.raises(FileNotFoundError) as missing:
        moved.unlink()
    assert missing.value.errno == errno.ENOENT


def test_more_files_than_one_answer_lists(
    bucket: BucketPath, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.bucket._LISTED", 3)
    (tmp_path / "small").write_bytes(b"1")
    for number in range(10):
        (bucket / f"{number:04}.warc.gz").upload(tmp_path / "small")
    (bucket / "below" / "deeper.warc.gz").upload(tmp_path / "small")
    assert list(bucket.sizes()) == [f"{number:04}.warc.gz" for number in range(10)]


def test_the_settings_name_the_archive(tmp_path: Path) -> None:
    local = load_settings(tmp_path, {})
    assert archive_of(local) == tmp_path / "data" / "archive"
    shared = load_settings(tmp_path, {"SPECSEEK_ARCHIVE": "s3://pages/phones/"})
    there = SpooledArchive(tmp_path / "data" / "archive", BucketPath("pages", "phones"))
    assert archive_of(shared) == there
    assert str(there) == "s3://pages/phones"
