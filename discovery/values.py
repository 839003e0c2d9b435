"""Which texts of a page are names that stand beside a value?

What the rule read comes first, then the surest way of looking: a text that is the name or the
value of a table's row is not read as a part of a line as well.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discovery.rows.by_rule import rule_rows
from discovery.rows.definitions import definitions
from discovery.rows.lines import lines_with_colon
from discovery.rows.neighbours import neighbours
from discovery.rows.tables import table_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from discovery.rows.places import Places
    from discovery.rows.row import Row
    from pages.dom.leaf import Leaf
    from rules.record import Extraction

_WAYS: tuple[Callable[[Places], Iterator[Row]], ...] = (
    table_rows,
    definitions,
    lines_with_colon,
    neighbours,
)


def rows_of(places: Places, extraction: Extraction) -> dict[Leaf, Row]:
    """The row of each text that seems to be a name; no text is name here and value there."""
    seen = [list(way(places)) for way in _WAYS]
    boxes = {row.leaf: row.box for rows in reversed(seen) for row in rows}
    ruled = [
        replace(row, box=boxes.get(row.leaf, row.box)) for row in rule_rows(places, extraction)
    ]
    found: dict[Leaf, Row] = {}
    taken: set[int] = set()
    for rows in (ruled, *seen):
        for row in [row for row in rows if _is_free(row, taken)]:
            found.setdefault(row.leaf, row)
            taken.add(row.leaf.order)
            taken.update(row.value_leaves)
    return found


def _is_free(row: Row, taken: set[int]) -> bool:
    return row.leaf.order not in taken and taken.isdisjoint(row.value_leaves)
