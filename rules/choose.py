"""Which of a page's rows are facts of its product, and how likely is each?

Every row is described by a few features, each a small number of cases ("two words long", "on
nearly all pages of the site, with many values"). The weights of the cases were learned on real
pages (`evaluation.learn_weights`), are kept in `weights.json`, and add up to the log-odds of a
row being a fact. That is done twice: the second time each row also knows what the first
round thought of its neighbours.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from functools import cached_property, lru_cache
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rules.memory import SiteMemory, value_mark
from rules.names import name_key
from rules.wording import is_of_the_trade, is_price, is_prose, name_form, value_form

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pages.outline import Outline
    from pages.rows import Row

_WEIGHTS = Path(__file__).with_name("weights.json")
KINDS = (
    "row", "cells", "row of more", "continued", "nameless", "column",
    "colon", "colons", "late colon", "bold", "text", "inline", "link", "turns", "behind",
    "box", "above", "box of more", "heading", "head", "bold head", "sequence",
    "heading first", "head first", "bold head first", "sequence first", "embedded", "wide column",
)  # fmt: skip
_KIND = {kind: number for number, kind in enumerate(KINDS)}
_SPEC_WORDS = re.compile(
    rb"(?i)spec|detail|feature|attrib|param|propert|tech|sheet|product|overview|fact|data|"
    rb"character|merkmal|eigenschaft|info"
)
_NOISE_WORDS = re.compile(
    rb"(?i)nav|menu|foot|bread|review|comment|rating|relat|similar|recommend|also|cross|upsell|"
    rb"basket|cart|social|share|login|search|promo|side|newsletter|offer|ship|deliver|forum"
)
_OTHER_SECTIONS = re.compile(
    r"(?i)review|comment|related|similar|recommend|also|customers|you may|more from|comparable|"
    r"shipping|payment|delivery|bewertung|ähnlich|versand|zubehör|评论|评价|相关|推荐|同类|配送|售后"
)
_HEADLINES = frozenset("h1 h2 h3 h4 h5 h6 caption".split())
_AROUND = 5
# A row of more names above a row of values is a line of figures, not a list of facts.
_WIDE = 6
_FAMILIES = {
    "row": 0, "cells": 0, "continued": 0, "nameless": 0, "turns": 0, "column": 0, "embedded": 0,
    "colon": 1, "colons": 1, "late colon": 7, "bold": 2, "text": 2, "inline": 2, "link": 3,
    "behind": 4, "above": 4, "box": 5, "box of more": 6, "row of more": 6,
    "wide column": 6, "heading": 8, "head": 8, "bold head": 8, "sequence": 9,
    "heading first": 10, "head first": 10, "bold head first": 10, "sequence first": 11,
}  # fmt: skip
_VALUE_TAGS = {
    "td": 1,
    "th": 1,
    "li": 2,
    "dd": 3,
    "p": 4,
    "div": 5,
    "h1": 6,
    "h2": 6,
    "h3": 6,
    "h4": 6,
    "body": 7,
}


class PageRows:
    """The rows of one page with what they have in common, worked out once."""

    def __init__(self, outline: Outline, rows: Sequence[Row]) -> None:
        self.outline = outline
        self.rows = rows
        self.keys = [name_key(row.name) for row in rows]
        self.texts = outline.all_texts

    @cached_property
    def stands(self) -> list[tuple[str, ...]]:
        """How each row stands: its kind and the tags around it."""
        tags, parents = self.outline.tags, self.outline.parents
        known: dict[int, tuple[str, ...]] = {}
        found = []
        for row in self.rows:
            path = known.get(row.box)
            if path is None:
                steps, node = [], row.box
                while node and len(steps) < _AROUND:
                    steps.append(tags[node])
                    node = parents[node]
                path = known[row.box] = tuple(steps)
            found.append((row.kind, *path))
        return found

    @cached_property
    def title_leaf(self) -> int:
        """Where the page's headline begins; -1 where there is none."""
        tags = self.outline.tags
        title = ""
        if "title" in tags:
            leaves = self.outline.leaves(tags.index("title"))
            title = name_key(" ".join(self.texts[leaf] for leaf in leaves))
        headlines = [node for node, tag in enumerate(tags) if tag == "h1"]
        for node in headlines:
            words = name_key("".join(self.texts[leaf] for leaf in self.outline.leaves(node)))
            if words and (words in title or len(headlines) == 1):
                return self.outline.first_leaf[node]
        best, size = -1, 5
        for leaf, text in enumerate(self.texts):
            if size < len(text) < 120:
                key = name_key(text)
                if (
                    len(key) > size
                    and title.startswith(key)
                    and tags[self.outline.owners[leaf]] != "title"
                ):
                    best, size = leaf, len(key)
        return best

    def hints(self, node: int) -> int:
        """What ids and classes around an element hint at: nothing, specs, other things, both."""
        spec = noise = False
        for _ in range(4):
            if not node:
                break
            rest = self.outline.rests[node]
            if rest != b">":
                spec = spec or bool(_SPEC_WORDS.search(rest))
                noise = noise or bool(_NOISE_WORDS.search(rest))
            node = self.outline.parents[node]
        return spec + 2 * noise


@lru_cache(maxsize=50_000)
def _name_features(name: str) -> tuple[int, int, int, int]:
    """Size, form, and whether it speaks of the sale; names come again on every page."""
    cjk = sum("\u3400" <= letter <= "\u9fff" for letter in name)
    size = len(name.split()) + cjk // 2
    form, digits = int(-2 * name_form(name)), any(map(str.isdigit, name))
    return min(size, 8), form, digits, is_of_the_trade(name)


@lru_cache(maxsize=50_000)
def _section_feature(section: str) -> int:
    if not section:
        return 0
    return 2 if _OTHER_SECTIONS.search(section) else 1


_SIZES = (4, 12, 30, 70, 160, 400)
_COUNTS = (1, 2, 4, 9, 19, 49)
_SHARES = (0.1, 0.3, 0.6, 0.9)


def _value_form(value: str) -> int:
    if is_price(value):
        return 0
    if len(value) > 300:
        return 1
    digits = sum(map(str.isdigit, value))
    if digits and 2 * digits >= len(value):
        return 2
    if value.startswith(("http", "www.")):
        return 3
    if is_prose(value):
        return 4
    if value_form(value) < -0.6:
        return 5
    return 6 if digits else 7


# Name of a feature, how many cases it has, and whether they are in an order.
FEATURES: tuple[tuple[str, int, bool], ...] = (
    ("kind", len(KINDS), False),
    ("family and colon", 12 * 2, False),
    ("family and region", 12 * 4, False),
    ("cards", 5, True),
    ("value tag", 9, False),
    ("name size", 9, True),
    ("name form", 3, True),
    ("name digits", 2, True),
    ("trade", 2, True),
    ("value size", 7, True),
    ("value form", 8, False),
    ("values", 7, True),
    ("inner", 3, True),
    ("group", 7, True),
    ("region names", 7, True),
    ("region again", 5, True),
    ("region named", 5, True),
    ("region linked", 5, True),
    ("again", 7, True),
    ("met before", 2, True),
    ("link", 4, False),
    ("behind title", 6, True),
    ("section", 3, False),
    ("pages", 7, True),
    ("pages and values", 27, False),
    ("same", 6, True),
    ("per page", 6, True),
    ("region pages", 6, True),
    ("region values", 6, True),
    ("hints", 4, False),
    ("list below", 4, False),
    ("headed by", 4, False),
)
NAMES = tuple(name for name, *_ in FEATURES)


def features(page: PageRows, memory: SiteMemory | None) -> list[list[int]]:
    """For each row the case that each feature has, in the order of `FEATURES`."""
    rows, keys, stands = page.rows, page.keys, page.stands
    outline, texts = page.outline, page.texts
    names = [_name_features(row.name) for row in rows]
    links = _links(page)
    remembered = [_remembered(memory, key, row) for key, row in zip(keys, rows, strict=True)]
    groups = Counter((row.group, row.kind) for row in rows)
    again = Counter((key, row.kind) for key, row in zip(keys, rows, strict=True))
    met: set[tuple[str, str]] = set()
    members: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, stand in enumerate(stands):
        members[stand].append(number)
    regions = {
        stand: _region(numbers, keys, names, links, remembered, memory)
        for stand, numbers in members.items()
    }
    total = len(outline.owners) or 1
    title = page.title_leaf
    cards = _cards(page)
    hints: dict[int, int] = {}
    heads: dict[int, int] = {}
    found = []
    for number, row in enumerate(rows):
        key, kind = keys[number], row.kind
        if kind == "column" and groups[row.group, kind] > _WIDE:
            kind = "wide column"
        family = _FAMILIES.get(kind, 6)
        leaf = row.name_leaves.start
        colon = leaf < len(texts) and texts[leaf][-1:] in (":", "：")
        region = regions[stands[number]]
        size, form, digits, trade = names[number]
        pages, values, same, per_page = remembered[number][:4]
        if row.group not in hints:
            hints[row.group] = page.hints(row.group)
        found.append(
            [
                _KIND.get(kind, 0),
                2 * family + colon,
                4 * family + (region[0] + 1) // 2,
                cards[row.group],
                8 if row.value_leaves.start in row.name_leaves else _value_tag(outline, row),
                size,
                form,
                digits,
                trade,
                bisect_right(_SIZES, len(row.value)),
                _value_form(row.value),
                bisect_right(_COUNTS, len(row.values)),
                min(row.inner, 2),
                bisect_right(_COUNTS, groups[row.group, row.kind]),
                *region[:4],
                bisect_right(_COUNTS, again[key, row.kind]),
                (key, row.kind) in met,
                links[number],
                5 if title < 0 else _place(leaf - title, total),
                _section_feature(row.section),
                pages,
                25 if pages == 6 else 26 if pages == 5 else 5 * pages + values,
                same,
                per_page,
                *region[4:],
                hints[row.group],
                _list_below(outline, row, family),
                _headed_by(page, row.group, heads),
            ]
        )
        met.add((key, row.kind))
    return found


def _links(page: PageRows) -> list[int]:
    """Whether name (1) and value (2) stand in links."""
    tags, owners, parents = page.outline.tags, page.outline.owners, page.outline.parents

    def in_link(leaf: int) -> bool:
        owner = owners[leaf]
        return tags[owner] == "a" or tags[parents[owner]] == "a"

    return [
        (bool(row.name_leaves) and in_link(row.name_leaves.start))
        + 2 * in_link(row.value_leaves.start)
        for row in page.rows
    ]


def _region(
    members: Sequence[int],
    keys: Sequence[str],
    names: Sequence[tuple[int, int, int, int]],
    links: Sequence[int],
    remembered: Sequence[tuple[int, int, int, int, float, float]],
    memory: SiteMemory | None,
) -> tuple[int, ...]:
    """What rows that stand alike have in common: how many names, how often, what they are like."""
    count = len(members)
    different = len({keys[number] for number in members})
    named = sum(names[number][1] == 0 for number in members) / count
    linked = sum(links[number] == 3 for number in members) / count
    pages = values = 5
    if memory is not None and memory.pages > 1:
        pages = bisect_right(_SHARES, sum(remembered[n][4] for n in members) / count)
        values = bisect_right(_SHARES, sum(remembered[n][5] for n in members) / count)
    return (
        bisect_right(_COUNTS, different),
        bisect_right((1.2, 2, 4, 8), count / different),
        bisect_right(_SHARES, named),
        bisect_right(_SHARES, linked),
        pages,
        values,
    )


def _cards(page: PageRows) -> dict[int, int]:
    """By group: how many other groups of the page that stand alike have mostly the same names."""
    names: dict[int, set[str]] = defaultdict(set)
    for key, row in zip(page.keys, page.rows, strict=True):
        names[row.group].add(key)
    tags, parents = page.outline.tags, page.outline.parents
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for group in names:
        alike[tags[group], tags[parents[group]], tags[parents[parents[group]]]].append(group)
    found = dict.fromkeys(names, 0)
    for groups in alike.values():
        if len(groups) < 2:
            continue
        often = Counter(key for group in groups for key in names[group])
        for group in groups:
            others = sorted((often[key] - 1 for key in names[group]), reverse=True)
            found[group] = min(others[(len(others) - 1) // 2], 4)
    return found


def _headed_by(page: PageRows, group: int, known: dict[int, int]) -> int:
    """What stands right above a group: a link (another thing's name?), a heading, other text."""
    case = known.get(group)
    if case is None:
        outline = page.outline
        tags, parents = outline.tags, outline.parents
        leaf = outline.first_leaf[group] - 1 if group else -1
        case = 0
        if leaf >= 0:
            node, around = outline.owners[leaf], []
            for _ in range(3):
                around.append(tags[node])
                node = parents[node]
            case = 2 if _HEADLINES.intersection(around) else 1 if "a" in around else 3
        known[group] = case
    return case


def _list_below(outline: Outline, row: Row, family: int) -> int:
    """Items of one list below a heading (1 whole, 2 with more behind it), or other things (3)."""
    if family not in (5, 8, 9, 10, 11):
        return 0
    first, last = (
        _item(outline, outline.owners[leaf])
        for leaf in (row.value_leaves.start, row.value_leaves.stop - 1)
    )
    if not first:
        return 3
    return 1 if outline.parents[first] == outline.parents[last] else 2


def _item(outline: Outline, node: int) -> int:
    """The list item around an element, 0 where none is near."""
    for _ in range(4):
        if outline.tags[node] == "li":
            return node
        node = outline.parents[node]
    return 0


def _value_tag(outline: Outline, row: Row) -> int:
    tags, parents = outline.tags, outline.parents
    node = outline.owners[row.value_leaves.start]
    for _ in range(4):
        case = _VALUE_TAGS.get(tags[node])
        if case:
            return case
        node = parents[node]
    return 0


def _place(behind_title: int, total: int) -> int:
    if behind_title < 0:
        return 0
    return 1 + bisect_right((0.15, 0.4, 0.7), behind_title / total)


def _remembered(
    memory: SiteMemory | None, key: str, row: Row
) -> tuple[int, int, int, int, float, float]:
    """Cases for pages, values, the same value, times a page; then shares of pages and values."""
    if memory is None or memory.pages < 2:
        return 6, 0, 5, 5, 0.0, 0.0
    known = memory.names.get(key)
    if known is None:
        return 5, 0, 4, 4, 0.0, 0.0
    pages = known.pages / memory.pages
    values = len(known.values) / max(known.times, 1)
    same = known.values[value_mark(row.value)] / memory.pages
    per_page = bisect_right((1.05, 2, 4), known.times / known.pages)
    return (
        bisect_right(_SHARES, pages),
        bisect_right(_SHARES, values),
        bisect_right((0.1, 0.5, 0.9), same),
        per_page,
        pages,
        values,
    )


# Probabilities in twelve cases, for what the second round hears of the first.
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


def second_features(page: PageRows, first: Sequence[float]) -> list[tuple[int, ...]]:
    """What the first round said: of the row, its group, its region, rows that share its texts."""
    groups: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    regions: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0.0, 0.0])
    best: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for number, (row, stand, own) in enumerate(zip(page.rows, page.stands, first, strict=True)):
        for sums in (groups[row.group], regions[stand]):
            sums[0] += own
            sums[1] += 1
        for leaf in _shared_leaves(row):
            best[leaf].append((own, number))
    top = {leaf: sorted(rivals)[-2:] for leaf, rivals in best.items()}
    found = []
    for number, (row, stand, own) in enumerate(zip(page.rows, page.stands, first, strict=True)):
        rival = max(
            (
                other
                for leaf in _shared_leaves(row)
                for other, whose in top[leaf]
                if whose != number
            ),
            default=0.0,
        )
        found.append(
            (
                level(own),
                _others(groups[row.group], own),
                _others(regions[stand], own),
                level(rival) + (12 if rival > own else 0),
            )
        )
    return found


def _shared_leaves(row: Row) -> set[int]:
    """The texts a row would take from others; of long values the first tell enough."""
    return {*row.name_leaves[:3], *row.value_leaves[:20]}


def _others(sums: Sequence[float], own: float) -> int:
    total, count = sums
    return level((total - own) / (count - 1)) if count > 1 else _ALONE


class Stage(NamedTuple):
    """The weights of one round: for each feature the weight of each case."""

    base: float
    weights: tuple[tuple[float, ...], ...]

    def probability(self, cases: Iterable[int]) -> float:
        odds = self.base
        for weights, case in zip(self.weights, cases, strict=True):
            odds += weights[case]
        return 0.0 if odds < -_SURE else 1 / (1 + exp(-min(odds, _SURE)))


_SURE = 30


class Weights(NamedTuple):
    """What was learned: two rounds for a page alone, two with the site's memory, and samples."""

    alone: tuple[Stage, Stage]
    site: tuple[Stage, Stage]
    sample: Stage

    @classmethod
    def read(cls, file: Path = _WEIGHTS) -> Weights:
        """From a file as `evaluation.learn_weights` writes it."""
        written = json.loads(file.read_text("utf-8"))

        def stage(name: str) -> Stage:
            one = written[name]
            return Stage(one["base"], tuple(map(tuple, one["weights"].values())))

        return cls(
            (stage("alone"), stage("alone, second")),
            (stage("site"), stage("site, second")),
            stage("sample"),
        )


@lru_cache(maxsize=1)
def shipped_weights() -> Weights:
    return Weights.read()


def probabilities(
    page: PageRows, memory: SiteMemory | None = None, weights: Weights | None = None
) -> list[float]:
    """How likely each row is a fact of the page's product, by what page and site say."""
    weights = weights or shipped_weights()
    with_memory = memory is not None and memory.pages > 1
    first, second = weights.site if with_memory else weights.alone
    cases = features(page, memory)
    once = [first.probability(case) for case in cases]
    more = second_features(page, once)
    found = [
        second.probability((*case, *added)) if own > _HOPELESS else own
        for case, added, own in zip(cases, more, once, strict=True)
    ]
    return _with_continued(page, found)


_HOPELESS = 0.01


def _with_continued(page: PageRows, found: list[float]) -> list[float]:
    """Rows without a name of their own are as likely as the rows they stand with."""
    named: dict[int, float] = {}
    tables: dict[int, list[float]] = defaultdict(list)
    for row, own in zip(page.rows, found, strict=True):
        if row.kind == "row":
            named[row.name_leaves.start] = own
            tables[row.group].append(own)
    for number, row in enumerate(page.rows):
        if row.kind == "continued":
            found[number] = 0.99 * named.get(row.name_leaves.start, 0.0)
        elif row.kind == "nameless" and tables[row.group]:
            found[number] = 0.9 * sum(tables[row.group]) / len(tables[row.group])
    return found


def choose(page: PageRows, likely: Sequence[float], least: float) -> list[int]:
    """The likeliest rows that do not contradict each other, in page order.

    No text is the name of two rows, the value of two, or name here and value there.
    """
    names: set[int] = set()
    values: set[int] = set()
    chosen = []
    for number in sorted(range(len(page.rows)), key=lambda number: -likely[number]):
        if likely[number] < least:
            break
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


# Several pairs in one text, and further values of the name above.
_SHARE_A_NAME = frozenset(["colons", "continued"])
