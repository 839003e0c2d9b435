"""A page as its reader sees it: lines of text inside a tree of blocks.

A line is text that no block element and no `br` interrupts. A block holds lines and
further blocks; those that hold a single one are wrappers, and `core` looks through them. Elements
without a text are no part of the tree. Every walk is bounded, so that time stays linear on
hostile nesting.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from core.names import ARROWS, without_arrows
from pages.nesting import INLINE
from pages.outline import BROKEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pages.outline import Outline

BOLD = frozenset("b strong th dt h1 h2 h3 h4 h5 h6 label".split())
# How many nested inline elements are looked through; more are broken markup.
_REACH = 60
# Texts for screen readers and tooltips, by their usual classes and roles.
_HELP = re.compile(
    rb"""(?i)\b(?:class|role)\s*=\s*["']?(?:[^"'>]*[\s_])?(?:sr-only|visually-?hidden|"""
    rb"""screen-reader(?:-text|-only)?|tips|tooltip(?:-?(?:text|content|inner|body|wrapper))?)"""
    rb"""(?:["'\s>_]|$)"""
)
_HELP_WORDS = (b"sr-only", b"visually", b"screen-reader", b"tooltip", b"tips")
_NEVER_HELP = frozenset("td th tr li dt dd dl table tbody ul ol body label".split())
_CELLS = frozenset(["td", "dd"])
# A tooltip has few texts; with more it is a part of the page.
_FEW = 6
_FOOTNOTE = re.compile(r"\s*[\[(]\s*\w{1,3}\s*[\])]\s*|\s*[*†‡]+\s*")
_TO_THIS_PAGE = re.compile(rb"""(?i)\bhref\s*=\s*["']?#\w""")
_TABLE_PARTS = frozenset("tbody thead tfoot tr".split())
_NO_LINES = range(0)
_CLASS = re.compile(rb"""(?i)\bclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""")


class Lines:
    """`texts` are the leaves' texts ("" if invisible); everything else is by line number.

    `leaves[n]` are the line's leaves, `line_texts[n]` is its text, `blocks[n]` the element around
    it; `several` are the lines of more than one leaf.
    `items` are the lines (as ~number) and blocks in each block, in order.
    """

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.texts = _seen_texts(outline)
        self.arrowed = self._strip_arrows()
        self.leaves: list[list[int]] = []
        self.blocks: list[int] = []
        self.line_texts: list[str] = []
        self.several: list[int] = []
        self.items: dict[int, list[int]] = {0: []}
        self._spans: dict[int, range] = {}
        self._around: dict[int, int] = {}
        self._classes: dict[bytes, bytes] = {}
        self._split_into_lines()
        self._build_tree()

    def _strip_arrows(self) -> frozenset[int]:
        """`5G phones >` in a link loses its arrow; a text that is only an arrow stays."""
        tags, owners, texts = self.outline.tags, self.outline.owners, self.texts
        arrowed = [
            leaf
            for leaf, text in enumerate(texts)
            if text and text[-1] in ARROWS and tags[owners[leaf]] == "a"
        ]
        for leaf in arrowed:
            texts[leaf] = without_arrows(texts[leaf])
        return frozenset(arrowed)

    def _split_into_lines(self) -> None:
        outline, texts, all_leaves, blocks = self.outline, self.texts, self.leaves, self.blocks
        tags = outline.tags
        breaks = True
        for leaf, (text, owner, gap) in enumerate(
            zip(texts, outline.owners, outline.gaps, strict=True)
        ):
            if gap == BROKEN:
                breaks = True
            if not text:
                continue
            if breaks:
                all_leaves.append([leaf])
                blocks.append(self._block_around(owner) if tags[owner] in INLINE else owner)
                breaks = False
            else:
                all_leaves[-1].append(leaf)
        self.line_texts = [texts[leaves[0]] for leaves in all_leaves]
        self.several = [line for line, leaves in enumerate(all_leaves) if len(leaves) > 1]
        for line in self.several:
            self.line_texts[line] = self.text(all_leaves[line])

    def _block_around(self, node: int) -> int:
        tags, parents = self.outline.tags, self.outline.parents
        for _ in range(_REACH):
            node = parents[node]
            if tags[node] not in INLINE:
                break
        return node

    def _build_tree(self) -> None:
        """Go from line to line; leave the blocks that end before it, enter those around it."""
        items, around, spans = self.items, self._around, self._spans
        parents, ends = self.outline.parents, self.outline.ends
        path, firsts = [0], [0]
        top, end, inside = 0, ends[0], items[0]
        for number, block in enumerate(self.blocks):
            if block != top:
                while block < top or block >= end:
                    spans[path.pop()] = range(firsts.pop(), number)
                    top = path[-1]
                    end = ends[top]
                inside = items[top]
                entered = (block,) if parents[block] == top else self._blocks_between(top, block)
                for node in entered:
                    inside.append(node)
                    around[node] = top
                    path.append(node)
                    firsts.append(number)
                    top, end = node, ends[node]
                    inside = items[top] = []
            inside.append(~number)
        for node, first in zip(path, firsts, strict=True):
            spans[node] = range(first, len(self.blocks))

    def _blocks_between(self, top: int, block: int) -> Sequence[int]:
        """The blocks from `top` (exclusive) to `block` (inclusive), outermost first."""
        if block == top:
            return ()
        tags, parents = self.outline.tags, self.outline.parents
        found = [block]
        inline = 0
        node = parents[block]
        while node > top and inline < _REACH:
            if tags[node] in INLINE:
                inline += 1
            else:
                found.append(node)
            node = parents[node]
        found.reverse()
        return found

    @cached_property
    def whole(self) -> str:
        """The text of all lines."""
        return "\n".join(self.line_texts)

    def core(self, item: int) -> int:
        """The item inside the wrappers that hold nothing else."""
        items = self.items
        while item >= 0:
            inside = items[item]
            if len(inside) > 1:
                break
            item = inside[0]
        return item

    def lines_in(self, item: int) -> range:
        """The lines of an item or of any element; none for an element without a text."""
        return range(~item, -item) if item < 0 else self._spans.get(item, _NO_LINES)

    def is_menu(self, lines: range) -> bool:
        """Whether lines are links and nothing else, none of them a heading."""
        counts = self._links_before
        return counts[lines.stop] - counts[lines.start] == len(lines)

    @cached_property
    def _links_before(self) -> list[int]:
        tags, owners = self.outline.tags, self.outline.owners
        are_links = [
            tags[owners[leaves[0]]] == "a" and len(leaves) == 1 and tags[block] not in BOLD
            for leaves, block in zip(self.leaves, self.blocks, strict=True)
        ]
        return list(accumulate(are_links, initial=0))

    def shared_block_around(self, node: int) -> int:
        """The nearest block around an element that holds more than it; a table, not its parts."""
        tags, items, around = self.outline.tags, self.items, self._around
        while node:
            node = around.get(node, 0)
            if len(items[node]) > 1 and tags[node] not in _TABLE_PARTS:
                break
        return node

    def text(self, leaves: Sequence[int]) -> str:
        """The text of some leaves of a line."""
        if len(leaves) == 1:
            return self.texts[leaves[0]]
        return self.outline.joined(self.texts, leaves, left_out_is_gap=True)

    def is_bold(self, line: int) -> bool:
        """Whether all of a line is bold, a heading or a label."""
        tags, parents, owners = self.outline.tags, self.outline.parents, self.outline.owners
        for leaf in self.leaves[line]:
            node = owners[leaf]
            for _ in range(_REACH):
                if tags[node] in BOLD or tags[node] not in INLINE:
                    break
                node = parents[node]
            if tags[node] not in BOLD:
                return False
        return True

    def class_of(self, node: int) -> bytes:
        """The value of an element's class attribute."""
        rest = self.outline.rests[node]
        found = self._classes.get(rest)
        if found is None:
            match = _CLASS.search(rest)
            found = self._classes[rest] = b"".join(match.groups(b"")) if match else b""
        return found

    def inline_top(self, leaf: int, around: int) -> int:
        """The outermost element around a leaf within `around`; 0 if there is none."""
        parents = self.outline.parents
        node = self.outline.owners[leaf]
        if node <= around:
            return 0
        for _ in range(_REACH):
            parent = parents[node]
            if parent <= around:
                break
            node = parent
        return node


def _seen_texts(outline: Outline) -> list[str]:
    texts = list(outline.texts)
    leaf_tags, owners, ends = outline.leaf_tags, outline.owners, outline.ends
    unseen = outline.silent, outline.hidden_tops, _help_texts(outline), _footnote_marks(outline)
    for node in chain.from_iterable(unseen):
        end = ends[node]
        leaf = bisect_left(leaf_tags, node)
        while leaf < len(texts) and node <= owners[leaf] < end:
            texts[leaf] = ""
            leaf += 1
    return texts


def _help_texts(outline: Outline) -> list[int]:
    """Elements with texts for screen readers, and tooltips.

    Wrappers of tooltips may have such a class too: only the innermost element counts.
    """
    tags, ends = outline.tags, outline.ends
    named = [
        node
        for node in outline.mentioning(_HELP_WORDS)
        if tags[node] not in _NEVER_HELP and _HELP.search(outline.rests[node])
    ]
    return [
        node
        for node, following in zip(named, [*named[1:], len(tags)], strict=False)
        if following >= ends[node]
        and outline.has_few_leaves(node, _FEW)
        and not _is_all_of_a_cell(outline, node)
    ]


def _is_all_of_a_cell(outline: Outline, node: int) -> bool:
    """Whether a cell has no other text: words for screen readers beside an icon are its value."""
    if b"tip" in outline.rests[node].lower():
        return False
    for around in outline.ancestors(node, 4):
        if outline.tags[around] in _CELLS:
            return outline.has_few_leaves(around, len(outline.leaves(node)))
    return False


def _footnote_marks(outline: Outline) -> list[int]:
    """`[2]`, or a link to a footnote of the page; not the 2 of m²."""
    if "sup" not in outline.tags:
        return []
    return [
        node for node, tag in enumerate(outline.tags) if tag == "sup" and _is_mark(outline, node)
    ]


def _is_mark(outline: Outline, node: int) -> bool:
    if not outline.has_few_leaves(node, _FEW):
        return False
    if _FOOTNOTE.fullmatch("".join(outline.texts[leaf] for leaf in outline.leaves(node))):
        return True
    links = [outline.parents[node], *range(node + 1, min(outline.ends[node], node + 4))]
    return any(
        outline.tags[link] == "a" and _TO_THIS_PAGE.search(outline.rests[link]) for link in links
    )
