"""Writes captures to WARC files (gzip, one member per record) and repairs them after a crash."""

from __future__ import annotations

import os
import re
import string
import zlib
from datetime import UTC, datetime
from http.client import responses
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from store.archive import Capture, CapturePlace, payload_digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from warcio.recordloader import ArcWarcRecord


ARCHIVE_SUFFIX = ".warc.gz"

# Measured on pages of 20 KB: three quarters of the time of level 9, for files 2% larger.
_LEVEL = 4
_GZIP_WINDOW = 16 + zlib.MAX_WBITS
_VERSION = "1.1"
_NOT_MODIFIED_PROFILE = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"


class StoredCapture(NamedTuple):
    place: CapturePlace
    digest: str


class ArchiveWriter:
    """Each writer makes files of its own, the first with the first record.

    What `add` returned is in the operating system's hands. If it raises OSError (a full disk),
    the file ends as it did before, and adding may be tried again.
    """

    def __init__(
        self,
        folder: Path,
        prefix: str,
        largest_file: int = 1_000_000_000,
        software: str = "SpecSeek",
    ) -> None:
        self._folder = folder
        self._prefix = prefix
        self._largest_file = largest_file
        self._software = software
        self._file: AppendFile | None = None
        self._count = 0
        self._warcio = WARCWriter(None, gzip=False, warc_version=_VERSION)

    def add(self, capture: Capture) -> StoredCapture:
        """Keep the whole answer."""
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
        """Keep only that the body is that of an earlier capture, by its digest, URL and time.

        The server said so (status 304), or sent a body of this digest again.
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

    def close(self) -> None:
        """Return when the disk has it all; a record added later begins a new file."""
        if self._file:
            file, self._file = self._file, None
            file.close()

    def _append(self, record: ArcWarcRecord) -> CapturePlace:
        if self._file and self._file.end >= self._largest_file:
            self.close()
        if not self._file:
            self._file = self._begun_file()
        member = self._member(record)
        offset = self._file.append(member)
        return CapturePlace(self._file.path.name, offset, len(member))

    def _begun_file(self) -> AppendFile:
        file = self._new_file()
        info = {"software": self._software, "format": f"WARC File Format {_VERSION}"}
        try:
            file.append(self._member(self._warcio.create_warcinfo_record(file.path.name, info)))
        except BaseException:
            file.discard()
            raise
        return file

    def _new_file(self) -> AppendFile:
        self._folder.mkdir(parents=True, exist_ok=True)
        begun = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
        while True:
            self._count += 1
            try:
                name = f"{self._prefix}-{begun}-{self._count:05}{ARCHIVE_SUFFIX}"
                return AppendFile(self._folder / name)
            except FileExistsError:
                continue  # another writer began in the same second

    def _member(self, record: ArcWarcRecord) -> bytes:
        self._warcio.out = BytesIO()
        self._warcio.write_record(record)
        return zlib.compress(self._warcio.out.getbuffer(), _LEVEL, _GZIP_WINDOW)


def _written_date(time: float) -> str:
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%dT%H:%M:%S.%fZ}"


# Headers and addresses, however hostile, as lines that every WARC reader understands.


MOST_HEADERS = 200
LONGEST_VALUE = 8192  # what common servers allow a header line

_NO_NAME = re.compile(r"[^!#$%&'*+.^_`|~0-9A-Za-z-]+")
_NO_VALUE = re.compile("[\0-\x1f\x7f-\x9f\ud800-\udfff]+")
_ADDRESS = re.compile(r"https?:[!#-;=?-\[\]_a-z~]++")
_STAYS_IN_ADDRESS = string.punctuation.translate(dict.fromkeys(map(ord, '"<>\\^`{|}')))
_NOT_MODIFIED = 304


def http_lines(capture: Capture) -> StatusAndHeaders:
    """Status line and headers, true of the body as it is kept: decoded, with its length told."""
    status = f"{capture.status} {responses.get(capture.status, '')}".strip()
    lines = StatusAndHeaders(status, list(_true_headers(capture)), protocol="HTTP/1.1")
    # warcio would percent-encode Chinese in headers, and no one could tell it from "%" as sent.
    lines.to_ascii_bytes = lines.to_bytes
    return lines


def address_line(url: str) -> str:
    """The address as RFC 3986 has it: other characters are percent-encoded as UTF-8."""
    if _ADDRESS.fullmatch(url):
        return url
    scheme, colon, rest = url.partition(":")
    if scheme.lower() not in {"http", "https"}:
        raise ValueError(f"{url[:100]!r} is no web address: only http and https are archived")
    return scheme.lower() + colon + quote(rest, _STAYS_IN_ADDRESS, errors="surrogatepass")


def _true_headers(capture: Capture) -> Iterator[tuple[str, str]]:
    """What was said of the body as sent, but is not true of it as kept, becomes X-Original-*."""
    length = str(len(capture.body))
    for name, value in _safe_headers(capture.headers[:MOST_HEADERS]):
        lowered = name.lower()
        if lowered in {"content-encoding", "transfer-encoding"}:
            yield f"X-Original-{name}", value
        elif lowered != "content-length" or capture.status == _NOT_MODIFIED:
            yield name, value
        elif value != length:
            yield f"X-Original-{name}", value
    if capture.status != _NOT_MODIFIED:  # its length is that of the page it does not send
        yield "Content-Length", length


def _safe_headers(headers: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    for name, value in headers:
        safe_name = _NO_NAME.sub("-", name[:LONGEST_VALUE])
        if safe_name:
            yield safe_name, _NO_VALUE.sub(" ", value[:LONGEST_VALUE]).strip()


# A file that only grows, by whole pieces; a piece that cannot be written leaves no trace.


class AppendFile:
    """Made anew: a file that is there already belongs to someone else (FileExistsError)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.end = 0
        self._file = path.open("xb", buffering=0)
        self._torn = False

    def append(self, piece: bytes) -> int:
        """Hand the piece to the operating system; tell where it begins."""
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
        """Return when the disk has it all."""
        with self._file:
            if self._torn:
                self._cut()
            os.fsync(self._file)

    def discard(self) -> None:
        self._file.close()
        self.path.unlink()

    def _write(self, piece: bytes) -> None:
        rest = memoryview(piece)
        while rest:  # a disk that is nearly full takes a part before it refuses
            rest = rest[self._file.write(rest) :]

    def _cut(self) -> None:
        self._file.truncate(self.end)
        self._file.seek(self.end)
        self._torn = False


# Repair after a crash: archive files are cut where the last committed record ends.


_SET_ASIDE = ".uncommitted"


def archive_file_sizes(folder: Path) -> dict[str, int]:
    """The archive's files by name, with their lengths in bytes."""
    found = sorted(folder.glob(f"*{ARCHIVE_SUFFIX}"))
    return {path.name: path.stat().st_size for path in found if path.is_file()}


def cut_uncommitted_tails(folder: Path, committed_ends: Mapping[str, int]) -> list[str]:
    """Cut off what was written but never committed; tell what was done or is missing.

    Not while a writer is at work: its newest record is not committed yet. A file with no
    committed record is set aside under another name rather than deleted: should the ledger
    be the one that got lost, the pages are still there.
    """
    sizes = archive_file_sizes(folder)
    told = []
    for name, size in sizes.items():
        path, end = folder / name, committed_ends.get(name, 0)
        if not end:
            path.rename(path.with_name(name + _SET_ASIDE))
            told.append(f"{name}: nothing in it was committed; now {name}{_SET_ASIDE}")
        elif size > end:
            os.truncate(path, end)
            told.append(f"{name}: {size - end} bytes that were never committed cut off")
    return told + [
        f"{name}: {end - sizes.get(name, 0)} of {end} committed bytes are missing"
        for name, end in sorted(committed_ends.items())
        if sizes.get(name, 0) < end
    ]
