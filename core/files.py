"""Files that several processes share: replaced in one step, and locked.

`replace_file` writes a file so that a reader sees the old text or the new one, never half of one.
`lock` lets one process in at a time; it ends with its holder, however that ends.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def replace_file(path: Path, body: bytes) -> None:
    """Write beside the target, then rename over it; permissions and links are kept."""
    target = path.resolve()
    mode = _mode_of(target)
    aside = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with open(aside, "xb", opener=_made_for(mode)) as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            aside.chmod(mode)
        aside.replace(target)
    except BaseException:  # Ctrl-C too leaves nothing behind
        aside.unlink(missing_ok=True)
        raise
    _settle(target.parent)


def _made_for(mode: int | None) -> Callable[[str, int], int]:
    """What only its owner may read is never there for others, not even for a moment."""
    return lambda path, flags: os.open(path, flags, 0o666 if mode is None else mode)


def _mode_of(target: Path) -> int | None:
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        raise OSError(f"{target} is no ordinary file")
    return stat.S_IMODE(mode)


def _settle(folder: Path) -> None:
    """Make the rename itself survive a power cut, where the system lets us."""
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

    Raises LockedError where another holds it and this process may not wait.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="ascii", errors="replace") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            raise LockedError(path, file.read(20).strip() or "unknown") from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def is_locked(path: Path) -> bool:
    """Does a process hold this lock file? Asking is in nobody's way."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
