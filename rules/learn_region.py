"""From the labelled units of a sample to the element around all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.identity import identity
from rules.model import Region, UnitShape
from rules.names import name_key
from rules.regions import PATH, ROW_GROUPS, alike, way_out
from rules.relation import common_ancestor
from rules.units import units_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pages.outline import Outline

# A person who labelled nearly all units of an element meant to label all, and no others.
_COMPLETE = 0.9
_MANY = 10


def region_around(shape: UnitShape, outline: Outline, arounds: Sequence[int]) -> Region:
    """The innermost element around these units, and around sections just like it beside it."""
    node = common_ancestor(outline, tuple(arounds))
    if node not in arounds:
        node = next(
            step for step in outline.ancestors(node) if outline.tags[step] not in ROW_GROUPS
        )
    units = [unit.around for unit in units_of(shape, outline) if name_key(unit.name)]
    inside = sum(node <= unit < outline.ends[node] for unit in units)
    complete = len(arounds) >= max(_MANY, _COMPLETE * inside)
    alone = complete and _with_likes(outline, node, units) != node
    if not alone:
        node = _with_likes(outline, node, units)
    word, classes = identity(outline, node)
    heights = {way_out(outline, around, len(outline.tags)).index(node) for around in arounds}
    return Region(
        tag=outline.tags[node],
        id=word,
        classes=classes,
        heights=tuple(sorted(heights)),
        path=tuple(outline.tags[step] for step in way_out(outline, node, PATH)[1:]),
        alone=alone,
    )


def _with_likes(outline: Outline, node: int, units: Sequence[int]) -> int:
    """Climb while brothers of the same tag and classes hold units of the same shape."""
    while node:
        parent = outline.parents[node]
        if not any(
            kid != node
            and alike(outline, kid, node)
            and sum(kid <= unit < outline.ends[kid] for unit in units) >= 2
            for kid in outline.children[parent]
        ):
            return node
        node = parent
    return node
