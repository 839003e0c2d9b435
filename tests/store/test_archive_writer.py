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

from store.archive import payload_digest, read_capture, read_captures
from store.archive_writer import (
    LONGEST_VALUE,
    MOST_HEADERS,
    AppendFile,
    ArchiveWriter,
    address_line,
    http_lines,
)
from tests.store.small_archive import HTML, TIME, URL, archive, capture, only_file, seen_by_warcio

if TYPE_CHECKING:
    from pathlib import Path

    from store.archive import Capture


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
            assert read_capture(tmp_path, writer.add(kept).place).body == kept.body


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
    assert [kept.body for _, kept in read_captures(tmp_path)] == [b"%d" % n for n in range(6)]
    assert [place for place, _ in read_captures(tmp_path)] == places
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
from store.archive_writer import ArchiveWriter
from tests.store.small_archive import capture

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
    for (place, read), given_one in zip(read_captures(folder), kept, strict=True):
        assert read.body == given_one.body
        assert read.status == given_one.status
        assert read.captured_at == pytest.approx(given_one.captured_at, abs=1e-5)
        assert read.header("Content-Length") == str(len(read.body)) or read.status == 304
        assert read == read_capture(folder, place)
        (again,) = archive(folder / "again", read)
        assert read_capture(folder / "again", again.place) == read


def lines(*headers: tuple[str, str], body: bytes = b"12345", status: int = 200) -> list[str]:
    written: bytes = http_lines(capture(body, *headers, status=status)).to_bytes()
    return written.decode().split("\r\n")


def test_status_headers_and_the_true_length() -> None:
    assert lines(("Server", "nginx")) == [
        "HTTP/1.1 200 OK", "Server: nginx", "Content-Length: 5", "", "",
    ]  # fmt: skip


def test_what_is_not_true_of_the_decoded_body_is_kept_under_another_name() -> None:
    sent = (("content-encoding", "gzip"), ("Transfer-Encoding", "chunked"), ("Content-Length", "3"))
    assert lines(*sent)[1:5] == [
        "X-Original-content-encoding: gzip",
        "X-Original-Transfer-Encoding: chunked",
        "X-Original-Content-Length: 3",
        "Content-Length: 5",
    ]


def test_a_true_length_is_said_once() -> None:
    assert lines(("Content-Length", "5"))[1:3] == ["Content-Length: 5", ""]


def test_the_length_in_a_304_is_that_of_the_page_it_does_not_send() -> None:
    assert lines(("Content-Length", "777"), body=b"", status=304) == [
        "HTTP/1.1 304 Not Modified", "Content-Length: 777", "", "",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sent", "line"),
    [
        (("X", "a\r\nSet-Cookie: b"), "X: a Set-Cookie: b"),
        (("X\r\nY", "a"), "X-Y: a"),
        (("X: a\nY", "b"), "X-a-Y: b"),
        ((" X", "\ta\x00\x85b "), "-X: a b"),
        (("标题", "诺基亚"), "-: 诺基亚"),
        (("X", "诺基亚 é \udc80"), "X: 诺基亚 é"),
    ],
)
def test_no_header_makes_a_line_of_its_own(sent: tuple[str, str], line: str) -> None:
    assert lines(sent)[1:] == [line, "Content-Length: 5", "", ""]


def test_a_header_without_a_name_is_left_out() -> None:
    assert lines(("", "a"))[1:2] == ["Content-Length: 5"]


def test_sizes_are_bounded() -> None:
    written = lines(*[("X", "a" * 100_000)] * 1000)
    assert written[1] == "X: " + "a" * LONGEST_VALUE
    assert len(written) == 1 + MOST_HEADERS + 3


def test_a_status_no_one_knows_has_no_words() -> None:
    assert lines(status=799)[0] == "HTTP/1.1 799"


@pytest.mark.parametrize(
    ("url", "line"),
    [
        ("http://a.example/b?c=d%20e#f[1]", "http://a.example/b?c=d%20e#f[1]"),
        ("HTTPS://a.example/", "https://a.example/"),
        ("http://a.example/b c\r\nd", "http://a.example/b%20c%0D%0Ad"),
        ("http://a.example/手机?q=<\"'", "http://a.example/%E6%89%8B%E6%9C%BA?q=%3C%22'"),
        ("http://a.example/\x00\ud800\u3000", "http://a.example/%00%ED%A0%80%E3%80%80"),
    ],
)
def test_addresses_are_escaped_where_they_must_be(url: str, line: str) -> None:
    assert address_line(url) == line


@pytest.mark.parametrize("url", ["", "a.example", "ftp://a.example/", "data:text/html,a"])
def test_other_addresses_are_a_mistake(url: str) -> None:
    with pytest.raises(ValueError, match="only http and https"):
        address_line(url)


def test_pieces_follow_each_other_and_are_there_at_once(tmp_path: Path) -> None:
    file = AppendFile(tmp_path / "a")
    assert [file.append(b"one"), file.append(b""), file.append(b"three")] == [0, 3, 3]
    assert file.path.read_bytes() == b"onethree"
    assert file.end == 8
    file.close()


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"another's")
    with pytest.raises(FileExistsError):
        AppendFile(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"another's"


def test_a_file_can_be_given_up(tmp_path: Path) -> None:
    file = AppendFile(tmp_path / "a")
    file.append(b"a piece")
    file.discard()
    assert not list(tmp_path.iterdir())


# A limit on the size of files acts as a full disk does: a part is written, then none.
SMALL_DISK_FOR_PIECES = """
import errno, resource, signal, sys
from pathlib import Path
from store.archive_writer import AppendFile

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
file = AppendFile(Path(sys.argv[1]))
file.append(b"a" * 60)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
try:
    file.append(b"b" * 60)
except OSError as error:
    assert error.errno == errno.EFBIG and error.filename == sys.argv[1]
else:
    raise AssertionError("the disk is not full")
assert file.path.stat().st_size == 60
assert file.append(b"c" * 30) == 60
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
assert file.append(b"d" * 60) == 90
file.close()
"""


def test_what_a_full_disk_refuses_leaves_no_trace(tmp_path: Path) -> None:
    path = tmp_path / "a"
    subprocess.run([sys.executable, "-c", SMALL_DISK_FOR_PIECES, str(path)], check=True)
    assert path.read_bytes() == b"a" * 60 + b"c" * 30 + b"d" * 60
