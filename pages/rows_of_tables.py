"""Pairs in the rows of a table, in its columns, and the headings among its rows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pages.row import MOST_LINES
from pages.rows_of_blocks import read_heads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pages.row import Rows

_PARTS = frozenset("tbody thead tfoot form".split())
_AROUND_ROWS = frozenset("table tbody thead tfoot".split())
_CELLS = frozenset(["td", "th"])
_MARKS = frozenset([":", "：", "=", "|", "-"])
_NO_VALUE = frozenset(["-", "–", "—"])
_AMONG_MORE = ("compared", "row of more")
_MOST_NAME_LINES = 3
_ROWSPAN = re.compile(rb"""(?i)\browspan\s*=\s*["']?\s*(\d{1,4})""")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[a-z0-9]+|[^\W_]")
# A row of a table with all its cells, empty ones too.
_TableRow = tuple[int, list[int]]


def read_tables(rows: Rows) -> list[int]:
    """Read all tables; return the lines that are headings among the rows."""
    lines, tags = rows.lines, rows.lines.outline.tags
    tables: dict[int, list[int]] = {}
    for node in lines.items:
        if tags[node] == "tr" or (tags[node] in _CELLS and _begins_a_row(rows, node)):
            tables.setdefault(_table_around(rows, node), []).append(node)
    return [line for table, trs in tables.items() for line in _Table(rows, table, trs).read()]


def _begins_a_row(rows: Rows, cell: int) -> bool:
    """Whether this is the first cell of a row that has no `tr`."""
    outline = rows.lines.outline
    tags, around = outline.tags, outline.parents[cell]
    if tags[around] not in _AROUND_ROWS:
        return False
    node = around + 1
    while node < cell and tags[node] not in _CELLS:
        node = outline.ends[node]
    return node == cell


def _table_around(rows: Rows, node: int) -> int:
    tags, parents = rows.lines.outline.tags, rows.lines.outline.parents
    node = parents[node]
    while node and tags[node] in _PARTS:
        node = parents[node]
    return node


class _Table:
    def __init__(self, rows: Rows, table: int, trs: list[int]) -> None:
        self._rows = rows
        self._lines = rows.lines
        self._outline = rows.lines.outline
        self._table = table
        self._trs: list[_TableRow] = [(tr, self._cells(tr)) for tr in trs]
        self._has_extra_column = self._first_column_is_extra()

    def _cells(self, tr: int) -> list[int]:
        tags, ends = self._outline.tags, self._outline.ends
        found: list[int] = []
        node, end = tr + 1, ends[tr]
        if tags[tr] in _CELLS:
            node, end = tr, ends[self._outline.parents[tr]]
        while node < end and tags[node] != "tr":
            if tags[node] in _CELLS:
                found.append(node)
            node = node + 1 if tags[node] == "form" else ends[node]
        return found

    def _first_column_is_extra(self) -> bool:
        """Whether the first of three cells is an icon, a number or a section in all rows.

        A section is named in its first row, and the cells below are empty.
        """
        wide = [cells for _, cells in self._trs if len(cells) > 2]
        if len(wide) < 2 or 2 * len(wide) < len(self._trs):
            return False
        firsts = [self._lines.lines_in(cells[0]) for cells in wide]
        texts = [self._lines.line_texts[span.start] if span else "" for span in firsts]
        if any(len(span) > 1 for span in firsts) or any(len(cells) != 3 for cells in wide):
            return False
        if not any(map(_LETTER.search, texts)):
            return True
        return 2 * texts.count("") >= len(texts) and all(
            self._lines.lines_in(cells[1]) and self._lines.lines_in(cells[2]) for cells in wide
        )

    def read(self) -> list[int]:
        self._read_single_cells()
        self._read_compared()
        headings: list[int] = []
        above: range | None = None
        for at, (tr, cells) in enumerate(self._trs):
            spans = list(map(self._lines.lines_in, cells))
            filled = [span for span in spans if span]
            if list(map(len, filled)) == [1] and (len(cells) == 1 or spans[0]):
                headings.append(filled[0].start)
            if len(cells) < 2:
                above = None
                continue
            is_section = len(cells) > 2 and self._is_section(cells, spans)
            if len(cells) == 3 and self._has_extra_column:
                headings += [span.start for span in spans[:1] if span]
                spans = spans[1:]
            elif is_section:
                headings.append(spans[0].start)
                spans, above = spans[1:], None
            spans = [span for span in spans if not self._is_mark(span)]
            if not at and self._is_header(spans):
                continue
            above = self._read_row(tr, spans, above)
            if at + 1 < len(self._trs) and not is_section:
                self._read_columns(at)
        return headings

    def _is_section(self, cells: Sequence[int], spans: Sequence[range]) -> bool:
        """Whether the first of several cells is the heading of this row and more."""
        if not spans[0]:
            return False
        tags, rests = self._outline.tags, self._outline.rests
        if len(cells) == 3 and tags[cells[0]] == "th" != tags[cells[1]]:
            return True
        span = _ROWSPAN.search(rests[cells[0]]) if b"span" in rests[cells[0]].lower() else None
        return bool(span and (int(span[1]) > 1 or len(cells) == 3))

    def _is_header(self, spans: Sequence[range]) -> bool:
        """Whether the first row only says what the two columns are: "Feature", "Description"."""
        following = [cells for _, cells in self._trs[1:] if len(cells) == 2]
        if len(spans) != 2 or not all(spans) or len(following) < 2:
            return False
        values = [span for _, cell in following if (span := self._lines.lines_in(cell))]
        return all(map(self._is_bold, spans)) and not any(map(self._is_bold, values))

    def _is_bold(self, span: range) -> bool:
        return all(map(self._lines.is_bold, span))

    def _is_mark(self, span: range) -> bool:
        """Whether a cell holds only the colon between name and value."""
        return len(span) == 1 and self._lines.line_texts[span.start] in _MARKS

    def _read_row(self, tr: int, spans: Sequence[range], above: range | None) -> range | None:
        """Read the pairs of a row; return the name that a following row without one continues."""
        count = len(spans)
        if count == 2:
            names, values = spans
            if names and values and len(names) <= _MOST_NAME_LINES and len(values) <= MOST_LINES:
                self._rows.of_lines("row", names, values, tr, group=self._table)
                self._rows.of_first_leaf("row of more", names, values, tr, group=self._table)
                return names
            if names or not values:
                return None
            if above:
                self._rows.of_lines("continued", above, values, tr, group=self._table)
            elif len(values) == 1:
                self._rows.nameless(values.start, tr, self._table)
            return above
        if count % 2 or count > 6:
            self._read_pair("row of more", spans[:2], tr)
            if count == 3 and all(spans[:2]):
                # The third may be the unit or continue the value.
                self._read_pair("box of more", (spans[0], _together(spans[1:])), tr)
        else:
            for at in range(0, count, 2):
                self._read_pair("cells", spans[at : at + 2], tr)
        return None

    def _read_pair(self, kind: str, pair: Sequence[range], box: int) -> None:
        if len(pair) < 2 or not all(pair) or len(pair[0]) > _MOST_NAME_LINES:
            return
        if kind in _AMONG_MORE:
            texts = self._lines.line_texts
            if _NO_VALUE.issuperset(map(texts.__getitem__, pair[1])):
                return
        self._rows.of_lines(kind, pair[0], pair[1], box, group=self._table)

    def _read_single_cells(self) -> None:
        """Read consecutive rows of one cell each like blocks."""
        items = self._lines.items
        run: list[int] = []
        for tr in (*(tr for tr, _ in self._trs), 0):
            if tr and len(items[tr]) == 1 and self._outline.tags[tr] == "tr":
                run.append(tr)
                continue
            if len(run) > 1:
                read_heads(self._rows, self._table, run, list(map(self._lines.core, run)))
            run = []

    def _read_columns(self, at: int) -> None:
        """A row of names above a row of values, with no further row like either beside them."""
        heads, cells = self._trs[at][1], self._trs[at + 1][1]
        if len(heads) != len(cells) or len(heads) < 2:
            return
        (tr, _), (below_tr, _) = self._trs[at : at + 2]
        tags, rests = self._outline.tags, self._outline.rests
        if len(heads) == 2 and tags[heads[0]] == tags[cells[0]] and rests[tr] == rests[below_tr]:
            return
        above, below = self._look(at), self._look(at + 1)
        before, behind = (
            look if look and look[0] == len(heads) else None
            for look in (self._look(at - 1), self._look(at + 2))
        )
        if above == below and (len(heads) == 2 or above in (before, behind)):
            return
        if above != below and (before not in (None, below) or behind not in (None, above)):
            return
        for head, cell in zip(heads, cells, strict=True):
            pair = self._lines.lines_in(head), self._lines.lines_in(cell)
            if len(pair[0]) < _MOST_NAME_LINES:
                self._read_pair("column", pair, self._table)

    def _look(self, at: int) -> tuple[int, str, bytes] | None:
        """How a row looks: how many cells of what tag and class; None where there is none."""
        if not 0 <= at < len(self._trs) or not self._trs[at][1]:
            return None
        tr, cells = self._trs[at]
        return len(cells), self._outline.tags[cells[0]], self._lines.class_of(tr)

    def _read_compared(self) -> None:
        """A comparison, with names in the first column: read the column of the page's product."""
        heads = self._trs[0][1]
        if len(heads) < 3 or len(self._trs) < 2 or len(self._trs[1][1]) != len(heads):
            return
        tags = [self._outline.tags[head] for head in heads]
        if self._lines.lines_in(heads[0]) and tags[0] != "th":
            return
        if tags[1] != tags[0] == tags[2]:
            # Names and values alternate.
            return
        column = self._column_of_the_page(heads)
        for tr, cells in self._trs[1:]:
            if column and len(cells) == len(heads):
                pair = [self._lines.lines_in(cell) for cell in (cells[0], cells[column])]
                self._read_pair("compared", pair, tr)

    def _column_of_the_page(self, heads: Sequence[int]) -> int:
        """The column whose head fits the page's title best; 0 if none does, or several do."""
        outline = self._outline
        titles = [outline.tags.index(tag) for tag in ("title", "h1") if tag in outline.tags]
        words = {word for node in titles for word in self._words(node)}
        fits = sorted(
            (2 * len(own & words) - len(own), column)
            for column, head in enumerate(heads)
            if column and (own := self._words(head))
        )
        if len(fits) < 2 or fits[-1][0] < 1 or fits[-1][0] == fits[-2][0]:
            return 0
        return fits[-1][1]

    def _words(self, node: int) -> set[str]:
        texts = self._outline.texts
        return {
            word
            for leaf in self._outline.leaves(node)
            for word in _WORD.findall(texts[leaf].lower())
        }


def _together(spans: Sequence[range]) -> range:
    """The lines of neighbouring cells."""
    filled = [span for span in spans if span]
    return range(filled[0].start, filled[-1].stop)
