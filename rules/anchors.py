"""Areas without reading the whole page: jump to a name the rule knows, check the tags there.

Everyday pages are like their sample. There the bytes of the area's first name lead to the
region at once; where the tags around it are others than the rule's, the whole page is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.stretch import TagStretch
from rules.areas import AreaReading, read_region
from rules.model import TAGS_BEFORE, TAGS_BEHIND

if TYPE_CHECKING:
    from pages.page import Page
    from rules.model import AreaRule, SiteRules

_MOST_TRIES = 8
# Comments and scripts inside an area count among the tags split off.
_SLACK = 12
# How far back markup is looked for in which nothing is a tag.
_LOOK_BACK = 10_000
_NO_TAGS_INSIDE = (
    (b"<!--", b"-->"),
    (b"<script", b"</script"),
    (b"<style", b"</style"),
    (b"<textarea", b"</textarea"),
    (b"<![cdata[", b"]]>"),
)


def read_anchored(page: Page, rules: SiteRules) -> list[AreaReading]:
    """All regions their names lead to; empty where any doubt is left."""
    readings: dict[int, AreaReading] = {}
    for spelled in rules.spelled_areas:
        starts = _starts(page, spelled.area)
        if starts is None:
            return []
        most = TAGS_BEFORE + len(spelled.letters) + TAGS_BEHIND + _SLACK
        for start in starts:
            stretch = TagStretch(page.body[start:], page.encoding, rules.alphabet, most=most)
            if (
                start in readings
                or not stretch.letters.startswith(spelled.letters, TAGS_BEFORE)
                or _in_text(page.body, start)
            ):
                continue
            pairs = read_region(stretch, spelled.area, TAGS_BEFORE, whole=True)
            if not pairs or not spelled.stands_whole(stretch.letters, TAGS_BEFORE):
                return []
            readings[start] = AreaReading(spelled.layout, pairs)
    return [readings[start] for start in sorted(readings)]


def _starts(page: Page, area: AreaRule) -> list[int] | None:
    """Where the tags before the area would begin if a name of the page were the area's first.

    None where there are too many, or where an area that may begin the page has too few
    tags before it.
    """
    anchor = next((p for p in area.pos if p.attr and area.formats[p.attr - 1].name), None)
    if anchor is None:
        return None
    name = area.formats[anchor.attr - 1].name.encode(page.encoding, "replace")
    stands_deep = (area.previous or "").count("*") == TAGS_BEFORE - 1
    starts: list[int] = []
    at = page.body.find(name)
    for _ in range(_MOST_TRIES):
        if at < 0:
            return starts
        start = _back(page.body, at, anchor.i + TAGS_BEFORE)
        if start < 0 and not stands_deep:
            return None
        if start >= 0:
            starts.append(start)
        at = page.body.find(name, at + len(name))
    return None


def _back(body: bytes, at: int, tags: int) -> int:
    """Where the start tag stands that is so many tags back; -1 where there are too few."""
    while tags and at >= 0:
        at = body.rfind(b"<", 0, at)
        tags -= body[at + 1 : at + 2].isalpha()
    return at


def _in_text(body: bytes, at: int) -> bool:
    """Whether a place stands inside a comment, a script or the like."""
    before = body[max(at - _LOOK_BACK, 0) : at].lower()
    for opens, closes in _NO_TAGS_INSIDE:
        opened = before.rfind(opens)
        if opened >= 0 and before.find(closes, opened) < 0:
            return True
    return False
