"""Which children of an element hold names?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.outline import BROKEN, Outline
from rules.identity import identity
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Collection

    from rules.model import UnitShape


def name_children(
    shape: UnitShape, outline: Outline, around: int, known: Collection[str]
) -> list[int]:
    """The children of `around` that hold names, told by class, number, place or feature."""
    names = [kid for kid in outline.children[around] if outline.tags[kid] == shape.name]
    classed = []
    if shape.name_classes:
        classed = [kid for kid in names if identity(outline, kid)[1] == shape.name_classes]
    if classed:
        names = classed
    elif shape.step:
        names = _in_steps(shape, outline, names, known)
    elif shape.first is not None:
        names = names[shape.first :][:1]
    if shape.opens_line:
        names = [kid for kid in names if opens_line(outline, outline.first_leaf[kid], around)]
    if shape.feature:
        names = [kid for kid in names if has_feature(outline, kid, shape.feature)]
    return names


def _in_steps(
    shape: UnitShape, outline: Outline, cells: list[int], known: Collection[str]
) -> list[int]:
    """Every so many cells, counted anew where a known name shows that a heading stood between."""

    def is_known(cell: int) -> bool:
        return name_key(outline.text(outline.leaves(cell))) in known

    if not known or len(cells) <= 2 * shape.step:
        return cells[shape.first :: shape.step]
    names: list[int] = []
    at = shape.first or 0
    while at < len(cells):
        if at + 1 < len(cells) and is_known(cells[at + 1]) and not is_known(cells[at]):
            at += 1
        names.append(cells[at])
        at += shape.step
    return names


def has_feature(outline: Outline, name: int, feature: str) -> bool:
    """Whether a name ends in its feature, or the text right behind it begins with it."""
    leaves = outline.leaves(name)
    if leaves and outline.texts[leaves[-1]].endswith(feature):
        return True
    behind = leaves.stop
    return behind < len(outline.owners) and outline.texts[behind].startswith(feature)


def opens_line(outline: Outline, leaf: int, around: int) -> bool:
    """Whether a leaf is the first of its element or stands on a line of its own."""
    if leaf == outline.first_leaf[around]:
        return True
    return leaf < len(outline.gaps) and outline.gaps[leaf] == BROKEN
