"""Where are known values on a redesigned page? Other spellings of a value count too."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extract

from core.names import clean_name, name_key
from pages.nesting import outline

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from pages.outline import Outline
    from pages.page import Page


_UNITS = {
    "毫米": "mm",
    "厘米": "cm",
    "英寸": "in",
    "inches": "in",
    "inch": "in",
    "千克": "kg",
    "公斤": "kg",
    "克": "g",
    "小时": "h",
    "hours": "h",
    "毫安时": "mah",
    "像素": "",
    "pixels": "",
    "人民币": "",
    "rmb": "",
    "元": "",
}
_UNIT = re.compile("|".join(sorted(_UNITS, key=len, reverse=True)))
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)[./-](\d{1,2})(?:[./-](\d{1,2}))?(?!\d)")
_DATE_WORD = re.compile(r"(?<=\d)[年月日]")
_TIMES = re.compile(r"(?<=\d)\s*(?:mm|毫米)?\s*[x×*]\s*(?=\d)")
_PIECE = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
# Below this length a letter more or less is another value.
_LONG = 12
_ALIKE = 90.0
_RIVALS = 10


def loose_key(text: str) -> str:
    """A key that ignores how numbers, units and dates are written.

    >>> loose_key("102×44×17.5毫米") == loose_key("102 x 44 x 17.50 mm")
    True
    >>> loose_key("2007年5月") == loose_key("2007-05"), loose_key("2.5 m") == loose_key("25 m")
    (True, False)
    """
    folded = normalize("NFKC", text).casefold()
    folded = _DATE.sub(lambda date: " ".join(filter(None, date.groups())), folded)
    folded = _DATE_WORD.sub(" ", _TIMES.sub(" ", _THOUSANDS.sub("", folded)))
    pieces = _PIECE.findall(_UNIT.sub(lambda unit: _UNITS[unit[0]], folded))
    return "".join(
        f" {_number(piece)}" if piece[0].isdigit() else piece for piece in pieces
    ).lstrip()


def _number(written: str) -> str:
    whole, point, fraction = written.partition(".")
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + (point + fraction if fraction else "")


def same_value(one: str, other: str) -> bool:
    """Equal except for how numbers, units and dates are written."""
    keys = loose_key(one), loose_key(other)
    return keys[0] == keys[1] if any(keys) else name_key(one) == name_key(other) != ""


def most_alike(key: str, others: Collection[str]) -> str | None:
    """For a long text, one that is nearly equal and has exactly the same numbers."""
    if len(key) < _LONG:
        return None
    numbers = _NUMBER.findall(key)
    nearest = extract(key, others, scorer=ratio, score_cutoff=_ALIKE, limit=_RIVALS)
    return next((other for other, *_ in nearest if _NUMBER.findall(other) == numbers), None)


# Where each known value is on a page of a new layout, and which texts beside it may be its name.


_MOST_TEXTS = 3000  # of a page; longer ones are no product's, or hostile
_MOST_PIECES = 6  # leaves one value may be spread over
_LONGEST_VALUE = 400
_LONGEST_NAME = 24
_REACH = 3  # leaves between a value and its name: remarks may be there
_MOST_PLACES = 40
# A name that is a link in one row and bold in the next is in the same place.
_INLINE = frozenset({"a", "b", "strong", "font"})
_OWN_NAME = re.compile(r"([^:：]{1,40})[:：]\s*(\S.*)", re.DOTALL)

Shape = tuple[str, ...]


class Label(NamedTuple):
    """A text that may be the name of a value; `shape` is their relative position."""

    name: str
    key: str
    shape: Shape
    steps: int


class Sighting(NamedTuple):
    """A value as the page writes it; `path` is the way out of its element."""

    text: str
    path: Shape
    labels: tuple[Label, ...]

    def label(self, key: str) -> Label | None:
        return next((label for label in self.labels if label.key == key), None)


class _Run(NamedTuple):
    """Leaves in a row that may be one value; `own_name` comes before it in its first leaf."""

    first: int
    end: int
    text: str
    own_name: str


class SightedPage:
    """Finds values among a page's texts, single and joined."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._outline: Outline = outline(page)
        self._shown = [
            leaf
            for leaf, owner in enumerate(self._outline.owners)
            if owner not in self._outline.hidden and self._outline.texts[leaf].strip()
        ][:_MOST_TEXTS]

    @cached_property
    def leaf_keys(self) -> frozenset[str]:
        """The keys of all texts: is a name shown here at all?"""
        texts = (self._outline.texts[leaf] for leaf in self._shown)
        return frozenset(name_key(part) for text in texts for part in (text, _own_name(text)[0]))

    def sightings(self, value: str) -> list[Sighting]:
        """Where it is, in any spelling; otherwise where nearly the same text is."""
        runs = self._by_loose_key.get(loose_key(value)) or self._by_key.get(name_key(value), [])
        runs = [run for run in runs if same_value(run.text, value)]
        if not runs and (alike := most_alike(name_key(value), self._by_key)):
            runs = self._by_key[alike]
        return [self._sighting(run) for run in runs[:_MOST_PLACES]]

    @cached_property
    def _by_key(self) -> dict[str, list[_Run]]:
        found: dict[str, list[_Run]] = defaultdict(list)
        for run in self._runs():
            if key := name_key(run.text):
                found[key].append(run)
        return dict(found)

    @cached_property
    def _by_loose_key(self) -> dict[str, list[_Run]]:
        found: dict[str, list[_Run]] = defaultdict(list)
        for runs in self._by_key.values():
            for run in runs:
                if key := loose_key(run.text):
                    found[key].append(run)
        return dict(found)

    def _runs(self) -> Iterator[_Run]:
        for place, first in enumerate(self._shown):
            name, rest = _own_name(self._outline.texts[first])
            for last in self._shown[place : place + _MOST_PIECES]:
                text = self._outline.text(range(first, last + 1))
                if len(text) > _LONGEST_VALUE:
                    break
                yield _Run(first, last + 1, text, "")
                if name:
                    behind = self._outline.text(range(first + 1, last + 1))
                    yield _Run(first, last + 1, f"{rest} {behind}".rstrip(), name)

    def _sighting(self, run: _Run) -> Sighting:
        path = self._path(self._outline.owners[run.first], 0)
        return Sighting(run.text, path, tuple(self._labels(run)))

    def _labels(self, run: _Run) -> Iterator[Label]:
        if run.own_name:
            shape = ("own", *self._path(self._outline.owners[run.first], 0)[:2])
            yield from _label(run.own_name, shape, 0)
            return
        place = bisect_left(self._shown, run.first)
        for steps in range(1, min(_REACH, place) + 1):
            yield from self._beside(run, self._shown[place - steps], steps)
        for behind in self._shown[bisect_left(self._shown, run.end) :][:1]:
            yield from self._beside(run, behind, -1)

    def _beside(self, run: _Run, leaf: int, steps: int) -> Iterator[Label]:
        owners = (self._outline.owners[leaf], self._outline.owners[run.first])
        around = common_ancestor(self._outline, owners)
        shape = (
            "before" if steps > 0 else "behind",
            self._outline.tags[around],
            *self._path(owners[0], around),
            "|",
            *self._path(owners[1], around),
        )
        yield from _label(self._outline.texts[leaf], shape, abs(steps))

    def _path(self, node: int, around: int) -> Shape:
        """The tags from an element out to the one around it, without links and bold."""
        way = []
        while node > around:
            if self._outline.tags[node] not in _INLINE:
                way.append(self._outline.tags[node])
            node = self._outline.parents[node]
        return tuple(way)


def _own_name(text: str) -> tuple[str, str]:
    parts = _OWN_NAME.fullmatch(text)
    return (parts[1], parts[2]) if parts else ("", text)


def _label(text: str, shape: Shape, steps: int) -> Iterator[Label]:
    name = clean_name(text)
    key = name_key(name)
    if 0 < len(key) <= _LONGEST_NAME and not key.isdecimal():
        yield Label(name, key, shape, steps)


class KnownValue(NamedTuple):
    """A value of an earlier record; `name` is "" if the page showed none."""

    attribute: str
    name: str
    value: str


class SightedValue(NamedTuple):
    """A known value and every place of the new page that shows it."""

    known: KnownValue
    sightings: Sequence[Sighting]


@dataclass(frozen=True)
class KnownPage:
    """A page as it is now, and the values its record had when it could be read.

    `beside` are the values that were read with them under names that are no attribute.
    """

    page: Page
    values: tuple[KnownValue, ...]
    beside: tuple[KnownValue, ...] = ()

    @cached_property
    def sighted(self) -> SightedPage:
        return SightedPage(self.page)

    @cached_property
    def seen(self) -> tuple[SightedValue, ...]:
        """The known values that the page still shows."""
        found = (SightedValue(known, self.sighted.sightings(known.value)) for known in self.values)
        return tuple(seen for seen in found if seen.sightings)


def common_ancestor(outline: Outline, nodes: tuple[int, ...]) -> int:
    """The innermost node that is or holds all of these."""
    low, high = min(nodes), max(nodes)
    while outline.ends[low] <= high:
        low = outline.parents[low]
    return low
