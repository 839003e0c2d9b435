"""Scores rows by what samples teach: which names and regions count, which text is noise."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from core.names import name_key
from pages.page import identity
from rules.choose import CONTINUED, NAMELESS, Stage, add_continued, level

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pages.outline import Outline
    from pages.rows import Row
    from rules.model import RowKnowledge, RowRegion
    from rules.page_rows import PageRows, RegionKey


# After one of these a list of values continues.
_LISTING = frozenset(",，、;；/+|·&")
# Noise after the text of a value ends the value: what follows is noise too.
_AFTER_TEXT = " after text"


def places_of(outline: Outline, leaf: int, around: int, first: int) -> tuple[str, str, str]:
    """Where a leaf of a value is: its tags, tags with classes, and tags with what is before it.

    `first` is the first leaf of the value.
    """
    owner = outline.owners[leaf]
    tags: list[str] = []
    node = owner
    while node > around:
        tags.append(outline.tags[node])
        node = outline.parents[node]
    path = ">".join(reversed(tags)) or "."
    classes = ".".join(identity(outline, owner)[1]) if owner > around else ""
    return path, f"{path}.{classes}", f"{path} after {_before(outline, leaf, first)}"


def _before(outline: Outline, leaf: int, first: int) -> str:
    if leaf <= first:
        return "nothing"
    ends_open = outline.texts[leaf - 1][-1:] in _LISTING
    return "text" if name_key(outline.texts[leaf - 1]) and not ends_open else "mark"


def without_noise(outline: Outline, leaves: range, around: int, noise: Sequence[str]) -> list[int]:
    """The leaves that are not noise; if all seem to be noise, those with the tags of the first."""
    if len(leaves) < 2:
        return list(leaves)
    kept: list[int] = []
    paths: list[str] = []
    for leaf in leaves:
        path, with_classes, after = places_of(outline, leaf, around, leaves.start)
        paths.append(path)
        if follows_text(after) and after in noise:
            break
        if not {path, with_classes, after}.isdisjoint(noise) or _inside(path, noise):
            continue
        kept.append(leaf)
    return kept or [leaf for leaf, path in zip(leaves, paths, strict=False) if path == paths[0]]


def follows_text(after: str) -> bool:
    return after.endswith(_AFTER_TEXT)


def _inside(path: str, noise: Sequence[str]) -> bool:
    return any(path.startswith(f"{place}>") for place in noise)


def learn_noise(values: Iterable[Sequence[str]], beside: Iterable[Sequence[str]]) -> set[str]:
    """The places of noise, from the places of leaves inside and beside values."""
    values = list(values)
    covered = {place for places in values for place in places}
    within = tuple(f"{path}>" for path, *_ in values)
    noise: set[str] = set()
    for places in beside:
        # Text inside the value's own element is rarely noise everywhere.
        narrow_first = places[0].startswith(within) and follows_text(places[2])
        ordered = places[::-1] if narrow_first else places
        noise.update([place for place in ordered if place not in covered][:1])
    return noise


# Labels teach two things: these names and values are wanted, and those left out are not. Both are
# kept by region (rows with the same tags and classes around them). Rows of other pages are compared
# with them: is the name known, was it left out, is its region wanted?


# The features that samples add: name, number of cases, whether the cases are ordered.
SAMPLE: tuple[tuple[str, int, bool], ...] = (
    ("before", 12, True),
    ("name", 10, False),
    ("region", 7, False),
    ("look", 7, False),
    ("place", 4, False),
    ("completeness", 16, False),
    ("company", 18, False),
)
# Cases of "name": 0 new; 1 to 3 marked in rows of the same look, with the same tags, elsewhere;
# 4 left out among marked rows; 5 to 7 as 1 to 3, but also left out here; 8 left out where nothing
# was marked; 9 left out in another region.
_NEW, _LEFT_OUT, _MARKED_ELSEWHERE, _APART, _ELSEWHERE = 0, 4, 7, 8, 9
# The case of "before" for even odds, and that of "look" where none of many rows was marked.
_EVEN, _NOTHING = 5, 6
# The case of "company" for a new name among names that were mostly left out.
_AMONG_LEFT_OUT = 7
# The highest case of "before" for names that were left out, by how completely samples are marked.
_UNLIKELY = (_EVEN, _EVEN, 3, 1)
# Samples decide about rows that are hardly more likely than not; in a group of several rows the
# limit is lower.
_LIKELY, _LIKELY_AMONG, _SEVERAL = 0.6, 0.5, 3
# Samples are marked completely: all rows like the marked ones were marked.
_ALL = 3
# How much unmarked rows among marked ones count, by how completely samples are marked.
_UNMARKED_COUNT = (0.0, 0.3, 1.0, 1.0)


class _Seen(NamedTuple):
    """What samples tell about a region: how much of it was marked, and how reliable that is."""

    region: RowRegion
    share: int
    is_misread: bool
    is_often_right: bool


class KnownRows:
    """Scores rows by what the samples of a site teach."""

    def __init__(self, knowledge: RowKnowledge) -> None:
        self._complete = bisect_right((0.3, 0.7, 0.9), knowledge.complete)
        sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        self._looks: dict[tuple[str, str], _Seen] = {}
        self._marked: dict[str, set[str]] = defaultdict(set)
        self._at: set[tuple[str, str]] = set()
        self._left_out: set[tuple[str, str]] = set()
        self._apart: set[tuple[str, str]] = set()
        for region in knowledge.regions:
            marked, others = region.counts[0], self._others(region)
            self._looks[region.tags, region.classes] = _Seen(
                region,
                _share(marked, others),
                region.misread > marked,
                marked > 20 * region.misread and len(region.marked) > 2,
            )
            sums[region.tags][0] += marked
            sums[region.tags][1] += others
            for key in region.marked:
                self._marked[key].add(region.classes)
                self._at.add((key, region.tags))
            self._left_out.update((key, region.tags) for key in region.unmarked)
            self._apart.update((key, region.tags) for key in region.apart)
        self._stands = {stand: _share(*both) for stand, both in sums.items()}
        self._unwanted = {key for key, _ in self._left_out | self._apart}
        self._nth = {
            (region.tags, region.classes, key): set(places)
            for region in knowledge.regions
            for key, places in region.nth
        }
        self._lists, self._wholes = frozenset(knowledge.lists), frozenset(knowledge.wholes)
        self._parts, self._no_items = frozenset(knowledge.parts), frozenset(knowledge.no_items)

    @property
    def has_marks(self) -> bool:
        """Whether any sample has a marked name; some have only values."""
        return any(self._marked)

    def is_marked(self, key: str) -> bool:
        return key in self._marked

    def features(self, page: PageRows, before: Sequence[float]) -> list[tuple[int, ...]]:
        """The cases of `SAMPLE` for each row; `before` has the probabilities without samples."""
        regions = page.region_keys
        names = [
            self._name_case(key, *region) for key, region in zip(page.keys, regions, strict=True)
        ]
        all_seen = list(map(self._looks.get, regions))
        places = self._places(page, regions, all_seen)
        company = _company(page, names)
        found: list[tuple[int, ...]] = []
        for own, region, name, seen, at, others in zip(
            before, regions, names, all_seen, places, company, strict=True
        ):
            left_out = 1 if name == _LEFT_OUT else 3 if name == _APART else 0
            case = level(own)
            if seen or left_out:
                case = self._adjusted(case, seen, left_out=_is_left_out(name, seen))
            found.append(
                (
                    case,
                    name,
                    self._stands.get(region[0], 5),
                    seen.share if seen else 5,
                    at,
                    4 * self._complete + (2 if name == _NEW else left_out),
                    others,
                )
            )
        return found

    def _adjusted(self, before: int, seen: _Seen | None, *, left_out: bool) -> int:
        """The case of "before", limited where samples know better than pages in general.

        A name left out of completely marked samples stays unlikely however likely it looks; a row
        in a region that was nearly always right is not made unlikely by looking odd.
        """
        if seen and seen.is_misread:
            return min(before, _EVEN)
        nothing_here = seen is not None and seen.share == _NOTHING
        if self._complete > 1 and (left_out or nothing_here):
            return min(before, _UNLIKELY[self._complete])
        if seen and seen.is_often_right and not (left_out and self._complete):
            return max(before, _EVEN)
        return before

    def _others(self, region: RowRegion) -> int:
        """How many rows of a region were not marked, or were misread.

        Unmarked rows among marked ones mean little if few rows were marked at all; names apart from
        marked ones count only if nothing of the region was marked.
        """
        marked, unmarked = region.counts
        if marked:
            return round(unmarked * _UNMARKED_COUNT[self._complete]) + region.misread
        return len(region.unmarked) + len(region.apart) + region.misread

    def _places(
        self, page: PageRows, regions: Sequence[RegionKey], all_seen: Sequence[_Seen | None]
    ) -> list[int]:
        """Whether this occurrence of a name is one that samples marked.

        1 if it is, 2 if they marked only other occurrences in this region, 3 if this region has no
        marked rows but the name is also in one that has, 0 otherwise.
        """
        met: Counter[tuple[str, str, str]] = Counter()
        are_marked = [seen is not None and bool(seen.region.marked) for seen in all_seen]
        in_marked_regions = set(compress(page.keys, are_marked))
        found = [0] * len(page.keys)
        for number, (key, region) in enumerate(zip(page.keys, regions, strict=True)):
            here = (*region, key)
            if here in self._nth:
                found[number] = 1 if met[here] in self._nth[here] else 2
                met[here] += 1
            elif key in in_marked_regions and not are_marked[number]:
                found[number] = 3
        return found

    def _name_case(self, key: str, stand: str, look: str) -> int:
        if key not in self._unwanted and key not in self._marked:
            return _NEW
        here, apart = (key, stand) in self._left_out, (key, stand) in self._apart
        seen = self._looks.get((stand, look)) if here or apart else None
        if seen and seen.region.marked:
            # In a region with marked rows, names left out of other regions do not matter.
            here, apart = key in seen.region.unmarked, key in seen.region.apart
        # Completely marked samples decide for every region whether a name counts there.
        is_decided = (
            seen
            and self._complete == _ALL
            and (key in seen.region.unmarked or key in seen.region.apart)
        )
        if is_decided or key not in self._marked:
            if here or apart:
                return _LEFT_OUT if here else _APART
            # If few rows were marked, it was not left out on purpose.
            return _ELSEWHERE if key in self._unwanted and self._complete else _NEW
        case = 1 if look in self._marked[key] else 2 if (key, stand) in self._at else 3
        return case + 4 if here or apart else case

    def probabilities(self, page: PageRows, before: Sequence[float], stage: Stage) -> list[float]:
        # Samples never make a row less likely unless something in them speaks against it.
        cases = self.features(page, before)
        likely = {case: stage.probability(case) for case in set(cases)}
        sizes = Counter(row.group for row in page.rows)
        found = []
        for case, own, row in zip(cases, before, page.rows, strict=True):
            enough = _LIKELY_AMONG if sizes[row.group] >= _SEVERAL else _LIKELY
            found.append(max(likely[case], own if own > enough and _is_free(case) else 0.0))
        alone = found.copy()
        for number in add_continued(page, found, [path[1:] for path in page.tag_paths]):
            row = page.rows[number]
            if row.kind == CONTINUED and name_key(row.value) in self._no_items:
                found[number] = 0.0
            elif row.kind == NAMELESS and "" in self._unwanted:
                found[number] = alone[number]
        return found

    def value(self, page: PageRows, number: int) -> tuple[str, tuple[str, ...]]:
        """Value and items of a row, cut and split like the values of the samples."""
        row, key = page.rows[number], page.keys[number]
        if key in self._wholes:
            return row.value, ()
        seen = self._looks.get(page.region_keys[number])
        noise = seen.region.noise if seen else ()
        if row.values and key not in self._parts:
            items = self._items(page, row, noise)
            if items == row.values:
                return row.value, items
            return " ".join(items), items if len(items) > 1 else ()
        if not noise or row.value_leaves.start in row.name_leaves:
            return row.value, row.values
        leaves = without_noise(page.outline, row.value_leaves, row.box, noise)
        value = page.outline.text(leaves)
        if not name_key(value) or name_key(value) not in name_key(row.value):
            return row.value, ()
        texts = tuple(page.texts[leaf] for leaf in leaves if name_key(page.texts[leaf]))
        return value, texts if key in self._lists and len(texts) > 1 else ()

    def _items(self, page: PageRows, row: Row, noise: Sequence[str]) -> tuple[str, ...]:
        """The items without those that samples left out or that are noise."""
        kept = []
        leaves = iter(row.value_leaves)
        for item in row.values:
            leaf = next(
                (leaf for leaf in leaves if item.startswith(page.texts[leaf] or "\0")), None
            )
            if name_key(item) in self._no_items:
                continue
            if leaf is not None and noise:
                places = places_of(page.outline, leaf, row.box, row.value_leaves.start)
                if not set(places).isdisjoint(noise):
                    continue
            kept.append(item)
        return tuple(kept) or row.values


# What samples tell of a name, by the case of "name": nothing, that it was marked, was marked and
# left out, was left out; and where the cases of "company" of such names begin.
_IN, _DOUBTFUL, _OUT = 1, 2, 3
_STATUS = (0, _IN, _IN, _IN, _OUT, _DOUBTFUL, _DOUBTFUL, _DOUBTFUL, _OUT, _OUT)
_COMPANY_OF = (6, 0, 0, 12)


def _company(page: PageRows, names: Sequence[int]) -> list[int]:
    """Whether the other names of a row's group were marked or left out.

    Six cases (nothing known, mostly left out, mixed, mostly marked, all marked, no others), each
    for names that were marked, for new ones, and for those left out.
    """
    groups: dict[tuple[int, str], dict[str, int]] = defaultdict(dict)
    pairs = [(row.group, row.kind) for row in page.rows]
    for pair, key, name in zip(pairs, page.keys, names, strict=True):
        groups[pair][key] = _STATUS[name]
    sums = {
        pair: [list(by_key.values()).count(status) for status in (0, _IN, _DOUBTFUL, _OUT)]
        for pair, by_key in groups.items()
    }
    found = []
    for pair, key, name in zip(pairs, page.keys, names, strict=True):
        others = sums[pair].copy()
        others[groups[pair][key]] -= 1
        _, marked, doubtful, left_out = others
        if not any(others):
            case = 5
        elif not (marked or doubtful or left_out):
            case = 0
        elif left_out > marked + doubtful:
            case = 1
        elif doubtful >= marked:
            case = 2
        else:
            case = 3 if left_out else 4
        found.append(case + _COMPANY_OF[_STATUS[name]])
    return found


def _is_free(case: tuple[int, ...]) -> bool:
    """Whether nothing in the samples speaks against a row: a new name where none was left out."""
    name, region, look, company = case[1], case[2], case[3], case[6]
    return (
        name == _NEW
        and region != _NOTHING
        and look not in (0, _NOTHING)
        and company != _AMONG_LEFT_OUT
    )


def _is_left_out(name: int, seen: _Seen | None) -> bool:
    """Also for a name that was marked elsewhere, if no row of this region ever was."""
    here = name == _MARKED_ELSEWHERE and seen is not None and not seen.region.marked
    return here or name in (_LEFT_OUT, _APART)


def _share(marked: int, unmarked: int) -> int:
    """How much of a region was marked.

    0 none of few rows, 1 little, 2 about half, 3 most, 4 all, 5 unknown, 6 none of many rows.
    """
    total = marked + unmarked
    if not total:
        return 5
    if not marked:
        return 6 if unmarked >= 3 else 0
    return bisect_right((0.001, 0.3, 0.7, 0.95), marked / total)
