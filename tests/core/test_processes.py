from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

from core.processes import Workers, new_processes

if TYPE_CHECKING:
    from collections.abc import Iterator


def _begin() -> None:
    os.environ["BEGUN"] = "yes"


def test_each_process_begins_before_its_first_task() -> None:
    with new_processes(1, _begin) as workers:
        assert workers.submit(os.getenv, "BEGUN").result() == "yes"
        assert workers.executor.submit(os.getpid).result() != os.getpid()


_WORKS = """
import gc, time
from core.processes import new_processes
with new_processes(1, gc.enable) as workers:
    print(workers.submit(str, gc.isenabled()).result(), flush=True)
    time.sleep(600)
"""


def test_they_end_when_their_parent_was_killed() -> None:
    """All of them write to one pipe, which ends with the last of them."""
    command = [sys.executable, "-c", _WORKS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        assert parent.stdout.readline() == "True\n"
        parent.kill()
        assert parent.communicate(timeout=300)[0] == ""


def test_results_come_in_order_with_few_items_ahead() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(40):
            taken.append(number)
            yield number

    with ThreadPoolExecutor(2) as pool:
        results = Workers(pool, 2).in_order(str, items())
        for number, (item, result) in enumerate(results):
            assert (item, result) == (number, str(number))
            assert len(taken) <= number + 7
    assert len(taken) == 40


def test_workers_that_are_shared_have_fewer_items_ahead() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(40):
            taken.append(number)
            yield number

    with (
        ThreadPoolExecutor(2) as pool,
        closing(Workers(pool, 2).in_order(str, items(), lambda: 2)) as results,
    ):
        next(results)
        assert len(taken) == 4
