"""Time several things side by side, in turns, so that a slow moment of the machine hits all."""

from __future__ import annotations

import gc
from statistics import median
from time import get_clock_info, perf_counter, thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

# The processor's time, which neighbours on a busy machine do not lengthen, where it is fine
# enough; no contestant waits for anything, so on an idle machine both clocks say the same.
_clock = thread_time if get_clock_info("thread_time").resolution < 1e-6 else perf_counter


def interleaved_medians(
    runs: Mapping[str, Callable[[], object]], seconds: float, fewest: int, most: int
) -> dict[str, tuple[float, int]]:
    """Median seconds and number of turns of each, by name.

    Each gets about `seconds`: the quick ones up to `most` turns, the slow ones at least
    `fewest`, spread evenly over the whole run. Garbage is collected between turns only.
    """
    first = {name: seconds_of(run) for name, run in runs.items()}  # warms up, too
    turns = {name: max(fewest, min(most, round(seconds / took))) for name, took in first.items()}
    taken: dict[str, list[float]] = {name: [] for name in runs}
    gc.collect()
    gc.freeze()
    try:
        for name in _in_turns(turns):
            taken[name].append(seconds_of(runs[name]))
            gc.collect()
    finally:
        gc.unfreeze()
    return {name: (median(times), len(times)) for name, times in taken.items()}


def _in_turns(turns: Mapping[str, int]) -> Iterator[str]:
    """Round after round; a name with half as many turns as rounds comes every other round."""
    rounds = max(turns.values())
    names = list(turns)
    for at in range(rounds):
        start = at % len(names)  # nobody always runs behind the same neighbour
        for name in names[start:] + names[:start]:
            if (at + 1) * turns[name] // rounds > at * turns[name] // rounds:
                yield name


def seconds_of(run: Callable[[], object]) -> float:
    """Of the processor, with garbage left lying about."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        start = _clock()
        result = run()
        seconds = _clock() - start
        del result  # taking a big tree down again is nobody's time
        return seconds
    finally:
        if enabled:
            gc.enable()
