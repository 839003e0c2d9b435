"""`Finder`: runs a search query and returns what the page shows.

The query is clamped to its bounds, parsed, and sent to the engine. If nothing is found, the result
suggests filters to remove and spelling corrections.
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
from index.search.model import FilterChip, Relaxation, SearchQuery, SearchResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from core.topic import Topic
    from index.analysis import Analyzer
    from index.engines.engine import Searcher, SearchResponse
    from index.opening import OpenIndex
    from index.schema import IndexSchema
    from index.search.conditions import ParsedQuery, QueryPart
    from index.suggest import Suggestions


_Count: TypeAlias = "Callable[[SearchQuery], int]"

_MOST_TO_RELAX = 20  # parts of a query
_MOST_SINGLE = 12  # parts removed one at a time
_MOST_IN_PAIRS = 7  # 21 pairs
_MOST_SHOWN = 5


def chip_of(parts: Sequence[QueryPart], parsed: ParsedQuery) -> FilterChip:
    label = joined_labels(" + ", (part.label for part in parts))
    said = " ".join(part.said for part in parts if part.said)
    return FilterChip(label, said, query_without(parsed.asked, parsed.query, parts))


def relaxed(parsed: ParsedQuery, count: _Count) -> tuple[Relaxation, ...]:
    """Remove one part at a time; if that does not help, two; most products first.

    With very many parts, removing one or two would not help, and each try costs a count.
    """
    if len(parsed.parts) > _MOST_TO_RELAX:
        return ()
    for together, most in ((1, _MOST_SINGLE), (2, _MOST_IN_PAIRS)):
        tried = combinations(parsed.parts[:most], together)
        helping = list(_helping(tried, parsed, count))
        if helping:
            helping.sort(key=lambda each: -each.count)
            return tuple(helping[:_MOST_SHOWN])
    return ()


def _helping(
    tried: Iterable[tuple[QueryPart, ...]], parsed: ParsedQuery, count: _Count
) -> Iterator[Relaxation]:
    for removed in tried:
        chip = chip_of(removed, parsed)
        if products := count(chip.without):
            yield Relaxation(chip, products)


# Spelling corrections for queries that find nothing.


_MOST_WORDS = 8


def corrected_texts(parsed: ParsedQuery, correct: Callable[[str], Sequence[str]]) -> Iterator[str]:
    """The text with its words corrected, likeliest first; parts that became filters stay."""
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


# Documents of hits; parsed documents are cached.


_CACHED = 500  # documents
_LONGEST_CACHED = 20_000  # bytes


def document_from(body: bytes) -> ProductDocument:
    if len(body) > _LONGEST_CACHED:
        return ProductDocument.from_json(body)
    return _cached_document(body)


_cached_document = lru_cache(maxsize=_CACHED)(ProductDocument.from_json)


# The finder: all steps together.


_MOST_CORRECTIONS = 5  # each costs a count
_PORTION = 1_000  # products that are in memory at once when all are wanted


class Finder:
    """Answers queries on an open index; safe to use from several threads."""

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
        """Never raises: what cannot be answered is left out of `SearchResult.asked`."""
        bounded = in_bounds(asked, self._attributes, self._schema, self._terms)
        parsed = self._parser.parse(bounded)
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

    def find_all(self, asked: SearchQuery) -> Iterator[ProductDocument]:
        """Every product of the query in its order, read in portions: there may be very many."""
        parsed = self._parser.parse(in_bounds(asked, self._attributes, self._schema, self._terms))
        request = request_for(parsed.parts, self._analyzer)
        request = replace(request, sort=sort_of(parsed.asked.sort), limit=_PORTION)
        offset = 0
        while hits := self._searcher.search(replace(request, offset=offset)).hits:
            yield from (ProductDocument.from_json(hit.document) for hit in hits)
            offset += len(hits)

    def count(self, asked: SearchQuery) -> int:
        """How many products there are for a query."""
        return self._count(in_bounds(asked, self._attributes, self._schema, self._terms))

    def complete(self, typed: str) -> Sequence[str]:
        """Completions of the text, likeliest first."""
        return self._suggestions.complete(clean(typed))

    def _page(
        self, parsed: ParsedQuery, request: SearchRequest
    ) -> tuple[ParsedQuery, SearchResponse]:
        """The requested page, or the last one there is."""
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
        """Does any product contain it as one word?"""
        tokens = self._analyzer.query_tokens(text)
        return len(tokens) == 1 and self._searcher.count(SearchRequest(words=tokens)) > 0

    def _corrections(self, parsed: ParsedQuery) -> tuple[SearchQuery, ...]:
        """Only corrections that find something."""
        texts = corrected_texts(parsed, self._suggestions.correct)
        meant = (
            replace(parsed.asked, text=text, page=1) for text in islice(texts, _MOST_CORRECTIONS)
        )
        return tuple(each for each in meant if self._count(each))
