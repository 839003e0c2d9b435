"""What is known about a link before it is visited, as features to learn from.

Only what the ledger keeps about a link is used (URL, anchor, shape), so that the same features can
be computed again while it waits and when a visit shows what it was worth.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from core.topic import Topic


# Shape of the URL, place on the page and kind of page in one string; no shape has a blank.
_BETWEEN = " @"
_ON = " on "


class LinkPosition(NamedTuple):
    """Where a link is: in which place, on what kind of page."""

    place: str
    page: str = ""

    def joined(self, address_shape: str) -> str:
        """The shape of a URL, with the position of the link.

        >>> LinkPosition("ul.plist>li", "topic").joined("/i/#.html")
        '/i/#.html @ul.plist>li on topic'
        """
        return f"{address_shape}{_BETWEEN}{self.place}{self.page and _ON + self.page}"


def split_shape(shape: str) -> tuple[str, LinkPosition]:
    """The shape of the URL, and the position.

    >>> split_shape("/i/#.html @ul.plist>li on topic")
    ('/i/#.html', LinkPosition(place='ul.plist>li', page='topic'))
    """
    address, _, position = shape.partition(_BETWEEN)
    place, _, page = position.partition(_ON)
    return address, LinkPosition(place, page)


class LinkFeatures(NamedTuple):
    """`general` features mean the same on every site, `own` ones belong to one site."""

    general: tuple[str, ...]
    own: tuple[str, ...]
    in_anchor: frozenset[str]
    in_url: frozenset[str]


def features(url: str, anchor: str, shape: str, hints: HintWords) -> LinkFeatures:
    address, position = split_shape(shape)
    in_anchor = hints.in_text(anchor)
    in_url = hints.in_text(url.partition("//")[2].partition("/")[2])
    general = ["any"]
    general += [f"a:{kind}" for kind in in_anchor]
    general += [f"u:{kind}" for kind in in_url]
    general += [f"p:{kind}" for kind in hints.in_text(position.place)]
    general += anchor_looks(anchor)
    if position.page:
        general.append(f"on:{position.page}")
    told = anchor_words(anchor)
    own = [f"w:{word}" for word in told]
    own += [f"x:{address} {word}" for word in told]
    own += [f"s:{address}", f"p:{position.place}", f"sp:{position}"]
    return LinkFeatures(tuple(sorted(general)), tuple(own), in_anchor, in_url)


# The topic's hint words, found in anchors, URLs and places.


_LATIN = re.compile(r"[a-z]+")
_SHORTEST_PART = 4
_LONGEST_READ = 300

PRODUCT, LIST, OTHER, TOPIC = "product", "list", "other", "topic"


class HintWords:
    """Finds the topic's hint words in a text.

    Latin words are matched as words (also in the plural, or at the beginning or end of a compound),
    all others anywhere: Chinese has no spaces between words.
    """

    def __init__(self, topic: Topic) -> None:
        links = topic.links
        self._latin: dict[str, str] = {}
        parts: dict[str, str] = {}
        title = tuple(topic.title.values())
        for kind, words in (
            (TOPIC, title),
            (PRODUCT, links.product),
            (LIST, links.list),
            (OTHER, links.other),
        ):
            for word in map(str.lower, words):
                known = self._latin if word.isascii() else parts
                known[word] = kind
        self._topic_words = frozenset(word.lower() for word in title)
        self._parts = parts
        self._pattern = re.compile("|".join(map(re.escape, sorted(parts, key=len, reverse=True))))
        self._kinds_of_word = lru_cache(maxsize=8192)(self._look_up)
        # Anchors of menus and names of places repeat on every page.
        self.in_text = lru_cache(maxsize=8192)(self._in_text)

    def _in_text(self, text: str) -> frozenset[str]:
        """The kinds of all hint words in a text."""
        text = text[:_LONGEST_READ].lower()
        found: set[str] = set()
        for word in set(_LATIN.findall(text)):
            found.update(self._kinds_of_word(word))
        if self._parts and not text.isascii():
            found.update(self._parts[part] for part in self._pattern.findall(text))
        return frozenset(found)

    def names_topic(self, texts: Iterable[str]) -> bool:
        """Whether a title or heading has the topic's own name."""
        return any(word in text.lower() for text in texts for word in self._topic_words)

    def _look_up(self, word: str) -> frozenset[str]:
        exact = self._latin.get(word) or self._latin.get(word.removesuffix("s"))
        if exact:
            return frozenset([exact])
        return frozenset(
            kind
            for hint, kind in self._latin.items()
            if len(hint) >= _SHORTEST_PART and (word.startswith(hint) or word.endswith(hint))
        )


# What an anchor looks like: a product name, a price, a page number, a sentence?


_PAGE = re.compile(
    r"(?:上|下|前|后|後|首|末|尾|第\s*\d+\s*)一?[页頁]|第?\s*\d{1,4}\s*[页頁]?|[«»‹›<>←→]+"
    r"|(?:[«»‹›<>←→]\s*)*(?:next|prev(?:ious)?|older|newer|first|last|more)(?:\s+page)?"
    r"(?:\s*[«»‹›<>←→])*|page\s+\d+|\[\d+\]|次へ|前へ|다음|이전|suivant|weiter|siguiente",
    re.IGNORECASE,
)
_MODEL = re.compile(r"[A-Za-z]+[-\s]?\d+[A-Za-z]*|\d+[A-Za-z]+\d*")
# The last digit of a number is enough: trying all of them takes time.
_PRICE = re.compile(r"[$€£¥￥]\s*+\d|\d\s*+元|\d[.,]*+\s*+(?:usd|eur|rmb)", re.IGNORECASE)
_SENTENCE = re.compile(r"[，。！？；]|[,;!?]\s|：\S{4}")
_LATIN_WORD = re.compile(r"[a-z]{2,}|\d+")
_OTHER_WORD = re.compile(r"[^\W\da-zA-Z_]{2,}")
_MOST_WORDS = 4


def is_page_turn(anchor: str) -> bool:
    """Whether it links to another page of the same list.

    >>> [is_page_turn(text) for text in ("下一页", "3", "Next »", "第12页", "iPhone 12")]
    [True, True, True, True, False]
    """
    return len(anchor) <= 20 and _PAGE.fullmatch(anchor) is not None


def anchor_looks(anchor: str) -> list[str]:
    """Properties of an anchor that do not depend on its words."""
    if not anchor:
        return ["look:empty"]
    if is_page_turn(anchor):
        return ["look:page"]
    found = []
    if _PRICE.search(anchor):
        found.append("look:price")
    if _SENTENCE.search(anchor):
        found.append("look:sentence")
    elif len(anchor) <= 60 and _MODEL.search(anchor):
        found.append("look:model")
    length = len(anchor) if anchor.isascii() else 2 * len(anchor)
    found.append("look:short" if length <= 8 else "look:middle" if length <= 40 else "look:long")
    return found


def anchor_words(anchor: str) -> list[str]:
    """A few words to learn from: Latin words, and the beginnings and ends of other runs."""
    lower = anchor[:80].lower()
    found = ["#" if word.isdigit() else word for word in _LATIN_WORD.findall(lower)[:_MOST_WORDS]]
    for run in _OTHER_WORD.findall(lower)[:2]:
        found += (run[:2], run[-2:])
    return found


# The group of a link: whether it leads to a product, to a list, or elsewhere.


class LinkGroup(StrEnum):
    """What a link leads to, as far as known."""

    PRODUCT = "product"
    LIST = "list"
    OTHER = "other"
    # Of a channel: a feed, list, search or board; an article; a page of a thread.
    SOURCE = "source"
    ARTICLE = "article"
    THREAD = "thread"


def group_of(
    anchor: str,
    in_anchor: AbstractSet[str],
    in_url: AbstractSet[str],
    *,
    leads_on: bool = False,
    learned: LinkGroup | None = None,
) -> LinkGroup:
    """What links of this kind led to counts first, then the anchor, then the URL."""
    if leads_on or is_page_turn(anchor):
        return LinkGroup.LIST
    if learned is not None:
        return learned
    for hints in (in_anchor, in_url):
        if OTHER in hints:
            return LinkGroup.OTHER
        if LIST in hints and PRODUCT not in hints:
            return LinkGroup.LIST
        if PRODUCT in hints:
            return LinkGroup.PRODUCT
    return LinkGroup.PRODUCT if "look:model" in anchor_looks(anchor) else LinkGroup.OTHER
