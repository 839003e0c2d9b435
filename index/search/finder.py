"""`Finder`: runs a search query and returns what the page shows.

The query is clamped to its bounds, parsed, and sent to the engine. If nothing is found, the result
suggests filters to remove and spelling corrections.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple, Self, TypeAlias

from core.local_text import LocalText
from index.analysis import analyzer_for
from index.documents import ProductDocument
from index.engines.engine import SearchRequest
from index.products.vocabulary import brands_of
from index.query.vocabulary import related_attributes
from index.query.wordlists import any_of, words_of
from index.search.bounds import clean, in_bounds, last_page, sort_of, sorts_of, with_order
from index.search.conditions import QueryParser, query_without, request_for
from index.search.facets import FacetCache, Facets
from index.search.filters import FacetTerms, FilterResolver
from index.search.labels import everything_note
from index.search.matching import MatchingValues
from index.search.model import FilterChip, Relaxation, SearchQuery, SearchResult
from index.search.words import (
    NameTests,
    QueryWord,
    corrections_of,
    names_in,
    set_aside,
    unknown_words,
    with_words,
    words_aside,
    words_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from core.locale_packs import VersusWords, Words
    from core.topic import Topic
    from index.analysis import Analyzer
    from index.engines.engine import Searcher, SearchResponse
    from index.opening import OpenIndex
    from index.schema import IndexSchema
    from index.search.conditions import ParsedQuery, QueryPart
    from index.search.model import Correction, SetAside
    from index.search.words import NameCandidate
    from index.suggest import Suggestions


_Count: TypeAlias = "Callable[[SearchQuery], int]"

_MOST_TO_RELAX = 20  # parts of a query
_MOST_SINGLE = 12  # parts removed one at a time
_MOST_IN_PAIRS = 7  # 21 pairs
_MOST_SHOWN = 5


def chip_of(parts: Sequence[QueryPart], parsed: ParsedQuery) -> FilterChip:
    label = LocalText.joined(" + ", (part.label for part in parts))
    said = " ".join(part.said for part in parts if part.said)
    return FilterChip(label, said, query_without(parsed.asked, parsed.query, parts))


def relaxed(parsed: ParsedQuery, count: _Count) -> tuple[Relaxation, ...]:
    """Remove one part at a time; if that does not help, two, or all but one; most products first.

    With very many parts, removing one or two would not help, and each try costs a count.
    """
    parts = [part for part in parsed.parts if not part.order]
    if len(parts) > _MOST_TO_RELAX:
        return ()
    for together, most in ((1, _MOST_SINGLE), (2, _MOST_IN_PAIRS)):
        tried = combinations(parts[:most], together)
        helping = list(_helping(tried, parsed, count))
        if helping:
            return _most_first(helping)
    alone = ([part for part in parts if part is not kept] for kept in parts[:_MOST_SINGLE])
    return _most_first(_helping(map(tuple, alone), parsed, count))


def _most_first(helping: Iterable[Relaxation]) -> tuple[Relaxation, ...]:
    return tuple(sorted(helping, key=lambda each: -each.count)[:_MOST_SHOWN])


def _helping(
    tried: Iterable[tuple[QueryPart, ...]], parsed: ParsedQuery, count: _Count
) -> Iterator[Relaxation]:
    for removed in tried:
        chip = chip_of(removed, parsed)
        if products := count(chip.without):
            yield Relaxation(chip, products)


# Documents of hits; parsed documents are cached.


_CACHED = 500  # documents
_LONGEST_CACHED = 20_000  # bytes


def document_from(body: bytes) -> ProductDocument:
    if len(body) > _LONGEST_CACHED:
        return ProductDocument.from_json(body)
    return _cached_document(body)


_cached_document = lru_cache(maxsize=_CACHED)(ProductDocument.from_json)


# The finder: all steps together.


_MOST_CORRECTIONS = 5  # each costs a few counts
_PORTION = 1_000  # products that are in memory at once when all are wanted


class Reading(NamedTuple):
    """How a query is read: its parts, its words, which of them are set aside."""

    parsed: ParsedQuery
    words: Sequence[QueryWord]
    conditions: SearchRequest
    aside: frozenset[QueryWord] = frozenset()
    names: Sequence[NameCandidate] = ()
    corrected: Correction | None = None

    @property
    def request(self) -> SearchRequest:
        return with_words(self.conditions, self.words, self.aside)

    def called(self, name: NameCandidate) -> Reading:
        """With the name of a product in place of its words."""
        words = [word for word in self.words if not name.start <= word.start < name.end]
        named = QueryWord(name.token, name.start, name.end)
        return self._replace(words=sorted((*words, named), key=lambda word: word.start))

    @property
    def is_everything(self) -> bool:
        """Whether there is nothing but words that were set aside."""
        has_words = bool(self.words) and self.aside.issuperset(self.words)
        return has_words and all(part.words for part in self.parsed.parts)

    @property
    def shown_aside(self) -> tuple[SetAside, ...]:
        unused = (order.place for order in self.parsed.unused)
        return tuple(set_aside(self.parsed.asked, self.words, self.aside, unused))

    def without(self, aside: Iterable[QueryWord]) -> Reading:
        return self._replace(aside=frozenset(aside))


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
        self._topic = topic
        self._schema = schema
        self._suggestions = suggestions
        self._analyzer = analyzer
        self._known_names = NameTests(
            partial(_is_in_names, searcher, analyzer), brands_of(topic).known
        )
        self._terms = FacetTerms(searcher, schema, topic)
        self._attributes = {attribute.name: attribute for attribute in topic.attributes}
        resolver = FilterResolver(
            topic=topic,
            schema=schema,
            terms=self._terms,
            analyzer=analyzer,
            related={name: related_attributes(name, topic) for name in self._attributes},
        )
        self._parser = QueryParser(self._attributes, resolver, partial(_has_words, searcher))
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
        if compared := self._compared(bounded):
            return SearchResult(bounded, len(compared), compared, is_comparison=True)
        reading = self._read(bounded)
        parsed, found = self._page(reading.parsed, reading.request)
        if reading.words and (not found.total or reading.shown_aside):
            reading = self._read_freely(reading)
            parsed, found = self._page(reading.parsed, reading.request)
        request = reading.request
        facets, more_facets = self._facets.shown(parsed, found)
        phrased = (token for phrase in request.phrases for token in phrase)
        matching = MatchingValues(request.conditions, self._topic)
        return SearchResult(
            asked=parsed.asked,
            total=found.total,
            products=tuple(matching.first(document_from(hit.document)) for hit in found.hits),
            chips=tuple(chip_of((part,), parsed) for part in parsed.parts if not part.words),
            words=tuple(dict.fromkeys((*request.scored, *phrased))),
            facets=facets,
            sorts=self._sorts(parsed),
            relaxed=() if found.total else relaxed(parsed, self._count),
            corrections=() if found.total else self._corrections(reading),
            more_facets=more_facets,
            set_aside=reading.shown_aside,
            corrected=reading.corrected,
            order=parsed.order,
            notes=(
                *(part.note for part in parsed.parts if part.note),
                *([everything_note(parsed.asked.text)] if reading.is_everything else ()),
            ),
            is_everything=reading.is_everything,
        )

    def find_all(self, asked: SearchQuery) -> Iterator[ProductDocument]:
        """Every product of the query in its order, read in portions: there may be very many."""
        bounded = in_bounds(asked, self._attributes, self._schema, self._terms)
        if compared := self._compared(bounded):
            yield from compared
            return
        reading = self._reading(bounded)
        sort = sort_of(reading.parsed.order)
        request = replace(reading.request, sort=sort, limit=_PORTION)
        matching = MatchingValues(request.conditions, self._topic)
        offset = 0
        while hits := self._searcher.search(replace(request, offset=offset)).hits:
            yield from (matching.first(ProductDocument.from_json(hit.document)) for hit in hits)
            offset += len(hits)

    def count(self, asked: SearchQuery) -> int:
        """How many products there are for a query."""
        return self._count(in_bounds(asked, self._attributes, self._schema, self._terms))

    def complete(self, typed: str) -> Sequence[str]:
        """Completions of the text, likeliest first."""
        return self._suggestions.complete(clean(typed))

    def _reading(self, asked: SearchQuery) -> Reading:
        """As `find` reads it."""
        reading = self._read(asked)
        found = not reading.words or self._searcher.count(reading.request)
        return reading if found and not reading.shown_aside else self._read_freely(reading)

    def _compared(self, asked: SearchQuery) -> tuple[ProductDocument, ...]:
        """The two products of "a vs b"; nothing if a side is not the name of a product."""
        sides = None if asked.chosen or asked.ranges else compared_names(asked.text)
        products = [self._product_called(side) for side in sides or ()]
        known = {product.id: product for product in products if product}
        return tuple(known.values()) if len(known) == len(products) > 0 else ()

    def _product_called(self, name: str) -> ProductDocument | None:
        """The product with this name, or whose name has the model's number and all other words."""
        reading = self._read(SearchQuery(name))
        tokens = tuple(dict.fromkeys(word.token for word in reading.words))
        has_number = any(map(str.isdigit, "".join(tokens)))
        called = [(one.token,) for one in reading.names[:1]]
        for in_name in (*called, *([tokens] if has_number else ())):
            request = replace(reading.conditions, in_name=in_name, limit=1)
            if hits := self._searcher.search(request).hits:
                return document_from(hits[0].document)
        return None

    def _read(self, asked: SearchQuery) -> Reading:
        parsed = self._parser.parse(asked)
        words = words_in(parsed.parts, self._analyzer)
        stray = frozenset(word for word in words if word.is_stray)
        names = names_in(parsed.parts, parsed.asked.text) if words else []
        called = tuple(dict.fromkeys(name.token for name in names))
        request = replace(request_for(parsed.parts, self._analyzer), called=called)
        return Reading(parsed, words, request, stray, names)

    def _read_freely(self, reading: Reading) -> Reading:
        """Try to read words as a name, correct unknown ones, and set aside as few as possible."""
        count = self._searcher.count
        reading = self._with_name(reading)
        if count(reading.request) and not reading.shown_aside:
            return reading
        unknown = unknown_words(reading.words, count)
        for correction in self._corrected(reading, unknown):
            asked = replace(reading.parsed.asked, text=correction.meant, page=1)
            corrected = self._read(asked)
            still_unknown = unknown_words(corrected.words, count)
            freely = corrected.without(still_unknown)
            if len(still_unknown) < len(unknown) and count(freely.request):
                return freely._replace(corrected=correction)
        return reading.without(words_aside(reading.conditions, reading.words, unknown, count))

    def _with_name(self, reading: Reading) -> Reading:
        """S24U is a name whose words, s24 and u, no product has."""
        for name in reading.names:
            request = replace(reading.conditions, in_name=(name.token,))
            if name.is_clear and self._searcher.count(request):
                return reading.called(name)
        return reading

    def _corrected(self, reading: Reading, unknown: Sequence[QueryWord]) -> Iterator[Correction]:
        correct = self._suggestions.correct
        texts = corrections_of(reading.parsed.asked, unknown, correct, self._known_names)
        return islice(texts, _MOST_CORRECTIONS)

    def _page(
        self, parsed: ParsedQuery, request: SearchRequest
    ) -> tuple[ParsedQuery, SearchResponse]:
        """The requested page, or the last one there is."""
        asked = parsed.asked
        request = replace(
            request,
            sort=sort_of(parsed.order),
            offset=(asked.page - 1) * asked.size,
            limit=asked.size,
        )
        found = self._facet_cache.search(request)
        if found.hits or not found.total:
            return parsed, found
        last = last_page(found.total, asked.size)
        request = replace(request, offset=(last - 1) * asked.size)
        return replace(parsed, asked=replace(asked, page=last)), self._facet_cache.search(request)

    def _sorts(self, parsed: ParsedQuery) -> tuple[tuple[str, LocalText], ...]:
        order = next((part.order for part in parsed.parts if part.order), "")
        if order:
            return with_order(self.sorts, order, self._attributes[order.removeprefix("-")])
        return with_order(self.sorts, "", None) if parsed.query.orders else self.sorts

    def _count(self, asked: SearchQuery) -> int:
        return self._searcher.count(self._reading(asked).request)

    def _corrections(self, reading: Reading) -> tuple[SearchQuery, ...]:
        """Of words that were insisted on; only corrections that find something."""
        asked = reading.parsed.asked
        phrases = [
            QueryWord(part.phrase, *part.pieces[0].place)
            for part in reading.parsed.parts
            if part.phrase
        ]
        meant = (
            replace(asked, text=each.meant, page=1) for each in self._corrected(reading, phrases)
        )
        return tuple(each for each in meant if self._count(each))


# Functions rather than methods: a finder that refers to itself would keep its index open.


def _has_words(searcher: Searcher, tokens: tuple[str, ...]) -> bool:
    """Whether any product contains them all."""
    return searcher.count(SearchRequest(words=tokens)) > 0


def _is_in_names(searcher: Searcher, analyzer: Analyzer, word: str) -> bool:
    tokens = analyzer.query_tokens(word)
    return bool(tokens) and searcher.count(SearchRequest(in_name=tokens)) > 0


# Questions about two products: iphone 15 vs 小米 14, S24 Ultra和Mate 60 Pro哪个好.


def _any(of: Callable[[VersusWords], Words]) -> str:
    return any_of(words_of(lambda pack: of(pack.versus)), within="a-zäöüß0-9")


_VERSUS = rf"(?:{_any(lambda words: words.between)})"
_AND = rf"(?:{_any(lambda words: words.joint)}|[、,，&+])"
_COMPARE = rf"(?:{_any(lambda words: words.compare)})"
_WHICH = rf"(?:{_any(lambda words: words.which)})(?:{_any(lambda words: words.better)})?"
_ASK = rf"(?:{_any(lambda words: words.ask)}|{_WHICH})"
_END = r"[\s?？。.!！]*"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\s*{_COMPARE}\s*:?\s*(?P<one>.+?)\s*(?:{_VERSUS}|{_AND})\s*(?P<other>.+?){_END}",
        rf"\s*(?P<one>.+?)\s*{_VERSUS}\s*(?P<other>.+?)\s*[,，]?\s*(?:{_ASK})?{_END}",
        rf"\s*(?P<one>.+?)\s*{_AND}\s*(?P<other>.+?)\s*[,，]?\s*{_ASK}{_END}",
    )
)
_LONGEST = 100  # characters; a longer text is no comparison of two names


def compared_names(text: str) -> tuple[str, str] | None:
    """The two sides of a comparison, whatever they are.

    >>> compared_names("iPhone 15 vs 小米 14"), compared_names("一加11与一加12比较")
    (('iPhone 15', '小米 14'), ('一加11', '一加12'))
    """
    if len(text) > _LONGEST:
        return None
    for form in _FORMS:
        if found := form.fullmatch(text):
            return found["one"], found["other"]
    return None
