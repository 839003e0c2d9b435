"""Tests of `index.query.vocabulary`."""

from __future__ import annotations

from core.topic import Topic
from index.query.vocabulary import related_attributes
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
