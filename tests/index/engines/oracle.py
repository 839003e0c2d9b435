"""What an engine should find, worked out slowly and plainly."""

from __future__ import annotations

from collections import Counter
from itertools import count, takewhile
from math import inf
from typing import TYPE_CHECKING

from index.engines.engine import (
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.engines.engine import Condition, IndexEntry, SearchRequest


def matching(
    entries: Sequence[IndexEntry], request: SearchRequest, unchosen: str | None = None
) -> list[IndexEntry]:
    """Those found; without the conditions on the attribute `unchosen`, for its facet."""
    conditions = [one for one in request.conditions if one.attribute != unchosen]
    return [
        entry
        for entry in entries
        if all(word in entry.name or word in entry.body for word in request.words)
        and all(word in entry.name for word in request.in_name)
        and all(_has_phrase(entry, phrase) for phrase in request.phrases)
        and not any(phrase and _has_phrase(entry, phrase) for phrase in request.without)
        and all(_holds(entry, condition) for condition in conditions)
    ]


def facet(entries: Sequence[IndexEntry], request: SearchRequest, attribute: str) -> dict[str, int]:
    found = matching(entries, request, unchosen=attribute)
    return Counter(key for entry in found for key in set(entry.terms.get(attribute, ())))


def orders(entries: Sequence[IndexEntry], sort: Sort) -> list[float | None]:
    """What the entries are sorted by, in the right order."""
    known = [entry.orders[sort.attribute] for entry in entries if sort.attribute in entry.orders]
    return [*sorted(known, reverse=sort.descending), *[None] * (len(entries) - len(known))]


def _has_phrase(entry: IndexEntry, phrase: tuple[str, ...]) -> bool:
    starts = takewhile(lambda start: start <= len(entry.exact), count())
    return any(entry.exact[start : start + len(phrase)] == phrase for start in starts)


def _holds(entry: IndexEntry, condition: Condition) -> bool:  # noqa: PLR0911 - one for each kind
    attribute = condition.attribute
    match condition:
        case Within():
            return _within(entry, condition)
        case AnyOf(keys=keys):
            return bool({*entry.terms.get(attribute, ())} & {*keys})
        case NoneOf(keys=keys):
            return not {*entry.terms.get(attribute, ())} & {*keys}
        case TextMatch(tokens=tokens, yes=yes):
            return ({*tokens} <= {*entry.said.get(attribute, ())}) is yes
        case HasValue(yes=yes):
            kept = (entry.terms, entry.numbers, entry.spans, entry.said)
            return any(part.get(attribute) for part in kept) is yes
        case WordMatch(tokens=tokens, yes=yes):
            return ({*tokens} <= {*entry.name, *entry.body}) is yes
        case Either(conditions=conditions):
            return any(_holds(entry, one) for one in conditions)
        case AllOf(conditions=conditions):
            return bool(conditions) and all(_holds(entry, one) for one in conditions)


def _within(entry: IndexEntry, asked: Within) -> bool:
    low = -inf if asked.low is None else asked.low
    high = inf if asked.high is None else asked.high
    points = [(point, point) for point in entry.numbers.get(asked.attribute, ())]
    spans = [entry.spans[asked.attribute]] if asked.attribute in entry.spans else []
    if asked.exclusive:
        return low < high and any(end > low and start < high for start, end in points + spans)
    return low <= high and any(end >= low and start <= high for start, end in points + spans)
