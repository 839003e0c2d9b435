"""The published reader of forum posts: post extraction via anchor nodes (PEAN).

An *anchor* is the lowest element whose text holds a posting time. From `body` the method steps into
the child with the most anchors, until several children have about as many each: these are
candidates. Those whose trees match the one with most anchors in many nodes are the posts.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from pages.page import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lxml.etree import _Element as Element

    from pages.dom import Tree

# The paper names both thresholds, but not their values.
MOST_DEVIATION = 0.5  # alpha
MOST_RATIO = 0.5  # beta

POSTING_TIME = re.compile(r"\d{4}([-/])\d{1,2}\1\d{1,2}\s+\d{1,2}:\d\d(?::\d\d)?")
_NO_TEXT = frozenset({"script", "style"})
_MOST_PIECES = 8  # texts, empty ones too, in which a time may stand
_MOST_COMPARISONS = 300_000  # of nodes on one page; posts of a thread need far less


class AnchorStep(NamedTuple):
    """An element on the way in: its anchors, and how they are spread over its children."""

    element: Element
    anchors: int
    deviation: float
    ratio: float


def is_posting_time(text: str) -> bool:
    """Does a text hold a time in one of the published forms?"""
    return POSTING_TIME.search(text) is not None


def anchored_posts(
    tree: Tree, holds_time: Callable[[str], bool] = is_posting_time
) -> list[Element]:
    """The elements of the page's posts, in its order."""
    counts = count_anchors(tree, holds_time)
    way = way_to_posts(tree, counts)
    if not way or not _is_spread(way[-1], counts):
        return []
    posts = set(matching_children(way[-1].element, counts))
    return [child for child in way[-1].element if child in posts]


def post_text(post: Element) -> str:
    """All that is written in a post's element, on one line."""
    return fold(" ".join(_texts(post)))


def count_anchors(
    tree: Tree, holds_time: Callable[[str], bool] = is_posting_time
) -> dict[Element, int]:
    """How many anchors each element of the body has in it, where it has any."""
    counts: dict[Element, int] = {}
    # Backwards, so that what is inside an element is counted before it.
    for element in reversed(list(tree.body.iter())):
        inside = sum(counts.get(child, 0) for child in element)
        if inside or (element.tag not in _NO_TEXT and _is_anchor(element, holds_time)):
            counts[element] = inside or 1
    return counts


def _is_anchor(element: Element, holds_time: Callable[[str], bool]) -> bool:
    """Whether a time is in the element's own text, or in short pieces below it."""
    own = [element.text, *(child.tail for child in element)]
    if any(holds_time(text) for text in own if text and not text.isspace()):
        return True
    pieces = list(islice(_texts(element), _MOST_PIECES))
    return len(pieces) < _MOST_PIECES and holds_time(" ".join(pieces))


def _texts(element: Element) -> Iterator[str]:
    """Per element what stands before its first child, and behind it; empty ones too."""
    steps = etree.iterwalk(element, events=("start", "end"))
    for event, inner in steps:
        if event == "end":
            text = inner.tail if inner is not element else ""
        elif inner.tag in _NO_TEXT:
            steps.skip_subtree()
            continue
        else:
            text = inner.text
        yield (text or "").strip()


def way_to_posts(tree: Tree, counts: Mapping[Element, int]) -> list[AnchorStep]:
    """From `body` to the posts' parent; to the lowest anchor where no element is the parent."""
    way: list[AnchorStep] = []
    element: Element | None = tree.body if counts.get(tree.body) else None
    while element is not None:
        numbers = [counts[child] for child in element if child in counts]
        step = AnchorStep(
            element, counts[element], relative_mean_deviation(numbers), _ratio(numbers)
        )
        way.append(step)
        if _is_spread(step, counts):
            break
        element = max(
            (child for child in element if child in counts),
            key=lambda child: counts[child],
            default=None,
        )
    return way


def relative_mean_deviation(numbers: Sequence[int]) -> float:
    """The mean distance from the mean, as a part of the mean.

    >>> round(relative_mean_deviation([1, 3, 3, 2, 3, 2, 2, 3, 1, 2]), 2)
    0.29
    """
    if not numbers:
        return 0.0
    mean = sum(numbers) / len(numbers)
    return sum(abs(number - mean) for number in numbers) / len(numbers) / mean


def _ratio(numbers: Sequence[int]) -> float:
    """The largest child's share."""
    return max(numbers) / sum(numbers) if numbers else 0.0


def _is_spread(step: AnchorStep, counts: Mapping[Element, int]) -> bool:
    several = sum(child in counts for child in step.element) > 1
    return several and step.deviation < MOST_DEVIATION and step.ratio < MOST_RATIO


def matching_children(parent: Element, counts: Mapping[Element, int]) -> list[Element]:
    """The children with anchors that are like the one with most of them, the most alike first.

    Likeness is the number of matching nodes, not their share: what users write makes the trees of
    posts larger in its own way, and would thin a share. The list ends where a number is less than
    half of the one before.
    """
    candidates = [child for child in parent if child in counts]
    reference = max(candidates, key=lambda child: counts[child])
    comparisons = _MOST_COMPARISONS // len(candidates)
    numbers = {
        child: matched_nodes(child, reference, comparisons)
        for child in candidates
        if child is not reference
    }
    posts = [reference]
    before = 0
    for child, number in sorted(numbers.items(), key=lambda one: -one[1]):
        if number < before / 2:
            break
        before = number
        posts.append(child)
    return posts


def matched_nodes(one: Element, other: Element, comparisons: int = _MOST_COMPARISONS) -> int:
    """Simple tree matching, top down: how many nodes can be matched at most?

    Nodes match if their tags are the same and their parents match; order is kept. After so many
    comparisons what is left counts as different.
    """
    if one.tag != other.tag:
        return 0
    open_pairs = [_Pair(list(one), list(other))]
    while True:
        pair = open_pairs[-1]
        if pair.is_done or comparisons <= 0:
            open_pairs.pop()
            if not open_pairs:
                return pair.most()
            open_pairs[-1].take(pair.most())
            continue
        comparisons -= 1
        child, another = pair.following()
        if child.tag == another.tag:
            open_pairs.append(_Pair(list(child), list(another)))
        else:
            pair.take(0)


class _Pair:
    """Two elements' children, matched one after the other as a longest common subsequence is."""

    def __init__(self, ones: Sequence[Element], others: Sequence[Element]) -> None:
        self._ones, self._others = ones, others
        self._row = self._column = 0
        self._before = [0] * (len(others) + 1)
        self._current = [0] * (len(others) + 1)
        self.is_done = not (ones and others)

    def following(self) -> tuple[Element, Element]:
        """The next two children to compare."""
        return self._ones[self._row], self._others[self._column]

    def take(self, matched: int) -> None:
        """Keep how many nodes of these two children match."""
        column = self._column
        self._current[column + 1] = max(
            self._current[column], self._before[column + 1], self._before[column] + matched
        )
        self._column += 1
        if self._column == len(self._others):
            self._before, self._current = self._current, [0] * (len(self._others) + 1)
            self._row, self._column = self._row + 1, 0
            self.is_done = self._row == len(self._ones)

    def most(self) -> int:
        """The matching nodes, the two elements among them."""
        return max(self._before[-1], *self._current) + 1
