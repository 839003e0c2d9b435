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
    """One place where an example's name and value stand together, mostly in this order.

    `around` is the innermost element that holds both; `name_node` and `value_node` are its
    children that hold one of them alone, None where it is text standing directly in `around`.
    """

    example: int
    name: Place
    value: Place
    around: int
    name_node: int | None
    value_node: int | None
    first_value_node: int | None
    gap: int

    @property
    def elements(self) -> list[int]:
        return [node for node in (self.around, self.name_node, self.value_node) if node is not None]

    @property
    def value_first(self) -> bool:
        return self.value.start < self.name.start


def relations(example: int, wanted: Example, located: LocatedText) -> Iterator[Relation]:
    """Every place where this name stands before this value with little between, or behind it."""
    values = located.places(wanted.value)
    ends = {value.end: value for value in values if value.opens and value.closes}
    for name in located.places(wanted.name):
        if not name.opens:
            continue
        for value in values:
            gap = value.start - name.end
            if 0 <= gap <= _WIDEST_GAP and value.end_leaf >= name.end_leaf:
                yield _relation(example, name, value, located.outline)
                break
        if name.closes and name.start in ends:
            yield _relation(example, name, ends[name.start], located.outline)


def _relation(example: int, name: Place, value: Place, outline: Outline) -> Relation:
    around = common_ancestor(outline, (*_owners(outline, name), *_owners(outline, value)))
    return Relation(
        example,
        name,
        value,
        around,
        _child_holding(outline, around, name),
        _child_holding(outline, around, value),
        _child_of(outline, around, outline.owners[value.first_leaf]),
        max(value.start - name.end, 0),
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
    node = _child_of(outline, around, outline.owners[place.first_leaf])
    return node if node and place.end_leaf <= outline.end_leaf[node] else None


def _child_of(outline: Outline, around: int, node: int) -> int | None:
    """The child of `around` that is or holds a node; None for `around` itself."""
    if node == around:
        return None
    while outline.parents[node] != around:
        node = outline.parents[node]
    return node
