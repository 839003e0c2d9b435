from __future__ import annotations

import gzip
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from pages.archive.errors import ArchiveError
from pages.archive.records import each_record

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from warcio.recordloader import ArcWarcRecord


def record(body: bytes, *more: bytes, kind: bytes = b"resource") -> bytes:
    lines = [b"WARC/1.0", b"WARC-Type: " + kind, *more, b"Content-Length: %d" % len(body)]
    return b"\r\n".join([*lines, b"", body, b"", b""])


def body_of(one: ArcWarcRecord) -> bytes:
    body: bytes = one.raw_stream.read(1000)
    return body


def bodies(path: Path, data: bytes) -> list[bytes]:
    """Those read before an error, each found again at its place."""
    path.write_bytes(data)
    found = []
    with path.open("rb") as file:
        for place, body in each_record(file, path.name, body_of):
            found.append(body)
            kept = data[place.offset : place.end]
            assert body in (gzip.decompress(kept) if kept.startswith(b"\x1f") else kept)
    return found


def why_not(path: Path, data: bytes) -> str:
    with pytest.raises(ArchiveError) as refusal:
        bodies(path, data)
    return str(refusal.value)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_records_one_after_the_other(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    texts = [b"one", b"", b"three\r\n\r\n", b"x" * 100_000]
    data = b"".join(pack(record(text)) for text in texts)
    assert bodies(tmp_path / "a.warc", data) == [b"one", b"", b"three\r\n\r\n", b"x" * 1000]


def test_an_empty_file_has_none(tmp_path: Path) -> None:
    assert bodies(tmp_path / "a.warc", b"") == []


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_file_cut_off_anywhere_gives_the_whole_records(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    first, last = pack(record(b"first")), pack(record(b"last"))
    path = tmp_path / "a.warc"
    blank = 4 if pack is bytes else 0  # a plain record is whole without the lines behind it
    for end in range(1, len(last) - blank):
        path.write_bytes(first + last[:end])
        with path.open("rb") as file:
            found = each_record(file, path.name, body_of)
            assert next(found)[1] == b"first"
            with pytest.raises(ArchiveError) as refusal:
                next(found)
        (damage,) = refusal.value.damages
        assert damage.offset == len(first)
        assert "cut off" in damage.reason


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"no archive at all\n", "no archive at all"),
        (b"x" * 1000, "Invalid WARC record"),
        (gzip.compress(b"<html>" * 100, mtime=0), "Invalid WARC record"),
        (gzip.compress(record(b"a") + record(b"b"), mtime=0), "warcio recompress"),
        (gzip.compress(record(b"a"), mtime=0)[:-5] + b"wrong", "incorrect data check"),
        (record(b"a").replace(b"WARC/1.0", b"WARC/9.9"), "WARC/9.9"),
        (record(b"a").replace(b"Length: 1", b"Length: 1000"), "is cut off"),
        (b"\x1f\x8bthis is no gzip", "unknown compression method"),
    ],
)
def test_damage_is_told_with_its_place(tmp_path: Path, data: bytes, why: str) -> None:
    told = why_not(tmp_path / "a.warc", record(b"good") + data)
    assert told.startswith(f"a.warc: record at byte {len(record(b'good'))} ")
    assert why in told


def test_a_large_record_is_passed_without_being_held(tmp_path: Path) -> None:
    data = gzip.compress(record(bytes(50_000_000))) + gzip.compress(record(b"small"))
    path = tmp_path / "a.warc.gz"
    path.write_bytes(data)
    tracemalloc.start()
    with path.open("rb") as file:
        sizes = [len(body) for _, body in each_record(file, path.name, body_of)]
    assert sizes == [1000, 5]
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


def test_a_long_line_of_something_else_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "video.warc"
    path.write_bytes(b"\0" * 20_000_000)
    tracemalloc.start()
    with path.open("rb") as file, pytest.raises(ArchiveError):
        list(each_record(file, path.name, body_of))
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()
