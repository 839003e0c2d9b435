"""Labels of conditions in the words of each language."""

from __future__ import annotations

import pytest

from core.topic import shipped_topic
from index.search.labels import (
    Interval,
    currency_note,
    either_label,
    phrase_label,
    range_label,
    text_label,
    without_label,
)

ATTRIBUTES = {one.name: one for one in shipped_topic("phones").attributes}


@pytest.mark.parametrize(
    ("name", "limits", "german", "english", "chinese"),
    [
        (
            "主屏尺寸",
            Interval(6.5, None),
            "Displaygröße ≥ 6,5 Zoll",
            "Screen size ≥ 6.5 in",
            "主屏尺寸 ≥ 6.5 英寸",
        ),
        (
            "参考价格",
            Interval(1000, 2499.5),
            "Preis 1.000–2.499,50 ¥",
            "Price ¥1,000–¥2,499.50",
            "参考价格 ￥1,000–￥2,499.50",
        ),
        (
            "后置摄像头",
            Interval(None, 5000, exclusive=True),
            "Hauptkamera < 50 MP",
            "Rear camera < 50 MP",
            "后置摄像头 < 5000 万像素",
        ),
    ],
)
def test_limits(name: str, limits: Interval, german: str, english: str, chinese: str) -> None:
    label = range_label(ATTRIBUTES[name], limits)
    assert label.in_all() == {"de": german, "en": english, "zh": chinese}


def test_words_around_values() -> None:
    either = either_label([[text_label("5G")], [text_label("NFC")]])
    assert either.in_all() == {"de": "5G oder NFC", "en": "5G or NFC", "zh": "5G 或 NFC"}
    assert without_label("5G").in_language("de") == "ohne „5G“"
    assert phrase_label("5G").in_language("zh") == "“5G”"


def test_a_note_names_currencies_in_the_readers_language() -> None:
    note = currency_note("USD", "元", compared=False)
    assert "Preis in US-Dollar" in note.in_language("de")
    assert "Bitte in Yuan" in note.in_language("de")
    assert "美元" in note.in_language("zh")
