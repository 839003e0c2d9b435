"""What the pages of a site say again and again: which names, with how many different values.

A name on many pages with many values is an attribute; the same text on every page is
furniture. Learned from the rows of the site's pages, while crawling or in a first pass over
them; small, and reading works without it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self
from zlib import crc32

from core.names import name_key
from rules.page_rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pages.page import Page
    from pages.rows import Row
    from rules.page_rows import PageRows

# More pages tell nothing new; more values of a name need not be told apart.
ENOUGH_PAGES = 60
_MOST_NAMES, _MOST_VALUES = 5_000, 50


@dataclass
class NameMemory:
    """How one name was seen: on how many pages, how often in all, with which values."""

    pages: int = 0
    times: int = 0
    values: Counter[int] = field(default_factory=Counter)


@dataclass
class SiteMemory:
    """`pages` were seen; names are told by their keys."""

    pages: int = 0
    names: dict[str, NameMemory] = field(default_factory=dict)

    @classmethod
    def of(cls, pages: Iterable[Page]) -> SiteMemory:
        """Learn from the first pages of a site."""
        memory = cls()
        for page in pages:
            if memory.pages >= ENOUGH_PAGES:
                break
            memory.look_at(page)
        return memory

    def look_at(self, page: Page) -> PageRows:
        """Remember one more page; its rows need not be read again."""
        rows = rows_of(page)
        self.add(rows.rows)
        return rows

    def add(self, rows: Sequence[Row]) -> None:
        """Remember one more page by its rows."""
        self.pages += 1
        seen: dict[str, set[int]] = {}
        for row in rows:
            seen.setdefault(name_key(row.name), set()).add(value_mark(row.value))
        for key, marks in seen.items():
            known = self.names.get(key)
            if known is None:
                if len(self.names) >= _MOST_NAMES:
                    continue
                known = self.names[key] = NameMemory()
            known.pages += 1
            known.times += len(marks)
            for mark in marks:
                if mark in known.values or len(known.values) < _MOST_VALUES:
                    known.values[mark] += 1

    def to_json(self) -> dict[str, Any]:
        """All that is remembered, for the ledger to keep."""
        names = {
            key: [known.pages, known.times, list(known.values.items())]
            for key, known in self.names.items()
        }
        return {"pages": self.pages, "names": names}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        """What `to_json` gave; anything else raises an error."""
        names = {
            key: NameMemory(int(pages), int(times), Counter(dict(values)))
            for key, (pages, times, values) in stored["names"].items()
        }
        return cls(int(stored["pages"]), names)


def value_mark(value: str) -> int:
    """A number that tells values apart, whatever Python process works it out."""
    return crc32(value.encode("utf-8", "replace"))
