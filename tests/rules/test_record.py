from __future__ import annotations

from rules.record import Pair, Record, Status


def test_values_stand_under_their_attribute_or_else_under_the_page_s_name() -> None:
    record = Record((Pair("参考价格", "参考报价", "￥1650"), Pair(None, "GPS功能", "支持")))
    assert record.joined() == {"参考价格": "￥1650", "GPS功能": "支持"}


def test_values_of_an_attribute_met_twice_are_joined_never_overwritten() -> None:
    record = Record(
        (
            Pair("网络", "网络制式", "GSM"),
            Pair("颜色", "颜色", "黑"),
            Pair("网络", "网络频率", "900 MHz"),
        )
    )
    assert record.joined() == {"网络": "GSM；900 MHz", "颜色": "黑"}


def test_what_is_said_twice_is_said_once() -> None:
    record = Record((Pair("颜色", "颜色", "黑"), Pair("颜色", "机身颜色", "黑")))
    assert record.joined() == {"颜色": "黑"}


def test_statuses_are_the_words_scripts_know() -> None:
    assert list(Status) == ["ok", "read", "no-rule", "no-match", "refused"]
