"""Lines with a colon: `Weight: 102 g`, `<b>Weight</b>: 102 g`, `<b>Weight:</b> 102 g`."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from discovery.rows.row import LONGEST_NAME, Row, checked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discovery.rows.places import Places
    from pages.dom.leaf import Leaf

BY = "line"
_FEWEST_IN_SECTION = 2
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 title".split())
# Not the colon of 16:9, 12:30 or https://.
_COLON = re.compile(r"(?<!\d)\s*[:：](?!//)|\s*[:：](?![\d/])")


def lines_with_colon(places: Places) -> Iterator[Row]:
    lines = [*places.lines(range(len(places.leaves))), range(0)]
    for line, following in pairwise(lines):
        starts = _starts(places, line)
        for start, end in pairwise([*starts, line.stop]):
            found = _read(places, range(start, end))
            if found is None and end == line.stop:
                found = _read_on(places, range(start, end), following)
            if found:
                yield found


def without_sections(places: Places, rows: list[Row]) -> list[Row]:
    """Rows of a table, save for those that are no rows but headings with rows beside them.

    Where only some values are such lines (`Macro: 2 cm`), they are values all the same.
    """
    rows_beside = [row for row in rows if _is_section(places, row.value_leaves)]
    if 2 * len(rows_beside) < len(rows):
        return rows
    return [row for row in rows if row not in rows_beside]


def _is_section(places: Places, leaves: range) -> bool:
    """Whether texts are rows themselves: lines, most of them with a name and a value."""
    lines = list(places.lines(leaves))
    named = sum(_read(places, line) is not None for line in lines)
    return named >= _FEWEST_IN_SECTION and 2 * named > len(lines)


def _starts(places: Places, line: range) -> list[int]:
    """Where names begin: the line's first text, and later ones that are written like it."""
    first = places.leaves[line.start].element if line else None
    if first is None or first.tag in _HEADINGS or not _split(places, line):
        return []
    return [line.start] + [
        at
        for at in line[1:]
        if places.leaves[at].element.tag == first.tag
        and places.leaves[at].element is not first
        and _split(places, range(at, line.stop))
    ]


def _split(places: Places, line: range) -> tuple[str, str] | None:
    """The name, and what of the value stands in texts with the colon; None without a colon."""
    text = places.leaves[line.start].text
    colon = _COLON.search(text, 0, LONGEST_NAME + 5)
    if colon and colon.start():
        name = text[: colon.start()]
        in_brackets = name.count("(") > name.count(")")
        return None if in_brackets else (name, text[colon.end() :])
    if not colon and len(line) > 1 and len(text) <= LONGEST_NAME:
        behind = places.leaves[line.start + 1].text
        if behind.startswith((":", "：")):
            return text, ""
    return None


def _read(places: Places, line: range) -> Row | None:
    split = _split(places, line)
    if split is None:
        return None
    name, lead = split
    leaf = places.leaves[line.start]
    value = f"{lead} {places.text(line[1:])}"
    return checked(Row(leaf, name, value, BY, leaf.element, line[1:]))


def _read_on(places: Places, line: range, following: range) -> Row | None:
    """A name alone on its line has its value on the next, in the same element around."""
    split = _split(places, line)
    if split is None or not following or split[1].strip() or _split(places, following):
        return None
    leaf, behind = places.leaves[line.start], places.leaves[following.start]
    if len(line) > 1 or not _are_neighbours(leaf, behind):
        return None
    return checked(Row(leaf, split[0], places.text(following), BY, leaf.element, following))


def _are_neighbours(leaf: Leaf, behind: Leaf) -> bool:
    """Whether one element around the name holds the value's text, or the value's element."""
    near = [leaf.element, leaf.element.getparent()]
    return behind.element in near or behind.element.getparent() in near
