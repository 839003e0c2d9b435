"""Where does an example's name stand beside its value on the page?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages.outline import Outline
    from rules.examples import Example
    from rules.located import LocatedText, Place

# More text than this between a name and its value: they do not belong together.
_WIDEST_GAP = 60


@dataclass(frozen=True, slots=True)
class Relation:
    """One place where a name and its value stand together; `gap` is how much is between."""

    name: Place
    value: Place
    gap: int


def relations(wanted: Example, located: LocatedText) -> Iterator[Relation]:
    """Every place where this name stands before this value with little between, or behind it."""
    values = located.places(wanted.value)
    ends = {value.end: value for value in values if value.opens and value.closes}
    for name in located.places(wanted.name):
        if not name.opens:
            continue
        for value in values:
            gap = value.start - name.end
            if 0 <= gap <= _WIDEST_GAP and value.end_leaf >= name.end_leaf:
                yield Relation(name, value, gap)
                break
        if name.closes and name.start in ends:
            yield Relation(name, ends[name.start], 0)


def common_ancestor(outline: Outline, nodes: tuple[int, ...]) -> int:
    """The innermost node that is or holds all of these."""
    low, high = min(nodes), max(nodes)
    while outline.ends[low] <= high:
        low = outline.parents[low]
    return low
