"""Tests of `core.local_text`."""

from __future__ import annotations

from core.local_text import ANY, LocalText

BRAND = LocalText({"zh": "品牌", "en": "Brand", "de": "Marke"})


def test_a_language_without_a_text_has_the_one_for_any_then_the_english_one() -> None:
    assert BRAND.in_language("de") == "Marke"
    assert BRAND.in_language("fr") == "Brand"
    assert LocalText({"zh": "小米", ANY: "Xiaomi"}).in_language("en") == "Xiaomi"
    assert LocalText({"zh": "小米"}).in_language("en") == "小米"
    assert LocalText({}).in_language("en") == ""


def test_joined_texts_are_in_one_language_each() -> None:
    label = LocalText.joined(": ", (BRAND, LocalText({"zh": "小米", ANY: "Xiaomi"})))
    assert label.in_all() == {"de": "Marke: Xiaomi", "en": "Brand: Xiaomi", "zh": "品牌: 小米"}


def test_the_same_in_all_languages() -> None:
    assert LocalText.same("5G").in_all() == {"de": "5G", "en": "5G", "zh": "5G"}
