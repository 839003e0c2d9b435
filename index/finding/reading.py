"""From what is asked to its parts: those the text says, and those chosen in facets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from index.building.facet_keys import brand_attribute
from index.engines.request import AnyOf, Within
from index.finding.amounts import Interval
from index.finding.labels import (
    joined_labels,
    phrase_label,
    range_label,
    text_label,
    values_label,
    without_label,
)
from index.finding.model_names import words_of
from index.finding.part import QueryPart
from index.query.query import Chosen, Excluded, Range
from index.query.understanding import understand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from core.topic import Attribute
    from index.finding.asked import SearchQuery
    from index.finding.meanings import FilterResolver
    from index.query.query import Filter, ParsedText


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """What is asked, its text as it was understood, and all parts of both."""

    asked: SearchQuery
    query: ParsedText
    parts: tuple[QueryPart, ...]


@dataclass(frozen=True, slots=True)
class QueryParser:
    """`is_name` tells whether products are called so."""

    attributes: Mapping[str, Attribute]
    resolver: FilterResolver
    is_name: Callable[[str], bool]

    def parse(self, asked: SearchQuery) -> ParsedQuery:
        """A range of a facet takes the place of what the text says about the same attribute."""
        query = self._understood(asked.text)
        replaced = [
            said[0] for said in _by_piece(query) if all(_is_set(each, asked) for each in said)
        ]
        if replaced:
            asked = replace(asked, text=query.text_without(*replaced))
            query = self._understood(asked.text)
        said = [*self._filters(asked, query), *self._words(query), *_phrases(query)]
        said.sort(key=lambda part: part.pieces[0].place)
        return ParsedQuery(asked, query, (*said, *self._choices(asked), *self._ranges(asked)))

    def _understood(self, text: str) -> ParsedText:
        return understand(text, self.resolver.topic)

    def _filters(self, asked: SearchQuery, query: ParsedText) -> Iterator[QueryPart]:
        for said in _by_piece(query):
            meant = [
                self.resolver.resolve(each, self.attributes[each.attribute])
                for each in said
                if not _is_set(each, asked)
            ]
            known = [each for each in meant if each]
            if known:
                yield QueryPart(
                    label=joined_labels(", ", (each.label for each in known)),
                    pieces=said[:1],
                    choices=tuple(choice for each in known for choice in each.choices),
                    conditions=tuple(one for each in known for one in each.conditions),
                )
            elif meant:
                yield _as_words(said[0])

    def _words(self, query: ParsedText) -> Iterator[QueryPart]:
        for word, text in words_of(query, brand_attribute(self.resolver.topic), self.is_name):
            yield QueryPart(label=text_label(word.text), pieces=(word,), words=text)

    def _choices(self, asked: SearchQuery) -> Iterator[QueryPart]:
        for name, keys in asked.chosen.items():
            for key in keys:
                shown = self.resolver.terms.label(self.attributes[name], key)
                yield QueryPart(
                    label=values_label(self.attributes[name], (shown,)),
                    facet=name,
                    key=key,
                    choices=(AnyOf(name, (key,)),),
                )

    def _ranges(self, asked: SearchQuery) -> Iterator[QueryPart]:
        for name, (low, high) in asked.ranges.items():
            yield QueryPart(
                label=range_label(self.attributes[name], Interval(low, high)),
                facet=name,
                conditions=(Within(name, low, high),),
            )


def _by_piece(query: ParsedText) -> Iterator[tuple[Filter, ...]]:
    """Filters that are said by one piece of text come and go together."""
    for _, filters in groupby(query.filters, key=lambda each: each.place):
        yield tuple(filters)


def _is_set(each: Filter, asked: SearchQuery) -> bool:
    return isinstance(each, Range) and each.attribute in asked.ranges


def _as_words(each: Filter) -> QueryPart:
    """A value that no product of the index has may yet stand in some text."""
    match each:
        case Excluded():
            unwanted = " ".join(each.values)
            return QueryPart(label=without_label(unwanted), pieces=(each,), unwanted=unwanted)
        case Chosen():
            words = " ".join(each.values)
        case _:
            words = each.said
    return QueryPart(label=text_label(words), pieces=(each,), words=words)


def _phrases(query: ParsedText) -> Iterator[QueryPart]:
    for one in query.phrasings:
        yield QueryPart(label=phrase_label(one.text), pieces=(one,), phrase=one.text)
    for one in query.unwanted:
        yield QueryPart(label=without_label(one.text), pieces=(one,), unwanted=one.text)
