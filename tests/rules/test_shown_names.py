"""Names the topic knows, found on pages, and what stands behind them."""

from __future__ import annotations

import pytest

from pages.nesting import outline
from pages.page import Page
from rules.shown_names import shown_names, values_behind
from rules.topic import TOPICS, Topic
from rules.yaml_files import read_yaml

PHONES = read_yaml(TOPICS / "phones.yaml", Topic)


def behind(body: str) -> list[tuple[str, str]]:
    shown = outline(Page.read(body.encode(), "http://a.example/"))
    return [(name.name, value) for name, value in values_behind(shown, shown_names(shown, PHONES))]


@pytest.mark.parametrize(
    "body",
    [
        "<tr><th>重量</th><td>102 <b>克</b></td></tr>",
        "<li>重量：102 克</li>",
        "<li><b>重量</b>：102 克</li>",
        "<li><b>【重 量】</b><i>:</i>102 克</li>",
        "<dl><dt>重量<dd>102 克</dl>",
        "<div><span>重量</span><a>102</a> <a>克</a><br>纠错</div>",
        "<div>重量</div><div><p>102 克</p></div>",
    ],
)
def test_the_text_behind_a_name_is_its_value(body: str) -> None:
    assert behind(body) == [("重量", "102 克")]


def test_a_name_right_before_another_has_no_value() -> None:
    assert behind("<p>重量</p><p>电池容量</p><p>1000mAh</p>") == [("电池容量", "1000mAh")]


def test_what_is_said_beside_every_value_is_no_part_of_any() -> None:
    names = ("重量", "电池容量", "主屏尺寸")
    rows = "".join(f"<tr><th>{name}<td>{at} mm <a>纠错</a>" for at, name in enumerate(names))
    assert behind(f"<table>{rows}</table>") == [(name, f"{at} mm") for at, name in enumerate(names)]


def test_unknown_names_hidden_ones_and_scripts_are_passed_over() -> None:
    assert behind("<th>口味<td>甜<button>重量</button> 102<script>重量：1</script>") == []


def test_long_texts_are_no_names() -> None:
    assert behind(f"<p>{'重' * 100}：1</p><p>{'很' * 81}：重量</p>") == []
