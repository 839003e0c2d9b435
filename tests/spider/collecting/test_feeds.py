"""Feeds as they are, broken ones, and such as want to do harm."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samples.channel_sites.laowang import LaoWang
from samples.channel_sites.shoujibao import ShoujiBao
from spider.collecting.listed_links import MOST_ENTRIES, feed_links
from tests.effort import effort

URL = "http://a.example/feed"
RSS = """<?xml version="1.0"{encoding}?><rss version="2.0"><channel><title>新闻</title>{items}
</channel></rss>"""
ITEM = "<item><title>{title}</title><link>{link}</link></item>"


def rss(*items: tuple[str, str], encoding: str = "utf-8") -> bytes:
    told = "".join(ITEM.format(title=title, link=link) for title, link in items)
    return RSS.format(items=told, encoding=f' encoding="{encoding}"').encode(encoding)


def addresses(body: bytes, content_type: str = "") -> list[str]:
    return [link.url for link in feed_links(body, URL, content_type)]


def test_rss_in_any_encoding() -> None:
    for encoding in ("utf-8", "gbk"):
        (link,) = feed_links(rss(("新机 &amp; 旧机", "/1.html"), encoding=encoding), URL)
        assert (link.url, link.anchor) == ("http://a.example/1.html", "新机 & 旧机")


def test_atom_and_json_list_the_same() -> None:
    blog = LaoWang()
    pages = [document.page for document in blog.documents()]
    for target in ("/atom.xml", "/feed.json"):
        answer = blog.answer(target)
        assert addresses(answer.body, answer.content_type) == pages
    newest = [document.page for document in ShoujiBao().documents()][:10]
    assert addresses(ShoujiBao().answer("/rss.xml").body) == newest


def test_an_address_comes_once_and_without_what_follows_visitors() -> None:
    body = rss(("a", "/1?utm_source=rss"), ("b", "/1"), ("c", "ftp://a.example/2"), ("d", ""))
    assert addresses(body) == ["http://a.example/1"]


def test_a_guid_stands_for_a_missing_link() -> None:
    item = "<item><guid>http://a.example/7</guid></item>"
    assert addresses(RSS.format(items=item, encoding="").encode()) == ["http://a.example/7"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html><body><a href='/1'>no feed</a></body></html>",
        b"{",
        b"[]",
        b'{"items": 3}',
        b'{"items": [3, {"url": 4}, {"url": "javascript:alert(1)"}]}',
        b'{"a":' * 100_000,
        b"\x00\xff" * 1000,
    ],
    ids=lambda body: repr(body[:12]),
)
def test_what_is_no_feed_lists_nothing(body: bytes) -> None:
    assert addresses(body) == []


def test_a_broken_feed_gives_what_can_be_read() -> None:
    assert addresses(rss(("a", "/1"), ("b & c <", "/2"))[:-20]) == [
        "http://a.example/1",
        "http://a.example/2",
    ]


LAUGHS = (
    '<!DOCTYPE l [<!ENTITY a0 "ha">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    + "]>"
)
A_FILE = '<!DOCTYPE l [<!ENTITY a9 SYSTEM "file:///etc/hostname">]>'


@pytest.mark.parametrize("entities", [LAUGHS, A_FILE], ids=["expands", "reads a file"])
def test_entities_do_no_harm(entities: str) -> None:
    text = rss(("&a9;", "/1")).decode().replace("<rss", entities + "<rss")
    for link in feed_links(text.encode(), URL):
        assert link.anchor in {"", "&a9;"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", [b"<a>", b"<item>", b"&amp", b"<![CDATA[", b"<!--", b"<item a='", b"</a>"], ids=repr
)
def test_a_longer_feed_takes_proportionally_longer(piece: bytes) -> None:
    def parse(times: int) -> float:
        return effort(lambda: feed_links(b"<rss><channel><item>" + piece * times, URL))

    assert parse(40_000) < 12 * parse(10_000) + 40


def test_of_an_endless_feed_the_first_entries_are_taken() -> None:
    feed = {"items": [{"url": f"/{number}"} for number in range(3 * MOST_ENTRIES)]}
    assert len(addresses(json.dumps(feed).encode())) == MOST_ENTRIES


@given(st.text(max_size=60))
def test_any_text_is_a_title(title: str) -> None:
    feed = {"items": [{"url": "/1", "title": title}]}
    assert addresses(json.dumps(feed).encode()) == ["http://a.example/1"]
