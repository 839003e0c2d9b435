"""All units of a shape on a page: which text is a name, and which leaves are its value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pages.outline import Gap, Outline
from rules.model import UnitShape

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Unit:
    """One name and where its value stands; `lead` is value text in the name's own leaf."""

    around: int
    name: str
    first_leaf: int
    value_leaf: int
    end_leaf: int
    lead: str = ""


def units_of(shape: UnitShape, outline: Outline) -> Iterator[Unit]:
    """Every unit of this shape, in page order."""
    found = _text_units(shape, outline) if not shape.name else _element_units(shape, outline)
    return (unit for unit in found if len(unit.name) <= LONGEST_NAME)


def signature(outline: Outline, leaf: int, around: int) -> str:
    """How a leaf stands inside its unit, e.g. `td>em.edit`: what tells dressing from value."""
    parts: list[str] = []
    node = outline.leaves[leaf].owner
    while node > around:
        parts.append(outline.nodes[node].tag)
        node = outline.nodes[node].parent
    return ">".join(reversed(parts))


def value_leaves(unit: Unit, shape: UnitShape, outline: Outline) -> list[int]:
    """The leaves of a unit's value, dressing left out."""
    return _undressed(range(unit.value_leaf, unit.end_leaf), unit.around, shape, outline)


def _undressed(leaves: range, around: int, shape: UnitShape, outline: Outline) -> list[int]:
    if not shape.noise:
        return list(leaves)
    return [leaf for leaf in leaves if signature(outline, leaf, around) not in shape.noise]


def _element_units(shape: UnitShape, outline: Outline) -> Iterator[Unit]:
    nodes = outline.nodes
    for around, node in enumerate(nodes):
        if node.tag != shape.around:
            continue
        kids = outline.children[around]
        names = _name_children(shape, outline, kids)
        for position, name_at in enumerate(names):
            name = nodes[name_at]
            limit = (
                nodes[names[position + 1]].first_leaf
                if position + 1 < len(names)
                else node.end_leaf
            )
            if shape.opens_line and not _opens_line(outline, name.first_leaf, node.first_leaf):
                continue
            first, end = name.end_leaf, limit
            if shape.value:
                cell = next((k for k in kids if k > name_at and nodes[k].tag == shape.value), None)
                if cell is None or nodes[cell].end_leaf > limit:
                    continue
                first, end = nodes[cell].first_leaf, nodes[cell].end_leaf
            if first < end:
                leaves = range(name.first_leaf, name.end_leaf)
                text = outline.text(_undressed(leaves, around, shape, outline))
                yield Unit(around, text, name.first_leaf, first, end)


def _name_children(shape: UnitShape, outline: Outline, kids: list[int]) -> list[int]:
    same = [kid for kid in kids if outline.nodes[kid].tag == shape.name]
    if shape.first is None:
        return same
    if not shape.step:
        return same[shape.first : shape.first + 1]
    return same[shape.first :: shape.step]


def _opens_line(outline: Outline, leaf: int, first_leaf: int) -> bool:
    return leaf == first_leaf or (
        leaf < len(outline.leaves) and outline.leaves[leaf].gap is Gap.BROKEN
    )


def _text_units(shape: UnitShape, outline: Outline) -> Iterator[Unit]:
    starts = [
        index
        for index, leaf in enumerate(outline.leaves)
        if outline.nodes[leaf.owner].tag == shape.around and _splits(shape, outline, index)
    ]
    for position, leaf in enumerate(starts):
        around = outline.leaves[leaf].owner
        end = outline.nodes[around].end_leaf
        if position + 1 < len(starts):
            end = min(end, starts[position + 1])
        text = outline.texts[leaf]
        name, _, lead = text.partition(shape.feature) if shape.feature else (text, "", "")
        if lead.strip() or leaf + 1 < end:
            yield Unit(around, name.strip(), leaf, leaf + 1, end, lead.strip())


def _splits(shape: UnitShape, outline: Outline, leaf: int) -> bool:
    owner = outline.nodes[outline.leaves[leaf].owner]
    if not _opens_line(outline, leaf, owner.first_leaf):
        return False
    return not shape.feature or 0 < outline.texts[leaf].find(shape.feature) <= LONGEST_NAME
