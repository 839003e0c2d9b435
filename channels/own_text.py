"""Which text of a page is its own, and which comes with every page or every post?"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from channels.post_text import LONGEST_SIGNATURE, SIGNATURE_LINE, is_quote
from channels.user_links import is_user_link

if TYPE_CHECKING:
    from collections.abc import Sequence

    from channels.nodes import Node, Nodes
    from channels.page_times import TimeAt

_DIGITS = re.compile(r"\d+")
_LONGEST_PATTERN = 120  # characters by which texts are told to be the same
_LONGEST_LABEL = 40
_LONGEST_NAME = 500
# One class word or id; "postcontent_sig" is a post with a signature.
_ASIDE = re.compile(
    r"(?<!\S)(?!\S*(?:content|body|height|with|has))(?:\S*[_-])?(?:sig|nav|navbar)(?:[_-]\S*)?(?!\S)"
    r"|signature|breadcrumb|sidebar|related|similar|footer|copyright|cookie|notice|advert",
    re.IGNORECASE,
)
_MOST_ASIDE = 0.3  # of the page's text: what holds more is no side matter, whatever its name
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))


class OwnText:
    """Characters of elements: `own` of text that the page has once, `noise` of labels.

    Labels are times, names, "Reply", "3 likes", headings: short texts that come again, perhaps
    with other numbers. Quotes, and what is long and comes again, are neither.
    """

    def __init__(self, page: Nodes, times: Sequence[TimeAt]) -> None:
        self._all = [0, *accumulate(len(leaf.text) for leaf in page.leaves)]
        aside, quoted = self._marks(page)
        self.quoted = quoted  # per element: is it, or is it in, a quote?
        patterns = [_DIGITS.sub("0", leaf.text[:_LONGEST_PATTERN]) for leaf in page.leaves]
        counts = Counter(
            pattern
            for pattern, leaf in zip(patterns, page.leaves, strict=True)
            if not quoted[leaf.node]
        )
        beside = {leaf for time in times for leaf in time.leaves}
        beside |= self._in_signatures(page)
        own, noise, links = [0] * len(patterns), [0] * len(patterns), [0] * len(patterns)
        for number, leaf in enumerate(page.leaves):
            node = page.nodes[leaf.node]
            length = len(leaf.text)
            again = counts[patterns[number]] > 1
            if number in beside or aside[leaf.node]:
                noise[number] = length
            elif again and not quoted[leaf.node]:
                is_label = length < _LONGEST_LABEL or node.element.tag in _HEADINGS
                noise[number] = length if is_label else 0
            elif not again and any(map(str.isalpha, leaf.text[:50])):
                if not node.is_link:
                    own[number] = length
                elif not is_user_link(node.element):
                    links[number] = length
        self._own = [0, *accumulate(own)]
        self._noise = [0, *accumulate(noise)]
        self._links = [0, *accumulate(links)]
        self.page_own = self._own[-1]

    def _marks(self, page: Nodes) -> tuple[list[bool], list[bool]]:
        """Which elements are beside the matter by their names, and which are in quotes."""
        aside: list[bool] = []
        quoted: list[bool] = []
        most = _MOST_ASIDE * self._all[-1]
        for node in page.nodes:
            element = node.element
            is_aside = node.parent >= 0 and aside[node.parent]
            if not is_aside and self._length(self._all, node) < most:
                names = (element.get("class"), element.get("id"))
                is_aside = element.tag in ("nav", "footer") or any(
                    _is_aside(name[:_LONGEST_NAME]) for name in names if name
                )
            aside.append(is_aside)
            quoted.append((node.parent >= 0 and quoted[node.parent]) or is_quote(element))
        return aside, quoted

    def _in_signatures(self, page: Nodes) -> set[int]:
        """The leaves behind a line of underscores, in the same element."""
        found: set[int] = set()
        for number, leaf in enumerate(page.leaves):
            if SIGNATURE_LINE.fullmatch(leaf.text):
                last = page.nodes[leaf.node].last
                if self._all[last] - self._all[number] <= LONGEST_SIGNATURE + len(leaf.text):
                    found.update(range(number, last))
        return found

    @staticmethod
    def _length(sums: Sequence[int], node: Node) -> int:
        return sums[node.last] - sums[node.first]

    def own(self, node: Node) -> int:
        return self._length(self._own, node)

    def own_between(self, first: Node, last: Node) -> int:
        """From the beginning of one element to the end of another."""
        return self._own[last.last] - self._own[first.first]

    def all(self, node: Node) -> int:
        return self._length(self._all, node)

    def links_between(self, first: int, last: int) -> int:
        """Characters of links in these leaves that the page has once, as titles of threads are."""
        return self._links[last] - self._links[first]

    def purity(self, node: Node) -> float:
        """The part of own text in what tells something."""
        own, noise = self._length(self._own, node), self._length(self._noise, node)
        return own / (own + noise) if own + noise else 0.5


@lru_cache(maxsize=8192)
def _is_aside(name: str) -> bool:
    return _ASIDE.search(name) is not None
