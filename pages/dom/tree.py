"""A page as a tree, and the texts that stand in it."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from lxml import etree

from pages.dom.doctype import is_old
from pages.dom.leaf import Leaf
from pages.dom.parsing import parsed
from pages.text import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from pages.page import Page

MOST_LEAVES = 50_000
LONGEST_TEXT = 10_000  # characters of one leaf; neither names nor values have as many

# What is never shown as a text of the page, whatever its styles say.
_NOT_SHOWN = frozenset(
    "audio canvas datalist head iframe math noembed noframes noscript object script style svg "
    "template textarea title video".split()
)


class Tree:
    """Build one for each page: others share its elements, which are the same objects for all."""

    def __init__(self, page: Page) -> None:
        self.url = page.url
        self.is_old = is_old(page)  # shown by browsers as decades ago
        self.root: Element = parsed(page)
        body = self.root.find("body")
        self.body: Element = self.root if body is None else body
        # lxml makes an element's object anew where nobody holds the last one.
        self._elements = list(self.root.iter())

    @cached_property
    def in_order(self) -> tuple[Leaf, ...]:
        """Leaf texts of the body in document order."""
        texts = islice(_texts(self.body), MOST_LEAVES)
        return tuple(
            Leaf(text, element, depth, order) for order, (text, element, depth) in enumerate(texts)
        )

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """The same level by level: those nearest to the body first."""
        return tuple(sorted(self.in_order, key=lambda leaf: leaf.depth))


def _texts(body: Element) -> Iterator[tuple[str, Element, int]]:
    """Each text with the element that holds it and that element's depth; no recursion."""
    depth = sum(1 for _ in body.iterancestors())
    steps = etree.iterwalk(body, events=("start", "end"))
    for event, element in steps:
        if event == "start":
            if element.tag in _NOT_SHOWN:
                steps.skip_subtree()
            elif text := _shown(element.text):
                yield text, element, depth
            depth += 1
        else:
            depth -= 1
            # A text behind an element belongs to the one around it.
            if element is not body and (text := _shown(element.tail)):
                yield text, element.getparent(), depth - 1


def _shown(text: str | None) -> str:
    return fold(text[: 2 * LONGEST_TEXT])[:LONGEST_TEXT] if text else ""
