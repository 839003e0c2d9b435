"""The topic's hint words, found in anchors, addresses and places."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.topic import Topic

_LATIN = re.compile(r"[a-z]+")
_SHORTEST_PART = 4
_LONGEST_READ = 300

PRODUCT, LIST, OTHER, TOPIC = "product", "list", "other", "topic"


class HintWords:
    """Which of the topic's words does a text hold?

    Latin words are found as words (also in the plural, or as the beginning or end of a word
    written in one), all others wherever they stand: Chinese has no spaces between words.
    """

    def __init__(self, topic: Topic) -> None:
        links = topic.links
        self._latin: dict[str, str] = {}
        parts: dict[str, str] = {}
        title = (topic.title.zh, topic.title.en)
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
        # Anchors of menus and names of places come again and again.
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
        """Does a title or heading say the topic's own name?"""
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
