from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.topic import Topic, shipped_topic
from index.mentions import MentionFinder
from index.products.names import name_reader
from index.products.spellings import NamedProduct

if TYPE_CHECKING:
    from types import FrameType

PHONES = shipped_topic("phones")
READER = name_reader(PHONES)

_TITLES = (
    "苹果 iPhone 15",
    "苹果 iPhone 15 Pro",
    "苹果 iPhone X",
    "三星 Galaxy S24 Ultra",
    "三星 Galaxy Note II N7100",
    "三星 Galaxy Note 3",
    "三星 Galaxy A8(2018)",
    "华为 Mate 60",
    "华为 Mate 60 Pro",
    "华为 P8",
    "荣耀 8",
    "荣耀 X10",
    "红米 8",
    "红米 Note 3",
    "红米 K70",
    "小米 8",
    "小米 14",
    "华硕 ROG 游戏手机 6",
    "OPPO Find 7",
    "OPPO A15",
    "诺基亚 N95",
    "谷歌 Pixel",
    "谷歌 Pixel 8",
)


def _finder(*titles: str) -> MentionFinder:
    named = (NamedProduct(title, title, READER.read(title).brand) for title in titles)
    return MentionFinder(PHONES, named)


FINDER = _finder(*_TITLES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("小米14", ["小米 14"]),
        ("XIAOMI 14", ["小米 14"]),
        ("mi-14", ["小米 14"]),
        ("米14不错", ["小米 14"]),
        ("小米手机14", ["小米 14"]),
        ("小米14天猫首发", ["小米 14"]),
        ("ROG Phone 6", ["华硕 ROG 游戏手机 6"]),
        ("ROG6", ["华硕 ROG 游戏手机 6"]),
        ("华为（HUAWEI）Mate 60 Pro", ["华为 Mate 60 Pro"]),
        ("華為ｍａｔｅ６０", ["华为 Mate 60"]),
        ("mate-60-pro", ["华为 Mate 60 Pro"]),
        ("Mate 60/60 Pro", ["华为 Mate 60", "华为 Mate 60 Pro"]),
        ("苹果15和15 Pro", ["苹果 iPhone 15", "苹果 iPhone 15 Pro"]),
        ("iPhone15p", ["苹果 iPhone 15 Pro"]),
        ("s24u", ["三星 Galaxy S24 Ultra"]),
        ("三星note2", ["三星 Galaxy Note II N7100"]),
        ("A8 (2018)，三星", ["三星 Galaxy A8(2018)"]),
        ("小米K70", ["红米 K70"]),
        ("华为荣耀8", ["荣耀 8"]),
        ("X10是荣耀的", ["荣耀 X10"]),
        ("iPhone X 64GB", ["苹果 iPhone X"]),
        ("小米8和荣耀8", ["小米 8", "荣耀 8"]),
    ],
)
def test_names_as_people_write_them(text: str, expected: list[str]) -> None:
    assert list(FINDER.find(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "iPhone 15 Plus",
        "iPhone 15 Pro Max",
        "小米14T",
        "小米 14 T",
        "小米8手环",
        "全长5米8",
        "小米8青春版",
        "小米 8 GB",
        "小米8个月",
        "小米 14:00 开始",
        "荣耀 8%",
        "骁龙8",
        "华为8",
        "P8",
        "C7",
        "find 7 ways to save",
        "Helio X10，荣耀",
        "N95口罩",
        "the A15 chip, OPPO",
        "iPhone X 2",
        "Pixel phones",
        "小米，14",
        "8",
        "",
    ],
)
def test_what_only_looks_like_a_name(text: str) -> None:
    assert FINDER.find(text) == ()


def test_a_name_of_several_brands_needs_one_of_them() -> None:
    assert FINDER.find("note3 屏幕裂了") == ()
    assert FINDER.find("我的红米用了五年，note3 屏幕裂了") == ("红米 Note 3",)
    assert FINDER.find("我的三星用了五年，note3 屏幕裂了") == ("三星 Galaxy Note 3",)


def test_products_that_share_a_name_are_all_found() -> None:
    finder = MentionFinder(PHONES, [NamedProduct(one, "小米 14", "xiaomi") for one in ("a", "b")])
    assert finder.find("小米14") == ("a", "b")


def test_model_numbers_that_pages_give_are_names_too() -> None:
    others = ("三星 GT-S8500 Wave", "GT-S8500/S8500C", "x" * 5_000)
    finder = MentionFinder(PHONES, [NamedProduct("wave", "三星 Wave", "samsung", others)])
    assert finder.find("我的S8500还在用") == ("wave",)
    assert finder.find("GT-S8500C 刷机") == ("wave",)
    assert finder.find("a wave of phones") == ()


def test_no_name_goes_on_in_the_next_line() -> None:
    assert FINDER.find("我喜欢小米\n14天后见") == ()


def test_each_product_once_in_the_order_of_the_text() -> None:
    assert FINDER.find("K70，小米14，K70") == ("红米 K70", "小米 14")


def test_brands_that_nobody_listed() -> None:
    finder = MentionFinder(PHONES, [NamedProduct("n2", "Nothing Phone (2)", "nothing")])
    assert finder.find("the Nothing Phone 2") == ("n2",)
    assert finder.find("Nothing happened 2 days ago") == ()
    assert finder.find("my phone 2") == ()
    nameless = MentionFinder(PHONES, [NamedProduct("t", "Top 10 phones", "")])
    assert nameless.find("Top 10 phones") == ()


@given(st.text() | st.text("小米8 荣耀pro+（14）/、iPhoneX-青春版"))
def test_any_text(text: str) -> None:
    assert set(FINDER.find(text)) <= set(_TITLES)


@pytest.mark.parametrize("unit", ["小米8 ", "米", "iphone15", "note3/", "8青春版", "15、", "-\n"])
def test_twice_the_text_is_twice_the_work(unit: str) -> None:
    FINDER.find(unit)
    assert _calls(unit * 4_000) < 2.1 * _calls(unit * 2_000) + 100


def _calls(text: str) -> int:
    """How many functions are called."""
    count = 0

    def counting(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(counting)
    try:
        FINDER.find(text)
    finally:
        sys.setprofile(None)
    return count


def test_amounts_are_no_names_in_any_topic_and_language() -> None:
    topic = Topic.model_validate(
        {
            "name": "cameras",
            "title": {"en": "Cameras"},
            "attributes": [{"name": "Brand", "group": "Basics", "role": "brand"}],
        }
    )
    finder = MentionFinder(topic, [NamedProduct("7", "Lumo 7", "lumo")])
    assert finder.find("the Lumo 7 is out") == ("7",)
    for text in ("Lumo 7 Jahre Garantie", "with Lumo 7 years", "Lumo 7个月"):
        assert finder.find(text) == ()
