"""Tests of `index.query.understand`."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.topic import Topic, shipped_topic
from index.query.model import LONGEST_TYPED, Chosen, Having, Range
from index.query.understand import understand
from tests.effort import effort
from tests.index.query.query_table import (
    CAMERAS,
    PHONES,
    SCREENS,
    Row,
    rows,
    shown,
    shown_filter,
)

# Queries of the table that are not understood as they should be, each with the reason.
MISSES = {
    "50W无线充电": "wired and wireless power are told apart by no attribute of the topic",
}
TABLE = rows()
PIECES = [row.typed for row in TABLE]


def test_queries_mean_what_people_mean() -> None:
    understood = {row.typed: shown(understand(row.typed, PHONES)) for row in TABLE}
    wrong = {row.typed for row in TABLE if understood[row.typed] != (row.filters, row.text)}
    assert wrong == set(MISSES), [(typed, understood[typed]) for typed in wrong ^ set(MISSES)]


@pytest.mark.parametrize(
    ("topic", "row"),
    [
        *((SCREENS, row) for row in rows("queries_german.txt")),
        *((CAMERAS, row) for row in rows("queries_english.txt")),
    ],
    ids=lambda one: getattr(one, "typed", ""),
)
def test_other_products_in_other_languages(topic: Topic, row: Row) -> None:
    assert shown(understand(row.typed, topic)) == (row.filters, row.text)


@pytest.mark.parametrize(
    ("typed", "filters"),
    [
        ("Energieklasse E", ["Energieeffizienzklasse=E"]),
        ("Energieeffizienzklasse F", ["Energieeffizienzklasse=F"]),
        ("energy class G", ["Energieeffizienzklasse=G"]),
        ("HP E24", ["Marke=HP"]),
        ("Ultrawide", ["Seitenverhältnis=21:9"]),
    ],
)
def test_monitors(typed: str, filters: list[str]) -> None:
    understood = understand(typed, shipped_topic("monitors"))
    assert list(map(shown_filter, understood.filters)) == filters


def test_of_what_a_product_has_several_of_all_are_needed() -> None:
    def needed(typed: str) -> list[bool]:
        filters = understand(typed, SCREENS).filters
        return [each.needed for each in filters if isinstance(each, Chosen)]

    assert needed("Monitor mit HDMI und DisplayPort") == [True, True]
    assert needed("hdmi usb-c ips") == [True, True, False]
    assert needed("HDMI oder DisplayPort") == [False, False]
    assert needed("IPS VA") == [False, False]


def test_brands_of_products_are_known_beside_those_of_the_topic() -> None:
    brands = frozenset({"eizo", "lg", "mit", "monitor"})
    filters = understand("Monitor mit 27 Zoll, nicht von Eizo", SCREENS, brands=brands).filters
    assert list(map(shown_filter, filters)) == ["Diagonale~27", "Marke!=eizo"]
    lg = understand("LG 27GP850-B oder Eizo", SCREENS, brands=brands)
    assert list(map(shown_filter, lg.filters)) == ["Marke=lg", "Marke=eizo"]
    assert lg.words == "27GP850-B"
    assert not understand("Eizo", SCREENS).filters


def test_the_table_is_large_and_almost_all_of_it_understood() -> None:
    assert len(set(PIECES)) == len(TABLE) >= 120
    assert len(MISSES) <= len(TABLE) * 0.05


def test_a_text_without_a_filters_piece_has_all_the_other_filters() -> None:
    for typed in (row.typed for row in TABLE):
        query = understand(typed, PHONES)
        for unwanted in query.filters:
            assert typed[unwanted.start : unwanted.end] == unwanted.said
            others = [each for each in query.filters if each.place != unwanted.place]
            rest = understand(query.text_without(unwanted), PHONES)
            assert list(map(shown_filter, rest.filters)) == list(map(shown_filter, others)), typed
            assert (rest.words, rest.phrases) == (query.words, query.phrases), typed


def test_what_is_left_as_text_can_be_taken_out_piece_by_piece() -> None:
    query = understand('徕卡 小米 "骁龙 8" 直屏 -二手', PHONES)
    assert [each.said for each in query.wordings] == ["徕卡", "直屏"]
    assert query.text_without(query.wordings[0]) == '小米 "骁龙 8" 直屏 -二手'
    assert query.text_without(*query.phrasings, *query.unwanted) == "徕卡 小米 直屏"
    assert query.text_without(*query.filters, *query.wordings) == '"骁龙 8" -二手'


def test_what_is_about_a_number_is_searched_for_around_it() -> None:
    screen, price = understand("6.5寸 3000左右", PHONES).filters
    assert isinstance(screen, Range)
    assert isinstance(price, Range)
    assert screen.approximate
    assert screen.bounds == pytest.approx((6.37, 6.63))
    assert price.bounds == pytest.approx((2700, 3300))
    (limit,) = understand("3000以下", PHONES).filters
    assert isinstance(limit, Range)
    assert not limit.approximate
    assert limit.bounds == (None, 3000)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("今年上市的小米", "上市时间=2026-01-01..2026-12-31; 品牌=小米"),
        ("去年的手机", "上市时间=2025-01-01..2025-12-31"),
        ("前年以前", "上市时间<=2023-12-31"),
        ("最近两年的华为", "上市时间=2024-02-01..2026-02-28; 品牌=华为"),
        ("phones released last year", "上市时间=2025-01-01..2025-12-31"),
        ("from the past 3 years", "上市时间>=2023-02-01"),
    ],
)
def test_years_that_count_from_today(typed: str, expected: str) -> None:
    assert shown(understand(typed, PHONES, date(2026, 2, 28))) == (expected, "")
    assert not understand("今年", PHONES).filters


@pytest.mark.parametrize(
    ("typed", "alternatives"),
    [
        ("双卡 OR NFC", [["双卡"], ["NFC"]]),
        ("小米手机或者是华为的 8GB", [["小米"], ["华为"]]),
        ("xiaomi or samsung under 2000", [["xiaomi"], ["samsung"]]),
        ("小米 14 还是 iphone 15", [["小米", "14"], ["iphone", "15"]]),
        ("5G|NFC|双卡", [["5G"], ["NFC"], ["双卡"]]),
        ("8GB RAM or more", []),
        ("华为 NFC", []),
        ("or", []),
    ],
)
def test_alternatives(typed: str, alternatives: list[list[str]]) -> None:
    found = understand(typed, PHONES).alternatives
    said = [[[piece.said for piece in item] for item in group] for group in found]
    assert said == ([alternatives] if alternatives else [])


def test_a_topic_decides_what_a_unit_means() -> None:
    fridges = Topic.model_validate(
        {
            "name": "fridges",
            "title": {"zh": "冰箱", "en": "Fridges"},
            "attributes": [
                {"name": "容积", "label": "Volume", "group": "a", "type": "quantity", "unit": "L"},
                {"name": "无霜", "label": "Frost free", "group": "a", "type": "yes-no"},
            ],
        }
    )
    query = understand("冰箱 300升以上 无霜 5000mAh 小米 3000元以下", fridges)
    assert [each.attribute for each in query.filters] == ["容积", "无霜"]
    assert isinstance(query.filters[1], Having)
    assert query.filters[1].yes
    assert query.words == "5000mAh 小米 3000元以下"


def test_a_limit_between_two_amounts_is_that_of_one() -> None:
    query = understand("0mA电池at least300", PHONES)
    assert [each.said for each in query.filters] == ["0mA电池at least"]


def test_a_long_text_is_cut() -> None:
    query = understand("5000mAh " * 150_000, PHONES)
    assert len(query.text) == LONGEST_TYPED
    assert query.filters


@given(st.text(max_size=80) | st.lists(st.sampled_from(PIECES)).map("".join))
@settings(max_examples=50, deadline=None)
def test_nothing_raises_and_every_piece_has_its_place_in_the_text(typed: str) -> None:
    query = understand(typed, PHONES)
    places = sorted({each.place for each in query.filters})
    assert all(end <= start for (_, end), (start, _) in pairwise(places))
    for each in query.filters:
        assert query.text[each.start : each.end] == each.said
        understand(query.text_without(each), PHONES)
    for wording in (*query.wordings, *query.phrasings, *query.unwanted):
        assert query.text[wording.start : wording.end] == wording.said
        assert wording.text


@pytest.mark.parametrize(
    "part",
    [
        "1",
        "1-",
        "eins",
        "ein ",
        "und ",
        "ohne ",
        "nicht ",
        "am ",
        "unter ",
        "zoll",
        "ß",
        "五",
        "5g ",
        "价格:",
        '"',
        "-",
        "a:",
        "2023年",
        "三千",
        "小米",
        "1,1",
        " ",
    ],
)
def test_no_text_takes_long(part: str) -> None:
    understand("", PHONES)
    assert effort(lambda: understand(part * 1_000_000, PHONES)) < 200
