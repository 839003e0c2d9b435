"""A Chinese text for English readers."""

from __future__ import annotations

import pytest

from index.documents import ShownValue
from index.values.format import meaning_of
from search_ui.products.glosses import gloss
from tests.search_ui.products.shop import PHONES

ATTRIBUTES = {attribute.name: attribute for attribute in PHONES.attributes}


@pytest.mark.parametrize(
    ("name", "raw", "glossed"),
    [
        ("主屏尺寸", "6.5英寸", "6.5 in"),
        ("后置摄像头", "5000万像素", "50 MP"),
        ("上市时间", "2009年11月", "2009-11"),
        ("参考价格", "3999元", "￥3,999"),
        ("NFC", "支持", "yes"),
        ("电池容量", "5000mAh", ""),
        ("参考价格", "￥3999", ""),
        ("机身尺寸", "99×53×21mm", ""),
        ("电池容量", "大得很", ""),
        ("操作系统", "安卓", ""),
        ("手机外形", "直板", ""),
    ],
)
def test_what_can_be_said_in_numbers(name: str, raw: str, glossed: str) -> None:
    value = ShownValue(raw, meaning_of(raw, ATTRIBUTES[name]), ())
    assert gloss("en", value, ATTRIBUTES[name]) == glossed
    assert gloss("zh", value, ATTRIBUTES[name]) == ""
    assert gloss("en", value, None) == ""
