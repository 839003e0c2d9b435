"""The published reader for masses of pages: prune the tree, fuse it, keep the dense blocks.

Pruning takes away what shows no text (head, scripts, hidden elements, empty ones) and forms. Fusing
makes one text of what stands in one line: inline elements are taken in by the block around them,
while blocks stay apart. What is left is the simple tree, one node per block. Its leaves are kept if
they have enough of the page's text, few links for their text, and do not stand at the page's edge.

The paper takes places and sizes from a browser's style sheets. Here they are estimated, since
nothing is drawn: widths as the markup tells them, heights from the text that has to fit in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

from pages.page import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.etree import _Element as Element

    from pages.dom import Tree

INLINE = frozenset(
    "a abbr acronym b basefont bdi bdo big br button cite code data del dfn em font i img input "
    "ins kbd label mark meter nobr output picture q rb rp rt ruby s samp small span strike strong "
    "sub sup time tt u var wbr".split()
)
_PRUNED = frozenset(
    "base canvas datalist embed frame frameset head iframe input link meta option param "
    "script select source style svg template textarea title track".split()
)
_DOUBTFUL = frozenset("form noembed noframes noscript object".split())
_A_PART = 0.1  # of the page's text
_NO_ADDRESS = ("#", "javascript:", "data:")

# The paper leaves its thresholds open; these lose hardly any content.
LEAST_SHARE = 0.0005  # delta 1: of the page's plain text
MOST_LINKS = 0.12  # delta 2: links per character of plain text
EDGE = 0.02  # deltas 3 and 4: of the page's height, where narrow blocks are furniture
NARROW = 0.35  # of the page's width

_PAGE_WIDTH = 1280  # pixels
_CHARACTER = 14
_LINE = 24
_LENGTH = re.compile(r"\s*(\d{1,5}(?:\.\d{1,3})?)\s*(px|%)?\s*", re.IGNORECASE)
_WIDTH = re.compile(r"(?:^|;)\s*width\s*:([^;]{1,20})", re.IGNORECASE)


class BlockGeometry(NamedTuple):
    """Where a block stands and how large it is, each as a share of the page: 0 to 1."""

    top: float
    bottom: float
    width: float
    height: float

    @property
    def edge(self) -> float:
        """The distance to the nearer of the page's ends."""
        return min(self.top, self.bottom)


@dataclass(slots=True, eq=False)
class Block:
    """A node of the simple tree: a block element, or a line of text beside blocks (tag "")."""

    tag: str
    parent: Block | None
    width: float
    texts: list[str] = field(default_factory=list)
    plain: int = 0
    """Characters of text outside links."""
    links: list[str] = field(default_factory=list)
    """Addresses of links and pictures, made absolute."""
    fused: set[str] = field(default_factory=set)
    """The inline elements that were taken in."""
    children: list[Block] = field(default_factory=list)

    @property
    def text(self) -> str:
        return fold("".join(self.texts))


@dataclass(frozen=True, slots=True)
class SimpleTree:
    root: Block
    nodes_before: int
    """Elements and texts of the whole tree."""

    def blocks(self) -> Iterator[Block]:
        """In document order."""
        waiting = [self.root]
        while waiting:
            block = waiting.pop()
            yield block
            waiting += reversed(block.children)

    @property
    def nodes_after(self) -> int:
        return sum(1 for _ in self.blocks())

    def leaves(self) -> list[Block]:
        return [block for block in self.blocks() if not block.children]


def simple_tree(tree: Tree) -> SimpleTree:
    """Prune and fuse."""
    before = sum(
        1 + (element.text is not None) + (element.tail is not None) for element in tree.elements
    )
    root = Block("body", None, 1.0)
    fusing = _Fusing(tree, root, _pruned(tree))
    fusing.write(tree.body, tree.body.text)
    for element, is_end in _walk(tree.body):
        if is_end:
            fusing.write(element.getparent(), element.tail)
        else:
            fusing.start(element)
    for block in reversed(fusing.blocks):  # children before their parents
        block.children = [child for child in block.children if child.children or _shows(child)]
    return SimpleTree(root, before)


def _shows(block: Block) -> bool:
    return bool(block.links) or any(not text.isspace() for text in block.texts)


def _pruned(tree: Tree) -> set[Element]:
    """The outermost elements that go, each with all that is in it.

    What holds a good part of the page's text is the page itself: old sites have a form around all,
    others show a hidden copy of the page, or one for browsers without scripts.
    """
    pruned: set[Element] = set()
    doubtful: list[Element] = []
    for element in tree.elements:
        tag = element.tag
        if tag in _PRUNED or element.get("type") == "hidden":
            pruned.add(element)
        elif tag in _DOUBTFUL or "hidden" in element.attrib:
            doubtful.append(element)
    if doubtful:
        lengths = _text_lengths(tree, pruned)
        limit = _A_PART * lengths[tree.body]
        pruned.update(one for one in doubtful if lengths[one] <= limit)
    return pruned


def _text_lengths(tree: Tree, pruned: set[Element]) -> Mapping[Element, int]:
    """How much text is in each element, without that right inside pruned ones: scripts above all.

    Children come before their parents, so that each element is looked at once.
    """
    lengths = dict.fromkeys(tree.elements, 0)
    for element in reversed(tree.elements):
        if element.text and element not in pruned:
            lengths[element] += len(element.text.strip())
        around = element.getparent()
        if around is not None:
            lengths[around] += lengths[element]
    return lengths


class _Fusing:
    """Builds the simple tree: each element writes into the block that it is in."""

    def __init__(self, tree: Tree, root: Block, pruned: set[Element]) -> None:
        self.blocks = [root]
        """In document order."""
        self._url = tree.url
        self._pruned = pruned
        self._homes: dict[Element, Block | None] = {tree.body: root}
        self._in_link: set[Element] = set()
        # The line that a block with further blocks in it is writing.
        self._lines: dict[Block, Block] = {}

    def start(self, element: Element) -> None:
        parent = element.getparent()
        around = self._homes[parent]
        home: Block | None = None
        if around is not None and element not in self._pruned:
            if element.tag == "a" or parent in self._in_link:
                self._in_link.add(element)
            # An element of a namespace is hardly ever closed where it should be.
            is_inline = element.tag in INLINE or ":" in element.tag
            home = around if is_inline else self._add_block(element, around)
            if is_inline:
                self._note(element, around)
        self._homes[element] = home
        self.write(element, element.text)

    def write(self, element: Element, text: str | None) -> None:
        """A text right inside the element."""
        home = self._homes[element]
        if text and home is not None and (home.texts or home.children or not text.isspace()):
            line = self._line(home)
            line.texts.append(text)
            if element not in self._in_link:
                line.plain += sum(map(len, text.split()))

    def _note(self, element: Element, home: Block) -> None:
        line = self._line(home)
        line.fused.add(element.tag)
        line.links += _addresses(element, self._url)
        if element.tag == "br":
            line.texts.append(" ")

    def _line(self, home: Block) -> Block:
        """Where text of a block goes: into itself, or behind its blocks into a line of its own."""
        if not home.children:
            return home
        line = self._lines.get(home)
        if line is None:
            line = self._lines[home] = Block("", home, home.width)
            home.children.append(line)
            self.blocks.append(line)
        return line

    def _add_block(self, element: Element, around: Block) -> Block:
        if around.texts and not around.children:  # from here on, its text is a line
            line = self._line_of_all(around)
            around.children.append(line)
            self.blocks.append(line)
        self._lines.pop(around, None)
        block = Block(element.tag, around, _width(element, around.width))
        around.children.append(block)
        self.blocks.append(block)
        return block

    def _line_of_all(self, block: Block) -> Block:
        line = Block("", block, block.width, block.texts, block.plain, block.links, block.fused)
        block.texts, block.plain, block.links, block.fused = [], 0, [], set()
        return line


def _walk(body: Element) -> Iterator[tuple[Element, bool]]:
    """Each element in the body as it begins, and as it ends."""
    open_elements = [body]
    for element in body.iterdescendants():
        parent = element.getparent()
        while open_elements[-1] is not parent:
            yield open_elements.pop(), True
        open_elements.append(element)
        yield element, False
    while len(open_elements) > 1:
        yield open_elements.pop(), True


def _addresses(element: Element, url: str) -> Iterator[str]:
    address = element.get("href" if element.tag == "a" else "src") or ""
    if element.tag in {"a", "img"} and address and not address.lower().startswith(_NO_ADDRESS):
        try:
            yield urljoin(url, address.strip())
        except ValueError:
            yield address


def _width(element: Element, around: float) -> float:
    """As a share of the page, where the markup tells it; else that of the block around."""
    told = _WIDTH.search(element.get("style", ""))
    length = _LENGTH.fullmatch(told[1] if told else element.get("width", ""))
    if not length:
        return around
    share = float(length[1]) / 100 * around if length[2] == "%" else float(length[1]) / _PAGE_WIDTH
    return min(share, around) or around


# Which of the leaves are content?


def dense_text(tree: Tree) -> str:
    """The texts of the leaves that are kept, a line each."""
    return "\n".join(leaf.text for leaf in content_leaves(simple_tree(tree)))


def content_leaves(simple: SimpleTree) -> list[Block]:
    leaves = simple.leaves()
    whole = sum(leaf.plain for leaf in leaves) or 1
    return [
        leaf
        for leaf, geometry in zip(leaves, geometry_of(leaves), strict=True)
        if not (geometry.edge < EDGE and geometry.width < NARROW)
        and text_density(leaf, whole) >= LEAST_SHARE
        and link_density(leaf) <= MOST_LINKS
    ]


def text_density(leaf: Block, whole: int) -> float:
    """Rho 1: the leaf's plain text as a share of the page's."""
    return leaf.plain / whole


def link_density(leaf: Block) -> float:
    """Rho 2: links per character of plain text."""
    return len(leaf.links) / (leaf.plain or 1)


def geometry_of(leaves: list[Block]) -> list[BlockGeometry]:
    """Estimated, as if all leaves stood below each other."""
    heights = [_height(leaf) for leaf in leaves]
    whole = sum(heights) or 1.0
    geometry: list[BlockGeometry] = []
    top = 0.0
    for leaf, height in zip(leaves, heights, strict=True):
        bottom = max(whole - top - height, 0.0)
        geometry.append(BlockGeometry(top / whole, bottom / whole, leaf.width, height / whole))
        top += height
    return geometry


def _height(leaf: Block) -> float:
    """Of the lines that the text fills in the leaf's width."""
    per_line = max(leaf.width * _PAGE_WIDTH / _CHARACTER, 1)
    return _LINE * (1 + len(leaf.text) // per_line)
