from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import pytest

from pages.page import Page
from spider.links.relevance import Relevance

if TYPE_CHECKING:
    from rules.topic import Topic


@pytest.fixture(scope="module")
def relevance(phones: Topic) -> Relevance:
    return Relevance(phones)


def page(markup: str, encoding: str = "utf-8") -> Page:
    return Page.read(markup.encode(encoding), "", f"text/html; charset={encoding}")


NAMES = "品牌 型号 上市时间 主屏尺寸 操作系统 电池容量 重量 机身颜色 运行内存 蓝牙".split()


@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
def test_a_sheet_of_known_names_is_relevant(relevance: Relevance, encoding: str) -> None:
    rows = "".join(f"<tr><th> {name}： <td>x" for name in NAMES)
    assert relevance.of(page(f"<table>{rows}</table>", encoding)) == 1.0


def test_names_and_values_in_one_text_count_too(relevance: Relevance) -> None:
    text = "".join(f"<li>{name}: 3" for name in ("Battery", "Weight", "Bluetooth"))
    assert 0.2 <= relevance.of(page(text)) <= 0.4


def test_the_same_name_counts_once(relevance: Relevance) -> None:
    assert relevance.of(page("<p>重量：</p><p>Weight</p>" * 50)) == pytest.approx(0.1)


def test_other_pages_are_not_relevant(relevance: Relevance) -> None:
    assert relevance.of(page("<p>今天的新闻</p><p>天气</p>")) == 0.0
    assert relevance.of(page("")) == 0.0


def test_hostile_pages_take_little_time(relevance: Relevance) -> None:
    start = process_time()
    for markup in (">" * 1_000_000, "> " * 500_000, ">a" * 500_000, ">" + " " * 1_000_000):
        relevance.of(page(markup))
    assert process_time() - start < 10
