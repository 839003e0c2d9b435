"""Which of a page's rows are facts about its product, and how likely is each?

The weights of every feature's cases (`rules.row_features`) were learned on real pages
(`evaluation.learn_weights`), are kept in `weights.json`, and add up to the log-odds of a row
being a fact. This is done in two rounds: in the second, the results of the first for neighbouring
rows are further features.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import exp
from operator import getitem
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rules.row_features import FEATURES, PARTS, cases_by_part
from rules.wording import count_digits

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from rules.page_rows import PageRows, SiteMemory
    from rules.row_features import Cases

_WEIGHTS = Path(__file__).with_name("weights.json")
# Log-odds beyond this count as certain.
_SURE = 30
# A value is a section if so much of it is names and values itself.
_MOST_OF_VALUE = 0.8
# Rows below this probability after the first round are not scored again.
_HOPELESS = 0.01
_MOST_SUMS = 20_000
# Kinds of rows without a name of their own, and of those whose name they continue.
CONTINUED, NAMELESS = "continued", "nameless"
_CONTINUABLE = frozenset(["row", "box"])
# Kinds of rows that do not tell what is the name: the value comes first, or both look the same. If
# figures tell it, they are scored like those of the same layout that do.
_SAME_LAYOUT = {"above": "box", "behind": "inline", "sequence first": "alternating"}
_SEVERAL = 3
# Of nine thousand such rows on real pages none was more likely than not: only a sample, or figures,
# can tell that they are facts.
ONLY_BY_SAMPLE = frozenset(["above", "behind", "box of more", "link", "sequence", "sequence first"])


# Limits of the twelve cases into which the second round sorts the first one's probabilities.
_LEVELS = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98)
_ALONE = len(_LEVELS) + 1
SECOND: tuple[tuple[str, int, bool], ...] = (
    ("first", 12, True),
    ("group mean", 13, True),
    ("region mean", 13, True),
    ("rival", 24, False),
)


def level(probability: float) -> int:
    return bisect_left(_LEVELS, probability)


def second_features(
    page: PageRows, first: Sequence[float], above: float = -1.0
) -> dict[int, tuple[int, int, int, int]]:
    """The first round's result for a row, its group, its region, and rows that share its texts.

    By row number, for rows more likely than `above`; less likely rows are no rivals of those.
    """
    groups: dict[int, list[float]] = defaultdict(list)
    regions: dict[int, list[float]] = defaultdict(list)
    for row, region, own in zip(page.rows, page.regions, first, strict=True):
        groups[row.group].append(own)
        regions[region].append(own)
    wanted = [number for number, own in enumerate(first) if own > above]
    rivals = _rivals(page, first, wanted)
    group_sums = {group: (sum(all_of), len(all_of)) for group, all_of in groups.items()}
    region_sums = {region: (sum(all_of), len(all_of)) for region, all_of in regions.items()}
    found = {}
    for number in wanted:
        own, rival = first[number], rivals[number]
        found[number] = (
            level(own),
            _others(*group_sums[page.rows[number].group], own),
            _others(*region_sums[page.regions[number]], own),
            level(rival) + (12 if rival > own else 0),
        )
    return found


def _others(total: float, count: int, own: float) -> int:
    return level((total - own) / (count - 1)) if count > 1 else _ALONE


def _rivals(page: PageRows, first: Sequence[float], wanted: Sequence[int]) -> Mapping[int, float]:
    """For each row the highest probability of rows that share a text with it, 0 if none does."""
    found = dict.fromkeys(wanted, 0.0)
    best: dict[int, int] = {}
    for number in sorted(wanted, key=first.__getitem__, reverse=True):
        row, own = page.rows[number], first[number]
        # Of long values the first texts are enough.
        for leaf in (*row.name_leaves[:3], *row.value_leaves[:20]):
            other = best.setdefault(leaf, number)
            if other != number:
                found[number] = max(found[number], first[other])
                found[other] = max(found[other], own)
    return found


class _Sums(dict["Cases", float]):
    """The sum of the weights of one part's cases; each combination is added up once."""

    def __init__(self, weights: Sequence[tuple[float, ...]]) -> None:
        super().__init__()
        self._weights = weights

    def __missing__(self, cases: Cases) -> float:
        if len(self) >= _MOST_SUMS:
            self.clear()
        total = self[cases] = sum(map(getitem, self._weights, cases))
        return total


@dataclass(frozen=True, eq=False)
class Stage:
    """The weights of one round: for each feature the weight of each case."""

    base: float
    weights: tuple[tuple[float, ...], ...]

    def probability(self, cases: Iterable[int]) -> float:
        """The probability of one row by the cases of all features."""
        odds = self.base
        for weights, case in zip(self.weights, cases, strict=True):
            odds += weights[case]
        return _probability(odds)

    @cached_property
    def _sums(self) -> tuple[_Sums, ...]:
        """One for each part of `PARTS`; the last is for the second round's features."""
        found, at = [], 0
        for part in (*PARTS, SECOND):
            found.append(_Sums(self.weights[at : at + len(part)]))
            at += len(part)
        return tuple(found)

    def odds(self, cases: Iterable[Iterable[Cases]]) -> list[float]:
        """The log-odds of all rows; `cases` has the cases of all rows for each part of `PARTS`."""
        parts = [
            map(sums.__getitem__, of_rows) for sums, of_rows in zip(self._sums, cases, strict=False)
        ]
        return [self.base + of_row for of_row in map(sum, zip(*parts, strict=True))]


def _probability(odds: float) -> float:
    return 0.0 if odds < -_SURE else 1 / (1 + exp(-min(odds, _SURE)))


class Weights(NamedTuple):
    """Learned weights: two rounds for a page alone, two with the site's memory, one for samples."""

    alone: tuple[Stage, Stage]
    site: tuple[Stage, Stage]
    sample: Stage

    @classmethod
    def read(cls, file: Path = _WEIGHTS) -> Weights:
        """From a file as `evaluation.learn_weights` writes it."""
        written = json.loads(file.read_text("utf-8"))

        def stage(name: str, columns: Iterable[tuple[str, int, bool]] = ()) -> Stage:
            of_columns = written[name]["weights"]
            wanted = [column for column, _, _ in columns] or of_columns
            return Stage(
                written[name]["base"], tuple(tuple(of_columns[column]) for column in wanted)
            )

        both = *FEATURES, *SECOND
        return cls(
            (stage("alone", FEATURES), stage("alone, second", both)),
            (stage("site", FEATURES), stage("site, second", both)),
            stage("sample"),
        )


@lru_cache(maxsize=1)
def shipped_weights() -> Weights:
    return Weights.read()


def probabilities(
    page: PageRows,
    memory: SiteMemory | None = None,
    weights: Weights | None = None,
    *,
    without: frozenset[str] = ONLY_BY_SAMPLE,
) -> list[float]:
    """The probability of each row being a fact about the page's product, from page and site.

    Rows of the kinds in `without` are not scored and get 0.
    """
    weights = weights or shipped_weights()
    with_memory = memory is not None and memory.pages > 1
    first, second = weights.site if with_memory else weights.alone
    told, turned = _told_by_figures(page)
    numbers = [
        number
        for number, row in enumerate(page.rows)
        if number in told or not (row.kind in without or number in turned)
    ]
    scored = page.subset(numbers) if len(numbers) < len(page.rows) else page
    if told:
        scored.rows = [
            replace(row, kind=_SAME_LAYOUT[row.kind]) if number in told else row
            for number, row in zip(numbers, scored.rows, strict=True)
        ]
    cases = cases_by_part(scored, memory)
    found = [0.0] * len(page.rows)
    for number, odds in zip(numbers, first.odds(cases), strict=True):
        found[number] = _probability(odds)
    more = second_features(page, found, _HOPELESS)
    at = {number: place for place, number in enumerate(numbers)}
    again = [[of_rows[at[number]] for number in more] for of_rows in cases]
    for number, odds in zip(more, second.odds((*again, more.values())), strict=True):
        found[number] = _probability(odds)
    add_continued(page, found, [row.group for row in page.rows])
    return found


def _told_by_figures(page: PageRows) -> tuple[set[int], set[int]]:
    """Rows of which only figures tell what is the name, and rows that take their values for names.

    In a group of several such rows half of the values or more have digits, and no name has.
    """
    groups: dict[tuple[int, str], list[int]] = defaultdict(list)
    for number, row in enumerate(page.rows):
        if row.kind in _SAME_LAYOUT:
            groups[row.group, row.kind].append(number)
    told = {
        number
        for numbers in groups.values()
        if len(numbers) >= _SEVERAL and _have_figures(page, numbers)
        for number in numbers
    }
    values = {(page.rows[number].box, page.rows[number].value_leaves.start) for number in told}
    turned = {
        number
        for number, row in enumerate(page.rows if told else ())
        if number not in told and (row.box, row.name_leaves.start) in values
    }
    return told, turned


def _have_figures(page: PageRows, numbers: Sequence[int]) -> bool:
    rows = [page.rows[number] for number in numbers]
    values = sum(count_digits(row.value) > 0 for row in rows)
    if 2 * values < len(rows) or any(count_digits(row.name) for row in rows):
        return False
    return len({page.keys[number] for number in numbers}) == len(rows)


def add_continued(page: PageRows, found: list[float], tables: Sequence[Hashable]) -> list[int]:
    """Make rows without a name of their own about as likely as those they belong to.

    `tables` tells which rows belong to one table. Returns the numbers of rows without a name.
    """
    dependent = [
        number for number, row in enumerate(page.rows) if row.kind in (CONTINUED, NAMELESS)
    ]
    if not dependent:
        return []
    named: dict[int, float] = {}
    rows_of: dict[Hashable, list[float]] = defaultdict(list)
    for row, own, table in zip(page.rows, found, tables, strict=True):
        if row.kind in _CONTINUABLE:
            named[row.name_leaves.start] = own
            rows_of[table].append(own)
    for number in dependent:
        row = page.rows[number]
        if row.kind == CONTINUED:
            found[number] = 0.99 * named.get(row.name_leaves.start, 0.0)
        elif of_table := rows_of.get(tables[number]):
            found[number] = 0.95 * sum(of_table) / len(of_table)
    return dependent


def choose(page: PageRows, likely: Sequence[float], least: float) -> list[int]:
    """The most likely rows that do not contradict each other, in page order.

    No text may be the name of two rows, the value of two, or the name of one and value of another.
    """
    names: set[int] = set()
    values: set[int] = set()
    chosen = []
    candidates = [number for number, own in enumerate(likely) if own >= least]
    for number in sorted(candidates, key=lambda number: -likely[number]):
        row = page.rows[number]
        shares_name = row.kind in _SHARE_A_NAME
        own = set(row.value_leaves).difference(row.name_leaves)
        if not shares_name and not names.isdisjoint(row.name_leaves):
            continue
        if not values.isdisjoint(row.name_leaves):
            continue
        if not (own.isdisjoint(names) and own.isdisjoint(values)):
            continue
        names.update(row.name_leaves)
        values |= own
        chosen.append(number)
    return sorted(chosen)


def without_sections(page: PageRows, likely: Sequence[float], least: float) -> list[float]:
    """The same probabilities, but 0 for rows whose values are names and values themselves."""
    found = list(likely)
    candidates = [number for number, own in enumerate(likely) if own >= least]
    inner = [
        row
        for row in map(page.rows.__getitem__, candidates)
        if row.value_leaves.start not in row.name_leaves
    ]
    inner.sort(key=lambda row: row.name_leaves.start)
    starts = [row.name_leaves.start for row in inner]
    for number in candidates:
        leaves = page.rows[number].value_leaves
        inside = inner[bisect_left(starts, leaves.start) : bisect_left(starts, leaves.stop)]
        if len(inside) > 1:
            covered = {leaf for row in inside for leaf in (*row.name_leaves, *row.value_leaves)}
            if len(covered.intersection(leaves)) >= _MOST_OF_VALUE * len(leaves):
                found[number] = 0.0
    return found


# Several pairs in one text, and further values of the name above.
_SHARE_A_NAME = frozenset(["colons", "continued"])
