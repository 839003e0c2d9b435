"""Stored pages read as they will be read when a change is done, in several processes."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from index.ledger.ledger import Ledger, ledger_url
from index.ledger.records import cleaned, would_change
from review.changes.changed_library import ChangedLibrary
from review.changes.page_read import PageRead
from rules.site_names import site_of
from rules.topic import Topic
from rules.yaml_files import parse_yaml
from spider.crawl.memories import SiteMemories
from spider.crawl.page_reading import read_records
from spider.crawl.rereading import UnreadableCaptureError, page_at

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Future

    from index.ledger.affected import PageToRead
    from review.changes.plan import Plan
    from review.workshop import Workshop
    from rules.library import RuleLibrary
    from settings.model import Settings

_AT_ONCE = 16  # pages that go to a process together
_AHEAD = 3  # portions for each process that wait to be read, or to be written
_WORTH_A_PROCESS = 200  # pages: to start one takes as long as reading so many


class Task(NamedTuple):
    """All a process needs to know, in a form that can be sent to it."""

    settings: Settings
    topic_name: str
    topic: bytes
    rules: dict[str, bytes | None]

    @classmethod
    def of(cls, workshop: Workshop, plan: Plan) -> Task:
        topic = workshop.file(workshop.topic_path).read_bytes()
        if plan.changes(workshop.topic_path):
            topic = plan.after(workshop.topic_path) or b""
        folder = f"{workshop.rules_path}/"
        names = {file.path.removeprefix(folder): file.after for file in plan.files}
        rules = {name: body for name, body in names.items() if "/" not in name}
        return cls(workshop.settings, workshop.topic_name, topic, rules)


class PageReader:
    """Reads pages as a task wants them read, and compares them with the ledger."""

    def __init__(self, task: Task, ledger: Ledger) -> None:
        self._topic = parse_yaml(task.topic.decode("utf-8-sig"), Topic, "topic")
        folder = task.settings.rules / task.topic_name
        self._library: RuleLibrary = ChangedLibrary(folder, task.rules)
        self._archive = task.settings.data / "archive"
        self._ledger = ledger
        self._memories = SiteMemories(task.topic_name)
        with ledger.reading() as conn:
            self._memories.load(conn)

    def read(self, pages: Iterable[PageToRead]) -> list[PageRead]:
        with self._ledger.reading() as conn:
            found = []
            for page in pages:
                read = self._read(page)
                same = read.outcome == page.outcome and not would_change(
                    conn, page.link_id, read.records or ()
                )
                found.append(read._replace(records=None) if same or read.damage else read)
            return found

    def _read(self, page: PageToRead) -> PageRead:
        try:
            stored = page_at(self._archive, page)
        except UnreadableCaptureError as error:
            return PageRead(page, page.outcome or "", None, str(error))
        memory = self._memories.rows(site_of(stored.url))
        read = read_records(stored, self._topic, self._library, memory)
        return PageRead(page, read.outcome, tuple(map(cleaned, read.records)))


def read_all(
    workshop: Workshop, task: Task, pages: Iterator[PageToRead], many: int
) -> Generator[list[PageRead]]:
    """Portion by portion, in the order of the pages; no more are held than are under way."""
    portions = iter(lambda: list(islice(pages, _AT_ONCE)), [])
    processes = min(len(os.sched_getaffinity(0)), many // _WORTH_A_PROCESS)
    if processes < 2:
        reader = PageReader(task, workshop.ledger)
        yield from map(reader.read, portions)
        return
    with _processes(task, processes) as submit:
        under_way: deque[Future[list[PageRead]]] = deque()
        for portion in portions:
            under_way.append(submit(portion))
            if len(under_way) > _AHEAD * processes:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


@contextmanager
def _processes(
    task: Task, many: int
) -> Iterator[Callable[[list[PageToRead]], Future[list[PageRead]]]]:
    """New processes, not forks: the caller may be a server with threads and open ledgers."""
    pool = ProcessPoolExecutor(many, get_context("spawn"), _begin, (task,))
    try:
        yield lambda portion: pool.submit(_read_portion, portion)
    finally:
        pool.shutdown(cancel_futures=True)


_reader: PageReader | None = None


def _begin(task: Task) -> None:
    global _reader  # noqa: PLW0603 - how a process pool keeps what all its tasks need
    Thread(target=_end_with_parent, daemon=True).start()
    url = task.settings.ledger or ledger_url(task.settings.data)
    _reader = PageReader(task, Ledger.open(url))


def _read_portion(pages: list[PageToRead]) -> list[PageRead]:
    if _reader is None:
        raise RuntimeError("the process was not prepared")
    return _reader.read(pages)


def _end_with_parent() -> None:
    """A parent that was killed tells nobody: its processes would wait for work for ever."""
    if parent := parent_process():
        wait([parent.sentinel])
        os._exit(1)
