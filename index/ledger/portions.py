"""Batches that fit into one statement."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_AT_ONCE = 500  # databases limit how many values a statement may carry
Item = TypeVar("Item")


def portions(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Pieces in order, the last one shorter.

    >>> [len(some) for some in portions(range(1001))]
    [500, 500, 1]
    """
    rest = iter(items)
    while some := list(islice(rest, _MOST_AT_ONCE)):
        yield some
