"""Words of the topic that are names, and words that are not."""

from __future__ import annotations

import pytest

from pages.nesting import outline
from pages.page import Page
from rules.likely_names import likely_names
from rules.shown_names import shown_names
from rules.topic import TOPICS, Topic
from rules.yaml_files import read_yaml

PHONES = read_yaml(TOPICS / "phones.yaml", Topic)
SHEET = "<table><tr><th>重量<td>120 克<tr><th>颜色<td>黑<tr><th>外形<td>直板</table>"


def likely(body: str) -> list[str]:
    shown = outline(Page.read(body.encode(), "http://a.example/"))
    return [name.name for name in likely_names(shown, shown_names(shown, PHONES))]


def test_names_of_a_sheet_are_kept() -> None:
    assert likely(SHEET) == ["重量", "颜色", "外形"]


def test_links_of_a_menu_are_no_names() -> None:
    menu = "<ul><li><a>电池</a><li><a>摄像头</a><li><a>更多</a></ul>"
    assert likely(menu + SHEET) == ["重量", "颜色", "外形"]


def test_names_may_be_links_even_where_some_values_are() -> None:
    rows = "<tr><td><a>重量</a><td>120 克<tr><td><a>制式</a><td><a>GSM</a><tr><td><a>颜色</a><td>黑"
    assert likely(f"<table>{rows}</table>") == ["重量", "制式", "颜色"]


@pytest.mark.parametrize("value", ["GPS导航", "ROM：UFS 3.0", "<a>GPS</a>"])
def test_a_value_that_reads_like_a_name_is_none(value: str) -> None:
    row = f"<tr><th>导航<td>{value}</table>"
    assert likely(SHEET.replace("</table>", row)) == ["重量", "颜色", "外形", "导航"]


def test_a_headline_before_the_first_name_does_not_hide_it() -> None:
    assert likely(f"<h2>外形</h2>{SHEET}")[:2] == ["外形", "重量"]


def test_names_one_below_the_other_hide_none_of_them() -> None:
    assert likely("<p>重量<p>颜色<p>外形") == ["重量", "颜色", "外形"]
