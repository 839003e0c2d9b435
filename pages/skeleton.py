"""What pages of one layout have in common: which elements stand in which, texts aside."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pages.outline import Outline

Skeleton = frozenset[bytes]

_CLASS = re.compile(rb"""[\s"'/]class\s*=\s*["']?([a-zA-Z_-]+)""", re.IGNORECASE)
_LONGEST_TAG = 500
# Of a page with more elements the first tell enough.
_MOST = 20_000


def skeleton(outline: Outline) -> Skeleton:
    """Every step from an element to one inside it, by tag and first class."""
    tags, parents = outline.tags[:_MOST], outline.parents
    named = [
        tag.encode("utf-8", "replace") + b"." + (found[1] if found else b"")
        for tag, rest in zip(tags, outline.rests, strict=False)
        for found in [_CLASS.search(rest[:_LONGEST_TAG])]
    ]
    return frozenset(named[parents[index]] + b">" + named[index] for index in range(len(tags)))


def likeness(one: Skeleton, other: Skeleton) -> float:
    """The share of steps that both have: 1 for pages of one template, near 0 for strangers.

    >>> likeness(frozenset([b"ul>li", b"li>a"]), frozenset([b"ul>li", b"li>b"]))
    0.3333333333333333
    """
    return len(one & other) / (len(one | other) or 1)
