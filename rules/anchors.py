"""Areas without reading the whole page: jump to a name the rule knows, check the tags there.

Everyday pages are like their sample. There the bytes of the area's first name lead to the
region at once; where the tags around it are others than the rule's, the whole page is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.stretch import TagStretch
from rules.areas import AreaReading, read_region

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages.page import Page
    from rules.model import AreaRule, SiteRules

_MOST_TRIES = 8
# Comments and scripts inside an area count among the tags split off.
_SLACK = 30


def read_anchored(page: Page, rules: SiteRules) -> list[AreaReading]:
    """All regions their names lead to; empty where any doubt is left."""
    readings: list[AreaReading] = []
    for layout, area, letters, behind in rules.spelled_areas:
        for start in _starts(page, area):
            most = len(letters) + len(behind) + _SLACK
            source = page.body[start:]
            stretch = TagStretch(source, page.encoding, rules.alphabet, most=most)
            if stretch.letters.startswith(letters + behind):
                pairs = read_region(stretch, area, 0)
                if pairs is None:
                    return []
                readings.append(AreaReading(layout, pairs))
        if readings:
            return readings
    return readings


def _starts(page: Page, area: AreaRule) -> Iterator[int]:
    """Where the area would begin if a name of the page were the area's first."""
    anchor = next((p for p in area.pos if p.attr and area.formats[p.attr - 1].name), None)
    if anchor is None:
        return
    name = area.formats[anchor.attr - 1].name.encode(page.encoding, "replace")
    at = page.body.find(name)
    for _ in range(_MOST_TRIES):
        if at < 0:
            return
        start = _back(page.body, at, anchor.i)
        if start >= 0 and not _in_comment_or_script(page.body, start):
            yield start
        at = page.body.find(name, at + len(name))


def _back(body: bytes, at: int, tags: int) -> int:
    """Where the start tag stands that is so many tags back; -1 where there are too few."""
    while tags and at >= 0:
        at = body.rfind(b"<", 0, at)
        tags -= body[at + 1 : at + 2].isalpha()
    return at


def _in_comment_or_script(body: bytes, at: int) -> bool:
    if body.rfind(b"<!--", 0, at) > body.rfind(b"-->", 0, at):
        return True
    return body.rfind(b"<script", 0, at) > body.rfind(b"</script", 0, at)
