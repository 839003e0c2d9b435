"""A piece of text that a reader sees, and the element that holds it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """`depth` is that of the element (html has 0), `order` the place in document order."""

    text: str
    element: Element
    depth: int
    order: int

    def ancestors(self) -> Iterator[Element]:
        """The element that holds the text, the one around it, and so on out to html."""
        yield self.element
        yield from self.element.iterancestors()
