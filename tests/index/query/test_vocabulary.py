"""Tests of `index.query.vocabulary`."""

from __future__ import annotations

from core.topic import Topic
from index.query.vocabulary import Vocabulary, related_attributes
from tests.index.query.query_table import PHONES


def test_a_camera_may_be_told_under_either_name() -> None:
    assert related_attributes("摄像头像素", PHONES) == ("后置摄像头",)
    assert related_attributes("后置摄像头", PHONES) == ("摄像头像素",)
    assert related_attributes("前置摄像头", PHONES) == ()


def test_a_topic_without_the_other_attribute_has_nothing_elsewhere() -> None:
    cameras = Topic.model_validate(
        {
            "name": "cameras",
            "title": {"zh": "相机", "en": "Cameras"},
            "attributes": [
                {"name": "像素", "label": "x", "group": "a", "aliases": ["Rear camera"]}
            ],
        }
    )
    assert related_attributes("像素", cameras) == ()


def test_words_are_known_as_people_type_them() -> None:
    meanings = Vocabulary(PHONES).meanings
    assert {meanings[word].value for word in ("quad-core", "quad core", "四核")} == {"四核"}
    assert meanings["sliders"].value == "滑盖"
    assert "黑" not in meanings  # of 黑科技
