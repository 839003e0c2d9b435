from __future__ import annotations

import gzip
import re
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.archive.capture import payload_digest
from pages.archive.reader import captures, read_at
from pages.archive.writer import ArchiveWriter
from tests.pages.archive.small_archive import (
    HTML,
    TIME,
    URL,
    archive,
    capture,
    only_file,
    seen_by_warcio,
)

if TYPE_CHECKING:
    from pathlib import Path

    from pages.archive.capture import Capture


def test_a_page_is_kept_with_address_time_headers_and_digest(tmp_path: Path) -> None:
    (stored,) = archive(tmp_path, capture("手机".encode()))
    info, (record, body) = seen_by_warcio(only_file(tmp_path))
    assert info[0].rec_type == "warcinfo"
    assert b"software: SpecSeek\r\n" in info[1]
    told = record.rec_headers.get_header
    assert record.rec_headers.protocol == "WARC/1.1"
    assert told("WARC-Type") == "response"
    assert told("WARC-Target-URI") == URL
    assert told("WARC-Date") == "2023-11-14T22:13:20.250000Z"
    assert told("WARC-Payload-Digest") == stored.digest == payload_digest(body)
    assert record.http_headers.get_statuscode() == "200"
    assert record.http_headers.get_header("Content-Type") == HTML[1]
    assert body.decode() == "手机"


def test_every_place_is_one_gzip_member(tmp_path: Path) -> None:
    stored = archive(tmp_path, capture(b"first"), capture(b"second"))
    data = only_file(tmp_path).read_bytes()
    for (place, _), body in zip(stored, (b"first", b"second"), strict=True):
        assert gzip.decompress(data[place.offset : place.end]).endswith(body + b"\r\n\r\n")
    assert stored[0].place.end == stored[1].place.offset
    assert stored[1].place.end == len(data)


def test_a_record_can_be_read_while_the_file_grows(tmp_path: Path) -> None:
    with closing(ArchiveWriter(tmp_path, "test")) as writer:
        for number in range(3):
            kept = capture(b"%d" % number)
            assert read_at(tmp_path, writer.add(kept).place).body == kept.body


def test_nothing_is_made_before_the_first_record(tmp_path: Path) -> None:
    ArchiveWriter(tmp_path / "archive", "test").close()
    assert not list(tmp_path.iterdir())


def test_files_have_a_prefix_a_time_and_a_number(tmp_path: Path) -> None:
    archive(tmp_path / "deep" / "down", capture())
    name = only_file(tmp_path / "deep" / "down").name
    assert re.fullmatch(r"test-\d{8}T\d{6}Z-00001\.warc\.gz", name)


def test_a_file_that_is_large_enough_is_followed_by_another(tmp_path: Path) -> None:
    with closing(ArchiveWriter(tmp_path, "test", largest_file=1000)) as writer:
        places = [writer.add(capture(b"%d" % number)).place for number in range(6)]
    assert len({place.file for place in places}) == len(list(tmp_path.iterdir())) > 1
    assert [kept.body for _, kept in captures(tmp_path)] == [b"%d" % n for n in range(6)]
    assert [place for place, _ in captures(tmp_path)] == places
    for file in tmp_path.iterdir():
        assert seen_by_warcio(file)[0][0].rec_type == "warcinfo"


def test_two_writers_never_share_a_file(tmp_path: Path) -> None:
    writers = [ArchiveWriter(tmp_path, "test") for _ in range(3)]
    places = [writer.add(capture()).place for writer in writers for _ in range(2)]
    for writer in writers:
        writer.close()
    assert len({place.file for place in places}) == 3


def test_a_page_sent_again_is_a_revisit(tmp_path: Path) -> None:
    with closing(ArchiveWriter(tmp_path, "test")) as writer:
        digest = writer.add(capture()).digest
        writer.add_revisit(capture(captured_at=TIME + 60), digest, URL, TIME)
    *_, (record, body) = seen_by_warcio(only_file(tmp_path))
    told = record.rec_headers.get_header
    assert record.rec_type == "revisit"
    assert told("WARC-Profile").endswith("/1.1/revisit/identical-payload-digest")
    assert told("WARC-Date") == "2023-11-14T22:14:20.250000Z"
    assert told("WARC-Refers-To-Target-URI") == URL
    assert told("WARC-Refers-To-Date") == "2023-11-14T22:13:20.250000Z"
    assert told("WARC-Payload-Digest") == digest
    assert record.http_headers.get_header("Content-Type") == HTML[1]
    assert body == b""


def test_not_modified_is_a_revisit_by_the_servers_word(tmp_path: Path) -> None:
    with closing(ArchiveWriter(tmp_path, "test")) as writer:
        answer = capture(b"", ("ETag", '"1"'), status=304)
        writer.add_revisit(answer, payload_digest(b"page"), URL, TIME)
    _, (record, _) = seen_by_warcio(only_file(tmp_path))
    told = record.rec_headers.get_header
    assert told("WARC-Profile") == "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
    assert record.http_headers.get_statuscode() == "304"
    assert record.http_headers.get_header("ETag") == '"1"'


SMALL_DISK = """
import resource, signal, sys
from pathlib import Path
from pages.archive.writer import ArchiveWriter
from tests.pages.archive.small_archive import capture

def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
folder = Path(sys.argv[1])
writer = ArchiveWriter(folder, "test")
refused = 0
for size in (100, 1200, 1500, 2000, resource.RLIM_INFINITY):
    limit(size)
    try:
        while True:
            writer.add(capture(b"kept"))
            if size == resource.RLIM_INFINITY:
                break
    except OSError as error:
        refused += 1
        if size == 100:
            assert not list(folder.iterdir()), "a file without even its first record"
assert refused == 4
writer.close()
"""


def test_a_full_disk_leaves_a_readable_file_and_a_usable_writer(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", SMALL_DISK, str(tmp_path)], check=True)
    _, *kept = seen_by_warcio(only_file(tmp_path))
    assert len(kept) >= 3
    assert {body for _, body in kept} == {b"kept"}


ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=40)
CAPTURES = st.builds(
    capture,
    st.binary(max_size=300),
    *[st.tuples(ANY_TEXT | st.sampled_from(["Content-Encoding", "Content-Length"]), ANY_TEXT)] * 3,
    url=st.builds("http://a.example/{}".format, ANY_TEXT),
    status=st.integers(100, 599),
    captured_at=st.floats(0, 4e9),
)


@settings(max_examples=60, deadline=None)
@given(kept=st.lists(CAPTURES, min_size=1, max_size=4))
def test_whatever_the_web_sends_comes_back(
    tmp_path_factory: pytest.TempPathFactory, kept: list[Capture]
) -> None:
    folder = tmp_path_factory.mktemp("archive")
    archive(folder, *kept)
    assert len(seen_by_warcio(only_file(folder))) == 1 + len(kept)
    for (place, read), given_one in zip(captures(folder), kept, strict=True):
        assert read.body == given_one.body
        assert read.status == given_one.status
        assert read.captured_at == pytest.approx(given_one.captured_at, abs=1e-5)
        assert read.header("Content-Length") == str(len(read.body)) or read.status == 304
        assert read == read_at(folder, place)
        (again,) = archive(folder / "again", read)
        assert read_at(folder / "again", again.place) == read
