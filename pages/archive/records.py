"""The records of one WARC file, one at a time; packed or not, written by any tool."""

from __future__ import annotations

import io
import zlib
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecordLoader

from pages.archive.capture import Place
from pages.archive.errors import ArchiveError, Damage, UnfitRecordError
from pages.archive.member import GzipMember

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from warcio.recordloader import ArcWarcRecord

Result = TypeVar("Result")

_BLOCK = 65536
_GZIP_MAGIC = b"\x1f\x8b"
_LOADER = ArcWarcRecordLoader(verify_http=False, arc2warc=False)


def each_record(
    file: io.BufferedReader, name: str, read: Callable[[ArcWarcRecord], Result]
) -> Iterator[tuple[Place, Result]]:
    """What `read` makes of each record, from where the file stands to its end.

    A record is handed out only when it is whole: a torn one ends in ArchiveError.
    """
    while file.peek(1):
        start = file.tell()
        try:
            result, end = _one_record(file, read)
        except EOFError:
            reason = "is cut off: the file ends in the middle of it"
            raise ArchiveError(Damage(name, start, reason)) from None
        except (UnfitRecordError, ArchiveLoadFailed, zlib.error) as error:
            raise ArchiveError(Damage(name, start, f"cannot be read: {error}")) from error
        yield Place(name, start, end - start), result


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
        raise UnfitRecordError(
            "more than one record in a gzip member; `warcio recompress` mends such files"
        )
    return result, member.leave()


def _read_whole(stream: BinaryIO, read: Callable[[ArcWarcRecord], Result]) -> Result:
    first_line = stream.readline(64)
    if not first_line.endswith(b"\n") and len(first_line) < 64:
        raise EOFError
    record = _LOADER.parse_record_stream(
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
