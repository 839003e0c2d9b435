from __future__ import annotations

import gzip
import io
import tracemalloc
import zlib
from contextlib import closing, suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

import brotli
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from store.archive import (
    ArchiveError,
    CapturePlace,
    GzipMember,
    capture_at,
    each_record,
    list_pages,
    payload_digest,
    read_capture,
    read_captures,
)
from store.archive_writer import ArchiveWriter
from store.body_encoding import plain_body
from tests.store.small_archive import HTML, TIME, URL, archive, capture, only_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from warcio.recordloader import ArcWarcRecord


def read_until_error(path: Path) -> tuple[list[bytes], str]:
    found: list[bytes] = []
    with pytest.raises(ArchiveError) as refusal:
        found.extend(kept.body for _, kept in read_captures(path))
    return found, str(refusal.value)


def test_one_page_by_its_place(tmp_path: Path) -> None:
    stored = archive(tmp_path, *(capture(b"page %d" % number) for number in range(5)))
    read = read_capture(tmp_path, stored[3].place)
    assert (read.url, read.captured_at, read.status) == (URL, TIME, 200)
    assert read.headers == (HTML, ("Content-Length", "6"))
    assert read.body == b"page 3"


def test_a_revisit_tells_where_the_body_is(tmp_path: Path) -> None:
    with closing(ArchiveWriter(tmp_path, "test")) as writer:
        digest = writer.add(capture()).digest
        place = writer.add_revisit(capture(), digest, URL, TIME)
    with pytest.raises(ArchiveError, match=f"revisit .* {URL} from 2023-11-14T22:13:20"):
        read_capture(tmp_path, place)
    assert len(list(read_captures(tmp_path))) == 1


def test_a_place_of_something_else(tmp_path: Path) -> None:
    (stored,) = archive(tmp_path, capture())
    file, offset, length = stored.place
    for wrong, why in [
        (CapturePlace(file, 0, offset), "is a warcinfo record"),
        (CapturePlace(file, offset, length + 1), "bytes long"),
        (CapturePlace(file, offset + 3, length), "cannot be read"),
        (CapturePlace(file, offset + length, length), "bytes long"),
    ]:
        with pytest.raises(ArchiveError, match=why):
            read_capture(tmp_path, wrong)
    with pytest.raises(FileNotFoundError):
        read_capture(tmp_path, CapturePlace("lost.warc.gz", 0, 10))


def test_a_body_that_changed_on_the_disk_is_not_handed_out(tmp_path: Path) -> None:
    (stored,) = archive(tmp_path, capture(b"price 100"))
    file = only_file(tmp_path)
    data = file.read_bytes()
    record = gzip.decompress(data[stored.place.offset :])
    changed = gzip.compress(record.replace(b"price 100", b"price 999"))
    file.write_bytes(data[: stored.place.offset] + changed)
    place = stored.place._replace(length=len(changed))
    with pytest.raises(ArchiveError, match="not what was written"):
        read_capture(tmp_path, place)


def test_a_torn_tail_at_every_byte_costs_the_last_record_only(tmp_path: Path) -> None:
    first, last = archive(tmp_path, capture(b"first"), capture(b"last"))
    file = only_file(tmp_path)
    whole = file.read_bytes()
    for end in range(last.place.offset + 1, last.place.end):
        file.write_bytes(whole[:end])
        found, why = read_until_error(tmp_path)
        assert found == [b"first"]
        assert why.startswith(f"{file.name}: record at byte {first.place.end} is cut off")


def test_a_damaged_file_does_not_cost_the_others(tmp_path: Path) -> None:
    for name, body in [("a", b"one"), ("b", b"two"), ("c", b"three")]:
        with closing(ArchiveWriter(tmp_path, name)) as writer:
            writer.add(capture(body))
    for file in sorted(tmp_path.iterdir())[:2]:
        file.write_bytes(file.read_bytes() + b"\x1f\x8b")
    found, why = read_until_error(tmp_path)
    assert found == [b"one", b"two", b"three"]
    assert [line[0] for line in why.splitlines()] == ["a", "b"]


def other_tool(path: Path, *, packed: bool) -> None:
    """A file as archiving crawlers write it: bodies as sent, and records of many kinds."""
    page = "<h1>诺基亚</h1>".encode()
    chunks = b"%x\r\n%b\r\n0\r\n\r\n" % (len(page), page)
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=packed)

        def add(kind: str, uri: str, body: bytes, *headers: tuple[str, str]) -> None:
            http = StatusAndHeaders("200 OK", list(headers), "HTTP/1.0") if headers else None
            stream = BytesIO(body)
            writer.write_record(
                writer.create_warc_record(uri, kind, stream, len(body), http_headers=http)
            )

        writer.write_record(writer.create_warcinfo_record("a.warc", {"software": "other"}))
        add("response", "dns:site.example", b"20240101 site.example. IN A 127.0.0.1")
        add("request", URL, b"GET /n95.html HTTP/1.1\r\nHost: www.site.example\r\n\r\n")
        add("response", URL + "?1", gzip.compress(page), HTML, ("Content-Encoding", "gzip"))
        add("metadata", URL, b"hops: 1")
        add("response", URL + "?2", chunks, HTML, ("Transfer-Encoding", "chunked"))
        add("response", "<" + URL + "?3>", page, HTML)
        add("resource", "http://site.example/a.png", b"PNG")


@pytest.mark.parametrize("packed", [True, False])
def test_files_of_other_tools(tmp_path: Path, *, packed: bool) -> None:
    path = tmp_path / ("a.warc.gz" if packed else "a.warc")
    other_tool(path, packed=packed)
    read = [kept for _, kept in read_captures(path)]
    assert [kept.url for kept in read] == [URL + "?1", URL + "?2", URL + "?3"]
    assert {kept.body.decode() for kept in read} == {"<h1>诺基亚</h1>"}
    assert {kept.content_type for kept in read} == {HTML[1]}
    assert [kept for _, kept in read_captures(tmp_path)] == read


RECORD = b"WARC/1.0\r\nWARC-Type: response\r\n%b\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n"


@pytest.mark.parametrize(
    ("told", "http", "expected"),
    [
        (b"WARC-Date: 2024-01-01T00:00:00Z", b"HTTP/1.1 200 OK\r\n\r\na", (1704067200.0, 200)),
        (b"WARC-Date: 2024-01-01T00:00:00", b"HTTP/2 404\r\n\r\na", (1704067200.0, 404)),
        (b"WARC-Date: yesterday", b"HTTP/1.1 ok\r\n\r\na", (0.0, 0)),
        (b"WARC-Date: 1970-01-01T00:00:01Z", b"HTTP/1.1\r\n\r\na", (1.0, 0)),
        (b"X: y", b"no http\n\na", (0.0, 0)),
        (b"X: \xff", b"HTTP/1.1 \xd9\xa1\r\nno colon\r\n\xff: \xff\r\n\r\na", (0.0, 1)),
        (b"X: y", b"\r\na", (0.0, 0)),
    ],
)
def test_records_that_are_not_as_they_should_be(
    tmp_path: Path, told: bytes, http: bytes, expected: tuple[float, int]
) -> None:
    fields = b"WARC-Target-URI: http://a.example/\r\n" + told
    path = tmp_path / "a.warc"
    path.write_bytes(RECORD % (fields, len(http), http))
    ((_, kept),) = read_captures(path)
    assert (kept.captured_at, kept.status, kept.body) == (*expected, b"a")


def test_answers_without_an_address_or_without_anything(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    answer = b"HTTP/1.1 200 OK\r\n\r\na"
    path.write_bytes(
        RECORD % (b"X: y", len(answer), answer)
        + RECORD % (b"WARC-Target-URI: http://a.example/", 0, b"")
    )
    assert list(read_captures(path)) == []


def test_a_header_is_found_in_any_case_the_first_of_its_name() -> None:
    kept = capture(b"", ("ETag", "a"), ("CONTENT-type", "text/html"), ("etag", "b"))
    assert kept.content_type == "text/html"
    assert kept.header("etag") == "a"
    assert kept.header("vary") == ""


def test_a_place_tells_its_end() -> None:
    assert CapturePlace("a.warc.gz", 100, 20).end == 120


def test_digests_are_written_as_warc_files_have_them() -> None:
    assert payload_digest(b"") == "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"


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


def test_members_one_after_the_other() -> None:
    file = io.BytesIO(gzip.compress(b"one\ntwo") + gzip.compress(b"three"))
    first = GzipMember(file)
    assert io.BufferedReader(first).readlines() == [b"one\n", b"two"]
    assert first.seek_behind() == file.tell() == len(gzip.compress(b"one\ntwo"))
    assert io.BufferedReader(GzipMember(file)).read() == b"three"


def test_a_member_that_is_cut_off_or_damaged() -> None:
    packed = gzip.compress(b"some words, some more words")
    for end in range(len(packed)):
        with pytest.raises(EOFError):
            io.BufferedReader(GzipMember(io.BytesIO(packed[:end]))).read()
    with pytest.raises(zlib.error):
        io.BufferedReader(GzipMember(io.BytesIO(packed[:-5] + b"other"))).read()


def test_reading_a_little_of_a_bomb_holds_a_little() -> None:
    bomb = io.BytesIO(gzip.compress(bytes(50_000_000)))
    tracemalloc.start()
    stream = io.BufferedReader(GzipMember(bomb))
    assert sum(len(stream.read(1000)) for _ in range(1000)) == 1_000_000
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


PAGE = "<h1>诺基亚 N95</h1>".encode() * 3


def raw_deflate(body: bytes) -> bytes:
    return zlib.compress(body, wbits=-15)


def chunked(body: bytes) -> bytes:
    pieces = [body[:7], body[7:]]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


PACKED = [
    ("gzip", gzip.compress(PAGE, mtime=0)),
    ("X-Gzip", gzip.compress(PAGE, mtime=0)),
    ("deflate", zlib.compress(PAGE)),
    ("deflate", raw_deflate(PAGE)),
    ("br", brotli.compress(PAGE)),
    ("deflate, gzip", gzip.compress(zlib.compress(PAGE), mtime=0)),
    ("identity", PAGE),
    ("", PAGE),
]


@pytest.mark.parametrize(("encoding", "packed"), PACKED)
def test_encodings_are_undone(encoding: str, packed: bytes) -> None:
    assert plain_body(packed, encoding, "") == PAGE
    assert plain_body(chunked(packed), encoding, "Chunked") == PAGE


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "gzip, br", "nonsense"])
def test_a_body_that_is_plain_in_truth_stays_as_it_is(encoding: str) -> None:
    assert plain_body(PAGE, encoding, "") == PAGE
    assert plain_body(PAGE, encoding, "chunked") == PAGE


def test_what_stands_before_a_damaged_part_is_kept() -> None:
    page = b"".join(b"<p>%d" % number for number in range(30_000))
    packed = gzip.compress(page)
    damaged = packed[:40_000] + b"\xff" * 1000 + packed[41_000:]
    for broken in (packed[:-20], damaged):
        assert page.startswith(plain_body(broken, "gzip", ""))
        assert len(plain_body(broken, "gzip", "")) > 50_000


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [
        ("gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("deflate", raw_deflate),
        ("br", partial(brotli.compress, quality=5)),
    ],
)
def test_a_bomb_is_not_unpacked(
    encoding: str, pack: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.body_encoding.LARGEST_BODY", 1_000_000)
    bomb = pack(bytes(50_000_000))
    tracemalloc.start()
    assert plain_body(bomb, encoding, "") == bytes(1_000_000)
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


@settings(max_examples=100, deadline=None)
@given(
    raw=st.binary(max_size=200),
    encoding=st.sampled_from(["gzip", "deflate", "br", ",", "gzip,gzip"]) | st.text(max_size=10),
    transfer=st.sampled_from(["", "chunked", "gzip, chunked"]),
)
def test_any_bytes_give_a_body(raw: bytes, encoding: str, transfer: str) -> None:
    assert isinstance(plain_body(raw, encoding, transfer), bytes)


def test_the_pages_of_a_file_by_place(tmp_path: Path) -> None:
    kept = archive(
        tmp_path,
        capture(b"<p>1", url=URL + "?1"),
        capture(b"PNG", ("Content-Type", "image/png")),
        capture(b"<p>gone", HTML, status=404),
        capture(b"<p>2", ("content-type", "Application/XHTML+XML;q"), url=URL + "?2"),
    )
    file = only_file(tmp_path)
    contents = list_pages(file)
    assert contents.pages == [
        (kept[0].place.offset, URL + "?1"),
        (kept[3].place.offset, URL + "?2"),
    ]
    assert contents.damages == []
    assert [capture_at(file, place.offset).body for place in contents.pages] == [b"<p>1", b"<p>2"]


@pytest.mark.parametrize("packed", [True, False])
def test_pages_behind_a_damaged_record_are_found(tmp_path: Path, *, packed: bool) -> None:
    path = tmp_path / "a.warc"
    other_tool(path, packed=packed)
    whole = list_pages(path)
    body = path.read_bytes()
    damaged, *others = whole.pages
    broken = body[: damaged.offset] + b"\0" * 30 + body[damaged.offset + 30 :]
    path.write_bytes(broken)
    found = list_pages(path)
    assert found.pages == others
    assert [damage.offset for damage in found.damages] == [damaged.offset]


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("cut", [1, 2, 3])
def test_a_record_that_two_blocks_share_is_found(tmp_path: Path, cut: int, *, packed: bool) -> None:
    """Files are searched block by block, from the byte behind the damage on."""
    path = tmp_path / "a.warc"
    other_tool(path, packed=packed)
    first, *_ = whole = list_pages(path).pages
    damage = b"\0" * (1 + 65_536 - cut)
    path.write_bytes(damage + path.read_bytes()[first.offset :])
    moved = len(damage) - first.offset
    assert list_pages(path).pages == [(offset + moved, url) for offset, url in whole]


def test_a_place_without_a_page(tmp_path: Path) -> None:
    archive(tmp_path, capture())
    with pytest.raises(ArchiveError, match="record at byte 0 is not a page"):
        capture_at(only_file(tmp_path), 0)


@given(st.binary(max_size=2000), st.integers(0, 3))
def test_what_is_no_archive_has_damages(body: bytes, times: int) -> None:
    with NamedTemporaryFile() as file:
        path = Path(file.name)
        path.write_bytes(body + b"\x1f\x8b\x08WARC/1.0\r\n" * times)
        contents = list_pages(path)
        assert contents.pages == []
        assert bool(contents.damages) == bool(path.stat().st_size)


@settings(max_examples=60, deadline=None)
@given(
    places=st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=3),
    bits=st.integers(1, 255),
)
def test_a_changed_byte_is_told_and_no_page_is_read_otherwise_than_it_was_stored(
    tmp_path_factory: pytest.TempPathFactory, places: list[float], bits: int
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    kept = {f"{URL}?{n}": f"<p>{n} {'手机' * n}".encode() for n in range(5)}
    archive(folder, *(capture(body, url=url) for url, body in kept.items()))
    file = only_file(folder)
    changed = bytearray(file.read_bytes())
    for at in {int(share * len(changed)) for share in places}:
        changed[at] ^= bits
    file.write_bytes(changed)
    contents = list_pages(file)
    read = []
    for place in contents.pages:
        with suppress(ArchiveError):
            read.append(capture_at(file, place.offset))
    assert all(kept.get(one.url) == one.body for one in read)
    assert len(read) == len(kept) or contents.damages or len(read) < len(contents.pages)
