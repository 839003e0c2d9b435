"""Redesigned by a program: the words stay, the markup does not."""

from __future__ import annotations

from evaluation.redesigning import redesigned

PAGE = """<html><head><meta charset="gbk"></head><body class="x"><table id="specs">
<tr><th>概要</th><td>名称</td><td>甲</td></tr>
<tr><td>重量</td><td data-spec="w">120克</td></tr><tr><td>&nbsp;</td><td>含电池</td></tr>
<tr><td>颜色</td><td style="color:red">黑<!-- 一 --></td></tr><tr><td>网络</td><td>5G</td></tr>
</table></body></html>""".encode("gbk")
TEXT = redesigned(PAGE, "gbk", {"重量": "净重", "黑": "白"}).decode()


def test_other_tags_and_no_telling_attributes() -> None:
    assert "<dd>120克</dd>" in TEXT
    for gone in ("<td", "<tr", "<table", "class=", "id=", "style=", "data-", "gbk"):
        assert gone not in TEXT


def test_names_change_and_values_do_not() -> None:
    assert "<dd>净重</dd>" in TEXT
    assert "重量" not in TEXT
    assert "黑" in TEXT


def test_rows_move_with_what_goes_on_from_them() -> None:
    rows = [row for row in TEXT.split("<dl>") if "<dd>" in row]
    assert "概要" in rows[0]
    weight = next(place for place, row in enumerate(rows) if "120克" in row)
    assert "含电池" in rows[weight + 1]
    assert redesigned(PAGE, "gbk", {}) == redesigned(PAGE, "gbk", {})
