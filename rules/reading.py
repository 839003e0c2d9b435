"""What one layout reads off the outline of a page."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from rules.choose import choose, probabilities, shipped_weights
from rules.names import clean_name, name_key
from rules.record import Pair
from rules.regions import find_regions, units_in, way_out
from rules.units import Unit, units_of, value_leaves
from rules.unnamed_values import UnnamedReader

if TYPE_CHECKING:
    from pages.outline import Outline
    from pages.rows import Row
    from rules.choose import PageRows, Weights
    from rules.memory import SiteMemory
    from rules.model import Layout, Region, UnitShape
    from rules.row_knowledge import KnownRows

# Fewer examples than this tell too little of a shape to believe names no one knows.
_ENOUGH_SUPPORT = 2
# A spot this much like its sample's in a part of a page is not looked for in the rest.
_SURE = 0.9

KnownNames = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class Reading:
    """A pair, the record it belongs to, and the leaves it was read from.

    `in_name_leaf` tells that the value begins in the same text as the name.
    """

    pair: Pair
    record: int
    name_leaf: int | None
    value_leaves: tuple[int, ...]
    in_name_leaf: bool = False

    @property
    def words(self) -> tuple[str, str]:
        """Name and value as they are compared."""
        return name_key(self.pair.name), name_key(self.pair.value)

    @property
    def leaves(self) -> tuple[int, ...]:
        return self.value_leaves if self.name_leaf is None else (self.name_leaf, *self.value_leaves)


def read_rows(
    page: PageRows,
    rows: KnownRows | None,
    known: KnownNames,
    memory: SiteMemory | None = None,
    *,
    least: float = 0.5,
    weights: Weights | None = None,
) -> list[Reading]:
    """The rows of a page that are facts of its product; samples, where there are any, tell more."""
    weights = weights or shipped_weights()
    likely = probabilities(page, memory, weights)
    if rows:
        likely = rows.probabilities(page, likely, weights.sample)
    return [
        _row_reading(page, number, rows, known, likely[number])
        for number in choose(page, likely, least)
    ]


def _row_reading(
    page: PageRows, number: int, rows: KnownRows | None, known: KnownNames, likely: float
) -> Reading:
    row = page.rows[number]
    value, values = rows.value(page, number) if rows else (row.value, row.values)
    pair = Pair(
        known.get(page.keys[number]),
        clean_name(row.name),
        value,
        values,
        row.section,
        "unit" if rows and rows.is_marked(page.keys[number]) else "row",
        round(likely, 3),
    )
    name_leaf = row.name_leaves.start if row.name_leaves else None
    leaves, inside = _leaves_said(page, row, value)
    return Reading(pair, 0, name_leaf, leaves, inside)


def _leaves_said(page: PageRows, row: Row, value: str) -> tuple[tuple[int, ...], bool]:
    """The leaves that a value is made of, and whether it begins in its name's own text."""
    rest = name_key(value)
    inside = row.value_leaves.start in row.name_leaves
    if inside:
        shown = name_key(page.texts[row.value_leaves.start])
        lead = next((n for n in range(len(rest), 0, -1) if shown.endswith(rest[:n])), 0)
        rest = rest[lead:]
    said = []
    for leaf in row.value_leaves:
        key = name_key(page.texts[leaf])
        if key and leaf not in row.name_leaves and rest.startswith(key):
            said.append(leaf)
            rest = rest[len(key) :]
    return tuple(said), inside


def read_layout(
    layout: Layout, outline: Outline, known: KnownNames, rows: Sequence[Reading] = ()
) -> list[Reading]:
    """Pairs in page order: what the rows say, then what only this layout's shapes and spots do."""
    readings = list(rows)
    taken = {leaf for reading in rows for leaf in reading.leaves}
    for shape in layout.shapes:
        found = [r for r in _read_shape(shape, outline, known) if taken.isdisjoint(r.leaves)]
        taken.update(leaf for reading in found for leaf in reading.leaves)
        readings += found
    if layout.spots and (readings or not layout.shapes):
        spotted = _read_spots(layout, outline)
        if spotted is None:
            return []
        # A row without a name says less than a spot that knows its attribute.
        known_leaves = {leaf for reading in spotted for leaf in reading.leaves}
        readings = [one for one in readings if one.pair.name or known_leaves.isdisjoint(one.leaves)]
        readings += spotted
    if layout.ignored:
        readings = [reading for reading in readings if reading.words not in layout.ignored]
    return sorted(readings, key=lambda reading: (reading.record, reading.leaves))


def _read_spots(layout: Layout, outline: Outline) -> list[Reading] | None:
    """The values at the layout's spots; None where a part of a page leaves one in doubt."""
    values = UnnamedReader(outline).read(layout.spots)
    if outline.is_part:
        sure = {found.spot.attribute for found in values if found.likeness >= _SURE}
        if sure != {spot.attribute for spot in layout.spots}:
            return None
    return [
        Reading(
            Pair(found.spot.attribute, found.spot.name, found.value, by="unit"),
            *(0, None, found.leaves),
        )
        for found in values
    ]


def _read_shape(shape: UnitShape, outline: Outline, known: KnownNames) -> list[Reading]:
    units = sorted(units_of(shape, outline, known), key=lambda unit: unit.around)
    readings: list[Reading] = []
    for record, regions in enumerate(find_regions(shape, outline, units, known)):
        for region in sorted(regions):
            within = units_in(outline, region, units)
            within = _of_one_kind(shape.region, outline, region, within)
            readings += _read_region(shape, outline, known, within, record)
    return readings


def _of_one_kind(region: Region, outline: Outline, found: int, units: Sequence[Unit]) -> list[Unit]:
    """Units as far inside the region as the samples' were, and others that do not touch them."""
    most = max(region.heights, default=0) + 1
    level = [unit for unit in units if _height(outline, unit, found, most) in region.heights]
    taken = _merged(sorted((unit.span.start, unit.span.stop) for unit in level))
    apart = [unit for unit in units if not _touches(unit.span, taken)]
    return sorted(_innermost(level) + _innermost(apart), key=lambda unit: unit.first_leaf)


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same leaves in stretches that do not overlap."""
    merged: list[tuple[int, int]] = []
    for start, stop in spans:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(stop, merged[-1][1]))
        else:
            merged.append((start, stop))
    return merged


def _touches(span: range, taken: list[tuple[int, int]]) -> bool:
    at = bisect_right(taken, span.start, key=lambda stretch: stretch[0])
    return (at > 0 and taken[at - 1][1] > span.start) or (
        at < len(taken) and taken[at][0] < span.stop
    )


def _read_region(
    shape: UnitShape, outline: Outline, known: KnownNames, units: list[Unit], record: int
) -> list[Reading]:
    readings: list[Reading] = []
    last_name: dict[int, str] = {}
    for unit in units:
        parent = outline.parents[unit.around]
        shown = unit.name if name_key(unit.name) else last_name.get(parent, "")
        last_name[parent] = shown
        key = name_key(shown)
        if key not in known and (shape.support < _ENOUGH_SUPPORT or not _continues(shape, unit)):
            continue
        leaves = value_leaves(unit, shape, outline)
        value = " ".join(filter(None, (unit.lead, outline.text(leaves))))
        if value:
            pair = Pair(known.get(key), clean_name(shown, shape.feature), value)
            name_leaf = unit.first_leaf if name_key(unit.name) else None
            readings.append(Reading(pair, record, name_leaf, tuple(leaves), bool(unit.lead)))
    return readings


def _continues(shape: UnitShape, unit: Unit) -> bool:
    """A unit without a name is one only where names have cells of their own."""
    return bool(name_key(unit.name)) or shape.first is not None or bool(shape.value)


def _height(outline: Outline, unit: Unit, region: int, most: int) -> int:
    """How far a unit stands inside a region; -1 where it is further in than most."""
    path = way_out(outline, unit.around, most)
    return path.index(region) if region in path else -1


def _innermost(units: list[Unit]) -> list[Unit]:
    """Without units whose name or value itself holds a unit: those are rows, not cells."""
    by_start = sorted(units, key=lambda unit: (unit.span.start, -unit.span.stop))
    return [
        unit
        for unit, following in zip_longest(by_start, by_start[1:])
        if following is None or following.span.stop > unit.span.stop
    ]
