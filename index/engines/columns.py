"""Typed columns for filters, facets and sorting, for an engine that has none (Whoosh).

A `Table` has the columns of an index: `TableBuilder` makes it from entries, `rows_where` returns
the rows for which a condition holds, `count_keys` counts a facet, `first_rows` sorts. Ids and
documents of the rows are in a `DocumentFile`.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeAlias
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from index.engines.engine import (
    AllOf,
    AnyOf,
    Either,
    HasValue,
    Hit,
    NoneOf,
    TextMatch,
    Within,
    WordMatch,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from index.engines.engine import Condition, IndexEntry


# One column.


Rows: TypeAlias = NDArray[np.int32]
Mask: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.float64]


class TypedColumn(NamedTuple):
    """Row `owners[i]` has the value `values[i]`; owners ascend. A row may have any number."""

    owners: Rows
    values: NDArray[Any]

    def kept(self, renumbered: Rows) -> TypedColumn:
        """With new row numbers; rows renumbered below 0 are dropped."""
        owners = renumbered[self.owners]
        kept = owners >= 0
        return TypedColumn(owners[kept], self.values[kept])

    def followed_by(self, other: TypedColumn, rows: int) -> TypedColumn:
        """Concatenated with a column whose rows come after these `rows`."""
        if not len(self.owners):
            return TypedColumn(other.owners + np.int32(rows), other.values)
        if not len(other.owners):
            return self
        return TypedColumn(
            np.concatenate((self.owners, other.owners + np.int32(rows))),
            np.concatenate((self.values, other.values)),
        )

    def owners_where(self, matching: Mask, rows: int) -> Mask:
        """The rows with a value for which `matching` is true."""
        mask = np.zeros(rows, dtype=np.bool_)
        mask[self.owners[matching]] = True
        return mask

    def dense(self, rows: int, missing: float) -> Numbers:
        """One number for every row; only for columns with at most one value per row."""
        numbers = np.full(rows, missing, dtype=np.float64)
        numbers[self.owners] = self.values
        return numbers


def mapped_array(file: Path) -> NDArray[Any]:
    """A memory-mapped array."""
    # As a plain ndarray: numpy's memmap class makes every small operation slower.
    array: NDArray[Any] = np.load(file, mmap_mode="r", allow_pickle=False)
    return array.view(np.ndarray)


NO_BYTES = np.empty(0, dtype=np.uint8)
NO_VALUES = TypedColumn(np.empty(0, dtype=np.int32), np.empty(0, dtype=np.float64))


# All columns of an index.


CONTENTS = "columns.json"
ARRAYS = "columns.bin"
_ALIGNED = 64  # bytes


@dataclass(frozen=True, slots=True)
class Table:
    """Columns by kind ("terms", "numbers", …) and attribute.

    The values of terms are indexes into the attribute's `keys`.
    """

    rows: int
    columns: Mapping[tuple[str, str], TypedColumn]
    keys: Mapping[str, tuple[str, ...]]

    def column(self, kind: str, attribute: str) -> TypedColumn:
        return self.columns.get((kind, attribute), NO_VALUES)

    def kept(self, renumbered: Rows) -> Table:
        """With new row numbers; rows renumbered below 0 are dropped."""
        columns = {name: column.kept(renumbered) for name, column in self.columns.items()}
        return Table(int((renumbered >= 0).sum()), columns, self.keys)

    def followed_by(self, other: Table) -> Table:
        """The rows of both, in this order."""
        keys = {
            attribute: _united(self.keys.get(attribute, ()), other.keys.get(attribute, ()))
            for attribute in sorted({*self.keys, *other.keys})
        }
        other = other._with_keys(keys)
        columns = {
            name: self.column(*name).followed_by(other.column(*name), self.rows)
            for name in sorted({*self.columns, *other.columns})
        }
        return Table(self.rows + other.rows, columns, keys)

    def _with_keys(self, keys: Mapping[str, tuple[str, ...]]) -> Table:
        columns = dict(self.columns)
        for attribute, own in self.keys.items():
            places = {key: place for place, key in enumerate(keys[attribute])}
            moved = np.array([places[key] for key in own], dtype=np.int32)
            owners, values = self.columns["terms", attribute]
            columns["terms", attribute] = TypedColumn(owners, moved[values])
        return Table(self.rows, columns, keys)

    def save(self, folder: Path) -> None:
        """Into an empty folder; all arrays in one file, since every mapped file is an open one."""
        with (folder / ARRAYS).open("wb") as file:
            places = [
                (*name, *(_appended(file, array) for array in column))
                for name, column in self.columns.items()
            ]
        contents = {"rows": self.rows, "columns": places, "keys": self.keys}
        (folder / CONTENTS).write_text(json.dumps(contents), encoding="ascii")

    @classmethod
    def load(cls, folder: Path) -> Table:
        contents = json.loads((folder / CONTENTS).read_text(encoding="ascii"))
        file = folder / ARRAYS  # an empty one cannot be mapped
        arrays = np.memmap(file, mode="r").view(np.ndarray) if file.stat().st_size else NO_BYTES
        columns = {
            (kind, attribute): TypedColumn(_array_at(arrays, *owners), _array_at(arrays, *values))
            for kind, attribute, owners, values in contents["columns"]
        }
        keys = {attribute: tuple(keys) for attribute, keys in contents["keys"].items()}
        return cls(contents["rows"], columns, keys)


def _appended(file: BinaryIO, array: NDArray[Any]) -> tuple[int, str, tuple[int, ...]]:
    """Where it is then, and of what kind."""
    place = file.tell() + -file.tell() % _ALIGNED
    file.write(bytes(place - file.tell()))
    file.write(np.ascontiguousarray(array).data)
    return place, array.dtype.str, array.shape


def _array_at(arrays: NDArray[Any], place: int, kind: str, shape: Sequence[int]) -> NDArray[Any]:
    array: NDArray[Any] = np.ndarray(tuple(shape), np.dtype(kind), arrays.data, place)
    return array


def _united(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


# From entries to a table.


TYPES = {
    "terms": np.int32,
    "said": np.int32,
    "lengths": np.int32,
    "numbers": np.float64,
    "spans": np.float64,
    "orders": np.float64,
}


class TableBuilder:
    """`said` stores numbers of tokens, as does `lengths` for the fields "name" and "body".

    The tokens themselves are stored by the engine.
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


# Ids and documents of the rows, in files of their own.


IDS = "ids.json"
BYTES = "documents.bin"
ENDS = "documents.npy"


def write_documents(folder: Path, hits: Iterable[Hit]) -> None:
    """Written one by one: they may not fit into memory."""
    ids: list[str] = []
    ends = [0]
    with (folder / BYTES).open("wb") as file:
        for ident, document in hits:
            ids.append(ident)
            ends.append(ends[-1] + file.write(document))
    np.save(folder / ENDS, np.array(ends, dtype=np.int64), allow_pickle=False)
    (folder / IDS).write_text(json.dumps(ids), encoding="ascii")


class DocumentFile:
    def __init__(self, folder: Path) -> None:
        self.ids: list[str] = json.loads((folder / IDS).read_text(encoding="ascii"))
        self._ends = mapped_array(folder / ENDS)
        self.row_of = {ident: row for row, ident in enumerate(self.ids)}
        self._file = os.open(folder / BYTES, os.O_RDONLY)
        self.close = finalize(self, os.close, self._file)

    def hit(self, row: int) -> Hit:
        start, end = map(int, self._ends[row : row + 2])
        # pread does not move the file position, which threads share.
        return Hit(self.ids[row], os.pread(self._file, end - start, start))


# The rows for which a condition holds.


VALUE_KINDS = ("terms", "numbers", "spans", "said")


def rows_where(
    table: Table, condition: Condition, says: Callable[[TextMatch | WordMatch], Mask]
) -> Mask:
    """`says` returns the rows with certain tokens, since columns have none."""
    match condition:
        case Within():
            return _within(table, condition)
        case AnyOf(attribute, keys):
            return _any_of(table, attribute, keys)
        case NoneOf(attribute, keys):
            return ~_any_of(table, attribute, keys)
        case TextMatch() | WordMatch():
            said = says(condition)
            return said if condition.yes else ~said
        case HasValue(attribute, yes):
            known = _known(table, attribute)
            return known if yes else ~known
        case Either() | AllOf():
            masks = [rows_where(table, one, says) for one in condition.conditions]
            together = np.logical_or if isinstance(condition, Either) else np.logical_and
            empty = np.zeros(table.rows, dtype=np.bool_)
            mask: Mask = together.reduce(masks) if masks else empty
            return mask


def _any_of(table: Table, attribute: str, keys: tuple[str, ...]) -> Mask:
    column = table.column("terms", attribute)
    wanted = set(keys)
    chosen = np.array([key in wanted for key in table.keys.get(attribute, ())], dtype=np.bool_)
    return column.owners_where(chosen[column.values.astype(np.intp)], table.rows)


def _known(table: Table, attribute: str) -> Mask:
    mask = np.zeros(table.rows, dtype=np.bool_)
    for kind in VALUE_KINDS:
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


# Facet counts.


def count_keys(table: Table, attribute: str, mask: Mask) -> dict[str, int]:
    """Keys of these rows with their counts, most frequent first, then alphabetically."""
    column = table.column("terms", attribute)
    keys = table.keys.get(attribute, ())
    counts = np.bincount(column.values[mask[column.owners]].astype(np.intp), minlength=len(keys))
    present = ((keys[place], int(counts[place])) for place in np.flatnonzero(counts))
    return dict(sorted(present, key=lambda one: (-one[1], one[0])))


# Sorting.


def first_rows(rows: Rows, smallest: Numbers, prominence: Numbers, until: int) -> Rows:
    """Up to `until` of the rows: smallest key first, among equals the most prominent.

    `smallest` has a key for each of `rows`, `prominence` a number for every row of the table. Rows
    without a key (nan) come last; rows that are equal in both keep their order.
    """
    if 0 < until < len(rows):
        # Faster than sorting everything: first find the key of the last row wanted.
        last = np.partition(smallest, until - 1)[until - 1]
        if not np.isnan(last):
            rows, smallest = rows[smallest <= last], smallest[smallest <= last]
    order = np.lexsort((rows, -prominence[rows], smallest))
    return rows[order[:until]]
