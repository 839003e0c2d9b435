"""Which element of a page holds its units?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rules.identity import identity
from rules.model import Region, UnitShape
from rules.names import name_key
from rules.relation import common_ancestor
from rules.units import Unit, units_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pages.outline import Outline


def region_around(shape: UnitShape, outline: Outline, arounds: Sequence[int]) -> Region:
    """The innermost element around these units, and around units just like them beside it."""
    node = common_ancestor(outline, tuple(arounds))
    units = [unit.around for unit in units_of(shape, outline)]
    node = _with_likes(outline, node, units)
    word, classes = identity(outline, node)
    heights = {outline.ancestors(around).index(node) for around in arounds}
    return Region(tag=outline.tags[node], id=word, classes=classes, heights=tuple(sorted(heights)))


def _with_likes(outline: Outline, node: int, units: Sequence[int]) -> int:
    """Climb while brothers of the same tag and classes hold units of the same shape."""
    while node:
        parent = outline.parents[node]
        likes = [
            kid
            for kid in outline.children[parent]
            if kid != node
            and outline.tags[kid] == outline.tags[node]
            and identity(outline, kid)[1] == identity(outline, node)[1]
            and sum(kid <= unit < outline.ends[kid] for unit in units) >= 2
        ]
        if not likes:
            return node
        node = parent
    return node


def find_regions(
    shape: UnitShape, outline: Outline, units: Sequence[Unit], known: Collection[str]
) -> list[int]:
    """The elements most units with known names point to; several where a page has several."""
    votes = _votes(shape, outline, units, known)
    if outline.is_part:
        votes = Counter({node: n for node, n in votes.items() if node not in outline.unclosed})
    if not votes:
        return [] if outline.is_part else _by_identity(shape, outline, units)
    ranked = sorted(
        votes,
        key=lambda node: (-votes[node], -_likeness(outline, node, shape.region), node),
    )
    regions = ranked[:1]
    for node in ranked[1:]:
        apart = all(
            node >= outline.ends[region] or outline.ends[node] <= region for region in regions
        )
        if apart and votes[node] >= max(2, votes[ranked[0]] / 2):
            regions.append(node)
    return sorted(regions)


def _votes(
    shape: UnitShape, outline: Outline, units: Sequence[Unit], known: Collection[str]
) -> Counter[int]:
    """How many units with known names stand in an element as far out as the sample's region."""
    votes: Counter[int] = Counter()
    for unit in units:
        if name_key(unit.name) not in known:
            continue
        path = outline.ancestors(unit.around)
        for height in shape.region.heights:
            if height < len(path) and outline.tags[path[height]] == shape.region.tag:
                votes[path[height]] += 1
    return votes


def _by_identity(shape: UnitShape, outline: Outline, units: Sequence[Unit]) -> list[int]:
    """A page that shares no name with the samples may still have the same element."""
    region = shape.region
    if not (region.id or region.classes):
        return []
    return [
        index
        for index, tag in enumerate(outline.tags)
        if tag == region.tag
        and identity(outline, index) == (region.id, region.classes)
        and sum(index <= unit.around < outline.ends[index] for unit in units) >= 2
    ][:1]


def _likeness(outline: Outline, node: int, region: Region) -> int:
    word, classes = identity(outline, node)
    return 2 * (word == region.id) + (classes == region.classes)
