"""The published method: find the labelled area's tag sequence, read it by position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.record import Extraction, Pair, Record, Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pages.stretch import TagStretch
    from rules.model import AreaRule, Layout, SiteRules


@dataclass(frozen=True, slots=True)
class AreaReading:
    """Pairs of one region; None where a name is not what the rule says."""

    layout: Layout
    pairs: tuple[Pair, ...] | None


def extraction_of(readings: Sequence[AreaReading], rules: SiteRules) -> Extraction:
    if not readings:
        return Extraction(Status.NO_MATCH)
    rule = f"{rules.source}/{readings[0].layout.id}"
    if any(reading.pairs is None for reading in readings):
        return Extraction(Status.REFUSED, rule)
    records = tuple(Record(reading.pairs) for reading in readings if reading.pairs)
    return Extraction(Status.OK, rule, records)


def read_areas(stretch: TagStretch, rules: SiteRules, *, whole: bool) -> Iterator[AreaReading]:
    """Regions of the longest area first; a tag belongs to one region only."""
    taken: list[range] = []
    for layout, area, letters, behind in rules.spelled_areas:
        start = stretch.letters.find(letters)
        while start >= 0:
            end = start + len(letters)
            free = all(end <= other.start or other.stop <= start for other in taken)
            if free and (not whole or stretch.letters.startswith(behind, end)):
                taken.append(range(start, end))
                yield AreaReading(layout, read_region(stretch, area, start))
            start = stretch.letters.find(letters, end if free else start + 1)


def read_region(stretch: TagStretch, area: AreaRule, start: int) -> tuple[Pair, ...] | None:
    """Walk the position vector; None where a content does not hold the name it must."""
    values: dict[int, str] = {}
    last = 0
    for i, attr, value, noise in area.pos:
        if noise or not (attr or value):
            continue
        tag = start + i - 1
        content = stretch.content(tag)
        name = area.formats[attr - 1].name if attr else ""
        if name:
            before, found, content = content.partition(name)
            if not found or (before and not value):
                return None
        if value and content:
            runs_on = value in values and last == i - 1 and stretch.runs_on(tag)
            parts = (values.get(value, ""), content.strip())
            values[value] = ("" if runs_on else " ").join(filter(None, parts))
            last = i
    return tuple(
        Pair(area.formats[number - 1].attribute, area.shown_names[number - 1], text)
        for number, text in values.items()
        if text
    )
