"""How often somebody may try a password."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_WINDOW = 5 * 60.0  # seconds
_MOST_FROM_ONE = 6
_MOST_FROM_ALL = 60  # from many addresses together: the hashing alone would keep a core busy


class Attempts:
    """Counts failures of the last minutes, by address and of all; each process counts its own."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failures: deque[tuple[float, str]] = deque()
        self._lock = Lock()

    def allowed(self, address: str) -> bool:
        with self._lock:
            while self._failures and self._failures[0][0] < self._now() - _WINDOW:
                self._failures.popleft()
            from_here = sum(1 for _, who in self._failures if who == address)
            return from_here < _MOST_FROM_ONE and len(self._failures) < _MOST_FROM_ALL

    def failed(self, address: str) -> None:
        with self._lock:
            self._failures.append((self._now(), address))

    def succeeded(self, address: str) -> None:
        with self._lock:
            self._failures = deque(one for one in self._failures if one[1] != address)
