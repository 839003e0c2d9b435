"""Rows of tables: a cell with a name, and a cell with its value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discovery.rows.lines import without_sections
from discovery.rows.row import LONGEST_NAME, Row, checked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element as Element

    from discovery.rows.places import Places

BY = "table row"
_CELLS = frozenset(["td", "th"])
_MOST_NAME_TEXTS = 4
_MOST_TEXTS = 200
_HEADINGS = 3
# Cells that hold these are parts of the page's layout.
_LAYOUT = ("table", "form", "h1", "h2")


def table_rows(places: Places) -> Iterator[Row]:
    in_table: dict[Element, list[Row]] = {}
    for element in places.elements():
        if element.tag == "tr":
            cells = [child for child in element if child.tag in _CELLS]
            found = [_row(places, name, value) for name, value in _pairs(places, cells)]
            rows = in_table.setdefault(next(element.iterancestors("table"), element), [])
            rows += [row for row in found if row]
    for table, rows in in_table.items():
        if not _is_matrix(table):
            yield from without_sections(places, rows)


def _is_matrix(table: Element) -> bool:
    """Whether columns have headings of their own: then a row is a thing, or an aspect of many."""
    cells = list(next(table.iter("tr"), ()))
    return len(cells) >= _HEADINGS and all(cell.tag == "th" for cell in cells)


def _pairs(places: Places, cells: Sequence[Element]) -> list[tuple[Element, Element]]:
    """Names and values by turns; a heading that spans rows stands before them."""
    if len(cells) % 2 and len(cells) > 1 and "rowspan" in cells[0].attrib:
        cells = cells[1:]
    cells = [cell for cell in cells if places.inside(cell)]
    if len(cells) < 2 or all(cell.tag == "th" for cell in cells):
        return []
    if len(cells) == 2 or _take_turns(places, cells):
        return list(zip(cells[::2], cells[1::2], strict=True))
    return []


def _take_turns(places: Places, cells: Sequence[Element]) -> bool:
    """Whether names are told from values: by their tag, class or colon."""
    if len(cells) % 2:
        return False
    names, values = ([_look(places, cell) for cell in cells[turn::2]] for turn in (0, 1))
    return len(set(names)) == 1 and names[0] not in values


def _look(places: Places, cell: Element) -> tuple[str, str, bool]:
    ends_in_colon = places.text(places.inside(cell)).endswith((":", "："))
    return str(cell.tag), cell.get("class") or "", ends_in_colon


def _row(places: Places, name: Element, value: Element) -> Row | None:
    names, values = places.inside(name), places.inside(value)
    if len(names) > _MOST_NAME_TEXTS or len(values) > _MOST_TEXTS:
        return None
    if _holds(value, *_LAYOUT) or _holds(name, "table"):
        return None
    shown = places.text(names)
    if len(shown) > LONGEST_NAME + 5:
        return None
    return checked(Row(places.leaves[names.start], shown, places.text(values), BY, name, values))


def _holds(cell: Element, *tags: str) -> bool:
    return next(cell.iter(*tags), None) is not None
