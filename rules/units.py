"""All units of a shape on a page: which text is a name, and which leaves are its value."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from pages.outline import BROKEN, Outline
from rules.dressing import undressed

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    for around, tag in enumerate(outline.tags):
        if tag != shape.around:
            continue
        names = _name_children(shape, outline, around)
        for name, following in zip_longest(names, names[1:]):
            limit = outline.first_leaf[following] if following else outline.end_leaf[around]
            value = range(outline.end_leaf[name], limit)
            if shape.value:
                cell = _value_cell(shape, outline, around, name)
                if cell is None or outline.end_leaf[cell] > limit:
                    continue
                value = outline.leaves(cell)
            if value:
                leaves = outline.leaves(name)
                shown = outline.text(undressed(outline, leaves, around, shape.name_dressing))
                yield Unit(around, shown, leaves.start, value.start, value.stop)


def _value_cell(shape: UnitShape, outline: Outline, around: int, name_at: int) -> int | None:
    kids = outline.children[around]
    return next((kid for kid in kids if kid > name_at and outline.tags[kid] == shape.value), None)


def _name_children(shape: UnitShape, outline: Outline, around: int) -> list[int]:
    """The children of `around` that hold names."""
    names = [kid for kid in outline.children[around] if outline.tags[kid] == shape.name]
    if shape.first is not None:
        names = names[shape.first :: shape.step] if shape.step else names[shape.first :][:1]
    if shape.opens_line:
        names = [kid for kid in names if opens_line(outline, outline.first_leaf[kid], around)]
    return names


def opens_line(outline: Outline, leaf: int, around: int) -> bool:
    """Whether a leaf is the first of its element or stands on a line of its own."""
    if leaf == outline.first_leaf[around]:
        return True
    return leaf < len(outline.gaps) and outline.gaps[leaf] == BROKEN


def _text_units(shape: UnitShape, outline: Outline) -> Iterator[Unit]:
    starts = [
        leaf
        for leaf, owner in enumerate(outline.owners)
        if outline.tags[owner] == shape.around and _begins(shape, outline, leaf)
    ]
    for leaf, following in zip_longest(starts, starts[1:]):
        around = outline.owners[leaf]
        end = outline.end_leaf[around]
        if following:
            end = min(end, following)
        text = outline.texts[leaf]
        name, _, lead = text.partition(shape.feature) if shape.feature else (text, "", "")
        if lead.strip() or leaf + 1 < end:
            yield Unit(around, name.strip(), leaf, leaf + 1, end, lead.strip())


def _begins(shape: UnitShape, outline: Outline, leaf: int) -> bool:
    """Whether a text that stands directly in its element begins with a name."""
    if not opens_line(outline, leaf, outline.owners[leaf]):
        return False
    return not shape.feature or 0 < outline.texts[leaf].find(shape.feature) <= LONGEST_NAME
