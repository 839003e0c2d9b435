"""All units of a shape on a page: which text is a name, and which leaves are its value."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from pages.outline import BROKEN, Outline
from rules.dressing import undressed
from rules.identity import identity
from rules.name_children import name_children, opens_line
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

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

    @property
    def span(self) -> range:
        """All leaves from the first of name and value to the last."""
        last = max(self.end_leaf, self.first_leaf + 1)
        return range(min(self.first_leaf, self.value_leaf), last)


def units_of(
    shape: UnitShape, outline: Outline, known: Collection[str] = frozenset()
) -> Iterator[Unit]:
    """Every unit of this shape, in page order; known names help to tell names from values."""
    found = _element_units(shape, outline, known) if shape.name else _text_units(shape, outline)
    return (unit for unit in found if len(unit.name) <= LONGEST_NAME)


def value_leaves(unit: Unit, shape: UnitShape, outline: Outline) -> list[int]:
    """The leaves of a unit's value, dressing left out."""
    return undressed(outline, range(unit.value_leaf, unit.end_leaf), unit.around, shape.dressing)


def _element_units(shape: UnitShape, outline: Outline, known: Collection[str]) -> Iterator[Unit]:
    for around, tag in enumerate(outline.tags):
        if tag != shape.around:
            continue
        names = name_children(shape, outline, around, known)
        cells = [kid for kid in outline.children[around] if outline.tags[kid] == shape.value]
        before = outline.first_leaf[around]
        for name, following in zip_longest(names, names[1:]):
            leaves = outline.leaves(name)
            limit = outline.first_leaf[following] if following else outline.end_leaf[around]
            value = range(leaves.stop, limit)
            if shape.value_first:
                value = range(before, leaves.start)
            elif shape.value:
                last = bisect_left(cells, following) if following else len(cells)
                value = _value_cell(shape, outline, cells[bisect_right(cells, name) : last])
            before = leaves.stop
            if value:
                shown = outline.text(undressed(outline, leaves, around, shape.name_dressing))
                yield Unit(around, shown, leaves.start, value.start, _end(shape, outline, value))


def _value_cell(shape: UnitShape, outline: Outline, cells: list[int]) -> range:
    """The leaves of the value's own element, which is one of these."""
    if len(cells) > 1:
        if shape.value_classes is not None:
            same = [kid for kid in cells if identity(outline, kid)[1] == shape.value_classes]
            cells = same or cells
        if shape.value == "dd":
            # A name may have several definitions even where no sample shows one.
            return range(outline.first_leaf[cells[0]], outline.end_leaf[cells[-1]])
        if shape.value_last:
            cells = cells[-1:]
        worded = (
            kid
            for kid in cells
            if any(name_key(outline.texts[leaf]) for leaf in outline.leaves(kid))
        )
        cells = [next(worded, cells[0])]
    return outline.leaves(cells[0]) if cells else range(0)


def _end(shape: UnitShape, outline: Outline, value: range) -> int:
    """Where the value ends: with its line, where the samples' values did."""
    if shape.one_line:
        for leaf in value[1:]:
            if outline.gaps[leaf] == BROKEN:
                return leaf
    return value.stop


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
