from __future__ import annotations

from dataclasses import replace

import pytest

from core.topic import Attribute, Title, Topic, shipped_topic
from rules.model import AttributeFormat, SiteRules
from rules.on_topic import fits_topic, is_on_topic, wanted
from rules.record import Extraction, Pair, Record, Status

RULES = SiteRules(source="shop.example", names=(AttributeFormat(attribute=None, name="口碑"),))


@pytest.fixture(scope="module")
def phones() -> Topic:
    return shipped_topic("phones")


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


def test_rows_that_no_rule_chose_say_nothing_against_it(phones: Topic) -> None:
    rows = tuple(Pair(None, f"备注{number}", "1", by="row") for number in range(20))
    read = record("品牌", "电池容量", "主屏尺寸", topic=phones).pairs
    assert is_on_topic(Record((*read, *rows)), RULES, phones)


def test_without_a_rule_a_part_of_the_names_is_enough(phones: Topic) -> None:
    known = ("品牌", "电池容量", "主屏尺寸")
    strange = tuple(f"备注{number}" for number in range(7))
    assert fits_topic(record(*known, *strange, topic=phones), None, phones)
    assert not fits_topic(record(*known, *strange, "其他", "更多", topic=phones), None, phones)
    assert not fits_topic(record("品牌", "参考价格", "总容积", topic=phones), None, phones)


def test_a_topic_that_knows_little_silences_nothing() -> None:
    names = tuple(f"备注{number}" for number in range(30))
    brand = Attribute(name="品牌", label="Brand", group="基本")
    topic = Topic(name="new", title=Title(zh="新", en="New"), attributes=(brand,))
    assert fits_topic(record("品牌", *names, topic=topic), None, topic)
    assert not fits_topic(record(*names, topic=topic), None, topic)


def test_what_a_person_does_not_want_is_left_out_unless_a_rule_reads_it() -> None:
    rules = SiteRules(source="shop.example", unwanted=("配送 方式",))
    pairs = (Pair(None, "配送方式", "快递", by="row"), Pair(None, "颜色", "红", by="row"))
    read = Extraction(Status.READ, None, (Record(pairs), Record(pairs[:1])))
    assert wanted(read, rules).records == (Record(pairs[1:]),)
    by_rule = Extraction(Status.OK, "1", (Record((replace(pairs[0], by="unit"),)),))
    assert wanted(by_rule, rules) == by_rule
    assert wanted(read, None) is read
