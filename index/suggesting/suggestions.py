"""Completions and corrections of one index. Documented in docs/analysis.md."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

from index.suggesting.completing import complete
from index.suggesting.correcting import Corrections
from index.suggesting.packed import read_arrays
from index.suggesting.writing import FILE

if TYPE_CHECKING:
    from pathlib import Path

    from index.suggesting.packed import Arrays


class Suggestions:
    """Open for reading; safe to use from several threads."""

    def __init__(self, arrays: Arrays) -> None:
        self._arrays = arrays

    @classmethod
    def open(cls, folder: Path) -> Self:
        """What `write_suggestions` wrote there."""
        return cls(read_arrays(folder / FILE))

    def complete(self, typed: str, limit: int = 8) -> list[str]:
        """Texts to go on with, best first; what stands before the last words is kept."""
        return complete(self._arrays, typed, limit)

    def correct(self, words: str, limit: int = 3) -> list[str]:
        """What may have been meant; nothing if every word is known."""
        return self._corrections.correct(words, limit)

    @cached_property
    def _corrections(self) -> Corrections:
        return Corrections(self._lines("words"), self._lines("sounds"))

    def _lines(self, name: str) -> list[str]:
        return self._arrays[name].tobytes().decode().split("\n")

    def close(self) -> None:
        """Lets go of the file, as soon as those who are reading it have done."""
        self._arrays = {}
