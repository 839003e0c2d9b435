"""Filters by numbers: as few passes over columns as can be, for each reads all products."""

from __future__ import annotations

import sys
from math import inf, nextafter
from typing import TYPE_CHECKING

from tantivy import FieldType, Occur, Query

if TYPE_CHECKING:
    from tantivy import Searcher

    from index.engines.request import Within
    from index.engines.tantivy_engine.layout import Layout

_LARGEST = sys.float_info.max


class Numbers:
    """Knows, of an open index, how wide spans are and where products have several numbers.

    Most products have one number of an attribute: it stands in a column without gaps, and so
    does the beginning of a span. Only spans and further numbers need more than one look, and
    only limits that are closer than spans are wide need two columns at once.
    """

    def __init__(self, layout: Layout, searcher: Searcher) -> None:
        self._layout = layout
        spans = {field: {"max": {"field": field}} for field in layout.widths.values()}
        others = {field: {"value_count": {"field": field}} for field in layout.others.values()}
        wanted = spans | others
        found = searcher.aggregate(Query.all_query(), wanted) if wanted else {}
        self._found: dict[str, float] = {name: one["value"] or 0.0 for name, one in found.items()}

    def within(self, limits: Within) -> Query:
        low = -inf if limits.low is None else limits.low
        high = inf if limits.high is None else limits.high
        if not (low < high or (low == high and not limits.exclusive)):
            return Query.empty_query()
        attribute, layout, open_ = limits.attribute, self._layout, limits.exclusive
        widest = self._found[layout.widths[attribute]]
        fields = [layout.lows[attribute]]  # a number, or the beginning of a span
        fields += [layout.highs[attribute]] if widest else []
        fields += [layout.others[attribute]] if self._found[layout.others[attribute]] else []
        ways = [self._between(field, low, high, without=open_) for field in fields]
        if widest >= high - low:
            ways.append(self._around(attribute, low, high, exclusive=open_))
        return Query.boolean_query([(Occur.Should, way) for way in ways])

    def _around(self, attribute: str, low: float, high: float, *, exclusive: bool) -> Query:
        """Spans that begin below the limits and end above: no further than spans are wide."""
        layout = self._layout
        lowest = nextafter(high - self._found[layout.widths[attribute]], -inf)
        begins = self._between(layout.lows[attribute], lowest, low, without=not exclusive)
        ends = self._between(layout.highs[attribute], high, inf, without=not exclusive)
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
