"""From what is asked to Tantivy's queries: objects, never its query language."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, TypeAlias

from tantivy import FieldType, Occur, Query

from index.engines.request import AnyOf, Either, Known, NoneOf, Saying, Within
from index.engines.tantivy_engine.layout import BODY, EXACT, ID, KNOWN, NAME
from index.engines.tantivy_engine.texts import key, token

if TYPE_CHECKING:
    from collections.abc import Iterable

    from index.engines.request import Condition, SearchRequest
    from index.engines.tantivy_engine.layout import Layout

_NAME_WEIGHT = 3.0
_Clause: TypeAlias = tuple[Occur, Query]


class Queries:
    """Makes queries for an index of a layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._schema = layout.schema

    def whole(self, request: SearchRequest, *, except_on: str | None = None) -> Query:
        """All that is asked for, or all but the conditions on one attribute."""
        conditions = (one for one in request.conditions if one.attribute != except_on)
        clauses = [
            *((Occur.Must, self._word(word)) for word in _real(request.words)),
            *(
                _if(self._phrase(phrase), yes=True)
                for phrase in map(_real, request.phrases)
                if phrase
            ),
            *(
                _if(self._phrase(phrase), yes=False)
                for phrase in map(_real, request.without)
                if phrase
            ),
            *map(self._clause, conditions),
        ]
        return _joined(clauses)

    def with_ids(self, ids: Iterable[str]) -> Query:
        return Query.term_set_query(self._schema, ID, [*map(key, ids)])

    def _word(self, word: str) -> Query:
        in_name, in_body = self._term(NAME, word), self._term(BODY, word)
        return _any([Query.boost_query(in_name, _NAME_WEIGHT), in_body])

    def _phrase(self, tokens: list[str]) -> Query:
        if len(tokens) == 1:
            return self._term(EXACT, tokens[0])
        return Query.phrase_query(self._schema, EXACT, [*tokens])

    def _clause(self, condition: Condition) -> _Clause:
        """What must be there, or must not; neither has a say in relevance."""
        match condition:
            case Within():
                return Occur.Must, _unscored(self._within(condition))
            case AnyOf(attribute, keys):
                return Occur.Must, _unscored(self._any_of(attribute, keys))
            case NoneOf(attribute, keys):
                return Occur.MustNot, self._any_of(attribute, keys)
            case Saying(attribute, tokens, yes):
                return _if(self._saying(attribute, tokens), yes=yes)
            case Known(attribute, yes):
                return _if(self._term(KNOWN, self._layout.marks[attribute]), yes=yes)
            case Either(_, conditions):
                each = [_joined([self._clause(one)]) for one in conditions]
                return Occur.Must, _unscored(_any(each))

    def _any_of(self, attribute: str, keys: Iterable[str]) -> Query:
        terms = [*map(key, keys)]
        return Query.term_set_query(self._schema, self._layout.terms[attribute], terms)

    def _saying(self, attribute: str, tokens: tuple[str, ...]) -> Query:
        field = self._layout.said[attribute]
        return _joined([(Occur.Must, self._term(field, one)) for one in _real(tokens)])

    def _within(self, limits: Within) -> Query:
        """A point inside, or a span that begins before the end and ends after the beginning."""
        at, layout = limits.attribute, self._layout
        low, high, open_ = limits.low, limits.high, limits.exclusive
        if _empty(limits):
            return Query.empty_query()
        point = self._between(layout.numbers[at], low, high, exclusive=open_)
        begins = self._between(layout.lows[at], None, high, exclusive=open_)
        ends = self._between(layout.highs[at], low, None, exclusive=open_)
        return _any([point, _joined([(Occur.Must, begins), (Occur.Must, ends)])])

    def _between(
        self, field: str, low: float | None, high: float | None, *, exclusive: bool
    ) -> Query:
        if low is None and high is None:
            return Query.exists_query(field)
        return Query.range_query(
            self._schema,
            field,
            FieldType.Float,
            None if low is None else low + 0.0,  # -0.0 is kept as 0.0
            None if high is None else high + 0.0,
            include_lower=low is None or not exclusive,
            include_upper=high is None or not exclusive,
        )

    def _term(self, field: str, text: str) -> Query:
        return Query.term_query(self._schema, field, text, index_option="freq")


def _real(tokens: Iterable[str]) -> list[str]:
    return [token(one) for one in tokens if one]


def _empty(limits: Within) -> bool:
    low = -inf if limits.low is None else limits.low
    high = inf if limits.high is None else limits.high
    return not (low < high or (low == high and not limits.exclusive))


def _if(query: Query, *, yes: bool) -> _Clause:
    return (Occur.Must, _unscored(query)) if yes else (Occur.MustNot, query)


def _joined(clauses: list[_Clause]) -> Query:
    """All of them; where nothing must be there, it is everything that need not be left out."""
    if all(occur is Occur.MustNot for occur, _ in clauses):
        clauses = [(Occur.Must, Query.all_query()), *clauses]
    return Query.boolean_query(clauses)


def _any(queries: Iterable[Query]) -> Query:
    return Query.boolean_query([(Occur.Should, query) for query in queries])


def _unscored(query: Query) -> Query:
    return Query.const_score_query(query, 0.0)
