"""The date of an article: as metadata tells it, or as the page shows it."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from channels.dates import TimeReader, is_day_first
from pages.page import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from lxml.etree import _Element as Element

    from channels.blocks import Blocks
    from channels.dates import FoundTime
    from channels.metadata import Metadata

_LONGEST_DATELINE = 150  # characters: a longer text is a paragraph
MOST_MARKED = 40  # elements that are said to name a time or an author
_MOST = 20  # candidates of one kind


def short_text(element: Element) -> str:
    """The beginning of what the element says: it may be wrapped around the whole page."""
    pieces = (piece[:_LONGEST_DATELINE] for piece in islice(element.itertext(), _MOST))
    return fold("".join(pieces))[:_LONGEST_DATELINE]


# The date.

_ADDRESS = re.compile(
    r"[/_-][a-z]{0,2}((?:19|20)\d\d)[-/_]?(0[1-9]|1[0-2])[-/_]?(0[1-9]|[12]\d|3[01])(?=\D)"
)
_MAY_BE_DATE = re.compile(
    r"\d[-/.年月:]\s?\d|\d\s?月|前|\b(?:19|20)\d\d\b|\bago\b|[今昨]天|yesterday", re.IGNORECASE
)
_DIGIT = re.compile(r"\d")
_BESIDE_DATE = re.compile(
    r"发布|發布|发表|發表|时间|時間|日期|来源|來源|更新|published|posted|updated|date",
    re.IGNORECASE,
)
_FARTHEST = 40  # texts
_CHANGED = re.compile(
    r"updated|modified|edited|revised|aktualisiert|geändert|mis à jour|actualizad|aggiornat"
    r"|обновлен|更新|修改|编辑于|編輯於|수정",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(
    r"publish|posted|created|veröffentlicht|erstellt|publié|publicado|pubblicat|опубликован"
    r"|发布|發布|发表|發表|创建|登录|입력|등록|公開",
    re.IGNORECASE,
)


def date_of(
    data: Metadata, blocks: Blocks, body: Sequence[int], url: str, fetched: datetime
) -> str:
    """As metadata tells it; else beside the title, where the body begins or ends, or in `url`."""
    short = (text for text in blocks.texts if len(text) < _LONGEST_DATELINE and "/" in text)
    reader = TimeReader(fetched, day_first=is_day_first(short, data.language))
    for text in data.dates[:_MOST]:
        if found := reader.attribute(text):
            return str(found)
    for found in _times(blocks, body, reader):
        return str(found)
    if in_address := _ADDRESS.search(url):
        return "-".join(in_address.groups())
    changes = (reader.attribute(text) for text in data.changes[:_MOST])
    return next((str(found) for found in changes if found), "")


def _times(blocks: Blocks, body: Sequence[int], reader: TimeReader) -> Iterator[FoundTime]:
    """The likeliest first: marked as times, then the lines around the body."""
    changes: list[FoundTime] = []
    for element in blocks.marked[:MOST_MARKED]:
        text = short_text(element)
        found = reader.element(element.attrib) or reader.read(text)
        if found and found.is_exact:
            if _tells_change(element, text[: found.start]):
                changes.append(found)
            else:
                yield found
    shown: list[tuple[float, FoundTime]] = []
    for place, text in enumerate(blocks.texts):
        if len(text) <= _LONGEST_DATELINE and _may_be_date(text):
            distance = _distance(place, body)
            times = reader.find(text) if distance < _FARTHEST else ()
            if times:
                is_linked = blocks.linked[place] > 0.4 * len(text)
                shown += (
                    (_likelihood(text, time) - 2 * is_linked - distance / 8, time)
                    for time in _published_first(text, times)[:1]
                )
    yield from (time for _, time in sorted(shown, key=lambda one: -one[0]))
    yield from changes


def _tells_change(element: Element, before: str) -> bool:
    """Is it when the article was last changed, by the element or the words before the time?"""
    name = f"{element.get('class', '')} {element.get('itemprop', '')}"
    is_change = _CHANGED.search(name) is not None and _PUBLISHED.search(name) is None
    return is_change or _is_change(before)


def _is_change(before: str) -> bool:
    """Does the last word before a time say that something was changed then?"""
    changed = max((one.end() for one in _CHANGED.finditer(before)), default=0)
    return changed > max((one.end() for one in _PUBLISHED.finditer(before)), default=0)


def _may_be_date(text: str) -> bool:
    """The first test is quick, and most texts fail it."""
    if not (_DIGIT.search(text) or "天" in text or "前" in text or "esterday" in text):
        return False
    return _MAY_BE_DATE.search(text) is not None


def _likelihood(text: str, time: FoundTime) -> float:
    """Is the text a dateline, with a date that is all there?"""
    is_told = _BESIDE_DATE.search(text) is not None
    if _is_change(text[: time.start]):
        is_told = False
    share = (time.end - time.start) / len(text)
    return 1.5 * is_told + time.has_clock + share - 2 * (not time.is_exact)


def _published_first(text: str, times: Sequence[FoundTime]) -> list[FoundTime]:
    """Several times of one line: those of changes come last."""
    return sorted(times, key=lambda time: _is_change(text[: time.start]))


def _distance(place: int, body: Sequence[int]) -> float:
    """How many texts lie between a text and where an article's date is likely to stand."""
    if not body:
        return place
    if place < body[0]:
        return body[0] - place
    if place <= body[0] + 2:
        return 5 + place - body[0]
    return 10 + (abs(body[-1] - place) if place > body[-1] - 4 else _FARTHEST)
