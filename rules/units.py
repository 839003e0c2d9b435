"""All units of a shape on a page: which text is a name, and which leaves are its value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from pages.outline import Gap, Outline
from rules.dressing import undressed
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


def value_leaves(unit: Unit, shape: UnitShape, outline: Outline) -> list[int]:
    """The leaves of a unit's value, dressing left out."""
    return undressed(outline, range(unit.value_leaf, unit.end_leaf), unit.around, shape.dressing)


def _element_units(shape: UnitShape, outline: Outline) -> Iterator[Unit]:
    nodes = outline.nodes
    for around, node in enumerate(nodes):
        if node.tag != shape.around:
            continue
        names = _name_children(shape, outline, around)
        for name_at, following in zip_longest(names, names[1:]):
            name = nodes[name_at]
            limit = nodes[following].first_leaf if following else node.end_leaf
            first, end = name.end_leaf, limit
            if shape.value:
                cell = _value_cell(shape, outline, around, name_at)
                if cell is None or nodes[cell].end_leaf > limit:
                    continue
                first, end = nodes[cell].first_leaf, nodes[cell].end_leaf
            if first < end:
                leaves = range(name.first_leaf, name.end_leaf)
                shown = outline.text(undressed(outline, leaves, around, shape.name_dressing))
                yield Unit(around, shown, name.first_leaf, first, end)


def _value_cell(shape: UnitShape, outline: Outline, around: int, name_at: int) -> int | None:
    kids = outline.children[around]
    return next(
        (kid for kid in kids if kid > name_at and outline.nodes[kid].tag == shape.value), None
    )


def _name_children(shape: UnitShape, outline: Outline, around: int) -> list[int]:
    """The children of `around` that hold names."""
    nodes = outline.nodes
    names = [kid for kid in outline.children[around] if nodes[kid].tag == shape.name]
    if shape.first is not None:
        names = names[shape.first :: shape.step] if shape.step else names[shape.first :][:1]
    if shape.opens_line:
        start = nodes[around].first_leaf
        names = [kid for kid in names if _opens_line(outline, nodes[kid].first_leaf, start)]
    return names


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
