from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation import datasets
from evaluation.datasets import DataSetsAbsentError, data_sets_folder, stripped, zol_pairs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def real_pages() -> None:
    try:
        data_sets_folder()
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))


def test_absent_data_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECSEEK_DATA_SETS", str(tmp_path / "nowhere"))
    with pytest.raises(DataSetsAbsentError, match="set SPECSEEK_DATA_SETS") as told:
        datasets.gsmarena()
    assert "\n" not in str(told.value)


def test_one_absent_set_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECSEEK_DATA_SETS", str(tmp_path))
    with pytest.raises(DataSetsAbsentError, match="swde-camera"):
        datasets.swde_camera()
    with pytest.raises(DataSetsAbsentError, match="xswde"):
        datasets.xswde()
    with pytest.raises(DataSetsAbsentError, match="zol-param"):
        datasets.zol()


@pytest.mark.usefixtures("real_pages")
def test_phone_pages_have_names_and_values() -> None:
    pages = datasets.gsmarena()
    assert len(pages) == 157
    assert all(len(page.pairs) > 30 and page.body for page in pages)


@pytest.mark.usefixtures("real_pages")
def test_camera_pages_have_acceptable_values() -> None:
    pages = datasets.swde_camera()
    assert len({page.site for page in pages}) == 5
    assert all(set(page.attributes) == {"model", "price", "manufacturer"} for page in pages)


@pytest.mark.usefixtures("real_pages")
def test_pages_about_no_product_are_halved_by_site() -> None:
    pages = datasets.pages_without_product()
    halves = {
        held: {page.site for page in pages if page.held_back is held} for held in (False, True)
    }
    assert all(len(sites) > 50 for sites in halves.values())
    assert halves[False].isdisjoint(halves[True])
    assert {page.is_article for page in pages} == {True, False}
    assert all(page.body for page in pages)


@pytest.mark.usefixtures("real_pages")
def test_book_shops_and_restaurant_guides() -> None:
    pages = datasets.swde_more()
    assert len(pages) == 300
    assert len({page.site for page in pages}) == 20
    assert all(any(page.attributes.values()) for page in pages)


@pytest.mark.usefixtures("real_pages")
def test_pages_with_every_name_and_value() -> None:
    pages = datasets.xswde()
    assert len({page.site for page in pages}) == 9
    assert sum(len(page.pairs) for page in pages) == 5909
    assert all(len(page.attributes) == len(page.pairs) for page in pages)
    names = {
        (attribute, name)
        for page in pages
        for attribute, (name, _) in zip(page.attributes, page.pairs, strict=True)
    }
    assert ("Cost | Tuition:", "Tuition:") in names


def test_a_name_that_the_page_does_not_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "xswde" / "school"
    site.mkdir(parents=True)
    pair = {"attribute": "*phone", "name": "*phone", "value": "555"}
    gold = {"file": "0001.htm", "url": "http://school.example/", "pairs": [pair]}
    (site / "gold.jsonl").write_text(json.dumps(gold))
    (site / "0001.htm").write_bytes(b"555")
    monkeypatch.setenv("SPECSEEK_DATA_SETS", str(tmp_path))
    (page,) = datasets.xswde()
    assert (page.site, page.attributes, page.pairs) == ("school", ("*phone",), (("", "555"),))


@pytest.mark.usefixtures("real_pages")
def test_the_zol_page_has_its_62_parameters_and_no_noise() -> None:
    pairs = dict(datasets.zol().pairs)
    assert len(pairs) == 62
    assert pairs["CPU型号"] == "高通 骁龙855 Plus"
    assert pairs["机身颜色"] == "深空流光，液态天河"
    assert pairs["ROM容量"] == "256GB"
    assert pairs["感应器类型"].endswith("指纹识别，陀螺仪，电子罗盘")
    assert all(pairs.values())
    for noise in ("纠错", "更多", "击败", "官网", "＞", ">"):
        assert not any(noise in value for value in pairs.values())


ZOL_PAGE = """<table>
<tr><td class="hd" colspan="2">屏幕</td></tr>
<tr><th><span id="newPmName_1">电商报价</span></th>
  <td><span id="newPmVal_1"><a href="x">￥6198</a></span></td></tr>
<tr><th> <a id="newPmName_2">主屏尺寸</a> </th>
  <td><span>6.89英寸<i></i><span class="text-hui">需双手打字</span>
  <a href="x">更多6.89英寸手机＞</a></span>
  <em class="edit-param">纠错</em></td></tr>
<tr><th><span>导航</span></th>
  <td><span><a href="x">GPS导航></a>，<a href="y">北斗导航></a>，Galileo导航</span>
  <em class="edit-param">纠错</em></td></tr>
<tr><th><span>主屏分辨率</span></th>
  <td><span>2256x1080像素<span class="text-hui">（击败<font>60.76%</font>手机）</span></span>
  <em class="edit-param">纠错</em></td></tr>
<tr><th><span>CPU型号</span></th>
  <td><span>高通 骁龙855<a>更多高通手机></a>，<a>手机性能排行></a></span>
  <em class="edit-param">纠错</em></td></tr>
<tr><th><span>电池充电</span></th>
  <td><span><a>快速充电</a>（44W快充）</span><em class="edit-param">纠错</em></td></tr>
<tr><th><span>闪光灯</span></th>
  <td><span>前置：屏幕补光<br /> 后置：闪光灯</span><em class="edit-param">纠错</em></td></tr>
</table>"""


def test_names_and_values_without_the_site_s_remarks() -> None:
    assert zol_pairs(ZOL_PAGE.encode("gbk")) == (
        ("主屏尺寸", "6.89英寸"),
        ("导航", "GPS导航，北斗导航，Galileo导航"),
        ("主屏分辨率", "2256x1080像素"),
        ("CPU型号", "高通 骁龙855"),
        ("电池充电", "快速充电（44W快充）"),
        ("闪光灯", "前置：屏幕补光 后置：闪光灯"),
    )


@pytest.mark.parametrize(
    ("page", "left"),
    [
        (b'<td class="ttl"><a href="x">', b'<td><a href="x">'),
        (b"<td CLASS=nfo colspan=2 Id='a b'>", b"<td colspan=2>"),
        (b'<p data-spec="year" data-x style="color:red" lang=zh>', b"<p lang=zh>"),
        (b'<br class="wide"/>', b"<br/>"),
        (b'<img alt="class=x id=y" id=z>', b'<img alt="class=x id=y">'),
        (b"<p classes=1 idea=2 database=3>", b"<p classes=1 idea=2 database=3>"),
        (b'<p title="a > b" id=x>id="y"</p>', b'<p title="a > b">id="y"</p>'),
    ],
)
def test_only_telling_attributes_go(page: bytes, left: bytes) -> None:
    assert stripped(page) == left


@pytest.mark.parametrize(
    "page",
    [
        b"<!-- <p id=x> -->",
        b"<script id=x>document.write('<p class=y>')</script>",
        b"<title>the id = 3 > class = 4</title>",
        "电池 class=a 容量".encode("gbk"),
        b"a < b id=c",
    ],
)
def test_all_else_stays(page: bytes) -> None:
    assert stripped(page) == page


@given(st.lists(st.sampled_from([b"<", b">", b'"', b"'", b"=", b" ", b"/", b"id", b"p", b"\xd6"])))
def test_broken_markup_is_no_problem(parts: list[bytes]) -> None:
    page = b"".join(parts)
    assert len(stripped(page)) <= len(page)
