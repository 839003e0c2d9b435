"""Read the article of a page: title, date, author and text.

Nothing needs to be known of the site. Where other pages of it are at hand, `SiteTexts` tells which
texts they share: menus, notices, whatever stands on every page.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING

from channels.article_author import author_of
from channels.article_body import body_texts
from channels.article_date import date_of
from channels.article_title import shown_title, title_of
from channels.blocks import blocks_of
from channels.metadata import metadata_of
from pages.dom import Tree

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from channels.blocks import Blocks
    from pages.page import Page


@dataclass(frozen=True, slots=True)
class Article:
    """`date` as ISO 8601 has it, a day or a day and a time; empty where the page tells none."""

    title: str
    date: str
    author: str
    text: str


def read_article(
    page: Page, fetched: datetime | None = None, template: Collection[str] = ()
) -> Article:
    """`fetched` is when the page was fetched, now if it is not told: "3 hours ago" needs it."""
    tree = Tree(page)
    data = metadata_of(tree)
    blocks = blocks_of(tree)
    title = title_of(data, blocks)
    body = body_texts(blocks, title, data, template)
    title = shown_title(title, data, blocks, body)
    # The title may be the body's first line; date and author stand below it.
    below = body[1:] if body and blocks.texts[body[0]] == title else body
    return Article(
        title,
        date_of(data, blocks, below, page.url, fetched or datetime.now(UTC)),
        author_of(data, blocks, below, page.url),
        "\n".join(_lines(blocks, body)),
    )


_CELLS = frozenset({"td", "th"})


def _lines(blocks: Blocks, places: Sequence[int]) -> Iterator[str]:
    """A line per block of text; the cells of a table's row are one line."""
    row: int | None = None
    cells: list[str] = []
    for place in places:
        around = _row_of(blocks, blocks.nodes[place])
        if cells and around != row:
            yield "\t".join(cells)
            cells = []
        row = around
        if row is None:
            yield blocks.texts[place]
        else:
            cells.append(blocks.texts[place])
    if cells:
        yield "\t".join(cells)


def _row_of(blocks: Blocks, node: int) -> int | None:
    """The table row of a cell, or of the only block in one; None elsewhere.

    Cells of several blocks are the columns of a layout, not of a table.
    """
    parent = blocks.parents[node]
    if blocks.tags[node] not in _CELLS:
        is_only_block = parent >= 0 and parent == node - 1 and blocks.ends[parent] == node + 1
        if not (is_only_block and blocks.tags[parent] in _CELLS):
            return None
        node, parent = parent, blocks.parents[parent]
    is_simple = blocks.ends[node] - node <= 2
    return parent if is_simple and blocks.tags[parent] == "tr" else None


# What the pages of a site have in common.


def texts_of(page: Page) -> frozenset[str]:
    """All that the page shows, in or around its article."""
    return frozenset(blocks_of(Tree(page)).texts)


_PAGES = 3  # that show a text make it part of the site's template
_ENOUGH = 60  # pages of a site tell its template
_LONGEST = 1_000  # characters of a text that is remembered
_MOST_TEXTS = 5_000  # of a page


class SiteTexts:
    """Counts on how many pages of a site each text stands."""

    def __init__(self) -> None:
        self.pages = 0
        self._counts: Counter[str] = Counter()

    def look_at(self, page: Page) -> None:
        if self.pages < _ENOUGH:
            self.pages += 1
            texts = (text for text in texts_of(page) if len(text) <= _LONGEST)
            self._counts.update(islice(texts, _MOST_TEXTS))

    def template(self) -> frozenset[str]:
        """Texts of three pages or more."""
        return frozenset(text for text, count in self._counts.items() if count >= _PAGES)
