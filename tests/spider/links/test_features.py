from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spider.links.features import (
    HintWords,
    LinkGroup,
    anchor_looks,
    anchor_words,
    group_of,
    is_page_turn,
)
from tests.effort import effort

if TYPE_CHECKING:
    from core.topic import Topic


@pytest.fixture(scope="module")
def hints(phones: Topic) -> HintWords:
    return HintWords(phones)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("诺基亚N95详细参数", {"product"}),
        ("诺基亚手机大全", {"list", "topic"}),
        ("新闻", {"other"}),
        ("/products/3.html", {"product"}),
        ("newsdetail.php", {"other", "product"}),
        ("/sitemap/", set()),
        ("Nokia N95", set()),
        ("", set()),
    ],
)
def test_words_of_the_topic_are_found(hints: HintWords, text: str, kinds: set[str]) -> None:
    assert hints.in_text(text) == kinds


def test_titles_name_the_topic(hints: HintWords) -> None:
    assert hints.names_topic(("诺基亚手机", ""))
    assert hints.names_topic(("Nokia phones",))
    assert not hints.names_topic(("Nokia cameras", "首页"))


@pytest.mark.parametrize(
    "anchor",
    [
        "下一页",
        "上一页",
        "第3页",
        "3",
        "12",
        "»",
        "Next",
        "next page",
        "« Prev",
        "[4]",
        "Page 3",
        "末页",
    ],
)
def test_links_to_other_pages_of_a_list(anchor: str) -> None:
    assert is_page_turn(anchor)


@pytest.mark.parametrize(
    "anchor", ["", "Nokia 3310", "下一页手机", "20190503", "第一", "Nextel i90"]
)
def test_what_is_no_page_turn(anchor: str) -> None:
    assert not is_page_turn(anchor)


@pytest.mark.parametrize(
    ("anchor", "look"),
    [
        ("", "look:empty"),
        ("下一页", "look:page"),
        ("诺基亚 N95", "look:model"),
        ("iPhone 12", "look:model"),
        ("Nokia N95 $199", "look:price"),
        ("1999元", "look:price"),
        ("诺基亚发布新机，售价公布", "look:sentence"),
        ("关于", "look:short"),
    ],
)
def test_what_an_anchor_looks_like(anchor: str, look: str) -> None:
    assert look in anchor_looks(anchor)


@pytest.mark.parametrize("text", ["1", "1,", "1 ", "$ ", "a1"])
def test_long_anchors_take_no_longer_than_others(text: str) -> None:
    anchor = text * (10_000 // len(text))
    assert effort(lambda: anchor_looks(anchor)) < 10


def test_words_to_learn_from() -> None:
    assert anchor_words("Nokia N95 review 2007") == ["nokia", "#", "review", "#"]
    assert anchor_words("诺基亚手机大全") == ["诺基", "大全"]


NONE: frozenset[str] = frozenset()


def test_hints_in_the_anchor_come_before_hints_in_the_address() -> None:
    assert group_of("参数", {"product"}, {"list"}) == LinkGroup.PRODUCT
    assert group_of("大全", {"list"}, {"product"}) == LinkGroup.LIST
    assert group_of("新闻", {"other"}, {"product"}) == LinkGroup.OTHER
    assert group_of("联想", NONE, {"list"}) == LinkGroup.LIST


def test_page_turns_are_lists_whatever_was_learned() -> None:
    assert group_of("下一页", NONE, NONE, learned=LinkGroup.OTHER) == LinkGroup.LIST
    assert group_of("older", NONE, {"other"}, leads_on=True) == LinkGroup.LIST


def test_what_was_learned_comes_before_hints() -> None:
    assert group_of("新闻", {"other"}, NONE, learned=LinkGroup.PRODUCT) == LinkGroup.PRODUCT


def test_without_hints_the_look_tells() -> None:
    assert group_of("诺基亚 N95", NONE, NONE) == LinkGroup.PRODUCT
    assert group_of("关于我们", NONE, NONE) == LinkGroup.OTHER
