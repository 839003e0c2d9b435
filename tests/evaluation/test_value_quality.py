from __future__ import annotations

import pytest

from core.topic import shipped_topic
from evaluation.datasets import DataSetsAbsentError, data_sets_folder
from evaluation.value_quality import TypeRow, ValueReport, measure_value_quality, value_set

PHONES = shipped_topic("phones")
VALUES = [
    ("手机重量", "165g"),
    ("手机重量", "N"),
    ("手机重量", "很轻"),
    ("重量", "很轻"),
    ("上市日期", "2019年"),
    ("操作系统", "Android"),
    ("谁也不知道", "165g"),
]


def test_values_are_counted_by_type_and_texts_left_out() -> None:
    counted = value_set("zh-phones", VALUES, PHONES)
    assert counted.rows == (TypeRow("quantity", 4, 1, 1), TypeRow("date", 1, 0, 1))
    assert counted.total == TypeRow("all", 5, 1, 2)
    assert counted.total.share == 0.5
    assert counted.unread == (("重量", "很轻", 2),)


def test_a_share_below_its_floor_is_told() -> None:
    counted = value_set("zh-phones", VALUES, PHONES)
    assert ValueReport((counted,)).below_floors == [
        "zh-phones: 0.5000 of the values are read, must be 0.99"
    ]


def test_the_report_has_every_text_that_was_not_understood() -> None:
    report = ValueReport((value_set("zh-phones", VALUES, PHONES),)).as_json()
    assert report["sets"][0]["unread"] == [{"attribute": "重量", "value": "很轻", "count": 2}]


def test_real_values_are_understood() -> None:
    try:
        data_sets_folder()
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    report = measure_value_quality()
    assert report.below_floors == []
    assert {one.name: one.total.values for one in report.sets}["zh-phones"] >= 39_000
