"""Ids and documents of the rows, in files of their own."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import numpy as np

from index.engines.columns.column import mapped_array
from index.engines.request import Hit

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

IDS = "ids.json"
BYTES = "documents.bin"
ENDS = "documents.npy"


def write_documents(folder: Path, hits: Iterable[Hit]) -> None:
    """One after the other as they come: they may be more than fits into memory."""
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

    def hit(self, row: int) -> Hit:
        start, end = map(int, self._ends[row : row + 2])
        # Says where it reads from, so that threads are not in each other's way.
        return Hit(self.ids[row], os.pread(self._file, end - start, start))

    def close(self) -> None:
        os.close(self._file)
