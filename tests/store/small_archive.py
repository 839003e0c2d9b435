"""Captures and archives made for the tests, and warcio's own view of the files."""

from contextlib import closing
from pathlib import Path
from typing import Any

from warcio.archiveiterator import ArchiveIterator

from store.archive import Capture
from store.archive_writer import ArchiveWriter, StoredCapture
from store.spool import SpooledArchive

HTML = ("Content-Type", "text/html; charset=utf-8")
URL = "http://www.site.example/n95.html"
TIME = 1_700_000_000.25


def capture(
    body: bytes = b"<h1>N95</h1>",
    *headers: tuple[str, str],
    url: str = URL,
    status: int = 200,
    captured_at: float = TIME,
) -> Capture:
    return Capture(url, captured_at, status, headers or (HTML,), body)


def archive(folder: Path | SpooledArchive, *kept: Capture) -> list[StoredCapture]:
    with closing(ArchiveWriter(folder, "test")) as writer:
        return [writer.add(one) for one in kept]


def only_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


def seen_by_warcio(path: Path) -> list[tuple[Any, bytes]]:
    """All records of a file with their bodies, digests checked; warcio is strict about them."""
    seen = []
    with path.open("rb") as file:
        for record in ArchiveIterator(file, check_digests="raise"):
            body = record.content_stream().read()
            assert record.digest_checker.passed is not False
            seen.append((record, body))
    return seen
