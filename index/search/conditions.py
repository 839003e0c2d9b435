"""Converts a query to conditions for an engine, part by part.

`QueryParser` splits a `SearchQuery` into parts: filters and words of the text, and facet choices.
Each `QueryPart` can be removed by itself; `request_for` combines them into one request.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, groupby
from typing import TYPE_CHECKING

from core.local_text import LocalText
from index.engines.engine import (
    AllOf,
    AnyOf,
    Either,
    SearchRequest,
    TextMatch,
    Within,
    WordMatch,
)
from index.fields import (
    brand_attribute,
)
from index.query.model import Chosen, Excluded, Range
from index.query.understand import understand
from index.search.bounds import RELEVANCE, sort_label
from index.search.labels import (
    Interval,
    either_label,
    phrase_label,
    range_label,
    text_label,
    values_label,
    without_label,
)
from index.search.words import words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from core.topic import Attribute
    from index.analysis import Analyzer
    from index.engines.engine import Condition
    from index.query.model import Filter, OrderBy, ParsedText, TextSpan
    from index.search.filters import FilterResolver
    from index.search.model import SearchQuery


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryPart:
    """From `pieces` of the text, or from a facet: a choice (`key`) or a range.

    `choices` are alternatives to other choices of their attribute; `conditions` must all hold.
    """

    label: LocalText
    pieces: tuple[TextSpan, ...] = ()
    facet: str = ""
    key: str | None = None
    choices: tuple[AnyOf | TextMatch, ...] = ()
    conditions: tuple[Condition, ...] = ()
    words: str = ""
    phrase: str = ""
    unwanted: str = ""
    order: str = ""
    note: LocalText | None = None

    @property
    def said(self) -> str:
        return " ".join(piece.said for piece in self.pieces)


def request_for(parts: Iterable[QueryPart], analyzer: Analyzer) -> SearchRequest:
    """Without the words: `words_in` tells which of them there are."""
    parts = tuple(parts)
    phrases = (analyzer.exact_tokens(part.phrase) for part in parts if part.phrase)
    without = (analyzer.exact_tokens(part.unwanted) for part in parts if part.unwanted)
    return SearchRequest(
        phrases=tuple(tuple(tokens) for tokens in phrases if tokens),
        without=tuple(tuple(tokens) for tokens in without if tokens),
        conditions=(
            *chain.from_iterable(part.conditions for part in parts),
            *_merged(chain.from_iterable(part.choices for part in parts)),
        ),
    )


def _merged(choices: Iterable[AnyOf | TextMatch]) -> Iterator[Condition]:
    """Combine the choices of each attribute: one of them must hold."""
    by_attribute: dict[str, list[AnyOf | TextMatch]] = {}
    for choice in choices:
        by_attribute.setdefault(choice.attribute, []).append(choice)
    for attribute, several in by_attribute.items():
        keys = tuple(
            dict.fromkeys(
                key for choice in several if isinstance(choice, AnyOf) for key in choice.keys
            )
        )
        either: list[AnyOf | TextMatch] = [AnyOf(attribute, keys)] if keys else []
        either += (choice for choice in several if not isinstance(choice, AnyOf))
        yield either[0] if len(either) == 1 else Either(attribute, tuple(either))


def query_without(
    asked: SearchQuery, query: ParsedText, unwanted: Iterable[QueryPart]
) -> SearchQuery:
    """The query without some parts, back on the first page."""
    unwanted = tuple(unwanted)
    keys = {(part.facet, part.key) for part in unwanted if part.key is not None}
    limits = {part.facet for part in unwanted if part.facet and part.key is None}
    chosen = {
        attribute: tuple(key for key in many if (attribute, key) not in keys)
        for attribute, many in asked.chosen.items()
    }
    pieces = tuple(chain.from_iterable(part.pieces for part in unwanted))
    return replace(
        asked,
        text=query.text_without(*pieces) if pieces else asked.text,
        chosen={attribute: many for attribute, many in chosen.items() if many},
        ranges={name: each for name, each in asked.ranges.items() if name not in limits},
        page=1,
    )


def query_with(asked: SearchQuery, attribute: str, key: str) -> SearchQuery:
    """The query with one more facet choice, back on the first page."""
    many = (*asked.chosen.get(attribute, ()), key)
    return replace(asked, chosen={**asked.chosen, attribute: many}, page=1)


# From a query to its parts.


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query, its parsed text, and the parts of both.

    `unused` are orders that the text asks for besides the one in effect.
    """

    asked: SearchQuery
    query: ParsedText
    parts: tuple[QueryPart, ...]
    unused: tuple[OrderBy, ...] = ()

    @property
    def order(self) -> str:
        """The sort order in effect."""
        return self.asked.sort or next((part.order for part in self.parts if part.order), "")


@dataclass(frozen=True, slots=True)
class QueryParser:
    """`has_words` tells whether any product has all these tokens."""

    attributes: Mapping[str, Attribute]
    resolver: FilterResolver
    has_words: Callable[[tuple[str, ...]], bool]
    today: Callable[[], date] = date.today

    def parse(self, asked: SearchQuery) -> ParsedQuery:
        """A range chosen in a facet replaces ranges of the same attribute in the text."""
        today = self.today()
        query = self._understood(asked.text, today)
        replaced = [
            said[0] for said in _by_piece(query) if all(_is_set(each, asked) for each in said)
        ]
        if replaced:
            asked = replace(asked, text=query.text_without(*replaced))
            query = self._understood(asked.text, today)
        orders = {order: self.resolver.order(order) for order in query.orders}
        used = _in_effect(orders) if not asked.sort else None
        if asked.sort == RELEVANCE and not any(orders.values()):
            asked = replace(asked, sort="")
        said = [
            *self._filters(asked, query),
            *self._words(query),
            *_phrases(query),
            *(self._order(order, sort) for order, sort in orders.items() if order is used),
        ]
        said = sorted(self._with_alternatives(said, query), key=lambda part: part.pieces[0].place)
        parts = (*said, *self._choices(asked), *self._ranges(asked))
        return ParsedQuery(asked, query, parts, tuple(one for one in orders if one is not used))

    def _understood(self, text: str, today: date) -> ParsedText:
        return understand(text, self.resolver.topic, today, self.resolver.terms.brands)

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
                    label=LocalText.joined(", ", (each.label for each in known)),
                    pieces=said[:1],
                    choices=tuple(choice for each in known for choice in each.choices),
                    conditions=tuple(one for each in known for one in each.conditions),
                    note=next((each.note for each in known if each.note), None),
                )
            elif meant:
                yield _as_words(said[0])

    def _with_alternatives(
        self, parts: Sequence[QueryPart], query: ParsedText
    ) -> Iterator[QueryPart]:
        """Parts with an "or" between them become one; choices of one attribute need not."""
        left = {part.pieces[0].place: part for part in parts}
        for alternatives in query.alternatives:
            items = [
                [left[one.place] for one in item if one.place in left] for item in alternatives
            ]
            held = [(item, self._together(item)) for item in items]
            known = [(item, condition) for item, condition in held if condition]
            if len(known) < 2 or _are_choices([part for item, _ in known for part in item]):
                continue
            several = [part for item, _ in known for part in item]
            for part in several:
                del left[part.pieces[0].place]
            yield QueryPart(
                label=either_label([[part.label for part in item] for item, _ in known]),
                pieces=tuple(part.pieces[0] for part in several),
                conditions=(Either("", tuple(condition for _, condition in known)),),
            )
        yield from left.values()

    def _together(self, parts: Sequence[QueryPart]) -> Condition | None:
        """All of these parts as one condition; None if no product has the words."""
        conditions = [one for part in parts for one in (*part.conditions, *_merged(part.choices))]
        words = self.resolver.analyzer.query_tokens(" ".join(part.words for part in parts))
        if words and not self.has_words(words):
            return None
        conditions += [WordMatch(words)] if words else []
        if len(conditions) > 1:
            return AllOf(tuple(conditions))
        return conditions[0] if conditions else None

    def _order(self, order: OrderBy, sort: str) -> QueryPart:
        label = sort_label(self.attributes[sort.removeprefix("-")], sort)
        return QueryPart(label=label, pieces=(order,), order=sort)

    def _words(self, query: ParsedText) -> Iterator[QueryPart]:
        for word, text in words_of(query, brand_attribute(self.resolver.topic), self._is_one_name):
            yield QueryPart(label=text_label(word.text), pieces=(word,), words=text)

    def _is_one_name(self, text: str) -> bool:
        tokens = self.resolver.analyzer.query_tokens(text)
        return len(tokens) == 1 and self.has_words(tokens)

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


def _are_choices(parts: Sequence[QueryPart]) -> bool:
    attributes = {choice.attribute for part in parts for choice in part.choices}
    return len(attributes) == 1 and all(
        part.choices and not part.conditions and not part.words for part in parts
    )


def _in_effect(orders: Mapping[OrderBy, str]) -> OrderBy | None:
    """One with the most or least of all, else the first."""
    known = [order for order, sort in orders.items() if sort]
    return next((order for order in known if order.extreme), known[0] if known else None)


def _by_piece(query: ParsedText) -> Iterator[tuple[Filter, ...]]:
    """Filters from the same piece of text are removed together."""
    for _, filters in groupby(query.filters, key=lambda each: each.place):
        yield tuple(filters)


def _is_set(each: Filter, asked: SearchQuery) -> bool:
    return isinstance(each, Range) and each.attribute in asked.ranges


def _as_words(each: Filter) -> QueryPart:
    """A value that no product has may still occur in some text."""
    match each:
        case Excluded():
            unwanted = " ".join(each.values)
            return QueryPart(label=without_label(unwanted), pieces=(each,), unwanted=unwanted)
        case Chosen(shown=""):
            words = " ".join(each.values)
        case _:
            words = each.said
    return QueryPart(label=text_label(words), pieces=(each,), words=words)


def _phrases(query: ParsedText) -> Iterator[QueryPart]:
    for one in query.phrasings:
        yield QueryPart(label=phrase_label(one.text), pieces=(one,), phrase=one.text)
    for one in query.unwanted:
        yield QueryPart(label=without_label(one.text), pieces=(one,), unwanted=one.text)
