"""Limits of processor time and memory for reading a page, in the process that reads it.

A hostile page that was refused in a crawl is in the archive all the same, and is met again by all
that reads stored pages: it costs that page, never the run.
"""

from __future__ import annotations

import resource
import signal
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, NamedTuple

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Iterator

_AGAIN = 1.0  # seconds after which whoever was not stopped (in a destructor) is stopped again


class TooCostlyError(SpecSeekError):
    """Reading the page took more than it may."""


class _Stopped(BaseException):
    """No `Exception`: whoever reads a page goes on after most of these."""


class ReadingLimits(NamedTuple):
    """`megabytes` are beside what the process has at the beginning."""

    seconds: float
    megabytes: int

    @contextmanager
    def kept(self) -> Iterator[None]:
        """TooCostlyError beyond them; a call of a C library is not stopped before its end.

        Only the main thread of a process can be stopped: in any other there is no limit.
        """
        if current_thread() is not main_thread():
            yield
            return
        running = True

        def stop(*_: object) -> None:
            if running:
                raise _Stopped

        before = resource.getrlimit(resource.RLIMIT_AS)
        signal.signal(signal.SIGPROF, stop)
        resource.setrlimit(resource.RLIMIT_AS, (most_memory(self.megabytes), before[1]))
        try:
            signal.setitimer(signal.ITIMER_PROF, self.seconds, _AGAIN)
            yield
        except _Stopped as stopped:
            what = f"{self.seconds:.3g} s of processor time"
            raise TooCostlyError(f"reading it took more than {what}") from stopped
        except MemoryError as missing:
            what = f"{self.megabytes} MB of memory"
            raise TooCostlyError(f"reading it took more than {what}") from missing
        finally:
            running = False
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            resource.setrlimit(resource.RLIMIT_AS, before)


def most_memory(megabytes: int) -> int:
    """A limit for this process that leaves it so much beside what it has, and no more than now."""
    limits = resource.getrlimit(resource.RLIMIT_AS)
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except OSError:  # not Linux
        return limits[0]
    most = pages * resource.getpagesize() + megabytes * 1_000_000
    return min(limit for limit in (most, *limits) if limit != resource.RLIM_INFINITY)
