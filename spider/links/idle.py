"""Parameters that change nothing on one site, learned from pages that came twice.

Every site has its own words for where a link was followed (`from=hot`, `pos=3`). Where pages came
the same, byte for byte, with such a parameter and without it, on several addresses and never
otherwise, the parameter is left off from then on.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Self

_SAME_ENOUGH = 3
_MOST_PAGES = 4000
_MOST_PARAMETERS = 6
_MOST_NAMES = 200


class IdleParameters:
    """What is known about the parameters of one site."""

    def __init__(self) -> None:
        self._same: Counter[str] = Counter()
        self._different: set[str] = set()
        self._digests: dict[str, dict[str, str]] = {}
        self._address_of: dict[str, str] = {}
        self.names: frozenset[str] = frozenset()

    def note(self, url: str, digest: str) -> None:
        """A page was visited; compare it with the pages whose addresses lack one parameter."""
        if len(self._digests) > _MOST_PAGES:
            self._digests.clear()
            self._address_of.clear()
        self._compare(url, "", digest)
        names = _names(url)
        if 0 < len(names) <= _MOST_PARAMETERS:
            for name in names:
                self._compare(_without(url, {name}), name, digest)

    def _compare(self, address: str, name: str, digest: str) -> None:
        known = self._digests.setdefault(address, {})
        others = [(name, known[""])] if name and "" in known else []
        if not name:
            others = [(other, known[other]) for other in known if other]
        for parameter, other in others:
            self._vote(parameter, address, digest, same=digest == other)
        known[name] = digest

    def _vote(self, name: str, address: str, digest: str, *, same: bool) -> None:
        if not same and len(self._different) < _MOST_NAMES:
            self._different.add(name)
        # The same words under many addresses ("please log in") tell nothing about one of them.
        elif same and self._address_of.setdefault(digest, address) == address:
            self._same[name] += 1
        self._settle()

    def _settle(self) -> None:
        enough = (name for name, times in self._same.items() if times >= _SAME_ENOUGH)
        self.names = frozenset(enough) - self._different

    def without(self, url: str) -> str:
        """The address without parameters that change nothing."""
        if not self.names or "?" not in url:
            return url
        idle = self.names & set(_names(url))
        return _without(url, idle) if idle else url

    def to_json(self) -> dict[str, Any]:
        same = dict(self._same.most_common(_MOST_NAMES))
        return {"same": same, "different": sorted(self._different)}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        idle = cls()
        idle._same.update(stored["same"])
        idle._different.update(stored["different"])
        idle._settle()
        return idle


def _names(url: str) -> list[str]:
    query = url.partition("?")[2]
    return [pair.partition("=")[0] for pair in query.split("&")] if query else []


def _without(url: str, names: frozenset[str] | set[str]) -> str:
    address, _, query = url.partition("?")
    kept = [pair for pair in query.split("&") if pair.partition("=")[0] not in names]
    return f"{address}?{'&'.join(kept)}" if kept else address
