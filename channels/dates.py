"""Times in texts and attributes, as sites write them.

`TimeReader` knows when a page was fetched: "3小时前", "Yesterday 14:02" and dates without a year
are counted back from there. What it reads is the day as written: time zones are told, not changed.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from channels.date_words import (
    AGO_BEFORE,
    AGO_BEHIND,
    DAYS_AGO,
    JUST_NOW,
    MONTHS,
    UNITS,
    UNITS_OF_MONTHS,
    WEEKDAYS,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

EARLIEST = datetime(1990, 1, 1)  # noqa: DTZ001 - as written on a page: the zone is not known
LONGEST_TEXT = 400  # characters; times are looked for in this many from the start


class FoundTime(NamedTuple):
    """A time and where it stands in its text.

    `time` has a zone only where the page tells it. `is_exact` is False where it was counted from
    the time of fetching.
    """

    time: datetime
    start: int
    end: int
    has_clock: bool = False
    has_year: bool = True
    is_exact: bool = True

    def __str__(self) -> str:
        """The time as ISO 8601 has it: a day, or a day and a time of day."""
        if not self.has_clock:
            return self.time.date().isoformat()
        return self.time.isoformat(timespec="seconds")


# What dates are made of. `_WORD` may be a month, a unit or anything else: tables tell.

_WORD = r"[^\W\d_]"
_YEAR = r"(?:19|20)\d\d"
_GAP = r"[\s.,;|/·•@()（）–—-]"
_PART_OF_DAY = "凌晨|清晨|早上|上午|中午|下午|傍晚|晚上|午前|午後|오전|오후"
_CLOCK = (
    rf"(?P<part>{_PART_OF_DAY})?\s?"
    r"(?P<hour>[01]?\d|2[0-4])"
    r"(?:\s?[:：h时時点點시{dot}]\s?(?P<minute>[0-5]\d)(?!\d)[分분]?(?:[:：]?(?P<second>[0-5]\d)(?!\d)秒?)?"
    r"(?:[.,]\d{{1,9}}(?!\d))?|(?=\s?[ap]\.?m\b))"
    r"(?:\s?(?P<half>[ap])\.?\s?m\b\.?|\s?uhr\b)?"
    r"(?:\s?(?P<zone>Z\b|(?:GMT|UTC)?[+-]\d\d:?\d\d\b|GMT\b|UTC\b))?"
)
_CLOCK_BEHIND = re.compile(
    rf"{_GAP}{{0,4}}(?!{_PART_OF_DAY})(?:{_WORD}{{1,12}}(?:\slas)?[.,]?)?{_GAP}{{0,3}}"
    + _CLOCK.format(dot="."),
    re.IGNORECASE,
)
_CLOCK_BEFORE = re.compile(
    r"(?<![\d:.])"
    + _CLOCK.format(dot="")
    + rf"{_GAP}{{0,3}}(?:{_WORD}{{1,9}}[.,]?[\s,]{{1,2}}){{0,2}}\Z",
    re.IGNORECASE,
)
_LONGEST_CLOCK = 45

_YEAR_FIRST = re.compile(
    rf"(?<!\d)(?P<year>{_YEAR})(?:\s?[年년]\s?|(?P<sign>[-/.])\s?)(?P<month>\d{{1,2}})"
    r"(?:\s?[月월]\s?|(?P=sign)\s?)(?P<day>\d{1,2})(?!\d)(?:\s?[日号號일])?"
)
_YEAR_LAST = re.compile(
    rf"(?<![\d.:/-])(?P<first>\d{{1,2}})(?P<sign>[-/.])\s?(?P<second>\d{{1,2}})(?P=sign)\s?"
    rf"(?P<year>{_YEAR}|\d\d)(?![\d:/-]|\.\d)"
)
_DAY_AND_WORD = re.compile(
    rf"(?<![\d.:/])(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|[.ºª])?[\s-]{{0,2}}(?:(?:de|of|d)[\s'’])?"
    rf"(?P<word>{_WORD}{{3,14}})(?:[\s.,'’-]{{0,3}}(?:del?\s)?(?P<year>{_YEAR}(?!\d)|\d\d(?![\d:.])))?",
    re.IGNORECASE,
)
_WORD_AND_DAY = re.compile(
    rf"(?<!{_WORD})(?P<word>{_WORD}{{3,14}})\.?[\s-]{{0,2}}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:])"
    rf"(?:[\s.,'’-]{{1,3}}(?P<year>{_YEAR}(?!\d)|\d\d(?![\d:.])))?",
    re.IGNORECASE,
)
_YEAR_WORD_DAY = re.compile(
    rf"(?<!\d)(?P<year>{_YEAR})[.,\s-]{{1,2}}(?:m\.\s)?(?P<word>{_WORD}{{3,14}})[\s-]"
    r"(?P<day>\d{1,2})(?!\d)",
    re.IGNORECASE,
)
_MONTH_AND_DAY = re.compile(
    r"(?<!\d)(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日号號일]"
    r"|(?<![\d./:-])(?P<month2>\d{1,2})[-/](?P<day2>\d{1,2})(?=\s\d{1,2}:\d\d)"
)
_HAS_DIGIT = re.compile(r"\d")
_LONGEST_AGO = 80  # characters of a text; "two days ago" in a longer one is part of a story
_NUMBER_WORDS = {"half an": 0.5, "半": 0.5, "两": 2, "兩": 2, "几": 3, "幾": 3}  # others mean one
_CHINESE_DIGITS = {sign: number for number, sign in enumerate("一二三四五六七八九十", 1)}
_SPAN = (
    rf"(?:\d{{1,4}}|(?<!{_WORD})(?:half an|an?|one|ein(?:e[mrn]?)?|un[eao]?|uma?|een)(?=\s))\s?"
    rf"{_WORD}{{1,14}}\.?"
)
_SPANS = rf"(?P<spans>{_SPAN}(?:[\s,]{{1,2}}(?:{_WORD}{{1,3}}\s)?{_SPAN}){{0,2}})"
_AGO = re.compile(
    rf"(?:(?<!{_WORD})(?P<before>{AGO_BEFORE})\s(?:{_WORD}{{2,9}}\s)?)?{_SPANS}"
    rf"(?P<behind>\s(?:{_WORD}{{2,5}}\s)?(?:{'|'.join(AGO_BEHIND)})(?!{_WORD}))?",
    re.IGNORECASE,
)
_ONE_SPAN = re.compile(
    rf"(?P<number>\d+|half an|{_WORD}+(?=\s))\s?(?P<unit>{_WORD}+)\.?(?=[\s,]|$)"
)
_BARE_SPANS = re.compile(_SPANS, re.IGNORECASE)
_AGO_IN_CHINESE = re.compile(
    r"(?P<number>\d{1,4}|[半一二两兩三四五六七八九十几幾])\s?[个個か]?\s?"
    r"(?P<unit>秒[钟鐘]?|分[钟鐘]?|小[时時]|[时時]間|[天日]|周|週間?|星期|月|年|초|분|시간|일|주|개월|달|년)"
    r"\s?[之以]?[前전]"
)
_SECONDS_IN_CHINESE = {
    "秒": 1, "초": 1, "分": 60, "분": 60, "小": 3600, "时": 3600, "時": 3600, "시": 3600,
    "天": 86400, "日": 86400, "일": 86400, "周": 604800, "週": 604800, "星": 604800, "주": 604800,
}  # fmt: skip
_MONTHS_IN_CHINESE = {"月": 1, "개": 1, "달": 1, "年": 12, "년": 12}
_DAY_WORD = re.compile(
    rf"(?<!{_WORD})(?P<word>{_WORD}{{2,14}})(?=[\s,:(]|$)|(?P<chinese>大?前天|[今昨][天日]|一昨日|오늘|어제|그저께)",
    re.IGNORECASE,
)
_FULL_WIDTH = str.maketrans("０１２３４５６７８９：／－．\xa0\u3000", "0123456789:/-.  ")


class TimeReader:
    """Reads times of one page, fetched at `now`; `day_first`: 10/05/2006 is in May.

    `latest` is the last plausible time, by default a day later: clocks differ by up to a day.
    """

    def __init__(
        self, now: datetime, *, latest: datetime | None = None, day_first: bool = True
    ) -> None:
        self.now = now.replace(tzinfo=None)
        self.latest = (latest or self.now + timedelta(days=1)).replace(tzinfo=None)
        self.day_first = day_first
        self.find = lru_cache(maxsize=4096)(self._find)

    def _find(self, text: str) -> tuple[FoundTime, ...]:
        """The times in a text, in order."""
        text = text[:LONGEST_TEXT].translate(_FULL_WIDTH)
        found: list[FoundTime] = []
        end = 0
        for candidate in sorted(self._candidates(text), key=lambda one: (one.start, -one.end)):
            if candidate.start < end:
                continue
            time = self._with_clock(text, candidate, end)
            end = time.end
            # "12 may" in a sentence is no date, in a text of its own it is.
            is_told = time.has_year or time.has_clock or end - time.start > len(text.strip()) - 3
            if is_told and self._is_plausible(time):
                found.append(time)
        return tuple(found)

    def read(self, text: str) -> FoundTime | None:
        """The time in a text that is nothing else; "3h" and "2 years 1 day" count here."""
        found = self.find(text)
        if found:
            return found[0]
        plain = text.strip().translate(_FULL_WIDTH)
        if len(plain) <= 40 and _BARE_SPANS.fullmatch(plain):
            span = self._back(plain, 0, len(plain))
            return span if span and self._is_plausible(span) else None
        return None

    def attribute(self, value: str) -> FoundTime | None:
        """The time in an attribute: also as seconds or milliseconds since 1970."""
        value = value.strip()
        if value.isdigit() and value.isascii() and len(value) in (9, 10, 13):
            seconds = int(value) // (1000 if len(value) == 13 else 1)
            time = datetime.fromtimestamp(seconds, UTC)
            epoch = FoundTime(time, 0, len(value), has_clock=True)
            return epoch if self._is_plausible(epoch) else None
        found = self.find(value)
        return found[0] if found else None

    def element(self, attributes: Mapping[str, str]) -> FoundTime | None:
        """The time in an element's attributes, the most exact one."""
        found: FoundTime | None = None
        for name in ("datetime", "data-time", "title", "content", *attributes):
            value = attributes.get(name, "")
            is_named = name == "content" or _TIME_ATTRIBUTE.search(name)
            if is_named and 6 <= len(value) <= 80:
                time = self.attribute(value)
                if time and time.is_exact and (time.has_clock or not found):
                    if time.has_clock:
                        return time
                    found = time
        return found

    def _is_plausible(self, found: FoundTime) -> bool:
        return EARLIEST <= found.time.replace(tzinfo=None) <= self.latest

    def _candidates(self, text: str) -> Iterator[FoundTime]:
        if _HAS_DIGIT.search(text):
            yield from self._in_numbers(text)
            yield from self._in_words(text)
        if len(text) <= _LONGEST_AGO:
            yield from self._spans_ago(text)
            yield from self._days_ago(text)

    def _in_numbers(self, text: str) -> Iterator[FoundTime]:
        for match in _YEAR_FIRST.finditer(text):
            yield from _one(_date(match["year"], match["month"], match["day"]), match)
        for match in _YEAR_LAST.finditer(text):
            yield from _one(self._year_last(match), match)
        for match in _MONTH_AND_DAY.finditer(text):
            month, day = match["month"] or match["month2"], match["day"] or match["day2"]
            yield from self._without_year(int(month), int(day), match)

    def _year_last(self, match: re.Match[str]) -> datetime | None:
        first, second, year = match["first"], match["second"], self._century(match["year"])
        if match["sign"] == "." or self.day_first:
            return _date(year, second, first) or _date(year, first, second)
        return _date(year, first, second) or _date(year, second, first)

    def _in_words(self, text: str) -> Iterator[FoundTime]:
        for pattern in (_YEAR_WORD_DAY, _DAY_AND_WORD, _WORD_AND_DAY):
            for match in pattern.finditer(text):
                month = MONTHS.get(match["word"].casefold())
                if month is None or _is_weekday_of_another(pattern, match):
                    continue
                if match["year"]:
                    day = _date(self._century(match["year"]), month, match["day"])
                    yield from _one(day, match)
                else:
                    yield from self._without_year(month, int(match["day"]), match)

    def _century(self, year: str) -> int:
        if len(year) == 4:
            return int(year)
        number = 2000 + int(year)
        return number if number <= self.latest.year else number - 100

    def _without_year(self, month: int, day: int, match: re.Match[str]) -> Iterator[FoundTime]:
        """The last such day before the page was fetched."""
        years = range(self.latest.year, self.latest.year - 5, -1)
        days = (_date(year, month, day) for year in years)
        last = next((day for day in days if day and day <= self.latest), None)
        yield from _one(last, match, has_year=False)

    def _spans_ago(self, text: str) -> Iterator[FoundTime]:
        for match in _AGO.finditer(text):
            if match["before"] or match["behind"]:
                found = self._back(match["spans"], match.start(), match.end())
                if found:
                    yield found
        for match in _AGO_IN_CHINESE.finditer(text):
            number = _number(match["number"])
            unit = match["unit"][0]
            seconds, months = _SECONDS_IN_CHINESE.get(unit, 0), _MONTHS_IN_CHINESE.get(unit, 0)
            yield self._before(number * seconds, number * months, match.start(), match.end())

    def _back(self, spans: str, start: int, end: int) -> FoundTime | None:
        seconds = months = 0.0
        for match in _ONE_SPAN.finditer(spans):
            number, unit = _number(match["number"]), match["unit"].casefold()
            if unit in UNITS:
                seconds += number * UNITS[unit]
            elif unit in UNITS_OF_MONTHS:
                months += number * UNITS_OF_MONTHS[unit]
            else:
                return None
        return self._before(seconds, months, start, end) if seconds or months else None

    def _before(self, seconds: float, months: float, start: int, end: int) -> FoundTime:
        days = months * 30.44
        try:
            time = self.now - timedelta(days=days, seconds=seconds)
        except OverflowError:
            time = datetime.min  # noqa: DTZ901 - not plausible, and left out as such
        has_clock = not months and seconds < 86400
        time = time.replace(second=0, microsecond=0)
        return FoundTime(time, start, end, has_clock=has_clock, is_exact=False)

    def _days_ago(self, text: str) -> Iterator[FoundTime]:
        """Yesterday 14:02; Saturday at 3:02 PM. In sentences such words mean nothing."""
        stripped = text.strip().casefold()
        if stripped in JUST_NOW:
            yield FoundTime(self.now, 0, len(text), is_exact=False)
        for match in _DAY_WORD.finditer(text):
            word = (match["word"] or match["chinese"]).casefold()
            is_whole = stripped == word
            days = DAYS_AGO.get(word)
            if days is None and word in WEEKDAYS and not is_whole:
                days = (self.now.weekday() - WEEKDAYS[word]) % 7
            if days is not None and (is_whole or _CLOCK_BEHIND.match(text, match.end())):
                day = (self.now - timedelta(days=days)).replace(hour=0, minute=0, second=0)
                day = day.replace(microsecond=0)
                yield FoundTime(day, match.start(), match.end(), is_exact=False)

    def _with_clock(self, text: str, day: FoundTime, after: int) -> FoundTime:
        """The day with the time of day beside it."""
        if day.has_clock:
            return day
        behind = _CLOCK_BEHIND.match(text, day.end)
        if behind and (time := _with_clock(day.time, behind)):
            return day._replace(time=time, has_clock=True, end=behind.end())
        before = _CLOCK_BEFORE.search(text, max(after, day.start - _LONGEST_CLOCK), day.start)
        if before and (time := _with_clock(day.time, before)):
            return day._replace(time=time, has_clock=True, start=before.start())
        return day


_TIME_ATTRIBUTE = re.compile(r"time|date|stamp|created|published|epoch|tooltip|tippy|title|label")


def is_day_first(texts: Iterable[str], language: str = "") -> bool:
    """Whether 10/05/2006 is in May: other dates of the page tell, or else its language."""
    first = second = 0
    for text in texts:
        for match in _YEAR_LAST.finditer(text[:LONGEST_TEXT]):
            first += int(match["first"]) > 12
            second += int(match["second"]) > 12
    if first != second:
        return first > second
    return not re.match(r"en(?!.(?:gb|au|nz|ie|za|in)\b)", language.strip(), re.IGNORECASE)


def _date(year: str | int, month: str | int, day: str | int) -> datetime | None:
    try:
        return datetime(int(year), int(month), int(day))  # noqa: DTZ001 - no zone told
    except ValueError:
        return None


def _one(
    day: datetime | None, match: re.Match[str], *, has_year: bool = True
) -> Iterator[FoundTime]:
    if day:
        yield FoundTime(day, *match.span(), has_year=has_year, is_exact=has_year)


def _is_weekday_of_another(pattern: re.Pattern[str], match: re.Match[str]) -> bool:
    """In "mar 12 feb" the first word is a weekday, and the date begins behind it."""
    if pattern is not _WORD_AND_DAY or match["word"].casefold() not in WEEKDAYS:
        return False
    other = _DAY_AND_WORD.match(match.string, match.start("day"))
    return bool(other and other["word"].casefold() in MONTHS)


def _number(text: str) -> float:
    text = text.strip().casefold()
    if text.isdecimal():
        return int(text)
    return _NUMBER_WORDS.get(text) or _CHINESE_DIGITS.get(text, 1)


def _with_clock(day: datetime, clock: re.Match[str]) -> datetime | None:
    hour, minute = int(clock["hour"]), int(clock["minute"] or 0)
    half = (clock["half"] or "").lower() or _HALVES.get(clock["part"] or "", "")
    if half == "p" and hour < 12:
        hour += 12
    elif half == "a" and hour == 12:
        hour = 0
    if hour > 23:
        return None
    time = day.replace(hour=hour, minute=minute, second=int(clock["second"] or 0))
    return time.replace(tzinfo=_zone(clock["zone"])) if clock["zone"] else time


_HALVES = dict.fromkeys(("下午", "傍晚", "晚上", "午後", "오후"), "p") | dict.fromkeys(
    ("凌晨", "午前", "오전", "上午"), "a"
)


def _zone(text: str) -> timezone | None:
    sign = re.search(r"([+-])(\d\d):?(\d\d)", text)
    if not sign:
        return UTC
    minutes = int(sign[2]) * 60 + int(sign[3])
    if minutes >= 24 * 60:
        return None
    return timezone(timedelta(minutes=minutes if sign[1] == "+" else -minutes))
