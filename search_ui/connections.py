"""Connections of visitors: a slow one costs a buffer, never a thread.

gunicorn's threaded worker gives a thread to a connection from the first byte of a request to the
last of its response, so that a few dozen slow clients stop a server. `BufferingWorker` receives
whole requests in its event loop before a thread gets them, and sends there what a reader does not
take at once. Beyond that, the clients of one network share limits, and of many slow ones the
oldest are closed; proxies are not limited, because they speak for many.
"""

from __future__ import annotations

import errno
import re
import socket
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address
from math import inf
from mmap import mmap
from selectors import EVENT_READ, EVENT_WRITE
from threading import Condition
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from gunicorn.http import get_parser
from gunicorn.http.body import LengthReader
from gunicorn.http.errors import LimitRequestHeaders
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, TConn, ThreadWorker

from search_ui.app import MOST_SENT, SECURITY_HEADERS
from search_ui.attempts import client_network

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from concurrent.futures import Future
    from ipaddress import IPv4Network, IPv6Network

    from _typeshed import ReadableBuffer
    from gunicorn.config import Config
    from gunicorn.http.message import Request


ClientAddress: TypeAlias = tuple[str, int] | str  # a string for sockets of the file system

LONGEST_REQUEST = 45.0  # seconds from the first byte of a request to the last of its response
THREADS: Final = 16
MOST_CONNECTIONS: Final = 400  # of a process; each needs a file handle
_FROM_ONE_NETWORK: Final = 32  # connections; browsers open six
_BODIES_OF_ONE: Final = 2 * MOST_SENT  # bytes that one network's unfinished requests may announce
_BODIES_OF_ALL: Final = 4 * MOST_SENT
_MOST_BLOCKED: Final = THREADS - 4  # threads that wait for slow readers of large responses
_MOST_HEAD: Final = 64 * 1024
_MOST_UNSENT: Final = 256 * 1024  # bytes of a response that wait for its reader
_AT_ONCE: Final = 64 * 1024


# A request, until all of it is there.


_LENGTH = re.compile(rb"(?im)^content-length:[ \t]*([^\r\n]*?)[ \t]*\r$")
_OTHER_FRAMING = re.compile(rb"(?im)^transfer-encoding[ \t]*:")
_ASKS = re.compile(rb"(?im)^expect:[ \t]*100-continue[ \t]*\r$")
_DOWNLOAD = re.compile(rb"[A-Z]+ [^? ]*/search\.(?:csv|jsonl)[? ]")
_LONGEST_LINE = 4_096  # gunicorn allows 4,094 bytes


class Inbox:
    """What arrived on a connection, cut into requests; gunicorn reads one like a socket.

    Which requests are valid is for gunicorn's parser to say. Where two readers could disagree on
    the end of one, it is handed on as it is, and nothing can follow it (`is_last`).
    """

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._begin()

    def _begin(self) -> None:
        self._size: int | None = None  # of the request; None until its head is there
        self._read = 0
        self.body = 0  # its length, as announced
        self.is_last = self.is_too_long = self.asks_to_go_on = False

    def add(self, data: bytes) -> None:
        searched = max(len(self._bytes) - 3, 0)
        self._bytes += data
        self._measure(searched)

    @property
    def is_empty(self) -> bool:
        return not self._bytes

    @property
    def is_complete(self) -> bool:
        return self._size is not None and len(self._bytes) >= self._size

    @property
    def asks_for_download(self) -> bool:
        return _DOWNLOAD.match(self._bytes) is not None

    def recv(self, most: int) -> bytes:
        """Up to `most` bytes of the complete request; b"" after its end."""
        end = min(self._read + most, self._size or 0)
        part = bytes(self._bytes[self._read : end])
        self._read = end
        return part

    def next(self) -> None:
        """The request was answered; another one may have arrived already."""
        del self._bytes[: self._size or 0]
        self._begin()
        self._measure(0)

    def _measure(self, searched: int) -> None:
        if self._size is not None:
            return
        end = self._bytes.find(b"\r\n\r\n", searched)
        if end >= 0:
            self._measure_body(bytes(self._bytes[: end + 4]))
        elif len(self._bytes) > _MOST_HEAD or self._has_long_line():
            self.is_too_long = not self._has_long_line()  # gunicorn reports long lines
            self._end_here()

    def _has_long_line(self) -> bool:
        return len(self._bytes) > _LONGEST_LINE and b"\r\n" not in self._bytes[:_LONGEST_LINE]

    def _measure_body(self, head: bytes) -> None:
        lengths = _LENGTH.findall(head)
        told = lengths[0] if lengths else b"0"
        if _OTHER_FRAMING.search(head) or len(lengths) > 1 or not told.isdigit():
            self._end_here()
        elif len(told) > len(str(MOST_SENT)) or int(told) > MOST_SENT:
            self._end_here()  # the application answers that this is too much
        else:
            self.body = int(told)
            self._size = len(head) + self.body
            self.asks_to_go_on = bool(_ASKS.search(head))

    def _end_here(self) -> None:
        self._size, self.is_last = len(self._bytes), True


# A response, until all of it is sent.


class SendingSocket(socket.socket):
    """`sendall` leaves unsent data to the event loop, and waits only if there is too much of it."""

    def __init__(self, accepted: socket.socket, wake: Callable[[], None]) -> None:
        family, kind, proto = accepted.family, accepted.type, accepted.proto
        super().__init__(family, kind, proto, fileno=accepted.detach())
        self._wake = wake  # the event loop, to call `send_more` when the reader has room
        self._changed = Condition()
        self._unsent = bytearray()
        self._is_cut = False
        self.is_blocked = False  # a thread waits for the reader

    @property
    def has_unsent(self) -> bool:
        return bool(self._unsent)

    def sendall(self, data: ReadableBuffer, flags: int = 0) -> None:
        del flags
        rest = memoryview(data)
        with self._changed:
            if not self._unsent:
                rest = rest[self._send_now(rest) :]
            while rest and not self._is_cut:
                self._unsent += rest[:_AT_ONCE]
                rest = rest[_AT_ONCE:]
                self.is_blocked = len(self._unsent) > _MOST_UNSENT
                self._wake()
                self._changed.wait_for(lambda: self._is_cut or len(self._unsent) <= _MOST_UNSENT)
                self.is_blocked = False
            if self._is_cut:
                raise BrokenPipeError(errno.EPIPE, "the reader was too slow")

    def send_more(self) -> None:
        """Called by the event loop; OSError if the reader is gone."""
        with self._changed:
            del self._unsent[: self._send_now(bytes(self._unsent[:_AT_ONCE]))]
            self._changed.notify_all()

    def cut(self) -> None:
        """Nothing more is sent or received; a thread that waits goes on with an error."""
        with self._changed:
            self._is_cut = True
            self._unsent.clear()
            self._changed.notify_all()
        with suppress(OSError):  # gone by itself
            self.shutdown(socket.SHUT_RDWR)

    def _send_now(self, data: bytes | memoryview) -> int:
        try:
            return self.send(data, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return 0


class Connection(TConn):  # type: ignore[misc]  # gunicorn has no types
    def __init__(
        self,
        cfg: Config,
        accepted: socket.socket,
        client: ClientAddress,
        server: ClientAddress,
        worker: BufferingWorker,
    ) -> None:
        wake = partial(worker.method_queue.defer, worker.send_unsent, self)
        super().__init__(cfg, SendingSocket(accepted, wake), client, server)
        self.network = client_network(client[0]) if isinstance(client, tuple) else str(client)
        self.is_limited = not worker.is_proxy(self.network)
        self.inbox = Inbox()
        self.parser = get_parser(cfg, self.inbox, client)
        self.initialized = True  # so that TConn.init does nothing
        self.deadline = inf
        self.is_receiving = False
        self.has_thread = False
        self.is_sent = False  # to its reader, by the event loop
        self.is_kept = False
        self.discarded = 0
        self._worker = worker

    def close(self, graceful: bool = False) -> None:  # noqa: FBT001, FBT002 - as gunicorn calls it
        del graceful  # `BufferingWorker` lingers without waiting
        self._worker.forget(self)
        super().close()


# The number of connections of each worker process, in memory that all of them share.


_PLACES: Final = 64  # far more than a server has processes
_NOBODY: Final = 0  # 0 is a free slot; a process with n connections writes n + 1


class WorkerLoad:
    """Created before the processes fork, so that all share the counts."""

    def __init__(self) -> None:
        self._counts = memoryview(mmap(-1, 4 * _PLACES)).cast("i")

    def tell(self, process: int, connections: int) -> None:
        self._counts[process % _PLACES] = connections + 1

    def leave(self, process: int) -> None:
        self._counts[process % _PLACES] = _NOBODY

    def is_ahead(self, process: int) -> bool:
        """Whether another process has fewer connections."""
        return any(_NOBODY < other < self._counts[process % _PLACES] for other in self._counts)


# The worker: its event loop receives and sends, its threads answer.


_LOOK_AGAIN = 0.001  # seconds
_HESITATION = 0.05  # seconds to wait at most: another process may be stuck
_BETWEEN_CHECKS = 0.2  # seconds between two looks for connections that timed out
_LINGER = 2.0  # seconds to let a client read the end of its response
_MOST_DISCARDED = 64 * 1024
_NO_MORE_FILES = (errno.EMFILE, errno.ENFILE)
_NOBODY_THERE = (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK)


class BufferingWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    load: ClassVar = WorkerLoad()
    proxies: ClassVar[Sequence[IPv4Network | IPv6Network]] = ()

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._open: dict[Connection, None] = {}  # oldest first
        self._next_check = 0.0
        self._downloads = ThreadPoolExecutor(THREADS)  # many of them must not keep pages waiting
        self.load.tell(self.age, self.nr_conns)

    def is_proxy(self, network: str) -> bool:
        with suppress(ValueError):
            return any(ip_address(network) in one for one in self.proxies)
        return False

    def forget(self, conn: Connection) -> None:
        self._open.pop(conn, None)

    # Accepting.

    def accept(self, listener: socket.socket) -> None:
        """Wait a moment if another process has fewer connections, so that it accepts the next one.

        Otherwise the first process to wake up would accept all connections that arrive together.
        """
        until = time.monotonic() + _HESITATION
        while self.load.is_ahead(self.age) and time.monotonic() < until:
            time.sleep(_LOOK_AGAIN)
        try:
            accepted, client = listener.accept()
        except OSError as error:
            if error.errno in _NO_MORE_FILES:
                self._make_room(self._open)
            elif error.errno not in _NOBODY_THERE:
                raise
            return
        self.nr_conns += 1
        conn = Connection(self.cfg, accepted, client, listener.getsockname(), self)
        self._open[conn] = None
        self._keep_to_limits(conn)
        self._await_request(conn)
        self.load.tell(self.age, self.nr_conns)

    def _keep_to_limits(self, new: Connection) -> None:
        same = [one for one in self._open if one.network == new.network]
        if new.is_limited and len(same) > _FROM_ONE_NETWORK:
            self._make_room(same)
        if len(self._open) >= self.worker_connections - 1:
            self._make_room(self._open)

    def _make_room(self, among: Iterable[Connection]) -> None:
        """Close the oldest connection that waits for its client, of the busiest network."""
        slow = [one for one in among if one.is_receiving] or [one for one in among if one.is_sent]
        if slow:
            busiest = Counter(one.network for one in slow).most_common(1)[0][0]
            self._drop(next(one for one in slow if one.network == busiest))

    # Receiving.

    def _await_request(self, conn: Connection) -> None:
        conn.deadline = time.monotonic() + LONGEST_REQUEST
        conn.is_receiving = True
        self._watch(conn, EVENT_READ, self._receive)
        self._receive(conn, conn.sock)  # most requests are there already

    def on_client_socket_readable(self, conn: Connection, client: socket.socket) -> None:
        """A kept connection sends its next request, or is closed."""
        del client
        self.keepalived_conns.remove(conn)
        self._await_request(conn)

    def _receive(self, conn: Connection, client: socket.socket) -> None:
        try:
            data = client.recv(_AT_ONCE, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(conn)
            return
        head_was_there = bool(conn.inbox.body)
        conn.inbox.add(data)
        if conn.inbox.is_complete:
            self._hand_over(conn)
        elif conn.inbox.body and not head_was_there:
            self._begin_body(conn)

    def _begin_body(self, conn: Connection) -> None:
        """The head has arrived, but not all of the body."""
        announced = Counter[str]()
        for one in self._open:
            announced[one.network] += one.inbox.body if one.is_receiving else 0
        too_much = conn.is_limited and announced[conn.network] > _BODIES_OF_ONE
        if too_much or announced.total() > _BODIES_OF_ALL:
            self._watch(conn, 0)
            conn.is_receiving = False
            conn.sock.sendall(error_answer(HTTPStatus.SERVICE_UNAVAILABLE))
            self._answered(conn)
        elif conn.inbox.asks_to_go_on:
            conn.sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _hand_over(self, conn: Connection) -> None:
        self._watch(conn, 0)
        conn.is_receiving, conn.has_thread = False, True
        threads = self._downloads if conn.inbox.asks_for_download else self.tpool
        future = threads.submit(self.handle, conn)
        future.add_done_callback(
            lambda done: self.method_queue.defer(self.finish_request, conn, done)
        )

    # Answering, in a thread.

    def handle(self, conn: Connection) -> object:
        if conn.inbox.is_too_long:
            error = LimitRequestHeaders("limit request headers size")
            self.handle_error(None, conn.sock, conn.client, error)
            return False
        return super().handle(conn)

    def handle_request(self, req: Request, conn: Connection) -> object:
        req._expected_100_continue = False  # noqa: SLF001 - answered when the head was there
        reader = req.body.reader
        if not isinstance(reader, LengthReader):  # a chunked body would be received in this thread
            conn.sock.sendall(error_answer(HTTPStatus.LENGTH_REQUIRED))
            return False
        if reader.length != conn.inbox.body:
            req.force_close()
        return super().handle_request(req, conn)

    def handle_error(
        self, req: Request | None, client: socket.socket, addr: ClientAddress, exc: Exception
    ) -> None:
        """The answers of gunicorn itself, with the headers that all our responses have."""
        caught = _CaughtAnswer()
        super().handle_error(req, caught, addr, exc)
        with suppress(OSError, ValueError, IndexError):
            client.sendall(error_answer(HTTPStatus(int(caught.sent.split(maxsplit=2)[1]))))

    # Sending.

    def send_unsent(self, conn: Connection) -> None:
        """Called when a reader does not take a response at once."""
        if conn in self._open and conn.sock.has_unsent:
            self._watch(conn, EVENT_WRITE, self._send_more)
        blocked = [one for one in self._open if one.sock.is_blocked]
        if len(blocked) > _MOST_BLOCKED:
            busiest = Counter(one.network for one in blocked).most_common(1)[0][0]
            next(one for one in blocked if one.network == busiest).sock.cut()

    def _send_more(self, conn: Connection, client: SendingSocket) -> None:
        try:
            client.send_more()
        except OSError:
            client.cut()
        if not client.has_unsent:
            self._watch(conn, 0)
            if conn.is_sent:
                self._answered(conn)

    def finish_request(self, conn: Connection, future: Future[object]) -> None:
        """The thread is done; the event loop sends the rest."""
        conn.is_kept = not future.cancelled() and not future.exception() and bool(future.result())
        conn.has_thread, conn.is_sent = False, True
        if not conn.sock.has_unsent:
            self._answered(conn)

    def _answered(self, conn: Connection) -> None:
        conn.is_sent = False
        if not conn.is_kept or conn.inbox.is_last:
            self._linger(conn)
            return
        conn.is_kept = False
        conn.inbox.next()
        if conn.inbox.is_complete:
            conn.deadline = time.monotonic() + LONGEST_REQUEST
            self._hand_over(conn)
        elif conn.inbox.is_empty:
            self._keep(conn)
        else:
            self._await_request(conn)

    def _keep(self, conn: Connection) -> None:
        conn.deadline = inf  # gunicorn's own limit for idle connections holds
        conn.set_timeout()
        if not self.alive:
            conn.timeout = min(conn.timeout, time.monotonic() + STOP_KEEPALIVE_LINGER)
        self.keepalived_conns.append(conn)
        self._watch(conn, EVENT_READ, self.on_client_socket_readable)

    def _linger(self, conn: Connection) -> None:
        """Close later: closing at once would lose what the client has not read yet."""
        conn.is_sent = True
        if conn.sock.has_unsent:
            self._watch(conn, EVENT_WRITE, self._send_more)
            return
        conn.deadline = time.monotonic() + _LINGER
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._drop(conn)
        else:
            self._watch(conn, EVENT_READ, self._discard)

    def _discard(self, conn: Connection, client: socket.socket) -> None:
        data = b""
        with suppress(OSError):
            data = client.recv(_AT_ONCE, socket.MSG_DONTWAIT)
        conn.discarded += len(data)
        if not data or conn.discarded > _MOST_DISCARDED:
            self._drop(conn)

    # The event loop's own.

    def _watch(
        self,
        conn: Connection,
        events: int,
        callback: Callable[[Connection, Any], None] | None = None,
    ) -> None:
        """Call back on these events only; 0 for none."""
        with suppress(KeyError, ValueError):
            self.poller.unregister(conn.sock)
        if events and callback:
            self.poller.register(conn.sock, events, partial(callback, conn))

    def _drop(self, conn: Connection) -> None:
        self._watch(conn, 0)
        self.nr_conns -= 1
        conn.close()

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        self.load.tell(self.age, self.nr_conns)
        super().wait_for_and_dispatch_events(timeout)

    def murder_pending(self) -> None:
        """Called every second or more often: close connections that timed out."""
        now = time.monotonic()
        if now < self._next_check:
            return
        self._next_check = now + _BETWEEN_CHECKS
        for conn in list(self._open):
            if conn.is_receiving and not self.alive:
                conn.deadline = min(conn.deadline, now + STOP_KEEPALIVE_LINGER)
            if conn.deadline > now:
                continue
            if conn.has_thread:
                conn.sock.cut()
            else:
                self._drop(conn)


class _CaughtAnswer:
    """In place of the socket, for gunicorn's own error page: only its status is used."""

    sent = b""

    def gettimeout(self) -> float:
        return 0.0

    def sendall(self, data: bytes) -> None:
        self.sent += data


def error_answer(status: HTTPStatus) -> bytes:
    """A whole response of the server itself, which repeats nothing of the request."""
    body = f"{status.value} {status.phrase}\n"
    headers = SECURITY_HEADERS | {
        "Connection": "close",
        "Cache-Control": "no-store",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Length": str(len(body)),
    }
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = "10"
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{k}: {v}" for k, v in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()
