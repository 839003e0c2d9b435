"""The record of a page: the published rule first, then rows and spots."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from core.names import name_key
from pages.rows import find_rows
from pages.stretch import TagStretch
from rules.anchors import read_anchored
from rules.areas import extraction_of, read_areas, shows_more
from rules.page_rows import PageRows, rows_of
from rules.reading import Reading, read_layout, read_rows, without_echoes
from rules.record import Extraction, Pair, Record, Status
from rules.wording import is_prose

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pages.page import Page
    from rules.choose import Weights
    from rules.memory import SiteMemory
    from rules.model import SiteRules

__all__ = ["Extraction", "Pair", "Record", "Status", "extract", "extract_exact", "extract_scanned"]


# More often below one heading, a name is of many things.
_MOST_TIMES = 3


def extract(  # noqa: PLR0913 - most are seldom told, and by name
    page: Page,
    rules: SiteRules | None,
    memory: SiteMemory | None = None,
    *,
    least: float = 0.5,
    weights: Weights | None = None,
    rows: PageRows | None = None,
) -> Extraction:
    """Read a page, looking no further than needed.

    With its site's rules the exact ways come first. What they do not read, and pages of sites
    without rules, are read row by row; `memory` is what other pages of the site say, and pairs
    less likely than `least` are left out. `rows` are the page's where they are known already.
    """
    if rules is None or not rules.layouts:
        return _read_untrained(rows or rows_of(page), memory, least, weights)
    anchored = read_anchored(page, rules)
    if anchored and not shows_more(page, rules, anchored):
        return extraction_of(anchored, rules)
    return extract_scanned(page, rules, memory, least=least, weights=weights, known=rows)


def extract_scanned(  # noqa: PLR0913 - most are seldom told, and by name
    page: Page,
    rules: SiteRules,
    memory: SiteMemory | None = None,
    *,
    least: float = 0.5,
    weights: Weights | None = None,
    known: PageRows | None = None,
) -> Extraction:
    """Read a page from its first tag to its last; its rows may be known already."""
    stretch = TagStretch(page.body, page.encoding, rules.alphabet)
    if known:
        stretch.outline = known.outline
    areas = read_areas(stretch, rules, whole=True)
    exact = extraction_of(areas, rules)
    if exact.status is Status.OK and not shows_more(page, rules, areas):
        return exact
    page_rows = known or PageRows(stretch.outline, find_rows(stretch.outline))
    rows = read_rows(
        page_rows, rules.known_rows, rules.known_names, memory, least=least, weights=weights
    )
    if _is_of_another_kind(rules, rows):
        found = _read_untrained(page_rows, memory, least, weights)
        return found if found.records else exact
    best = _read_best(stretch, rules, rows)
    return replace(best, rows=page_rows) if best else exact


def _is_of_another_kind(rules: SiteRules, rows: Sequence[Reading]) -> bool:
    """A page that shows none of the names the samples showed: a title alone is no record."""
    known = rules.known_rows
    if known is None or not known.has_marks:
        return False
    marked = [one for one in rows if one.pair.name and known.is_marked(name_key(one.pair.name))]
    return not marked or _explains(marked)


def _explains(readings: Sequence[Reading]) -> bool:
    """A glossary has the names of attributes beside sentences that tell what they mean."""
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


def _without_repeats(readings: Sequence[Reading]) -> list[Reading]:
    """Without names that stand below one heading again and again: those tell of many things."""
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
    stretch = TagStretch(page.body, page.encoding, rules.alphabet)
    return extraction_of(read_areas(stretch, rules, whole=False), rules)


def _read_best(stretch: TagStretch, rules: SiteRules, rows: Sequence[Reading]) -> Extraction | None:
    """The reading of the layout that finds most of what is known."""
    readings = [
        (layout, read_layout(layout, stretch.outline, rows))
        for layout in rules.layouts
        if layout.spots or rows
    ]
    layout, best = max(readings, key=lambda reading: _worth(reading[1]), default=(None, []))
    if layout is None or not best:
        return None
    repeated = frozenset(rules.rows.repeated) if rules.rows else frozenset[str]()
    return Extraction(Status.OK, f"{rules.source}/{layout.id}", _records(best, repeated))


def _records(readings: Sequence[Reading], repeated: Collection[str]) -> tuple[Record, ...]:
    """Tables that have their names in common are sheets of several products, else of one.

    Names that a sample has in several tables of one product (`repeated`) tell nothing.
    """
    names: dict[int, set[str]] = defaultdict(set)
    for one in readings:
        key = name_key(one.pair.name)
        if one.group is not None and one.pair.by == "unit" and key not in repeated:
            names[one.group].add(key)
    largest = max(names.values(), key=len, default=set())
    # A summary has few of the names of a sheet, and is none.
    if len(largest) < 2 or any(2 * len(each & largest) <= len(largest) for each in names.values()):
        names = {}
    sheets: dict[int | None, list[Pair]] = {}
    sheet = next(iter(names), None)
    for one in readings:
        if one.group in names:
            sheet = one.group
        sheets.setdefault(sheet, []).append(one.pair)
    return tuple(dict.fromkeys(Record(tuple(pairs)) for pairs in sheets.values()))


def _worth(readings: list[Reading]) -> tuple[int, int]:
    return sum(r.pair.attribute is not None for r in readings), len(readings)
