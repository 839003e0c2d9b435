"""The record of a page: the published rule first, then rows and spots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.nesting import outline
from pages.rows import find_rows
from pages.stretch import TagStretch
from rules.anchors import read_anchored
from rules.areas import extraction_of, read_areas
from rules.choose import PageRows
from rules.reading import Reading, read_layout, read_rows
from rules.record import Extraction, Pair, Record, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pages.page import Page
    from rules.choose import Weights
    from rules.memory import SiteMemory
    from rules.model import SiteRules

__all__ = ["Extraction", "Pair", "Record", "Status", "extract", "extract_exact", "extract_scanned"]


def extract(
    page: Page,
    rules: SiteRules | None,
    memory: SiteMemory | None = None,
    *,
    least: float = 0.5,
    weights: Weights | None = None,
) -> Extraction:
    """Read a page, looking no further than needed.

    With its site's rules the exact ways come first. What they do not read, and pages of sites
    without rules, are read row by row; `memory` is what other pages of the site say, and pairs
    less likely than `least` are left out.
    """
    if rules is None or not rules.layouts:
        return _read_untrained(page, memory, least, weights)
    anchored = read_anchored(page, rules)
    if anchored:
        return extraction_of(anchored, rules)
    return extract_scanned(page, rules, memory, least=least, weights=weights)


def extract_scanned(
    page: Page,
    rules: SiteRules,
    memory: SiteMemory | None = None,
    *,
    least: float = 0.5,
    weights: Weights | None = None,
) -> Extraction:
    """Read a page from its first tag to its last."""
    stretch = TagStretch(page.body, page.encoding, rules.alphabet)
    exact = extraction_of(read_areas(stretch, rules, whole=True), rules)
    if exact.status is Status.OK:
        return exact
    page_rows = PageRows(stretch.outline, find_rows(stretch.outline))
    rows = read_rows(
        page_rows, rules.known_rows, rules.known_names, memory, least=least, weights=weights
    )
    return _read_best(stretch, rules, rows) or exact


def _read_untrained(
    page: Page, memory: SiteMemory | None, least: float, weights: Weights | None
) -> Extraction:
    read = outline(page)
    readings = read_rows(
        PageRows(read, find_rows(read)), None, {}, memory, least=least, weights=weights
    )
    if not readings:
        return Extraction(Status.NO_RULE)
    return Extraction(Status.READ, None, (Record(tuple(one.pair for one in readings)),))


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
    record = Record(tuple(reading.pair for reading in best))
    return Extraction(Status.OK, f"{rules.source}/{layout.id}", (record,))


def _worth(readings: list[Reading]) -> tuple[int, int]:
    return sum(r.pair.attribute is not None for r in readings), len(readings)
