"""What was a visit worth?

A record is worth 1. Any other page is worth what its new links promise, discounted: so an
off-topic page that leads to a list that leads to products earns its share, and links like the
one to it are followed sooner. A page that gave neither is worth nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# Below 1, so that pages which only promise each other lose their worth in the end.
DISCOUNT = 0.5
# From here on a page of a site without rules counts as one that shows a product.
RELEVANT = 0.5


def page_worth(*, record: bool, relevance: float, has_rules: bool) -> float:
    """The worth of a page by itself; without rules, many known names stand for a record."""
    if record:
        return 1.0
    return relevance if not has_rules and relevance >= RELEVANT else 0.0


def certainty(links: int) -> float:
    """One link may lead nowhere; of ten, some will lead on.

    >>> [round(certainty(links), 2) for links in (0, 1, 10)]
    [0.0, 0.71, 0.96]
    """
    return links / (links + 0.4)


def promise(led_to: Iterable[tuple[float, float]]) -> float:
    """What a page is worth for what it led to: pairs of value and certainty.

    The best counts; more of its like make it surer, up to it and no further.

    >>> round(promise([(0.9, 0.5)]), 2), round(promise([(0.9, 0.5), (0.8, 0.9)]), 2), promise([])
    (0.23, 0.45, 0.0)
    """
    pairs = list(led_to)
    best = max((value for value, _ in pairs), default=0.0)
    return DISCOUNT * min(best, sum(value * certain for value, certain in pairs))
