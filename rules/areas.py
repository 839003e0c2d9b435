"""The published method: find the labelled area's tag sequence, read it by position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.record import Extraction, Pair, Record, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pages.page import Page
    from pages.stretch import TagStretch
    from rules.model import AreaRule, Layout, SiteRules

# More white space before a text is not looked through.
_INDENT = 200


@dataclass(frozen=True, slots=True)
class AreaReading:
    """Pairs of one region; None where a name is not what the rule says."""

    layout: Layout
    pairs: tuple[Pair, ...] | None


def extraction_of(readings: Sequence[AreaReading], rules: SiteRules) -> Extraction:
    """What came of all regions; a page is refused when every one of them was."""
    if not readings:
        return Extraction(Status.NO_MATCH)
    taken = [reading for reading in readings if reading.pairs is not None]
    rule = f"{rules.source}/{(taken or readings)[0].layout.id}"
    if not taken:
        return Extraction(Status.REFUSED, rule)
    # A page that shows one record twice, as for two widths of screen, has one record.
    pairs = dict.fromkeys(reading.pairs for reading in taken if reading.pairs)
    return Extraction(Status.OK, rule, tuple(map(Record, pairs)))


def shows_more(page: Page, rules: SiteRules, readings: Sequence[AreaReading]) -> bool:
    """Whether a page shows a name of another sample's outside of its areas.

    A sample without that name taught an area that may stand beside it.
    """
    said = {pair.name for reading in readings for pair in reading.pairs or ()}
    body = page.body
    # Areas that say nothing tell that nothing is to be read.
    for name in rules.labelled_names if said else ():
        if name in said:
            continue
        written = name.encode(page.encoding, "replace")
        at = body.find(written)
        while at >= 0:
            # A text of its own that begins with the name: words in a sentence are none.
            if body[max(at - _INDENT, 0) : at].rstrip().endswith(b">"):
                return True
            at = body.find(written, at + len(written))
    return False


def read_areas(stretch: TagStretch, rules: SiteRules, *, whole: bool) -> list[AreaReading]:
    """Regions of the longest area first; a tag belongs to one region only.

    With `whole` a region that goes on before or behind the area leaves all in doubt: none.
    """
    readings: list[AreaReading] = []
    taken: list[range] = []
    for spelled in rules.spelled_areas:
        start = stretch.letters.find(spelled.letters)
        while start >= 0:
            end = start + len(spelled.letters)
            free = all(end <= other.start or other.stop <= start for other in taken)
            if free:
                pairs = read_region(stretch, spelled.area, start, whole=whole)
                if not whole or spelled.stands_whole(stretch.letters, start):
                    taken.append(range(start, end))
                    readings.append(AreaReading(spelled.layout, pairs))
                elif pairs:
                    return []
            start = stretch.letters.find(spelled.letters, end if free else start + 1)
    return readings


def read_region(
    stretch: TagStretch, area: AreaRule, start: int, *, whole: bool = False
) -> tuple[Pair, ...] | None:
    """Walk the position vector; None where a content does not hold the name it must.

    With `whole` a content that holds a name alone must begin with it.
    """
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
            if not found or (whole and before and not value):
                return None
        if value and content:
            runs_on = value in values and last == i - 1 and stretch.runs_on(tag)
            parts = (values.get(value, ""), content.strip())
            values[value] = ("" if runs_on else " ").join(filter(None, parts))
            last = i
    return tuple(
        Pair(area.formats[number - 1].attribute, area.shown_names[number - 1], text, by="area")
        for number, text in values.items()
        if text
    )
