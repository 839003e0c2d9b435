"""The pocket web's news, blog and forums: every link leads somewhere, gold stands on its page."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest

from core.settings import SHIPPED_SOURCES
from core.sources import load_sources
from samples.channel_sites.jiyou import JiYou
from samples.channel_sites.laowang import LaoWang
from samples.channel_sites.shoujibao import ShoujiBao
from samples.channel_sites.zhangshang import ZhangShang
from samples.pocket_web import PocketWeb

WEB = PocketWeb()
HOSTS = list(WEB.channel_sites)
# Behind these a real site has members and forms; the pocket web's readers need none.
WITHOUT_PAGES = re.compile(r"/(?:space-uid-|u/|login|reg|archiver)|\?authorid=")


def text_of(url: str) -> str:
    """Read strictly: a byte that does not fit its site's encoding fails the test."""
    site = WEB.channel_sites[urlsplit(url).netloc]
    return WEB.fetch(url).body.decode(site.codec)


def words_of(page: str) -> str:
    shown = re.sub(r"<br />\n|</p><p>|</li><li>|<[^>]*>", "", page)
    return re.sub(r"\s+", "", unescape(shown))


@pytest.mark.parametrize("host", HOSTS)
def test_every_link_on_a_page_leads_to_a_page(host: str) -> None:
    site = WEB.channel_sites[host]
    for url in site.pages:
        for href in re.findall(r'<a\b[^>]*?href="([^"#]+)', text_of(url)):
            target = urldefrag(urljoin(url, unescape(href))).url
            if urlsplit(target).netloc == host and not WITHOUT_PAGES.search(target):
                assert WEB.fetch(target).status == 200, (url, target)


@pytest.mark.parametrize("host", HOSTS)
def test_what_gold_tells_stands_on_its_page(host: str) -> None:
    site = WEB.channel_sites[host]
    pages = {url: words_of(text_of(url)) for url in site.pages}
    for document in site.documents():
        shown = "".join(pages[url] for url in (document.page, *document.further))
        for text in (document.title, document.author, *document.text.split("\n"), *document.quotes):
            assert "".join(text.split()) in shown, (document.page, text)


def test_pages_are_the_same_every_time() -> None:
    again = PocketWeb()
    for host, site in WEB.channel_sites.items():
        assert all(WEB.fetch(url) == again.fetch(url) for url in site.pages), host


@pytest.mark.parametrize(
    ("host", "pages", "documents"),
    [
        ("www.shoujibao.example", 61, 48),
        ("blog.laowang.example", 14, 12),
        ("bbs.jiyou.example", 39, 235),
        ("club.zhangshang.example", 30, 166),
    ],
)
def test_how_much_there_is(host: str, pages: int, documents: int) -> None:
    site = WEB.channel_sites[host]
    assert (len(site.pages), len(list(site.documents()))) == (pages, documents)


def test_threads_have_what_threads_have() -> None:
    posts = [*JiYou().documents(), *ZhangShang().documents()]
    assert sum(post.low for post in posts) > 50
    assert sum(bool(post.quotes) for post in posts) > 50
    assert sum(post.ago is not None for post in posts) > 10
    assert len({post.page for post in posts}) > len({post.thread for post in posts})
    assert any(post.number == 1 and post.text.isascii() for post in posts)


def test_a_story_that_is_not_published_yet_is_nowhere() -> None:
    before, now = ShoujiBao(unpublished=1), ShoujiBao()
    (new,) = {one.page for one in now.documents()} - {one.page for one in before.documents()}
    assert before.answer(urlsplit(new).path).status == 404
    assert new.encode() in now.answer("/rss.xml").body
    assert new.encode() not in before.answer("/rss.xml").body
    assert len(list(LaoWang(unpublished=2).documents())) == 10


def test_a_post_that_is_not_written_yet_is_nowhere() -> None:
    before, now = list(JiYou(unwritten=3).documents()), list(JiYou().documents())
    assert len(now) - len(before) == 6, "three of the longest thread of each board"


def test_searching_finds_titles() -> None:
    page = ShoujiBao().answer("/search?q=%E8%AF%84%E6%B5%8B").body.decode()
    assert page.count("/news/20") > 10
    assert "找到 0 条" in ShoujiBao().answer("/search").body.decode()


def test_the_sources_that_come_with_specseek_are_there() -> None:
    sources = load_sources(SHIPPED_SOURCES, "phones").sources
    for source in sources:
        assert all(WEB.fetch(url).status == 200 for url in source.start_addresses()), source.name
    assert {urlsplit(source.address).netloc for source in sources} == set(HOSTS)
