"""What one answer says, whatever it is."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from core.records import ReadRecord
from spider.crawl.page_reading import PageReading
from store.schema import links
from tests.spider.crawl.small_crawl import SHOUJI, WEB, Reply, SmallCrawl, html, pocket
from tests.spider.crawl.small_pages import PRODUCT, SHOUJI_PRODUCTS, lonely

if TYPE_CHECKING:
    from pathlib import Path

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


def test_a_copy_gives_no_second_record(tmp_path: Path) -> None:
    """Its own word for it: the canonical address, of the same kind as its own."""
    copy = f"{SHOUJI}p/999999"
    with SmallCrawl(tmp_path, copy, site={copy: pocket(PHONE)}) as crawl:
        crawl.visit(copy)
        assert crawl.stored() == {}
        assert PHONE in crawl.states()
        crawl.visit(PHONE)
        assert crawl.stored().keys() == {PHONE}


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
    rules = {"SPECSEEK_RULES": str(tmp_path / "no-rules")}
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
