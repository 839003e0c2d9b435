"""Filters by numbers."""

from __future__ import annotations

import sys
from math import inf
from typing import TYPE_CHECKING

from tantivy import FieldType, Occur, Query

from index.engines.tantivy_engine.layout import FIRST

if TYPE_CHECKING:
    from tantivy import Searcher

    from index.engines.request import Within
    from index.engines.tantivy_engine.layout import TantivyLayout

_LARGEST = sys.float_info.max


class Numbers:
    """Knows, of an open index, where there are spans and products with several numbers.

    Most products have one number of an attribute: it stands in two columns without gaps, and so
    do the beginning and the end of a span, which is found if it begins below the one limit and
    ends above the other. A single limit needs one look, further numbers need another.
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
        """What is not unconfirmed, if the index has both."""
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
        """Where there is no number, infinity is kept: it is within no limits."""
        return Query.range_query(
            self._layout.schema,
            field,
            FieldType.Float,
            max(low, -_LARGEST) + 0.0,  # there is no -0.0 in the index
            min(high, _LARGEST) + 0.0,
            include_lower=low == -inf or not without,
            include_upper=high == inf or not without,
        )
