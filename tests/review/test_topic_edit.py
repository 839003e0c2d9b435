from __future__ import annotations

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.names import name_key
from core.settings import SHIPPED_TOPICS
from core.topic import Attribute, Facet, Topic, ValueType
from core.yaml_files import parse_yaml
from core.yaml_text import UneditableError
from review.context import DecisionError
from review.topic_edit import text_with_aliases, text_with_attribute, text_with_seed
from tests.review.small_review import TOPIC

NFC = Attribute(
    name="近场通信", label="NFC", group="网络", facet=Facet.VALUES, aliases=("NFC功能",)
)


def added(before: str, after: str) -> list[str]:
    """The lines of the difference; a line that was changed is told as taken away, too."""
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [line for line in lines if line[:1] in "+-"]


def test_a_new_attribute_stands_behind_the_last_of_its_group() -> None:
    after = text_with_attribute(TOPIC, NFC)
    assert added(TOPIC, after) == [
        "+   - name: 近场通信",
        "+     label: NFC",
        "+     group: 网络",
        "+     facet: values",
        "+     aliases: [NFC功能]",
    ]
    names = [one.name for one in parse_yaml(after, Topic, "t").attributes]
    assert names == ["品牌", "手机制式", "近场通信", "价格"]


def test_a_new_group_stands_last() -> None:
    after = text_with_attribute(TOPIC, NFC.model_copy(update={"group": "其他"}))
    assert after.startswith(TOPIC)


def test_an_alias_joins_those_there_are_in_the_way_they_are_written() -> None:
    assert added(TOPIC, text_with_aliases(TOPIC, "品牌", ["厂牌"])) == [
        "-     aliases: [手机品牌, Brand]  # what sites say",
        "+     aliases: [手机品牌, Brand, 厂牌]  # what sites say",
    ]
    assert added(TOPIC, text_with_aliases(TOPIC, "价格", ["售价"])) == ["+       - 售价"]
    assert added(TOPIC, text_with_aliases(TOPIC, "手机制式", ["网络类型", "制式"])) == [
        "+     aliases: [网络类型, 制式]"
    ]


def test_a_line_of_names_that_grows_too_wide_is_broken() -> None:
    many = ", ".join(f"Brand name {number}" for number in range(6))
    text = TOPIC.replace("手机品牌, Brand", f"手机品牌, {many}")
    lines = added(text, text_with_aliases(text, "品牌", ["The brand of it"]))
    assert lines[-1] == "+               The brand of it]  # what sites say"
    assert lines[1].endswith("Brand name 5,")


def test_other_ways_to_write_a_topic() -> None:
    flow = "name: a\ntitle: {zh: 甲, en: A}\nattributes:\n- {name: x, label: X, group: g}\n"
    with_alias = text_with_aliases(flow, "x", ["y"])
    assert "- {name: x, label: X, group: g, aliases: [y]}\n" in with_alias
    assert "aliases: [y, z]}\n" in text_with_aliases(with_alias, "x", ["z"])
    empty = flow.replace("group: g", "group: g, aliases: []")
    assert "aliases: [y]" in text_with_aliases(empty, "x", ["y"])
    windows = TOPIC.replace("\n", "\r\n")
    assert "\n" not in text_with_attribute(windows, NFC).replace("\r\n", "")
    no_end = flow.rstrip("\n")
    assert text_with_attribute(no_end, NFC).startswith(
        no_end + "\n- name: 近场通信\n  label: NFC\n"
    )


def test_a_seed_joins_those_there_are_in_the_way_they_are_written() -> None:
    url = "http://www.shop.example/"
    block = TOPIC.replace("attributes:", "seeds:\n- http://a.example/  # ours\n\nattributes:")
    assert added(block, text_with_seed(block, url)) == [f"+ - {url}"]
    flow = TOPIC.replace("attributes:", "seeds: [http://a.example/]\nattributes:")
    assert f"seeds: [http://a.example/, {url}]\n" in text_with_seed(flow, url)
    empty = TOPIC.replace("attributes:", "seeds: []\nattributes:")
    assert f"seeds: [{url}]\n" in text_with_seed(empty, url)
    assert added(TOPIC, text_with_seed(TOPIC, url)) == ["+ seeds:", f"+   - {url}"]
    no_end = TOPIC.rstrip("\n")
    assert parse_yaml(text_with_seed(no_end, url), Topic, "t").seeds == (url,)


def test_a_seed_with_marks_of_yaml_is_quoted() -> None:
    flow = TOPIC.replace("attributes:", "seeds: [http://a.example/]\nattributes:")
    for text in (TOPIC, flow):
        url = "http://shop.example/a,b?c=[d]#{e}"
        assert parse_yaml(text_with_seed(text, url), Topic, "t").seeds[-1] == url


def test_what_cannot_be_edited_as_text_is_refused() -> None:
    brackets = "{name: a, title: {zh: 甲, en: A}, attributes: [{name: x, label: X, group: g}]}"
    with pytest.raises(UneditableError, match="on lines of its own"):
        text_with_attribute(brackets, NFC)
    head = "name: a\ntitle: {zh: 甲, en: A}\nattributes:\n"
    dashes = head + "  -\n    name: x\n    label: X\n    group: g\n"
    with pytest.raises(UneditableError, match="begin with a dash"):
        text_with_attribute(dashes, NFC)


def test_a_name_that_is_taken_is_refused() -> None:
    with pytest.raises(DecisionError, match="is already a name of '价格'"):
        text_with_aliases(TOPIC, "品牌", ["报 价"])


def test_the_shipped_topic_grows_by_a_few_lines() -> None:
    before = (SHIPPED_TOPICS / "phones.yaml").read_text("utf-8")
    attribute = Attribute(name="电子字典", label="Dictionary", group="功能", type=ValueType.YES_NO)
    after = text_with_aliases(text_with_attribute(before, attribute), "手机制式", ["网络的类型"])
    assert len(added(before, after)) <= 4 + 3


NAMES = st.text(min_size=1, max_size=12).filter(lambda name: name_key(name) and _keeps(name))


def _keeps(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return name_key(name) not in {"品牌", "手机品牌", "brand", "手机制式", "价格", "报价", "price"}


@settings(max_examples=150, deadline=None)
@given(NAMES, st.sampled_from(["品牌", "手机制式", "价格"]))
def test_whatever_a_site_calls_it_the_file_says_so(name: str, attribute: str) -> None:
    after = parse_yaml(text_with_aliases(TOPIC, attribute, [name]), Topic, "t")
    assert after.standard_name(name) == attribute
