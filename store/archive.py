"""The archive of fetched pages, WARC files: captures read back one by one or all of a folder.

Files of other tools are read too, packed or not, with bodies chunked and encoded as servers sent
them. A record is handed out only when it is whole; little of it is held in memory.
"""

from __future__ import annotations

import io
import zlib
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeVar

import brotli
from warcio.bufferedreaders import ChunkedDataReader
from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecordLoader
from warcio.statusandheaders import StatusAndHeadersParser
from warcio.utils import Digester

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from _typeshed import WriteableBuffer
    from warcio.recordloader import ArcWarcRecord


@dataclass(frozen=True, slots=True)
class Capture:
    """One answer: the headers are those received, the body has its content encoding undone.

    Header bytes are best decoded as UTF-8, or as Latin-1 where they are none: that is how
    they are read back.
    """

    url: str
    captured_at: float
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def content_type(self) -> str:
        return self.header("content-type")

    def header(self, name: str) -> str:
        """The first header of this name, in any case; empty where there is none."""
        wanted = name.lower()
        return next((value for other, value in self.headers if other.lower() == wanted), "")


class CapturePlace(NamedTuple):
    """Where a record is: the file's name within the archive's folder, and its bytes."""

    file: str
    offset: int
    length: int

    @property
    def end(self) -> int:
        return self.offset + self.length


def payload_digest(body: bytes) -> str:
    """What tells equal bodies, as WARC files write it: `sha1:` and base 32."""
    digester = Digester("sha1")
    digester.update(body)
    return str(digester)


# Damage, by file and offset.


class ArchiveDamage(NamedTuple):
    """Something in an archive file that cannot be read; the offset counts bytes."""

    file: str
    offset: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: record at byte {self.offset} {self.reason}"


class ArchiveError(Exception):
    """A part of an archive cannot be read. All that could be read was handed out before."""

    def __init__(self, *damages: ArchiveDamage) -> None:
        super().__init__(*damages)
        self.damages = damages

    def __str__(self) -> str:
        return "\n".join(map(str, self.damages))


class UnreadableRecordError(Exception):
    """Why one record cannot be read; who knows its place makes an ArchiveError of it."""


# Reading captures: one by its place, or all of a file or folder.


_HTTP_PARSER = StatusAndHeadersParser([], verify=False)


def read_capture(folder: Path, place: CapturePlace) -> Capture:
    """The capture at a place that the writer told, its digest checked."""
    with (folder / place.file).open("rb") as file:
        file.seek(place.offset)
        for found, capture in each_record(file, place.file, _checked_capture):
            if found == place:
                return capture
            break
    raise ArchiveError(
        ArchiveDamage(place.file, place.offset, f"is not the one of {place.length} bytes")
    )


def find_at(folder: Path, place: CapturePlace) -> Capture | None:
    """The same; None where it is missing or damaged."""
    try:
        return read_capture(folder, place)
    except (ArchiveError, OSError):
        return None


def read_captures(path: Path) -> Iterator[tuple[CapturePlace, Capture]]:
    """Every answer with a body in a WARC file or in all those of a folder, in order.

    What is damaged is told by one ArchiveError, after all that can be read was handed out.
    """
    damages: list[ArchiveDamage] = []
    for file in archive_files(path):
        try:
            yield from _captures_in_file(file)
        except ArchiveError as error:
            damages += error.damages
    if damages:
        raise ArchiveError(*damages)


def archive_files(path: Path) -> list[Path]:
    """The WARC files of a folder by name, or the one file that the path is."""
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.iterdir() if file.name.endswith((".warc", ".warc.gz")))


def _captures_in_file(path: Path) -> Iterator[tuple[CapturePlace, Capture]]:
    with path.open("rb") as file:
        for place, capture in each_record(file, path.name, _capture_in):
            if capture:
                yield place, capture


def _checked_capture(record: ArcWarcRecord) -> Capture:
    if record.rec_type == "revisit":
        told = record.rec_headers.get_header
        raise UnreadableRecordError(
            f"it is a revisit and has no body; that is the one of "
            f"{told('WARC-Refers-To-Target-URI')} from {told('WARC-Refers-To-Date')}"
        )
    capture = _capture_in(record)
    if capture is None:
        raise UnreadableRecordError(f"it is a {record.rec_type} record, no page")
    if payload_digest(capture.body) != record.rec_headers.get_header("WARC-Payload-Digest"):
        raise UnreadableRecordError("its body is not what was written")
    return capture


def _capture_in(record: ArcWarcRecord) -> Capture | None:
    """None for what is no answer with a body: requests, metadata, revisits, name lookups."""
    url = record.rec_headers.get_header("WARC-Target-URI", "")
    is_answer = record.rec_type == "response" and url.lower().startswith(("http:", "https:"))
    if not (is_answer and record.length):
        return None
    http = _HTTP_PARSER.parse(record.raw_stream)
    body = plain_body(
        record.raw_stream.read(LARGEST_BODY),
        http.get_header("Content-Encoding", ""),
        http.get_header("Transfer-Encoding", ""),
    )
    time = _parsed_time(record.rec_headers.get_header("WARC-Date", ""))
    return Capture(url, time, _parsed_status(http.get_statuscode()), tuple(http.headers), body)


def _parsed_time(written: str) -> float:
    """A date that cannot be read is the beginning of time."""
    try:
        read = datetime.fromisoformat(written)
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()
    except ValueError:
        return 0.0


def _parsed_status(written: str) -> int:
    return int(written) if written.isdecimal() and len(written) < 10 else 0


# The records of one WARC file, one at a time; packed or not, written by any tool.


Result = TypeVar("Result")

_BLOCK = 65536
_GZIP_MAGIC = b"\x1f\x8b"
_RECORD_LOADER = ArcWarcRecordLoader(verify_http=False, arc2warc=False)


def each_record(
    file: io.BufferedReader, name: str, read: Callable[[ArcWarcRecord], Result]
) -> Iterator[tuple[CapturePlace, Result]]:
    """What `read` makes of each record, from where the file stands to its end.

    A record is handed out only when it is whole: a torn one ends in ArchiveError.
    """
    while file.peek(1):
        start = file.tell()
        try:
            result, end = _one_record(file, read)
        except EOFError:
            reason = "is cut off: the file ends in the middle of it"
            raise ArchiveError(ArchiveDamage(name, start, reason)) from None
        except (UnreadableRecordError, ArchiveLoadFailed, zlib.error) as error:
            raise ArchiveError(ArchiveDamage(name, start, f"cannot be read: {error}")) from error
        yield CapturePlace(name, start, end - start), result


def _one_record(
    file: io.BufferedReader, read: Callable[[ArcWarcRecord], Result]
) -> tuple[Result, int]:
    start = file.tell()
    magic = file.read(len(_GZIP_MAGIC))
    file.seek(start)
    if magic == _GZIP_MAGIC:
        return _packed_record(file, read)
    result = _read_whole(file, read)
    end = file.tell()
    _skip_blank_lines(file)
    return result, end


def _packed_record(
    file: io.BufferedReader, read: Callable[[ArcWarcRecord], Result]
) -> tuple[Result, int]:
    member = GzipMember(file)
    stream = io.BufferedReader(member, _BLOCK)
    result = _read_whole(stream, read)
    blank = stream.read(_BLOCK)
    if blank.strip() or stream.read(1):  # this read also has gzip's checksum compared
        raise UnreadableRecordError(
            "more than one record in a gzip member; `warcio recompress` mends such files"
        )
    return result, member.leave()


def _read_whole(stream: BinaryIO, read: Callable[[ArcWarcRecord], Result]) -> Result:
    first_line = stream.readline(64)
    if not first_line.endswith(b"\n") and len(first_line) < 64:
        raise EOFError
    record = _RECORD_LOADER.parse_record_stream(
        stream, first_line, known_format="warc", no_record_parse=True
    )
    if not record.rec_headers.get_header("Content-Length", "").isdecimal():
        raise EOFError  # so it is where a record is cut off among its headers
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


_PACKED_BLOCK = 16384
_GZIP_WINDOW = 16 + zlib.MAX_WBITS


class GzipMember(io.RawIOBase):
    """The member that begins where the file stands; however it inflates, little is held.

    Reading raises EOFError where the file ends too early, `zlib.error` where it is no gzip.
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
            packed = self._waiting or self._file.read(_PACKED_BLOCK)
            if not packed:
                raise EOFError
            inflated = self._inflater.decompress(packed, len(room))
            self._waiting = self._inflater.unconsumed_tail
            if inflated:
                room[: len(inflated)] = inflated
                return len(inflated)
        return 0

    def leave(self) -> int:
        """Set the file behind the member, which was read to its end; tell where that is."""
        return self._file.seek(-len(self._inflater.unused_data), io.SEEK_CUR)


# Decoding bodies that other tools kept as the server sent them: chunked, compressed.


LARGEST_BODY = 64 * 1024 * 1024
_MOST_ENCODINGS = 4
_ENCODED_BLOCK = 16384


def plain_body(raw: bytes, content_encoding: str, transfer_encoding: str) -> bytes:
    """Undo chunks, then encodings; one that is unknown, or not there in truth, changes nothing.

    At most `LARGEST_BODY` bytes come out of one, whatever it would unpack to. What stands
    before a damaged part is kept.
    """
    if "chunked" in transfer_encoding.lower():
        raw = ChunkedDataReader(BytesIO(raw)).read()
    for name in reversed(content_encoding.lower().split(",")[:_MOST_ENCODINGS]):
        attempts = (unpack(raw) for unpack in _UNPACKERS.get(name.strip(), ()))
        raw = next(filter(None, attempts), raw)
    return raw


def _inflated(raw: bytes, window: int) -> bytes:
    inflater = zlib.decompressobj(window)
    inflated = bytearray()
    with suppress(zlib.error):
        for start in range(0, len(raw), _ENCODED_BLOCK):
            room = LARGEST_BODY - len(inflated)
            if not room:
                break
            inflated += inflater.decompress(raw[start : start + _ENCODED_BLOCK], room)
    return bytes(inflated)


def _unbrotlied(raw: bytes) -> bytes:
    with suppress(brotli.error):
        unpacked: bytes = brotli.Decompressor().process(raw, output_buffer_limit=LARGEST_BODY)
        return unpacked[:LARGEST_BODY]
    return b""


_gunzipped = partial(_inflated, window=16 + zlib.MAX_WBITS)
_UNPACKERS: dict[str, tuple[Callable[[bytes], bytes], ...]] = {
    "gzip": (_gunzipped,),
    "x-gzip": (_gunzipped,),
    # Some servers leave out the header that the standard wants.
    "deflate": (
        partial(_inflated, window=zlib.MAX_WBITS),
        partial(_inflated, window=-zlib.MAX_WBITS),
    ),
    "br": (_unbrotlied,),
}
