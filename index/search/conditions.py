"""Converts a query to conditions for an engine, part by part.

`QueryParser` splits a `SearchQuery` into parts: filters and words of the text, and facet choices.
Each `QueryPart` can be removed by itself; `request_for` combines them into one request.
`FacetTerms` knows the keys in an index, `FilterResolver` maps filters of the text to conditions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

from core.names import name_key
from core.topic import Facet, ValueType
from index.engines.engine import (
    AllOf,
    AnyOf,
    Either,
    HasValue,
    NoneOf,
    SearchRequest,
    TextMatch,
    Within,
    WordMatch,
)
from index.fields import (
    STATED_ABSENT,
    brand_attribute,
    brand_key,
    facet_keys,
    foreign_column,
)
from index.query.model import Chosen, Excluded, Having, Range
from index.query.understand import understand
from index.schema import BilingualText
from index.search.bounds import RELEVANCE, sort_label
from index.search.labels import (
    YES_NO,
    Interval,
    currency_note,
    either_label,
    excluded_label,
    joined_labels,
    phrase_label,
    presence_label,
    range_label,
    text_label,
    values_label,
    without_label,
)
from index.search.words import words_of
from index.values.format import NO, YES, format_quantity
from index.values.number import rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from core.topic import Attribute, Topic
    from index.analysis import Analyzer
    from index.engines.engine import Condition, Searcher
    from index.query.model import Bound, Filter, OrderBy, ParsedText, TextSpan
    from index.schema import IndexSchema
    from index.search.model import SearchQuery


class FacetTerms:
    """The keys of facets, read once when the index is opened; without those of histograms."""

    def __init__(self, searcher: Searcher, schema: IndexSchema, topic: Topic) -> None:
        columns = set(schema.fields.terms)
        values = tuple(
            attribute.name
            for attribute in topic.attributes
            if attribute.name in columns and attribute.facet is not Facet.RANGE
        )
        found = searcher.search(SearchRequest(facets=(*values, STATED_ABSENT), limit=0))
        self.stated_absent = frozenset(found.facets.get(STATED_ABSENT, ()))
        self._keys: Mapping[str, frozenset[str]] = {
            name: frozenset(found.facets.get(name, ())) for name in values
        }
        self._labels = schema.labels
        self._brand = brand_attribute(topic)

    def has_values(self, attribute: Attribute) -> bool:
        return attribute.name in self._keys

    def keys(self, attribute: Attribute) -> frozenset[str]:
        return self._keys.get(attribute.name, frozenset())

    def label(self, attribute: Attribute, key: str) -> BilingualText:
        if attribute.type is ValueType.YES_NO and key in YES_NO:
            return YES_NO[key]
        known = self._labels.get(attribute.name, {}).get(key)
        return known or BilingualText(key, key)

    def meant_by(self, attribute: Attribute, typed: str) -> tuple[str, ...]:
        """The index's keys that a typed value stands for."""
        keys = self.keys(attribute)
        is_brand = attribute.name == self._brand
        meant = (brand_key(typed),) if is_brand else facet_keys(typed, attribute)
        known = tuple(key for key in meant if key in keys)
        return known or tuple(sorted(key for key in keys if name_key(key) == name_key(typed)))


# From filters of the typed text to conditions.


class ResolvedFilter(NamedTuple):
    """As in `QueryPart`: `choices` are alternatives, `conditions` must all hold."""

    label: BilingualText
    choices: tuple[AnyOf | TextMatch, ...] = ()
    conditions: tuple[Condition, ...] = ()
    note: BilingualText | None = None


@dataclass(frozen=True, slots=True)
class FilterResolver:
    topic: Topic
    schema: IndexSchema
    terms: FacetTerms
    analyzer: Analyzer
    related: Mapping[str, tuple[str, ...]]

    def resolve(self, each: Filter, attribute: Attribute) -> ResolvedFilter | None:
        """None if the index has no such values: then the filter's words are searched as text."""
        match each:
            case Range():
                return self._range(each, attribute)
            case Chosen():
                return self._chosen(each, attribute)
            case Excluded():
                return self._excluded(each, attribute)
            case Having():
                return self._having(each, attribute)

    def _range(self, each: Range, attribute: Attribute) -> ResolvedFilter | None:
        low, high = map(_point, each.bounds)
        shown = Interval(_point(each.low), _point(each.high), each.exclusive, each.approximate)
        if each.currency:
            return self._foreign(each, attribute, shown)
        label = range_label(attribute, shown)
        key = self._key_of(attribute, shown)
        if key:
            return ResolvedFilter(label, choices=(AnyOf(attribute.name, key),))
        names = (attribute.name, *self.related[attribute.name])
        columns = self.schema.fields.numbers
        within = (Within(name, low, high, each.exclusive) for name in names if name in columns)
        condition = _one_of(attribute, tuple(within))
        return ResolvedFilter(label, conditions=(condition,)) if condition else None

    def _foreign(self, each: Range, attribute: Attribute, shown: Interval) -> ResolvedFilter:
        """Prices are compared within a currency; if there are none in it, the limit is ignored."""
        label = range_label(attribute.model_copy(update={"unit": each.currency}), shown)
        column = foreign_column(attribute.name, each.currency)
        known = column in self.schema.counts and column in self.schema.fields.numbers
        low, high = map(_point, each.bounds)
        within = Within(column, low, high, each.exclusive)
        note = currency_note(each.currency, attribute.unit, compared=known)
        return ResolvedFilter(label, conditions=(within,) if known else (), note=note)

    def _key_of(self, attribute: Attribute, limits: Interval) -> tuple[str, ...]:
        """8GB of memory is a value to choose, beside which others may be chosen."""
        exact = limits.low == limits.high and not limits.approximate
        if limits.low is None or not exact or attribute.type is not ValueType.QUANTITY:
            return ()
        return self.terms.meant_by(attribute, format_quantity(limits.low, attribute.unit))

    def _chosen(self, each: Chosen, attribute: Attribute) -> ResolvedFilter | None:
        known = tuple(self._alternatives(attribute, each.values))
        shown = (text_label(each.shown),) if each.shown else (words for _, words in known)
        label = values_label(attribute, shown)
        return ResolvedFilter(label, choices=tuple(one for one, _ in known)) if known else None

    def _excluded(self, each: Excluded, attribute: Attribute) -> ResolvedFilter | None:
        known = tuple(self._alternatives(attribute, each.values))
        label = excluded_label(attribute, (words for _, words in known))
        return (
            ResolvedFilter(label, conditions=tuple(_opposite(one) for one, _ in known))
            if known
            else None
        )

    def _alternatives(
        self, attribute: Attribute, values: tuple[str, ...]
    ) -> Iterator[tuple[AnyOf | TextMatch, BilingualText]]:
        """The condition and the label of each value that can be searched for."""
        for value in values:
            keys = self.terms.meant_by(attribute, value)
            if attribute.type is ValueType.TEXT:  # its keys may be only a part of what was typed
                keys = tuple(key for key in keys if name_key(key) == name_key(value))
            tokens = self.analyzer.query_tokens(value)
            if keys:
                shown = (self.terms.label(attribute, key) for key in keys)
                yield AnyOf(attribute.name, keys), joined_labels(" / ", shown)
            elif tokens and attribute.name in self.schema.fields.said:
                yield TextMatch(attribute.name, tokens), text_label(value)

    def order(self, each: OrderBy) -> str:
        """The sort order, by the attribute that most products have; "" if none has any."""
        alike = (other for name in each.attributes for other in self.related[name])
        columns = frozenset(self.schema.fields.orders)
        products = {
            name: self.schema.counts[name].products
            for name in (*each.attributes, *alike)
            if name in columns and name in self.schema.counts
        }
        best = max(products, key=products.__getitem__, default="")
        return f"-{best}" if best and each.descending else best

    def _having(self, each: Having, attribute: Attribute) -> ResolvedFilter | None:
        if attribute.type is ValueType.YES_NO and self.terms.has_values(attribute):
            key = YES if each.yes else NO
            label = values_label(attribute, (YES_NO[key],))
            return ResolvedFilter(label, choices=(AnyOf(attribute.name, (key,)),))
        fields = self.schema.fields
        columns = {*fields.terms, *fields.numbers, *fields.said}
        told = [name for name in (attribute.name, *each.also) if name in columns]
        label = presence_label(attribute, yes=each.yes)
        conditions: list[Condition] = [HasValue(name, yes=each.yes) for name in told]
        # A page that does not tell of a camera is no page of a phone without one.
        stated = tuple(name for name in told if name in self.terms.stated_absent)
        if stated and not each.yes:
            conditions.append(AnyOf(STATED_ABSENT, stated))
        return ResolvedFilter(label, conditions=tuple(conditions)) if conditions else None


def _point(bound: Bound) -> float | None:
    if isinstance(bound, date):
        return float(bound.toordinal())
    return None if bound is None else rounded(bound)


def _one_of(attribute: Attribute, conditions: tuple[Within, ...]) -> Condition | None:
    if len(conditions) > 1:
        return Either(attribute.name, conditions)
    return conditions[0] if conditions else None


def _opposite(condition: AnyOf | TextMatch) -> Condition:
    match condition:
        case AnyOf():
            return NoneOf(condition.attribute, condition.keys)
        case TextMatch():
            return TextMatch(condition.attribute, condition.tokens, yes=False)


# The parts of a query, and requests made of them.


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryPart:
    """From `pieces` of the text, or from a facet: a choice (`key`) or a range.

    `choices` are alternatives to other choices of their attribute; `conditions` must all hold.
    """

    label: BilingualText
    pieces: tuple[TextSpan, ...] = ()
    facet: str = ""
    key: str | None = None
    choices: tuple[AnyOf | TextMatch, ...] = ()
    conditions: tuple[Condition, ...] = ()
    words: str = ""
    phrase: str = ""
    unwanted: str = ""
    order: str = ""
    note: BilingualText | None = None

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
    """`is_name` tells whether any product has these tokens."""

    attributes: Mapping[str, Attribute]
    resolver: FilterResolver
    is_name: Callable[[tuple[str, ...]], bool]
    today: Callable[[], date] = date.today

    def parse(self, asked: SearchQuery) -> ParsedQuery:
        """A range chosen in a facet replaces ranges of the same attribute in the text."""
        today = self.today()
        query = understand(asked.text, self.resolver.topic, today)
        replaced = [
            said[0] for said in _by_piece(query) if all(_is_set(each, asked) for each in said)
        ]
        if replaced:
            asked = replace(asked, text=query.text_without(*replaced))
            query = understand(asked.text, self.resolver.topic, today)
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
        if words and not self.is_name(words):
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
        return len(tokens) == 1 and self.is_name(tokens)

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
