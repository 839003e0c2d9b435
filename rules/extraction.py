"""The record of a page: the published rule first, then the unit shapes and spots."""

from __future__ import annotations

from itertools import groupby

from pages.nesting import outline
from pages.outline import Outline
from pages.page import Page
from rules.areas import match_areas
from rules.model import SiteRules
from rules.reading import Reading, read_layout
from rules.record import Extraction, Pair, Record, Status

__all__ = ["Extraction", "Pair", "Record", "Status", "extract", "extract_exact"]


def extract(page: Page, rules: SiteRules | None) -> Extraction:
    """Read a page with its site's rules."""
    if rules is None or not rules.layouts:
        return Extraction(Status.NO_RULE)
    exact = match_areas(page, rules, whole=True)
    if exact.status is Status.OK:
        return exact
    general = _read_best(outline(page), rules)
    return general or exact


def extract_exact(page: Page, rules: SiteRules | None) -> Extraction:
    """Read a page by the published method alone."""
    if rules is None or not rules.layouts:
        return Extraction(Status.NO_RULE)
    return match_areas(page, rules, whole=False)


def _read_best(page: Outline, rules: SiteRules) -> Extraction | None:
    """The reading of the layout that finds most of what is known."""
    known = rules.known_names
    readings = [(layout, read_layout(layout, page, known)) for layout in rules.layouts]
    layout, best = max(readings, key=lambda reading: _worth(reading[1]))
    if not best:
        return None
    records = tuple(
        Record(tuple(reading.pair for reading in group))
        for _, group in groupby(best, key=lambda reading: reading.record)
    )
    return Extraction(Status.OK, f"{rules.source}/{layout.id}", records)


def _worth(readings: list[Reading]) -> tuple[int, int]:
    return sum(r.pair.attribute is not None for r in readings), len(readings)
