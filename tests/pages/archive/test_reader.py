from __future__ import annotations

import gzip
from contextlib import closing
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from pages.archive.capture import Place
from pages.archive.errors import ArchiveError
from pages.archive.reader import archive_files, captures, read_at
from pages.archive.writer import ArchiveWriter
from tests.pages.archive.small_archive import HTML, TIME, URL, archive, capture, only_file

if TYPE_CHECKING:
    from pathlib import Path


def read_until_error(path: Path) -> tuple[list[bytes], str]:
    found: list[bytes] = []
    with pytest.raises(ArchiveError) as refusal:
        found.extend(kept.body for _, kept in captures(path))
    return found, str(refusal.value)


def test_one_page_by_its_place(tmp_path: Path) -> None:
    stored = archive(tmp_path, *(capture(b"page %d" % number) for number in range(5)))
    read = read_at(tmp_path, stored[3].place)
    assert (read.url, read.captured_at, read.status) == (URL, TIME, 200)
    assert read.headers == (HTML, ("Content-Length", "6"))
    assert read.body == b"page 3"


def test_a_revisit_tells_where_the_body_is(tmp_path: Path) -> None:
    with closing(ArchiveWriter(tmp_path, "test")) as writer:
        digest = writer.add(capture()).digest
        place = writer.add_revisit(capture(), digest, URL, TIME)
    with pytest.raises(ArchiveError, match=f"revisit .* {URL} from 2023-11-14T22:13:20"):
        read_at(tmp_path, place)
    assert len(list(captures(tmp_path))) == 1


def test_a_place_of_something_else(tmp_path: Path) -> None:
    (stored,) = archive(tmp_path, capture())
    file, offset, length = stored.place
    for wrong, why in [
        (Place(file, 0, offset), "is a warcinfo record"),
        (Place(file, offset, length + 1), "is not the one of"),
        (Place(file, offset + 3, length), "cannot be read"),
        (Place(file, offset + length, length), "is not the one of"),
    ]:
        with pytest.raises(ArchiveError, match=why):
            read_at(tmp_path, wrong)
    with pytest.raises(FileNotFoundError):
        read_at(tmp_path, Place("lost.warc.gz", 0, 10))


def test_a_body_that_changed_on_the_disk_is_not_handed_out(tmp_path: Path) -> None:
    (stored,) = archive(tmp_path, capture(b"price 100"))
    file = only_file(tmp_path)
    data = file.read_bytes()
    record = gzip.decompress(data[stored.place.offset :])
    changed = gzip.compress(record.replace(b"price 100", b"price 999"))
    file.write_bytes(data[: stored.place.offset] + changed)
    place = stored.place._replace(length=len(changed))
    with pytest.raises(ArchiveError, match="not what was written"):
        read_at(tmp_path, place)


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
    for file in archive_files(tmp_path)[:2]:
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
    read = [kept for _, kept in captures(path)]
    assert [kept.url for kept in read] == [URL + "?1", URL + "?2", URL + "?3"]
    assert {kept.body.decode() for kept in read} == {"<h1>诺基亚</h1>"}
    assert {kept.content_type for kept in read} == {HTML[1]}
    assert [kept for _, kept in captures(tmp_path)] == read


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
    ((_, kept),) = captures(path)
    assert (kept.captured_at, kept.status, kept.body) == (*expected, b"a")


def test_answers_without_an_address_or_without_anything(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    answer = b"HTTP/1.1 200 OK\r\n\r\na"
    path.write_bytes(
        RECORD % (b"X: y", len(answer), answer)
        + RECORD % (b"WARC-Target-URI: http://a.example/", 0, b"")
    )
    assert list(captures(path)) == []
