"""Completions: texts that begin as typed, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.suggesting.keys import LONGEST_KEY, compared_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

_LONGEST_TYPED = 100
_AFTER_ALL = "\U0010ffff"  # sorts behind every character

_BEST_OF_TIER = """
SELECT text FROM texts WHERE rank IN (
    SELECT DISTINCT rank FROM keys WHERE tier = ? AND key >= ? AND key < ? ORDER BY rank LIMIT ?
) ORDER BY rank
"""


class Completions:
    """Tier by tier, so that a letter which begins half of all titles costs no look at them all."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        (tiers,) = database.execute("SELECT max(tier) + 1 FROM keys").fetchone()
        self._tiers = range(tiers or 0)

    def complete(self, typed: str, limit: int) -> list[str]:
        """The longest end of what is typed that begins a text, and what stands before it."""
        typed = typed[:_LONGEST_TYPED]
        for start in _word_starts(typed):
            found = self._beginning_with(compared_text(typed[start:]), limit)
            if found:
                return [typed[:start] + text for text in found]
        return []

    def _beginning_with(self, wanted: str, limit: int) -> list[str]:
        if not wanted:
            return []
        first = wanted[:LONGEST_KEY]
        found: list[str] = []
        for tier in self._tiers:
            within = (tier, first, first + _AFTER_ALL, limit + 1 - len(found))
            found += (text for (text,) in self._database.execute(_BEST_OF_TIER, within))
            if len(found) > limit:
                break
        return [text for text in found if compared_text(text) != wanted][:limit]


def _word_starts(typed: str) -> Iterator[int]:
    for at, sign in enumerate(typed):
        if not sign.isspace() and (at == 0 or typed[at - 1].isspace()):
            yield at
