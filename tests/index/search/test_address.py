"""Tests of `index.search.address`."""

from __future__ import annotations

from datetime import date
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.topic import ValueType, shipped_topic
from index.search.address import (
    End,
    day_of,
    in_order,
    limit_text,
    parameters_of,
    query_from_parameters,
    written_day,
)
from index.search.model import SearchQuery


@pytest.mark.parametrize(
    ("written", "first", "last"),
    [
        ("2023", date(2023, 1, 1), date(2023, 12, 31)),
        ("2024-02", date(2024, 2, 1), date(2024, 2, 29)),
        ("2023-5", date(2023, 5, 1), date(2023, 5, 31)),
        (" 2023-05-06 ", date(2023, 5, 6), date(2023, 5, 6)),
    ],
)
def test_a_year_and_a_month_have_a_first_and_a_last_day(
    written: str, first: date, last: date
) -> None:
    assert day_of(written, "first") == first.toordinal()
    assert day_of(written, "last") == last.toordinal()


@pytest.mark.parametrize(
    "no_day", ["", "23", "2023年", "2023-13", "2023-02-30", "0000", "２０２３", "1e3"]
)
def test_what_is_no_day(no_day: str) -> None:
    assert day_of(no_day, "first") is None


@given(st.dates(), st.sampled_from(["first", "last"]))
@settings(max_examples=200, deadline=None)
def test_a_day_comes_back_from_its_writing(day: date, end: End) -> None:
    assert day_of(written_day(day.toordinal(), end), end) == day.toordinal()


@pytest.mark.parametrize(("day", "year"), [(-1e15, "0001"), (1e15, "9999")])
def test_no_day_is_out_of_the_calendar(day: float, year: str) -> None:
    assert written_day(day, "first").startswith(year)


PHONES = shipped_topic("phones")
NAMES = [attribute.name for attribute in PHONES.attributes]
DATES = [each.name for each in PHONES.attributes if each.type is ValueType.DATE]
OTHERS = [name for name in NAMES if name not in DATES]


def ordinal(*day: int) -> float:
    return float(date(*day).toordinal())


def test_all_that_can_be_asked_has_a_name() -> None:
    address = (
        "q=徕卡&is.品牌=xiaomi&is.品牌=huawei&min.参考价格=3000&max.参考价格=4000.5"
        "&min.上市时间=2022&max.上市时间=2023-02&sort=-电池容量&page=2&size=50"
        "&facet=NFC&facet=重量"
    )
    asked = query_from_parameters(parse_qsl(address), PHONES)
    assert asked == SearchQuery(
        text="徕卡",
        chosen={"品牌": ("huawei", "xiaomi")},
        ranges={
            "上市时间": (ordinal(2022, 1, 1), ordinal(2023, 2, 28)),
            "参考价格": (3000.0, 4000.5),
        },
        sort="-电池容量",
        page=2,
        size=50,
        facets=in_order(("NFC", "重量"), PHONES),
    )


def test_one_question_has_one_address() -> None:
    one = parse_qsl("page=1&is.品牌=xiaomi&max.参考价格=4000.0&is.品牌=huawei&q=徕卡&size=20")
    other = parse_qsl("q=徕卡&is.品牌=huawei&is.品牌=xiaomi&is.品牌=huawei&max.参考价格=4e3&sort=")
    assert parameters_of(query_from_parameters(one, PHONES), PHONES) == [
        ("q", "徕卡"),
        ("is.品牌", "huawei"),
        ("is.品牌", "xiaomi"),
        ("max.参考价格", "4000"),
    ]
    assert query_from_parameters(one, PHONES) == query_from_parameters(other, PHONES)
    assert parameters_of(SearchQuery(), PHONES) == []


@pytest.mark.parametrize(
    "nonsense",
    [
        "utm_source=x&is.=1&is.无此属性=1&min.&min.参考价格=&max.参考价格=many",
        "min.参考价格=nan&max.参考价格=inf&min.电池容量=-inf&max.主屏尺寸=1e999",
        "min.上市时间=2023-13&max.上市时间=99999&min.发布会时间=0000&max.发布会时间=2023-02-30",
        "page=0x10&size=-5&is.品牌=",
        "facet=&facet=无此属性&facet.NFC=1&facet=品牌%00",
        "page=٣&size=²",
        f"page={'9' * 5000}&min.参考价格={'9' * 5000}",
    ],
)
def test_nonsense_is_ignored(nonsense: str) -> None:
    asked = query_from_parameters(parse_qsl(nonsense, keep_blank_values=True), PHONES)
    assert (asked.chosen, asked.page, asked.size, asked.facets) == ({}, 1, 20, ())
    assert not asked.ranges or asked.ranges == {"参考价格": (1e30 - 1, None)}


def test_a_form_shows_limits_as_people_write_them() -> None:
    assert limit_text(3000.0, "first", is_date=False) == "3000"
    assert limit_text(ordinal(2023, 1, 1), "first", is_date=True) == "2023"
    assert limit_text(ordinal(2023, 9, 30), "last", is_date=True) == "2023-09"


days = st.dates().map(lambda day: float(day.toordinal()))
numbers = st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(min_size=1, max_size=20)


def limits(
    values: st.SearchStrategy[float],
) -> st.SearchStrategy[tuple[float | None, float | None]]:
    either = st.tuples(st.none() | values, st.none() | values)
    return either.filter(lambda both: both != (None, None))


questions = st.builds(
    SearchQuery,
    text=st.text(max_size=50),
    chosen=st.dictionaries(
        st.sampled_from(NAMES),
        st.sets(texts, min_size=1, max_size=3).map(lambda keys: tuple(sorted(keys))),
        max_size=3,
    ),
    ranges=st.dictionaries(st.sampled_from(OTHERS), limits(numbers), max_size=3)
    | st.dictionaries(st.sampled_from(DATES), limits(days), max_size=2),
    sort=st.sampled_from(["", *NAMES, *(f"-{name}" for name in NAMES)]),
    page=st.integers(1, 999_999_999),
    size=st.integers(1, 999_999_999),
    facets=st.sets(st.sampled_from(NAMES), max_size=4).map(lambda names: in_order(names, PHONES)),
)


@given(questions)
@settings(max_examples=200, deadline=None)
def test_what_is_asked_comes_back_from_its_address(asked: SearchQuery) -> None:
    params = parameters_of(asked, PHONES)
    assert query_from_parameters(params, PHONES) == asked
    assert query_from_parameters(reversed(params), PHONES) == asked


@given(questions.filter(lambda asked: asked.text.isprintable()))
@settings(max_examples=50, deadline=None)
def test_addresses_survive_being_written(asked: SearchQuery) -> None:
    params = [
        (name, value.encode("utf-8", "replace").decode())
        for name, value in parameters_of(asked, PHONES)
    ]
    assert parse_qsl(urlencode(params), keep_blank_values=True) == params


@given(
    st.lists(
        st.tuples(
            st.text(max_size=12)
            | st.sampled_from(
                ["q", "page", "size", "sort", "is.品牌", "min.参考价格", "max.上市时间", "facet"]
            ),
            st.text(max_size=30),
        )
    )
)
@settings(max_examples=200, deadline=None)
def test_no_parameters_raise(params: list[tuple[str, str]]) -> None:
    parameters_of(query_from_parameters(params, PHONES), PHONES)
