"""How many of the rows have which key?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from index.engines.columns.column import Mask
    from index.engines.columns.table import Table


def count_keys(table: Table, attribute: str, mask: Mask) -> dict[str, int]:
    """Keys that some row has, most frequent first, then by the alphabet."""
    column = table.column("terms", attribute)
    keys = table.keys.get(attribute, ())
    counts = np.bincount(column.values[mask[column.owners]].astype(np.intp), minlength=len(keys))
    present = ((keys[place], int(counts[place])) for place in np.flatnonzero(counts))
    return dict(sorted(present, key=lambda one: (-one[1], one[0])))
