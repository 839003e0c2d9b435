"""Years and dates of a query: 2023年以后, after 2020, 2020-2022年, 09年, 去年."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from core.topic import ValueType
from index.query.limits import Limit, limit_before, limit_behind
from index.query.model import Range
from index.query.vocabulary import name_before, name_behind
from index.query.wordlists import LATIN, any_of, one_space, table_of, words_of
from index.values.date import read_dates
from index.values.types import DateSpan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.locale_packs import QueryDates, Words
    from core.topic import Attribute
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


def _behind(of: Callable[[QueryDates], Words]) -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{any_of(words_of(lambda pack: of(pack.dates)))})")


_SINCE = _behind(lambda words: words.since)
_UNTIL = _behind(lambda words: words.until)
_OF_THAT_YEAR = _behind(lambda words: words.of_year)
_ISSUED = re.compile(
    rf"\s?(?:{any_of(words_of(lambda pack: pack.dates.issued_behind))})"
    rf"(?:{any_of(words_of(lambda pack: pack.links))}|(?=\s|\0|\Z))"
)
_ISSUED_BEFORE = re.compile(
    rf"(?:{any_of(words_of(lambda pack: pack.dates.issued_before))})\s{{0,3}}\Z"
)
_TO = re.compile(rf"\s{{0,3}}(?:-|~|{any_of(words_of(lambda pack: pack.dates.to))})\s{{0,3}}")
_ONE_DAY = timedelta(days=1)


@dataclass(slots=True)
class _Dated:
    """A date or two with the words around them."""

    start: int
    end: int
    first: date
    last: date
    is_bare: bool
    limit: Limit = Limit.EXACT
    is_range: bool = False


def take_dates(draft: Draft, words: Vocabulary, today: date | None = None) -> None:
    """Without `today`, 今年 and 去年 are words like any others."""
    attribute = words.date
    if attribute is None:
        return
    earliest = 0
    dates = [
        *_dates_in(draft.text, attribute),
        *_short_years(draft.text),
        *_relative_dates(draft.text, today),
    ]
    for dated in sorted(dates, key=lambda each: each.start):
        meant = _named(
            draft.text, words, earliest, _limited(draft.text, dated, earliest, words), attribute
        )
        # A number that only looks like a year may be a part of a name: Galaxy J3 2017.
        if not dated.is_bare:
            low, high = _ends(dated)
            draft.add(
                Range(
                    attribute=meant.name,
                    said=draft.raw[dated.start : dated.end],
                    start=dated.start,
                    end=dated.end,
                    low=low,
                    high=high,
                )
            )
            earliest = dated.end


def _dates_in(text: str, attribute: Attribute) -> Iterator[_Dated]:
    found = read_dates(text, attribute)
    last: _Dated | None = None
    for value, (start, end) in zip(found.values, found.spans, strict=True):
        if not isinstance(value, DateSpan):
            continue
        if last and _TO.fullmatch(text, last.end, start):
            last.last, last.end, last.is_bare, last.is_range = value.last, end, False, True
            continue
        if last:
            yield last
        shown = text[start:end].rstrip()
        runs_on = text[start - 1 : start].isalnum() and text[start - 1].isascii()
        last = _Dated(
            start, start + len(shown), value.first, value.last, shown.isdigit() or runs_on
        )
    if last:
        yield last


def _short_year_pattern() -> str:
    """10年内 and 10年前 count from today, 最近10年 is a relative date."""
    year = any_of(words_of(lambda pack: pack.dates.year))
    no_year = any_of(words_of(lambda pack: pack.dates.not_year))
    recent = "".join({word[-1] for word in words_of(lambda pack: pack.dates.recent)})
    to = any_of(word for word in words_of(lambda pack: pack.ranges.to) if not word.isascii())
    return (
        rf"(?<![{LATIN}0-9.'{recent}])(?:'?(?P<first>[0129]\d)(?:{year})?(?:-|~|{to}))?"
        rf"(?P<last>0\d|[129]\d(?!{no_year}))(?={year})(?!{no_year})(?:{year})"
        r"|(?<![^\s\0])'(?P<english>[0129]\d)(?![\w.'])"
    )


_SHORT_YEARS = re.compile(_short_year_pattern())
_LAST_OF_CENTURY = 50


def _short_years(text: str) -> Iterator[_Dated]:
    """09年, 15到18年, '19."""
    for found in _SHORT_YEARS.finditer(text):
        last = _full_year(found["last"] or found["english"])
        first = _full_year(found["first"]) if found["first"] else last
        ends = date(first, 1, 1), date(last, 12, 31)
        yield _Dated(*found.span(), *ends, is_bare=False, is_range=first != last)


def _full_year(digits: str) -> int:
    return int(digits) + (1900 if int(digits) > _LAST_OF_CENTURY else 2000)


_YEARS_AGO = table_of(lambda pack: pack.dates.years_ago)
_FEW = table_of(lambda pack: pack.dates.few)
_RELATIVE = re.compile(
    rf"(?P<year>{any_of(_YEARS_AGO)})"
    rf"|(?:{any_of(words_of(lambda pack: pack.dates.recent))})"
    rf"\s?(?P<number>\d{{1,2}}|{any_of(_FEW)})"
    rf"\s?(?:{any_of(words_of(lambda pack: pack.dates.years))})"
)


def _relative_dates(text: str, today: date | None) -> Iterator[_Dated]:
    if today is None:
        return
    for found in _RELATIVE.finditer(text):
        start, end = found.span()
        if ago := found["year"]:
            year = today.year - _YEARS_AGO[one_space(ago)]
            yield _Dated(start, end, date(year, 1, 1), date(year, 12, 31), is_bare=False)
            continue
        written = found["number"]
        years = int(written) if written.isdigit() else _FEW[written]
        first = date(today.year - years, today.month, 1)
        yield _Dated(start, end, first, today, is_bare=False)


def _limited(text: str, dated: _Dated, earliest: int, words: Vocabulary) -> _Dated:
    if before := limit_before(text, dated.start, earliest, words):
        # "from 2012 to 2013" does not mean "from 2012 on".
        dated.start = before.place
        dated.limit = Limit.EXACT if dated.is_range else before.limit
        dated.is_bare = dated.is_bare and before.limit in (Limit.EXACT, Limit.ABOUT)
    for pattern, limit in ((_SINCE, Limit.AT_LEAST), (_UNTIL, Limit.LESS), (_OF_THAT_YEAR, None)):
        found = pattern.match(text, dated.end)
        if found and not _begins_a_name(text, dated.end, found.end(), words):
            dated.end, dated.is_bare = found.end(), False
            dated.limit = limit or dated.limit
    if behind := limit_behind(text, dated.end):
        dated.end, dated.limit, dated.is_bare = behind.place, behind.limit, False
    if issued := _ISSUED.match(text, dated.end):
        dated.end, dated.is_bare = issued.end(), False
    return dated


def _begins_a_name(text: str, at: int, end: int, words: Vocabulary) -> bool:
    """Like the 后 of 后置摄像头, and the 前 of 前摄."""
    named = name_behind(words, text, at)
    return named is not None and named[0] > end


def _named(
    text: str, words: Vocabulary, earliest: int, dated: _Dated, usual: Attribute
) -> Attribute:
    named = name_before(words, text, dated.start, earliest)
    if named and named[1].type is ValueType.DATE:
        dated.start, dated.is_bare = named[0], False
        return named[1]
    if issued := _ISSUED_BEFORE.search(text[max(earliest, dated.start - 20) : dated.start]):
        dated.start, dated.is_bare = dated.start - len(issued[0]), False
    return usual


def _ends(dated: _Dated) -> tuple[date | None, date | None]:
    match dated.limit:
        case Limit.AT_LEAST:
            return dated.first, None
        case Limit.MORE:
            return dated.last + _ONE_DAY, None
        case Limit.AT_MOST:
            return None, dated.last
        case Limit.LESS:
            return None, dated.first - _ONE_DAY
    return min(dated.first, dated.last), max(dated.first, dated.last)
