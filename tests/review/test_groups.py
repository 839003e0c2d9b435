from __future__ import annotations

from core.topic import Attribute, Topic
from review.groups import group_of
from review.known_values import KnownValues
from review.likeness.evidence import TopicEvidence
from review.shown import ValueOnPage
from tests.review.known_phones import PHONES, page, record


def group(name: str, shown: list[ValueOnPage], known: KnownValues, topic: Topic = PHONES) -> str:
    return group_of(name, shown, topic, known, TopicEvidence(topic, known).about(name, shown))


def test_names_that_are_alike_stand_under_one_heading() -> None:
    assert group("屏幕触控采样率", [], KnownValues()) == "屏幕"
    assert group("电池循环次数", [], KnownValues()) == "电池"


def test_what_stands_among_attributes_of_a_heading_belongs_there() -> None:
    among = record(
        1,
        "a.example",
        ("防水防尘", "防水", "IP68"),
        (None, "电子字典", "支持"),
        ("重量", "重量", "100g"),
    )
    shown = [ValueOnPage("支持", page("a.example", 1))]
    assert group("电子字典", shown, KnownValues([among])) == "外观"


def test_where_nothing_tells_there_is_a_heading_for_the_rest() -> None:
    assert group("某某", [], KnownValues()) == "其他"
    english = PHONES.model_copy(
        update={"attributes": (Attribute(name="Zoom", label="Zoom", group="Camera"),)}
    )
    assert group("某某", [], KnownValues(), english) == "Other"
