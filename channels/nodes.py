"""A page as flat lists: its elements in document order and the texts in them.

Whatever is asked of a subtree (how much text, how many links) is then a difference of two sums.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from lxml import etree

from channels.class_words import NOT_SHOWN
from pages.nesting import INLINE
from pages.page import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

MOST_LEAVES = 50_000
LONGEST_TEXT = 500_000  # characters of one leaf
_NOT_READ = frozenset(
    "audio button canvas datalist head iframe input math noembed noframes object option script "
    "select style svg template textarea title video".split()
)
_DIGITS = re.compile(r"\d+")
_MOST_KEYS = 8
_LONGEST_KEY = 100
_LONGEST_NAME = 500
_COLUMNS = 6


@dataclass(slots=True)
class Node:
    """An element: `end` is the place behind its last descendant, `first` to `last` its leaves.

    `keys` are what elements of the same kind share: class words, an id without its number, or the
    way from the parent.
    """

    element: Element
    parent: int
    first: int
    keys: tuple[str, ...]
    is_link: bool
    end: int = 0
    last: int = 0


@dataclass(slots=True)
class TextLeaf:
    """A piece of text, white space folded; `line` grows where browsers begin a new line."""

    text: str
    node: int
    line: int
    has_space_before: bool


@dataclass(slots=True)
class Nodes:
    nodes: list[Node] = field(default_factory=list)
    leaves: list[TextLeaf] = field(default_factory=list)

    @classmethod
    def of(cls, body: Element) -> Nodes:
        """All that a reader sees; what stands there for browsers without scripts, if it is most."""
        page = cls()
        _fill(page, body, _NOT_READ | {"noscript"})
        read = sum(len(leaf.text) for leaf in page.leaves)
        if _length_without_scripts(body) > read:
            page = cls()
            _fill(page, body, _NOT_READ)
        return page

    def text(self, place: int) -> str:
        """All texts of an element on one line."""
        node = self.nodes[place]
        return " ".join(leaf.text for leaf in self.leaves[node.first : node.last])

    def ancestors(self, place: int) -> Iterator[int]:
        """The places of the elements around one, out to the body."""
        place = self.nodes[place].parent
        while place >= 0:
            yield place
            place = self.nodes[place].parent


def _length_without_scripts(body: Element) -> int:
    length = 0
    steps = etree.iterwalk(body, events=("start",), tag="noscript")
    for _, element in steps:
        length += sum(len(fold(text)) for text in element.itertext())
        steps.skip_subtree()
    return length


def _fill(page: Nodes, body: Element, left_out: frozenset[str]) -> None:
    nodes, leaves = page.nodes, page.leaves
    line = 0
    open_places = [-1]
    is_spaced = False
    steps = etree.iterwalk(body, events=("start", "end"))
    for event, element in steps:
        tag = element.tag
        text = element.text
        if event == "start":
            if tag in left_out or _is_hidden(element):
                steps.skip_subtree()
                open_places.append(-1)  # its end comes all the same
                continue
            if tag not in INLINE:
                line += 1
            place = len(nodes)
            nodes.append(_node(element, open_places[-1], nodes, len(leaves)))
            open_places.append(place)
        else:
            place = open_places.pop()
            if place >= 0:
                nodes[place].end, nodes[place].last = len(nodes), len(leaves)
                if tag not in INLINE:
                    line += 1
            place = open_places[-1]
            text = element.tail if element is not body else None
        if text:
            folded = fold(text[:LONGEST_TEXT])
            if folded and len(leaves) < MOST_LEAVES:
                leaves.append(TextLeaf(folded, place, line, is_spaced or text[0].isspace()))
                is_spaced = text[-1].isspace()
            elif not folded:
                is_spaced = True


def _is_hidden(element: Element) -> bool:
    style = element.get("style")
    if style is not None and NOT_SHOWN.search(style):
        return True
    return element.get("hidden") is not None


def _node(element: Element, parent: int, nodes: list[Node], first: int) -> Node:
    around = nodes[parent] if parent >= 0 else None
    is_link = element.tag == "a" or (around is not None and around.is_link)
    return Node(element, parent, first, _keys(element, around), is_link)


def _keys(element: Element, around: Node | None) -> tuple[str, ...]:
    get, tag = element.get, element.tag
    keys = _class_keys(tag, name[:_LONGEST_NAME]) if (name := get("class")) else ()
    if (identity := get("id")) and _DIGITS.search(identity):
        keys += (f"{tag}#{_DIGITS.sub('#', identity)}"[:_LONGEST_KEY],)
    for name in (get("itemprop"), get("data-role")):
        if name:
            keys += (f"{tag}@{name}"[:_LONGEST_KEY],)
    return keys or _place_keys(element, around)


@lru_cache(maxsize=8192)
def _class_keys(tag: str, name: str) -> tuple[str, ...]:
    words = _DIGITS.sub("#", name).split()[:_MOST_KEYS]
    keys = [f"{tag}.{word}" for word in words]
    if len(words) > 1:
        keys.append(f"{tag}.{' '.join(words)}")
    return tuple(key[:_LONGEST_KEY] for key in keys)


def _place_keys(element: Element, around: Node | None) -> tuple[str, ...]:
    """By the way from the parent, by the place among its children, and by the parent's place."""
    tag, way = element.tag, around.keys[0] if around else ""
    column = _column(element)
    keys = [f"{tag}<{way}", f"{tag}{column}<{way}"]
    if around and "<" in way:
        keys.append(f"{tag}{column}<{around.keys[1]}")
        # The same at any depth, as comments within comments are.
        keys.append(f"{tag}{column}<{around.keys[1].partition('<')[0]}<")
    return tuple(key[:_LONGEST_KEY] for key in keys)


def _column(element: Element) -> int:
    column = 0
    before = element.getprevious()
    while before is not None and column < _COLUMNS:
        column += 1
        before = before.getprevious()
    return column
