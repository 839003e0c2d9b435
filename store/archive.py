"""Reads the archive of fetched pages (WARC files): one capture, or all captures of a folder.

Files and folders are local ones (`Path`) or in S3-compatible storage (`store.bucket`,
`store.spool`); `store.spool.archive_of` gives the archive of the settings.

It also reads files of other tools, compressed or not, with bodies chunked and encoded as servers
sent them. A record is yielded only if it is complete; memory use is small.
"""

from __future__ import annotations

import io
import re
import zlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeVar

from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecordLoader
from warcio.statusandheaders import StatusAndHeadersParser
from warcio.utils import Digester

from store.body_encoding import LARGEST_BODY, plain_body
from store.bucket import StorageError
from store.spool import SpooledArchive, open_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from _typeshed import WriteableBuffer
    from warcio.recordloader import ArcWarcRecord

    from store.spool import ArchiveFile, ArchiveFolder


@dataclass(frozen=True, slots=True)
class Capture:
    """One HTTP response: headers as received, body without its content encoding.

    Decode header bytes as UTF-8, or as Latin-1 if they are not UTF-8: they are read back like that.
    """

    url: str
    captured_at: float
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def content_type(self) -> str:
        return self.header("content-type")

    @property
    def fetched(self) -> datetime | None:
        """The same as `captured_at`; None if that was not written, or cannot be parsed."""
        return datetime.fromtimestamp(self.captured_at, UTC) if self.captured_at else None

    @property
    def is_html_page(self) -> bool:
        """Is it a page that was there, in HTML or XHTML?"""
        media_type = self.content_type.partition(";")[0].strip().lower()
        return self.status == 200 and media_type in {"text/html", "application/xhtml+xml"}

    def header(self, name: str) -> str:
        """The first header of this name, ignoring case; "" if there is none."""
        wanted = name.lower()
        return next((value for other, value in self.headers if other.lower() == wanted), "")


class CapturePlace(NamedTuple):
    """Where a record is: the file's name in the archive folder, and its byte range."""

    file: str
    offset: int
    length: int

    @property
    def end(self) -> int:
        return self.offset + self.length


def payload_digest(body: bytes) -> str:
    """The digest that WARC files have for bodies: `sha1:` and base 32."""
    digester = Digester("sha1")
    digester.update(body)
    return str(digester)


# Damage, by file and offset.


class ArchiveDamage(NamedTuple):
    """A part of an archive file that cannot be read; the offset is in bytes."""

    file: str
    offset: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: record at byte {self.offset} {self.reason}"


class ArchiveError(Exception):
    """Parts of an archive cannot be read. Everything readable has been yielded before."""

    def __init__(self, *damages: ArchiveDamage) -> None:
        super().__init__(*damages)
        self.damages = damages

    def __str__(self) -> str:
        return "\n".join(map(str, self.damages))


class UnreadableRecordError(Exception):
    """Why a record cannot be read; the caller, who knows its place, raises an ArchiveError."""


# Reading captures: one by its place, or all of a file or folder.


# How many bytes of a file in storage are fetched at once.
_LEAST = 512
_OF_ONE_PAGE = 1 << 16
_OF_WHOLE_FILE = 1 << 20
_HTTP_PARSER = StatusAndHeadersParser([], verify=False)
_NOT_AS_WRITTEN = "its body is not what was written"


def read_capture(folder: ArchiveFolder, place: CapturePlace) -> Capture:
    """The capture at a place that the writer returned; its digest is checked."""
    with _bytes_at(folder / place.file, place) as record:
        for found, capture in each_record(record, place.file, _checked_capture, place.offset):
            if found == place:
                return capture
            break
    raise ArchiveError(ArchiveDamage(place.file, place.offset, f"is not {place.length} bytes long"))


def _bytes_at(path: ArchiveFile, place: CapturePlace) -> io.BufferedReader:
    """Of a file in storage just these bytes are fetched, by one request."""
    with open_file(path, max(place.length, _LEAST)) as file:
        file.seek(place.offset)
        return io.BufferedReader(BytesIO(file.read(place.length)))


def find_at(folder: ArchiveFolder, place: CapturePlace) -> Capture | None:
    """The same, but None if it is missing or damaged, or the storage is away."""
    try:
        return read_capture(folder, place)
    except (ArchiveError, OSError, StorageError):
        return None


def read_captures(path: ArchiveFolder) -> Iterator[tuple[CapturePlace, Capture]]:
    """Every response with a body in a WARC file, or in all WARC files of a folder, in order.

    Damage is reported by one ArchiveError after everything readable has been yielded.
    """
    damages: list[ArchiveDamage] = []
    for file in archive_files(path):
        try:
            yield from _captures_in_file(file)
        except ArchiveError as error:
            damages += error.damages
    if damages:
        raise ArchiveError(*damages)


def archive_files(path: ArchiveFolder) -> list[ArchiveFile]:
    """The WARC files of a folder, sorted by name; or the file itself."""
    if isinstance(path, SpooledArchive) or path.is_dir():
        files = [file for file in path.iterdir() if file.name.endswith((".warc", ".warc.gz"))]
        return sorted(files, key=lambda file: file.name)
    return [path]


def _captures_in_file(path: ArchiveFile) -> Iterator[tuple[CapturePlace, Capture]]:
    with open_file(path, _OF_WHOLE_FILE) as file:
        for place, capture in each_record(file, path.name, _capture_in):
            if capture:
                yield place, capture


def _checked_capture(record: ArcWarcRecord) -> Capture:
    if record.rec_type == "revisit":
        header = record.rec_headers.get_header
        raise UnreadableRecordError(
            f"it is a revisit without a body; the body is that of "
            f"{header('WARC-Refers-To-Target-URI')} from {header('WARC-Refers-To-Date')}"
        )
    capture = _capture_in(record)
    if capture is None:
        raise UnreadableRecordError(f"it is a {record.rec_type} record, not a page")
    if payload_digest(capture.body) != record.rec_headers.get_header("WARC-Payload-Digest"):
        raise UnreadableRecordError(_NOT_AS_WRITTEN)
    return capture


def _capture_in(record: ArcWarcRecord) -> Capture | None:
    """None for other records: requests, metadata, revisits, DNS lookups, empty responses."""
    found = _without_body(record)
    if found is None:
        return None
    body = plain_body(
        record.raw_stream.read(LARGEST_BODY),
        found.header("Content-Encoding"),
        found.header("Transfer-Encoding"),
    )
    return replace(found, body=body)


def _without_body(record: ArcWarcRecord) -> Capture | None:
    url = record.rec_headers.get_header("WARC-Target-URI", "")
    is_response = record.rec_type == "response" and url.lower().startswith(("http:", "https:"))
    if not (is_response and record.length):
        return None
    http = _HTTP_PARSER.parse(record.raw_stream)
    time = _parsed_time(record.rec_headers.get_header("WARC-Date", ""))
    return Capture(url, time, _parsed_status(http.get_statuscode()), tuple(http.headers), b"")


def _parsed_time(written: str) -> float:
    """0 for a date that cannot be parsed."""
    try:
        read = datetime.fromisoformat(written)
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()
    except ValueError:
        return 0.0


def _parsed_status(written: str) -> int:
    return int(written) if written.isdecimal() and len(written) < 10 else 0


# What a record says of itself, for those who compare the archive with the ledger.


_LONGEST_INFO = 65536


class ArchivedRecord(NamedTuple):
    """A record whose body was checked; `kind` is WARC's: response, revisit, warcinfo, ….

    `part_of` is the crawl that wrote the file: only a warcinfo record tells it.
    """

    kind: str
    url: str = ""
    captured_at: float = 0.0
    status: int = 0
    digest: str | None = None
    content_type: str = ""
    part_of: str = ""


def checked_record(record: ArcWarcRecord) -> ArchivedRecord:
    """What it says; UnreadableRecordError if its body is not what was written."""
    header = record.rec_headers.get_header
    digest = header("WARC-Payload-Digest")
    if record.rec_type == "warcinfo":
        return ArchivedRecord("warcinfo", part_of=_collection(record))
    if record.rec_type == "revisit" and record.length:
        http = _HTTP_PARSER.parse(record.raw_stream)
        return ArchivedRecord(
            "revisit",
            header("WARC-Target-URI", ""),
            _parsed_time(header("WARC-Date", "")),
            _parsed_status(http.get_statuscode()),
            digest,
        )
    capture = _capture_in(record)
    if capture is None:
        return ArchivedRecord(record.rec_type)
    if digest and payload_digest(capture.body) != digest:
        raise UnreadableRecordError(_NOT_AS_WRITTEN)
    about = (capture.url, capture.captured_at, capture.status, digest, capture.content_type)
    return ArchivedRecord("response", *about)


def _collection(record: ArcWarcRecord) -> str:
    for line in record.raw_stream.read(_LONGEST_INFO).decode("utf-8", "replace").splitlines():
        name, _, value = line.partition(":")
        if name.lower() == "ispartof":
            return str(value.strip())
    return ""


# What is in a WARC file, and one capture of it: for those who read parts of a file.


class PagePlace(NamedTuple):
    """Where the record of a page begins."""

    offset: int
    url: str


class ArchiveContents(NamedTuple):
    """The HTML pages of a file in order, and what of it cannot be read."""

    pages: list[PagePlace]
    damages: list[ArchiveDamage]


_MOST_DAMAGES = 100  # in one file; behind that nothing is looked for


def list_pages(path: ArchiveFile) -> ArchiveContents:
    """Where the pages of a WARC file are; goes on behind a damaged record, if another begins."""
    contents = ArchiveContents([], [])
    for place, found in sound_records(path, _without_body, contents.damages, _MOST_DAMAGES):
        if found and found.is_html_page:
            contents.pages.append(PagePlace(place.offset, found.url))
    return contents


def sound_records(
    path: ArchiveFile,
    read: Callable[[ArcWarcRecord], Result],
    damages: list[ArchiveDamage],
    most_damages: int | None = None,
) -> Iterator[tuple[CapturePlace, Result]]:
    """`read` applied to each record; goes on behind a damaged one, which is added to `damages`."""
    with open_file(path, _OF_WHOLE_FILE) as file:
        while most_damages is None or len(damages) < most_damages:
            try:
                yield from each_record(file, path.name, read)
            except ArchiveError as error:
                damages.extend(error.damages)
                if not _seek_record(file, error.damages[-1].offset + 1):
                    return
            else:
                return


def capture_at(path: ArchiveFile, offset: int) -> Capture:
    """The capture whose record begins there; raises ArchiveError if there is none."""
    with open_file(path, _OF_ONE_PAGE) as file:
        file.seek(offset)
        for _, capture in each_record(file, path.name, _capture_in):
            if capture:
                return capture
            break
    raise ArchiveError(ArchiveDamage(path.name, offset, "is not a page"))


_RECORD_BEGINS = re.compile(rb"\x1f\x8b\x08|WARC/1\.")


def _seek_record(file: io.BufferedReader, offset: int) -> bool:
    """Move to the next place from which on a record can be read; is there one?"""
    longest = len(b"WARC/1.")
    file.seek(offset)
    kept = b""
    while block := file.read(_BLOCK):
        searched = kept + block
        begin = file.tell() - len(searched)
        for found in _RECORD_BEGINS.finditer(searched):
            file.seek(begin + found.start())
            if _begins_record(file.read(_LONGEST_BEGINNING)):
                file.seek(begin + found.start())
                return True
        file.seek(begin + len(searched))
        kept = searched[1 - longest :]
    return False


_LONGEST_BEGINNING = 256


def _begins_record(beginning: bytes) -> bool:
    if beginning.startswith(_GZIP_MAGIC):
        try:
            beginning = zlib.decompressobj(_GZIP_WINDOW).decompress(beginning, _LONGEST_BEGINNING)
        except zlib.error:
            return False
    return beginning.startswith(b"WARC/1.")


# The records of one WARC file, one at a time; compressed or not, written by any tool.


Result = TypeVar("Result")

_BLOCK = 65536
_GZIP_MAGIC = b"\x1f\x8b"
_RECORD_LOADER = ArcWarcRecordLoader(verify_http=False, arc2warc=False)


def each_record(
    file: io.BufferedReader, name: str, read: Callable[[ArcWarcRecord], Result], begin: int = 0
) -> Iterator[tuple[CapturePlace, Result]]:
    """`read` applied to each record, from the current position to the end of the file.

    A record is yielded only if it is complete; a truncated one raises ArchiveError. `begin` is
    where in the archive's file the given one begins, if it is a part of it.
    """
    while file.peek(1):
        start = begin + file.tell()
        try:
            result, end = _one_record(file, read)
        except EOFError:
            reason = "is cut off: the file ends in the middle of it"
            raise ArchiveError(ArchiveDamage(name, start, reason)) from None
        except (UnreadableRecordError, ArchiveLoadFailed, zlib.error) as error:
            raise ArchiveError(ArchiveDamage(name, start, f"cannot be read: {error}")) from error
        yield CapturePlace(name, start, begin + end - start), result


def _one_record(
    file: io.BufferedReader, read: Callable[[ArcWarcRecord], Result]
) -> tuple[Result, int]:
    start = file.tell()
    magic = file.read(len(_GZIP_MAGIC))
    file.seek(start)
    if magic == _GZIP_MAGIC:
        return _compressed_record(file, read)
    result = _read_whole(file, read)
    end = file.tell()
    _skip_blank_lines(file)
    return result, end


def _compressed_record(
    file: io.BufferedReader, read: Callable[[ArcWarcRecord], Result]
) -> tuple[Result, int]:
    member = GzipMember(file)
    stream = io.BufferedReader(member, _BLOCK)
    result = _read_whole(stream, read)
    blank = stream.read(_BLOCK)
    if blank.strip() or stream.read(1):  # reading to the end also checks gzip's checksum
        raise UnreadableRecordError(
            "more than one record in a gzip member; `warcio recompress` repairs such files"
        )
    return result, member.seek_behind()


def _read_whole(stream: BinaryIO, read: Callable[[ArcWarcRecord], Result]) -> Result:
    first_line = stream.readline(64)
    if not first_line.endswith(b"\n") and len(first_line) < 64:
        raise EOFError
    record = _RECORD_LOADER.parse_record_stream(
        stream, first_line, known_format="warc", no_record_parse=True
    )
    if not record.rec_headers.get_header("Content-Length", "").isdecimal():
        raise EOFError  # the record is truncated within its headers
    result = read(record)
    while record.raw_stream.read(_BLOCK):
        pass
    if record.raw_stream.limit:
        raise EOFError
    return result


def _skip_blank_lines(file: io.BufferedReader) -> None:
    while True:
        start = file.tell()
        line = file.readline(_BLOCK)
        if not line or line.strip():
            file.seek(start)
            return


# One gzip member of a file, as a stream.


_COMPRESSED_BLOCK = 16384
_GZIP_WINDOW = 16 + zlib.MAX_WBITS


class GzipMember(io.RawIOBase):
    """The member at the file's current position; memory use is small, however large it inflates.

    Reading raises EOFError if the file ends too early, `zlib.error` if it is not gzip.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._inflater = zlib.decompressobj(_GZIP_WINDOW)
        self._waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        room = memoryview(buffer).cast("B")
        while not self._inflater.eof:
            compressed = self._waiting or self._file.read(_COMPRESSED_BLOCK)
            if not compressed:
                raise EOFError
            inflated = self._inflater.decompress(compressed, len(room))
            self._waiting = self._inflater.unconsumed_tail
            if inflated:
                room[: len(inflated)] = inflated
                return len(inflated)
        return 0

    def seek_behind(self) -> int:
        """After reading to the end: move the file to just behind the member, return that offset."""
        return self._file.seek(-len(self._inflater.unused_data), io.SEEK_CUR)
