"""The record of a page: the published rule first, then the unit shapes and spots."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from pages.stretch import TagStretch
from rules.anchors import read_anchored
from rules.areas import extraction_of, read_areas
from rules.reading import Reading, read_layout
from rules.record import Extraction, Pair, Record, Status

if TYPE_CHECKING:
    from pages.page import Page
    from rules.model import Layout, SiteRules

__all__ = ["Extraction", "Pair", "Record", "Status", "extract", "extract_exact", "extract_scanned"]


def extract(page: Page, rules: SiteRules | None) -> Extraction:
    """Read a page with its site's rules, looking no further than needed."""
    if rules is None or not rules.layouts:
        return Extraction(Status.NO_RULE)
    anchored = read_anchored(page, rules)
    return extraction_of(anchored, rules) if anchored else extract_scanned(page, rules)


def extract_scanned(page: Page, rules: SiteRules) -> Extraction:
    """Read a page from its first tag to its last."""
    stretch = TagStretch(page.body, page.encoding, rules.alphabet)
    exact = extraction_of(read_areas(stretch, rules, whole=True), rules)
    if exact.status is Status.OK:
        return exact
    return _read_best(stretch, rules) or exact


def extract_exact(page: Page, rules: SiteRules | None) -> Extraction:
    """Read a page by the published method alone."""
    if rules is None or not rules.layouts:
        return Extraction(Status.NO_RULE)
    stretch = TagStretch(page.body, page.encoding, rules.alphabet)
    return extraction_of(read_areas(stretch, rules, whole=False), rules)


def _read_best(stretch: TagStretch, rules: SiteRules) -> Extraction | None:
    """The reading of the layout that finds most of what is known."""
    readings = [(layout, _read(layout, stretch, rules)) for layout in rules.layouts]
    layout, best = max(readings, key=lambda reading: _worth(reading[1]))
    if not best:
        return None
    records = dict.fromkeys(
        Record(tuple(reading.pair for reading in group))
        for _, group in groupby(best, key=lambda reading: reading.record)
    )
    return Extraction(Status.OK, f"{rules.source}/{layout.id}", tuple(records))


def _read(layout: Layout, stretch: TagStretch, rules: SiteRules) -> list[Reading]:
    """What a layout reads; the part around known names is enough where it holds the region."""
    near = stretch.outline_near(rules.spelled_names(stretch.encoding)) if layout.shapes else None
    readings = read_layout(layout, near, rules.known_names) if near else []
    return readings or read_layout(layout, stretch.outline, rules.known_names)


def _worth(readings: list[Reading]) -> tuple[int, int]:
    return sum(r.pair.attribute is not None for r in readings), len(readings)
