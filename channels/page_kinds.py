"""Lists, products, articles or threads? What kind of page a cluster's pages are.

Told from a few pages of the cluster: texts that most of them show are the frame and say nothing;
what is left is links, prose, names with values, or posts. The weights are learned
(`evaluation/learn_page_kinds.py`).
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from enum import StrEnum
from functools import cache
from importlib.resources import files
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from channels.posts import read_posts
from pages.nesting import outline
from pages.rows import find_rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pages.outline import Outline
    from pages.page import Page

    Weights = Mapping[str, Mapping[str, float]]

ENOUGH_PAGES = 4
_SENTENCE = re.compile(r"[.!?…][\"”’)]?(?:\s|$)|[。！？；]")
_SHORTEST_PROSE = 50  # columns: a Chinese character is as wide as two letters
_LONGEST_NAME, _LONGEST_VALUE = 40, 120
_WIDEST_ITEM = 400
_TYPE = re.compile(
    rb"""(?:"@type"\s*+:\s*+"|itemtype\s*+=\s*+["']https?://schema.org/"""
    rb"""|og:type["']\s++content\s*+=\s*+["'])([A-Za-z.]{1,40})""",
    re.IGNORECASE,
)
_TOLD_TYPES = {
    "product": re.compile(rb"product|book|movie|restaurant|vehicle", re.IGNORECASE),
    "article": re.compile(rb"(?:news|tech)?article|blogposting|reportage.*", re.IGNORECASE),
    "thread": re.compile(rb"discussionforumposting|qapage|question|comment", re.IGNORECASE),
}


class PageKind(StrEnum):
    LIST = "list"
    PRODUCT = "product"
    ARTICLE = "article"
    THREAD = "thread"


def page_kind(pages: Sequence[Page]) -> PageKind:
    """The likeliest kind of some pages of one layout; of more than a few the first count."""
    return likeliest_kind(page_signs(pages[:ENOUGH_PAGES]), _shipped_weights())


_MOST_PROSE = 0.5  # of what was read as the article of a list


def is_list(page: Page, article: str) -> bool:
    """Whether a page is a list, though something was read as its article.

    Without other pages of its layout a short article in a large frame looks like one: it has prose.
    """
    lines = article.split("\n")
    prose = sum(_width(line) for line in lines if _is_prose(line))
    if prose >= _MOST_PROSE * sum(map(_width, lines)):
        return False
    return page_kind([page]) is PageKind.LIST


@cache
def _shipped_weights() -> Weights:
    read: Weights = json.loads((files("channels") / "page_kinds.json").read_text("utf-8"))
    return read


def likeliest_kind(signs: Mapping[str, float], weights: Weights) -> PageKind:
    def score(kind: str) -> float:
        return weights[kind]["bias"] + sum(
            weights[kind][name] * value for name, value in signs.items()
        )

    kinds = [kind for kind in weights if signs["number of links"] or kind != PageKind.LIST]
    return PageKind(max(kinds, key=score))


def page_signs(pages: Sequence[Page]) -> dict[str, float]:
    """The median of each sign over the pages."""
    outlines = [outline(page) for page in pages]
    frame = _frame(outlines)
    signs = [_signs(*pair, frame) for pair in zip(pages, outlines, strict=True)]
    return {name: median(of_page[name] for of_page in signs) for name in signs[0]}


def _frame(outlines: Sequence[Outline]) -> set[str]:
    """Texts that three of four pages show, or all of fewer; none if there is one page."""
    if len(outlines) == 1:
        return set()
    counts = Counter(text for read in outlines for text in set(read.texts))
    return {text for text, count in counts.items() if 4 * count >= 3 * len(outlines)}


def _signs(page: Page, read: Outline, frame: set[str]) -> dict[str, float]:
    texts = _Texts.of(read, frame)
    rows = [
        row
        for row in find_rows(read)
        if 0 < _width(row.name) <= _LONGEST_NAME
        and 0 < _width(row.value) <= _LONGEST_VALUE
        and row.value not in frame
    ]
    names = {row.name for row in rows}
    posts = read_posts(page)
    said = sum(_width(post.text) for post in posts) if len(posts) > 1 else 0
    told = Counter(_told_types(page.body))
    return {
        "links": texts.links / (texts.all or 1),
        "items": texts.items / (texts.all or 1),
        "prose": texts.prose / (texts.all or 1),
        "length of prose": math.log2(1 + texts.prose) / 10,
        "number of links": math.log2(1 + texts.number_of_links) / 5,
        "names": math.log2(1 + len(names - frame)) / 5,
        "names on most pages": math.log2(1 + len(names & frame)) / 5,
        "posts": math.log2(1 + (len(posts) if said else 0)) / 5,
        "posts' text": min(1.0, said / (texts.all or 1)),
        "posts with authors": sum(bool(post.author) for post in posts) / (len(posts) or 1),
        **{f"told {kind}": float(kind in told) for kind in _TOLD_TYPES},
        "several pages": float(bool(frame)),
    }


class _Texts(NamedTuple):
    """How wide the texts of a page are that are no part of its frame."""

    all: int
    links: int
    prose: int
    number_of_links: int
    items: int

    @classmethod
    def of(cls, read: Outline, frame: set[str]) -> _Texts:
        in_link, silent = _inside(read)
        widths, linked = [0] * len(read.tags), [0] * len(read.tags)
        links = prose = number = 0
        for text, owner in zip(read.texts, read.owners, strict=True):
            if silent[owner] or text in frame:
                continue
            width = _width(text)
            widths[owner] += width
            if in_link[owner]:
                links += width
                number += 1
                linked[owner] += 1
            elif _is_prose(text):
                prose += width
        for element in range(len(read.tags) - 1, 0, -1):
            widths[read.parents[element]] += widths[element]
            linked[read.parents[element]] += linked[element]
        return cls(widths[0], links, prose, number, _width_of_items(read, widths, linked))


def _width_of_items(read: Outline, widths: Sequence[int], linked: Sequence[int]) -> int:
    """Of list items: at least three children of the same tag, each short and with a link."""
    items: dict[tuple[int, str], list[int]] = {}
    for element in range(1, len(read.tags)):
        if linked[element] and widths[element] <= _WIDEST_ITEM:
            items.setdefault((read.parents[element], read.tags[element]), []).append(element)
    whole = end = 0
    for element in sorted(one for group in items.values() if len(group) > 2 for one in group):
        if element >= end:  # else it is in an item itself
            whole += widths[element]
            end = read.ends[element]
    return whole


def _inside(read: Outline) -> tuple[list[bool], list[bool]]:
    """Of each element: is it in a link, is it no part of what the page says?"""
    in_link, silent = [False] * len(read.tags), [False] * len(read.tags)
    for element in read.silent:
        silent[element] = True
    for element, (tag, parent) in enumerate(zip(read.tags, read.parents, strict=True)):
        in_link[element] = tag == "a" or in_link[parent]
        silent[element] = silent[element] or silent[parent]
    return in_link, silent


def _is_prose(text: str) -> bool:
    return _width(text) >= _SHORTEST_PROSE and _SENTENCE.search(text) is not None


def _width(text: str) -> int:
    return len(text) + sum(character >= "\u2e80" for character in text)


def _told_types(body: bytes) -> list[str]:
    """What the page tells machines about its kind."""
    types = set(_TYPE.findall(body))
    return [
        kind
        for kind, pattern in _TOLD_TYPES.items()
        if any(pattern.fullmatch(found) for found in types)
    ]
