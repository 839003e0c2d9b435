"""One crawl at a time in a data folder: two writers would tear the queue apart."""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

from rules.errors import SpecSeekError

if TYPE_CHECKING:
    from pathlib import Path


class DataFolderLock:
    """Held until released or until the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / "crawl.lock").open("a+", encoding="ascii", errors="replace")
        except OSError as error:
            raise SpecSeekError(
                f"nothing can be kept in the data folder {folder}: {error.strerror}; allow "
                "writing to it, or set another one (SPECSEEK_DATA)"
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.seek(0)
            who = self._file.read(20).strip()
            self._file.close()
            raise SpecSeekError(
                f"another crawl is at work in {folder} (process {who or 'unknown'}); "
                "wait for it, stop it, or set another data folder (SPECSEEK_DATA)"
            ) from error
        self._file.truncate(0)
        self._file.write(f"{os.getpid()}\n")
        self._file.flush()

    def release(self) -> None:
        self._file.close()
