"""From an entry to what Tantivy takes in."""

from __future__ import annotations

import sys
from math import inf
from typing import TYPE_CHECKING, Any

from tantivy import Document

from index.engines.tantivy_engine.layout import BODY, DOCUMENT, EXACT, FIRST, ID, KNOWN, NAME
from index.engines.tantivy_engine.texts import encoded_key, encoded_set, joined_tokens

if TYPE_CHECKING:
    from index.engines.entry import IndexEntry
    from index.engines.tantivy_engine.layout import TantivyLayout

_LAST = -sys.float_info.max
_NOWHERE = inf  # columns without gaps are searched twice as fast


def tantivy_document(entry: IndexEntry, layout: TantivyLayout) -> Document:
    values: dict[str, Any] = {
        ID: encoded_key(entry.id),
        DOCUMENT: entry.document,
        NAME: joined_tokens(entry.name),
        BODY: joined_tokens((*entry.name, *entry.body)),
        EXACT: joined_tokens(entry.exact),
        KNOWN: " ".join(_marks(entry, layout)),
    }
    for attribute, tokens in entry.said.items():
        values[layout.said[attribute]] = joined_tokens(tokens)
    for attribute, field in layout.sets.items():
        keys = [*map(encoded_key, entry.terms.get(attribute, ()))]
        if len(keys) > 1:
            keys = [*dict.fromkeys(keys)]
        values[field] = encoded_set(keys)
        if keys:
            values[layout.terms[attribute]] = keys
    _add_numbers(values, entry, layout)
    return Document.from_dict(values, layout.schema)


def _add_numbers(values: dict[str, Any], entry: IndexEntry, layout: TantivyLayout) -> None:
    """With 0.0 added, so that they are floats and there is no -0.0, less than 0.0 to Tantivy."""
    for attribute, field in layout.lows.items():
        span = entry.spans.get(attribute)
        points = [point + 0.0 for point in entry.numbers.get(attribute, ())]
        if span:
            low, high = span
            values[layout.widths[attribute]] = high - low
        else:
            low, *points = points or [_NOWHERE]
            high = low
        values[field] = low + 0.0
        values[layout.highs[attribute]] = high + 0.0
        if points:
            values[layout.others[attribute]] = points
    for attribute, order in entry.orders.items():
        values[layout.orders[attribute]] = order + 0.0
    values.setdefault(FIRST, _LAST)


def _marks(entry: IndexEntry, layout: TantivyLayout) -> set[str]:
    kept = (entry.said, entry.terms, entry.numbers, entry.spans)
    return {layout.marks[attribute] for column in kept for attribute in column if column[attribute]}
