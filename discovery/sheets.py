"""Rows of one shape are a sheet: what do they tell of one another?"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from discovery.rows.lines import BY as BY_LINE
from discovery.rows.row import BY_RULE, shape_of
from rules.wording import is_prose

if TYPE_CHECKING:
    from collections.abc import Collection

    from discovery.rows.places import Places
    from discovery.rows.row import Row
    from pages.dom.leaf import Leaf

_FEWEST_TO_REPEAT = 3
_MOSTLY_NEW = 0.6  # of a sheet's rows have names that no other row has


@dataclass
class Sheet:
    """All rows of one shape on a page that were found one way.

    `lines` are all lines outside of cells that begin like one of these, with a colon or without;
    `has_known` tells that a known name, or what its rule reads, has this shape.
    """

    names: Counter[str] = field(default_factory=Counter)
    rows: int = 0
    linked: int = 0
    prose: int = 0
    lines: int = 0
    has_known: bool = False

    def likeness(self) -> float:
        """Do many names stand like this one, or one that is known?"""
        if self.has_known:
            return 1.0
        if 2 * self.rows < self.lines:
            return -1.0  # lines of a text, some of which have a colon
        return {1: -1.0, 2: -1.0, 3: 0.0, 4: 0.5}.get(len(self.names), 1.0)

    def is_text(self) -> bool:
        """Whether most values are sentences: paragraphs with headings."""
        return not self.has_known and 2 * self.prose > self.rows

    def is_menu(self) -> bool:
        """Whether names and values are mostly links."""
        return not self.has_known and 2 * self.linked > self.rows

    def repeats(self, key: str) -> bool:
        """Whether the same names come again and again: many things, not one thing's sheet."""
        mostly_new = len(self.names) >= _MOSTLY_NEW * self.rows
        return not mostly_new and self.names[key] >= _FEWEST_TO_REPEAT


class Sheets:
    def __init__(self, rows: Collection[Row], known: Collection[Leaf], places: Places) -> None:
        self._sheets: defaultdict[tuple[str, ...], Sheet] = defaultdict(Sheet)
        in_cells: set[int] = set()
        for row in rows:
            sheet = self.of(row)
            sheet.names[row.key] += 1
            sheet.rows += 1
            sheet.prose += is_prose(row.value)
            sheet.linked += is_link(row.leaf) and all(
                is_link(places.leaves[at]) for at in row.value_leaves
            )
            if row.by != BY_LINE:
                in_cells.update((row.leaf.order, *row.value_leaves))
        self._count_lines(places, in_cells)
        shapes = {row.shape for row in rows if row.by == BY_RULE or row.leaf in known}
        for row in rows:
            self.of(row).has_known = row.shape in shapes

    def of(self, row: Row) -> Sheet:
        return self._sheets[row.by, *row.shape]

    def _count_lines(self, places: Places, in_cells: set[int]) -> None:
        by_line = {tuple(shape) for by, *shape in self._sheets if by == BY_LINE}
        for line in places.lines(range(len(places.leaves))) if by_line else ():
            if line.start not in in_cells:
                shape = shape_of(places.leaves[line.start].element)
                if shape in by_line:
                    self._sheets[BY_LINE, *shape].lines += 1


def is_link(leaf: Leaf) -> bool:
    return any(element.tag == "a" for element in islice(leaf.ancestors(), 3))
