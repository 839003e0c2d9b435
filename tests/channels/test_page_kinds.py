from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channels.page_kinds import PageKind, page_kind, page_signs
from pages.page import Page
from samples.pocket_web import PocketWeb

WEB = PocketWeb()


def fetched(*urls: str) -> list[Page]:
    return [Page.read(WEB.fetch(url).body, url) for url in urls]


@pytest.mark.parametrize("host", WEB.sites)
def test_products_lists_and_articles_of_the_pocket_web(host: str) -> None:
    site = WEB.sites[host]
    products = [site.url(site.product_path(phone)) for phone in site.products[:4]]
    lists = [site.url(site.list_path(brand, 1)) for brand in ("", *site.brands[:2])]
    articles = [url for url in WEB.pages(host) if "/news/" in url and not url.endswith("/news/")]
    assert page_kind(fetched(*products)) is PageKind.PRODUCT
    assert page_kind(fetched(*lists)) is PageKind.LIST
    assert page_kind(fetched(*articles[:3])) is PageKind.ARTICLE


@pytest.mark.parametrize("host", ["bbs.jiyou.example", "club.zhangshang.example"])
def test_threads_of_the_pocket_web(host: str) -> None:
    threads = dict.fromkeys(document.page for document in WEB.channel_sites[host].documents())
    assert page_kind(fetched(*list(threads)[:4])) is PageKind.THREAD


def page(middle: str) -> Page:
    menu = "<ul><li><a href=/>首页</a><li><a href=/n>新闻</a><li><a href=/p>手机</a></ul>"
    source = f"<html><meta charset=utf-8><body>{menu}{middle}<p>版权所有</p></body></html>"
    return Page.read(source.encode(), "https://site.example/1")


def test_what_most_pages_show_is_the_frame() -> None:
    pages = [page(f"<h1>第{number}页</h1>") for number in range(3)]
    assert page_signs(pages)["number of links"] == 0
    assert page_signs(pages[:1])["number of links"] > 0


def test_names_that_most_pages_show_are_a_product_s() -> None:
    names = ("重量", "颜色", "价格", "尺寸")
    pages = [
        page("<table>" + "".join(f"<tr><th>{name}<td>{n}{name[0]}" for name in names) + "</table>")
        for n in range(3)
    ]
    signs = page_signs(pages)
    assert signs["names on most pages"] > 0
    assert signs["names"] == 0


@pytest.mark.parametrize(
    ("markup", "told"),
    [
        ('<script type="application/ld+json">{"@type": "NewsArticle"}</script>', "told article"),
        ("<div itemscope itemtype='http://schema.org/Product'></div>", "told product"),
        ('<meta property="og:type" content="article">', "told article"),
        ('<script type="application/ld+json">{"@type":"QAPage"}</script>', "told thread"),
    ],
)
def test_what_pages_tell_machines(markup: str, told: str) -> None:
    signs = page_signs([page(markup)])
    assert [name for name, sign in signs.items() if name.startswith("told") and sign] == [told]


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=3))
def test_every_page_has_a_kind(bodies: list[bytes]) -> None:
    assert page_kind([Page.read(body) for body in bodies]) in PageKind


def test_a_deep_and_a_long_page() -> None:
    assert page_kind([Page.read(b"<div>" * 20_000 + b"x")]) in PageKind
    assert page_kind([Page.read(b"<li><a href=/1>Phone</a>" * 5_000)]) is PageKind.LIST
