"""gunicorn's threaded worker with a time limit for a whole request, and with load balancing."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from gunicorn.workers.gthread import ThreadWorker

from search_ui.crowds import WorkerLoad

if TYPE_CHECKING:
    from gunicorn.workers.gthread import TConn

_LOOK_AGAIN = 0.001  # seconds
_HESITATION = 0.05  # seconds at most: another process may be stuck
LONGEST_REQUEST = 45.0  # seconds from the first byte of a request to the last of its answer


class TimeLimitedWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn itself waits for ever for the rest of a request that has begun."""

    load: ClassVar = WorkerLoad()

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._begun: dict[TConn, float] = {}
        self.load.tell(self.age, self.nr_conns)

    def accept(self, listener: socket.socket) -> None:
        """Wait a moment if another process has fewer connections, so that it accepts the next one.

        Else the first process to wake up would accept all that come at once, and keep them.
        """
        until = time.monotonic() + _HESITATION
        while self.load.is_ahead(self.age) and time.monotonic() < until:
            time.sleep(_LOOK_AGAIN)
        super().accept(listener)
        self.load.tell(self.age, self.nr_conns)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        self.load.tell(self.age, self.nr_conns)
        super().wait_for_and_dispatch_events(timeout)

    def handle(self, conn: TConn) -> object:
        self._begun[conn] = time.monotonic()
        try:
            return super().handle(conn)
        finally:
            del self._begun[conn]

    def murder_pending(self) -> None:
        """Called every second or more often: close connections that timed out."""
        super().murder_pending()
        for conn, begun in list(self._begun.items()):
            if begun < time.monotonic() - LONGEST_REQUEST:
                with suppress(OSError):  # gone by itself
                    conn.sock.shutdown(socket.SHUT_RDWR)
