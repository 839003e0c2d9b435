"""Evidence 3: known names have these ancestors in common, this many steps away.

The published method takes the nearest common ancestor of all known names and of groups of them.
In page order, the nearest common ancestor of any group is that of two neighbours within it, so
that neighbours alone give all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element as Element

    from pages.dom.leaf import Leaf


@dataclass(frozen=True, slots=True)
class Parents:
    """Common ancestors of known names (the published PS), and how far from names they are (L).

    A text's own element is one step away.
    """

    common: frozenset[Element] = frozenset()
    steps: frozenset[int] = frozenset()


def parents_of(names: Sequence[Leaf]) -> Parents:
    """What any two or more of these names have in common; one name alone has its element."""
    paths = [tuple(name.ancestors()) for name in sorted(names, key=lambda name: name.order)]
    if len(paths) == 1:
        return Parents(frozenset(paths[0][:1]), frozenset([1]))
    common = frozenset(_nearest_common(one, other) for one, other in pairwise(paths))
    steps = frozenset(
        step for path in paths for step, element in enumerate(path, 1) if element in common
    )
    return Parents(common, steps)


def _nearest_common(one: Sequence[Element], other: Sequence[Element]) -> Element:
    """Both ways lead to the page's root, so that there is one."""
    around = frozenset(other)
    return next(element for element in one if element in around)


def likelihood(leaf: Leaf, known: Parents) -> float:
    """Certain where one of the distances leads from the text to one of the ancestors."""
    furthest = max(known.steps, default=0)
    reached = enumerate(islice(leaf.ancestors(), furthest), 1)
    return float(any(step in known.steps and element in known.common for step, element in reached))
