"""An archive in S3-compatible storage: files are written to a local folder and moved when finished.

Objects in a bucket cannot be appended to, but a page must be stored before the ledger tells of it.
So the writer appends to a file in the spool, which is the `archive` folder in the data folder, and
a finished file is uploaded, read back and compared; only then is the local one removed. Readers
look in the spool first. A file that could not be moved stays and is tried again: nothing is lost
while the storage is down, but other machines do not see its pages until then.
"""

from __future__ import annotations

import fcntl
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from os import SEEK_END
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from store.bucket import BucketPath, StorageError

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator

    from core.settings import Settings

ARCHIVE_SUFFIX = ".warc.gz"

_log = logging.getLogger(__name__)


def archive_of(settings: Settings) -> Path | SpooledArchive:
    """The archive of fetched pages, as the settings say; nothing is opened yet."""
    folder = settings.data / "archive"
    if not settings.archive:
        return folder
    return SpooledArchive(folder, BucketPath.parse(settings.archive))


def spool_of(archive: Path | SpooledArchive) -> Path:
    """The folder to which new files are written."""
    return archive if isinstance(archive, Path) else archive.spool


@dataclass(frozen=True, slots=True)
class SpooledArchive:
    """Reads like a folder that has the files of both places."""

    spool: Path
    bucket: BucketPath

    def __str__(self) -> str:
        return str(self.bucket)

    def __truediv__(self, name: str) -> SpooledFile:
        return SpooledFile(self.spool / name, self.bucket / name)

    def absolute(self) -> SpooledArchive:
        return SpooledArchive(self.spool.absolute(), self.bucket)

    def is_dir(self) -> bool:
        return True

    def iterdir(self) -> Iterator[SpooledFile]:
        return (self / name for name in self.sizes())

    def sizes(self) -> dict[str, int]:
        """Name → size; a file that is moved meanwhile is in one of the lists at least."""
        here = local_sizes(self.spool)
        there = self.bucket.sizes()
        return {name: here.get(name, there.get(name, 0)) for name in sorted({*here, *there})}


class SpooledFile(NamedTuple):
    """A file of the archive, wherever it is now."""

    here: Path
    moved: BucketPath

    @property
    def name(self) -> str:
        return self.here.name

    def absolute(self) -> SpooledFile:
        return SpooledFile(self.here.absolute(), self.moved)

    def unlink(self, *, missing_ok: bool = False) -> None:
        self.here.unlink(missing_ok=True)
        self.moved.unlink(missing_ok=missing_ok)


ArchiveFolder = Path | BucketPath | SpooledArchive
ArchiveFile = Path | BucketPath | SpooledFile


def open_file(file: ArchiveFile, at_once: int) -> io.BufferedReader:
    """Of a file in storage, `at_once` bytes are fetched by one request."""
    if isinstance(file, SpooledFile):
        try:
            return file.here.open("rb")
        except FileNotFoundError:
            return file.moved.open(at_once)
    return file.open("rb") if isinstance(file, Path) else file.open(at_once)


def file_size(file: ArchiveFile) -> int:
    with open_file(file, 1) as opened:
        return opened.seek(0, SEEK_END)


def local_sizes(folder: Path) -> dict[str, int]:
    """Name → size in bytes, for the archive's files in a folder."""
    found = sorted(folder.glob(f"*{ARCHIVE_SUFFIX}"))
    return {path.name: path.stat().st_size for path in found if path.is_file()}


# Moving finished files, beside the crawl.


class MismatchError(StorageError):
    """The object in storage differs from the file that was uploaded."""


def move(path: Path, target: BucketPath) -> None:
    """Upload a finished file and remove it here, once it is known to be there whole.

    If it is there already, a move was interrupted just before its end. What is there may be longer:
    what was never committed is cut off here after a crash.
    """
    if not target.begins_with(path):
        if target.is_file():
            raise MismatchError(
                f"{target} is another file than {path}, which is kept; rename or remove one of them"
            )
        target.upload(path)
        if not target.begins_with(path):
            raise MismatchError(f"{target} is not what was uploaded; {path} is kept")
    path.unlink()


class ArchiveMover:
    """Moves finished files in a thread of its own, one after the other.

    What cannot be moved is tried again with the next finished file, and at the end.
    """

    def __init__(self, archive: SpooledArchive) -> None:
        self._archive = archive
        self._thread = ThreadPoolExecutor(1, "archive")

    def move_finished(self) -> None:
        """Move all files of the spool that nobody writes to; returns at once."""
        self._thread.submit(self._move_finished)

    def close(self) -> None:
        """Wait until all files are moved; warn of those that cannot be moved and stay."""
        self._thread.submit(self._move_finished).result()
        self._thread.shutdown()
        if left := len(local_sizes(self._archive.spool)):
            _log.warning(
                "Archive: %d files are still in %s; the next crawl here moves them to %s",
                *(left, self._archive.spool, self._archive.bucket),
            )

    def _move_finished(self) -> None:
        try:
            for name in local_sizes(self._archive.spool):
                path = self._archive.spool / name
                with _unused(path) as unused:
                    if unused:
                        move(path, self._archive.bucket / name)
        except (StorageError, OSError) as error:
            _log.warning("Archive: a finished file is kept here, and moved later: %s", error)


def take_for_writing(file: io.FileIO) -> None:
    """Mark a file as being written to, until it is closed."""
    fcntl.flock(file, fcntl.LOCK_EX)


@contextmanager
def _unused(path: Path) -> Iterator[bool]:
    """Whether nobody writes to the file any more; an empty one has just been started."""
    with ExitStack() as opened:
        try:
            file = opened.enter_context(path.open("r+b"))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            unused = path.stat().st_size > 0
        except (BlockingIOError, FileNotFoundError):
            unused = False
        yield unused
