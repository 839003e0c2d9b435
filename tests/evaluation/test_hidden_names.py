from __future__ import annotations

from evaluation.hidden_names import HiddenName, HiddenNames

RIGHT = HiddenName("网络类型", "手机制式", "手机制式")
MISSED = HiddenName("制式", "手机制式", None)
WRONG = HiddenName("主摄像素", "摄像头像素", "后置摄像头")
NEW = HiddenName("电子字典", None, None)
NOT_NEW = HiddenName("Camera", None, "摄像头")


def test_a_wrong_alias_costs_precision_one_told_as_new_costs_recall() -> None:
    told = HiddenNames((RIGHT, RIGHT, MISSED, WRONG, NEW, NEW, NEW, NOT_NEW))
    assert told.figures() == {"precision": 0.5, "recall": 0.5, "told new": 0.75}
    assert told.counts == {
        "right alias": 2,
        "alias told as new": 1,
        "wrong alias": 2,
        "right: new": 3,
    }


def test_json_lists_what_went_wrong() -> None:
    listed = HiddenNames((RIGHT, MISSED, NOT_NEW)).as_json()
    assert [one["name"] for one in listed["wrong"]] == ["Camera"]
    assert [one["name"] for one in listed["missed"]] == ["制式"]


def test_nothing_asked_nothing_wrong() -> None:
    assert set(HiddenNames(()).figures().values()) == {1.0}
