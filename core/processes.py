"""Processes that do a part of the work of another."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def new_processes(number: int, begin: Callable[[], None]) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes that call `begin` first; they end if this one is killed.

    New ones, not forks: those would copy threads in the middle of things, and open ledgers.
    """
    pool = ProcessPoolExecutor(number, get_context("spawn"), _begin, (begin,))
    try:
        yield pool
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
