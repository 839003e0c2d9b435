"""The published method: find the labelled area's tag sequence, read it by position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pages.alphabet import Alphabet
from pages.page import Page
from pages.tags import TAG, text_inside
from pages.text import content_text
from rules.model import AreaRule, AttributeFormat, Layout, SiteRules
from rules.names import clean_name
from rules.record import Extraction, Pair, Record, Status


class TagStretch:
    """The tags of a page, or of a part of it, spelled; contents are read only when asked for."""

    def __init__(self, source: bytes, encoding: str, alphabet: Alphabet, most: int = 0) -> None:
        self._pieces = TAG.split(source, maxsplit=most)
        self._encoding = encoding
        names = self._pieces[1::3]
        self._places: Sequence[int] = range(len(names))
        if None in names:
            self._places = [place for place, name in enumerate(names) if name]
            names = [name for name in names if name]
        self.letters = alphabet.spell(names)

    def content(self, tag: int) -> str:
        """All the text behind a tag up to the next start tag, whatever was skipped between."""
        first = self._places[tag]
        end = self._places[tag + 1] if tag + 1 < len(self._places) else len(self._pieces) // 3
        pieces = self._pieces[3 * first + 3 : 3 * end + 1 : 3]
        inside = text_inside(self._pieces[3 * first + 1], self._pieces[3 * first + 2])
        return content_text(b"".join((inside, *pieces)), self._encoding)


@dataclass(frozen=True, slots=True)
class AreaReading:
    """Pairs of one region; None where a name is not what the rule says."""

    layout: Layout
    pairs: tuple[Pair, ...] | None


def match_areas(page: Page, rules: SiteRules, *, whole: bool) -> Extraction:
    """Every region of the page; `whole` refuses a region that goes on behind the area."""
    stretch = TagStretch(page.body, page.encoding, rules.alphabet)
    readings = list(read_areas(stretch, rules, whole=whole))
    return extraction_of(readings, rules)


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
