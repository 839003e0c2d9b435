"""Dates, with the precision they are written in: a day, month, quarter, season, half, year."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

from core.locales import any_of, locales, merged
from index.values.types import DateSpan, Precision, ValueMatch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.topic import Attribute
    from index.values.text import Span


_CHINESE_DIGITS = {"一": 1, "二": 2, "三": 3, "四": 4}
_SEASONS: dict[str, int] = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}  # first months


def _words(field: str) -> tuple[str, ...]:
    return merged(lambda locale: getattr(locale.values.dates, field))


_DATES = [locale.values.dates for locale in locales()]
_MONTH_NUMBERS = {
    name.casefold(): number for dates in _DATES for name, number in dates.month_names.items()
}
_FIRST_MONTHS = {
    word.casefold(): month for season, month in _SEASONS.items() for word in _words(season)
}
_HALVES = {word.casefold(): half for dates in _DATES for word, half in dates.halves.items()}
# Languages in which 03.04.2017 is a day in April, or in March.
_ORDERS = {locale.language: locale.values.dates.order for locale in locales()}


def _quarters() -> str:
    """Every way to write a quarter; the groups quarter0, quarter1 … are its number."""
    ways = enumerate(any_of((way,)) for way in _words("quarters"))
    return "|".join(
        way.replace(re.escape("{n}"), f"(?P<quarter{at}>[一二三四1-4])") for at, way in ways
    )


_YEAR = r"(?P<year>(?:19|20)\d\d)"
_MONTH = rf"(?P<named>{any_of(_MONTH_NUMBERS)})\.?"
_DAY = rf"(?P<day>\d{{1,2}})(?:{'|'.join(map(re.escape, _words('day')))})?"
_LATE = r"(?P<day>1[3-9]|2\d|3[01])"
_NUMBER = r"(?P<month>0?[1-9]|1[0-2])"
_AFTER_YEAR, _AFTER_MONTH, _AFTER_DAY = (any_of(_words(part)) for part in ("year", "month", "day"))
_PART = (
    rf"(?:{_quarters()}|Q(?P<q>[1-4])|(?P<q_behind>[1-4])Q|(?P<season>{any_of(_FIRST_MONTHS)})"
    rf"|(?P<half>{any_of(_HALVES)})|H(?P<h>[12])|(?P<h_behind>[12])H)"
)
_BETWEEN = r"(?P<sep>[-/.])"
_FORMS = (
    (
        rf"{_YEAR}\s?(?:{_AFTER_YEAR}){{1,2}},?\s?(?P<month>\d{{1,2}})\s?(?:{_AFTER_MONTH})"
        rf"(?:,?\s?(?P<day>\d{{1,2}})\s?(?:{_AFTER_DAY})?(?!\d))?"
    ),
    rf"{_YEAR}\s?(?:{_AFTER_YEAR}){{0,2}}[,\s]{{0,2}}{_PART}(?![a-z0-9])",
    rf"(?<![\w]){_PART}[,\s]{{1,2}}{_YEAR}(?!\d)",
    rf"(?<![\d.]){_YEAR}{_BETWEEN}(?P<month>\d{{1,2}})(?:(?P=sep)(?P<day>\d{{1,2}}))?(?![\d/.-]\d|\d)",
    # A day above 12 cannot be confused with the month.
    rf"(?<![\d/.-]){_LATE}{_BETWEEN}{_NUMBER}(?P=sep){_YEAR}(?!\d)",
    rf"(?<![\d/.-]){_NUMBER}{_BETWEEN}{_LATE}(?P=sep){_YEAR}(?!\d)",
    rf"(?<!\d){_YEAR}(?P<month>0[1-9]|1[0-2])(?P<day>[0-3]\d)(?!\d)",
    rf"(?<!\d){_YEAR},?\s{{0,2}}{_MONTH}(?:\s{{1,2}}{_DAY}(?!\d))?",
    rf"(?<!\d){_DAY}\s{{1,2}}{_MONTH},?\s{{1,2}}{_YEAR}(?!\d)",
    rf"(?<![a-z]){_MONTH}\s{{1,2}}(?:{_DAY},?\s{{1,2}})?{_YEAR}(?!\d)",
    rf"(?<![\d.]){_YEAR}(?!\d|\.\d)\s?(?:{_AFTER_YEAR})?",
)
_PATTERNS = tuple(re.compile(form, re.IGNORECASE) for form in _FORMS)
_EITHER_DAY = r"(?P<day>0?[1-9]|1[0-2])"
_BY_ORDER = {
    "dmy": re.compile(rf"(?<![\d/.-]){_EITHER_DAY}{_BETWEEN}{_NUMBER}(?P=sep){_YEAR}(?!\d)"),
    "mdy": re.compile(rf"(?<![\d/.-]){_NUMBER}{_BETWEEN}{_EITHER_DAY}(?P=sep){_YEAR}(?!\d)"),
}
_OF_ANOTHER = re.compile(rf"({any_of(_words('labels'))})[\s:]{{0,2}}\Z", re.IGNORECASE)
_LONGEST_LABEL = max(map(len, _words("labels"))) + 2


def read_dates(text: str, attribute: Attribute) -> ValueMatch:
    """The dates in order, without those labelled for another attribute (Released, Announced)."""
    spans: dict[Span, DateSpan] = {}
    by_order = _BY_ORDER.get(_ORDERS.get(attribute.language, ""))
    for pattern in (by_order, *_PATTERNS) if by_order else _PATTERNS:
        for found in pattern.finditer(text):
            if any(found.start() < end and start < found.end() for start, end in spans):
                continue
            value = _span_of(found.groupdict())
            if value and not _is_of_another(text[: found.start()], attribute):
                spans[found.span()] = value
    places = sorted(spans)
    return ValueMatch(tuple(spans[place] for place in places), tuple(places))


def _is_of_another(before: str, attribute: Attribute) -> bool:
    word = _OF_ANOTHER.search(before[-_LONGEST_LABEL:])
    if not word:
        return False
    names = " ".join((attribute.name, *attribute.aliases)).casefold()
    return word[1].casefold() not in names


def _span_of(parts: Mapping[str, str | None]) -> DateSpan | None:
    year = int(parts["year"] or 0)
    month = parts.get("month")
    named = parts.get("named")
    if named:
        return _day_or_month(year, _MONTH_NUMBERS[named.casefold()], parts.get("day"))
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
    for group, which in parts.items():
        if which and group.startswith("q"):
            number = _CHINESE_DIGITS.get(which) or int(which)
            return _months(year, 3 * number - 2, 3, "quarter")
    if season := parts.get("season"):
        return _months(year, _FIRST_MONTHS[season.casefold()], 3, "season")
    digit = parts.get("h") or parts.get("h_behind")
    half = _HALVES.get((parts.get("half") or "").casefold()) or int(digit or 0)
    if half:
        return _months(year, 1 if half == 1 else 7, 6, "half")
    return _months(year, 1, 12, "year")


def _months(year: int, month: int, count: int, precision: Precision) -> DateSpan:
    """A span of months; winter continues in the next year."""
    ahead = month - 1 + count
    last = date(year + ahead // 12, ahead % 12 + 1, 1) - timedelta(days=1)
    return DateSpan(date(year, month, 1), last, precision)
