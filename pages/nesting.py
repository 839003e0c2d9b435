"""From tags to an outline: which end tag closes what, and what closes by itself.

A small part of what browsers do, chosen for spec pages: end tags that close nothing are
ignored, table parts, list items and paragraphs end where the next one begins. Each stack
walk is bounded or pops what it passes, so that time stays linear on hostile nesting.
"""

from __future__ import annotations

import re
from collections import Counter

from pages.outline import Gap, Leaf, Node, Outline
from pages.page import Page
from pages.tags import TAG

_END_TAG = re.compile(rb"</(?:([a-zA-Z][^\s/>]*+))?[^>]*+(?:>|\Z)")
_HIDDEN = re.compile(rb"display\s*:\s*none|\shidden(?=[\s>/=])", re.IGNORECASE)
_SPACE = b" \t\r\n\f"

_VOID = frozenset(
    b"area base basefont bgsound br col embed frame hr img input keygen link meta param source "
    b"track wbr".split()
)
_INLINE = frozenset(
    b"a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q "
    b"s samp small span strike strong sub sup time tt u var wbr".split()
)
_TABLE_PARTS = frozenset(b"td th tr tbody thead tfoot caption colgroup".split())
_ROW_GROUPS = frozenset(b"tbody thead tfoot table".split())
# A start tag closes the open elements of the first set, unless one of the second is nearer.
_CLOSES: dict[bytes, tuple[frozenset[bytes], frozenset[bytes]]] = {
    b"li": (frozenset([b"li"]), frozenset(b"ul ol menu dir".split())),
    b"option": (frozenset([b"option"]), frozenset(b"select datalist optgroup".split())),
    b"tr": (frozenset(b"td th tr caption".split()), _ROW_GROUPS),
}
for _name in (b"dt", b"dd"):
    _CLOSES[_name] = (frozenset([b"dt", b"dd"]), frozenset([b"dl"]))
for _name in (b"td", b"th"):
    _CLOSES[_name] = (frozenset([b"td", b"th"]), _ROW_GROUPS | {b"tr"})
for _name in (b"tbody", b"thead", b"tfoot"):
    _CLOSES[_name] = (_TABLE_PARTS, frozenset([b"table"]))
_ENDS_PARAGRAPH = frozenset(
    b"address article aside blockquote center details div dl fieldset figure footer form h1 h2 h3 "
    b"h4 h5 h6 header hr main nav ol p pre section table ul".split()
)
_NO_BARRIER: frozenset[bytes] = frozenset()
# How far up an unclosed element is looked for; deeper nesting between is broken markup.
_REACH = 40


class _Nesting:
    def __init__(self, encoding: str) -> None:
        self.outline = Outline(encoding)
        self.open: list[tuple[bytes, int]] = []
        self.open_names: Counter[bytes] = Counter()
        self.gap = Gap.BROKEN
        self.start(b"", b"")

    def start(self, name: bytes, rest: bytes) -> None:
        if name not in _INLINE:
            self.gap = Gap.BROKEN
            if name in _CLOSES:
                self._close_nearest(*_CLOSES[name])
            elif name in _ENDS_PARAGRAPH and self.open_names[b"p"]:
                self._end_paragraph()
        nodes, leaves = self.outline.nodes, self.outline.leaves
        parent = self.open[-1][1] if self.open else 0
        hidden = (bool(nodes) and nodes[parent].hidden) or bool(rest and _HIDDEN.search(rest))
        index = len(nodes)
        node = Node(
            name.decode("latin-1"), rest, parent, len(leaves), index + 1, len(leaves), hidden
        )
        nodes.append(node)
        if name not in _VOID:
            self.open.append((name, index))
            self.open_names[name] += 1

    def text(self, raw: bytes) -> None:
        stripped = raw.strip(_SPACE)
        if not stripped:
            self.gap = max(self.gap, Gap.SPACED) if raw else self.gap
            return
        if raw[:1] in _SPACE:
            self.gap = max(self.gap, Gap.SPACED)
        outline = self.outline
        tag = len(outline.nodes) - 1
        outline.leaves.append(Leaf(stripped, self.open[-1][1], self.gap, tag))
        self.gap = Gap.SPACED if raw[-1:] in _SPACE else Gap.JOINED

    def end(self, name: bytes) -> None:
        if name not in _INLINE:
            self.gap = Gap.BROKEN
        if name and self.open_names[name]:
            while self._pop() != name:
                pass

    def finish(self) -> Outline:
        while self.open:
            self._pop()
        return self.outline

    def _pop(self) -> bytes:
        name, index = self.open.pop()
        self.open_names[name] -= 1
        node = self.outline.nodes[index]
        node.end = len(self.outline.nodes)
        node.end_leaf = len(self.outline.leaves)
        return name

    def _close_nearest(self, closed: frozenset[bytes], barrier: frozenset[bytes]) -> None:
        """Close the outermost of `closed` that stands within reach before a barrier."""
        keep = 0
        for back, (name, _) in enumerate(reversed(self.open[-_REACH:]), 1):
            if name in barrier:
                break
            if name in closed:
                keep = back
        for _ in range(keep):
            self._pop()

    def _end_paragraph(self) -> None:
        for back, (name, _) in enumerate(reversed(self.open[-_REACH:]), 1):
            if name == b"p":
                for _ in range(back):
                    self._pop()
            if name not in _INLINE:
                break


def outline(page: Page) -> Outline:
    """The outline of a whole page."""
    return outline_of_pieces(TAG.split(page.body), page.encoding)


def outline_of_pieces(pieces: list[bytes], encoding: str) -> Outline:
    """The outline of `TAG.split`'s pieces, or of a stretch of them that begins with a text."""
    nesting = _Nesting(encoding)
    _texts(nesting, pieces[0])
    for at in range(1, len(pieces), 3):
        name = pieces[at]
        if name:
            lower = name.lower()
            nesting.start(lower, pieces[at + 1])
        _texts(nesting, pieces[at + 2])
    return nesting.finish()


def _texts(nesting: _Nesting, raw: bytes) -> None:
    if b"</" not in raw:
        nesting.text(raw)
        return
    parts = _END_TAG.split(raw)
    nesting.text(parts[0])
    for at in range(1, len(parts), 2):
        nesting.end((parts[at] or b"").lower())
        nesting.text(parts[at + 1])
