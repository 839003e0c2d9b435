"""What no engine takes in, and what none can answer, is refused before it is too late."""

from __future__ import annotations

from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from index.engines.entry import PROMINENCE
from index.engines.request import AnyOf, Either, HasValue, NoneOf, TextMatch, Within

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from index.engines.entry import Fields, IndexEntry
    from index.engines.request import Condition, SearchRequest


class EngineError(SpecSeekError):
    """An engine was given what it cannot keep or answer."""


def checked_entries(entries: Iterable[IndexEntry], fields: Fields) -> Iterator[IndexEntry]:
    """The same entries, one by one; an EngineError at the first that cannot be kept."""
    seen: set[str] = set()
    known = _FieldSets(fields)
    for entry in entries:
        if entry.id in seen:
            raise EngineError(f"two entries have the id {entry.id!r}: merge them before indexing")
        seen.add(entry.id)
        _check_attributes(entry, known)
        _check_numbers(entry)
        yield entry


class _FieldSets:
    """The attributes an index has, as sets: they are looked up for every entry."""

    def __init__(self, fields: Fields) -> None:
        self.said = frozenset(fields.said)
        self.terms = frozenset(fields.terms)
        self.numbers = frozenset(fields.numbers)
        self.orders = frozenset((*fields.orders, PROMINENCE))


def _check_attributes(entry: IndexEntry, fields: _FieldSets) -> None:
    for kept, known, kind in (
        (entry.said, fields.said, "said"),
        (entry.terms, fields.terms, "terms"),
        (entry.numbers, fields.numbers, "numbers"),
        (entry.spans, fields.numbers, "numbers"),
        (entry.orders, fields.orders, "orders"),
    ):
        if not known.issuperset(kept):
            attribute = next(one for one in kept if one not in known)
            raise EngineError(
                f"entry {entry.id!r} has {kind} of {attribute!r}, which the index does not"
                f" have: add it to Fields.{kind} and build the index anew"
            )


def _check_numbers(entry: IndexEntry) -> None:
    several = chain(entry.numbers.values(), entry.spans.values(), (entry.orders.values(),))
    if not all(map(isfinite, chain.from_iterable(several))):
        raise EngineError(_not_finite(entry))
    for attribute, (low, high) in entry.spans.items():
        if low > high:
            raise EngineError(
                f"entry {entry.id!r} has a span from {low} to {high} for {attribute!r}:"
                " put the smaller number first"
            )


def _not_finite(entry: IndexEntry) -> str:
    several = chain(entry.numbers.items(), entry.spans.items())
    single = ((attribute, (number,)) for attribute, number in entry.orders.items())
    attribute, numbers = next(
        pair for pair in chain(several, single) if not all(map(isfinite, pair[1]))
    )
    return (
        f"entry {entry.id!r} has {numbers} for {attribute!r}: only finite numbers can be"
        " compared, leave the others out"
    )


def check_request(request: SearchRequest, fields: Fields) -> None:
    """An EngineError for an attribute the index does not have, or a page that cannot be."""
    if request.offset < 0 or request.limit < 0:
        raise EngineError(
            f"offset {request.offset} and limit {request.limit}: neither can be below 0"
        )
    for condition in request.conditions:
        _check_condition(condition, fields)
    for facet in request.facets:
        _check_known(facet, fields.terms, "counted as a facet")
    if request.sort:
        _check_known(request.sort.attribute, (*fields.orders, PROMINENCE), "sorted by")


def _check_condition(condition: Condition, fields: Fields) -> None:
    attribute = condition.attribute
    match condition:
        case Within():
            _check_known(attribute, fields.numbers, "compared with numbers")
        case AnyOf() | NoneOf():
            _check_known(attribute, fields.terms, "filtered by values")
        case TextMatch():
            _check_known(attribute, fields.said, "searched for words")
        case HasValue():
            everything = (*fields.said, *fields.terms, *fields.numbers)
            _check_known(attribute, everything, "asked for")
        case Either():
            for one in condition.conditions:
                _check_condition(one, fields)


def _check_known(attribute: str, known: Collection[str], doing: str) -> None:
    if attribute not in known:
        raise EngineError(
            f"{attribute!r} cannot be {doing}: the index has {', '.join(known) or 'nothing'}"
        )
