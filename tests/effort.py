"""How much work a call is, whatever the machine and however busy it is."""

from __future__ import annotations

import gc
from time import thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def effort(call: Callable[[], object]) -> float:
    """Processor time, as a multiple of what a loop of 100,000 steps takes here and now.

    The loop takes about 5 ms on an idle machine, so that 200 are about a second there.
    """
    before = _time_of(_loop)
    taken = _time_of(call)
    return taken / max(before, _time_of(_loop))


def _loop() -> None:
    total = 0
    for number in range(100_000):
        total += number


def _time_of(call: Callable[[], object]) -> float:
    # A collection visits all objects of the process, those of other tests too.
    gc.disable()
    try:
        begin = thread_time()
        call()
        return thread_time() - begin
    finally:
        gc.enable()
