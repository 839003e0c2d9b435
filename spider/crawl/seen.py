"""Addresses met lately: most links of a page stand on every page of its site."""

from __future__ import annotations

_MOST_SEEN = 100_000


class RecentlySeen:
    """Spares the ledger a question; what it has forgotten the ledger still knows."""

    def __init__(self, most: int = _MOST_SEEN) -> None:
        self._most = most
        self._lately: set[str] = set()
        self._before: set[str] = set()

    def __contains__(self, url: str) -> bool:
        return url in self._lately or url in self._before

    def add(self, url: str) -> None:
        """The older half is forgotten when the newer one is full."""
        if len(self._lately) >= self._most // 2:
            self._before, self._lately = self._lately, set()
        self._lately.add(url)
