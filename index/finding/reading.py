"""From what is asked to its parts: those the text says, and those chosen in facets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from index.building.facet_keys import brand_attribute
from index.engines.request import AnyOf, Within
from index.finding import labels
from index.finding.amounts import Interval
from index.finding.model_names import words_of
from index.finding.part import Part
from index.query.query import Chosen, Excluded, Range
from index.query.understanding import understand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from index.finding.asked import Asked
    from index.finding.meanings import Meanings
    from index.query.query import Filter, Query
    from rules.topic import Attribute


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked, its text as it was understood, and all parts of both."""

    asked: Asked
    query: Query
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """`is_name` tells whether products are called so."""

    attributes: Mapping[str, Attribute]
    meanings: Meanings
    is_name: Callable[[str], bool]

    def read(self, asked: Asked) -> Asking:
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
        return Asking(asked, query, (*said, *self._choices(asked), *self._ranges(asked)))

    def _understood(self, text: str) -> Query:
        return understand(text, self.meanings.topic)

    def _filters(self, asked: Asked, query: Query) -> Iterator[Part]:
        for said in _by_piece(query):
            meant = [
                self.meanings.of(each, self.attributes[each.attribute])
                for each in said
                if not _is_set(each, asked)
            ]
            known = [each for each in meant if each]
            if known:
                yield Part(
                    label=labels.joined(", ", (each.label for each in known)),
                    pieces=said[:1],
                    choices=tuple(choice for each in known for choice in each.choices),
                    conditions=tuple(one for each in known for one in each.conditions),
                )
            elif meant:
                yield _as_words(said[0])

    def _words(self, query: Query) -> Iterator[Part]:
        for word, text in words_of(query, brand_attribute(self.meanings.topic), self.is_name):
            yield Part(label=labels.plain(word.text), pieces=(word,), words=text)

    def _choices(self, asked: Asked) -> Iterator[Part]:
        for name, keys in asked.chosen.items():
            for key in keys:
                shown = self.meanings.terms.label(self.attributes[name], key)
                yield Part(
                    label=labels.chosen(self.attributes[name], (shown,)),
                    facet=name,
                    key=key,
                    choices=(AnyOf(name, (key,)),),
                )

    def _ranges(self, asked: Asked) -> Iterator[Part]:
        for name, (low, high) in asked.ranges.items():
            yield Part(
                label=labels.limited(self.attributes[name], Interval(low, high)),
                facet=name,
                conditions=(Within(name, low, high),),
            )


def _by_piece(query: Query) -> Iterator[tuple[Filter, ...]]:
    """Filters that are said by one piece of text come and go together."""
    for _, filters in groupby(query.filters, key=lambda each: each.place):
        yield tuple(filters)


def _is_set(each: Filter, asked: Asked) -> bool:
    return isinstance(each, Range) and each.attribute in asked.ranges


def _as_words(each: Filter) -> Part:
    """A value that no product of the index has may yet stand in some text."""
    match each:
        case Excluded():
            unwanted = " ".join(each.values)
            return Part(label=labels.unwanted(unwanted), pieces=(each,), unwanted=unwanted)
        case Chosen():
            words = " ".join(each.values)
        case _:
            words = each.said
    return Part(label=labels.plain(words), pieces=(each,), words=words)


def _phrases(query: Query) -> Iterator[Part]:
    for one in query.phrasings:
        yield Part(label=labels.phrase(one.text), pieces=(one,), phrase=one.text)
    for one in query.unwanted:
        yield Part(label=labels.unwanted(one.text), pieces=(one,), unwanted=one.text)
