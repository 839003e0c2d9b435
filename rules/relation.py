"""How does one example's name stand to its value on the sample page?"""

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
    """One place where an example's name is followed by its value.

    `around` is the innermost element that holds both; `name_node` and `value_node` are its
    children that hold one of them alone, None where it is text standing directly in `around`.
    """

    example: int
    name: Place
    value: Place
    around: int
    name_node: int | None
    value_node: int | None
    gap: int

    @property
    def same_leaf(self) -> bool:
        return self.value.first_leaf < self.name.end_leaf


def relations(example: int, wanted: Example, located: LocatedText) -> Iterator[Relation]:
    """Every place where this name stands before this value with little between."""
    values = located.places(wanted.value)
    for name in located.places(wanted.name):
        if not name.opens:
            continue
        for value in values:
            gap = value.start - name.end
            if 0 <= gap <= _WIDEST_GAP and value.end_leaf >= name.end_leaf:
                yield _relation(example, name, value, located.outline)
                break


def _relation(example: int, name: Place, value: Place, outline: Outline) -> Relation:
    around = common_ancestor(outline, (*_owners(outline, name), *_owners(outline, value)))
    return Relation(
        example,
        name,
        value,
        around,
        _child_holding(outline, around, name),
        _child_holding(outline, around, value),
        value.start - name.end,
    )


def _owners(outline: Outline, place: Place) -> list[int]:
    return [outline.owners[leaf] for leaf in range(place.first_leaf, place.end_leaf)]


def common_ancestor(outline: Outline, nodes: tuple[int, ...]) -> int:
    """The innermost node that is or holds all of these."""
    low, high = min(nodes), max(nodes)
    while outline.ends[low] <= high:
        low = outline.parents[low]
    return low


def _child_holding(outline: Outline, around: int, place: Place) -> int | None:
    """The child of `around` that holds the whole place; None where no single child does."""
    node = outline.owners[place.first_leaf]
    if node == around:
        return None
    while outline.parents[node] != around:
        node = outline.parents[node]
    return node if place.end_leaf <= outline.end_leaf[node] else None
