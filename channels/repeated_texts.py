"""Which texts does a page show twice?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from channels.blocks import Blocks

_SHORTEST_REPEATED = 25
_MOST_LEVELS = 12  # up from two texts to the node that holds both
_MOST_TEXTS = 50  # that are compared before and behind
_LONG_COPY = 300  # characters of two blocks that are equal


def repeated_texts(blocks: Blocks) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Texts that the page shows twice: copies (for printing, in a teaser), and lines said again.

    The later one, or the one that is a link: a table of contents has the headings, too. Entries of
    a list that are made alike may say the same ("Key features", one address of many events): a
    line in the same place of another entry is no copy.
    """
    seen: dict[str, int] = {}
    copies = np.zeros(len(blocks.texts), dtype=bool)
    said_again = np.zeros(len(blocks.texts), dtype=bool)
    for place, text in enumerate(blocks.texts):
        if len(text) < _SHORTEST_REPEATED:
            continue
        first = seen.setdefault(text, place)
        if first == place:
            continue
        if blocks.linked[first] > blocks.linked[place]:
            copies[first] = True
            seen[text] = place
        elif _is_copy(blocks, first, place):
            copies[place] = True
        else:
            said_again[place] = True
    return copies, said_again


def _is_copy(blocks: Blocks, first: int, later: int) -> bool:
    """Do two equal texts stand in blocks of different kinds, or in long ones that are equal?"""
    one, other = blocks.nodes[first], blocks.nodes[later]
    for _ in range(_MOST_LEVELS):
        if one == other:
            return False
        if (blocks.tags[one], blocks.classes[one]) != (blocks.tags[other], blocks.classes[other]):
            return True
        if blocks.parents[one] == blocks.parents[other]:
            return _are_equal(blocks, (one, first), (other, later))
        one, other = blocks.parents[one], blocks.parents[other]
        if min(one, other) < 0:
            break
    return True


def _are_equal(blocks: Blocks, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Do two nodes, each with a place in it, have the same texts, and many?"""
    (node, first), (copy, later) = one, other
    length = 0
    for step in (-1, 1):
        for away in range(step == 1, _MOST_TEXTS):
            place, beside = first + step * away, later + step * away
            is_in = _is_in(blocks, place, node)
            if is_in != _is_in(blocks, beside, copy):
                return False
            if not is_in:
                break
            if blocks.texts[place] != blocks.texts[beside]:
                return False
            length += len(blocks.texts[place])
    return length >= _LONG_COPY


def _is_in(blocks: Blocks, place: int, node: int) -> bool:
    return 0 <= place < len(blocks.nodes) and node <= blocks.nodes[place] < blocks.ends[node]
