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

import msgspec

from core.topic import Topic
from core.yaml_files import parse_yaml
from review.changes.changed_library import ChangedLibrary
from review.changes.page_read import PageRead
from review.rereading import DamagedPageError, StoredPageReader
from store.ledger import Ledger, ledger_url
from store.records import cleaned, would_change

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Future

    from core.settings import Settings
    from review.changes.plan import ChangePlan
    from review.workshop import ReviewContext
    from store.stored_pages import PageToRead

_PAGES_PER_TASK = 16  # pages that go to a process together
_AHEAD = 3  # portions for each process that wait to be read, or to be written
_WORTH_A_PROCESS = 200  # pages: to start one takes as long as reading so many


class RereadTask(NamedTuple):
    """All a process needs to know, in a form that can be sent to it."""

    settings: Settings
    topic_name: str
    topic: bytes
    rules: dict[str, bytes | None]

    @classmethod
    def of(cls, context: ReviewContext, plan: ChangePlan) -> RereadTask:
        topic = context.file(context.topic_path).read_bytes()
        if plan.changes(context.topic_path):
            topic = plan.after(context.topic_path) or b""
        folder = f"{context.rules_path}/"
        names = {file.path.removeprefix(folder): file.after for file in plan.files}
        rules = {name: body for name, body in names.items() if "/" not in name}
        return cls(context.settings, context.topic_name, topic, rules)


class PageReader:
    """Reads pages as a task wants them read, and compares them with the ledger."""

    def __init__(self, task: RereadTask, ledger: Ledger) -> None:
        topic = parse_yaml(task.topic.decode("utf-8-sig"), Topic, "topic")
        library = ChangedLibrary(task.settings.rules / task.topic_name, task.rules)
        self._ledger = ledger
        self._stored = StoredPageReader(ledger, task.settings.data / "archive", topic, library)

    def read(self, pages: Iterable[PageToRead]) -> list[PageRead]:
        with self._ledger.reading() as conn:
            found = []
            for page in pages:
                read = self._read(page)
                same = read.outcome == page.outcome and not would_change(
                    conn, page.link_id, read.records or ()
                )
                found.append(
                    msgspec.structs.replace(read, records=None) if same or read.damage else read
                )
            return found

    def _read(self, page: PageToRead) -> PageRead:
        try:
            _, read = self._stored.read(page)
        except DamagedPageError as error:
            return PageRead(page, page.outcome or "", None, str(error))
        return PageRead(page, read.outcome, tuple(map(cleaned, read.records)))


def read_affected(
    context: ReviewContext, task: RereadTask, pages: Iterator[PageToRead], many: int
) -> Generator[list[PageRead]]:
    """Portion by portion, in the order of the pages; no more are held than are under way."""
    portions = iter(lambda: list(islice(pages, _PAGES_PER_TASK)), [])
    processes = min(len(os.sched_getaffinity(0)), many // _WORTH_A_PROCESS)
    if processes < 2:
        reader = PageReader(task, context.ledger)
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
    task: RereadTask, many: int
) -> Iterator[Callable[[list[PageToRead]], Future[list[PageRead]]]]:
    """New processes, not forks: the caller may be a server with threads and open ledgers."""
    pool = ProcessPoolExecutor(many, get_context("spawn"), _begin, (task,))
    try:
        yield lambda portion: pool.submit(_read_portion, portion)
    finally:
        pool.shutdown(cancel_futures=True)


_reader: PageReader | None = None


def _begin(task: RereadTask) -> None:
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
