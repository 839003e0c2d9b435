"""Who stands inside whom: elements and texts of a page in source order, without a tree library.

Elements are numbered by their start tags, texts ("leaves") by where they stand; what is
inside an element is a range of both. Texts are kept apart where any tag stands between
them, so that `<b>name</b>value` is two leaves although it is one content of the tag
sequence. Plain lists instead of objects: half the time of extraction is spent here.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from pages.text import content_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# What parts a text from the one before it: nothing, white space, or the end of a line.
JOINED, SPACED, BROKEN = 0, 1, 2

_CONTROLS = frozenset(["button", "select", "textarea"])
_FEW_TEXTS = 3
_STRUCTURE = frozenset(["table", "tr", "td", "th", "dl", "dt", "dd", "ul", "li"])
_HIDDEN = re.compile(rb"display\s*+:\s*+none|\shidden(?=[\s>/=])", re.IGNORECASE)


class Texts:
    """The leaves' texts; each is decoded when it is first asked for."""

    def __init__(self, raw_texts: list[bytes], encoding: str) -> None:
        self._raw_texts = raw_texts
        self._encoding = encoding
        self._known: dict[int, str] = {}

    def __getitem__(self, leaf: int) -> str:
        text = self._known.get(leaf)
        if text is None:
            text = self._known[leaf] = content_text(self._raw_texts[leaf], self._encoding)
        return text

    def __iter__(self) -> Iterator[str]:
        return map(self.__getitem__, range(len(self._raw_texts)))


@dataclass
class Outline:
    """Element 0 is the page itself; element n is the page's n-th start tag.

    `unclosed` are the elements that were still open at the end; `is_part` tells that the
    page goes on there.
    """

    encoding: str
    tags: list[str] = field(default_factory=list)
    rests: list[bytes] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    first_leaf: list[int] = field(default_factory=list)
    end_leaf: list[int] = field(default_factory=list)
    raw_texts: list[bytes] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)
    leaf_tags: list[int] = field(default_factory=list)
    unclosed: frozenset[int] = frozenset()
    is_part: bool = False

    @cached_property
    def texts(self) -> Texts:
        return Texts(self.raw_texts, self.encoding)

    @cached_property
    def children(self) -> list[list[int]]:
        """The element children of every element."""
        found: list[list[int]] = [[] for _ in self.tags]
        for index, parent in enumerate(self.parents):
            found[parent].append(index)
        found[0].remove(0)
        return found

    @cached_property
    def hidden(self) -> frozenset[int]:
        """Elements a reader does not read: controls, and what is not shown, with all inside.

        What holds more than a few texts, or rows or items, is a tab that a script will show.
        """
        hidden: set[int] = set()
        styled = {
            index
            for index, rest in enumerate(map(bytes.lower, self.rests))
            if (b"none" in rest or b"hidden" in rest) and _HIDDEN.search(rest)
        }
        for index, tag in enumerate(self.tags):
            if tag in _CONTROLS or (
                index in styled
                and len(self.leaves(index)) <= _FEW_TEXTS
                and _STRUCTURE.isdisjoint(self.tags[index : self.ends[index]])
            ):
                hidden.update(range(index, self.ends[index]))
        return frozenset(hidden)

    def leaves(self, index: int) -> range:
        """The leaves inside an element."""
        return range(self.first_leaf[index], self.end_leaf[index])

    def text(self, leaves: Iterable[int]) -> str:
        """The visible text of some leaves, as a reader would join it."""
        parts: list[str] = []
        for leaf in leaves:
            if self.owners[leaf] in self.hidden:
                continue
            if parts and self.gaps[leaf] != JOINED:
                parts.append(" ")
            parts.append(self.texts[leaf])
        return "".join(parts).strip()

    def ancestors(self, index: int, most: int = sys.maxsize) -> list[int]:
        """The element itself and those around it, innermost first, the page last."""
        path = [index]
        while index and len(path) < most:
            index = self.parents[index]
            path.append(index)
        return path
