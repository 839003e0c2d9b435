from __future__ import annotations

import gzip

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.urls import canonical_url
from samples.pocket_web import PocketWeb
from spider.links.sitemaps import MOST_BYTES, MOST_URLS, Sitemap, sitemap_urls

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
