"""Gives pages to the processes that read them: whose turn is it, and what may it cost?

Pages of a site are read one at a time, in the order in which they came: what is learned from one is
known when the next is read, and a site never has more than one worker. Sites take turns by the
processor time they have used. A page over its limits is refused; its site's budget falls by half,
and rises again with pages that are read. A site whose budget is used up is to be left alone.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import signal
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.errors import SpecSeekError
from spider.page_worker import (
    FAILED,
    HEAD,
    NO_MEMORY,
    QUESTION,
    Nursery,
    NurseryLostError,
    Told,
    packed,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.settings import CrawlSettings
    from spider.page_worker import Ask, Forked, Read

    # Makes a task for a worker, given what was sent to it before, and adds what is sent now.
    TaskFor = Callable[[dict[str, Any]], Any]

_log = logging.getLogger(__name__)

_HEAVY_SECONDS = 1.0  # of processor time for one page; most take some milliseconds
_LEAST_SHARE = 1 / 8  # of the budget of a page: three pages over the limit
_RECOVERY = 1.03  # of it, for each page that was read
_MOST_KNOWN = 500  # sites that a worker remembers
_BUFFER = 1 << 20  # bytes


class PageRefusedError(SpecSeekError):
    """Reading the page exceeded its limits; `ends_site`: so did other pages of its site."""

    def __init__(self, words: str, *, ends_site: bool) -> None:
        super().__init__(words)
        self.ends_site = ends_site


class SiteSpentError(SpecSeekError):
    """The page was not read because its site has no budget left."""


class ReadingError(Exception):
    """Reading the page crashed its worker; the message says how."""


class ReadingPool:
    """Made before the crawl opens anything else; see `spider.page_worker`."""

    def __init__(self, read: Read, limits: CrawlSettings) -> None:
        self._read = read
        self._seconds = limits.reading_seconds
        self._megabytes = limits.reading_megabytes
        self._nursery = Nursery(read, self._megabytes) if limits.readers else None
        self._workers = [Worker() for _ in range(limits.readers)]
        self._turns = Turns(self._workers)
        self._known: dict[str, Any] = {}  # what this process was told, if it reads pages itself

    async def read(self, site: str, task_for: TaskFor, answer: Ask) -> Any:  # noqa: ANN401 - whatever is read
        """The result for a task; `answer` is for questions that come up while it is read.

        The next page of the site is not begun before the caller waits for something else.
        """
        if self._nursery is None:
            return self._read(task_for(_not_too_many(self._known)), answer)
        worker = await self._turns.begin(site)
        seconds = 0.0
        try:
            if not self._turns.site(site).has_budget:
                raise SiteSpentError(site)
            seconds = self._seconds
            told = await self._told(worker, site, task_for, answer)
            seconds = told.seconds
        finally:
            self._turns.end(site, worker, seconds)
        if told.kind == FAILED:
            words, trace = told.value
            _log.error("A page could not be read:\n%s", trace)
            raise ReadingError(words)
        if told.kind == NO_MEMORY:
            raise self._refused(site, f"more than {self._megabytes} MB of memory")
        budget = self._turns.site(site)
        budget.share = min(1.0, budget.share * _RECOVERY)
        return told.value

    async def _told(self, worker: Worker, site: str, task_for: TaskFor, answer: Ask) -> Told:
        seconds = self._seconds * self._turns.site(site).share
        if not worker.is_there:
            await self._replace(worker)
        try:
            message = packed((seconds, task_for(_not_too_many(worker.known))))
            return await worker.ask(message, answer)
        except (asyncio.IncompleteReadError, ConnectionError):
            status = await self._replace(worker)
        except BaseException:
            worker.hang_up()  # in the middle of a page: it cannot be used any more
            raise
        if status == -signal.SIGPROF:
            raise self._refused(site, f"more than {seconds:.3g} s of processor time")
        raise self._refused(site, f"more than a process can do (status {status})")

    def _refused(self, site: str, what: str) -> PageRefusedError:
        self._turns.site(site).share /= 2
        ends_site = not self._turns.site(site).has_budget
        return PageRefusedError(f"Reading it took {what}.", ends_site=ends_site)

    async def _replace(self, worker: Worker) -> int:
        """Start a worker in place of one that ended; returns how that one ended."""
        if self._nursery is None:
            raise NurseryLostError
        forked = await self._nursery.new_worker(worker.pid)
        await worker.connect(forked)
        return forked.old_status

    def close(self) -> None:
        for worker in self._workers:
            worker.hang_up()
        if self._nursery:
            self._nursery.close()


def _not_too_many(known: dict[str, Any]) -> dict[str, Any]:
    if len(known) > _MOST_KNOWN:
        known.clear()
    return known


class Worker:
    """A worker as the crawl sees it; `known` is what was sent to it."""

    def __init__(self) -> None:
        self.pid = 0
        self.known: dict[str, Any] = {}
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def is_there(self) -> bool:
        return self._line is not None

    async def connect(self, forked: Forked) -> None:
        self.hang_up()
        self.pid = forked.pid
        self._line = await asyncio.open_connection(sock=forked.line, limit=_BUFFER)

    def hang_up(self) -> None:
        if self._line:
            self._line[1].transport.abort()
        self._line = None
        self.known = {}

    async def ask(self, message: bytes, answer: Ask) -> Told:
        if self._line is None:
            raise ConnectionError
        reader, writer = self._line
        writer.write(message)
        await writer.drain()
        while True:
            head = await reader.readexactly(HEAD.size)
            body = await reader.readexactly(HEAD.unpack(head)[0])
            told: Told = pickle.loads(body)  # noqa: S301 - of our own process
            if told.kind != QUESTION:
                return told
            writer.write(packed(answer(told.value)))


# Which site is next?


@dataclass
class _Site:
    waiting: deque[asyncio.Future[Worker]] = field(default_factory=deque)
    last_seconds: float = 0.0
    turn: float = 0.0  # processor time, on the clock of all sites
    share: float = 1.0  # of the time that a page may take

    @property
    def is_heavy(self) -> bool:
        return self.last_seconds > _HEAVY_SECONDS or self.share <= 1 / 2

    @property
    def has_budget(self) -> bool:
        return self.share > _LEAST_SHARE


class Turns:
    """The site that has used least processor time is next, counted from when it came."""

    def __init__(self, workers: list[Worker]) -> None:
        self._free = list(workers)
        self._most_heavy = max(1, len(workers) - 1)  # one worker is kept for the others
        self._sites: dict[str, _Site] = {}
        self._waiting: set[str] = set()
        self._read: set[str] = set()
        self._clock = 0.0

    def site(self, name: str) -> _Site:
        return self._sites.setdefault(name, _Site())

    async def begin(self, name: str) -> Worker:
        site = self.site(name)
        if name not in self._waiting | self._read:
            site.turn = max(site.turn, self._clock)
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        site.waiting.append(turn)
        self._waiting.add(name)
        self._give()
        return await turn

    def end(self, name: str, worker: Worker, seconds: float) -> None:
        site = self.site(name)
        site.last_seconds = seconds
        site.turn += seconds
        self._read.discard(name)
        self._free.append(worker)
        self._give()

    def _give(self) -> None:
        while self._free and (name := self._next()):
            site = self._sites[name]
            turn = site.waiting.popleft()
            if not site.waiting:
                self._waiting.discard(name)
            self._clock = site.turn
            # Best one that knows the site already, or else the one that was busy last.
            worker = next((one for one in self._free if name in one.known), self._free[-1])
            self._free.remove(worker)
            self._read.add(name)
            turn.set_result(worker)

    def _next(self) -> str | None:
        heavy = sum(self._sites[name].is_heavy for name in self._read)
        ready = (
            name
            for name in sorted(self._waiting - self._read)
            if heavy < self._most_heavy or not self._sites[name].is_heavy
        )
        return min(ready, key=lambda name: self._sites[name].turn, default=None)
