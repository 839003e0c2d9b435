from __future__ import annotations

import pytest

from spider.links.looks import anchor_looks, anchor_words, is_page_turn


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


def test_words_to_learn_from() -> None:
    assert anchor_words("Nokia N95 review 2007") == ["nokia", "#", "review", "#"]
    assert anchor_words("诺基亚手机大全") == ["诺基", "大全"]
