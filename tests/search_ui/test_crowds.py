"""Processes that know of one another's visitors."""

from __future__ import annotations

import os

from search_ui.crowds import WorkerLoad


def test_who_has_more_visitors_than_another_is_ahead() -> None:
    crowds = WorkerLoad()
    crowds.tell(1, 3)
    assert not crowds.is_ahead(1), "it is alone"
    crowds.tell(2, 3)
    assert not crowds.is_ahead(1), "the other has as many"
    crowds.tell(2, 2)
    assert crowds.is_ahead(1)
    assert not crowds.is_ahead(2)


def test_a_process_that_is_gone_counts_no_more() -> None:
    crowds = WorkerLoad()
    crowds.tell(1, 3)
    crowds.tell(2, 0)
    assert crowds.is_ahead(1)
    crowds.leave(2)
    assert not crowds.is_ahead(1)


def test_what_one_process_tells_another_knows() -> None:
    crowds = WorkerLoad()
    crowds.tell(1, 3)
    child = os.fork()
    if not child:
        crowds.tell(2, 1)
        os._exit(0)
    os.waitpid(child, 0)
    assert crowds.is_ahead(1)
