"""How many visitors each process of the server has, known to all of them."""

from __future__ import annotations

from mmap import mmap
from typing import Final

_PLACES: Final = 64  # far more than a server has processes
_NOBODY: Final = 0  # no process has this place; one with n visitors writes n + 1


class WorkerLoad:
    """In memory that processes share which part after it was made."""

    def __init__(self) -> None:
        self._counts = memoryview(mmap(-1, 4 * _PLACES)).cast("i")

    def tell(self, process: int, visitors: int) -> None:
        self._counts[process % _PLACES] = visitors + 1

    def leave(self, process: int) -> None:
        self._counts[process % _PLACES] = _NOBODY

    def is_ahead(self, process: int) -> bool:
        """Has another process fewer visitors?"""
        return any(_NOBODY < other < self._counts[process % _PLACES] for other in self._counts)
