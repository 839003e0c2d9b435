"""Values that redesigns write otherwise are the same values; others are others."""

import pytest
from hypothesis import given, settings
from hypothesis.strategies import text

from discovery.repair.writings import loose_key, most_alike, same_value


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1.5英寸", "1.5 英寸"),
        ("￥1280", "1,280 元"),
        ("280元", "¥280"),
        ("2007年5月", "2007-05"),
        ("2009年12月1日", "2009.12.01"),
        ("102×44×17.5毫米", "102 x 44 x 17.5 mm"),
        ("700mAh", "700毫安时"),
        ("77g", "77 克"),
        ("GSM 900/1800MHz", "ＧＳＭ 900，1800 MHz"),
    ],
)
def test_the_same_in_two_writings(before: str, after: str) -> None:
    assert same_value(before, after)


@pytest.mark.parametrize(
    ("one", "other"),
    [("2.5 m", "25 m"), ("77g", "77kg"), ("1280元", "1208元"), ("支持", "不支持"), ("", "-")],
)
def test_other_values(one: str, other: str) -> None:
    assert not same_value(one, other)


def test_of_long_texts_a_word_may_differ_but_no_number() -> None:
    key = "后置四摄6400万像素前置2000万像素支持光学防抖"
    nearly, other = key + "等", key.replace("6400", "4800")
    assert most_alike(key, [other, nearly]) == nearly
    assert most_alike(key, [other]) is None
    assert most_alike("直板", ["直板的"]) is None


@settings(max_examples=200, deadline=None)
@given(text())
def test_every_text_is_itself(value: str) -> None:
    assert loose_key(value) == loose_key(value + " ")
    assert not loose_key(value) or same_value(value, value)
