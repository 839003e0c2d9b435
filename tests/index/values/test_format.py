"""Tests of `index.values.format`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.topic import shipped_topic
from index.values.format import meaning_of
from tests.index.phones import ATTRIBUTES


@pytest.mark.parametrize(
    ("attribute", "raw", "meaning"),
    [
        ("电池容量", "5000毫安时", "5000 mAh"),
        ("电池容量", "约3340mAh（典型值）", "≈ 3340 mAh"),
        ("电池容量", "4750-5000mAh", "4750–5000 mAh"),
        ("主屏尺寸", "６．５寸", "6.5 英寸"),
        ("屏幕占比", "91.2%", "91.2%"),
        ("运行内存", "8GB/12GB", "8 GB / 12 GB"),
        ("参考价格", "3999元", "￥3,999"),
        ("参考价格", "￥1110至￥1230", "￥1,110–￥1,230"),
        ("参考价格", "1999元起", "≥ ￥1,999"),
        ("参考价格", "About 80 EUR", "≈ €80"),
        ("参考价格", "99.5 SGD", "99.50 SGD"),
        ("上市时间", "2023年9月", "2023-09"),
        ("上市时间", "2019年09月21日", "2019-09-21"),
        ("上市时间", "Q3 2023", "2023 Q3"),
        ("上市时间", "2020下半年", "2020 H2"),
        ("上市时间", "2017年冬季", "2017 冬"),
        ("上市时间", "2013", "2013"),
        ("机身尺寸", "156.9×78.9×7.9mm", "156.9 x 78.9 x 7.9 mm"),
        ("主屏分辨率", "1080×2340像素", "2340x1080"),
        ("NFC", "支持", "yes"),
        ("NFC", "不支持NFC", "no"),
        ("音乐播放", "支持MP3/AAC等格式", "MP3、AAC"),
        ("手机外形", "直板式（曲面屏）", "直板"),
        ("操作系统", "Android 14", ""),
        ("参考价格", "暂无报价", ""),
        ("电池容量", "很大", ""),
    ],
)
def test_typed_values_have_one_writing(attribute: str, raw: str, meaning: str) -> None:
    assert meaning_of(raw, ATTRIBUTES[attribute]) == meaning


def test_words_are_listed_as_the_topic_s_language_does() -> None:
    ports = next(one for one in shipped_topic("monitors").attributes if one.name == "Anschlüsse")
    assert meaning_of("HDMI / DisplayPort; USB-C", ports) == "HDMI, DisplayPort, USB-C"


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60) | st.from_regex(r"[0-9.,/x~-]{1,20}(?:mAh|元|年|英寸)?"))
def test_whatever_a_page_writes_has_a_meaning_or_none(raw: str) -> None:
    for attribute in ATTRIBUTES.values():
        meaning_of(raw, attribute)
