"""Which rows of labelled pages were marked, and which were left out?

The answer goes into the rule file as `RowKnowledge`; `rules.row_knowledge` scores the rows of other
pages with it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.names import name_key
from rules.choose import CONTINUED, NAMELESS
from rules.model import RowKnowledge, RowRegion
from rules.row_knowledge import learn_noise, places_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from pages.rows import Row
    from rules.learn import Example
    from rules.page_rows import PageRows, RegionKey

WHOLE, ITEMS, PART = 1, 2, 3


def match(row: Row, wanted: Collection[str]) -> int:
    """How a row's value matches examples: as a whole, item by item, or as a part."""
    value = name_key(row.value)
    if value in wanted:
        return WHOLE
    if row.values and 2 * sum(name_key(item) in wanted for item in row.values) >= len(row.values):
        return ITEMS
    return PART if any(one and one in value for one in wanted) else 0


def matches(page: PageRows, examples: Iterable[Example]) -> list[int]:
    """How each row of a sample matches the examples; for each name the best match counts."""
    wanted: dict[str, set[str]] = defaultdict(set)
    for example in examples:
        wanted[name_key(example.name)].add(name_key(example.value))
    found = [
        match(row, wanted[key]) if key in wanted and (key or row.kind == NAMELESS) else 0
        for key, row in zip(page.keys, page.rows, strict=True)
    ]
    _drop_chance_matches(page, found, wanted)
    best: dict[int, int] = {}
    for number, row in enumerate(page.rows):
        if found[number]:
            covered = _covered(row, wanted[page.keys[number]])
            found[number] *= covered > 0
            first = row.name_leaves.start
            best[first] = max(best.get(first, 0), covered)
    taken: set[int] = set()
    open_values = {key: set(values) for key, values in wanted.items()}
    for how in (WHOLE, ITEMS, PART):
        for number, row in enumerate(page.rows):
            if found[number] != how:
                continue
            incomplete = _covered(row, wanted[page.keys[number]]) < best[row.name_leaves.start]
            if (
                incomplete
                or (how == PART and not taken.isdisjoint(row.name_leaves))
                or (how == PART and not _adds_value(row, open_values[page.keys[number]]))
            ):
                found[number] = 0
            else:
                taken.update(row.name_leaves)
                if how != PART:
                    open_values[page.keys[number]] -= set(map(name_key, (row.value, *row.values)))
    return _where_most_are(page, found)


def _drop_chance_matches(
    page: PageRows, found: list[int], wanted: Mapping[str, Collection[str]]
) -> None:
    """If a name occurs more often in a region than it was marked, a value may match by chance.

    A match in a region where the name is rarer is then the marked one: the score of this film, not
    the equal score of one of twenty others.
    """
    times = Counter(zip(page.keys, page.tag_paths, strict=True))
    alone: dict[str, list[Row]] = defaultdict(list)
    repeated = []
    for number, how in enumerate(found):
        key, row = page.keys[number], page.rows[number]
        if how and times[key, page.tag_paths[number]] > len(wanted[key]):
            repeated.append(number)
        elif how and any(_begins_with(row.value, one) for one in wanted[key]):
            alone[key].append(row)
    for number in repeated:
        leaf = page.rows[number].name_leaves.start
        if any(row.name_leaves.start != leaf for row in alone[page.keys[number]]):
            found[number] = 0


def _begins_with(value: str, wanted: str) -> bool:
    words = value.split()
    return any(name_key("".join(words[:count])) == wanted for count in range(1, len(words) + 1))


def _adds_value(row: Row, open_values: Collection[str]) -> bool:
    """Whether a row contains a wanted value that no row has as a whole."""
    value = name_key(row.value)
    return any(one in value for one in open_values)


def _covered(row: Row, wanted: Collection[str]) -> int:
    """How many of the wanted values a row has."""
    value = name_key(row.value)
    items = set(map(name_key, row.values))
    return sum(one == value or one in items or (not items and one in value) for one in wanted) or (
        any(one and one in value for one in wanted)
    )


def _where_most_are(page: PageRows, found: list[int]) -> list[int]:
    """A pair that occurs several times was marked where most other marked pairs are."""
    marked = Counter(row.group for row, how in zip(page.rows, found, strict=True) if how)
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, how in enumerate(found):
        if how:
            places[page.keys[number], name_key(page.rows[number].value)].append(number)
    for same in places.values():
        most = max(marked[page.rows[number].group] for number in same)
        for number in same:
            if marked[page.rows[number].group] < most:
                found[number] = 0
    return found


@dataclass
class _Region:
    marked: Counter[str] = field(default_factory=Counter)
    unmarked: Counter[str] = field(default_factory=Counter)
    apart: Counter[str] = field(default_factory=Counter)
    votes: Counter[str] = field(default_factory=Counter)
    misread: int = 0
    nth: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    inside: list[tuple[str, str, str]] = field(default_factory=list)
    beside: list[tuple[str, str, str]] = field(default_factory=list)


class KnowledgeLearner:
    """Collects what samples teach; `knowledge` goes into the rule file."""

    def __init__(self) -> None:
        self._regions: dict[tuple[str, str], _Region] = defaultdict(_Region)
        self._lists: set[str] = set()
        self._wholes: set[str] = set()
        self._parts: set[str] = set()
        self._no_items: set[str] = set()
        self._repeated: set[str] = set()
        self._alike = self._marked = 0

    def add(self, page: PageRows, examples: Sequence[Example]) -> None:
        """Learn from one more sample."""
        found = matches(page, examples)
        taken: set[int] = set()
        groups: set[int] = set()
        tables: dict[str, int] = {}
        for row, key, how in zip(page.rows, page.keys, found, strict=True):
            if how:
                taken.update(row.name_leaves, row.value_leaves)
                groups.add(row.group)
                if tables.setdefault(key, row.group) != row.group:
                    self._repeated.add(key)
        met: Counter[tuple[str, RegionKey]] = Counter()
        places = page.region_keys
        named = zip(page.keys, places, found, strict=True)
        marked = {(key, place) for key, place, how in named if how}
        for number, (row, key) in enumerate(zip(page.rows, page.keys, strict=True)):
            place = places[number]
            region = self._regions[place]
            if found[number]:
                region.marked[key] += 1
                region.nth[key].add(met[key, place])
                wanted = [name_key(one.value) for one in examples if name_key(one.name) == key]
                self._note_list(row, key, found[number], wanted)
                self._note_noise(page, row, wanted, region)
            elif row.kind == CONTINUED:
                self._no_items.add(name_key(row.value))
            elif not (taken.isdisjoint(row.name_leaves) and taken.isdisjoint(row.value_leaves)):
                region.misread += 1
            elif row.group in groups:
                region.unmarked[key] += 1
            else:
                region.apart[key] += 1
            met[key, place] += 1
        for here in set(zip(page.keys, places, strict=True)):
            self._regions[here[1]].votes[here[0]] += 1 if here in marked else -1
        self._note_completeness(page, places, found, taken)

    def _note_completeness(
        self,
        page: PageRows,
        places: Sequence[RegionKey],
        found: Sequence[int],
        taken: set[int],
    ) -> None:
        """Count the rows in the region and group of marked ones, and how many were marked."""
        all_of_page = list(zip(page.rows, places, found, strict=True))
        marked = {(place, row.group) for row, place, how in all_of_page if how}
        for row, place, how in all_of_page:
            if (place, row.group) in marked and (
                how or (taken.isdisjoint(row.name_leaves) and taken.isdisjoint(row.value_leaves))
            ):
                self._alike += 1
                self._marked += how > 0

    def _note_list(self, row: Row, key: str, how: int, wanted: Collection[str]) -> None:
        if how == ITEMS:
            self._lists.add(key)
            items = map(name_key, row.values)
            self._no_items.update(item for item in items if item and item not in wanted)
        elif how == WHOLE and row.values:
            self._wholes.add(key)
        elif how == PART:
            self._parts.add(key)
            if len([one for one in wanted if one in name_key(row.value)]) > 1:
                self._lists.add(key)

    def _note_noise(
        self, page: PageRows, row: Row, wanted: Collection[str], region: _Region
    ) -> None:
        """Note which texts of the value's element belong to the value, and which do not."""
        leaves = [leaf for leaf in row.value_leaves if leaf not in row.name_leaves]
        inside = _leaves_of_values(page, leaves, wanted)
        for leaf in leaves:
            if name_key(page.texts[leaf]):
                places = places_of(page.outline, leaf, row.box, row.value_leaves.start)
                (region.inside if leaf in inside else region.beside).append(places)

    @property
    def knowledge(self) -> RowKnowledge:
        return RowKnowledge(
            regions=tuple(
                _written(stand, look, region)
                for (stand, look), region in self._regions.items()
                if region.marked or region.unmarked or region.apart or region.misread
            ),
            lists=tuple(sorted(self._lists)),
            wholes=tuple(sorted(self._wholes - self._lists)),
            parts=tuple(sorted(self._parts)),
            no_items=tuple(sorted(self._no_items)),
            repeated=tuple(sorted(self._repeated)),
            complete=round(self._marked / self._alike, 3) if self._alike else 1.0,
        )


def _leaves_of_values(
    page: PageRows, leaves: Sequence[int], wanted: Collection[str]
) -> Collection[int]:
    """The leaves that together make up the wanted values."""
    found: set[int] = set()
    for value in sorted(wanted, key=len, reverse=True):
        rest, matched = value, []
        for leaf in leaves:
            key = name_key(page.texts[leaf])
            if key and leaf not in found and rest.startswith(key):
                matched.append(leaf)
                rest = rest[len(key) :]
        if not rest:
            found.update(matched)
    if found:
        return found
    return {leaf for leaf in leaves if any(name_key(page.texts[leaf]) in one for one in wanted)}


def _mostly_left_out(names: Iterable[str], votes: Counter[str]) -> tuple[str, ...]:
    """The names that more samples leave out than mark; in a tie a name is wanted.

    Each sample has one vote, however often it shows the name.
    """
    return tuple(key for key in names if votes[key] < 0)


def _written(stand: str, look: str, region: _Region) -> RowRegion:
    times = region.marked + region.unmarked + region.apart
    marked = tuple(region.marked)
    unmarked = _mostly_left_out(region.unmarked, region.votes)
    counts = region.marked.total(), region.unmarked.total()
    return RowRegion(
        tags=stand,
        classes=look,
        marked=marked,
        unmarked=unmarked,
        apart=_mostly_left_out(region.apart, region.votes),
        misread=region.misread,
        times=None if counts == (len(marked), len(unmarked)) else counts,
        nth=tuple(
            (key, tuple(sorted(places)))
            for key, places in region.nth.items()
            if len(places) < times[key]
        ),
        noise=tuple(sorted(learn_noise(region.inside, region.beside))),
    )
