"""What one layout reads off the outline of a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.choose import choose, probabilities, shipped_weights
from rules.names import clean_name, name_key
from rules.record import Pair
from rules.unnamed_values import UnnamedReader

if TYPE_CHECKING:
    from pages.outline import Outline
    from pages.rows import Row
    from rules.choose import PageRows, Weights
    from rules.memory import SiteMemory
    from rules.model import Layout
    from rules.row_knowledge import KnownRows

KnownNames = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class Reading:
    """A pair and the leaves it was read from.

    `in_name_leaf` tells that the value begins in the same text as the name.
    """

    pair: Pair
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


def read_rows(  # noqa: PLR0913 - most are seldom told, and by name
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
    if rows:
        likely = probabilities(page, memory, weights, without=frozenset())
        likely = rows.probabilities(page, likely, weights.sample)
    else:
        likely = probabilities(page, memory, weights)
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
    return Reading(pair, name_leaf, leaves, inside)


def _leaves_said(page: PageRows, row: Row, value: str) -> tuple[tuple[int, ...], bool]:
    """The leaves that a value is made of, and whether it begins in its name's own text."""
    rest = name_key(value)
    if rest and len(row.value_leaves) == 1 and page.texts[row.value_leaves.start] == value:
        return tuple(row.value_leaves), False
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


def read_layout(layout: Layout, outline: Outline, rows: Sequence[Reading] = ()) -> list[Reading]:
    """Pairs in page order: what the rows say, then what only this layout's spots do."""
    readings = list(rows)
    if layout.spots:
        spotted = _read_spots(layout, outline)
        # A row without a name says less than a spot that knows its attribute.
        known_leaves = {leaf for reading in spotted for leaf in reading.leaves}
        readings = [one for one in readings if one.pair.name or known_leaves.isdisjoint(one.leaves)]
        readings += spotted
    return sorted(readings, key=lambda reading: reading.leaves)


def _read_spots(layout: Layout, outline: Outline) -> list[Reading]:
    return [
        Reading(
            Pair(found.spot.attribute, found.spot.name, found.value, by="unit"),
            *(None, found.leaves),
        )
        for found in UnnamedReader(outline).read(layout.spots)
    ]
