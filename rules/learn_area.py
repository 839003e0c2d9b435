"""The published rule of a sample: its area, position vector and attribute formats."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from core.names import clean_name, name_key
from pages.alphabet import Alphabet
from pages.sequence import TagSequence, tag_sequence
from pages.stretch import TagStretch
from rules.areas import read_region
from rules.model import (
    LONGEST_SEQUENCE,
    TAGS_BEFORE,
    TAGS_BEHIND,
    AreaRule,
    AttributeFormat,
    Layout,
    Position,
    is_tag_name,
)
from rules.reading import Reading
from rules.record import Pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pages.outline import Outline
    from pages.page import Page

# Values further apart than this are not one area: nothing would ever match it.
_LONGEST_AREA = 1500


def learn_area(
    layout: Layout, page: Page, outline: Outline, readings: Sequence[Reading]
) -> AreaRule | None:
    """The area that holds all pairs of a page; None where positions cannot tell them apart."""
    if not readings:
        return None
    if any(reading.pair.values for reading in readings):
        return None  # positions cannot tell the items of a list apart
    tags = tag_sequence(page)
    marks = _marks(outline, readings)
    labels = _mark_labels(layout, outline, readings, marks)
    first, end = min(marks, default=-1), max(marks, default=-1) + 1
    sequence = written(tags.names[first:end])
    if first < 0 or end - first > _LONGEST_AREA or not sequence:
        return None
    if not any(attr for attr, _ in marks.values()):
        # Nothing to check: the tags alone would find it anywhere.
        return None
    area = AreaRule(
        area=sequence,
        pos=tuple(
            Position(tag - first + 1, attr, content)
            for tag, (attr, content) in sorted(marks.items())
        ),
        formats=tuple(
            _format(number, reading, marks, tags)
            for number, reading in enumerate([*readings, *labels], 1)
        ),
        **surroundings(tags.names, first, end),
    )
    return area if _reads_the_same(area, first, page, readings) else None


class Surroundings(TypedDict):
    previous: str | None
    next: str | None


def surroundings(names: Sequence[str], first: int, end: int) -> Surroundings:
    """The tags around an area, None where a rule cannot speak of them."""
    before, behind = names[max(first - TAGS_BEFORE, 0) : first], names[end : end + TAGS_BEHIND]
    return {
        "previous": written(before) if not before or written(before) else None,
        "next": written(behind) if not behind or written(behind) else None,
    }


def written(names: Sequence[str]) -> str:
    """Tags as rules write them; "" where a rule cannot speak of one of them."""
    sequence = "*".join(names)
    sayable = all(map(is_tag_name, names)) and len(sequence) <= LONGEST_SEQUENCE
    return sequence if sayable else ""


def _marks(outline: Outline, readings: Sequence[Reading]) -> dict[int, tuple[int, int]]:
    """Tag → (attribute whose name it holds, attribute whose value it holds); 0 for none."""
    marks: dict[int, tuple[int, int]] = {}
    for number, reading in enumerate(readings, 1):
        if reading.name_leaf is not None and name_key(reading.pair.name):
            tag = outline.leaf_tags[reading.name_leaf] - 1
            marks[tag] = (number, number if reading.in_name_leaf else 0)
        for leaf in reading.value_leaves:
            tag = outline.leaf_tags[leaf] - 1
            marks[tag] = (marks.get(tag, (0, 0))[0], number)
    return marks


def _mark_labels(
    layout: Layout, outline: Outline, readings: Sequence[Reading], marks: dict[int, tuple[int, int]]
) -> list[Reading]:
    """Mark the labels before values without a name: a page where another stands is refused."""
    spotted = {(spot.attribute, spot.before) for spot in layout.spots if spot.before}
    labels: list[Reading] = []
    for reading in readings:
        leaf = (reading.value_leaves or (0,))[0] - 1
        if leaf < 0 or reading.name_leaf is not None:
            continue
        if (reading.pair.attribute, name_key(outline.texts[leaf])) in spotted:
            labels.append(Reading(Pair(None, "", reading.pair.value), leaf, ()))
            tag = outline.leaf_tags[leaf] - 1
            marks[tag] = (len(readings) + len(labels), marks.get(tag, (0, 0))[1])
    return labels


def _format(
    number: int, reading: Reading, marks: dict[int, tuple[int, int]], tags: TagSequence
) -> AttributeFormat:
    """The name as the content shows it, up to where the value begins."""
    tag = next((tag for tag, (attr, _) in marks.items() if attr == number), None)
    shown = ""
    if tag is not None:
        shown = tags.contents[tag]
        if marks[tag][1]:
            shown = shown.partition(reading.pair.value.partition(" ")[0])[0].rstrip()
    return AttributeFormat(
        attribute=reading.pair.attribute,
        name=shown,
        feature=shown[-1:] if shown != clean_name(shown) else "",
    )


def _reads_the_same(area: AreaRule, start: int, page: Page, readings: Sequence[Reading]) -> bool:
    names = [tag for tag in area.area.split("*") if tag]
    stretch = TagStretch(page.body, page.encoding, Alphabet(names))
    pairs = read_region(stretch, area, start) or ()
    wanted = [(name_key(r.pair.name), name_key(r.pair.value)) for r in readings]
    return [(name_key(pair.name), name_key(pair.value)) for pair in pairs] == wanted
