"""Connections per worker process, in memory that all workers share."""

from __future__ import annotations

from mmap import mmap
from typing import Final

_PLACES: Final = 64  # far more than a server has processes
_NOBODY: Final = 0  # no process has this place; one with n connections writes n + 1


class WorkerLoad:
    """Made before the processes fork, so that all of them see the same counts."""

    def __init__(self) -> None:
        self._counts = memoryview(mmap(-1, 4 * _PLACES)).cast("i")

    def tell(self, process: int, connections: int) -> None:
        self._counts[process % _PLACES] = connections + 1

    def leave(self, process: int) -> None:
        self._counts[process % _PLACES] = _NOBODY

    def is_ahead(self, process: int) -> bool:
        """Does another process have fewer connections?"""
        return any(_NOBODY < other < self._counts[process % _PLACES] for other in self._counts)
