"""Which leaf texts stand inside an element, and which of them on one line?"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from pages.dom.tree import Tree

_ENDS_A_LINE = frozenset(
    "address article aside blockquote body br caption center dd details div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main menu nav ol p pre section "
    "summary table tbody td tfoot th thead tr ul".split()
)
_NOWHERE = range(0)


class Places:
    """One walk over the tree; texts are told by their place in page order."""

    def __init__(self, tree: Tree) -> None:
        self.leaves = tree.in_order
        self.body: Element = tree.body
        self._inside: dict[Element, range] = {}
        self._line_of: list[int] = [-1] * len(self.leaves)
        self._walk()

    def inside(self, element: Element) -> range:
        return self._inside.get(element, _NOWHERE)

    def text(self, leaves: range) -> str:
        return " ".join(self.leaves[at].text for at in leaves)

    def elements(self) -> Iterator[Element]:
        """Those that hold any text, in page order."""
        inside = self._inside
        return (element for element in self.body.iter(etree.Element) if element in inside)

    def children(self, element: Element) -> list[Element]:
        """The child elements that hold any text."""
        return [child for child in element if child in self._inside]

    def lines(self, leaves: range) -> Iterator[range]:
        """Texts that nothing but inline elements parts."""
        for _, line in groupby(leaves, key=self._line_of.__getitem__):
            first, *others = line
            yield range(first, (others or [first])[-1] + 1)

    def _walk(self) -> None:
        at, line = 0, 0
        starts: list[int] = []
        for event, element in etree.iterwalk(self.body, events=("start", "end")):
            ends_a_line = element.tag in _ENDS_A_LINE
            line += ends_a_line
            if event == "start":
                starts.append(at)
                at = self._take(at, element, element.text, line)
                continue
            if (start := starts.pop()) < at:
                self._inside[element] = range(start, at)
            if element is not self.body:
                at = self._take(at, element.getparent(), element.tail, line)

    def _take(self, at: int, owner: Element, text: str | None, line: int) -> int:
        """The next leaf, where this text is it: texts that are not shown are no leaves."""
        if at == len(self.leaves) or self.leaves[at].element is not owner:
            return at
        if not text or text.isspace():
            return at
        self._line_of[at] = line
        return at + 1
