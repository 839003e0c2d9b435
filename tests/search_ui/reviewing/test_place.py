from __future__ import annotations

from pages.nesting import outline
from pages.page import Page
from search_ui.reviewing.place import marks_on_page

TABLE = """<body><h1>N95</h1><p>充电功率：见下表</p><table>
<tr><td>重量</td><td>120 克</td></tr><tr><td>充电功率</td><td>67 W <b>快充</b></td></tr>
<tr><td>网络：5G</td></tr></table></body>"""


def marked(markup: str, name: str, value: str) -> dict[str, str]:
    shown = outline(Page.read(markup.encode(), "http://a.example/1", "text/html; charset=utf-8"))
    return {
        shown.texts[leaf].strip(): mark for leaf, mark in marks_on_page(shown, name, value).items()
    }


def test_name_and_value_where_they_stand_together() -> None:
    found = marked(TABLE, "充电功率", "67 W 快充")
    assert found == {"充电功率": "name", "67 W": "value", "快充": "value"}


def test_name_and_value_in_one_text() -> None:
    assert marked(TABLE, "网络", "5G") == {"网络：5G": "both"}


def test_a_name_whose_value_is_another_today() -> None:
    assert marked(TABLE, "充电功率", "33 W") == {"充电功率": "name"}
    assert marked(TABLE, "充电功率", "") == {"充电功率": "name"}


def test_a_name_that_is_gone() -> None:
    assert marked(TABLE, "屏幕材质", "AMOLED") == {}
    assert marked("<p>", "屏幕材质", "AMOLED") == {}


def test_symbols_and_very_long_values() -> None:
    assert marked(TABLE, "…", "★") == {}
    assert marked(TABLE, "重量", "克" * 1_000_000) == {"重量": "name"}
