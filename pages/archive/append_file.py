"""A file that only grows, by whole pieces; a piece that cannot be written leaves no trace."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


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
