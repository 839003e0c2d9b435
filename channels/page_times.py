"""The times on a page, in texts and attributes, and the elements that show them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from channels.dates import FoundTime, TimeReader, is_day_first

if TYPE_CHECKING:
    from collections.abc import Iterator

    from channels.nodes import Node, Nodes

LONGEST_TEXT = 120  # characters of a text that is searched: longer ones are sentences
_LONGEST_JOINED = 70
_MOST_INSIDE = 40  # elements in a time that is written in several
_MAY_BE_TIME = re.compile(
    r"\d|[今昨前刚剛]|day|ago|oggi|ieri|heute|gestern|hier|hoy|ayer", re.IGNORECASE
)
_COPYRIGHT = re.compile(
    r"(?:©|\(c\)|copyright).{0,40}?((?:19|20)\d\d)(?!\d)(?:\s?[-–]\s?(20\d\d))?", re.IGNORECASE
)
_TIME_ATTRIBUTES = (
    *("datetime", "title", "data-time", "data-timestamp", "data-utime", "content", "aria-label"),
    *("data-tooltip", "data-tippy-content", "data-original-title", "data-title"),
)


class TimeAt(NamedTuple):
    """A time, the place of the element that shows it, the words before it, and its texts."""

    place: int
    found: FoundTime
    label: str
    leaves: range


def page_times(page: Nodes, language: str, fetched: datetime | None) -> list[TimeAt]:
    """All times in document order; those of attributes and texts of one element as one."""
    day_first = is_day_first(
        (leaf.text for leaf in page.leaves if len(leaf.text) <= LONGEST_TEXT), language
    )
    if fetched:
        return _times(page, TimeReader(fetched, day_first=day_first))
    today = datetime.now(UTC).replace(tzinfo=None)
    times = _times(page, TimeReader(today, day_first=day_first))
    if all(time.found.is_exact for time in times):
        return times
    # Some are counted from a time that nobody told: the page's newest exact one is near to it.
    exact = [time.found.time.replace(tzinfo=None) for time in times if time.found.is_exact]
    years = [time.year for time in exact] + list(_copyright_years(page))
    if not years:
        return times
    end_of_year = today.replace(year=min(max(years), today.year), month=12, day=31)
    last = min(today, end_of_year)
    now = max(exact, default=last)
    return _times(
        page, TimeReader(now, latest=max(last, now) + timedelta(days=1), day_first=day_first)
    )


def _copyright_years(page: Nodes) -> Iterator[int]:
    for leaf in page.leaves:
        if "©" in leaf.text or "opyright" in leaf.text:
            for match in _COPYRIGHT.finditer(leaf.text[:400]):
                yield int(match[2] or match[1])


def _times(page: Nodes, reader: TimeReader) -> list[TimeAt]:
    found: dict[int, TimeAt] = {}
    for number, leaf in enumerate(page.leaves):
        if len(leaf.text) <= LONGEST_TEXT and _MAY_BE_TIME.search(leaf.text):
            times = reader.find(leaf.text)
            if times and leaf.node not in found:
                label = leaf.text[: times[0].start]
                found[leaf.node] = TimeAt(leaf.node, times[0], label, range(number, number + 1))
    for place in range(len(page.nodes) - 1, -1, -1):  # what is inside comes first
        node = page.nodes[place]
        if time := _in_attributes(page, place, node, reader):
            shown = next(
                (found.pop(one) for one in range(place, min(node.end, place + 4)) if one in found),
                None,
            )
            found[place] = TimeAt(
                place,
                _agreed(shown, time),
                shown.label if shown else "",
                range(node.first, node.last),
            )
        elif 2 <= node.last - node.first <= 7:
            inside = range(place, min(node.end, place + _MOST_INSIDE))
            joined = _joined(page, place, node, reader)
            if joined and found.keys().isdisjoint(inside):
                found[place] = joined
    return [found[place] for place in sorted(found)]


def _in_attributes(page: Nodes, place: int, node: Node, reader: TimeReader) -> FoundTime | None:
    element = node.element
    if node.last - node.first > 4:  # a time stands alone
        return None
    is_time = element.tag == "time"
    if not (is_time or any(map(element.get, _TIME_ATTRIBUTES))):
        return None
    time = reader.element(element.attrib)
    return time or (reader.read(page.text(place)[:_LONGEST_JOINED]) if is_time else None)


def _agreed(shown: TimeAt | None, told: FoundTime) -> FoundTime:
    """The day that is shown counts, since attributes may be in another time zone."""
    if not shown or not shown.found.is_exact:
        return told
    if shown.found.has_clock or shown.found.time.date() != told.time.date():
        return shown.found
    return told


def _joined(page: Nodes, place: int, node: Node, reader: TimeReader) -> TimeAt | None:
    """A time in several pieces, each in an element of its own."""
    leaves = page.leaves[node.first : node.last]
    if sum(len(leaf.text) for leaf in leaves) > _LONGEST_JOINED:
        return None
    text = " ".join(leaf.text for leaf in leaves)
    times = reader.find(text) if _MAY_BE_TIME.search(text) else ()
    if not times:
        return None
    return TimeAt(place, times[0], text[: times[0].start], range(node.first, node.last))
