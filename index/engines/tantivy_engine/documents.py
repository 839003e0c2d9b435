"""From an entry to what Tantivy takes in."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tantivy import Document

from index.engines.tantivy_engine.layout import BODY, DOCUMENT, EXACT, FIRST, ID, KNOWN, NAME
from index.engines.tantivy_engine.texts import joined, key

if TYPE_CHECKING:
    from index.engines.entry import Entry
    from index.engines.tantivy_engine.layout import Layout

_LAST = -sys.float_info.max


def document_of(entry: Entry, layout: Layout) -> Document:
    values: dict[str, Any] = {
        ID: key(entry.id),
        DOCUMENT: entry.document,
        NAME: joined(entry.name),
        BODY: joined(entry.body),
        EXACT: joined(entry.exact),
        KNOWN: " ".join(_marks(entry, layout)),
    }
    for attribute, tokens in entry.said.items():
        values[layout.said[attribute]] = joined(tokens)
    for attribute, terms in entry.terms.items():
        values[layout.terms[attribute]] = [*dict.fromkeys(map(key, terms))]
    _add_numbers(values, entry, layout)
    return Document.from_dict(values, layout.schema)


def _add_numbers(values: dict[str, Any], entry: Entry, layout: Layout) -> None:
    """With 0.0 added, so that they are floats and there is no -0.0, less than 0.0 to Tantivy."""
    for attribute, points in entry.numbers.items():
        values[layout.numbers[attribute]] = [point + 0.0 for point in points]
    for attribute, (low, high) in entry.spans.items():
        values[layout.lows[attribute]] = low + 0.0
        values[layout.highs[attribute]] = high + 0.0
    for attribute, order in entry.orders.items():
        values[layout.orders[attribute]] = order + 0.0
    values.setdefault(FIRST, _LAST)


def _marks(entry: Entry, layout: Layout) -> set[str]:
    kept = (entry.said, entry.terms, entry.numbers, entry.spans)
    return {layout.marks[attribute] for column in kept for attribute in column if column[attribute]}
