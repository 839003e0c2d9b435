"""Which rows come first?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from index.engines.columns.column import Numbers, Rows


def first_rows(rows: Rows, smallest: Numbers, prominence: Numbers, until: int) -> Rows:
    """Up to `until` of the rows: smallest key first, among equals the most prominent.

    `smallest` is beside `rows`, `prominence` has a number for every row of the table. What has
    no number (nan) comes last, and what is equal in all stays in the order of the rows.
    """
    if 0 < until < len(rows):
        # Sorting everything costs more than finding the key of the last one wanted.
        last = np.partition(smallest, until - 1)[until - 1]
        if not np.isnan(last):
            rows, smallest = rows[smallest <= last], smallest[smallest <= last]
    order = np.lexsort((rows, -prominence[rows], smallest))
    return rows[order[:until]]
