from __future__ import annotations

import pytest

from rules.model import AttributeFormat, SiteRules
from rules.on_topic import is_on_topic
from rules.record import Pair, Record
from rules.topic import TOPICS, Topic
from rules.yaml_files import read_yaml

RULES = SiteRules(source="shop.example", names=(AttributeFormat(attribute=None, name="口碑"),))


@pytest.fixture(scope="module")
def phones() -> Topic:
    return read_yaml(TOPICS / "phones.yaml", Topic)


def record(*names: str, topic: Topic) -> Record:
    return Record(tuple(Pair(topic.standard_name(name), name, "1") for name in names))


def test_a_phone(phones: Topic) -> None:
    assert is_on_topic(record("品牌", "电池容量", "主屏尺寸", topic=phones), RULES, phones)


def test_a_fridge_in_the_frame_of_a_phone(phones: Topic) -> None:
    fridge = record("品牌", "参考价格", "总容积", "能效等级", "制冷方式", topic=phones)
    assert not is_on_topic(fridge, RULES, phones)


def test_a_phone_with_a_new_attribute(phones: Topic) -> None:
    assert is_on_topic(record("品牌", "电池容量", "电子字典", topic=phones), RULES, phones)


def test_names_that_a_labelled_page_shows_are_known(phones: Topic) -> None:
    assert is_on_topic(record("口碑", "电子字典", "口碑", "品牌", topic=phones), RULES, phones)
    assert not is_on_topic(record("口碑", "电子字典", topic=phones), RULES, phones)


def test_values_without_names_say_nothing_against_it(phones: Topic) -> None:
    assert is_on_topic(Record((Pair("手机名", "", "诺基亚 N95"),)), RULES, phones)
