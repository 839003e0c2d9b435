"""Files that several processes share: atomic replacement, and locks.

`replace_file` writes a file so that readers see either the old content or the new, never a part;
`create_file` one that is not there yet.
`lock` lets one process in at a time; the system releases it when its holder ends or crashes.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import stat
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path


def replace_file(path: Path, body: bytes) -> None:
    """Write a temporary file beside the target and rename it; keeps permissions and symlinks."""
    target = path.resolve()
    mode = _mode_of(target)
    temporary = _temporary_beside(target)
    try:
        with errors_name(path):
            with open(temporary, "xb", opener=_opener_with(mode)) as file:
                file.write(body)
                file.flush()
                os.fsync(file.fileno())
            if mode is not None:
                temporary.chmod(mode)
            temporary.replace(target)
    except BaseException:  # Ctrl-C leaves nothing behind either
        with suppress(OSError):  # a read-only disk: it was never made
            temporary.unlink()
        raise
    sync_folder(target.parent)


def create_file(path: Path, body: bytes, mode: int = 0o666) -> None:
    """Write a new file; FileExistsError if there is one. Nobody sees it half-written."""
    temporary = _temporary_beside(path)
    try:
        with errors_name(path):
            with open(temporary, "xb", opener=_opener_with(mode)) as file:
                file.write(body)
                file.flush()
                os.fsync(file.fileno())
            os.link(temporary, path)  # unlike a rename, it replaces nothing
    finally:
        with suppress(OSError):  # a read-only disk: it was never made
            temporary.unlink()
    sync_folder(path.parent)


def _temporary_beside(target: Path) -> Path:
    return target.with_name(f".{secrets.token_hex(8)}.tmp")


@contextmanager
def errors_name(path: Path) -> Iterator[None]:
    """An OSError inside tells of this file: a full disk names none, or a temporary one."""
    try:
        yield
    except OSError as error:
        if error.filename is None or str(error.filename).endswith(".tmp"):
            error.filename = str(path)
        raise


_TEMPORARY = re.compile(r"\.[0-9a-f]{16}\.tmp")
_BEING_WRITTEN = 10 * 60.0  # seconds; far longer than any takes


def remove_leftovers(folders: Iterable[Path]) -> None:
    """Temporary files of processes that were killed; those of running ones are young.

    A clock that was set back makes files of the future: nobody is writing those, either.
    """
    for folder in folders:
        for path in folder.glob(".*.tmp"):
            with suppress(OSError):  # gone, or not ours to remove
                age = abs(time.time() - path.stat().st_mtime)
                if _TEMPORARY.fullmatch(path.name) and age > _BEING_WRITTEN:
                    path.unlink()


def _opener_with(mode: int | None) -> Callable[[str, int], int]:
    """A private file is private from the start: others cannot read it even for a moment."""
    return lambda path, flags: os.open(path, flags, 0o666 if mode is None else mode)


def _mode_of(target: Path) -> int | None:
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        raise OSError(f"{target} is not a regular file")
    return stat.S_IMODE(mode)


def sync_folder(folder: Path) -> None:
    """Make the rename survive a power cut, where the system supports it."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class LockedError(SpecSeekError):
    """Another process holds a lock; `holder` is its id, or "unknown"."""

    def __init__(self, path: Path, holder: str) -> None:
        super().__init__(f"{path} is locked by another process ({holder})")
        self.holder = holder


@contextmanager
def lock(path: Path, *, wait: bool = True) -> Iterator[None]:
    """Hold the lock file until the end of the block, or of the process.

    Without `wait`, raises LockedError if another process holds it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="ascii", errors="replace") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            raise LockedError(path, file.read(20).strip() or "unknown") from error
        file.truncate(0)
        with suppress(OSError):  # on a full disk nobody learns who holds it
            os.write(file.fileno(), f"{os.getpid()}\n".encode())
        yield


def is_locked(path: Path) -> bool:
    """Does a process hold this lock file? Asking does not disturb its holder."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
