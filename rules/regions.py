"""Which elements of a page hold its units?

The units whose names are known vote for the element as far around them as the sample's
region was. Where a site wraps its table once more or less, the nearest element of the
region's tag that holds most of them stands in.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

from rules.identity import identity
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pages.outline import Outline
    from rules.model import Region, UnitShape
    from rules.units import Unit

# Browsers add these by themselves; pages may have them or not.
ROW_GROUPS = frozenset(["tbody", "thead", "tfoot"])
_FURTHER_OUT = 4
# A page with more sheets than this is a list; time must not grow with their square.
_MOST_REGIONS = 50
PATH = 6


def way_out(outline: Outline, node: int, most: int) -> list[int]:
    """A node and the elements around it, innermost first, without groups of rows."""
    inner, *outer = outline.ancestors(node, 2 * most)
    return [inner, *(step for step in outer if outline.tags[step] not in ROW_GROUPS)][:most]


def find_regions(
    shape: UnitShape, outline: Outline, units: Sequence[Unit], known: Collection[str]
) -> list[list[int]]:
    """The elements that hold units, those of one record together."""
    named = [unit for unit in units if name_key(unit.name) in known]
    votes = _at_heights(shape.region, outline, named) or _nearest(shape.region, outline, named)
    if outline.is_part:
        votes = Counter({node: n for node, n in votes.items() if node not in outline.unclosed})
    if not votes:
        return [] if outline.is_part else _by_identity(shape.region, outline, units)
    ranked = sorted(votes, key=lambda node: (-votes[node], node))[:_MOST_REGIONS]
    ranked.sort(key=lambda node: (-votes[node], -_likeness(outline, node, shape.region), node))
    groups = [[ranked[0], *_likes(shape.region, outline, ranked[0], units, known)]]
    for node in ranked[1:]:
        if not _apart(outline, node, [region for group in groups for region in group]):
            continue
        if votes[node] >= 0.9 * votes[ranked[0]] and votes[node] > 1:
            groups.append([node])
        elif votes[node] > 1 and not _share_names(outline, groups[0], node, named):
            groups[0].append(node)
    return groups


def _at_heights(region: Region, outline: Outline, named: Sequence[Unit]) -> Counter[int]:
    votes: Counter[int] = Counter()
    most = max(region.heights, default=0) + 1
    for unit in named:
        path = way_out(outline, unit.around, most)
        for height in region.heights:
            if height < len(path) and outline.tags[path[height]] == region.tag:
                votes[path[height]] += 1
    return votes


def _nearest(region: Region, outline: Outline, named: Sequence[Unit]) -> Counter[int]:
    """Votes for the elements of the region's tag around units, the innermost of equals only."""
    votes: Counter[int] = Counter()
    reach = max(region.heights, default=0) + _FURTHER_OUT
    for unit in named:
        path = way_out(outline, unit.around, reach)
        votes.update(node for node in path if outline.tags[node] == region.tag)
    most = max(votes.values(), default=0)
    return Counter({max(node for node, n in votes.items() if n == most): most}) if most else votes


def _likes(
    region: Region,
    outline: Outline,
    chosen: int,
    units: Sequence[Unit],
    known: Collection[str],
) -> list[int]:
    """Brothers that look the same and hold units too: sections of one sheet.

    One that shows mostly the same names again is another product's sheet.
    """
    if region.alone or not chosen:
        return []
    own = _names_in(outline, chosen, units)
    found = []
    for kid in outline.children[outline.parents[chosen]]:
        if kid == chosen or not alike(outline, kid, chosen):
            continue
        names = _names_in(outline, kid, units)
        known_inside = names.intersection(known)
        repeats = 2 * len(known_inside & own) > len(known_inside)
        if not repeats and (known_inside or (names and identity(outline, kid)[1])):
            found.append(kid)
    return found


def units_in(outline: Outline, region: int, units: Sequence[Unit]) -> Sequence[Unit]:
    """The units inside a region; units are in page order."""
    first = bisect_left(units, region, key=_around)
    return units[first : bisect_left(units, outline.ends[region], lo=first, key=_around)]


def _around(unit: Unit) -> int:
    return unit.around


def _names_in(outline: Outline, region: int, units: Sequence[Unit]) -> set[str]:
    return {name_key(unit.name) for unit in units_in(outline, region, units)}


def alike(outline: Outline, one: int, other: int) -> bool:
    return (
        outline.tags[one] == outline.tags[other]
        and identity(outline, one)[1] == identity(outline, other)[1]
    )


def _apart(outline: Outline, node: int, regions: Sequence[int]) -> bool:
    return all(node >= outline.ends[region] or outline.ends[node] <= region for region in regions)


def _share_names(outline: Outline, group: Sequence[int], node: int, named: Sequence[Unit]) -> bool:
    names = _names_in(outline, node, named)
    return any(_names_in(outline, region, named) & names for region in group)


def _by_identity(region: Region, outline: Outline, units: Sequence[Unit]) -> list[list[int]]:
    """A page that shares no name with the samples may still have the same element.

    Without id or class it must be the only one that stands where the sample's did.
    """
    found = [
        index
        for index in sorted({_region_of(region, outline, unit) for unit in units})
        if index and identity(outline, index) == (region.id, region.classes)
    ]
    if not (region.id or region.classes):
        found = [index for index in found if _path(outline, index) == region.path]
        found = found if len(found) == 1 else []
    enough = 2 if region.id or region.classes else 3
    return [[index] for index in found if len(units_in(outline, index, units)) >= enough][:1]


def _region_of(region: Region, outline: Outline, unit: Unit) -> int:
    """The element as far around a unit as the sample's region was; 0 where it is another."""
    path = way_out(outline, unit.around, max(region.heights, default=0) + 1)
    return next((node for node in reversed(path) if outline.tags[node] == region.tag), 0)


def _path(outline: Outline, node: int) -> tuple[str, ...]:
    return tuple(outline.tags[step] for step in way_out(outline, node, PATH)[1:])


def _likeness(outline: Outline, node: int, region: Region) -> int:
    word, classes = identity(outline, node)
    return 2 * (word == region.id) + (classes == region.classes)
