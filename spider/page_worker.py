"""Processes that read pages for a crawl: one page at a time, within limits that the system keeps.

Everything on the web is hostile, and a page may cost far more to read than to send. A worker that
takes too much processor time is ended by the system, whatever it is doing; one that asks for too
much memory gets none. Either way, one page is lost. `spider.reading_pool` gives out the pages.

Workers are forked off the nursery, a process that does nothing else. It is forked off the crawl
before the crawl opens anything, so that no worker has a part of the ledger or the archive, and a
new worker needs no loading. All of them end when the crawl does, even if it is killed.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import pickle
import resource
import signal
import socket
import struct
import sys
import time
import traceback
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

from core.errors import SpecSeekError, error_text
from core.limits import most_memory

if TYPE_CHECKING:
    from collections.abc import Callable

    Ask = Callable[[Any], Any]  # a question to the crawl, and its answer
    Read = Callable[[Any, Ask], Any]  # what a worker does with a task


# What a worker says; a question is followed by more.
DONE, FAILED, NO_MEMORY, QUESTION = "done", "failed", "no-memory", "question"

HEAD = struct.Struct("!Q")  # the length of a message, which is a pickle
MOST_BYTES = 64_000_000  # of what is read off a page


class Told(NamedTuple):
    """`value` is the result, the question, or what went wrong; `seconds` the time it took."""

    kind: str
    value: Any = None
    seconds: float = 0.0


class _Task(Protocol):
    def read(self, ask: Ask) -> object: ...


def read_task(task: _Task, ask: Ask) -> object:
    """A `Read` for tasks that have a method `read`."""
    return task.read(ask)


def no_answer(question: object) -> None:
    """For tasks that never ask questions."""
    raise TypeError(f"{question!r} cannot be answered")


def packed(message: object) -> bytes:
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return HEAD.pack(len(body)) + body


# The worker process.


def _work(channel: socket.socket, read: Read, megabytes: int) -> None:
    """Read pages until the crawl closes the connection."""
    _limit_memory(megabytes)
    pipe = channel.makefile("rwb")

    def receive() -> Any:  # noqa: ANN401 - whatever was sent
        head = pipe.read(HEAD.size)
        if len(head) < HEAD.size:
            os._exit(0)
        return pickle.loads(pipe.read(HEAD.unpack(head)[0]))  # noqa: S301 - of our own crawl

    def send(message: bytes) -> None:
        try:
            pipe.write(message)
            pipe.flush()
        except ConnectionError:  # the crawl was killed
            os._exit(0)

    def ask(question: object) -> Any:  # noqa: ANN401 - whatever is answered
        send(packed(Told(QUESTION, question)))
        return receive()

    while True:
        seconds, task = receive()
        begin = time.process_time()
        # Nobody handles the signal: the system ends the process, even inside a C library.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        told = _told(read, task, ask, begin)
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        del task
        send(told)


def _told(read: Read, task: object, ask: Ask, begin: float) -> bytes:
    try:
        result = read(task, ask)
        message = packed(Told(DONE, result, time.process_time() - begin))
    except MemoryError:
        message = b""
    except Exception as problem:  # noqa: BLE001 - the crawl tells it, and goes on
        words = (error_text(problem), traceback.format_exc())
        return packed(Told(FAILED, words, time.process_time() - begin))
    if message and len(message) <= MOST_BYTES:
        return message
    return packed(Told(NO_MEMORY, None, time.process_time() - begin))


def _limit_memory(megabytes: int) -> None:
    """Limit what the process may use in addition to its memory at the start, mostly shared."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    most = most_memory(megabytes)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


# The nursery: told to replace a worker (its process id, 0 for none), it answers with the new one's
# and how the old one ended.


_ORDER, _REPLY = struct.Struct("!i"), struct.Struct("!ii")
_PR_SET_PDEATHSIG = 1
_FIRST_FILE = 3  # behind the standard ones


class NurseryLostError(SpecSeekError):
    """No worker can be started."""

    def __init__(self) -> None:
        super().__init__("The process that starts those which read pages has ended")


class Forked(NamedTuple):
    """A new worker, and how the old one ended: its exit code as `subprocess` has it."""

    line: socket.socket
    pid: int
    old_status: int


class Nursery:
    """The nursery as the crawl sees it."""

    def __init__(self, read: Read, megabytes: int) -> None:
        """`read` is what workers do; whatever it refers to is copied now, as it is."""
        self._control, theirs = socket.socketpair()
        crawl = os.getpid()
        gc.collect()  # what is garbage now must not be closed by the copy later
        self._pid = os.fork()
        if not self._pid:
            _nurse(theirs, read, megabytes, crawl)
        theirs.close()
        self._control.settimeout(0.0)
        self._one_at_a_time = asyncio.Lock()

    async def new_worker(self, old: int = 0) -> Forked:
        """Fork a worker off, in place of an old one if there was one."""
        ours, theirs = socket.socketpair()
        async with self._one_at_a_time:
            with theirs:
                socket.send_fds(self._control, [_ORDER.pack(old)], [theirs.fileno()])
            reply = await asyncio.get_running_loop().sock_recv(self._control, _REPLY.size)
        if len(reply) < _REPLY.size:
            ours.close()
            raise NurseryLostError
        return Forked(ours, *_REPLY.unpack(reply))

    def close(self) -> None:
        self._control.close()
        os.waitpid(self._pid, 0)


def _nurse(control: socket.socket, read: Read, megabytes: int, crawl: int) -> NoReturn:
    try:
        gc.freeze()
        _end_with(crawl)
        # Ctrl-C and a service's stop reach the whole group; the crawl ends its workers itself.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        control = _alone(control)
        workers: set[int] = set()
        while True:
            order, files, _, _ = socket.recv_fds(control, _ORDER.size, 1)
            if not order:
                break
            status = _ended(workers, _ORDER.unpack(order)[0])
            pid = os.fork()
            if not pid:
                control.close()
                _end_with(os.getppid())
                _work(socket.socket(fileno=files[0]), read, megabytes)
            workers.add(pid)
            os.close(files[0])
            control.sendall(_REPLY.pack(pid, status))
        for pid in list(workers):
            _ended(workers, pid)
    except BaseException:  # noqa: BLE001 - nothing of the crawl may run in its copy
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _ended(workers: set[int], pid: int) -> int:
    """End a worker, if it has not ended already; its exit code."""
    if pid not in workers:
        return 0
    workers.discard(pid)
    os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _alone(control: socket.socket) -> socket.socket:
    """Close every file of the crawl: a copy would keep its locks."""
    os.dup2(control.fileno(), _FIRST_FILE)
    highest = max(map(int, os.listdir("/dev/fd")))  # noqa: PTH208 - names alone
    os.closerange(_FIRST_FILE + 1, highest + 1)
    return socket.socket(fileno=_FIRST_FILE)


def _end_with(parent: int) -> None:
    """Make the system kill this process when its parent ends, however that happens."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
