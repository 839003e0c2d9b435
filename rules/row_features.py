"""Features that tell facts about a product from a page's other rows.

All features are categorical: each row has one of a few cases ("two words long", "on nearly all
pages of the site, with many values"), given as a small number. Features come in parts by what they
depend on: a row's name alone, its value, its group, its region, the site's memory, how the row is
built and where it is on the page. What several rows share is computed once, and `rules.choose` adds
up the weights of a part once for all rows with the same cases.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from rules.page_rows import SiteMemory, value_hash
from rules.wording import (
    cannot_be_value,
    commonness,
    count_digits,
    is_boilerplate_name,
    is_price,
    is_prose,
    is_rate,
    name_form,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pages.outline import Outline
    from pages.rows import Row
    from rules.page_rows import PageRows

Cases = tuple[int, ...]

# Kinds of rows in the order of the weights of "kind" in weights.json, with one number for similar
# kinds, for features that combine the kind with something else. Most are kinds of `pages.row.Row`;
# "wide column" and "term" are told apart here.
KINDS = {
    "row": 0, "cells": 0, "continued": 0, "nameless": 0, "alternating": 0, "column": 0,
    "embedded": 0, "term": 0, "colon": 1, "colons": 1, "late colon": 7,
    "bold": 2, "text": 2, "inline": 2,
    "link": 3, "behind": 4, "above": 4, "box": 5, "box of more": 6, "row of more": 6,
    "wide column": 6, "heading": 8, "head": 8, "bold head": 8, "sequence": 9,
    "heading first": 10, "head first": 10, "bold head first": 10, "sequence first": 11,
}  # fmt: skip
_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
_BELOW_HEADINGS = frozenset([5, 8, 9, 10, 11])

# By part: the name of a feature, how many cases it has, and whether the cases are ordered.
PARTS: tuple[tuple[tuple[str, int, bool], ...], ...] = (
    (
        ("name size", 9, True),
        ("name form", 3, True),
        ("name digits", 2, True),
        ("trade", 2, True),
        ("common", 3, True),
    ),
    (
        ("value size", 7, True),
        ("value form", 9, False),
    ),
    (
        ("kind", len(KINDS), False),
        ("group", 7, True),
        ("cards", 5, True),
        ("shared names", 2, True),
        ("hints", 4, False),
        ("headed by", 4, False),
        ("part of page", 5, False),
    ),
    (
        ("region names", 7, True),
        ("region again", 5, True),
        ("region named", 5, True),
        ("region linked", 5, True),
        ("region common", 5, True),
        ("region pages", 6, True),
        ("region values", 6, True),
    ),
    (
        ("pages", 7, True),
        ("pages and values", 27, False),
        ("same", 6, True),
        ("per page", 6, True),
    ),
    (
        ("family and colon", 12 * 2, False),
        ("family and region", 12 * 4, False),
        ("value tag", 9, False),
        ("values", 7, True),
        ("inner", 3, True),
        ("list below", 4, False),
        ("rows inside", 5, True),
    ),
    (
        ("block trade", 5, True),
        ("block prose", 5, True),
        ("block prices", 5, True),
        ("block rates", 5, True),
    ),
    (
        ("again", 7, True),
        ("in other sections", 12, False),
        ("met before", 2, True),
        ("link", 4, False),
        ("behind title", 6, True),
        ("section", 4, False),
        ("linked items", 4, True),
    ),
)
FEATURES = tuple(chain.from_iterable(PARTS))

_SIZES = (4, 12, 30, 70, 160, 400)
_COUNTS = (1, 2, 4, 9, 19, 49)
_SHARES = (0.1, 0.3, 0.6, 0.9)
_SAME = (0.1, 0.5, 0.9)
_TIMES = (1.05, 2, 4)
_AGAIN = (1.2, 2, 4, 8)
_SECTIONS = (2, 4, 8)
_COVERED = (0.3, 0.8)
_PLACES = (0.15, 0.4, 0.7)
# More names above a row of values are a table of figures, not a list of facts.
_WIDE = 6


def cases_by_part(page: PageRows, memory: SiteMemory | None) -> tuple[Sequence[Cases], ...]:
    """For each part of `PARTS` the cases of all rows."""
    names = [name_cases(row.name) for row in page.rows]
    links = _links(page)
    remembered = _remembered(page, memory)
    groups, families = _groups(page)
    values = [value_cases(row.value) for row in page.rows]
    regions = _regions(page, names, links, remembered, memory)
    return (
        names,
        values,
        groups,
        regions,
        [known[0] for known in remembered],
        _shapes(page, families, regions),
        _blocks(page, names, values),
        _places(page, links, regions),
    )


def _shapes(page: PageRows, families: Sequence[int], regions: Sequence[Cases]) -> list[Cases]:
    """How rows are built: their kind, the value's tag, items, what is below a heading."""
    outline, texts = page.outline, page.texts
    tags, owners = outline.tags, outline.owners
    starts = sorted({row.name_leaves.start for row in page.rows if row.kind in _INSIDE})
    found: list[Cases] = []
    for row, family, region in zip(page.rows, families, regions, strict=True):
        start, value, items = row.name_leaves.start, row.value_leaves.start, row.values
        found.append(
            (
                2 * family + (start < len(texts) and texts[start][-1:] in _COLONS),
                4 * family + (region[0] + 1) // 2,
                8
                if value in row.name_leaves
                else _VALUE_TAGS.get(tags[owners[value]]) or _value_tag(outline, owners[value]),
                bisect_right(_COUNTS, len(items)) if items else 0,
                min(row.inner, 2),
                _list_below(outline, row) if family in _BELOW_HEADINGS else 0,
                _rows_inside(row.value_leaves, starts) if family in _BELOW_HEADINGS else 0,
            )
        )
    return found


def _places(page: PageRows, links: Sequence[int], regions: Sequence[Cases]) -> list[Cases]:
    """Where rows are, and how often their names occur: in their own section, and in others."""
    names = [
        (key, row.kind, row.group, row.section)
        for key, row in zip(page.keys, page.rows, strict=True)
    ]
    again = Counter(names)
    sections = Counter([(key, kind) for key, kind, _, _ in again])
    met: set[tuple[str, str, int, str]] = set()
    title, total = page.title_leaf, len(page.texts) or 1
    found: list[Cases] = []
    for row, own, link, region in zip(page.rows, names, links, regions, strict=True):
        found.append(
            (
                bisect_right(_COUNTS, again[own]),
                4 * min(region[1], 2) + bisect_right(_SECTIONS, sections[own[:2]]),
                own in met,
                link,
                5 if title < 0 else _place(row.name_leaves.start - title, total),
                2 if row.kind in _HEADED and _is_of_others(row.name) else _section(row.section),
                _linked_items(page.outline, row) if row.values else 0,
            )
        )
        met.add(own)
    return found


_COLONS = (":", "：")
_HEADED = frozenset(
    ["heading", "head", "bold head", "heading first", "head first", "bold head first"]
)


@lru_cache(maxsize=50_000)
def name_cases(name: str) -> Cases:
    """Size, form, digits, and whether it is boilerplate; cached, as names recur on every page."""
    size, digits = len(name.split()), count_digits(name) > 0
    if not name.isascii():
        size += sum("\u3400" <= letter <= "\u9fff" for letter in name) // 2
    trade = is_boilerplate_name(name)
    return min(size, 8), name_form(name), digits, trade, 0 if trade else commonness(name)


def value_cases(value: str) -> Cases:
    """Size and form; cached for short values, which often recur."""
    if len(value) > _LONG:
        return bisect_right(_SIZES, len(value)), _PROSE
    return _short_value_cases(value)


# Longer values are prose, whatever they contain.
_LONG = 300
_PRICE, _PROSE, _RATE = 0, 4, 8


@lru_cache(maxsize=20_000)
def _short_value_cases(value: str) -> Cases:
    return bisect_right(_SIZES, len(value)), _value_form(value)


def _value_form(value: str) -> int:
    digits = count_digits(value)
    if digits and is_price(value):
        return _PRICE
    if digits and is_rate(value):
        return _RATE
    if digits and 2 * digits >= len(value):
        return 2
    if value.startswith(("http", "www.")):
        return 3
    # What begins in lower case and ends with a dot goes on with a sentence: "Battery: lasts long."
    if is_prose(value) or (value[:1].islower() and value.endswith(".") and value.count(" ") > 1):
        return _PROSE
    return 5 if cannot_be_value(value) else 6 if digits else 7


_OTHER_SECTIONS = re.compile(
    r"review|comment|related|similar|recommend|also|customers|you may|more from|comparable|"
    r"nearby|popular|top rated|best.?sell|recently|shipping|payment|delivery|contact us|hotline|"
    r"customer (?:service|care)|rating|verdict|question|\bfaq|seller|postage|returns?\b|refund|"
    r"\bbids?\b|opening hours|store (?:info|hours|locat)|size (?:guide|chart)|cookie|newsletter|"
    r"sign (?:up|in)|log ?in|my account|follow us|share|statistics|price (?:history|trend)|"
    r"financ|protect your|filters?\b|your cart|bewertung|ähnlich|beliebt|angesehen|versand|"
    r"zubehör|kontakt|kundenservice|meinung|fragen|öffnungszeiten|preis(?:entwicklung|verlauf)|"
    r"ratenzahlung|finanzierung|größentabelle|herstellerinfo|rückgabe|widerruf|zahlung|"
    r"anmelden|warenkorb|testberichte|评论|评价|相关|推荐|同类|热门|排行|附近|猜你|看过|配送|售后|联系我们|"
    r"评分|点评|口碑|店铺|卖家|经销商|尺码|问答|常见问题|运费|退换|登录|购物车|支付"
)


_OWN_SECTIONS = re.compile(
    r"\bspec|\bdetails?$|^details|technical|tech data|dimension|measurement|characteristic|"
    r"attributes|propert|(?:product|item|additional|further|more|general) info|product description|"
    r"technische|produktdetails|produktdaten|produktinformation|eigenschaften|merkmale|daten$|"
    r"abmessungen|details zu|参数|规格|详情|属性|商品信息|产品信息|基本信息"
)


_LONGEST_OWN = 24  # characters: a longer heading is the product's title


@lru_cache(maxsize=20_000)
def _section(heading: str) -> int:
    """A heading above things of others (2), above the product's facts (3), another (1), or none."""
    if not heading:
        return 0
    if _is_of_others(heading):
        return 2
    return 3 if len(heading) <= _LONGEST_OWN and _OWN_SECTIONS.search(heading.lower()) else 1


def _linked_items(outline: Outline, row: Row) -> int:
    """Whether none of a list's items (1), some (2) or nearly all (3) are links."""
    tags, owners, parents = outline.tags, outline.owners, outline.parents
    around = [owners[leaf] for leaf in row.value_leaves if leaf not in row.name_leaves][:_FEW_ITEMS]
    links = sum("a" in (tags[node], tags[parents[node]]) for node in around)
    return 1 + (links > 0) + (links > 0 and links >= _MOST_LINKED * len(around))


_FEW_ITEMS, _MOST_LINKED = 20, 0.9


@lru_cache(maxsize=20_000)
def _is_of_others(heading: str) -> bool:
    """Whether a heading is above things that are not the product's own."""
    return bool(_OTHER_SECTIONS.search(heading.lower()))


def _links(page: PageRows) -> list[int]:
    """Whether the name (1), the value (2) or both (3) are in links."""
    tags, owners, parents = page.outline.tags, page.outline.owners, page.outline.parents
    if "a" not in tags:
        return [0] * len(page.rows)
    found = []
    for row in page.rows:
        owner = owners[row.value_leaves.start]
        link = 2 * (tags[owner] == "a" or tags[parents[owner]] == "a")
        if row.name_leaves:
            owner = owners[row.name_leaves.start]
            link += tags[owner] == "a" or tags[parents[owner]] == "a"
        found.append(link)
    return found


# The cases of a part, the share of pages with the name, and the share of distinct values.
_Remembered = tuple[Cases, float, float]
_NO_MEMORY: _Remembered = ((6, 25, 5, 5), 0.0, 0.0)
_NEW_NAME: _Remembered = ((5, 26, 4, 4), 0.0, 0.0)


def _remembered(page: PageRows, memory: SiteMemory | None) -> list[_Remembered]:
    """On how many of the site's pages a row's name is, with how many values, and with this one."""
    if memory is None or memory.pages < 2:
        return [_NO_MEMORY] * len(page.rows)
    found: list[_Remembered] = []
    for key, row in zip(page.keys, page.rows, strict=True):
        known = memory.names.get(key)
        if known is None:
            found.append(_NEW_NAME)
            continue
        on_pages = known.pages / memory.pages
        different = len(known.values) / max(known.times_of_values, 1)
        same = known.values.get(value_hash(row.value), 0) / memory.pages
        pages = bisect_right(_SHARES, on_pages)
        cases = (
            pages,
            5 * pages + bisect_right(_SHARES, different),
            bisect_right(_SAME, same),
            bisect_right(_TIMES, known.times / known.pages),
        )
        found.append((cases, on_pages, different))
    return found


def _regions(
    page: PageRows,
    names: Sequence[Cases],
    links: Sequence[int],
    remembered: Sequence[_Remembered],
    memory: SiteMemory | None,
) -> list[Cases]:
    """What the rows of a region have in common: how many names, how often, of which form."""
    members: dict[int, list[int]] = defaultdict(list)
    for number, region in enumerate(page.regions):
        members[region].append(number)
    with_memory = memory is not None and memory.pages > 1
    found: dict[int, Cases] = {}
    for region, numbers in members.items():
        count = len(numbers)
        different = len({page.keys[number] for number in numbers})
        named = [names[number][1] for number in numbers].count(0)
        linked = [links[number] for number in numbers].count(3)
        common = count - [names[number][4] for number in numbers].count(0)
        on_pages = different_values = 5
        if with_memory:
            on_pages = bisect_right(_SHARES, sum([remembered[n][1] for n in numbers]) / count)
            different_values = bisect_right(
                _SHARES, sum([remembered[n][2] for n in numbers]) / count
            )
        found[region] = (
            bisect_right(_COUNTS, different),
            bisect_right(_AGAIN, count / different),
            bisect_right(_SHARES, named / count),
            bisect_right(_SHARES, linked / count),
            bisect_right(_SHARES, common / count),
            on_pages,
            different_values,
        )
    return [found[region] for region in page.regions]


def _blocks(page: PageRows, names: Sequence[Cases], values: Sequence[Cases]) -> list[Cases]:
    """Of the rows of a region below one heading, how many are about the sale, and of which form."""
    blocks = list(zip(page.regions, [row.section for row in page.rows], strict=True))
    forms: dict[tuple[int, str], list[int]] = defaultdict(list)
    trade: Counter[tuple[int, str]] = Counter()
    for block, name, value in zip(blocks, names, values, strict=True):
        forms[block].append(value[1])
        trade[block] += name[3]
    found = {
        block: (
            bisect_right(_SHARES, trade[block] / len(of_block)),
            *(
                bisect_right(_SHARES, of_block.count(form) / len(of_block))
                for form in (_PROSE, _PRICE, _RATE)
            ),
        )
        for block, of_block in forms.items()
    }
    return [found[block] for block in blocks]


def _groups(page: PageRows) -> tuple[list[Cases], list[int]]:
    """By group and kind: the cases of their part, and the family of the kind."""
    pairs = [(row.group, row.kind) for row in page.rows]
    cards = _cards(page)
    parts = _parts_of_page(page.outline, cards)
    around = {
        group: (
            *cards[group],
            _hints(page.outline, group),
            _headed_by(page.outline, group),
            parts[group],
        )
        for group in {group for group, _ in pairs}
    }
    cases: dict[tuple[int, str], Cases] = {}
    families: dict[tuple[int, str], int] = {}
    for (group, kind), size in Counter(pairs).items():
        called = kind
        if kind == "column" and size > _WIDE:
            called = "wide column"
        elif kind == "heading" and page.outline.tags[group] == "dl":
            called = "term"
        cases[group, kind] = _NUMBERS.get(called, 0), bisect_right(_COUNTS, size), *around[group]
        families[group, kind] = KINDS.get(called, 6)
    return [cases[pair] for pair in pairs], [families[pair] for pair in pairs]


def _cards(page: PageRows) -> dict[int, tuple[int, int]]:
    """By group: how many similar groups of the page have mostly the same names.

    Groups are similar if their tags and those of two elements around them are the same. Three with
    the same names are cards of several products, and so are two if most similar groups share names;
    otherwise two (the second number is then 1) are sections of one table.
    """
    names: dict[int, set[str]] = defaultdict(set)
    for key, row in zip(page.whole.keys, page.whole.rows, strict=True):
        names[row.group].add(key)
    tags, parents = page.outline.tags, page.outline.parents
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for group in names:
        around = parents[group]
        alike[tags[group], tags[around], tags[parents[around]]].append(group)
    found = dict.fromkeys(names, (0, 0))
    for groups in alike.values():
        if len(groups) < 2:
            continue
        often = Counter(chain.from_iterable([names[group] for group in groups]))
        shared = {}
        for group in groups:
            others = sorted([often[key] - 1 for key in names[group]], reverse=True)
            shared[group] = others[(len(others) - 1) // 2]
        are_cards = 2 * sum(map(bool, shared.values())) > len(groups)
        for group, count in shared.items():
            found[group] = (min(count, 4), 0) if are_cards or count > 1 else (0, count)
    return found


_SPEC_WORDS = re.compile(
    rb"spec|detail|feature|attrib|param|propert|tech|sheet|product|overview|fact|data|"
    rb"character|merkmal|eigenschaft|info"
)
_NOISE_WORDS = re.compile(
    rb"nav|menu|foot|bread|review|comment|rating|relat|similar|recommend|also|cross|upsell|"
    rb"basket|cart|social|share|login|search|promo|side|newsletter|offer|ship|deliver|forum"
)
_LONGEST_KEPT = 200


def _hints(outline: Outline, node: int) -> int:
    """Hints of ids and classes around an element: 0 nothing, 1 specs, 2 other things, 3 both."""
    found = 0
    for _ in range(4):
        if not node:
            break
        rest = outline.rests[node]
        if rest != b">":
            found |= _hint(rest) if len(rest) <= _LONGEST_KEPT else _words_in(rest)
        node = outline.parents[node]
    return found


def _words_in(rest: bytes) -> int:
    written = rest.lower()
    return bool(_SPEC_WORDS.search(written)) + 2 * bool(_NOISE_WORDS.search(written))


_hint = lru_cache(maxsize=20_000)(_words_in)
# Elements that say what a part of the page is: 1 the page's own matter, 2 what all pages of a site
# have, 3 what is to be filled in or opened, 4 what is shown as it was typed.
_PARTS_OF_PAGE = {
    "main": 1, "article": 1, "nav": 2, "footer": 2, "header": 2, "aside": 2, "form": 3,
    "dialog": 3, "fieldset": 3, "menu": 3, "template": 3, "pre": 4, "code": 4, "blockquote": 4,
}  # fmt: skip


def _parts_of_page(outline: Outline, nodes: Iterable[int]) -> dict[int, int]:
    """By element: what the innermost of the elements around it, or itself, says."""
    tags, parents = outline.tags, outline.parents
    known = {0: 0}
    for start in nodes:
        path, node = [], start
        while node not in known:
            path.append(node)
            if part := _PARTS_OF_PAGE.get(tags[node]):
                known[node] = part
                break
            node = parents[node]
        known.update(dict.fromkeys(path, known[node]))
    return known


_HEADLINES = frozenset("h1 h2 h3 h4 h5 h6 caption".split())


def _headed_by(outline: Outline, group: int) -> int:
    """The text right before a group: in a link (1, maybe another product), a heading (2), other."""
    leaf = bisect_left(outline.leaf_tags, group) - 1 if group else -1
    if leaf < 0:
        return 0
    tags, parents = outline.tags, outline.parents
    node = outline.owners[leaf]
    around = tags[node], tags[parents[node]], tags[parents[parents[node]]]
    if not _HEADLINES.isdisjoint(around):
        return 2
    return 1 if "a" in around else 3


# Kinds of rows that a section consists of.
_INSIDE = frozenset(["row", "cells", "colon", "bold", "inline", "alternating", "box", "heading"])


def _rows_inside(leaves: range, starts: Sequence[int]) -> int:
    """How much of a value is rows itself: all of it in a section, nothing in a plain list."""
    inside = bisect_left(starts, leaves.stop) - bisect_left(starts, leaves.start)
    if not inside:
        return 0
    share = bisect_right(_COVERED, 2 * inside / len(leaves))
    return 1 + share + (share == len(_COVERED) and inside > 1)


def _list_below(outline: Outline, row: Row) -> int:
    """Below a heading: only items of one list (1), a list and more (2), or no list (3)."""
    first = _item(outline, outline.owners[row.value_leaves.start])
    if not first:
        return 3
    last = _item(outline, outline.owners[row.value_leaves.stop - 1])
    return 1 if outline.parents[first] == outline.parents[last] else 2


def _item(outline: Outline, node: int) -> int:
    """The list item around an element, 0 if none is near."""
    for _ in range(4):
        if outline.tags[node] == "li":
            return node
        node = outline.parents[node]
    return 0


_VALUE_TAGS = {
    "td": 1, "th": 1, "li": 2, "dd": 3, "p": 4, "div": 5,
    "h1": 6, "h2": 6, "h3": 6, "h4": 6, "body": 7,
}  # fmt: skip


def _value_tag(outline: Outline, node: int) -> int:
    tags, parents = outline.tags, outline.parents
    for _ in range(3):
        node = parents[node]
        case = _VALUE_TAGS.get(tags[node])
        if case:
            return case
    return 0


def _place(behind_title: int, total: int) -> int:
    if behind_title < 0:
        return 0
    return 1 + bisect_right(_PLACES, behind_title / total)
