"""Processes that do a part of the work of another: here, or on a cluster (`core/spark.py`)."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Executor, Future
    from contextlib import AbstractContextManager

    # Workers that have called a function first, for as long as the context lasts.
    StartWorkers = Callable[[Callable[[], None]], AbstractContextManager["Workers"]]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_AHEAD = 3  # items per worker that wait to be worked on, or for their turn in the order


class Workers(NamedTuple):
    """`number` of them work at once. What they are given, and what they return, is pickled."""

    executor: Executor
    number: int

    def submit(self, work: Callable[[_Item], _Result], item: _Item) -> Future[_Result]:
        return self.executor.submit(work, item)

    def in_order(
        self,
        work: Callable[[_Item], _Result],
        items: Iterable[_Item],
        share: Callable[[], int] = lambda: 1,
    ) -> Generator[tuple[_Item, _Result]]:
        """Each item with its result, in order, and with a bounded number of them in memory.

        `share` says between how many callers the workers are divided at the moment.
        """
        under_way: deque[tuple[_Item, Future[_Result]]] = deque()
        try:
            for item in items:
                under_way.append((item, self.submit(work, item)))
                while len(under_way) > _AHEAD * self.number // share():
                    first, future = under_way.popleft()
                    yield first, future.result()
            while under_way:
                first, future = under_way.popleft()
                yield first, future.result()
        finally:
            for _, future in under_way:
                future.cancel()


@contextmanager
def new_processes(number: int, begin: Callable[[], None]) -> Iterator[Workers]:
    """Processes of this machine that call `begin` first; they end if this one is killed.

    New ones, not forks: those would copy threads in the middle of things, and open ledgers.
    """
    pool = ProcessPoolExecutor(number, get_context("spawn"), _begin, (begin,))
    try:
        yield Workers(pool, number)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(begin: Callable[[], None]) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    begin()


def _end_with_parent() -> None:
    """Else it would wait for work for ever."""
    if parent := parent_process():
        wait([parent.sentinel])
        os._exit(1)
