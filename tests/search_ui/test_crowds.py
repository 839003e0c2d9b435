"""Processes that know of one another's visitors."""

from __future__ import annotations

import os

from search_ui.crowds import WorkerLoad


def test_who_has_more_visitors_than_another_is_ahead() -> None:
    load = WorkerLoad()
    load.tell(1, 3)
    assert not load.is_ahead(1), "it is alone"
    load.tell(2, 3)
    assert not load.is_ahead(1), "the other has as many"
    load.tell(2, 2)
    assert load.is_ahead(1)
    assert not load.is_ahead(2)


def test_a_process_that_is_gone_counts_no_more() -> None:
    load = WorkerLoad()
    load.tell(1, 3)
    load.tell(2, 0)
    assert load.is_ahead(1)
    load.leave(2)
    assert not load.is_ahead(1)


def test_what_one_process_tells_another_knows() -> None:
    load = WorkerLoad()
    load.tell(1, 3)
    child = os.fork()
    if not child:
        load.tell(2, 1)
        os._exit(0)
    os.waitpid(child, 0)
    assert load.is_ahead(1)
