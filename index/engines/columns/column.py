"""One column: which row has which value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from pathlib import Path

Rows: TypeAlias = NDArray[np.int32]
Mask: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.float64]


class TypedColumn(NamedTuple):
    """Row `owners[i]` has `values[i]`; owners ascend. A row may have several values, or none."""

    owners: Rows
    values: NDArray[Any]

    def kept(self, renumbered: Rows) -> TypedColumn:
        """Without the rows that are renumbered below 0; the others by their new numbers."""
        owners = renumbered[self.owners]
        kept = owners >= 0
        return TypedColumn(owners[kept], self.values[kept])

    def followed_by(self, other: TypedColumn, rows: int) -> TypedColumn:
        """As one column of a table, in which the other's rows come after these `rows`."""
        if not len(self.owners):
            return TypedColumn(other.owners + np.int32(rows), other.values)
        if not len(other.owners):
            return self
        return TypedColumn(
            np.concatenate((self.owners, other.owners + np.int32(rows))),
            np.concatenate((self.values, other.values)),
        )

    def owners_where(self, matching: Mask, rows: int) -> Mask:
        """The rows that have a value where `matching` is true."""
        mask = np.zeros(rows, dtype=np.bool_)
        mask[self.owners[matching]] = True
        return mask

    def dense(self, rows: int, missing: float) -> Numbers:
        """One number for every row; only for columns with one value per row."""
        numbers = np.full(rows, missing, dtype=np.float64)
        numbers[self.owners] = self.values
        return numbers

    def save(self, folder: Path, name: str) -> None:
        np.save(folder / f"{name}.owners.npy", self.owners, allow_pickle=False)
        np.save(folder / f"{name}.values.npy", self.values, allow_pickle=False)

    @classmethod
    def load(cls, folder: Path, name: str) -> TypedColumn:
        return cls(
            mapped_array(folder / f"{name}.owners.npy"), mapped_array(folder / f"{name}.values.npy")
        )


def mapped_array(file: Path) -> NDArray[Any]:
    """An array that stays in its file until it is read."""
    # A plain view: the class numpy gives mapped arrays makes every small step slower.
    array: NDArray[Any] = np.load(file, mmap_mode="r", allow_pickle=False)
    return array.view(np.ndarray)


NO_VALUES = TypedColumn(np.empty(0, dtype=np.int32), np.empty(0, dtype=np.float64))
