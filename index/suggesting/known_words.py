"""The words of an index, for corrections: those of its titles and of its topic."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from index.analysis.normal import normal
from index.analysis.pieces import Kind, pieces_of
from index.products.vocabulary import BRANDS, MARKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.topic import Topic
    from index.analysis.analyzer import Analyzer

_MOST_KNOWN_WORDS = 50_000
_COUNT_OF_TOPIC = 1_000


def known_words(texts: Iterable[str], topic: Topic, analyzer: Analyzer) -> list[str]:
    """Most frequent first; words of a topic are known whether or not a title has them."""
    words: Counter[str] = Counter()
    for run, count in Counter(_runs(texts)).items():
        for word in analyzer.query_tokens(run):
            words[word] += count
    # Whoever types a part of a topic's word (虹膜 of 虹膜识别) made no mistake.
    words.update(dict.fromkeys(_parts(topic, analyzer), _COUNT_OF_TOPIC))
    return [word for word, _ in words.most_common() if len(word) > 1][:_MOST_KNOWN_WORDS]


def _runs(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for piece in pieces_of(normal(text)):
            if piece.kind is not Kind.DIGITS:
                yield piece.text


def _parts(topic: Topic, analyzer: Analyzer) -> Iterator[str]:
    for text in _topic_texts(topic):
        for run in _runs((text,)):
            yield from analyzer.index_tokens(run)


def _topic_texts(topic: Topic) -> Iterator[str]:
    for brand in BRANDS.brands.values():
        yield from (*brand.names, *brand.lines, *brand.series)
    yield from (*MARKS.words, *MARKS.colours, *MARKS.carriers)
    for attribute in topic.attributes:
        yield from (attribute.name, attribute.label, *attribute.aliases)
        for same in attribute.words:
            yield from same
