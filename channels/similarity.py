"""The published clustering of pages by structure, and the body that is left in a cluster.

ISTM (improved simple tree matching) compares two pages block by block: nodes are the same if tag,
attributes, number of children and position are; the first blocks of a page count the more, the
nearer they are to its top or its end, where templates are. Pages are clustered by it; what a page
shares with another of its cluster is the template, and the text that is left is the body.

Every pair of pages is compared, which is slow for more than a few hundred: `clusters.py` is for
masses of pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pages.page import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element as Element

    from pages.dom import Tree

_NOT_SHOWN = frozenset("script style noscript template".split())


@dataclass(frozen=True)
class BlockTree:
    """The elements of a page's body in document order; the body is the first.

    Elements are the same if their `labels` are: tag, names of attributes, and number of children.
    Values (addresses, texts for the blind) differ from page to page whatever the template.
    """

    labels: tuple[int, ...]
    children: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, tree: Tree) -> BlockTree:
        elements = list(tree.body.iter())
        numbers = {element: number for number, element in enumerate(elements)}
        return cls(
            tuple(map(_label, elements)),
            tuple(tuple(numbers[child] for child in element) for element in elements),
        )


def _label(element: Element) -> int:
    return hash((element.tag, frozenset(element.attrib), len(element)))


def istm(one: BlockTree, other: BlockTree) -> float:
    """How much of two pages is the same, 0 to 1.

    A pair of equal leaves adds the product of the weights on the way to it; below a pair of
    unequal nodes nothing counts.
    """
    total = 0.0
    waiting = [(0, 0, 1.0)]
    while waiting:
        mine, its, weight = waiting.pop()
        if one.labels[mine] != other.labels[its]:
            continue
        inside = one.children[mine]
        if not inside:
            total += weight
            continue
        shares = block_weights(len(inside)) if not mine else [1 / len(inside)] * len(inside)
        waiting += [
            (a, b, weight * share)
            for a, b, share in zip(inside, other.children[its], shares, strict=True)
        ]
    return total


def block_weights(count: int) -> list[float]:
    """The weights of a page's first blocks: the ends count more than the middle.

    Blocks are numbered from 0. The paper's sum begins at 1, but only from 0 its formula does what
    its text says: header and footer get the largest weights.

    >>> block_weights(3)
    [0.4, 0.2, 0.4]
    """
    weights = [abs((count - 1) / 2 - place) + 1 for place in range(count)]
    return [weight / sum(weights) for weight in weights]


# Agglomerative clustering: the two clusters nearest to each other become one, again and again.


def agglomerate(pages: Sequence[BlockTree], farthest: float) -> list[int]:
    """The number of each page's cluster, in order of appearance.

    The distance of pages is 1 - ISTM, that of clusters the mean over their pages; clusters
    farther from each other than `farthest` stay apart.
    """
    distances = np.full((len(pages), len(pages)), np.inf)
    for place, page in enumerate(pages):
        for before in range(place):
            distances[place, before] = distances[before, place] = 1 - istm(pages[before], page)
    return cut_average_linkage(distances, farthest)


def cut_average_linkage(distances: np.ndarray, farthest: float) -> list[int]:
    """The same for any distances; those of an item to itself must be infinite."""
    distances = distances.copy()
    sizes = np.ones(len(distances))
    members = [[place] for place in range(len(distances))]
    while len(members) > 1:
        one, other = sorted(divmod(int(distances.argmin()), len(distances)))
        if distances[one, other] > farthest:
            break
        both = sizes[one] * distances[one] + sizes[other] * distances[other]
        distances[one] = distances[:, one] = both / (sizes[one] + sizes[other])
        distances[one, one] = np.inf
        distances[other] = distances[:, other] = np.inf
        sizes[one] += sizes[other]
        members[one] += members[other]
        members[other] = []
    return _numbered(members, len(distances))


def _numbered(members: Sequence[Sequence[int]], count: int) -> list[int]:
    """Each item's cluster; clusters are numbered by their first items."""
    numbers = [0] * count
    for number, cluster in enumerate(sorted(filter(None, members), key=min)):
        for place in cluster:
            numbers[place] = number
    return numbers


# The body: what is left of a page when all that a sibling has, too, is deleted.


def without_template(page: Tree, sibling: Tree) -> str:
    """The texts of a page that are not the same at the same place of its sibling, a line each."""
    mine, its = _Contents(page.body), _Contents(sibling.body)
    left: list[int] = []
    waiting = [(0, 0)]
    while waiting:
        number, other = waiting.pop()
        inside, there = mine.children[number], its.children[other]
        if not inside or not there:
            left.append(number)
            continue
        left += inside[len(there) :]
        pairs = zip(inside, there, strict=False)
        waiting += [(a, b) for a, b in pairs if mine.values[a] != its.values[b]]
    return "\n".join(mine.texts(left))


class _Contents:
    """Elements and texts of a body; nodes are equal, with all inside them, if their values are."""

    def __init__(self, body: Element) -> None:
        self.children: list[list[int]] = []
        self._said: list[str] = []
        found: list[tuple[object, ...]] = []
        waiting: list[tuple[Element | str, int]] = [(body, -1)]
        while waiting:
            node, parent = waiting.pop()
            number = len(found)
            self.children.append([])
            if parent >= 0:
                self.children[parent].append(number)
            if isinstance(node, str):
                found.append((node,))
                self._said.append(node)
            else:
                found.append((node.tag, frozenset(node.attrib.items())))
                self._said.append("")
                waiting += [(child, number) for child in reversed(list(_inside(node)))]
        self.values = [0] * len(found)
        for number in reversed(range(len(found))):  # children are behind their parents
            below = tuple(self.values[child] for child in self.children[number])
            self.values[number] = hash((found[number], below))

    def texts(self, numbers: Sequence[int]) -> list[str]:
        """The texts at and below these nodes, in document order."""
        said: set[int] = set()
        waiting = list(numbers)
        while waiting:
            number = waiting.pop()
            if self._said[number]:
                said.add(number)
            waiting += self.children[number]
        return [self._said[number] for number in sorted(said)]


def _inside(element: Element) -> Iterator[Element | str]:
    """Child elements and texts, but for what no reader sees."""
    if element.tag in _NOT_SHOWN:
        return
    if text := fold(element.text or ""):
        yield text
    for child in element:
        yield child
        if text := fold(child.tail or ""):
            yield text
