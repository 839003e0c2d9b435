"""The words of a topic: what its values are called by, and what its attributes are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from index.analysis.normal import normal
from index.analysis.pieces import Gap, Kind, pieces_of
from index.products.vocabulary import BRANDS, MARKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.topic import Topic


class TopicWords(NamedTuple):
    """All as `normal` writes them.

    `han` are the words of Han characters: among them `makers`, the brands and chips that have
    numbered models, and `names` of attributes. `compounds` are Latin names of two parts, written
    together ("blackshark").
    """

    han: frozenset[str]
    makers: frozenset[str]
    names: frozenset[str]
    compounds: frozenset[str]


def words_of(topic: Topic) -> TopicWords:
    makers = frozenset(map(normal, _makers()))
    values = frozenset(map(normal, _values(topic)))
    names = frozenset(map(normal, _names(topic)))
    of_makers = frozenset(_han_runs(makers))
    of_names = frozenset(_han_runs(names))
    return TopicWords(
        frozenset(_simple(of_makers | of_names | frozenset(_han_runs(values)))),
        of_makers,
        of_names - of_makers,
        frozenset(_compounds(makers | values | names)),
    )


def _makers() -> Iterator[str]:
    for brand in BRANDS.brands.values():
        yield from (*brand.names, *brand.lines, *brand.series)
    for many in (*MARKS.chip_makers.values(), *MARKS.chip_lines.values()):
        yield from many


def _values(topic: Topic) -> Iterator[str]:
    yield from (*MARKS.carriers, *MARKS.words, *MARKS.colours)
    for attribute in topic.attributes:
        for same in attribute.words:
            yield from same


def _names(topic: Topic) -> Iterator[str]:
    for attribute in topic.attributes:
        yield from (attribute.name, attribute.label, *attribute.aliases)


def _han_runs(written: Iterable[str]) -> Iterator[str]:
    for text in written:
        for piece in pieces_of(text):
            if piece.kind is Kind.HAN and len(piece.text) > 1:
                yield piece.text


def _simple(words: frozenset[str]) -> Iterator[str]:
    """Those that are not two of them in a row: who types 高通骁龙 is content with 高通 … 骁龙."""
    for word in words:
        cuts = range(2, len(word) - 1)
        if not any(word[:cut] in words and word[cut:] in words for cut in cuts):
            yield word


def _compounds(written: Iterable[str]) -> Iterator[str]:
    for text in written:
        pieces = list(pieces_of(text))
        parted = len(pieces) == 2 and pieces[1].gap is not Gap.BREAK
        if parted and all(piece.kind is Kind.LETTERS for piece in pieces):
            yield pieces[0].text + pieces[1].text
