"""Records, their standard names, and whether they fit the topic."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from core.errors import FileProblems
from core.settings import SHIPPED_TOPICS
from core.topic import Attribute, Topic, shipped_topic
from core.topic_parts import OnTopic
from rules.library import RuleLibrary
from rules.model import AttributeFormat, SiteRules
from rules.record import (
    Extraction,
    Pair,
    Record,
    Status,
    fit_by_rows,
    fit_by_rule,
    wanted,
    with_standard_names,
    without_rivals,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_values_stand_under_their_attribute_or_else_under_the_page_s_name() -> None:
    read = Record((Pair("参考价格", "参考报价", "￥1650"), Pair(None, "GPS功能", "支持")))
    assert read.joined() == {"参考价格": "￥1650", "GPS功能": "支持"}


def test_values_of_an_attribute_met_twice_are_joined_never_overwritten() -> None:
    read = Record(
        (
            Pair("网络", "网络制式", "GSM"),
            Pair("颜色", "颜色", "黑"),
            Pair("网络", "网络频率", "900 MHz"),
        )
    )
    assert read.joined() == {"网络": "GSM；900 MHz", "颜色": "黑"}


def test_what_is_said_twice_is_said_once() -> None:
    read = Record((Pair("颜色", "颜色", "黑"), Pair("颜色", "机身颜色", "黑")))
    assert read.joined() == {"颜色": "黑"}


def test_statuses_are_the_words_scripts_know() -> None:
    assert list(Status) == ["ok", "read", "no-rule", "no-match", "refused"]


@pytest.fixture(scope="module")
def phones() -> Topic:
    return shipped_topic("phones")


def test_a_price_beside_the_one_that_a_rule_reads_is_another_s(phones: Topic) -> None:
    pairs = (
        Pair("参考价格", "", "￥99", by="unit"),
        Pair("参考价格", "参考价格", "￥89", section="其他商家", by="row"),
        Pair("参考价格", "官方售价", "￥129", by="row"),
        Pair("电池容量", "电池容量", "5000mAh", by="row"),
    )
    read = without_rivals(Extraction(Status.OK, "x/1", (Record(pairs),)), phones)
    assert read.records[0].joined() == {
        "参考价格": "￥99", "官方售价": "￥129", "电池容量": "5000mAh"
    }  # fmt: skip


def test_without_a_rule_all_prices_stay(phones: Topic) -> None:
    pairs = (
        Pair("参考价格", "报价", "￥89", by="row"),
        Pair("参考价格", "官方售价", "￥9", by="row"),
    )
    read = Extraction(Status.READ, None, (Record(pairs),))
    assert without_rivals(read, phones) == read


def read_as(topic: Topic, *pairs: Pair) -> dict[str, str]:
    extraction = with_standard_names(Extraction(Status.OK, "x/1", (Record(pairs),)), topic)
    assert (extraction.status, extraction.rule) == (Status.OK, "x/1")
    return extraction.records[0].joined()


def test_a_name_the_topic_knows_gets_its_standard_attribute(phones: Topic) -> None:
    assert read_as(phones, Pair(None, "参考报价", "￥99")) == {"参考价格": "￥99"}


def test_what_a_sample_said_stays(phones: Topic) -> None:
    assert read_as(phones, Pair("价钱", "参考报价", "￥99")) == {"价钱": "￥99"}


def test_what_a_sample_called_by_its_own_name_is_no_attribute_yet(phones: Topic) -> None:
    pairs = (Pair("霹雳灯", "霹雳灯", "有"), Pair("参考报价", "参考报价", "￥99"))
    read = with_standard_names(Extraction(Status.OK, "x/1", (Record(pairs),)), phones)
    assert [pair.attribute for pair in read.records[0].pairs] == [None, "参考价格"]


def test_a_name_nobody_knows_stays_unknown(phones: Topic) -> None:
    extraction = Extraction(Status.OK, "x/1", (Record((Pair(None, "霹雳灯", "有"),)),))
    assert with_standard_names(extraction, phones) == extraction


def test_two_names_of_one_attribute_are_joined(phones: Topic) -> None:
    pairs = (Pair(None, "网络制式", "GSM"), Pair(None, "手机制式", "CDMA"))
    assert read_as(phones, *pairs) == {"手机制式": "GSM；CDMA"}


def test_a_library_knows_its_topic_by_its_folder(tmp_path: Path) -> None:
    (tmp_path / "topics").mkdir()
    (tmp_path / "topics" / "phones.yaml").write_bytes((SHIPPED_TOPICS / "phones.yaml").read_bytes())
    topic = RuleLibrary(tmp_path / "library" / "phones").topic
    assert topic is not None
    assert topic.standard_name("参考报价") == "参考价格"
    assert RuleLibrary(tmp_path / "library" / "cameras").topic is None


def test_a_damaged_topic_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "topics").mkdir()
    (tmp_path / "topics" / "phones.yaml").write_text("name: [", encoding="utf-8")
    with pytest.raises(FileProblems, match=r"phones\.yaml"):
        _ = RuleLibrary(tmp_path / "library" / "phones").topic


RULES = SiteRules(source="shop.example", names=(AttributeFormat(attribute=None, name="口碑"),))


def record(*names: str, topic: Topic) -> Record:
    return Record(tuple(Pair(topic.standard_name(name), name, "1") for name in names))


def test_a_phone(phones: Topic) -> None:
    assert fit_by_rule(record("品牌", "电池容量", "主屏尺寸", topic=phones), RULES, phones).fits


def test_a_fridge_in_the_frame_of_a_phone(phones: Topic) -> None:
    fridge = record("品牌", "参考价格", "总容积", "能效等级", "制冷方式", topic=phones)
    assert not fit_by_rule(fridge, RULES, phones).fits


def test_a_glossary_in_the_frame_of_a_phone(phones: Topic) -> None:
    """It has the names of a phone's page, and sentences in place of amounts and words."""
    sentence = "It tells how much there is of it, and more is better in most cases."
    names = ("主屏尺寸", "电池容量", "参考价格", "NFC")
    explained = Record(tuple(Pair(name, name, sentence) for name in names))
    assert not fit_by_rule(explained, RULES, phones).fits
    untold = Record(tuple(Pair(name, name, "暂无数据") for name in names))
    assert fit_by_rule(untold, RULES, phones).fits
    amounts = Record(tuple(Pair(name, name, f"{sentence} 120 g") for name in names))
    assert fit_by_rule(amounts, RULES, phones).fits


def test_a_phone_with_a_new_attribute(phones: Topic) -> None:
    assert fit_by_rule(record("品牌", "电池容量", "电子字典", topic=phones), RULES, phones).fits


def test_a_rich_page_with_many_new_attributes(phones: Topic) -> None:
    known = tuple(one.name for one in phones.attributes[:10])
    strange = tuple(f"备注{number}" for number in range(60))
    assert fit_by_rule(record(*known, *strange, topic=phones), RULES, phones).fits
    assert not fit_by_rule(record(*known[:9], *strange, topic=phones), RULES, phones).fits


def test_how_many_names_are_needed_is_set_in_the_topic(phones: Topic) -> None:
    fridge = record("品牌", "参考价格", "总容积", "能效等级", "制冷方式", topic=phones)
    lax = phones.model_copy(update={"on_topic": OnTopic(names=2, share=0.2, rule_share=0.4)})
    assert fit_by_rule(fridge, RULES, lax).fits
    assert fit_by_rows(fridge, None, lax).fits
    assert not fit_by_rows(fridge, None, phones).fits


def test_the_reason_lists_the_names_that_count(phones: Topic) -> None:
    fridge = record("品牌", "参考价格", "总容积", "能效等级", "制冷方式", topic=phones)
    assert str(fit_by_rule(fridge, RULES, phones)) == (
        "2 of 5 names are known, 3 are needed. Known: 品牌, 参考价格. "
        "Not known: 总容积, 能效等级, 制冷方式."
    )
    many = record(*(f"备注{number}" for number in range(60)), topic=phones)
    assert str(fit_by_rows(many, None, phones)).endswith("备注10, 备注11, ….")


def test_names_that_a_labelled_page_shows_are_known(phones: Topic) -> None:
    assert fit_by_rule(record("口碑", "电子字典", "口碑", "品牌", topic=phones), RULES, phones).fits
    assert not fit_by_rule(record("口碑", "电子字典", topic=phones), RULES, phones).fits


def test_values_without_names_say_nothing_against_it(phones: Topic) -> None:
    assert fit_by_rule(Record((Pair("手机名", "", "诺基亚 N95"),)), RULES, phones).fits


def test_rows_that_no_rule_chose_say_nothing_against_it(phones: Topic) -> None:
    rows = tuple(Pair(None, f"备注{number}", "1", by="row") for number in range(20))
    read = record("品牌", "电池容量", "主屏尺寸", topic=phones).pairs
    assert fit_by_rule(Record((*read, *rows)), RULES, phones).fits


def test_a_notebook_in_the_frame_of_a_phone(phones: Topic) -> None:
    """Brand, model and price are all that the rule finds of the fifteen names of its sample."""
    labelled = tuple(
        AttributeFormat(attribute=one.name, name=one.name) for one in phones.attributes[:15]
    )
    rules = SiteRules(source="shop.example", names=labelled)
    found = record("品牌", "型号", "参考价格", topic=phones).pairs
    beside = ("硬盘容量", "显卡芯片", "光驱类型", "预装系统", "键盘描述")
    rows = tuple(Pair(None, name, "1", by="row") for name in beside)
    assert not fit_by_rule(Record((*found, *rows)), rules, phones).fits
    assert fit_by_rule(Record((*found, *rows[:2])), rules, phones).fits
    assert fit_by_rule(Record(found), rules, phones).fits


def test_without_a_rule_a_part_of_the_names_is_enough(phones: Topic) -> None:
    known = ("品牌", "电池容量", "主屏尺寸")
    strange = tuple(f"备注{number}" for number in range(7))
    assert fit_by_rows(record(*known, *strange, topic=phones), None, phones).fits
    assert not fit_by_rows(
        record(*known, *strange, "其他", "更多", topic=phones), None, phones
    ).fits
    assert not fit_by_rows(record("品牌", "参考价格", "总容积", topic=phones), None, phones).fits


def test_a_topic_that_knows_little_silences_nothing() -> None:
    names = tuple(f"备注{number}" for number in range(30))
    brand = Attribute(name="品牌", label="Brand", group="基本")
    topic = Topic(name="new", title={"zh": "新", "en": "New"}, attributes=(brand,))
    assert fit_by_rows(record("品牌", *names, topic=topic), None, topic).fits
    assert not fit_by_rows(record(*names, topic=topic), None, topic).fits


def test_what_a_person_does_not_want_is_left_out_unless_a_rule_reads_it() -> None:
    rules = SiteRules(source="shop.example", unwanted=("配送 方式",))
    pairs = (Pair(None, "配送方式", "快递", by="row"), Pair(None, "颜色", "红", by="row"))
    read = Extraction(Status.READ, None, (Record(pairs), Record(pairs[:1])))
    assert wanted(read, rules).records == (Record(pairs[1:]),)
    by_rule = Extraction(Status.OK, "1", (Record((replace(pairs[0], by="unit"),)),))
    assert wanted(by_rule, rules) == by_rule
    assert wanted(read, None) is read
