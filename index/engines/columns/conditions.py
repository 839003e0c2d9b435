"""Which rows does a condition hold for?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from index.engines.request import AnyOf, Either, HasValue, NoneOf, TextMatch, Within

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from index.engines.columns.column import Mask
    from index.engines.columns.table import Table
    from index.engines.request import Condition

WHAT_IS_KNOWN = ("terms", "numbers", "spans", "said")


def rows_where(table: Table, condition: Condition, says: Callable[[TextMatch], Mask]) -> Mask:
    """`says` tells which rows have all tokens of a saying: columns do not know tokens."""
    match condition:
        case Within():
            return _within(table, condition)
        case AnyOf(attribute, keys):
            return _any_of(table, attribute, keys)
        case NoneOf(attribute, keys):
            return ~_any_of(table, attribute, keys)
        case TextMatch(yes=yes):
            return says(condition) if yes else ~says(condition)
        case HasValue(attribute, yes):
            known = _known(table, attribute)
            return known if yes else ~known
        case Either(conditions=several):
            mask = np.zeros(table.rows, dtype=np.bool_)
            for one in several:
                mask |= rows_where(table, one, says)
            return mask


def _any_of(table: Table, attribute: str, keys: tuple[str, ...]) -> Mask:
    column = table.column("terms", attribute)
    wanted = set(keys)
    chosen = np.array([key in wanted for key in table.keys.get(attribute, ())], dtype=np.bool_)
    return column.owners_where(chosen[column.values.astype(np.intp)], table.rows)


def _known(table: Table, attribute: str) -> Mask:
    mask = np.zeros(table.rows, dtype=np.bool_)
    for kind in WHAT_IS_KNOWN:
        mask[table.column(kind, attribute).owners] = True
    return mask


def _within(table: Table, asked: Within) -> Mask:
    low = -np.inf if asked.low is None else asked.low
    high = np.inf if asked.high is None else asked.high
    if not (low < high if asked.exclusive else low <= high):
        return np.zeros(table.rows, dtype=np.bool_)
    points = table.column("numbers", asked.attribute)
    spans = table.column("spans", asked.attribute)
    starts, ends = spans.values.reshape(-1, 2).T
    inside = _overlapping(points.values, points.values, low, high, exclusive=asked.exclusive)
    overlapping = _overlapping(starts, ends, low, high, exclusive=asked.exclusive)
    return points.owners_where(inside, table.rows) | spans.owners_where(overlapping, table.rows)


def _overlapping(
    starts: NDArray[np.float64],
    ends: NDArray[np.float64],
    low: float,
    high: float,
    *,
    exclusive: bool,
) -> Mask:
    if exclusive:
        return (ends > low) & (starts < high)
    return (ends >= low) & (starts <= high)
