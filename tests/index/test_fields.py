"""Tests of `index.fields`."""

from __future__ import annotations

from datetime import date
from operator import lt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.topic import shipped_topic
from index.fields import (
    brand_key,
    date_edges,
    facet_keys,
    family_keys,
    number_edges,
    touched_bars,
    written_keys,
)
from tests.index.phones import ATTRIBUTES

PHONES = shipped_topic("phones")


@pytest.mark.parametrize(
    ("attribute", "raw", "keys"),
    [
        ("手机外形", "滑盖式", ("滑盖",)),
        ("解锁方式", "屏幕指纹,面部识别,屏幕指纹", ("屏幕指纹识别", "面部识别")),
        ("NFC", "支持", ("yes",)),
        ("NFC", "不支持", ("no",)),
        ("主屏分辨率", "1080×2340像素", ("2340x1080",)),
        ("运行内存", "8GB/12GB", ("8 GB", "12 GB")),
        ("机身内存", "1TB", ("1024 GB",)),
        ("屏幕刷新率", "60-120Hz", ("120 Hz",)),
        ("手机外形", "", ()),
    ],
)
def test_a_value_is_one_of_a_few(attribute: str, raw: str, keys: tuple[str, ...]) -> None:
    assert facet_keys(raw, ATTRIBUTES[attribute]) == keys


@pytest.mark.parametrize(
    ("raw", "keys"),
    [
        ("Android 14", ("Android",)),
        ("MIUI 14（Android 13）", ("MIUI", "Android")),
        ("Windows Phone 7.5", ("Windows Phone",)),
        ("FuntouchOS 9", ("Funtouch OS",)),
        ("Android4.4", ("Android",)),
        ("EMUI 8.0(基于Android 8.0)", ("EMUI", "Android")),
        ("Symbian 9.2（S60第三版FP1）", ("Symbian",)),
        ("塞班S60", ("Symbian",)),
        ("Tizen OS 4.0（Linux）", ("tizenos", "linux")),
        ("无", ()),
        ("14", ()),
    ],
)
def test_free_text_is_told_by_its_leading_words(raw: str, keys: tuple[str, ...]) -> None:
    assert facet_keys(raw, ATTRIBUTES["操作系统"]) == keys


def test_free_text_without_a_facet_has_no_keys() -> None:
    assert facet_keys("骁龙8 Gen3", ATTRIBUTES["处理器"]) == ()


def test_case_and_spaces_tell_nothing() -> None:
    system = ATTRIBUTES["操作系统"]
    assert written_keys("Tizen OS 4.0", system) == {"tizenos": "Tizen OS"}
    assert written_keys("TizenOS 3.0", system) == {"tizenos": "TizenOS"}
    assert facet_keys("eAAC+/MP3", ATTRIBUTES["音乐播放"]) == ("eaac+", "mp3")
    assert facet_keys("super amoled", ATTRIBUTES["主屏材质"]) == ("Super AMOLED",)


@pytest.mark.parametrize(
    ("name", "raw", "keys"),
    [
        ("主屏材质", "Super AMOLED Plus", ("Super AMOLED Plus", "Super AMOLED", "AMOLED", "OLED")),
        ("主屏材质", "IPS", ("IPS", "LCD")),
        ("手机外形", "侧滑盖", ("侧滑盖", "滑盖")),
        ("解锁方式", "屏下指纹,面部识别", ("屏幕指纹识别", "面部识别", "指纹识别")),
        ("操作系统", "MIUI 14", ("MIUI", "Android")),
        ("手机类型", "智能手机", ("智能手机",)),
    ],
)
def test_a_value_is_counted_in_its_families(name: str, raw: str, keys: tuple[str, ...]) -> None:
    written = written_keys(raw, ATTRIBUTES[name])
    assert tuple(family_keys(written, ATTRIBUTES[name])) == keys


def test_a_sentence_is_no_choice_and_a_list_has_an_end() -> None:
    colours = ATTRIBUTES["机身颜色"]
    assert facet_keys("好" * 41, colours) == ()
    assert len(facet_keys("、".join(f"色{number}" for number in range(500)), colours)) == 50


def test_a_word_of_the_topic_within_a_longer_one_counts_too() -> None:
    colours, positioning = ATTRIBUTES["机身颜色"], ATTRIBUTES["GPS功能"]
    assert facet_keys("亮黑,金属灰", colours) == ("亮黑", "黑色", "金属灰", "灰色")
    assert facet_keys("Midnight Black", colours) == ("midnightblack", "黑色")
    assert facet_keys("内置GPS(支持A-GPS)", positioning)[-1] == "A-GPS"


def test_brands_have_one_key_however_they_are_written() -> None:
    assert brand_key("Xiaomi", PHONES) == brand_key("小米", PHONES) == "xiaomi"
    assert brand_key("Nobody Knows", PHONES) == "nobodyknows"


def years(edges: tuple[float, ...]) -> list[int]:
    days = [date.fromordinal(int(edge)) for edge in edges]
    assert all((day.month, day.day) == (1, 1) for day in days)
    return [day.year for day in days]


def test_limits_are_round() -> None:
    assert number_edges([float(price) for price in range(199, 5000, 100)]) == tuple(
        250.0 * bar for bar in range(21)
    )


def test_a_slip_of_the_pen_does_not_squeeze_all_others() -> None:
    weights = [100.0 + number for number in range(100)]
    assert number_edges([*weights, 1e9, 0.0001]) == number_edges([*weights, 99.0, 201.0])


def test_one_value_has_a_bar() -> None:
    edges = number_edges([5000.0])
    assert list(touched_bars(edges, 5000.0, 5000.0))
    assert edges[0] <= 5000 <= edges[-1]


def test_no_value_no_bars() -> None:
    assert number_edges([]) == date_edges([]) == ()


def test_dates_are_counted_by_calendar_years() -> None:
    days = [float(date(year, 6, 1).toordinal()) for year in range(2015, 2025)]
    assert years(date_edges(days)) == list(range(2015, 2026))


def test_many_years_are_counted_by_twos_or_fives() -> None:
    days = [float(date(year, 6, 1).toordinal()) for year in range(1960, 2025)]
    assert years(date_edges(days)) == list(range(1960, 2030, 5))


def test_what_lies_beyond_is_in_the_outer_bars() -> None:
    edges = (0.0, 10.0, 20.0, 30.0)
    assert list(touched_bars(edges, -5.0, -5.0)) == [0]
    assert list(touched_bars(edges, 10.0, 10.0)) == [1]
    assert list(touched_bars(edges, 30.0, 99.0)) == [2]
    assert list(touched_bars(edges, 5.0, 25.0)) == [0, 1, 2]


MEASURES = st.floats(min_value=-1e15, max_value=1e15, allow_subnormal=False)


@settings(max_examples=200, deadline=None)
@given(st.lists(MEASURES, min_size=1, max_size=50))
def test_any_numbers_have_few_ascending_limits(values: list[float]) -> None:
    edges = number_edges(values)
    assert 2 <= len(edges) <= 25
    assert all(map(lt, edges, edges[1:]))
    for value in values:
        assert 0 <= touched_bars(edges, value, value)[0] < len(edges) - 1


@settings(max_examples=100, deadline=None)
@given(st.lists(st.dates(date(1900, 1, 1), date(2100, 2, 28)), min_size=1, max_size=50))
def test_any_dates_have_few_ascending_limits(days: list[date]) -> None:
    edges = date_edges([float(day.toordinal()) for day in days])
    assert 2 <= len(edges) <= 25
    assert all(map(lt, edges, edges[1:]))
