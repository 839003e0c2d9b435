from __future__ import annotations

import pytest

from index.building.facet_keys import brand_key, facet_keys, written_keys
from tests.index.building.phones import ATTRIBUTES


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
        ("屏幕刷新率", "60-120Hz", ()),
        ("手机外形", "", ()),
    ],
)
def test_a_value_is_one_of_a_few(attribute: str, raw: str, keys: tuple[str, ...]) -> None:
    assert facet_keys(raw, ATTRIBUTES[attribute]) == keys


@pytest.mark.parametrize(
    ("raw", "keys"),
    [
        ("Android 14", ("android",)),
        ("MIUI 14（Android 13）", ("miui", "android")),
        ("Windows Phone 7.5", ("windowsphone",)),
        ("Funtouch OS 9", ("funtouchos",)),
        ("Android4.4", ("android",)),
        ("EMUI 8.0(基于Android 8.0)", ("emui", "android")),
        ("Symbian 9.2（S60第三版FP1）", ("symbian",)),
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
    assert written_keys("ColorOS 11", system) == {"coloros": "ColorOS"}
    assert written_keys("Color OS 3.0", system) == {"coloros": "Color OS"}
    assert facet_keys("eAAC+/MP3", ATTRIBUTES["音乐播放"]) == ("eaac+", "mp3")
    assert facet_keys("super amoled", ATTRIBUTES["主屏材质"]) == ("Super AMOLED",)


def test_a_sentence_is_no_choice_and_a_list_has_an_end() -> None:
    colours = ATTRIBUTES["机身颜色"]
    assert facet_keys("黑" * 41, colours) == ()
    assert len(facet_keys("、".join(f"色{number}" for number in range(500)), colours)) == 50


def test_brands_have_one_key_however_they_are_written() -> None:
    assert brand_key("Xiaomi") == brand_key("小米") == "xiaomi"
    assert brand_key("Nobody Knows") == "nobodyknows"
