"""What may stand on a page, in JSON and in CSV."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.topic import shipped_topic
from index.documents import PageOfProduct, ProductDocument, ShownAttribute, ShownValue, ValueSource
from index.values.format import meaning_of
from search_ui.text import ValueTranslator, cut, one_way, readable, readable_document
from tests.search_ui.product_shop import PHONES


@given(st.text(alphabet=st.characters(codec=None)))
@settings(max_examples=300, deadline=None)
def test_any_text_can_be_written_and_nothing_of_it_controls(text: str) -> None:
    clean = readable(text)
    clean.encode()
    assert not any(char < " " and char not in "\t\n" for char in clean)
    assert readable(clean) == clean


def test_everyday_text_stays_as_it_is() -> None:
    text = "6.5英寸，2400×1080\n（可折叠）😀 \u202bעברית\u202c"
    assert readable(text) == text


def test_where_nothing_holds_them_in_marks_of_direction_go() -> None:
    assert one_way("gpj.\u202egnp\u2066x\u200f") == "gpj.gnpx"


def test_a_long_text_in_two_parts() -> None:
    long = cut("x" * 1000, 300)
    assert (len(long.start), len(long.rest)) == (300, 700)
    assert cut("x" * 310, 300).rest == ""


def test_every_text_of_a_document_is_made_readable() -> None:
    bad = "a\0b\ud800"
    said = ShownValue(bad, bad, (ValueSource(0, "a/1", 1, 1.0, bad),))
    document = ProductDocument(
        "x:y",
        bad,
        bad,
        (PageOfProduct(1, bad, bad, bad, bad),),
        (ShownAttribute(bad, known=False, conflict=False, values=(said,)),),
        (bad,),
    )
    assert "\\u0000" not in readable_document(document).to_json().decode()
    assert readable_document(document).to_json().count("ab\ufffd".encode()) == 11


# A Chinese text for English readers.


ATTRIBUTES = {attribute.name: attribute for attribute in PHONES.attributes}


@pytest.mark.parametrize(
    ("name", "raw", "glossed"),
    [
        ("主屏尺寸", "6.5英寸", "6.5 in"),
        ("后置摄像头", "5000万像素", "50 MP"),
        ("上市时间", "2009年11月", "2009-11"),
        ("参考价格", "3999元", "¥3,999"),
        ("NFC", "支持", "yes"),
        ("电池容量", "5000mAh", ""),
        ("参考价格", "￥3999", ""),
        ("机身尺寸", "99×53×21mm", ""),
        ("电池容量", "大得很", ""),
        ("操作系统", "安卓", ""),
        ("手机外形", "直板", "Bar"),
        ("手机类型", "智能手机，音乐手机", "Smartphone, Music phone"),
        ("手机类型", "智能手机，神秘手机", ""),
        ("品牌", "苹果", "Apple"),
    ],
)
def test_what_a_chinese_value_means_in_english(name: str, raw: str, glossed: str) -> None:
    value = ShownValue(raw, meaning_of(raw, ATTRIBUTES[name]), ())
    english, chinese = (ValueTranslator(PHONES, language) for language in ("en", "zh"))
    assert english.gloss(value, ATTRIBUTES[name]) == glossed
    assert chinese.gloss(value, ATTRIBUTES[name]) == ""
    assert english.gloss(value, None) == ""


@pytest.mark.parametrize(
    ("name", "raw", "meaning"),
    [
        ("主屏尺寸", "6.5英寸", "6,5 Zoll"),
        ("后置摄像头", "5000万像素", "50 MP"),
        ("上市时间", "2009年11月", "11/2009"),
        ("上市时间", "2009年11月3日", "03.11.2009"),
        ("参考价格", "3999.5元", "3.999,50 ¥"),
        ("NFC", "支持", "ja"),
        ("手机类型", "智能手机，音乐手机", "Smartphone, Musikhandy"),
        ("机身颜色", "黑色", "Schwarz"),
        ("主屏颜色", "1600万色", "16 Mio. Farben"),
        ("品牌", "苹果", "Apple"),
    ],
)
def test_a_value_is_written_as_german_readers_do(name: str, raw: str, meaning: str) -> None:
    value = ShownValue(raw, meaning_of(raw, ATTRIBUTES[name]), ())
    assert ValueTranslator(PHONES, "de").meaning(value, ATTRIBUTES[name]) == meaning


def test_words_of_a_german_topic_are_listed_as_each_language_does() -> None:
    monitors = shipped_topic("monitors")
    ports = next(one for one in monitors.attributes if one.name == "Anschlüsse")
    value = ShownValue("HDMI; Kopfhörer", meaning_of("HDMI; Kopfhörer", ports), ())
    shown = [ValueTranslator(monitors, language).meaning(value, ports) for language in ("de", "zh")]
    assert shown == ["HDMI, Kopfhörer", "HDMI、耳机"]
