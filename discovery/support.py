"""How a site as a whole speaks for a name: on how many pages, with how many different values?"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discovery.candidate import Candidate

_ENOUGH_PAGES = 4  # fewer tell nothing of a site
_MOST_VALUES = 50  # are told apart; more are simply many


class Support(NamedTuple):
    """Pages of the site that show the name, pages looked at, different values beside it."""

    pages: int
    of: int
    values: int

    @property
    def signal(self) -> float:
        """1 for values that differ from page to page, -1 for what is the same on every page.

        >>> Support(20, 20, 9).signal, Support(20, 20, 1).signal, Support(1, 20, 1).signal
        (1.0, -1.0, 0.0)
        """
        if self.of < _ENOUGH_PAGES or self.pages < 2:
            return 0.0
        if self.values > 1:
            return min(1.0, 0.5 + 0.5 * self.values / min(self.pages, 5))
        return -1.0 if self.pages >= 0.8 * self.of else 0.0


class SiteSupport:
    """Gathered page by page, asked when all pages have been seen."""

    def __init__(self) -> None:
        self._pages: defaultdict[str, int] = defaultdict(int)
        self._values: defaultdict[str, set[int]] = defaultdict(set)
        self._of = 0

    def add(self, candidates: Iterable[Candidate]) -> None:
        """The candidates of one more page."""
        self._of += 1
        seen: set[str] = set()
        for candidate in candidates:
            if not candidate.value:
                continue
            key = name_key(candidate.name)
            seen.add(key)
            if len(self._values[key]) < _MOST_VALUES:
                self._values[key].add(hash(name_key(candidate.value)))
        for key in seen:
            self._pages[key] += 1

    def of(self, name: str) -> Support:
        key = name_key(name)
        return Support(self._pages.get(key, 0), self._of, len(self._values.get(key, ())))
