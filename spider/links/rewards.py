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
DISCOUNT = 0.75
# From here on a page of a site without rules counts as one that shows a product.
RELEVANT = 0.5


def page_worth(*, record: bool, relevance: float, has_rules: bool) -> float:
    """The worth of a page by itself; without rules, many known names stand for a record."""
    if record:
        return 1.0
    return relevance if not has_rules and relevance >= RELEVANT else 0.0


def promise(new_links: Iterable[tuple[float, float]]) -> float:
    """What new links are worth to the page that gave them: pairs of value and number.

    The best counts; more of its like make it surer, up to it and no further.

    >>> round(promise([(0.9, 1)]), 2), round(promise([(0.9, 20)]), 2), promise([])
    (0.34, 0.64, 0.0)
    """
    pairs = [(value, number) for value, number in new_links if value > 0.0]
    if not pairs:
        return 0.0
    best = max(value for value, _ in pairs)
    like_best = sum(value * number for value, number in pairs) / best
    return DISCOUNT * best * like_best / (like_best + 1.0)
