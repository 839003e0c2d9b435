"""All columns of an index, by what is kept of which attribute."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from index.engines.columns.column import NO_VALUES, Rows, TypedColumn

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

CONTENTS = "columns.json"


@dataclass(frozen=True, slots=True)
class Table:
    """Columns by kind ("terms", "numbers", …) and attribute.

    The values of terms are places in the attribute's `keys`.
    """

    rows: int
    columns: Mapping[tuple[str, str], TypedColumn]
    keys: Mapping[str, tuple[str, ...]]

    def column(self, kind: str, attribute: str) -> TypedColumn:
        return self.columns.get((kind, attribute), NO_VALUES)

    def kept(self, renumbered: Rows) -> Table:
        """Without the rows that are renumbered below 0."""
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
        """Into an empty folder."""
        for number, column in enumerate(self.columns.values()):
            column.save(folder, str(number))
        contents = {"rows": self.rows, "columns": list(self.columns), "keys": self.keys}
        (folder / CONTENTS).write_text(json.dumps(contents), encoding="ascii")

    @classmethod
    def load(cls, folder: Path) -> Table:
        contents = json.loads((folder / CONTENTS).read_text(encoding="ascii"))
        columns = {
            (kind, attribute): TypedColumn.load(folder, str(number))
            for number, (kind, attribute) in enumerate(contents["columns"])
        }
        keys = {attribute: tuple(keys) for attribute, keys in contents["keys"].items()}
        return cls(contents["rows"], columns, keys)


def _united(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))
