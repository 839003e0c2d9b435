"""A Bloom filter in front of the ledger: is this address of an article surely new?

The ledger knows every address for good. A negative answer of the filter saves asking it; a positive
one is always checked there, so that no article is lost to a false positive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rbloom import Bloom

from store.frontier import count_urls, known_urls, urls_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection


ERROR_RATE = 0.001  # share of false positives when it is as full as it was planned for
_FEWEST = 100_000
_ROOM = 2  # times the addresses that are known when a crawl begins


class FilterSize(NamedTuple):
    """How many addresses a filter was planned for, and how many it has."""

    expected: int
    error_rate: float
    bytes: int
    addresses: int

    @property
    def fill(self) -> float:
        return self.addresses / self.expected


class SeenFilter:
    """Made anew from the ledger for every crawl: it can never disagree with it."""

    def __init__(self, addresses: Iterable[str], known: int) -> None:
        self._expected = _expected(known)
        self._filter = Bloom(self._expected, ERROR_RATE)
        self._addresses = known
        self._filter.update(addresses)

    @classmethod
    def of(cls, conn: Connection, crawl: str) -> SeenFilter:
        return cls(urls_of(conn, crawl), count_urls(conn, crawl))

    def known(self, conn: Connection, crawl: str, urls: Iterable[str]) -> set[str]:
        """Those of the addresses that were seen before; the ledger has the last word."""
        return known_urls(conn, crawl, [url for url in urls if url in self])

    def __contains__(self, url: str) -> bool:
        """False if the address is surely new."""
        return url in self._filter

    def add(self, url: str) -> None:
        self._filter.add(url)
        self._addresses += 1

    @property
    def size(self) -> FilterSize:
        size = self._filter.size_in_bits // 8
        return FilterSize(self._expected, ERROR_RATE, size, self._addresses)


def filter_size(conn: Connection, crawl: str) -> FilterSize:
    """The size of the filter that the next crawl will make."""
    known = count_urls(conn, crawl)
    return SeenFilter((), known).size


def _expected(known: int) -> int:
    return max(_FEWEST, _ROOM * known)
