"""Evidence 3: known names have these ancestors in common, this many steps away.

The published method takes the nearest common ancestor of all known names and of groups of them.
In page order, the nearest common ancestor of any group is that of two neighbours within it, so
that neighbours alone give all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice, pairwise, starmap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element as Element

    from pages.dom.leaf import Leaf

# What is further away from a name has nothing to do with it.
_FURTHEST = 64


@dataclass(frozen=True, slots=True)
class Parents:
    """Common ancestors of known names (the published PS), and how far from names they are (L).

    A text's own element is one step away.
    """

    common: frozenset[Element] = frozenset()
    steps: frozenset[int] = frozenset()


def parents_of(names: Sequence[Leaf]) -> Parents:
    """What any two or more of these names have in common; one name alone has its element."""
    in_order = sorted(names, key=lambda name: name.order)
    paths = [tuple(islice(name.ancestors(), _FURTHEST)) for name in in_order]
    if len(paths) == 1:
        return Parents(frozenset(paths[0][:1]), frozenset([1]))
    common = frozenset(chain.from_iterable(starmap(_nearest_common, pairwise(paths))))
    steps = frozenset(
        step for path in paths for step, element in enumerate(path, 1) if element in common
    )
    return Parents(common, steps)


def _nearest_common(one: Sequence[Element], other: Sequence[Element]) -> Iterator[Element]:
    """The one element, or none where the names are too far apart."""
    around = frozenset(other)
    return islice((element for element in one if element in around), 1)


def likelihood(leaf: Leaf, known: Parents) -> float:
    """Certain where one of the distances leads from the text to one of the ancestors."""
    furthest = max(known.steps, default=0)
    reached = enumerate(islice(leaf.ancestors(), furthest), 1)
    return float(any(step in known.steps and element in known.common for step, element in reached))
