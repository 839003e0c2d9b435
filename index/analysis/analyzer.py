"""The analyzer of a topic."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from index.analysis.asked import QueryTokenizer
from index.analysis.indexed import IndexTokenizer
from index.analysis.normal import normal, traced
from index.analysis.pieces import smallest_pieces
from index.analysis.segmenting import Segmenter
from index.analysis.topic_words import words_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from core.topic import Topic

LONGEST_TEXT = 10_000  # characters of a value that are looked at
LONGEST_QUERY = 500
_LONGEST_REMEMBERED = 100  # values repeat from product to product, long ones rarely
_REMEMBERED = 1 << 14


class Analyzer:
    """Made by `analyzer_for`. Safe to use from several threads; no text makes it raise."""

    def __init__(self, topic: Topic) -> None:
        words = words_of(topic)
        segmenter = Segmenter(words.han)
        self._indexing = IndexTokenizer(segmenter, words)
        self._asking = QueryTokenizer(segmenter, words)
        self._indexed = lru_cache(_REMEMBERED)(self._index_tokens)
        self._exact = lru_cache(_REMEMBERED)(_exact_tokens)

    def normal(self, text: str) -> str:
        """The text as it is compared."""
        return normal(text)

    def index_tokens(self, text: str) -> tuple[str, ...]:
        """All tokens to find the text by, each once."""
        if len(text) <= _LONGEST_REMEMBERED:
            return self._indexed(text)
        return self._index_tokens(text[:LONGEST_TEXT])

    def _index_tokens(self, text: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(token for token, _, _ in self._indexing.tokens(normal(text))))

    def query_tokens(self, text: str) -> tuple[str, ...]:
        """What must all be among a text's `index_tokens`."""
        return tuple(dict.fromkeys(self._asking.tokens(normal(text[:LONGEST_QUERY]))))

    def exact_tokens(self, text: str) -> tuple[str, ...]:
        """The smallest pieces, in order, for phrases."""
        if len(text) <= _LONGEST_REMEMBERED:
            return self._exact(text)
        return _exact_tokens(text[:LONGEST_TEXT])

    def highlight(self, text: str, tokens: Collection[str]) -> list[tuple[str, bool]]:
        """The text in pieces, with True where one of the tokens stands."""
        if not _may_have(normal(text[:LONGEST_TEXT]), tokens):
            return [(text, False)] if text else []
        written, places = traced(text[:LONGEST_TEXT])
        marked = bytearray(len(text))
        for token, start, end in self._indexing.tokens(written):
            if token in tokens:
                first, last = places[start], places[end - 1]
                marked[first : last + 1] = b"\1" * (last + 1 - first)
        return _pieces(text, marked)


def _may_have(written: str, tokens: Collection[str]) -> bool:
    """Tokens are made of a text's own characters, but for + and *, which are spoken.

    To be told so costs a tenth of looking for them, and most titles have none.
    """
    characters = set(written)
    return not characters.isdisjoint("+*") or any(map(characters.issuperset, tokens))


def _exact_tokens(text: str) -> tuple[str, ...]:
    return tuple(smallest_pieces(normal(text)))


def _pieces(text: str, marked: bytearray) -> list[tuple[str, bool]]:
    pieces = []
    start = 0
    while start < len(text):
        mark = marked[start]
        end = marked.find(1 - mark, start)
        end = len(text) if end < 0 else end
        pieces.append((text[start:end], bool(mark)))
        start = end
    return pieces


@lru_cache(maxsize=2)  # a topic as it was, and as it is: each has a large dictionary of its own
def analyzer_for(topic: Topic) -> Analyzer:
    """The analyzer of a topic. The first takes a second: make it at start, not at a query."""
    return Analyzer(topic)
