"""Converts requests to Tantivy queries (objects, never its query language).

`Numbers` filters by numbers with few passes over columns; `Queries` does everything else.
"""

from __future__ import annotations

import sys
from math import inf
from typing import TYPE_CHECKING, TypeAlias

from tantivy import FieldType, Occur, Query

from index.engines.engine import (
    CALLED_ADDS,
    FIRST,
    UNCONFIRMED_FITS,
    AllOf,
    AnyOf,
    Either,
    HasValue,
    NoneOf,
    TextMatch,
    Within,
    WordMatch,
)
from index.engines.tantivy_fields import (
    BODY,
    EXACT,
    ID,
    KNOWN,
    NAME,
    encoded_key,
    encoded_token,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tantivy import Searcher

    from index.engines.engine import Condition, SearchRequest
    from index.engines.tantivy_fields import TantivyLayout


_LARGEST = sys.float_info.max


class Numbers:
    """Number filters on an open index.

    Most products have one number per attribute. It is stored in two columns without gaps, `lows`
    and `highs`; so are the two ends of a span, which matches if it begins below the upper limit and
    ends above the lower one. A single limit needs one column; further numbers of a product are in
    another column, which is used only if it is not empty.
    """

    def __init__(self, layout: TantivyLayout, searcher: Searcher) -> None:
        self._layout = layout
        fields = (*layout.widths.values(), *layout.others.values())
        wanted = {field: {"value_count": {"field": field}} for field in fields}
        found = searcher.aggregate(Query.all_query(), {**wanted, FIRST: {"min": {"field": FIRST}}})
        least = found.pop(FIRST)["value"]
        self._has_unconfirmed = least is not None and least < 0
        self._used = {name for name, one in found.items() if one["value"]}

    def confirmed(self) -> Query | None:
        """Matches confirmed products; None if all products are confirmed."""
        if not self._has_unconfirmed:
            return None
        return self._between(FIRST, 0.0, inf, without=False)

    def within(self, limits: Within) -> Query:
        low = -inf if limits.low is None else limits.low
        high = inf if limits.high is None else limits.high
        if not (low < high or (low == high and not limits.exclusive)):
            return Query.empty_query()
        others = self._layout.others[limits.attribute]
        first = self._first(limits.attribute, low, high, without=limits.exclusive)
        if others not in self._used:
            return first
        further = self._between(others, low, high, without=limits.exclusive)
        return Query.boolean_query([(Occur.Should, first), (Occur.Should, further)])

    def _first(self, attribute: str, low: float, high: float, *, without: bool) -> Query:
        lows, highs = self._layout.lows[attribute], self._layout.highs[attribute]
        if high == inf:
            return self._between(highs, low, high, without=without)
        if low == -inf or self._layout.widths[attribute] not in self._used:
            return self._between(lows, low, high, without=without)
        begins = self._between(lows, -inf, high, without=without)
        ends = self._between(highs, low, inf, without=without)
        return Query.boolean_query([(Occur.Must, begins), (Occur.Must, ends)])

    def _between(self, field: str, low: float, high: float, *, without: bool) -> Query:
        """Missing numbers are stored as infinity, which is within no limits."""
        return Query.range_query(
            self._layout.schema,
            field,
            FieldType.Float,
            max(low, -_LARGEST) + 0.0,  # the index has no -0.0
            min(high, _LARGEST) + 0.0,
            include_lower=low == -inf or not without,
            include_upper=high == inf or not without,
        )


# Words, phrases and conditions.


_NAME_WEIGHT = 3.0
_CONFIRMED_ADDS = 1 / UNCONFIRMED_FITS - 1
_Clause: TypeAlias = tuple[Occur, Query]


class Queries:
    """Makes the queries for an open index."""

    def __init__(self, layout: TantivyLayout, numbers: Numbers) -> None:
        self._layout = layout
        self._numbers = numbers
        self._schema = layout.schema

    def whole(
        self, request: SearchRequest, *, scored: bool = False, except_on: str | None = None
    ) -> Query:
        """The whole request, optionally without the conditions on one attribute."""
        conditions = (one for one in request.conditions if one.attribute != except_on)
        clauses = [
            *self._words(request, scored=scored),
            *(self._confirmed(request) if scored else ()),
            *(self._called(request) if scored else ()),
            *(_if(self._phrase(one), yes=True) for one in request.phrases if one),
            *(_if(self._phrase(one), yes=False) for one in request.without if one),
            *map(self._clause, conditions),
        ]
        return _joined(clauses)

    def with_ids(self, ids: Iterable[str]) -> Query:
        return Query.term_set_query(self._schema, ID, [*map(encoded_key, ids)])

    def _words(self, request: SearchRequest, *, scored: bool) -> Iterator[_Clause]:
        """The body also contains the name's words, so that one posting list is read per word."""
        for word in map(encoded_token, dict.fromkeys(request.words)):
            yield Occur.Must, self._term(BODY, word)
        for word in map(encoded_token, dict.fromkeys(request.in_name)):
            yield Occur.Must, _unscored(self._term(NAME, word))
        if not scored:
            return
        for word in map(encoded_token, request.scored):
            yield Occur.Should, Query.boost_query(self._term(NAME, word), _NAME_WEIGHT)
        for word in map(encoded_token, dict.fromkeys((*request.in_name, *request.optional))):
            yield Occur.Should, self._term(BODY, word)

    def _confirmed(self, request: SearchRequest) -> Iterator[_Clause]:
        """The words again, to boost confirmed products; nothing if all are confirmed."""
        words = list(self._words(request, scored=True))
        if words and (confirmed := self._numbers.confirmed()):
            both = _joined([*words, (Occur.Must, _unscored(confirmed))])
            yield Occur.Should, Query.boost_query(both, _CONFIRMED_ADDS)

    def _called(self, request: SearchRequest) -> Iterator[_Clause]:
        for name in dict.fromkeys(request.called):
            term = self._term(NAME, encoded_token(name))
            yield Occur.Should, Query.const_score_query(term, len(name) * CALLED_ADDS)

    def _phrase(self, phrase: tuple[str, ...]) -> Query:
        tokens = [*map(encoded_token, phrase)]
        if len(tokens) == 1:
            return self._term(EXACT, tokens[0])
        return Query.phrase_query(self._schema, EXACT, [*tokens])

    def _clause(self, condition: Condition) -> _Clause:
        """A condition as a clause that does not affect relevance."""
        match condition:
            case Within():
                return Occur.Must, _unscored(self._numbers.within(condition))
            case AnyOf(attribute, keys):
                return Occur.Must, _unscored(self._any_of(attribute, keys))
            case NoneOf(attribute, keys):
                return Occur.MustNot, self._any_of(attribute, keys)
            case TextMatch() | WordMatch():
                is_word = isinstance(condition, WordMatch)
                field = BODY if is_word else self._layout.said[condition.attribute]
                return _if(self._all_tokens(field, condition.tokens), yes=condition.yes)
            case HasValue(attribute, yes):
                return _if(self._term(KNOWN, self._layout.marks[attribute]), yes=yes)
            case Either() | AllOf():
                return Occur.Must, _unscored(self._combined(condition))

    def _combined(self, condition: Either | AllOf) -> Query:
        clauses = [*map(self._clause, condition.conditions)]
        if isinstance(condition, AllOf):
            return _joined(clauses) if clauses else Query.empty_query()
        return _any(_joined([clause]) for clause in clauses)

    def _any_of(self, attribute: str, keys: Iterable[str]) -> Query:
        field = self._layout.terms[attribute]
        return _any(self._term(field, encoded_key(one)) for one in keys)

    def _all_tokens(self, field: str, tokens: tuple[str, ...]) -> Query:
        return _joined([(Occur.Must, self._term(field, one)) for one in map(encoded_token, tokens)])

    def _term(self, field: str, text: str) -> Query:
        return Query.term_query(self._schema, field, text, index_option="freq")


def _if(query: Query, *, yes: bool) -> _Clause:
    return (Occur.Must, _unscored(query)) if yes else (Occur.MustNot, query)


def _joined(clauses: list[_Clause]) -> Query:
    """All clauses must hold; those that need not hold, or must not, restrict all products."""
    if not any(occur is Occur.Must for occur, _ in clauses):
        clauses = [(Occur.Must, _unscored(Query.all_query())), *clauses]
    return Query.boolean_query(clauses)


def _any(queries: Iterable[Query]) -> Query:
    return Query.boolean_query([(Occur.Should, query) for query in queries])


def _unscored(query: Query) -> Query:
    return Query.const_score_query(query, 0.0)
