"""The published rule: find the labelled area's tag sequence, read it by position.

`read_areas` searches a whole page; `read_anchored` jumps to a name that the rule knows and checks
the tags there; `shows_more` tells whether a page has names outside its areas; `learn_area` makes
the rule of a labelled page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from itertools import chain
from typing import TYPE_CHECKING, TypedDict

from core.names import clean_name, name_key, without_arrows
from pages.outline import joint
from pages.sequence import Alphabet, TagSequence, TagString, tag_sequence
from rules.model import (
    LONGEST_SEQUENCE,
    TAGS_AFTER,
    TAGS_BEFORE,
    AreaRule,
    AttributeFormat,
    Layout,
    Position,
    is_tag_name,
)
from rules.record import Extraction, Pair, PairReading, Record, Status

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from pages.outline import Outline
    from pages.page import Page
    from rules.model import SiteRules


@dataclass(frozen=True, slots=True)
class AreaReading:
    """Pairs of one region; None where a name is not what the rule says."""

    layout: Layout
    pairs: tuple[Pair, ...] | None


def extraction_of(readings: Sequence[AreaReading], rules: SiteRules) -> Extraction:
    """The records of all regions; a page is refused if all of its regions are."""
    if not readings:
        return Extraction(Status.NO_MATCH)
    taken = [reading for reading in readings if reading.pairs is not None]
    rule = f"{rules.source}/{(taken or readings)[0].layout.id}"
    if not taken:
        return Extraction(Status.REFUSED, rule)
    # Pages may show one record twice, as for two screen widths.
    pairs = dict.fromkeys(reading.pairs for reading in taken if reading.pairs)
    return Extraction(Status.OK, rule, tuple(map(Record, pairs)))


def read_areas(tags: TagString, rules: SiteRules, *, whole: bool) -> list[AreaReading]:
    """Regions of the longest area first; a tag belongs to one region only.

    With `whole` the result is empty if a region continues before or after the area.
    """
    readings: list[AreaReading] = []
    taken: list[range] = []
    for spelled in rules.spelled_areas:
        start = tags.letters.find(spelled.letters)
        while start >= 0:
            end = start + len(spelled.letters)
            free = all(end <= other.start or other.stop <= start for other in taken)
            if free:
                pairs = read_region(tags, spelled.area, start, whole=whole)
                if not whole or spelled.is_whole_at(tags.letters, start):
                    taken.append(range(start, end))
                    readings.append(AreaReading(spelled.layout, pairs))
                elif pairs:
                    return []
            start = tags.letters.find(spelled.letters, end if free else start + 1)
    return readings


def read_region(
    tags: TagString, area: AreaRule, start: int, *, whole: bool = False
) -> tuple[Pair, ...] | None:
    """Read by the position vector; None where a name is missing.

    With `whole` content with a name and no value must begin with the name.
    """
    values: dict[int, str] = {}
    last = 0
    for i, attr, value, noise in area.pos:
        if noise or not (attr or value):
            continue
        tag = start + i - 1
        content = tags.content(tag)
        if area.tags[i - 1] == "a":
            content = without_arrows(content)
        name = area.formats[attr - 1].name if attr else ""
        if name:
            before, found, content = content.partition(name)
            if not found or (whole and before and not value):
                return None
        if value and content:
            is_joined = value in values and last == i - 1 and tags.is_joined(tag)
            before, content = values.get(value, ""), content.strip()
            one_amount = joint(before, content, "", tag=area.tags[i - 1], rest=b"")
            between = ("" if is_joined else " ") if one_amount is None else one_amount
            values[value] = between.join(filter(None, (before, content)))
            last = i
    return tuple(
        Pair(area.formats[number - 1].attribute, area.shown_names[number - 1], text, by="area")
        for number, text in values.items()
        if text
    )


# Areas without reading the whole page: jump to a name the rule knows, check the tags there.
#
# Most pages are like their sample: searching the bytes for the area's first name finds the region
# at once. Where the tags around it differ from the rule's, the whole page is read.


_MOST_TRIES = 8
# Comments and scripts inside an area count as tags.
_SLACK = 12
# How far back to look for a comment or script that contains the place.
_LOOK_BACK = 10_000
_NO_TAGS_INSIDE = (
    (b"<!--", b"-->"),
    (b"<script", b"</script"),
    (b"<style", b"</style"),
    (b"<textarea", b"</textarea"),
    (b"<![cdata[", b"]]>"),
)


def read_anchored(page: Page, rules: SiteRules) -> list[AreaReading]:
    """All regions found by their names; empty where any is uncertain."""
    readings: dict[int, AreaReading] = {}
    for spelled in rules.spelled_areas:
        starts = _starts(page, spelled.area)
        if starts is None:
            return []
        most = TAGS_BEFORE + len(spelled.letters) + TAGS_AFTER + _SLACK
        for start in starts:
            # A view: the rest of a large page is not copied.
            source = memoryview(page.body)[start:]
            tags = TagString(source, page.encoding, rules.alphabet, most=most)
            if (
                start in readings
                or not tags.letters.startswith(spelled.letters, TAGS_BEFORE)
                or _in_text(page.body, start)
            ):
                continue
            pairs = read_region(tags, spelled.area, TAGS_BEFORE, whole=True)
            if not pairs or not spelled.is_whole_at(tags.letters, TAGS_BEFORE):
                return []
            readings[start] = AreaReading(spelled.layout, pairs)
    return [readings[start] for start in sorted(readings)]


def _starts(page: Page, area: AreaRule) -> list[int] | None:
    """Possible starts of the tags before the area, one per occurrence of the area's first name.

    None if there are too many, or if the area may begin the page and there are too few tags before
    an occurrence.
    """
    anchor = next((p for p in area.pos if p.attr and area.formats[p.attr - 1].name), None)
    if anchor is None:
        return None
    name = area.formats[anchor.attr - 1].name.encode(page.encoding, "replace")
    has_tags_before = (area.previous or "").count("*") == TAGS_BEFORE - 1
    starts: list[int] = []
    at = page.body.find(name)
    for _ in range(_MOST_TRIES):
        if at < 0:
            return starts
        start = _back(page.body, at, anchor.i + TAGS_BEFORE)
        if start < 0 and not has_tags_before:
            return None
        if start >= 0:
            starts.append(start)
        at = page.body.find(name, at + len(name))
    return None


def _back(body: bytes, at: int, tags: int) -> int:
    """The position of the start tag this many tags back; -1 if there are too few."""
    while tags and at >= 0:
        at = body.rfind(b"<", 0, at)
        tags -= body[at + 1 : at + 2].isalpha()
    return at


def _in_text(body: bytes, at: int) -> bool:
    """Whether a position is inside a comment, a script or the like."""
    before = body[max(at - _LOOK_BACK, 0) : at].lower()
    for opens, closes in _NO_TAGS_INSIDE:
        opened = before.rfind(opens)
        if opened >= 0 and before.find(closes, opened) < 0:
            return True
    return False


# The published rule of a sample: its area, position vector and attribute formats.


# Values further apart than this are not one area: nothing would ever match it.
_LONGEST_AREA = 1500


def learn_area(
    layout: Layout, page: Page, outline: Outline, readings: Sequence[PairReading]
) -> AreaRule | None:
    """The area that holds all pairs of a page; None if positions cannot tell them apart."""
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
        **tags_around(tags.names, first, end),
    )
    return area if _reads_the_same(area, first, page, readings) else None


class TagsAround(TypedDict):
    previous: str | None
    next: str | None


def tags_around(names: Sequence[str], first: int, end: int) -> TagsAround:
    """The tags before and after an area, None if a rule cannot contain them."""
    before, behind = names[max(first - TAGS_BEFORE, 0) : first], names[end : end + TAGS_AFTER]
    return {
        "previous": written(before) if not before or written(before) else None,
        "next": written(behind) if not behind or written(behind) else None,
    }


def written(names: Sequence[str]) -> str:
    """Tags as rules write them; "" if a rule cannot contain one of them."""
    sequence = "*".join(names)
    is_valid = all(map(is_tag_name, names)) and len(sequence) <= LONGEST_SEQUENCE
    return sequence if is_valid else ""


def _marks(outline: Outline, readings: Sequence[PairReading]) -> dict[int, tuple[int, int]]:
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
    layout: Layout,
    outline: Outline,
    readings: Sequence[PairReading],
    marks: dict[int, tuple[int, int]],
) -> list[PairReading]:
    """Mark the labels before unnamed values: pages with another label there are refused."""
    expected = {(locator.attribute, locator.before) for locator in layout.unnamed if locator.before}
    labels: list[PairReading] = []
    for reading in readings:
        leaf = (reading.value_leaves or (0,))[0] - 1
        if leaf < 0 or reading.name_leaf is not None:
            continue
        if (reading.pair.attribute, name_key(outline.texts[leaf])) in expected:
            labels.append(PairReading(Pair(None, "", reading.pair.value), leaf, ()))
            tag = outline.leaf_tags[leaf] - 1
            marks[tag] = (len(readings) + len(labels), marks.get(tag, (0, 0))[1])
    return labels


def _format(
    number: int, reading: PairReading, marks: dict[int, tuple[int, int]], tags: TagSequence
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


def _reads_the_same(
    area: AreaRule, start: int, page: Page, readings: Sequence[PairReading]
) -> bool:
    names = [tag for tag in area.tags if tag]
    tags = TagString(page.body, page.encoding, Alphabet(names))
    pairs = read_region(tags, area, start) or ()
    wanted = [(name_key(r.pair.name), name_key(r.pair.value)) for r in readings]
    return [(name_key(pair.name), name_key(pair.value)) for pair in pairs] == wanted


# Does a page show more than its areas say?
#
# An exact area is read without looking at the rest of the page, which may have a second table or a
# list that the sample did not have. Texts in the position of a name are cheap to find in the bytes:
# the first text of a table row, the term of a definition list, text before a colon. Where samples
# show all of them, the page has nothing more; otherwise it is read row by row.

# The most white space between a tag and its text.
_INDENT = 200
# Longer texts are not names.
_LONGEST = 80
# Large pages are not searched as a whole: text this far from the area is rarely a fact.
_FAR = 100_000
# `tr` and `dt`: two sets of letters are tried faster than two words, so `tt` and `dr` are excluded.
_FIRST_OF_ROW = re.compile(
    rb"<[tTdD][rRtT]\b(?<![tT][tT])(?<![dD][rR])"
    rb"[^<>]*+>\s*+(?:<[^<>]*+>\s*+)*([^<]{1,%d})" % _LONGEST
)
_COLON = re.compile(rb":(?=[\s<&])")
_TO_COLON = re.compile("[^:：]*+")
_TITLE = re.compile(rb"(?i)<title[^<>]*+>([^<]*+)")
# Characters of scripts and styles; names do not have them.
_CODE = re.compile("[{}=;<]")


def shows_more(page: Page, rules: SiteRules, readings: Sequence[AreaReading]) -> bool:
    """Whether a page has a name outside its areas: a labelled one, or one that no sample has."""
    read = {pair.name for reading in readings for pair in reading.pairs or ()}
    if not read:
        return False  # A negative rule: there is nothing to read.
    longest = max(read, key=len)
    return _shows_labelled(page, rules, read) or _shows_new(page, rules, longest)


def _shows_labelled(page: Page, rules: SiteRules, read: Collection[str]) -> bool:
    """Whether a labelled name is outside the areas: not every sample has every name."""
    body = page.body
    for name in rules.labelled_names:
        if name in read:
            continue
        written = name.encode(page.encoding, "replace")
        at = body.find(written)
        while at >= 0:
            # Only at the start of a text: words inside a sentence do not count.
            if body[max(at - _INDENT, 0) : at].rstrip().endswith(b">"):
                return True
            at = body.find(written, at + len(written))
    return False


def _shows_new(page: Page, rules: SiteRules, name: str) -> bool:
    """Whether a name that no sample has is near the area, which contains `name`."""
    shown = rules.shown_names
    if shown is None:
        return False
    title = _TITLE.search(page.body)
    headline = name_key(title[1].decode(page.encoding, "replace")) if title else ""
    at = max(page.body.find(name.encode(page.encoding, "replace")), 0)
    found = keys_like_names(page.body[max(at - _FAR, 0) : at + _FAR], page.encoding)
    return any(key not in shown and key not in headline for key in found)


def keys_like_names(body: bytes, encoding: str) -> Iterator[str]:
    """The keys of all texts in the position of a name."""
    texts = dict.fromkeys(_FIRST_OF_ROW.findall(body))
    for colon in chain(_COLON.finditer(body), _wide_colon(encoding).finditer(body)):
        end = colon.start()
        start = body.rfind(b">", end - _LONGEST if end > _LONGEST else 0, end) + 1
        if start:
            texts[body[start:end]] = None
    for text in texts:
        yield from _key(text, encoding)


@lru_cache(maxsize=64)
def _wide_colon(encoding: str) -> re.Pattern[bytes]:
    """An expression: in long Chinese texts it finds them twice as fast as `bytes.find`."""
    written = "：".encode(encoding, "ignore")
    return re.compile(re.escape(written) if written else rb"(?!)")


@lru_cache(maxsize=20_000)
def _key(text: bytes, encoding: str) -> tuple[str, ...]:
    """The key of a text up to its colon; empty if it is not a name, or was cut off."""
    shown = unescape(text.decode(encoding, "replace"))
    if len(text) >= _LONGEST or _CODE.search(shown):
        return ()
    start = _TO_COLON.match(shown)
    key = name_key(start[0]) if start else ""
    return () if not key or key.isdigit() else (key,)
