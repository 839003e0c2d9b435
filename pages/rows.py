"""Every name and value a page may show, read without training: rows of tables, lists, lines.

Wherever two texts are laid out like a name and its value there is a candidate row; one text
may be in several. `rules.choose` decides which of them are facts of the page's product: here
nothing that may be one is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.lines import Lines
from pages.row import LONGEST_NAME, Row, Rows
from pages.rows_of_blocks import read_blocks
from pages.rows_of_lines import read_lines
from pages.rows_of_tables import read_tables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pages.outline import Outline

__all__ = ["LONGEST_NAME", "Row", "find_rows"]

_SECTION_TAGS = frozenset("h1 h2 h3 h4 h5 h6 caption legend summary".split())


def find_rows(outline: Outline) -> list[Row]:
    """All candidates in page order of their names."""
    lines = Lines(outline)
    rows = Rows(lines)
    read_lines(rows)
    read_blocks(rows)
    headings = read_tables(rows)
    found = _without_duplicates(rows.found)
    _set_sections(found, lines, headings)
    return found


def _without_duplicates(rows: Iterable[Row]) -> list[Row]:
    """The first of those with the same name and the same texts."""
    found: dict[tuple[int, range, str], Row] = {}
    for row in rows:
        found.setdefault((row.name_leaves.start, row.value_leaves, row.name), row)
    return sorted(found.values(), key=lambda row: row.name_leaves.start)


def _set_sections(rows: list[Row], lines: Lines, of_tables: Iterable[int]) -> None:
    """Each row's section is the last heading before it; `rows` are in page order."""
    tags, texts = lines.outline.tags, lines.line_texts
    headings = {line for line, block in enumerate(lines.blocks) if tags[block] in _SECTION_TAGS}
    headings.update(of_tables)
    starts = [
        (lines.leaves[line][0], texts[line].rstrip(" :："))
        for line in sorted(headings, reverse=True)
        if len(texts[line]) <= LONGEST_NAME
    ]
    section = ""
    for row in rows:
        while starts and starts[-1][0] < row.name_leaves.start:
            section = starts.pop()[1]
        row.section = section
