"""A page as blocks of text in a tree of block elements.

One pass over the elements in document order, whatever their depth. A block of text is what stands
in one line: it ends where a block element or a `br` begins or ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from channels.class_words import MARKED, is_marked, meanings_of
from pages.nesting import INLINE

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from pages.dom import Tree

_INLINE = INLINE | frozenset("picture rb rp rt ruby".split())
# Never part of what an article says.
_SKIPPED = frozenset(
    "audio canvas datalist embed frame frameset head iframe input link map math meta noembed "
    "noframes noscript object option param script select source style svg template textarea title "
    "track video".split()
)
_BOLD = frozenset("b strong".split())
_NO_NODE = -1


@dataclass(slots=True)
class Blocks:
    """Lists side by side: an entry per block element ("node"), or per block of text.

    All are in document order. Node 0 is the body.
    """

    # Of each node.
    tags: list[str] = field(default_factory=list)
    classes: list[str | None] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    """The first node behind this one and all that is in it."""
    meanings: list[int] = field(default_factory=list)
    """Bits of `class_words`."""

    marked: list[Element] = field(default_factory=list)
    """Elements that may name a time or an author."""

    anchors: list[tuple[int, Element]] = field(default_factory=list)
    """Links, each with the number of texts before its own."""

    # Of each text.
    texts: list[str] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    """The node that the text is in."""
    linked: list[int] = field(default_factory=list)
    """Characters in links."""
    links: list[int] = field(default_factory=list)
    bold: list[int] = field(default_factory=list)
    """Characters in bold type."""


def blocks_of(tree: Tree) -> Blocks:
    blocks = Blocks()
    text = _Text(blocks)
    parts, linked, bold = text.parts, text.linked, text.bold
    _add_node(blocks, tree.body, _NO_NODE)
    # Of each open element: itself, the node it writes into, is it a block, a link, bold?
    open_elements = [(tree.body, 0, True, False, False)]
    if tree.body.text:
        parts.append(tree.body.text)
    for element in chain(tree.body.iterdescendants(), (None,)):
        parent = tree.body if element is None else element.getparent()
        while open_elements[-1][0] is not parent:
            ended, node, is_block, _, _ = open_elements.pop()
            if is_block:
                if parts:
                    text.end(node)
                blocks.ends[node] = len(blocks.tags)
            tail = ended.tail
            if tail:
                _, node, _, is_link, is_bold = open_elements[-1]
                # White space alone begins no text.
                if node != _NO_NODE and (parts or not tail.isspace()):
                    parts.append(tail)
                    if is_link:
                        linked.append(len(tail))
                    if is_bold:
                        bold.append(len(tail))
        if element is None:
            break
        _, node, _, is_link, is_bold = open_elements[-1]
        tag = element.tag
        if node == _NO_NODE or tag in _SKIPPED:
            open_elements.append((element, _NO_NODE, False, False, False))
            continue
        is_block = tag not in _INLINE
        if not is_block:
            if tag == "a":
                is_link = True
                text.links += 1
                blocks.anchors.append((len(blocks.texts), element))
            elif tag in _BOLD:
                is_bold = True
            if is_marked(element):
                blocks.marked.append(element)
        else:
            if parts:
                text.end(node)
            if tag == "br":
                is_block = False
            else:
                node = _add_node(blocks, element, node)
        open_elements.append((element, node, is_block, is_link, is_bold))
        first = element.text
        if first and (parts or not first.isspace()):
            parts.append(first)
            if is_link:
                linked.append(len(first))
            if is_bold:
                bold.append(len(first))
    if parts:
        text.end(0)
    blocks.ends[0] = len(blocks.tags)
    return blocks


def _add_node(blocks: Blocks, element: Element, parent: int) -> int:
    tag, attributes = element.tag, element.items()
    node = len(blocks.tags)
    blocks.tags.append(tag)
    blocks.parents.append(parent)
    blocks.ends.append(node)
    if attributes:
        meanings = meanings_of(tag, attributes)
        if meanings & MARKED:
            blocks.marked.append(element)
        blocks.meanings.append(meanings)
        blocks.classes.append(element.get("class"))
    else:
        blocks.meanings.append(meanings_of(tag, ()))
        blocks.classes.append(None)
    return node


# What wikis and manuals put behind their headings.
_HEADING_LINK = re.compile(
    r"\s*(?:¶|\[\s*(?:edit(?: source)?|编辑|編輯|編集|Bearbeiten|править|편집)[^\]]{0,20}\])$"
)


class _Text:
    """The text that is being read, until its block ends."""

    def __init__(self, blocks: Blocks) -> None:
        self.parts: list[str] = []
        self.linked: list[int] = []
        self.bold: list[int] = []
        self.links = 0
        self._blocks = blocks

    def end(self, node: int) -> None:
        blocks, text = self._blocks, "".join(self.parts)
        if blocks.tags[node] == "pre":
            text = _code_lines(text)
        else:
            text = " ".join(text.split())
            if text.endswith(("¶", "]")):
                text = _HEADING_LINK.sub("", text)
        self.parts.clear()
        if text:
            length = len(text)
            blocks.texts.append(text)
            blocks.nodes.append(node)
            blocks.linked.append(min(sum(self.linked), length) if self.linked else 0)
            blocks.bold.append(min(sum(self.bold), length) if self.bold else 0)
            blocks.links.append(self.links)
            self.links = 0
        self.linked.clear()
        self.bold.clear()


def _code_lines(text: str) -> str:
    """Lines and their indents as they stand; each tells something in code."""
    lines = (line.rstrip() for line in text.expandtabs(4).splitlines())
    return "\n".join(lines).strip("\n") if text.strip() else ""
