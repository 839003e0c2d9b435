"""The finder: all steps together."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Self

from index.analysis.analyzer import analyzer_for
from index.engines.request import SearchRequest
from index.finding.answer import SearchResult
from index.finding.bounds import clean, in_bounds, last_page
from index.finding.correcting import corrected_texts
from index.finding.counting import FacetCache
from index.finding.documents import document_from
from index.finding.facets import Facets
from index.finding.meanings import FilterResolver
from index.finding.part import request_for
from index.finding.reading import QueryParser
from index.finding.relaxing import chip_of, relaxed
from index.finding.sorts import sort_of, sorts_of
from index.finding.terms import FacetTerms
from index.query.elsewhere import related_attributes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.topic import Topic
    from index.analysis.analyzer import Analyzer
    from index.building.opening import OpenIndex
    from index.building.shape import IndexSchema
    from index.engines.engine import Searcher
    from index.engines.request import SearchResponse
    from index.finding.asked import SearchQuery
    from index.finding.reading import ParsedQuery
    from index.suggesting.suggestions import Suggestions

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
