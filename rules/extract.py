"""The record of a page: the published rule first, then rows and unnamed values.

`extract` is the entry point. `read_rows` chooses among the rows of the page, `read_layout` adds the
unnamed values of a layout.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.names import clean_name, name_key
from pages.rows import find_rows
from pages.sequence import TagString
from rules.areas import extraction_of, read_anchored, read_areas, shows_more
from rules.choose import choose, probabilities, shipped_weights, without_sections
from rules.page_rows import PageRows, rows_of
from rules.record import Extraction, Pair, PairReading, Record, Status
from rules.unnamed_values import UnnamedReader
from rules.wording import is_prose

if TYPE_CHECKING:
    from collections.abc import Collection

    from pages.page import Page
    from pages.rows import Row
    from rules.choose import Weights
    from rules.model import Layout, SiteRules
    from rules.page_rows import SiteMemory
    from rules.row_knowledge import KnownRows


KnownNames = Mapping[str, str | None]
# The name of a row this likely is not a value.
_SURE = 0.95
# Shorter values may be equal by chance; a table this many times larger takes precedence.
_DISTINCTIVE, _MUCH = 4, 3


def read_rows(  # noqa: PLR0913 - most are rarely given, and by name
    page: PageRows,
    rows: KnownRows | None,
    known: KnownNames,
    memory: SiteMemory | None = None,
    *,
    least: float = 0.5,
    weights: Weights | None = None,
) -> list[PairReading]:
    """The rows of a page that are facts about its product; samples decide if there are any."""
    weights = weights or shipped_weights()
    if rows:
        likely = probabilities(page, memory, weights, without=frozenset())
        likely = rows.probabilities(page, likely, weights.sample)
    else:
        likely = without_sections(page, probabilities(page, memory, weights), least)
    readings = [
        _row_reading(page, number, rows, known, likely[number])
        for number in choose(page, likely, least)
    ]
    return without_echoes(page, readings) if rows else readings


def without_echoes(rows: PageRows, readings: Sequence[PairReading]) -> list[PairReading]:
    """Drop what a short summary repeats from the page's main table under other names.

    Names that samples marked are kept wherever they are.
    """
    tag_paths: dict[tuple[int | None, str], tuple[str, ...]] = {
        (row.name_leaves.start, row.name): path
        for row, path in zip(rows.rows, rows.tag_paths, strict=True)
    }
    paths = [tag_paths.get((one.name_leaf, one.pair.name), ()) for one in readings]
    keys = [name_key(one.pair.value) for one in readings]
    sizes = Counter(paths)
    largest: Counter[str] = Counter()
    for key, path in zip(keys, paths, strict=True):
        largest[key] = max(largest[key], sizes[path])
    return [
        one
        for one, key, path in zip(readings, keys, paths, strict=True)
        if one.pair.by == "unit" or len(key) < _DISTINCTIVE or _MUCH * sizes[path] > largest[key]
    ]


def _row_reading(
    page: PageRows, number: int, rows: KnownRows | None, known: KnownNames, likely: float
) -> PairReading:
    row = page.rows[number]
    value, values = rows.value(page, number) if rows else (row.value, row.values)
    pair = Pair(
        known.get(page.keys[number]),
        clean_name(row.name),
        value,
        values,
        row.section,
        "unit" if rows and rows.is_marked(page.keys[number]) else "row",
        round(likely, 3),
    )
    name_leaf = row.name_leaves.start if row.name_leaves else None
    leaves, inside = _value_leaves(page, row, value)
    return PairReading(pair, name_leaf, leaves, inside, row.group)


def _value_leaves(page: PageRows, row: Row, value: str) -> tuple[tuple[int, ...], bool]:
    """The leaves of a value, and whether it begins in the text of its name."""
    rest = name_key(value)
    if rest and len(row.value_leaves) == 1 and page.texts[row.value_leaves.start] == value:
        return tuple(row.value_leaves), False
    inside = row.value_leaves.start in row.name_leaves
    if inside:
        shown = name_key(page.texts[row.value_leaves.start])
        lead = next((n for n in range(len(rest), 0, -1) if shown.endswith(rest[:n])), 0)
        rest = rest[lead:]
    said = []
    for leaf in row.value_leaves:
        key = name_key(page.texts[leaf])
        if key and leaf not in row.name_leaves and rest.startswith(key):
            said.append(leaf)
            rest = rest[len(key) :]
    return tuple(said), inside


def read_layout(
    layout: Layout, reader: UnnamedReader, rows: Sequence[PairReading] = ()
) -> list[PairReading]:
    """Pairs in page order: rows, and the unnamed values of this layout.

    What is surely a name is never an unnamed value. One reader serves all layouts: what it finds
    out about the page is kept.
    """
    readings = list(rows)
    if layout.unnamed:
        sure = (one for one in rows if one.pair.by == "unit" or one.pair.confidence >= _SURE)
        names = {one.name_leaf for one in sure}
        unnamed = [
            PairReading(
                Pair(at.locator.attribute, at.locator.name, at.value, by="unit"), None, at.leaves
            )
            for at in reader.read(layout.unnamed)
            if not names.issuperset(at.leaves)
        ]
        # A locator knows its value's attribute; a row without a name does not.
        known_leaves = {leaf for reading in unnamed for leaf in reading.leaves}
        readings = [one for one in readings if one.pair.name or known_leaves.isdisjoint(one.leaves)]
        readings += unnamed
    return sorted(readings, key=lambda reading: reading.leaves)


# Names that occur more often below one heading belong to several products.
_MOST_TIMES = 3


def extract(  # noqa: PLR0913 - most are rarely given, and by name
    page: Page,
    rules: SiteRules | None,
    memory: SiteMemory | None = None,
    *,
    least: float = 0.5,
    weights: Weights | None = None,
    rows: PageRows | None = None,
) -> Extraction:
    """Read a page in the cheapest way that finds everything.

    Areas come first where the site has rules. Pages that they do not read, and pages of sites
    without rules, are read row by row; `memory` is about the rows of the site's other pages, and
    pairs less likely than `least` are left out. `rows` are the page's, if they were read before.
    """
    if rules is None or not rules.layouts:
        return _read_untrained(rows or rows_of(page), memory, least, weights)
    anchored = read_anchored(page, rules)
    if anchored and not shows_more(page, rules, anchored):
        return extraction_of(anchored, rules)
    return extract_scanned(page, rules, memory, least=least, weights=weights, known=rows)


def extract_scanned(  # noqa: PLR0913 - most are rarely given, and by name
    page: Page,
    rules: SiteRules,
    memory: SiteMemory | None = None,
    *,
    least: float = 0.5,
    weights: Weights | None = None,
    known: PageRows | None = None,
) -> Extraction:
    """Read a whole page; `known` are its rows, if they were read before."""
    tags = TagString(page.body, page.encoding, rules.alphabet)
    if known:
        tags.outline = known.outline
    areas = read_areas(tags, rules, whole=True)
    exact = extraction_of(areas, rules)
    if exact.status is Status.OK and not shows_more(page, rules, areas):
        return exact
    page_rows = known or PageRows(tags.outline, find_rows(tags.outline))
    rows = read_rows(
        page_rows, rules.known_rows, rules.known_names, memory, least=least, weights=weights
    )
    if _is_of_another_kind(rules, rows):
        found = _read_untrained(page_rows, memory, least, weights)
        return found if found.records else exact
    best = _read_best(tags, rules, rows)
    return replace(best, rows=page_rows) if best else exact


def _is_of_another_kind(rules: SiteRules, rows: Sequence[PairReading]) -> bool:
    """Whether a page has none of the labelled names: a title alone is no record."""
    known = rules.known_rows
    if known is None or not known.has_marks:
        return False
    marked = [one for one in rows if one.pair.name and known.is_marked(name_key(one.pair.name))]
    return not marked or _explains(marked)


def _explains(readings: Sequence[PairReading]) -> bool:
    """Whether this is a glossary: names of attributes with sentences that explain them."""
    return bool(readings) and 2 * sum(is_prose(one.pair.value) for one in readings) > len(readings)


def _read_untrained(
    rows: PageRows, memory: SiteMemory | None, least: float, weights: Weights | None
) -> Extraction:
    readings = read_rows(rows, None, {}, memory, least=least, weights=weights)
    readings = without_echoes(rows, _without_repeats(readings))
    if not readings or _explains(readings):
        return Extraction(Status.NO_RULE)
    record = Record(tuple(one.pair for one in readings))
    return Extraction(Status.READ, None, (record,), rows)


def _without_repeats(readings: Sequence[PairReading]) -> list[PairReading]:
    """Without names that repeat below one heading: they belong to several products."""
    times = Counter((name_key(one.pair.name), one.pair.section) for one in readings)
    return [
        one
        for one in readings
        if not one.pair.name or times[name_key(one.pair.name), one.pair.section] <= _MOST_TIMES
    ]


def extract_exact(page: Page, rules: SiteRules | None) -> Extraction:
    """Read a page by the published method alone."""
    if rules is None or not rules.layouts:
        return Extraction(Status.NO_RULE)
    tags = TagString(page.body, page.encoding, rules.alphabet)
    return extraction_of(read_areas(tags, rules, whole=False), rules)


def _read_best(tags: TagString, rules: SiteRules, rows: Sequence[PairReading]) -> Extraction | None:
    """The result of the layout that finds the most known attributes."""
    reader = UnnamedReader(tags.outline)
    readings = [
        (layout, read_layout(layout, reader, rows))
        for layout in rules.layouts
        if layout.unnamed or rows
    ]
    layout, best = max(readings, key=lambda reading: _worth(reading[1]), default=(None, []))
    if layout is None or not best:
        return None
    repeated = frozenset(rules.rows.repeated) if rules.rows else frozenset[str]()
    return Extraction(Status.OK, f"{rules.source}/{layout.id}", _records(best, repeated))


def _records(readings: Sequence[PairReading], repeated: Collection[str]) -> tuple[Record, ...]:
    """One record per table if the tables share most of their names, else one for the page.

    Names that a sample has in several tables of one product (`repeated`) do not count.
    """
    names: dict[int, set[str]] = defaultdict(set)
    for one in readings:
        key = name_key(one.pair.name)
        if one.group is not None and one.pair.by == "unit" and key not in repeated:
            names[one.group].add(key)
    largest = max(names.values(), key=len, default=set())
    # A summary with few of the names is not a product of its own.
    if len(largest) < 2 or any(2 * len(each & largest) <= len(largest) for each in names.values()):
        names = {}
    tables: dict[int | None, list[Pair]] = {}
    table = next(iter(names), None)
    for one in readings:
        if one.group in names:
            table = one.group
        tables.setdefault(table, []).append(one.pair)
    return tuple(dict.fromkeys(Record(tuple(pairs)) for pairs in tables.values()))


def _worth(readings: list[PairReading]) -> tuple[int, int]:
    return sum(r.pair.attribute is not None for r in readings), len(readings)
