"""Dates, with the precision they are written in: a day, month, quarter, season, half, year."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

from index.values.types import DateSpan, Precision, ValueMatch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.topic import Attribute
    from index.values.text import Span


_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_ORDINALS = {"一": 1, "二": 2, "三": 3, "四": 4}
_SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12, "spring": 3, "summer": 6, "autumn": 9, "fall": 9}
_SEASONS["winter"] = 12

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_MONTH = rf"(?P<named>{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_LATE = r"(?P<day>1[3-9]|2\d|3[01])"
_NUMBER = r"(?P<month>0?[1-9]|1[0-2])"
_PART = (
    r"(?:第?(?P<quarter>[一二三四1-4])季度?|Q(?P<q>[1-4])|(?P<q_behind>[1-4])Q"
    r"|(?P<q_words>[1-4])(?:st|nd|rd|th) quarter"
    r"|(?P<season>[春夏秋冬]|spring|summer|autumn|fall|winter)[季天]?"
    r"|(?P<half>[上下])半年|H(?P<h>[12])|(?P<h_behind>[12])H)"
)
_FORMS = (
    rf"{_YEAR}\s?年{{1,2}},?\s?(?P<month>\d{{1,2}})\s?月(?:份|,?\s?(?P<day>\d{{1,2}})\s?[日号]?(?!\d))?",
    rf"{_YEAR}\s?年{{0,2}}[,\s]{{0,2}}(?:的)?{_PART}(?![a-z0-9])",
    rf"(?<![\w]){_PART}[,\s]{{1,2}}{_YEAR}(?!\d)",
    rf"(?<![\d.]){_YEAR}(?P<sep>[-/.])(?P<month>\d{{1,2}})(?:(?P=sep)(?P<day>\d{{1,2}}))?(?![\d/.-]\d|\d)",
    # A day above 12 cannot be confused with the month.
    rf"(?<![\d/.-]){_LATE}(?P<sep>[-/.]){_NUMBER}(?P=sep){_YEAR}(?!\d)",
    rf"(?<![\d/.-]){_NUMBER}(?P<sep>[-/.]){_LATE}(?P=sep){_YEAR}(?!\d)",
    rf"(?<!\d){_YEAR}(?P<month>0[1-9]|1[0-2])(?P<day>[0-3]\d)(?!\d)",
    rf"(?<!\d){_YEAR},?\s{{0,2}}{_MONTH}(?:\s{{1,2}}{_DAY}(?!\d))?",
    rf"(?<!\d){_DAY}\s{{1,2}}{_MONTH},?\s{{1,2}}{_YEAR}(?!\d)",
    rf"(?<![a-z]){_MONTH}\s{{1,2}}(?:{_DAY},?\s{{1,2}})?{_YEAR}(?!\d)",
    rf"(?<![\d.]){_YEAR}(?!\d|\.\d)\s?年?",
)
_PATTERNS = tuple(re.compile(form, re.IGNORECASE) for form in _FORMS)
_OF_ANOTHER = re.compile(r"(released?|announced)[\s:]{0,2}\Z", re.IGNORECASE)


def read_dates(text: str, attribute: Attribute) -> ValueMatch:
    """The dates in order, without those labelled for another attribute (Released, Announced)."""
    spans: dict[Span, DateSpan] = {}
    for pattern in _PATTERNS:
        for found in pattern.finditer(text):
            if any(found.start() < end and start < found.end() for start, end in spans):
                continue
            value = _span_of(found.groupdict())
            if value and not _is_of_another(text[: found.start()], attribute):
                spans[found.span()] = value
    places = sorted(spans)
    return ValueMatch(tuple(spans[place] for place in places), tuple(places))


def _is_of_another(before: str, attribute: Attribute) -> bool:
    word = _OF_ANOTHER.search(before[-12:])
    if not word:
        return False
    names = " ".join((attribute.name, *attribute.aliases)).casefold()
    return word[1].casefold() not in names


def _span_of(parts: Mapping[str, str | None]) -> DateSpan | None:
    year = int(parts["year"] or 0)
    month = parts.get("month")
    named = parts.get("named")
    if named:
        return _day_or_month(year, _MONTHS.index(named.casefold()) + 1, parts.get("day"))
    if month:
        return _day_or_month(year, int(month), parts.get("day"))
    return _part_of_year(year, parts)


def _day_or_month(year: int, month: int, day: str | None) -> DateSpan | None:
    try:
        if not day:
            return _months(year, month, 1, "month")
        only = date(year, month, int(day))
    except ValueError:
        return None
    return DateSpan(only, only, "day")


def _part_of_year(year: int, parts: Mapping[str, str | None]) -> DateSpan:
    for group in ("quarter", "q", "q_behind", "q_words"):
        if which := parts.get(group):
            number = _ORDINALS.get(which) or int(which)
            return _months(year, 3 * number - 2, 3, "quarter")
    if season := parts.get("season"):
        return _months(year, _SEASONS[season.casefold()], 3, "season")
    half = parts.get("half") or parts.get("h") or parts.get("h_behind")
    if half:
        return _months(year, 1 if half in "上1" else 7, 6, "half")
    return _months(year, 1, 12, "year")


def _months(year: int, month: int, count: int, precision: Precision) -> DateSpan:
    """A span of months; winter continues in the next year."""
    ahead = month - 1 + count
    last = date(year + ahead // 12, ahead % 12 + 1, 1) - timedelta(days=1)
    return DateSpan(date(year, month, 1), last, precision)
