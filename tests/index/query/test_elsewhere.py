from __future__ import annotations

from index.query.elsewhere import Elsewhere, elsewhere
from rules.topic import Topic
from tests.index.query.query_table import PHONES


def test_a_camera_may_be_told_under_either_name() -> None:
    assert elsewhere("摄像头像素", PHONES) == (Elsewhere("后置摄像头"),)
    assert elsewhere("后置摄像头", PHONES) == (Elsewhere("摄像头像素"),)
    assert elsewhere("前置摄像头", PHONES) == ()


def test_a_feature_may_be_a_word_of_another_attribute() -> None:
    assert elsewhere("5G网络", PHONES) == (Elsewhere("手机制式", ("5G",)),)


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
    assert elsewhere("像素", cameras) == ()
