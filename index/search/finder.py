"""`Finder`: from what a visitor asks to what the page shows.

The query is put within bounds, taken apart, asked of the engine; where nothing is found there are
ways out: conditions to leave out, words that may have been meant.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import combinations, islice, zip_longest
from typing import TYPE_CHECKING, Self, TypeAlias

from index.analysis import analyzer_for
from index.documents import ProductDocument
from index.engines.engine import SearchRequest
from index.query.vocabulary import related_attributes
from index.search.bounds import clean, in_bounds, last_page, sort_of, sorts_of
from index.search.conditions import (
    FacetTerms,
    FilterResolver,
    QueryParser,
    query_without,
    request_for,
)
from index.search.facets import FacetCache, Facets
from index.search.labels import joined_labels
from index.search.model import FilterChip, Relaxation, SearchResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from core.topic import Topic
    from index.analysis import Analyzer
    from index.engines.engine import Searcher, SearchResponse
    from index.opening import OpenIndex
    from index.schema import IndexSchema
    from index.search.conditions import ParsedQuery, QueryPart
    from index.search.model import SearchQuery
    from index.suggest import Suggestions


_Count: TypeAlias = "Callable[[SearchQuery], int]"

_MOST_TO_HELP = 20  # parts of a question
_MOST_PARTS = 12  # tried alone
_MOST_IN_PAIRS = 7  # 21 pairs
_MOST_SHOWN = 5


def chip_of(parts: Sequence[QueryPart], parsed: ParsedQuery) -> FilterChip:
    label = joined_labels(" + ", (part.label for part in parts))
    said = " ".join(part.said for part in parts if part.said)
    return FilterChip(label, said, query_without(parsed.asked, parsed.query, parts))


def relaxed(parsed: ParsedQuery, count: _Count) -> tuple[Relaxation, ...]:
    """Each part left out alone; if no single one helps, two at a time; most products first.

    Of a text with very many parts, one or two left out would not help, and each costs a count.
    """
    if len(parsed.parts) > _MOST_TO_HELP:
        return ()
    for together, most in ((1, _MOST_PARTS), (2, _MOST_IN_PAIRS)):
        tried = combinations(parsed.parts[:most], together)
        helping = list(_helping(tried, parsed, count))
        if helping:
            helping.sort(key=lambda each: -each.count)
            return tuple(helping[:_MOST_SHOWN])
    return ()


def _helping(
    tried: Iterable[tuple[QueryPart, ...]], parsed: ParsedQuery, count: _Count
) -> Iterator[Relaxation]:
    for left_out in tried:
        chip = chip_of(left_out, parsed)
        if products := count(chip.without):
            yield Relaxation(chip, products)


# What may have been meant by words that find nothing.


_MOST_WORDS = 8


def corrected_texts(parsed: ParsedQuery, correct: Callable[[str], Sequence[str]]) -> Iterator[str]:
    """The text with its words corrected, the likeliest first; what was understood stays."""
    words = [part for part in parsed.parts if part.words][:_MOST_WORDS]
    corrections = [(part, correct(part.said)) for part in words]
    wrong = [(part, texts) for part, texts in corrections if texts]
    for choice in zip_longest(*(texts for _, texts in wrong)):
        chosen = [text or texts[0] for text, (_, texts) in zip(choice, wrong, strict=True)]
        yield _with(parsed.query.text, [part for part, _ in wrong], chosen)


def _with(text: str, parts: Sequence[QueryPart], corrected: Sequence[str]) -> str:
    for part, word in sorted(
        zip(parts, corrected, strict=True), key=lambda each: each[0].pieces[0].start, reverse=True
    ):
        piece = part.pieces[0]
        text = text[: piece.start] + word + text[piece.end :]
    return text


# Documents of hits; those shown most are not read again for each page.


_REMEMBERED = 500  # documents
_LONGEST_REMEMBERED = 20_000  # bytes


def document_from(body: bytes) -> ProductDocument:
    if len(body) > _LONGEST_REMEMBERED:
        return ProductDocument.from_json(body)
    return _remembered(body)


_remembered = lru_cache(maxsize=_REMEMBERED)(ProductDocument.from_json)


# The finder: all steps together.


_MOST_TRIED = 5  # corrections, each of which costs a count


class Finder:
    """Answers whatever is asked of an open index; safe to use from several threads."""

    def __init__(
        self,
        searcher: Searcher,
        schema: IndexSchema,
        suggestions: Suggestions,
        topic: Topic,
        analyzer: Analyzer,
    ) -> None:
        self._searcher = searcher
        self._schema = schema
        self._suggestions = suggestions
        self._analyzer = analyzer
        self._terms = FacetTerms(searcher, schema, topic)
        self._attributes = {attribute.name: attribute for attribute in topic.attributes}
        resolver = FilterResolver(
            topic=topic,
            schema=schema,
            terms=self._terms,
            analyzer=analyzer,
            related={name: related_attributes(name, topic) for name in self._attributes},
        )
        self._parser = QueryParser(self._attributes, resolver, self._is_name)
        self._facets = Facets(topic, schema, self._terms)
        self._facet_cache = FacetCache(searcher, self._facets.names)
        self.sorts = sorts_of(topic, schema)

    @classmethod
    def over(cls, index: OpenIndex) -> Self:
        topic = index.topic
        return cls(index.searcher, index.schema, index.suggestions, topic, analyzer_for(topic))

    def find(self, asked: SearchQuery) -> SearchResult:
        """Nothing raises: what cannot be answered is left out of `SearchResult.asked`."""
        ordered = in_bounds(asked, self._attributes, self._schema, self._terms)
        parsed = self._parser.parse(ordered)
        request = request_for(parsed.parts, self._analyzer)
        parsed, found = self._page(parsed, request)
        facets, more_facets = self._facets.shown(parsed, found)
        phrased = (token for phrase in request.phrases for token in phrase)
        return SearchResult(
            asked=parsed.asked,
            total=found.total,
            products=tuple(document_from(hit.document) for hit in found.hits),
            chips=tuple(chip_of((part,), parsed) for part in parsed.parts if not part.words),
            words=tuple(dict.fromkeys((*request.words, *phrased))),
            facets=facets,
            sorts=self.sorts,
            relaxed=() if found.total else relaxed(parsed, self._count),
            corrections=() if found.total else self._corrections(parsed),
            more_facets=more_facets,
        )

    def complete(self, typed: str) -> Sequence[str]:
        """What the text may become, the likeliest first."""
        return self._suggestions.complete(clean(typed))

    def _page(
        self, parsed: ParsedQuery, request: SearchRequest
    ) -> tuple[ParsedQuery, SearchResponse]:
        """The page that is asked for, or the last there is."""
        asked = parsed.asked
        request = replace(
            request,
            sort=sort_of(asked.sort),
            offset=(asked.page - 1) * asked.size,
            limit=asked.size,
        )
        found = self._facet_cache.search(request)
        if found.hits or not found.total:
            return parsed, found
        last = last_page(found.total, asked.size)
        request = replace(request, offset=(last - 1) * asked.size)
        return replace(parsed, asked=replace(asked, page=last)), self._facet_cache.search(request)

    def _count(self, asked: SearchQuery) -> int:
        parts = self._parser.parse(asked).parts
        return self._searcher.count(request_for(parts, self._analyzer))

    def _is_name(self, text: str) -> bool:
        """Is there a product with it, as one word?"""
        tokens = self._analyzer.query_tokens(text)
        return len(tokens) == 1 and self._searcher.count(SearchRequest(words=tokens)) > 0

    def _corrections(self, parsed: ParsedQuery) -> tuple[SearchQuery, ...]:
        """Only what finds something."""
        texts = corrected_texts(parsed, self._suggestions.correct)
        meant = (replace(parsed.asked, text=text, page=1) for text in islice(texts, _MOST_TRIED))
        return tuple(each for each in meant if self._count(each))
