"""The published reader of news and blogs: content extraction via valid characters (CEVC).

A text is *valid* if it is in no link and has a stop word: what is made of links or of mere
keywords is seldom an article. From `body` the method steps into the child with the most valid
characters as long as that child has the greater part of them; where none has, the block is found.

`news_of` gives the published triple of title, date and body.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from pages.page import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

    from pages.dom import Tree

LEAST_RATIO = 0.5  # alpha; the published F1 is the same from 0.3 to 0.6

# Words that hold sentences together. Chinese ones are found without parting a text into words.
STOP_WORD = re.compile(
    r"[的了是在和有我你他她它们这那也就都而及与着或不为以于被把对从到之其但等很还将更又让向]"
    r"|\b(?:a|an|and|are|as|at|be|but|by|for|from|has|have|he|i|in|is|it|not|of|on|or|she|that|the"
    r"|their|they|this|to|was|we|were|which|will|with|you)\b",
    re.IGNORECASE,
)
_NO_TEXT = frozenset({"script", "style"})


class BlockStep(NamedTuple):
    """A block on the way in: its valid characters, and its largest child's share of them."""

    element: Element
    characters: int
    ratio: float


def valid_text(tree: Tree) -> str:
    """The valid texts of the page's core block, a line each."""
    counts = count_valid_characters(tree)
    way = way_to_core_block(tree, counts)
    if not way:
        return ""
    inside = frozenset(way[-1].element.iter())
    return "\n".join(fold(text) for text, holder in _valid_texts(tree) if holder in inside)


def way_to_core_block(
    tree: Tree, counts: dict[Element, int], least_ratio: float = LEAST_RATIO
) -> list[BlockStep]:
    """From `body` to the core block; empty if no text of the page is valid.

    The texts of an element are its children too: where one of them is the largest, the element is
    the core block.
    """
    own = dict.fromkeys(counts, 0)
    for text, holder in _valid_texts(tree):
        own[holder] = max(own[holder], _length(text))
    way: list[BlockStep] = []
    element: Element | None = tree.body if counts.get(tree.body) else None
    while element is not None:
        largest = max(element, key=lambda child: counts.get(child, 0), default=None)
        most = counts.get(largest, 0) if largest is not None else 0
        ratio = max(most, own[element]) / counts[element]
        way.append(BlockStep(element, counts[element], ratio))
        element = largest if ratio >= least_ratio and most > own[element] else None
    return way


def count_valid_characters(tree: Tree) -> dict[Element, int]:
    """Of each element of the body, with all that is in it: characters but white space."""
    elements = list(tree.body.iter())
    counts = dict.fromkeys(elements, 0)
    for text, holder in _valid_texts(tree):
        counts[holder] += _length(text)
    for element in reversed(elements):
        if element is not tree.body:
            counts[element.getparent()] += counts[element]
    return counts


def _valid_texts(tree: Tree) -> Iterator[tuple[str, Element]]:
    """In document order, each with the element that holds it."""
    without: set[Element] = set()  # links, and what has no text
    for element, text in _texts(tree.body):
        parent = element.getparent()
        if element.tag == "a" or element.tag in _NO_TEXT or parent in without:
            without.add(element)
        elif text and STOP_WORD.search(text):
            yield text, element


def _texts(body: Element) -> Iterator[tuple[Element, str | None]]:
    """Each element with its first text, and again with each text behind a child of it."""
    ends: list[Element] = []
    for element in body.iter():
        parent = element.getparent()
        while ends and ends[-1] is not parent:
            ended = ends.pop()
            if ended.tail and ends:
                yield ends[-1], ended.tail
        ends.append(element)
        yield element, element.text
    while len(ends) > 1:
        ended = ends.pop()
        if ended.tail:
            yield ends[-1], ended.tail


def _length(text: str) -> int:
    return sum(map(len, text.split()))


# Title, date and body.


_DATE = re.compile(
    r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)(?:\s{1,3}(\d{1,2}):(\d{2})(?::(\d{2}))?)?"
)
_SHORTEST_TITLE = 5  # characters
_SHORTEST_BODY = 100
_LONGEST_TITLE = 500


@dataclass(frozen=True, slots=True)
class News:
    title: str
    date: datetime | None
    body: str

    @property
    def is_valid(self) -> bool:
        """A page that is no news has no title, no date or hardly any text."""
        title, body = _length(self.title), _length(self.body)
        return title > _SHORTEST_TITLE and self.date is not None and body > _SHORTEST_BODY


def news_of(tree: Tree, now: datetime, not_before: datetime) -> News:
    """The published triple; `now` is when the page was fetched, without a time zone."""
    return News(_title(tree), _date(tree, now, not_before), valid_text(tree))


def _title(tree: Tree) -> str:
    """What `title` and the first `h1` have in common: without the name of the site."""
    title, heading = (_text_of(tree.root.find(f".//{tag}")) for tag in ("title", "h1"))
    if not title:
        return heading
    match = SequenceMatcher(None, title, heading, autojunk=False).find_longest_match()
    common = title[match.a : match.a + match.size].strip()
    return common if len(common) >= _SHORTEST_TITLE else title


def _text_of(element: Element | None) -> str:
    return "" if element is None else fold("".join(element.itertext()))[:_LONGEST_TITLE]


def _date(tree: Tree, now: datetime, not_before: datetime) -> datetime | None:
    """The latest of the page's dates that may be one."""
    found: set[datetime] = set()
    for leaf in tree.in_order:
        for match in _DATE.finditer(leaf.text):
            year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
            try:
                at = datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - no zone told
                found.add(at)
            except ValueError:
                continue
    return max((one for one in found if not_before < one < now), default=None)
