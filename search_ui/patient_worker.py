"""gunicorn's threads, none of which a visitor can keep for ever by sending or reading slowly."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from gunicorn.workers.gthread import ThreadWorker

if TYPE_CHECKING:
    from gunicorn.workers.gthread import TConn

_HESITATION = 0.001  # seconds for each visitor
_LONGEST_QUEUE = 10
LONGEST = 45.0  # seconds from the first byte of a request to the last of its answer


class PatientWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn itself waits without end for the rest of a request that has begun."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._begun: dict[TConn, float] = {}

    def accept(self, listener: socket.socket) -> None:
        """Who has more visitors already hesitates, so that others take the next one.

        Else the first process to wake up would take all that come at once, and keep them.
        """
        time.sleep(min(self.nr_conns, _LONGEST_QUEUE) * _HESITATION)
        super().accept(listener)

    def handle(self, conn: TConn) -> object:
        self._begun[conn] = time.monotonic()
        try:
            return super().handle(conn)
        finally:
            del self._begun[conn]

    def murder_pending(self) -> None:
        """Called every second or more often: whose time is up is hung up on."""
        super().murder_pending()
        for conn, begun in list(self._begun.items()):
            if begun < time.monotonic() - LONGEST:
                with suppress(OSError):  # gone by itself
                    conn.sock.shutdown(socket.SHUT_RDWR)
