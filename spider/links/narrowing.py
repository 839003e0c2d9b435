"""Names in shapes, as many as tell something: where a folder holds many, they are all alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# How many different names may stand in the first part of a path, in the second, and so on.
_MOST_NAMES_AT_DEPTH = (16, 8, 3)
_MOST_VALUES = 6
_MOST_PARAMETER_SETS = 24
_ANY = "a"


class SegmentLimits:
    """The first names of every folder are kept; those that come later become "a"."""

    def __init__(self, shapes: Iterable[str] = ()) -> None:
        self._names: dict[str, set[str]] = {}
        for shape in shapes:
            self.narrowed(shape)

    def narrowed(self, shape: str) -> str:
        """The shape, with names that came too late made alike."""
        path, mark, query = shape.partition("?")
        host, *names = path.split("/")
        done = host
        for depth, name in enumerate(names):
            limit = _MOST_NAMES_AT_DEPTH[depth] if depth < len(_MOST_NAMES_AT_DEPTH) else 1
            done += "/" + self._kept(done, name, limit)
        return done + mark + self._query(done, query) if mark else done

    def _query(self, path: str, query: str) -> str:
        """Where every choice adds parameters, their sets have no end."""
        pairs = query.split("&")
        names = "&".join(pair.partition("=")[0] for pair in pairs)
        sets = self._names.setdefault(path + "?", set())
        if names not in sets and len(sets) >= _MOST_PARAMETER_SETS:
            return _ANY
        sets.add(names)
        return "&".join(self._parameter(path, pair) for pair in pairs)

    def _parameter(self, path: str, pair: str) -> str:
        name, sign, value = pair.partition("=")
        return name + sign + self._kept(f"{path}?{name}", value, _MOST_VALUES)

    def _kept(self, where: str, name: str, limit: int) -> str:
        if not name.isalpha() or name in {_ANY, "x"}:
            return name
        names = self._names.setdefault(where, set())
        if name not in names and len(names) >= limit:
            return _ANY
        names.add(name)
        return name
