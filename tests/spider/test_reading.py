"""What one response says, whatever it is."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy.http import Response
from sqlalchemy import select

from core.records import ReadRecord
from core.urls import canonical_url
from samples.pocket_web import PocketWeb
from spider.link_queue import TakenLink
from spider.reading import MOST_BYTES, MOST_URLS, FetchResult, PageReading, Sitemap, sitemap_urls
from store.frontier import QueuedLink
from store.reports import site_reports
from store.schema import links, pages
from tests.spider.simulated_crawl import (
    PRODUCT,
    SHOUJI,
    SHOUJI_PRODUCTS,
    WEB,
    Reply,
    SmallCrawl,
    html,
    lonely,
    moved,
    pocket,
    status,
)

if TYPE_CHECKING:
    from pathlib import Path


LINK = QueuedLink(7, "http://a.example/", "a.example", "/", "list", 5, 0, 0, 0, None, "", "")


def answer(**headers: str | bytes) -> FetchResult:
    response = Response("http://a.example/", status=200, headers=headers, body=b"<p>")
    return FetchResult(TakenLink(LINK, None), response, now=1000.0)


def test_headers_are_text() -> None:
    assert answer(ETag='"1"').header("etag") == '"1"'
    assert answer(Server="小米".encode()).header("Server") == "小米"
    assert answer(Server=b"caf\xe9").header("Server") == "café"
    assert answer().header("Server") == ""


def test_what_the_archive_keeps_of_it() -> None:
    kept = answer(Server="x").capture()
    assert (kept.url, kept.captured_at, kept.status) == ("http://a.example/", 1000.0, 200)
    assert kept.headers == (("Server", "x"),)
    assert kept.body == b"<p>"


PHONE = SHOUJI_PRODUCTS[0].url
MAP = f"{SHOUJI}sitemap.xml"
LISTED = f"{SHOUJI}a.html"
SITEMAP = f"<urlset><url><loc>{LISTED}</loc></url></urlset>".encode()


def test_what_a_page_tells_machines_is_a_record_beside_the_rule_s(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PHONE) as crawl:
        crawl.visit(PHONE)
        by_rule, by_page = crawl.stored("rule")[PHONE], crawl.stored("json-ld")[PHONE]
        gold = [(pair.attribute, pair.value) for pair in SHOUJI_PRODUCTS[0].gold]
        assert [(value.attribute, value.raw) for value in by_rule.values] == gold
        told = {value.name: value.raw for value in by_page.values}
        assert told["name"] == dict(gold)["手机名"]
        assert {value.rule for value in by_page.values} == {None}


COPY = f"{SHOUJI}p/999999"


def test_a_copy_gives_no_second_record(tmp_path: Path) -> None:
    """Its own word for it: the canonical address, of the same kind as its own."""
    with SmallCrawl(tmp_path, COPY, site={COPY: pocket(PHONE)}) as crawl:
        crawl.visit(COPY)
        assert crawl.stored().keys() == {COPY}, "its original may never be fetched"
        assert PHONE in crawl.states()
        crawl.visit(PHONE)
        assert crawl.stored().keys() == {PHONE}
        reason = f"It says that it is a copy of {PHONE}, which has the record."
        told = select(pages.c.url, pages.c.outcome, pages.c.not_kept, pages.c.reason)
        assert crawl.rows(told.where(pages.c.not_kept.is_not(None))) == [
            (COPY, "copy", "copy", reason)
        ]


def test_a_copy_of_what_is_known_is_not_kept(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PHONE, COPY, site={COPY: pocket(PHONE)}) as crawl:
        crawl.visit(PHONE)
        crawl.visit(COPY)
        assert crawl.stored().keys() == {PHONE}
        with crawl.context.ledger.reading() as conn:
            (site,) = site_reports(conn, "phones")
        assert (site.product_pages, site.coverage) == (1, 1.0), "a copy is no page of its own"
        assert crawl.context.progress.total.not_kept == 1


@pytest.mark.parametrize("reply", [status(404), moved(SHOUJI), html("<p>something else")])
def test_a_copy_is_kept_where_its_original_has_no_record(tmp_path: Path, reply: Reply) -> None:
    with SmallCrawl(tmp_path, COPY, site={COPY: pocket(PHONE), PHONE: reply}) as crawl:
        crawl.visit(COPY)
        crawl.visit(PHONE)
        assert crawl.stored().keys() == {COPY}


def test_a_copy_comes_back_when_its_original_goes(tmp_path: Path) -> None:
    site = {PHONE: lonely(PHONE), COPY: lonely(PHONE)}
    with SmallCrawl(tmp_path, PHONE, COPY, site=site) as crawl:
        crawl.run()
        assert crawl.stored().keys() == {PHONE}
    with SmallCrawl(tmp_path, PHONE, COPY, site=site | {PHONE: status(404)}) as later:
        later.visit(PHONE)
        later.visit(COPY)
        assert later.stored().keys() == {COPY}


def test_two_pages_that_call_each_other_the_original_have_one_record(tmp_path: Path) -> None:
    site = {COPY: lonely(PHONE), PHONE: lonely(PHONE, f'href="{PHONE}"', f'href="{COPY}"')}
    for _ in range(2):
        with SmallCrawl(tmp_path, COPY, PHONE, site=site) as crawl:
            crawl.visit(COPY)
            crawl.visit(PHONE)
            assert crawl.stored().keys() == {COPY}


def test_why_a_page_is_off_topic(tmp_path: Path) -> None:
    fridge = "".join(f"<tr><th>{name}<td>1" for name in ("品牌", "总容积", "能效等级", "制冷方式"))
    page = f"{SHOUJI}fridge"
    site = {page: html(f"<h1>冰箱</h1><table>{fridge}</table>")}
    with SmallCrawl(tmp_path, page, site=site) as crawl:
        crawl.visit(page)
        ((kind, reason),) = crawl.rows(
            select(pages.c.not_kept, pages.c.reason).where(pages.c.url == page)
        )
    assert kind == "off-topic"
    assert "Known: 品牌. Not known: 总容积, 能效等级, 制冷方式." in reason


@pytest.mark.parametrize(
    "canonical", [SHOUJI, "http://www.elsewhere.example/p/1", "", "javascript:"]
)
def test_not_every_canonical_address_is_believed(tmp_path: Path, canonical: str) -> None:
    """Some sites name their home page on every page, some another site."""
    site = {PHONE: lonely(PHONE, f'href="{PHONE}"', f'href="{canonical}"')}
    with SmallCrawl(tmp_path, PHONE, site=site) as crawl:
        crawl.visit(PHONE)
        assert crawl.stored().keys() == {PHONE}


def test_where_a_page_sends_its_readers_is_a_link(tmp_path: Path) -> None:
    refresh = '<meta http-equiv="refresh" content="0; url=/a.html">'
    with SmallCrawl(tmp_path, site={SHOUJI: html(refresh), LISTED: html("")}) as crawl:
        assert crawl.run() == [SHOUJI, LISTED]


SITEMAPS = {
    "as XML": (MAP, Reply(SITEMAP, 200, {"Content-Type": "application/xml"})),
    "as text": (MAP, Reply(SITEMAP, 200, {"Content-Type": "text/plain"})),
    "as bytes": (MAP, Reply(SITEMAP, 200, {"Content-Type": "application/octet-stream"})),
    "packed": (
        f"{MAP}.gz",
        Reply(gzip.compress(SITEMAP), 200, {"Content-Type": "application/x-gzip"}),
    ),
    "a plain list": (
        f"{SHOUJI}sitemap.txt",
        Reply(f"{SHOUJI}b.html\n{LISTED}\n".encode(), 200, {"Content-Type": "text/plain"}),
    ),
}


@pytest.mark.parametrize(("url", "reply"), SITEMAPS.values(), ids=SITEMAPS.keys())
def test_a_sitemap_gives_links(tmp_path: Path, url: str, reply: Reply) -> None:
    with SmallCrawl(tmp_path, url, site={url: reply}) as crawl:
        crawl.visit(url)
        assert LISTED in crawl.states()


def test_an_index_of_sitemaps_gives_sitemaps(tmp_path: Path) -> None:
    index = f"<sitemapindex><sitemap><loc>{MAP}</loc></sitemap></sitemapindex>".encode()
    root = f"{SHOUJI}maps"
    site = {
        root: Reply(index, 200, {"Content-Type": "text/xml"}),
        MAP: Reply(SITEMAP, 200, {"Content-Type": "text/xml"}),
        LISTED: html(""),
    }
    with SmallCrawl(tmp_path, root, site=site) as crawl:
        assert crawl.run() == [root, MAP, LISTED]


def test_the_pocket_web_s_own_sitemap_tells_of_every_page(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, MAP) as crawl:
        crawl.visit(MAP)
        assert crawl.states().keys() == {MAP, *WEB.pages("www.shouji.example")}


SILENT = {
    "picture": Reply(b"GIF89a<a href=/x>", 200, {"Content-Type": "image/gif"}),
    "PDF": Reply(b"%PDF-1.7 <a href=/x>", 200, {"Content-Type": "application/pdf"}),
    "program": Reply(b"\x7fELF\0", 200, {}),
    "packed, but no sitemap": Reply(gzip.compress(SITEMAP), 200, {"Content-Type": "a/gzip"}),
    "nothing": Reply(b"", 204, {}),
}


@pytest.mark.parametrize("reply", SILENT.values(), ids=SILENT.keys())
def test_pictures_and_the_like_say_nothing(tmp_path: Path, reply: Reply) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: reply}) as crawl:
        assert crawl.run() == [SHOUJI]
        assert crawl.states() == {SHOUJI: "done"}
        assert crawl.stored() == {}


def test_a_page_of_a_site_without_rules_is_read_all_the_same(tmp_path: Path) -> None:
    empty = tmp_path / "no-rules"
    empty.mkdir()
    rules = {"SPECSEEK_RULES": str(empty)}
    with SmallCrawl(tmp_path, PRODUCT, variables=rules) as crawl:
        crawl.visit(PRODUCT)
        [record] = crawl.stored().values()
        assert record.source == "rows"
        assert all(value.by == "row" for value in record.values)
        assert len(crawl.states()) > 10


def test_links_are_counted_by_what_their_pages_turned_out_to_be(tmp_path: Path) -> None:
    home = html('<a href="/detail/1">手机参数</a>')
    site = {SHOUJI: home, f"{SHOUJI}detail/1": html("<h1>手机新闻</h1>")}
    with SmallCrawl(tmp_path, SHOUJI, PHONE, site=site | {PHONE: lonely(PHONE)}) as crawl:
        crawl.run()
        groups = dict(crawl.rows(select(links.c.url, links.c.link_group)))
        assert groups[PHONE] == "product"
        assert groups[f"{SHOUJI}detail/1"] == "other"


def test_a_product_page_that_no_rule_reads_stays_one() -> None:
    assert PageReading(outcome="no-match", relevance=0.9).group("product") == "product"
    assert PageReading(outcome="no-match", relevance=0.1).group("product") == "other"
    assert PageReading(outcome="no-match", relevance=0.1).group("list") == "list"


def test_a_page_that_was_read_without_a_rule_is_a_product_s() -> None:
    reading = PageReading(outcome="read", records=(ReadRecord("rows", None, None, ()),))
    assert reading.has_record
    assert reading.group("list") == "product"


WRITTEN_SITEMAP = b"""<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>http://shop.example/p?id=1&amp;c=2</loc><lastmod>2009-01-01</lastmod></url>
<url><loc> http://shop.example/b </loc></url>
<url><loc><![CDATA[http://shop.example/c]]></loc></url>
</urlset>"""
PAGES = ("http://shop.example/p?c=2&id=1", "http://shop.example/b", "http://shop.example/c")


def test_pages_of_a_sitemap() -> None:
    assert sitemap_urls(WRITTEN_SITEMAP) == Sitemap(pages=PAGES)


def test_a_packed_sitemap() -> None:
    assert sitemap_urls(gzip.compress(WRITTEN_SITEMAP)) == Sitemap(pages=PAGES)


def test_an_index_lists_sitemaps() -> None:
    index = b"<sitemapindex><sitemap><loc>http://shop.example/1.xml</loc></sitemap></sitemapindex>"
    assert sitemap_urls(index) == Sitemap(sitemaps=("http://shop.example/1.xml",))


def test_a_plain_list() -> None:
    listed = "\ufeffhttp://shop.example/a\r\nhttp://shop.example/手机\n".encode()
    assert sitemap_urls(listed) == Sitemap(
        pages=("http://shop.example/a", "http://shop.example/%E6%89%8B%E6%9C%BA")
    )


def test_other_texts_list_nothing() -> None:
    assert sitemap_urls(b"<rss><link>http://shop.example/</link></rss>") == Sitemap()
    assert sitemap_urls(b"http://shop.example/ is a shop") == Sitemap()


def test_the_sitemaps_of_the_pocket_web() -> None:
    web = PocketWeb()
    for host in web.sites:
        body = web.fetch(f"http://{host}/sitemap.xml").body
        assert set(sitemap_urls(body).pages) == set(map(canonical_url, web.pages(host)))


def test_only_web_addresses_each_once() -> None:
    body = b"<loc>ftp://a.example/</loc><loc>http://a.example/</loc><loc>http://a.example</loc>"
    assert sitemap_urls(body) == Sitemap(pages=("http://a.example/",))


def test_sitemaps_without_end_are_cut_off() -> None:
    many = b"".join(b"<loc>http://a.example/%d</loc>" % number for number in range(MOST_URLS + 9))
    assert len(sitemap_urls(many).pages) == MOST_URLS


def test_a_bomb_is_unpacked_so_far_and_no_further() -> None:
    bomb = gzip.compress(b"<loc>http://a.example/</loc>" + bytes(2 * MOST_BYTES))
    assert sitemap_urls(bomb) == Sitemap(pages=("http://a.example/",))


def test_entities_that_grow_stay_small() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><loc>http://a.example/&b;</loc>'
    assert len(sitemap_urls(bomb).pages[0]) < 100


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_anything_is_read_without_an_error(body: bytes) -> None:
    for text in (body, b"\x1f\x8b" + body, b"<loc>" + body, gzip.compress(body)):
        assert all(canonical_url(url) == url for url in sitemap_urls(text).pages)
