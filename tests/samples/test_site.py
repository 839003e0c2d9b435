from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from samples.site import ProductPage

WEB = PocketWeb()


def test_links_are_written_in_the_ways_of_the_sites() -> None:
    written = {
        host: WEB.sites[host].href("/product/detail.php?id=1", "/news/")
        for host in ("www.pcpop.example", "product.pconline.example", "mobile.21cn.example")
    }
    assert written == {
        "www.pcpop.example": "http://www.pcpop.example/news/",
        "product.pconline.example": "/news/",
        "mobile.21cn.example": "../news/",
    }


def test_a_relative_link_may_lead_to_the_same_folder() -> None:
    site = WEB.sites["mobile.21cn.example"]
    assert site.href("/product/list.php?page=1", "/product/detail.php?id=2") == "detail.php?id=2"


def test_what_a_charset_lacks_becomes_an_entity() -> None:
    assert WEB.sites["www.pcpop.example"].encoded("²€") == b"&#178;&#8364;"


def test_a_site_knows_its_brands_by_size() -> None:
    site = WEB.sites["www.pcpop.example"]
    sizes = [sum(phone["品牌"] == brand for phone in site.products) for brand in site.brands]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == len(site.products)


def pages(host: str) -> list[tuple[ProductPage, str]]:
    site = WEB.sites[host]
    return [(page, page.body.decode(site.codec)) for page in WEB.product_pages(host)]


@pytest.mark.parametrize(
    ("host", "name", "look"),
    [
        ("www.pcpop.example", "参考价格", r'<SPAN class="font12-blue-bold"><a [^>]*>{}</a>'),
        ("www.pcpop.example", "主屏分辨率", r'<SPAN class="font12-blue-bold">{}</SPAN>'),
        ("www.pcpop.example", "产品尺寸", r'<SPAN class="font12-blue-bold">{}</SPAN>'),
        ("product.pconline.example", "网络制式", r'<dl class="info_con">.*<strong>{}：</strong>'),
        ("mobile.21cn.example", "参考报价", r'<td><div class="l">{}：</div>'),
        ("tech.163.example", "网络频率", r"<p>{}："),
        ("mobile.zol.example", "手机制式", r'<a class="Cl_31 hui612" [^>]*>{}</a>'),
        ("mobile.zol.example", "上市日期", r'<span class="h12">{}</span>'),
    ],
)
def test_names_have_the_published_looks(host: str, name: str, look: str) -> None:
    pattern = re.compile(look.format(name), re.DOTALL)
    assert all(pattern.search(text) for _, text in pages(host))


def test_zol_says_things_beside_its_values_that_are_no_values() -> None:
    noise = re.compile("纠错|更多|击败|查看外观|排行|打字|单手|大电池|续航")
    for page, text in pages("detail.zol.example"):
        assert len(noise.findall(text)) > 20
        assert not any(noise.search(pair.value) for pair in page.gold)


def test_zol_pages_show_more_than_twenty_attributes() -> None:
    assert all(len(page.gold) > 20 for page, _ in pages("detail.zol.example"))


def test_linked_data_names_the_phone_and_is_sometimes_broken() -> None:
    broken = 0
    for page, text in pages("www.shouji.example"):
        first, *others = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text)
        assert json.loads(first)["name"] == page.gold[0].value
        for other in others:
            broken += 1
            with pytest.raises(json.JSONDecodeError):
                json.loads(other)
    assert 0 < broken < 20


def test_pictures_load_late_with_a_way_out_for_readers_without_scripts() -> None:
    for _, text in pages("www.shouji.example"):
        (late,) = re.findall(r'data-src="(/pic/\d+\.png)"', text)
        assert f'<noscript><img src="{late}"' in text


def test_some_values_stand_in_pieces() -> None:
    piece = re.compile(r"<span>[\d.]+</span><!-- --><span>英寸</span>")
    assert all(piece.search(text) for _, text in pages("m.tongxun.example"))
