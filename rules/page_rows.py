"""The rows of one page, and what they have in common."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from pages.nesting import outline as outline_of
from pages.rows import find_rows
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pages.outline import Outline
    from pages.page import Page
    from pages.rows import Row

# How many elements around a row tell how it stands.
_AROUND = 5
# More texts are no headline.
_MOST_TEXTS = 60


def rows_of(page: Page) -> PageRows:
    """Read a page's rows."""
    read = outline_of(page)
    return PageRows(read, find_rows(read))


class PageRows:
    """The rows of one page with what they have in common, worked out once."""

    def __init__(
        self, outline: Outline, rows: Sequence[Row], whole: PageRows | None = None
    ) -> None:
        self.outline = outline
        self.rows = rows
        self.whole = whole or self
        self.keys = [name_key(row.name) for row in rows]
        self.texts = outline.all_texts

    def some(self, numbers: Iterable[int]) -> PageRows:
        """The page with some of its rows only."""
        return PageRows(self.outline, [self.rows[number] for number in numbers], self)

    @cached_property
    def stands(self) -> list[tuple[str, ...]]:
        """How each row stands: its kind and the tags around it."""
        tags, parents = self.outline.tags, self.outline.parents
        known: dict[int, tuple[str, ...]] = {0: ()}
        found = []
        for row in self.rows:
            box = row.box
            path = known.get(box)
            if path is None:
                steps: list[str] = []
                node = box
                while node and len(steps) < _AROUND:
                    steps.append(tags[node])
                    node = parents[node]
                path = known[box] = tuple(steps)
            found.append((row.kind, *path))
        return found

    @cached_property
    def regions(self) -> list[int]:
        """A number for each row; those that stand alike have the same."""
        numbers: dict[tuple[str, ...], int] = {}
        return [numbers.setdefault(stand, len(numbers)) for stand in self.stands]

    @cached_property
    def title_leaf(self) -> int:
        """Where the page's headline begins; -1 where there is none."""
        tags, owners = self.outline.tags, self.outline.owners
        title = ""
        if "title" in tags:
            title = name_key(" ".join(self._first_texts(tags.index("title"))))
        headlines = [] if "h1" not in tags else [n for n, tag in enumerate(tags) if tag == "h1"]
        for node in headlines:
            words = name_key("".join(self._first_texts(node)))
            if words and (words in title or len(headlines) == 1):
                return bisect_left(self.outline.leaf_tags, node)
        best, size = -1, 5
        for leaf, text in enumerate(self.texts if title else ()):
            if size < len(text) < 120 and _may_begin(title, text):
                key = name_key(text)
                if len(key) > size and title.startswith(key) and tags[owners[leaf]] != "title":
                    best, size = leaf, len(key)
        return best

    def _first_texts(self, node: int) -> list[str]:
        """The texts in an element; of very many the first will do."""
        outline = self.outline
        first, end = bisect_left(outline.leaf_tags, node), outline.ends[node]
        owners = outline.owners[first : first + _MOST_TEXTS]
        inside = takewhile(lambda owner: node <= owner < end, owners)
        return [self.texts[leaf] for leaf, _ in enumerate(inside, first)]


def _may_begin(title: str, text: str) -> bool:
    """Whether a key may begin with a text's, by the first letter where that is a plain one."""
    first = text[0]
    return not (first.isascii() and first.isalnum()) or first.lower() == title[0]


class KeptRows:
    """The rows of pages that will be read again soon, as long as they are not too many.

    What is kept is about ten times as large as the pages.
    """

    def __init__(self, most_bytes: int = 8_000_000) -> None:
        self._free = most_bytes
        self._kept: dict[tuple[str, str], PageRows] = {}

    def keep(self, file: str, page: Page, rows: PageRows) -> None:
        if len(page.body) <= self._free:
            self._free -= len(page.body)
            self._kept[file, page.url] = rows

    def take(self, file: str, page: Page) -> PageRows | None:
        """The rows of a page if they were kept; they are kept no longer."""
        rows = self._kept.pop((file, page.url), None)
        if rows:
            self._free += len(page.body)
        return rows
