"""Levels 0 to 9: what a link promises, in steps that are finer where little is promised.

Most links of a web lead nowhere, and among those that seem to, the crawl has to find the few
that are bridges: one in ten and one in fifty must not fall into one level.
"""

from __future__ import annotations

from bisect import bisect_right

# Level n reaches from the n-th bound to the next.
_BOUNDS = (0.01, 0.02, 0.04, 0.08, 0.15, 0.25, 0.4, 0.6, 0.8)
_VALUES = (0.005, 0.015, 0.03, 0.06, 0.11, 0.2, 0.32, 0.5, 0.7, 0.9)

MOST_LEVEL = len(_BOUNDS)


def level_of(promise: float) -> int:
    """The level of what a visit is expected to be worth, 0 to 1.

    >>> [level_of(promise) for promise in (0.0, 0.05, 0.3, 1.0)]
    [0, 3, 6, 9]
    """
    return bisect_right(_BOUNDS, promise)


def value_of(level: int) -> float:
    """What links of a level are worth as long as nothing else is known."""
    return _VALUES[max(0, min(level, MOST_LEVEL))]
