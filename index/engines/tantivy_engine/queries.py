"""Words, phrases and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tantivy import Occur, Query

from index.engines.entry import UNCONFIRMED_FITS
from index.engines.request import AnyOf, Either, HasValue, NoneOf, TextMatch, Within
from index.engines.tantivy_engine.layout import BODY, EXACT, ID, KNOWN, NAME
from index.engines.tantivy_engine.texts import encoded_key, encoded_token

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from index.engines.request import Condition, SearchRequest
    from index.engines.tantivy_engine.layout import TantivyLayout
    from index.engines.tantivy_engine.numbers import Numbers

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
        """All that is asked for, or all but the conditions on one attribute."""
        conditions = (one for one in request.conditions if one.attribute != except_on)
        clauses = [
            *self._words(request, scored=scored),
            *(self._confirmed(request) if scored else ()),
            *(_if(self._phrase(one), yes=True) for one in request.phrases if one),
            *(_if(self._phrase(one), yes=False) for one in request.without if one),
            *map(self._clause, conditions),
        ]
        return _joined(clauses)

    def with_ids(self, ids: Iterable[str]) -> Query:
        return Query.term_set_query(self._schema, ID, [*map(encoded_key, ids)])

    def _words(self, request: SearchRequest, *, scored: bool) -> Iterator[_Clause]:
        """The body has the name's words, too: one list of products is read for each word."""
        for word in map(encoded_token, request.words):
            yield Occur.Must, self._term(BODY, word)
            if scored:
                yield Occur.Should, Query.boost_query(self._term(NAME, word), _NAME_WEIGHT)

    def _confirmed(self, request: SearchRequest) -> Iterator[_Clause]:
        """The words once more, for what is confirmed; nothing where all of the index is."""
        words = list(self._words(request, scored=True))
        if words and (confirmed := self._numbers.confirmed()):
            both = _joined([*words, (Occur.Must, _unscored(confirmed))])
            yield Occur.Should, Query.boost_query(both, _CONFIRMED_ADDS)

    def _phrase(self, phrase: tuple[str, ...]) -> Query:
        tokens = [*map(encoded_token, phrase)]
        if len(tokens) == 1:
            return self._term(EXACT, tokens[0])
        return Query.phrase_query(self._schema, EXACT, [*tokens])

    def _clause(self, condition: Condition) -> _Clause:
        """What must be there, or must not; neither has a say in relevance."""
        match condition:
            case Within():
                return Occur.Must, _unscored(self._numbers.within(condition))
            case AnyOf(attribute, keys):
                return Occur.Must, _unscored(self._any_of(attribute, keys))
            case NoneOf(attribute, keys):
                return Occur.MustNot, self._any_of(attribute, keys)
            case TextMatch(attribute, tokens, yes):
                return _if(self._saying(attribute, tokens), yes=yes)
            case HasValue(attribute, yes):
                return _if(self._term(KNOWN, self._layout.marks[attribute]), yes=yes)
            case Either(_, conditions):
                each = [_joined([self._clause(one)]) for one in conditions]
                return Occur.Must, _unscored(_any(each))

    def _any_of(self, attribute: str, keys: Iterable[str]) -> Query:
        field = self._layout.terms[attribute]
        return _any(self._term(field, encoded_key(one)) for one in keys)

    def _saying(self, attribute: str, tokens: tuple[str, ...]) -> Query:
        field = self._layout.said[attribute]
        return _joined([(Occur.Must, self._term(field, one)) for one in map(encoded_token, tokens)])

    def _term(self, field: str, text: str) -> Query:
        return Query.term_query(self._schema, field, text, index_option="freq")


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
