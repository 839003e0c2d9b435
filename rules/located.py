"""Where do names and values stand on a page?"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from core.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages.outline import Outline
    from rules.learn import Example


_MOST_PLACES = 60


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of leaves; `start` and `end` count key letters over the whole page."""

    start: int
    end: int
    first_leaf: int
    end_leaf: int
    opens: bool
    closes: bool


class LocatedText:
    """The page's letters and digits in one string, with the way back to the leaves."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self._keys = [
            "" if owner in outline.hidden else name_key(text)
            for owner, text in zip(outline.owners, outline.texts, strict=True)
        ]
        self._starts = [0, *accumulate(map(len, self._keys))]

    @cached_property
    def _all(self) -> str:
        return "".join(self._keys)

    def places(self, text: str) -> list[Place]:
        """Every place of this text, in page order."""
        key = name_key(text)
        return self._symbol_places(text) if not key else self._key_places(key)

    def place_of_leaves(self, first: int, end: int) -> Place:
        return Place(self._starts[first], self._starts[end], first, end, opens=True, closes=True)

    def _key_places(self, key: str) -> list[Place]:
        found: list[Place] = []
        at = self._all.find(key)
        while at >= 0 and len(found) < _MOST_PLACES:
            end = at + len(key)
            first = bisect_right(self._starts, at) - 1
            last = bisect_right(self._starts, end - 1) - 1
            found.append(
                Place(
                    at,
                    end,
                    first,
                    last + 1,
                    opens=self._starts[first] == at,
                    closes=self._starts[last + 1] == end,
                )
            )
            at = self._all.find(key, at + 1)
        return found

    def _symbol_places(self, text: str) -> list[Place]:
        """A value without letters or digits ("-", "★★★") is found as a whole leaf only."""
        wanted = "".join(text.split())
        return [
            self.place_of_leaves(index, index + 1)
            for index, shown in enumerate(self.outline.texts)
            if wanted and "".join(shown.split()) == wanted
        ][:_MOST_PLACES]


# Where does an example's name stand beside its value on the page?


# More text than this between a name and its value: they do not belong together.
_WIDEST_GAP = 60


@dataclass(frozen=True, slots=True)
class Relation:
    """One place where a name and its value stand together; `gap` is how much is between."""

    name: Place
    value: Place
    gap: int


def relations(wanted: Example, located: LocatedText) -> Iterator[Relation]:
    """Every place where this name stands before this value with little between, or behind it."""
    values = located.places(wanted.value)
    ends = {value.end: value for value in values if value.opens and value.closes}
    for name in located.places(wanted.name):
        if not name.opens:
            continue
        for value in values:
            gap = value.start - name.end
            if 0 <= gap <= _WIDEST_GAP and value.end_leaf >= name.end_leaf:
                yield Relation(name, value, gap)
                break
        if name.closes and name.start in ends:
            yield Relation(name, ends[name.start], 0)


def common_ancestor(outline: Outline, nodes: tuple[int, ...]) -> int:
    """The innermost node that is or holds all of these."""
    low, high = min(nodes), max(nodes)
    while outline.ends[low] <= high:
        low = outline.parents[low]
    return low
