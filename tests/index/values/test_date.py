"""Tests of `index.values.date`."""

from __future__ import annotations

from datetime import date

import pytest

from index.values.types import DateSpan, Precision
from tests.index.values.phones import values_of


def span(first: str, last: str, precision: Precision) -> DateSpan:
    return DateSpan(date.fromisoformat(first), date.fromisoformat(last), precision)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("2019年09月21日", span("2019-09-21", "2019-09-21", "day")),
        ("２０１９年６月２１", span("2019-06-21", "2019-06-21", "day")),
        ("2013年年3月8号", span("2013-03-08", "2013-03-08", "day")),
        ("2017年,9月", span("2017-09-01", "2017-09-30", "month")),
        ("2020年2月", span("2020-02-01", "2020-02-29", "month")),
        ("2008-03", span("2008-03-01", "2008-03-31", "month")),
        ("2008/3/5", span("2008-03-05", "2008-03-05", "day")),
        ("2008.03.05", span("2008-03-05", "2008-03-05", "day")),
        ("20080305", span("2008-03-05", "2008-03-05", "day")),
        ("26/10/2023", span("2023-10-26", "2023-10-26", "day")),
        ("10.26.2023", span("2023-10-26", "2023-10-26", "day")),
        ("2017年冬季", span("2017-12-01", "2018-02-28", "season")),
        ("2018年春季", span("2018-03-01", "2018-05-31", "season")),
        ("Summer 2014", span("2014-06-01", "2014-08-31", "season")),
        ("2017年第二季度", span("2017-04-01", "2017-06-30", "quarter")),
        ("2015年年第一季度", span("2015-01-01", "2015-03-31", "quarter")),
        ("Q3 2023", span("2023-07-01", "2023-09-30", "quarter")),
        ("2005, Q1", span("2005-01-01", "2005-03-31", "quarter")),
        ("2023年Q4", span("2023-10-01", "2023-12-31", "quarter")),
        ("2019年下半年", span("2019-07-01", "2019-12-31", "half")),
        ("2013, September", span("2013-09-01", "2013-09-30", "month")),
        ("Released 2017, September 22", span("2017-09-22", "2017-09-22", "day")),
        ("Exp. release 2022, May", span("2022-05-01", "2022-05-31", "month")),
        ("September 22nd, 2017", span("2017-09-22", "2017-09-22", "day")),
        ("22 Sept 2017", span("2017-09-22", "2017-09-22", "day")),
        ("2017年", span("2017-01-01", "2017-12-31", "year")),
        ("2017", span("2017-01-01", "2017-12-31", "year")),
    ],
)
def test_a_date_is_as_exact_as_it_is_written(raw: str, expected: DateSpan) -> None:
    assert values_of(raw, "上市时间") == [expected]


def test_several_dates() -> None:
    assert values_of("伦敦：2019年05月21日,上海：2019年05月31日", "发布会时间") == [
        span("2019-05-21", "2019-05-21", "day"),
        span("2019-05-31", "2019-05-31", "day"),
    ]


def test_a_release_is_no_announcement() -> None:
    assert values_of("2013, February. Released 2013, March", "发布会时间") == [
        span("2013-02-01", "2013-02-28", "month")
    ]


@pytest.mark.parametrize("raw", ["2019年13月", "2019-02-30", "03/04/2019", "2019, Smarch"])
def test_what_cannot_be_told_is_not_guessed_but_the_year_is(raw: str) -> None:
    assert values_of(raw, "上市时间") == [span("2019-01-01", "2019-12-31", "year")]


@pytest.mark.parametrize("raw", ["11月", "12345", "3.2017", "很快", "9月17日"])
def test_what_has_no_year_is_no_date(raw: str) -> None:
    assert values_of(raw, "上市时间") == []
