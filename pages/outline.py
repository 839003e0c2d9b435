"""Who stands inside whom: elements and texts of a page in source order, without a tree library.

Texts are kept apart where any tag stands between them, so that `<b>name</b>value` is two
leaves here although it is one content of the tag sequence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

from pages.text import content_text


class Gap(IntEnum):
    """What parts a text from the one before it."""

    JOINED = 0
    SPACED = 1
    BROKEN = 2


@dataclass(slots=True)
class Node:
    """One element; what is inside it is a range of nodes and a range of leaves."""

    tag: str
    rest: bytes
    parent: int
    first_leaf: int
    end: int = 0
    end_leaf: int = 0
    hidden: bool = False


@dataclass(slots=True)
class Leaf:
    """One run of text directly inside the element `owner`, behind the start tag `tag`."""

    raw: bytes
    owner: int
    gap: Gap
    tag: int


@dataclass
class Outline:
    """Nodes and leaves of a page; node 0 is the page itself."""

    encoding: str
    nodes: list[Node] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)

    @cached_property
    def texts(self) -> list[str]:
        return [content_text(leaf.raw, self.encoding) for leaf in self.leaves]

    @cached_property
    def children(self) -> list[list[int]]:
        """The element children of every node."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for index, node in enumerate(self.nodes[1:], 1):
            found[node.parent].append(index)
        return found

    def text(self, leaves: Iterable[int]) -> str:
        """The visible text of some leaves, as a reader would join it."""
        parts: list[str] = []
        for index in leaves:
            leaf = self.leaves[index]
            if self.nodes[leaf.owner].hidden:
                continue
            if parts and leaf.gap is not Gap.JOINED:
                parts.append(" ")
            parts.append(self.texts[index])
        return "".join(parts).strip()

    def node_text(self, index: int) -> str:
        node = self.nodes[index]
        return self.text(range(node.first_leaf, node.end_leaf))

    def ancestors(self, index: int) -> list[int]:
        """The node itself and all around it, innermost first, the page last."""
        path = [index]
        while path[-1]:
            path.append(self.nodes[path[-1]].parent)
        return path
