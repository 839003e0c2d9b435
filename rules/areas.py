"""The published method: find the labelled area's tag sequence, read it by position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pages.stretch import TagStretch
from rules.model import AreaRule, AttributeFormat, Layout, SiteRules
from rules.names import clean_name
from rules.record import Extraction, Pair, Record, Status


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
    values: dict[int, list[str]] = {}
    for position in area.pos:
        if position.noise or not (position.attr or position.content):
            continue
        content = stretch.content(start + position.i - 1)
        name = area.formats[position.attr - 1].name if position.attr else ""
        if name:
            before, found, content = content.partition(name)
            if not found or (before and not position.content):
                return None
        if position.content:
            kept = values.setdefault(position.content, [])
            if content.strip():
                kept.append(content.strip())
    return tuple(
        _pair(area.formats[number - 1], " ".join(kept)) for number, kept in values.items() if kept
    )


def _pair(wanted: AttributeFormat, value: str) -> Pair:
    return Pair(wanted.attribute, clean_name(wanted.name, wanted.feature), value)
