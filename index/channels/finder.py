"""`ChannelFinder`: searches articles and posts, and cuts snippets out of their texts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Self, TypeAlias

from index.analysis import analyzer_for
from index.channels.document import (
    AUTHOR,
    HIGH,
    KIND,
    LOW,
    PRODUCT,
    SITE,
    TIME,
    WORTH,
    ChannelDocument,
)
from index.engines.engine import AnyOf, SearchRequest, Sort, Within
from index.query.understand import words_and_phrases
from index.search.bounds import last_page
from store.documents import ARTICLE, POST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.topic import Topic
    from index.analysis import Analyzer
    from index.channels.query import ChannelQuery
    from index.engines.engine import Condition, Searcher
    from index.opening import OpenIndex


_MOST_KEYS = 10  # of a facet


class ChannelCounts(NamedTuple):
    """How many articles and posts there are for a text; posts of low value are not counted."""

    articles: int = 0
    posts: int = 0


@dataclass(frozen=True, slots=True)
class ChannelResult:
    """`hidden` is how many of low value there are, shown or not; `words` are to be highlighted.

    Facets have keys with counts, most documents first; each is counted without the choice made in
    it.
    """

    asked: ChannelQuery
    total: int
    hidden: int
    documents: tuple[ChannelDocument, ...]
    words: tuple[str, ...]
    sites: Mapping[str, int]
    authors: Mapping[str, int]
    products: Mapping[str, int]


class ChannelFinder:
    """Answers queries on an open index; safe to use from several threads."""

    def __init__(self, searcher: Searcher, topic: Topic) -> None:
        self._searcher = searcher
        self._topic = topic
        self._analyzer = analyzer_for(topic)

    @classmethod
    def over(cls, index: OpenIndex) -> Self:
        return cls(index.channels, index.topic)

    def __len__(self) -> int:
        return len(self._searcher)

    def find(self, asked: ChannelQuery) -> ChannelResult:
        """The requested page, or the last one there is."""
        request = replace(
            self._request(asked.text, tuple(_conditions(asked))),
            facets=(SITE, AUTHOR, PRODUCT, WORTH),
            sort=Sort(TIME) if asked.newest_first else None,
            offset=(asked.page - 1) * asked.size,
            limit=asked.size,
        )
        found = self._searcher.search(request)
        if found.total and not found.hits:
            asked = replace(asked, page=last_page(found.total, asked.size))
            request = replace(request, offset=(asked.page - 1) * asked.size)
            found = self._searcher.search(request)
        facets = {name: dict(islice(found.facets[name].items(), _MOST_KEYS)) for name in _FACETS}
        phrased = (token for phrase in request.phrases for token in phrase)
        return ChannelResult(
            asked,
            found.total,
            found.facets[WORTH].get(LOW, 0),
            tuple(ChannelDocument.from_json(hit.document) for hit in found.hits),
            tuple(dict.fromkeys((*request.words, *phrased))),
            facets[SITE],
            facets[AUTHOR],
            facets[PRODUCT],
        )

    def counts(self, text: str, product: str = "") -> ChannelCounts:
        """For the tabs of a search."""
        if not len(self._searcher):
            return ChannelCounts()
        conditions: tuple[Condition, ...] = (AnyOf(WORTH, (HIGH,)),)
        if product:
            conditions += (AnyOf(PRODUCT, (product,)),)
        request = replace(self._request(text, conditions), facets=(KIND,), limit=0)
        kinds = self._searcher.search(request).facets[KIND]
        return ChannelCounts(kinds.get(ARTICLE, 0), kinds.get(POST, 0))

    def get(self, document: int) -> ChannelDocument | None:
        hits = self._searcher.get([str(document)])
        return ChannelDocument.from_json(hits[0].document) if hits else None

    def snippet(self, text: str, words: Sequence[str]) -> list[SnippetPiece]:
        return snippet(text, words, self._analyzer)

    def highlight(self, text: str, words: Sequence[str]) -> list[SnippetPiece]:
        """A short text with the words marked."""
        return self._analyzer.highlight(text, frozenset(words)) if words else [(text, False)]

    def _request(self, text: str, conditions: tuple[Condition, ...]) -> SearchRequest:
        parsed = words_and_phrases(text, self._topic)
        exact = self._analyzer.exact_tokens
        return SearchRequest(
            words=self._analyzer.query_tokens(parsed.words),
            phrases=tuple(filter(None, map(exact, parsed.phrases))),
            without=tuple(filter(None, map(exact, parsed.without))),
            conditions=conditions,
        )


_FACETS = (SITE, AUTHOR, PRODUCT)


def _conditions(asked: ChannelQuery) -> Iterator[Condition]:
    yield AnyOf(KIND, (asked.kind,))
    chosen = ((PRODUCT, asked.product), (SITE, asked.site), (AUTHOR, asked.author))
    yield from (AnyOf(name, (key,)) for name, key in chosen if key)
    if not asked.low:
        yield AnyOf(WORTH, (HIGH,))
    low, high = asked.first_moment, asked.last_moment
    if low is not None or high is not None:
        yield Within(TIME, low, high)


# Snippets: the place of a text that says most about the words, with these marked.


SnippetPiece: TypeAlias = tuple[str, bool]  # text, and whether it is one of the words

_LONGEST_SNIPPET = 180  # characters
_BEFORE = 40  # characters shown before the first word
_MOST_LOOKED_THROUGH = 20_000  # characters of a text that may not have the words as such


def snippet(text: str, words: Sequence[str], analyzer: Analyzer) -> list[SnippetPiece]:
    """A piece of the text around the words, with these marked; its beginning without words."""
    at = max(_place(text, words, analyzer) - _BEFORE, 0) if words else 0
    if len(text) - at < _LONGEST_SNIPPET:
        at = max(len(text) - _LONGEST_SNIPPET, 0) if at else 0
    at = _word_start(text, at)
    shown = " ".join(text[at : at + _LONGEST_SNIPPET].split())
    pieces = analyzer.highlight(shown, frozenset(words)) if words else [(shown, False)]
    before = [("…", False)] if at else []
    after = [("…", False)] if at + _LONGEST_SNIPPET < len(text) else []
    return [*before, *pieces, *after]


def _place(text: str, words: Sequence[str], analyzer: Analyzer) -> int:
    """Where most of the words stand together; words may be written in another way there."""
    written = text.casefold() if len(text.casefold()) == len(text) else text
    places = sorted(place for word in words for place in islice(_places(written, word), _MOST_KEYS))
    if places:
        return max(places, key=lambda at: (_near(places, at), -at))
    at = 0
    for piece, marked in analyzer.highlight(text[:_MOST_LOOKED_THROUGH], frozenset(words)):
        if marked:
            return at
        at += len(piece)
    return 0


def _places(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def _near(places: Iterable[int], at: int) -> int:
    return sum(at <= other < at + _LONGEST_SNIPPET - _BEFORE for other in places)


def _word_start(text: str, at: int) -> int:
    """Not inside of a Latin word: its end would not be understood."""
    for back in range(at, max(at - 20, 0), -1):
        if not (text[back - 1].isascii() and text[back - 1].isalnum()):
            return back
    return at
