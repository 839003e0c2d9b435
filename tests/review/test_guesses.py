from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.names import name_key
from core.topic import Attribute, Facet, Topic, ValueType
from review.evidence import KnownValues, TopicEvidence
from review.guesses import AliasReason, ValueOnPage, group_of, guess_attribute, standard_form
from tests.review.known_phones import (
    NETWORKS,
    PHONES,
    page,
    phones_of_two_sites,
    record,
    shown_on_second,
)

NOTHING_KNOWN = KnownValues(PHONES)


def test_another_name_is_known_by_what_other_sites_say_of_the_same_phones() -> None:
    told = guess_attribute("通讯标准", shown_on_second(), PHONES, phones_of_two_sites())
    assert told.alias_of == "手机制式"
    assert told.alias_probability > 0.9
    assert AliasReason("same-product", "7/7") in told.reasons


def test_an_attribute_that_the_page_shows_too_is_another_one() -> None:
    heavier = tuple(f"{300 + number}g" for number in range(7))
    told = guess_attribute("手机毛重", shown_on_second(heavier), PHONES, phones_of_two_sites())
    assert told.alias_of is None
    alone = guess_attribute(
        "手机毛重", [ValueOnPage(value) for value in heavier], PHONES, NOTHING_KNOWN
    )
    assert alone.alias_of == "重量"


def test_a_new_attribute_comes_filled_in() -> None:
    values = [ValueOnPage(f"{rate}赫兹") for rate in (240, 300, 360, 480)]
    told = guess_attribute("触控取样率（最高）", values, PHONES, NOTHING_KNOWN)
    assert told.alias_of is None
    assert told.attribute == Attribute(
        name="触控取样率",
        label="Chukongquyanglv",
        group="屏幕",
        type=ValueType.QUANTITY,
        unit="Hz",
        facet=Facet.RANGE,
        aliases=("触控取样率（最高）",),
    )


def test_traditional_characters_and_remarks_do_not_hide_a_known_name() -> None:
    values = [ValueOnPage("5000mAh"), ValueOnPage("4500mAh")]
    for name in ("電池容量", "电池容量 (毫安时)", "【電 池 容 量】"):
        assert guess_attribute(name, values, PHONES, NOTHING_KNOWN).alias_of == "电池容量"


def test_values_of_another_kind_speak_against_a_name_that_is_alike() -> None:
    sentences = [ValueOnPage("请联系当地的客服中心更换"), ValueOnPage("不可自行更换，需送修")]
    assert guess_attribute("电池更换", sentences, PHONES, NOTHING_KNOWN).alias_of is None


def test_the_standard_form_is_simplified_and_free() -> None:
    assert standard_form("【電子字典】", PHONES) == "电子字典"
    assert standard_form("电池容量（选配）", PHONES) == "电池容量（选配）"


def test_halves_of_characters_and_null_bytes_do_no_harm() -> None:
    told = guess_attribute(
        "\ud800电子\x00字典", [ValueOnPage("\udfff支持\x00")], PHONES, NOTHING_KNOWN
    )
    assert name_key(told.attribute.name) == "电子字典"


def test_reasons_tell_the_likeliest_even_where_it_is_not_likely_enough() -> None:
    told = guess_attribute("闹钟铃声个数", [ValueOnPage("20个")], PHONES, NOTHING_KNOWN)
    assert told.alias_of is None
    assert 0 <= told.others[0][1] <= told.alias_probability < 0.5


@settings(max_examples=30, deadline=None)
@given(
    st.text(min_size=1, max_size=60).filter(name_key), st.lists(st.text(max_size=80), max_size=6)
)
def test_whatever_a_page_shows_the_guess_can_be_accepted(name: str, values: list[str]) -> None:
    if PHONES.standard_name(name):
        return
    told = guess_attribute(name, [ValueOnPage(value) for value in values], PHONES, NOTHING_KNOWN)
    extended = Topic.model_validate(
        {**PHONES.model_dump(), "attributes": [*PHONES.attributes, told.attribute]}
    )
    assert extended.standard_name(name) == told.attribute.name
    assert all(isinstance(reason.detail, str) for reason in told.reasons)


@pytest.mark.parametrize("values", [(), ("",), ("-",)], ids=["none", "empty", "absent"])
def test_without_values_the_name_alone_decides(values: tuple[str, ...]) -> None:
    told = guess_attribute(
        "荧幕大小", [ValueOnPage(value) for value in values], PHONES, NOTHING_KNOWN
    )
    assert told.alias_of == "主屏尺寸"
    assert told.attribute.type is ValueType.TEXT


def test_networks_are_a_list() -> None:
    values = [ValueOnPage(value) for value in NETWORKS]
    assert (
        guess_attribute("通讯标准", values, PHONES, NOTHING_KNOWN).attribute.type is ValueType.LIST
    )


def group(name: str, shown: list[ValueOnPage], known: KnownValues, topic: Topic = PHONES) -> str:
    return group_of(name, shown, topic, known, TopicEvidence(topic, known).about(name, shown))


def test_names_that_are_alike_stand_under_one_heading() -> None:
    assert group("屏幕触控采样率", [], KnownValues(PHONES)) == "屏幕"
    assert group("电池循环次数", [], KnownValues(PHONES)) == "电池"


def test_what_stands_among_attributes_of_a_heading_belongs_there() -> None:
    among = record(
        1,
        "a.example",
        ("防水防尘", "防水", "IP68"),
        (None, "电子字典", "支持"),
        ("重量", "重量", "100g"),
    )
    shown = [ValueOnPage("支持", page("a.example", 1))]
    assert group("电子字典", shown, KnownValues(PHONES, [among])) == "外观"


def test_where_nothing_tells_there_is_a_heading_for_the_rest() -> None:
    assert group("某某", [], KnownValues(PHONES)) == "其他"
    english = PHONES.model_copy(
        update={"attributes": (Attribute(name="Zoom", label="Zoom", group="Camera"),)}
    )
    assert group("某某", [], KnownValues(PHONES), english) == "Other"
