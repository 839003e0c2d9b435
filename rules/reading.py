"""What one layout reads off the outline of a page."""

from __future__ import annotations

from collections import Counter
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
# As likely a row is, its name is one.
_SURE = 0.95
# Shorter values are the same by chance; so many times as large a table is the one that counts.
_TELLING, _MUCH = 4, 3


@dataclass(frozen=True, slots=True)
class Reading:
    """A pair and the leaves it was read from.

    `in_name_leaf` tells that the value begins in the same text as the name; `group` is the
    element around the row and those beside it, None for what is no row.
    """

    pair: Pair
    name_leaf: int | None
    value_leaves: tuple[int, ...]
    in_name_leaf: bool = False
    group: int | None = None

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
    readings = [
        _row_reading(page, number, rows, known, likely[number])
        for number in choose(page, likely, least)
    ]
    return without_echoes(page, readings) if rows else readings


def without_echoes(rows: PageRows, readings: Sequence[Reading]) -> list[Reading]:
    """A fact comes once: a short summary says in other words what the page's own table says.

    A name that samples marked stays wherever it stands.
    """
    stands = {
        (row.name_leaves.start, row.name): stand
        for row, stand in zip(rows.rows, rows.stands, strict=True)
    }
    sizes = Counter(_stand_of(one, stands) for one in readings)
    said: dict[str, int] = {}
    for one in readings:
        key = name_key(one.pair.value)
        said[key] = max(said.get(key, 0), sizes[_stand_of(one, stands)])
    return [
        one
        for one in readings
        if one.pair.by == "unit"
        or len(name_key(one.pair.value)) < _TELLING
        or _MUCH * sizes[_stand_of(one, stands)] > said[name_key(one.pair.value)]
    ]


def _stand_of(
    reading: Reading, stands: Mapping[tuple[int, str], tuple[str, ...]]
) -> tuple[str, ...]:
    place = -1 if reading.name_leaf is None else reading.name_leaf
    return stands.get((place, reading.pair.name), ())


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
    return Reading(pair, name_leaf, leaves, inside, row.group)


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
    """Pairs in page order: what the rows say, then what only this layout's spots do.

    What is a name for sure is never the value of a spot.
    """
    readings = list(rows)
    if layout.spots:
        sure = (one for one in rows if one.pair.by == "unit" or one.pair.confidence >= _SURE)
        names = {one.name_leaf for one in sure}
        spotted = [
            one for one in _read_spots(layout, outline) if not names.issuperset(one.value_leaves)
        ]
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
