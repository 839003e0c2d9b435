"""Parameters that change nothing on one site, learned from pages that came twice.

Every site has its own words for where a link was followed (`from=hot`, `pos=3`). Where pages came
the same, byte for byte, with such a parameter and without it, on several addresses, with several
values (`page=1` alone tells nothing about `page=2`) and never otherwise, the parameter is left
off from then on.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Self

_SAME_ENOUGH = 3
_VALUES_ENOUGH = 2
_MOST_PAGES = 4000
_MOST_PARAMETERS = 6
_MOST_NAMES = 200


class IdleParameters:
    """What is known about the parameters of one site."""

    def __init__(self) -> None:
        self._same: Counter[str] = Counter()
        self._values: dict[str, list[str]] = {}
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
        names = _parameter_names(url)
        if 0 < len(names) <= _MOST_PARAMETERS:
            for name in names:
                self._compare(
                    _without_parameters(url, {name}), _written_parameter(url, name), digest
                )

    def _compare(self, address: str, added: str, digest: str) -> None:
        """`added` is what an address has more than another: a parameter, or nothing."""
        known = self._digests.setdefault(address, {})
        others = [(added, known[""])] if added and "" in known else []
        if not added:
            others = [(other, known[other]) for other in known if other]
        for parameter, other in others:
            self._vote(parameter, address, digest, same=digest == other)
        known[added] = digest

    def _vote(self, parameter: str, address: str, digest: str, *, same: bool) -> None:
        name, _, value = parameter.partition("=")
        if not same and len(self._different) < _MOST_NAMES:
            self._different.add(name)
        # The same words under many addresses ("please log in") tell nothing about one of them.
        elif same and self._address_of.setdefault(digest, address) == address:
            self._same[name] += 1
            values = self._values.setdefault(name, [])
            if value not in values and len(values) < _VALUES_ENOUGH:
                values.append(value)
        self._settle()

    def _settle(self) -> None:
        enough = (
            name
            for name, times in self._same.items()
            if times >= _SAME_ENOUGH and len(self._values.get(name, ())) >= _VALUES_ENOUGH
        )
        self.names = frozenset(enough) - self._different

    def without(self, url: str) -> str:
        """The address without parameters that change nothing."""
        if not self.names or "?" not in url:
            return url
        idle = self.names & set(_parameter_names(url))
        return _without_parameters(url, idle) if idle else url

    def to_json(self) -> dict[str, Any]:
        same = dict(self._same.most_common(_MOST_NAMES))
        values = {name: self._values[name] for name in same if name in self._values}
        return {"same": same, "values": values, "different": sorted(self._different)}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        idle = cls()
        idle._same.update(stored["same"])
        idle._values.update(stored["values"])
        idle._different.update(stored["different"])
        idle._settle()
        return idle


def _written_parameter(url: str, name: str) -> str:
    pairs = url.partition("?")[2].split("&")
    return next(pair for pair in pairs if pair.partition("=")[0] == name)


def _parameter_names(url: str) -> list[str]:
    query = url.partition("?")[2]
    return [pair.partition("=")[0] for pair in query.split("&")] if query else []


def _without_parameters(url: str, names: frozenset[str] | set[str]) -> str:
    address, _, query = url.partition("?")
    kept = [pair for pair in query.split("&") if pair.partition("=")[0] not in names]
    return f"{address}?{'&'.join(kept)}" if kept else address
