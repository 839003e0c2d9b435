"""The words that are left of a text when all filters are removed.

`Leftovers` returns them without filler: words of the locale packs that ask for nothing (我想买,
show me, ich suche), and what every product of the topic is called (手机, phones).
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from index.analysis import analyzer_for
from index.query.model import TAKEN
from index.query.vocabulary import product_endings, product_names
from index.query.wordlists import any_of, is_latin, typed_ways, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Topic
    from index.query.model import Draft, Wording
    from index.values.text import Span


_BETWEEN_WORDS = re.compile(rf"[\s{TAKEN},、;。!?()|]+")
_HAN_RUN = re.compile(r"[\u3400-\u9fff]+")
_AT_EDGES = {*" .:'\"&+-~/", *words_of(lambda pack: pack.particles)}
_KEPT_AT_END = "+"  # Pro+


def all_words(draft: Draft) -> Iterator[Wording]:
    """The words including filler, for a text that consists of filler only."""
    for place in _between_spaces(draft.text):
        if wording := draft.wording(place, place):
            yield wording


def _between_spaces(text: str) -> Iterator[Span]:
    at = 0
    for found in (*_BETWEEN_WORDS.finditer(text), None):
        end = found.start() if found else len(text)
        if any(map(str.isalnum, text[at:end])):
            yield at, end
        at = found.end() if found else end


class Leftovers:
    """Reads what is left of a text about one topic."""

    def __init__(self, topic: Topic) -> None:
        self._topic = topic
        products = frozenset(product_names(topic))
        filler = words_of(lambda pack: chain.from_iterable(pack.filler))
        asked_for = words_of(lambda pack: pack.filler_before_product)
        phrases = (f"{word} {product}" for word in asked_for for product in products)
        self._filler = frozenset((*filler, *products, *phrases))
        stray = (way for word in topic.query.stray_words for way in typed_ways(word))
        self._alone = self._filler | {*stray}
        self._endings = product_endings(topic)
        several = (each for each in self._filler if " " in each)
        self._phrases = re.compile(any_of(several, within=r"\w-"))

    def cut_compounds(self, draft: Draft) -> None:
        """A longer word that ends with what products are called loses that: Gamingmonitor."""
        if self._endings:
            for found in list(self._endings.finditer(draft.text)):
                start = found.start() - (draft.text[found.start() - 1 : found.start()] == "-")
                before = draft.text[start - 1 : start]
                if is_latin(before) or (before.isdigit() and start < found.start()):
                    draft.take(start, found.end())

    def words_left(self, draft: Draft) -> Iterator[Wording]:
        text = self._phrases.sub(lambda found: TAKEN * len(found[0]), draft.text)
        for start, end in _between_spaces(text):
            for place in self._without_filler(text, start, end):
                if wording := draft.wording(place, place):
                    yield wording

    def _without_filler(self, text: str, start: int, end: int) -> Iterator[Span]:
        """The parts of a text without spaces; each keeps its words together."""
        part = start
        for run in _HAN_RUN.finditer(text, start, end):
            at = run.start()
            for word in analyzer_for(self._topic).han_words(run[0]):
                if word in self._filler:
                    yield from self._part(text, part, at)
                    part = at + len(word)
                at += len(word)
        yield from self._part(text, part, end)

    def _part(self, text: str, start: int, end: int) -> Iterator[Span]:
        while start < end and text[start] in _AT_EDGES:
            start += 1
        while start < end and text[end - 1] in _AT_EDGES and text[end - 1] not in _KEPT_AT_END:
            end -= 1
        word = text[start:end]
        if any(map(str.isalnum, word)) and word not in self._alone:
            yield start, end
