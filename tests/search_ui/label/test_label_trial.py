"""What is new, changed, lost or the same."""

from __future__ import annotations

from search_ui.label_trial import (
    DifferenceState,
    PageValue,
    ValueDifference,
    count_differences,
    value_differences,
)

PRICE = PageValue("参考价格", "价格", "￥2350")


def states(before: list[PageValue], now: list[PageValue]) -> list[tuple[DifferenceState, str]]:
    return [(one.state, one.value or one.before) for one in value_differences(before, now)]


def test_each_state() -> None:
    before = [PRICE, PageValue("重量", "重量", "102 克"), PageValue(None, "口味", "甜")]
    now = [
        PRICE._replace(value="¥ 2350"),
        PageValue("重量", "净重", "120 克"),
        PageValue("品牌", "", "小米"),
    ]
    found = value_differences(before, now)
    assert [one.state for one in found] == [
        DifferenceState.SAME,
        DifferenceState.CHANGED,
        DifferenceState.NEW,
        DifferenceState.LOST,
    ]
    assert found[1] == ValueDifference(DifferenceState.CHANGED, "重量", "净重", "120 克", "102 克")
    assert found[3] == ValueDifference(DifferenceState.LOST, None, "口味", "", "甜")
    assert list(count_differences(found)) == [
        DifferenceState.LOST,
        DifferenceState.CHANGED,
        DifferenceState.NEW,
        DifferenceState.SAME,
    ]


def test_names_without_an_attribute_are_compared_by_their_letters() -> None:
    assert states([PageValue(None, "口 味：", "甜")], [PageValue(None, "口味", "甜")]) == [
        (DifferenceState.SAME, "甜")
    ]


def test_several_values_of_an_attribute_are_one() -> None:
    two = [PRICE, PRICE._replace(value="￥2400"), PRICE]
    assert states([PRICE], two) == [(DifferenceState.CHANGED, "￥2350 / ￥2400")]


def test_signs_alone_are_compared_as_they_are() -> None:
    assert states([PRICE._replace(value="★★")], [PRICE._replace(value="★")]) == [
        (DifferenceState.CHANGED, "★")
    ]
