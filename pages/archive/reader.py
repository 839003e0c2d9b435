"""Reading captures: one by its place, or all of a file or folder."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from warcio.statusandheaders import StatusAndHeadersParser

from pages.archive.bodies import LARGEST_BODY, plain_body
from pages.archive.capture import Capture, Place, payload_digest
from pages.archive.errors import ArchiveError, Damage, UnfitRecordError
from pages.archive.records import each_record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from warcio.recordloader import ArcWarcRecord

_HTTP = StatusAndHeadersParser([], verify=False)


def read_at(folder: Path, place: Place) -> Capture:
    """The capture at a place that the writer told, its digest checked."""
    with (folder / place.file).open("rb") as file:
        file.seek(place.offset)
        for found, capture in each_record(file, place.file, _checked_capture):
            if found == place:
                return capture
            break
    raise ArchiveError(Damage(place.file, place.offset, f"is not the one of {place.length} bytes"))


def find_at(folder: Path, place: Place) -> Capture | None:
    """The same; None where it is missing or damaged."""
    try:
        return read_at(folder, place)
    except (ArchiveError, OSError):
        return None


def captures(path: Path) -> Iterator[tuple[Place, Capture]]:
    """Every answer with a body in a WARC file or in all those of a folder, in order.

    What is damaged is told by one ArchiveError, after all that can be read was handed out.
    """
    damages: list[Damage] = []
    for file in archive_files(path):
        try:
            yield from _captures_of(file)
        except ArchiveError as error:
            damages += error.damages
    if damages:
        raise ArchiveError(*damages)


def archive_files(path: Path) -> list[Path]:
    """The WARC files of a folder by name, or the one file that the path is."""
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.iterdir() if file.name.endswith((".warc", ".warc.gz")))


def _captures_of(path: Path) -> Iterator[tuple[Place, Capture]]:
    with path.open("rb") as file:
        for place, capture in each_record(file, path.name, _capture_in):
            if capture:
                yield place, capture


def _checked_capture(record: ArcWarcRecord) -> Capture:
    if record.rec_type == "revisit":
        told = record.rec_headers.get_header
        raise UnfitRecordError(
            f"it is a revisit and has no body; that is the one of "
            f"{told('WARC-Refers-To-Target-URI')} from {told('WARC-Refers-To-Date')}"
        )
    capture = _capture_in(record)
    if capture is None:
        raise UnfitRecordError(f"it is a {record.rec_type} record, no page")
    if payload_digest(capture.body) != record.rec_headers.get_header("WARC-Payload-Digest"):
        raise UnfitRecordError("its body is not what was written")
    return capture


def _capture_in(record: ArcWarcRecord) -> Capture | None:
    """None for what is no answer with a body: requests, metadata, revisits, name lookups."""
    url = record.rec_headers.get_header("WARC-Target-URI", "")
    is_answer = record.rec_type == "response" and url.lower().startswith(("http:", "https:"))
    if not (is_answer and record.length):
        return None
    http = _HTTP.parse(record.raw_stream)
    body = plain_body(
        record.raw_stream.read(LARGEST_BODY),
        http.get_header("Content-Encoding", ""),
        http.get_header("Transfer-Encoding", ""),
    )
    time = _time(record.rec_headers.get_header("WARC-Date", ""))
    return Capture(url, time, _status(http.get_statuscode()), tuple(http.headers), body)


def _time(written: str) -> float:
    """A date that cannot be read is the beginning of time."""
    try:
        read = datetime.fromisoformat(written)
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()
    except ValueError:
        return 0.0


def _status(written: str) -> int:
    return int(written) if written.isdecimal() and len(written) < 10 else 0
