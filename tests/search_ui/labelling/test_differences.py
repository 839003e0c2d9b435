"""What is new, changed, lost or the same."""

from __future__ import annotations

from search_ui.labelling.differences import Difference, Said, State, counted, differences

PRICE = Said("参考价格", "价格", "￥2350")


def states(before: list[Said], now: list[Said]) -> list[tuple[State, str]]:
    return [(one.state, one.value or one.before) for one in differences(before, now)]


def test_each_state() -> None:
    before = [PRICE, Said("重量", "重量", "102 克"), Said(None, "口味", "甜")]
    now = [PRICE._replace(value="¥ 2350"), Said("重量", "净重", "120 克"), Said("品牌", "", "小米")]
    found = differences(before, now)
    assert [one.state for one in found] == [State.SAME, State.CHANGED, State.NEW, State.LOST]
    assert found[1] == Difference(State.CHANGED, "重量", "净重", "120 克", "102 克")
    assert found[3] == Difference(State.LOST, None, "口味", "", "甜")
    assert list(counted(found)) == [State.LOST, State.CHANGED, State.NEW, State.SAME]


def test_names_without_an_attribute_are_compared_by_their_letters() -> None:
    assert states([Said(None, "口 味：", "甜")], [Said(None, "口味", "甜")]) == [(State.SAME, "甜")]


def test_several_values_of_an_attribute_are_one() -> None:
    two = [PRICE, PRICE._replace(value="￥2400"), PRICE]
    assert states([PRICE], two) == [(State.CHANGED, "￥2350；￥2400")]


def test_signs_alone_are_compared_as_they_are() -> None:
    assert states([PRICE._replace(value="★★")], [PRICE._replace(value="★")]) == [
        (State.CHANGED, "★")
    ]
