"""Writes captures to WARC files (gzip, one member per record)."""

from __future__ import annotations

import os
import re
import string
import time
import zlib
from datetime import UTC, datetime
from http.client import responses
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from store.archive import Capture, CapturePlace, payload_digest
from store.spool import (
    ARCHIVE_SUFFIX,
    ArchiveMover,
    SpooledArchive,
    spool_of,
    take_for_writing,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from warcio.recordloader import ArcWarcRecord


# On pages of 20 KB this takes three quarters of the time of level 9, for files 2% larger.
_LEVEL = 4
_GZIP_WINDOW = 16 + zlib.MAX_WBITS
_VERSION = "1.1"
_NOT_MODIFIED_PROFILE = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"


_LARGEST_FILE = 1_000_000_000
# Other machines see a page when its file was moved; each file also costs a request or two.
_LARGEST_MOVED_FILE = 100_000_000
_LONGEST_WAIT = 600.0  # seconds


class StoredCapture(NamedTuple):
    place: CapturePlace
    digest: str


class ArchiveWriter:
    """Each writer has files of its own; the first is created with the first record.

    When `add` returns, the operating system has the record. If it raises OSError (disk full), the
    file ends where it ended before, and `add` may be called again. Files of an archive in
    S3-compatible storage are moved there when they are large or old enough, and at the end.
    """

    def __init__(
        self,
        folder: Path | SpooledArchive,
        prefix: str,
        largest_file: int | None = None,
        software: str = "SpecSeek",
        part_of: str = "",
    ) -> None:
        """`part_of` is the crawl, as the ledger names it: every file tells it at its beginning."""
        self.folder = folder
        self._prefix = prefix
        self._largest_file = largest_file or _LARGEST_FILE
        self._software = software
        self._part_of = part_of
        self._file: AppendFile | None = None
        self._begun = 0.0
        self._mover = None
        if isinstance(folder, SpooledArchive):
            self._mover = ArchiveMover(folder)
            self._largest_file = largest_file or _LARGEST_MOVED_FILE
        self._count = 0
        self._warcio = WARCWriter(None, gzip=False, warc_version=_VERSION)

    def add(self, capture: Capture) -> StoredCapture:
        """Store the whole response."""
        digest = payload_digest(capture.body)
        record = self._warcio.create_warc_record(
            address_line(capture.url),
            "response",
            payload=BytesIO(capture.body),
            length=len(capture.body),
            http_headers=http_lines(capture),
            warc_headers_dict={
                "WARC-Date": _written_date(capture.captured_at),
                "WARC-Payload-Digest": digest,
            },
        )
        return StoredCapture(self._append(record), digest)

    def add_revisit(
        self, capture: Capture, digest: str, original_url: str, original_time: float
    ) -> CapturePlace:
        """Store only that the body equals that of an earlier capture (digest, URL, time).

        The server said so (status 304), or sent a body with the same digest.
        """
        record = self._warcio.create_revisit_record(
            address_line(capture.url),
            digest,
            address_line(original_url),
            _written_date(original_time),
            http_headers=http_lines(capture),
            warc_headers_dict={"WARC-Date": _written_date(capture.captured_at)},
        )
        if capture.status == 304:
            record.rec_headers.replace_header("WARC-Profile", _NOT_MODIFIED_PROFILE)
        return self._append(record)

    def move_left_behind(self) -> None:
        """Move what an earlier, perhaps killed, crawl left here; returns at once."""
        if self._mover:
            self._mover.move_finished()

    def close(self) -> None:
        """Sync to disk and close, and move what is to be moved; the last call."""
        self._close_file()
        if self._mover:
            self._mover.close()

    def _close_file(self) -> None:
        if self._file:
            file, self._file = self._file, None
            file.close()

    def _append(self, record: ArcWarcRecord) -> CapturePlace:
        if self._file and self._is_finished(self._file):
            self._close_file()
            self.move_left_behind()
        if not self._file:
            self._file = self._begun_file()
            self._begun = time.monotonic()
        member = self._member(record)
        offset = self._file.append(member)
        return CapturePlace(self._file.path.name, offset, len(member))

    def _is_finished(self, file: AppendFile) -> bool:
        waits = self._mover is not None and time.monotonic() - self._begun > _LONGEST_WAIT
        return waits or file.end >= self._largest_file

    def _begun_file(self) -> AppendFile:
        file = self._new_file()
        info = {"software": self._software, "format": f"WARC File Format {_VERSION}"}
        if self._part_of:
            info["isPartOf"] = self._part_of
        try:
            file.append(self._member(self._warcio.create_warcinfo_record(file.path.name, info)))
        except BaseException:
            file.discard()
            raise
        return file

    def _new_file(self) -> AppendFile:
        folder = spool_of(self.folder)
        folder.mkdir(parents=True, exist_ok=True)
        begun = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
        while True:
            self._count += 1
            try:
                name = f"{self._prefix}-{begun}-{self._count:05}{ARCHIVE_SUFFIX}"
                return AppendFile(folder / name)
            except FileExistsError:
                continue  # another writer started in the same second

    def _member(self, record: ArcWarcRecord) -> bytes:
        self._warcio.out = BytesIO()
        self._warcio.write_record(record)
        return zlib.compress(self._warcio.out.getbuffer(), _LEVEL, _GZIP_WINDOW)


def _written_date(time: float) -> str:
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%dT%H:%M:%S.%fZ}"


# Headers and URLs, even hostile ones, as lines that every WARC reader understands.


MOST_HEADERS = 200
LONGEST_VALUE = 8192  # the usual limit of servers for a header line

_NOT_IN_NAMES = re.compile(r"[^!#$%&'*+.^_`|~0-9A-Za-z-]+")
_NOT_IN_VALUES = re.compile("[\0-\x1f\x7f-\x9f\ud800-\udfff]+")
_ADDRESS = re.compile(r"https?:[!#-;=?-\[\]_a-z~]++")
_UNQUOTED = string.punctuation.translate(dict.fromkeys(map(ord, '"<>\\^`{|}')))
_NOT_MODIFIED = 304


def http_lines(capture: Capture) -> StatusAndHeaders:
    """Status line and headers that fit the body as stored: decoded, with its length."""
    status = f"{capture.status} {responses.get(capture.status, '')}".strip()
    lines = StatusAndHeaders(status, list(_true_headers(capture)), protocol="HTTP/1.1")
    # warcio would percent-encode Chinese in headers, which cannot be told from "%" as sent.
    lines.to_ascii_bytes = lines.to_bytes
    return lines


def address_line(url: str) -> str:
    """The URL as RFC 3986 requires: other characters are percent-encoded as UTF-8."""
    if _ADDRESS.fullmatch(url):
        return url
    scheme, colon, rest = url.partition(":")
    if scheme.lower() not in {"http", "https"}:
        raise ValueError(f"{url[:100]!r} is not a web address: only http and https are archived")
    return scheme.lower() + colon + quote(rest, _UNQUOTED, errors="surrogatepass")


def _true_headers(capture: Capture) -> Iterator[tuple[str, str]]:
    """Headers that describe the body as sent, but not as stored, become X-Original-*."""
    length = str(len(capture.body))
    for name, value in _safe_headers(capture.headers[:MOST_HEADERS]):
        lowered = name.lower()
        if lowered in {"content-encoding", "transfer-encoding"}:
            yield f"X-Original-{name}", value
        elif lowered != "content-length" or capture.status == _NOT_MODIFIED:
            yield name, value
        elif value != length:
            yield f"X-Original-{name}", value
    if capture.status != _NOT_MODIFIED:  # a 304 has the length of the page it does not send
        yield "Content-Length", length


def _safe_headers(headers: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    for name, value in headers:
        safe_name = _NOT_IN_NAMES.sub("-", name[:LONGEST_VALUE])
        if safe_name:
            yield safe_name, _NOT_IN_VALUES.sub(" ", value[:LONGEST_VALUE]).strip()


# A file to which only whole pieces are appended; a piece that cannot be written leaves no trace.


class AppendFile:
    """Always a new file: raises FileExistsError if there is one, since it belongs to another."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.end = 0
        self._file = path.open("xb", buffering=0)
        take_for_writing(self._file)
        self._torn = False

    def append(self, piece: bytes) -> int:
        """Hand the piece to the operating system; return its offset."""
        if self._torn:
            self._cut()
        start = self.end
        self._torn = True
        try:
            self._write(piece)
        except BaseException as error:
            if isinstance(error, OSError):
                error.filename = str(self.path)
            self._cut()
            raise
        self._torn = False
        self.end = start + len(piece)
        return start

    def close(self) -> None:
        """Sync to disk and close."""
        with self._file:
            if self._torn:
                self._cut()
            os.fsync(self._file)

    def discard(self) -> None:
        self._file.close()
        self.path.unlink()

    def _write(self, piece: bytes) -> None:
        rest = memoryview(piece)
        while rest:  # a nearly full disk takes a part before it fails
            rest = rest[self._file.write(rest) :]

    def _cut(self) -> None:
        self._file.truncate(self.end)
        self._file.seek(self.end)
        self._torn = False
