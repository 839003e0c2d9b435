"""Converts requests to OpenSearch queries (objects, never its query language).

`Searches.body` is the whole request in one call: hits, total and facets are of the same moment.
Relevance is that of the other engines: the same clauses with the same weights.
"""

from __future__ import annotations

from math import inf, nextafter
from typing import TYPE_CHECKING, Any, TypeAlias

from index.engines.engine import (
    CALLED_ADDS,
    FIRST,
    UNCONFIRMED_FITS,
    AllOf,
    AnyOf,
    Either,
    HasValue,
    NoneOf,
    Sort,
    TextMatch,
    Within,
    WordMatch,
)
from index.engines.opensearch_fields import (
    ANALYZER,
    BODY,
    EXACT,
    KNOWN,
    NAME,
    PLACE,
    encoded_key,
    encoded_token,
    joined_tokens,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from index.engines.engine import Condition, SearchRequest
    from index.engines.opensearch_fields import OpenSearchLayout

_Query: TypeAlias = dict[str, Any]

_NAME_WEIGHT = 3.0
_CONFIRMED_ADDS = 1 / UNCONFIRMED_FITS - 1
_MOST_KEYS = 60_000  # in one response: OpenSearch's limit is 65,535
_MOST_CLAUSES = 100  # words; OpenSearch's limit is 1,024 clauses, and a scored word needs up to 8
_ANYWHERE = 2**31 - 1  # the distance of words in a phrase, if it does not matter
FREE = "free"  # the aggregation of facets without conditions
_ALL: _Query = {"match_all": {}}
_NONE: _Query = {"match_none": {}}


class Searches:
    """Makes the searches for an open index."""

    def __init__(self, layout: OpenSearchLayout, *, has_unconfirmed: bool) -> None:
        self._layout = layout
        self._has_unconfirmed = has_unconfirmed

    def body(self, request: SearchRequest) -> dict[str, Any]:
        """Conditions on facets restrict the hits afterwards: each facet is counted without its own.

        The others are part of the query.
        """
        later = [one for one in request.conditions if one.attribute in request.facets]
        return {
            "query": self.query(request, scored=request.by_relevance, without=request.facets),
            "post_filter": self._all_hold(later),
            "aggs": self._facets(request, later),
            "sort": self._sort(request),
            "track_total_hits": True,
        }

    def query(
        self, request: SearchRequest, *, scored: bool = False, without: Sequence[str] = ()
    ) -> _Query:
        """The request without the conditions on some attributes."""
        conditions = [one for one in request.conditions if one.attribute not in without]
        must, words = self._words(request)
        needed = [
            *map(self._phrase, filter(None, request.phrases)),
            *(self._condition(one) for one in conditions),
            *(() if scored else must),
        ]
        parts: _Query = {
            "filter": needed or [_ALL],
            "must_not": [*map(self._phrase, filter(None, request.without))],
        }
        if scored:
            confirmed = self._confirmed(must, words)
            parts |= {"must": must, "should": [*words, *confirmed, *self._called(request)]}
        return {"bool": {**parts, "minimum_should_match": 0}}

    def _sort(self, request: SearchRequest) -> list[_Query]:
        """Among equals by prominence; products without a number come last."""
        last: list[_Query] = [{FIRST: "desc"}, {PLACE: "asc"}]
        if request.by_relevance:
            return [{"_score": "desc"}, *last]
        sort = request.sort or Sort()
        order = "desc" if sort.descending else "asc"
        return [{self._layout.orders[sort.attribute]: {"order": order, "missing": "_last"}}, *last]

    # Words, phrases.

    def _words(self, request: SearchRequest) -> tuple[list[_Query], list[_Query]]:
        """What must be there, and what adds to the relevance.

        The body also contains the name's words, so that one posting list is read per word.
        """
        words, in_name = tuple(dict.fromkeys(request.words)), tuple(dict.fromkeys(request.in_name))
        must = [_term(BODY, word) for word in words[:_MOST_CLAUSES]]
        must += [_unscored(one) for one in _all_tokens(BODY, words[_MOST_CLAUSES:])]
        must += [_unscored(one) for one in _all_tokens(NAME, in_name)]
        named = [_term(NAME, word, _NAME_WEIGHT) for word in request.scored[:_MOST_CLAUSES]]
        others = dict.fromkeys((*request.in_name, *request.optional))
        return must, [*named, *(_term(BODY, word) for word in [*others][:_MOST_CLAUSES])]

    def _confirmed(self, must: Sequence[_Query], words: Sequence[_Query]) -> list[_Query]:
        """The words again, to boost confirmed products; nothing if all are confirmed."""
        if not self._has_unconfirmed or not (must or words):
            return []
        parts = {"filter": [{"range": {FIRST: {"gte": 0.0}}}], "must": must, "should": words}
        return [{"bool": {**parts, "minimum_should_match": 0, "boost": _CONFIRMED_ADDS}}]

    def _called(self, request: SearchRequest) -> list[_Query]:
        return [
            {"constant_score": {"filter": _term(NAME, name), "boost": len(name) * CALLED_ADDS}}
            for name in dict.fromkeys(request.called)
        ]

    def _phrase(self, phrase: tuple[str, ...]) -> _Query:
        if len(phrase) == 1:
            return _term(EXACT, phrase[0])
        return _near(EXACT, phrase, 0)

    # Conditions.

    def _all_hold(self, conditions: Iterable[Condition]) -> _Query:
        return {"bool": {"filter": [self._condition(one) for one in conditions]}}

    def _condition(self, condition: Condition) -> _Query:
        match condition:
            case Within():
                return self._within(condition)
            case AnyOf(attribute, keys):
                return self._any_of(attribute, keys)
            case NoneOf(attribute, keys):
                return _if(self._any_of(attribute, keys), yes=False)
            case TextMatch() | WordMatch():
                is_word = isinstance(condition, WordMatch)
                field = BODY if is_word else self._layout.said[condition.attribute]
                said = _all_tokens(field, tuple(dict.fromkeys(condition.tokens)))
                return _if({"bool": {"filter": said}} if said else _ALL, yes=condition.yes)
            case HasValue(attribute, yes):
                return _if({"term": {KNOWN: self._layout.marks[attribute]}}, yes=yes)
            case Either() | AllOf():
                return self._combined(condition)

    def _combined(self, condition: Either | AllOf) -> _Query:
        if not condition.conditions:
            return _NONE
        if isinstance(condition, AllOf):
            return self._all_hold(condition.conditions)
        several = [*map(self._condition, condition.conditions)]
        return {"bool": {"should": several, "minimum_should_match": 1}}

    def _any_of(self, attribute: str, keys: Iterable[str]) -> _Query:
        return {"terms": {self._layout.terms[attribute]: [*map(encoded_key, keys)]}}

    def _within(self, limits: Within) -> _Query:
        """Both limits are inclusive for OpenSearch, which refuses those the wrong way round."""
        low = -inf if limits.low is None else limits.low
        high = inf if limits.high is None else limits.high
        if limits.exclusive and low < high:
            low = low if low == -inf else nextafter(low, inf)
            high = high if high == inf else nextafter(high, -inf)
        elif limits.exclusive or not low <= high:
            return _NONE
        if low > high or low == inf or high == -inf:
            return _NONE
        finite: dict[str, Any] = {"gte": low + 0.0} if low > -inf else {}
        finite |= {"lte": high + 0.0} if high < inf else {}
        field = self._layout.numbers[limits.attribute]
        return {"range": {field: {**finite, "relation": "intersects"}}}

    # Facets.

    def _facets(self, request: SearchRequest, later: Sequence[Condition]) -> dict[str, Any]:
        """One aggregation for all facets without conditions, and one for each with some."""
        chosen = {one.attribute for one in later}
        size = _MOST_KEYS // max(len(request.facets), 1)
        counts = {
            facet: {field: {"terms": {"field": field, "size": size}}}
            for facet in request.facets
            for field in (self._layout.terms[facet],)
        }
        free = {
            name: count
            for facet in request.facets
            if facet not in chosen
            for name, count in counts[facet].items()
        }
        found = {FREE: {"filter": self._all_hold(later), "aggs": free}} if free else {}
        for facet in request.facets:
            if facet in chosen:
                others = self._all_hold(one for one in later if one.attribute != facet)
                found[self._layout.terms[facet]] = {"filter": others, "aggs": counts[facet]}
        return found


def _term(field: str, token: str, boost: float = 1.0) -> _Query:
    return {"term": {field: {"value": encoded_token(token), "boost": boost}}}


def _all_tokens(field: str, tokens: Sequence[str]) -> list[_Query]:
    """All of these; very many of them are one clause: a phrase in any order, at any distance."""
    if len(tokens) > _MOST_CLAUSES:
        return [_near(field, tokens, _ANYWHERE)]
    return [_term(field, one) for one in tokens]


def _near(field: str, tokens: Sequence[str], distance: int) -> _Query:
    asked = {"query": joined_tokens(tokens), "analyzer": ANALYZER, "slop": distance}
    return {"match_phrase": {field: asked}}


def _if(query: _Query, *, yes: bool) -> _Query:
    return query if yes else {"bool": {"must_not": [query]}}


def _unscored(query: _Query) -> _Query:
    return {"bool": {"filter": [query]}}
