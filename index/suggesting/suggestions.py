"""The open file."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Self

from index.suggesting.completing import Completions
from index.suggesting.correcting import Corrections
from index.suggesting.errors import SuggestionsUnreadableError
from index.suggesting.keys import SUGGESTIONS_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Suggestions:
    """Open for reading; safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()  # of the connection
        self._corrections: Corrections | None = None
        with self._reading():
            # Immutable: a build puts another file in another folder, nobody waits for a lock.
            address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
            self._database = sqlite3.connect(address, uri=True, check_same_thread=False)
        try:
            with self._reading():
                self._completions = Completions(self._database)
        except SuggestionsUnreadableError:
            self._database.close()
            raise

    @classmethod
    def open(cls, folder: Path) -> Self:
        """What `write_suggestions` wrote there."""
        return cls(folder / SUGGESTIONS_FILE)

    def complete(self, typed: str, limit: int = 8) -> list[str]:
        """Texts to go on with, best first; what stands before the last words is kept."""
        with self._reading():
            return self._completions.complete(typed, limit)

    def correct(self, words: str, limit: int = 3) -> list[str]:
        """What may have been meant; nothing if every word is known."""
        with self._reading():
            if self._corrections is None:
                known = self._database.execute("SELECT word, sound FROM words ORDER BY place")
                self._corrections = Corrections(dict(known))
        return self._corrections.correct(words, limit)

    def close(self) -> None:
        with self._lock:
            self._database.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except sqlite3.Error as error:
            raise SuggestionsUnreadableError(self._path, str(error)) from error
