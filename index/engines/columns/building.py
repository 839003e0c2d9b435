"""From entries to a table."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from index.engines.columns.column import TypedColumn
from index.engines.columns.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from index.engines.entry import IndexEntry

TYPES = {
    "terms": np.int32,
    "said": np.int32,
    "lengths": np.int32,
    "numbers": np.float64,
    "spans": np.float64,
    "orders": np.float64,
}


class TableBuilder:
    """`said` keeps how many tokens there are; so does `lengths`, of the fields "name" and "body".

    The tokens themselves are the engine's.
    """

    def __init__(self) -> None:
        self._rows = 0
        self._owners: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._values: dict[tuple[str, str], list[Any]] = defaultdict(list)
        self._codes: dict[str, dict[str, int]] = defaultdict(dict)

    def add(self, entry: IndexEntry) -> None:
        for attribute, keys in entry.terms.items():
            codes = self._codes[attribute]
            once = dict.fromkeys(keys)
            self._put("terms", attribute, (codes.setdefault(key, len(codes)) for key in once))
        for attribute, numbers in entry.numbers.items():
            self._put("numbers", attribute, numbers)
        for attribute, span in entry.spans.items():
            self._put("spans", attribute, (span,))
        for attribute, order in entry.orders.items():
            self._put("orders", attribute, (order,))
        for attribute, tokens in entry.said.items():
            self._put("said", attribute, (len(tokens),) if tokens else ())
        self._put("lengths", "name", (len(entry.name),))
        self._put("lengths", "body", (len(entry.body),))
        self._rows += 1

    def _put(self, kind: str, attribute: str, values: Iterable[object]) -> None:
        column = self._values[kind, attribute]
        before = len(column)
        column.extend(values)
        self._owners[kind, attribute].extend([self._rows] * (len(column) - before))

    def table(self) -> Table:
        columns = {
            (kind, attribute): TypedColumn(
                np.array(self._owners[kind, attribute], dtype=np.int32),
                np.array(values, dtype=TYPES[kind]),
            )
            for (kind, attribute), values in self._values.items()
            if values
        }
        keys = {attribute: tuple(codes) for attribute, codes in self._codes.items() if codes}
        return Table(self._rows, columns, keys)
