"""The pocket web's articles and posts, as the ledger will keep them, against their gold."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from channels.page_kinds import PageKind, page_kind
from channels.posts import Post
from pages.page import Page
from samples.pocket_web import PocketWeb
from spider.collecting.documents import (
    LONGEST_TEXT,
    PageOrigin,
    _address_of,
    published_at,
    read_document_page,
)

if TYPE_CHECKING:
    from samples.channel_sites.site import GoldDocument
    from store.documents import NewDocument

WEB = PocketWeb()
FETCHED_AT = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()


def page_at(url: str) -> Page:
    answer = WEB.fetch(url)
    return Page.read(answer.body, url, answer.content_type)


def gold_by_page(host: str) -> dict[str, list[GoldDocument]]:
    pages: defaultdict[str, list[GoldDocument]] = defaultdict(list)
    for document in WEB.channel_sites[host].documents():
        pages[document.page].append(document)
    return pages


def moments(gold: GoldDocument) -> set[float]:
    """When it was written: the pocket web is at +8, told or by its language."""
    if gold.ago:
        return {FETCHED_AT - gold.ago.total_seconds()}
    return {gold.at.replace(tzinfo=ZoneInfo("Asia/Shanghai")).timestamp()}


def squeezed(text: str) -> str:
    return "".join(text.split())


def assert_right(read: NewDocument, gold: GoldDocument) -> None:
    assert read.title == gold.title
    assert read.author == gold.author
    assert squeezed(read.text) == squeezed(gold.text)
    assert read.published_at in moments(gold)


@pytest.mark.parametrize("host", ["www.shoujibao.example", "blog.laowang.example"])
def test_every_article_of_the_pocket_web_is_read_as_its_gold_has_it(host: str) -> None:
    for url, (told,) in gold_by_page(host).items():
        origin = PageOrigin("phones", "news", "article", url, FETCHED_AT)
        reading = read_document_page(page_at(url), origin, page_at)
        (article,) = reading.documents
        assert_right(article, told)
        assert (article.url, article.worth, reading.further) == (url, 1.0, ())


@pytest.mark.parametrize("host", ["www.shoujibao.example", "blog.laowang.example"])
def test_a_list_is_no_article(host: str) -> None:
    site = WEB.channel_sites[host]
    shown = {url for document in site.documents() for url in (document.page, *document.further)}
    lists = [url for url in site.pages if url not in shown and not url.endswith("example/")]
    assert lists
    for url in lists:
        origin = PageOrigin("phones", "news", "article", url, FETCHED_AT)
        reading = read_document_page(page_at(url), origin, page_at)
        assert (reading.outcome, reading.documents, reading.further) == ("list", (), ())


def test_a_short_article_between_many_links_is_no_list() -> None:
    urls = [url for url in WEB.pages("tech.163.example") if "/news/" in url]
    articles = [page_at(url) for url in urls if not url.endswith("/news/")]
    assert any(page_kind([page]) is PageKind.LIST for page in articles), "taken alone"
    for page in articles:
        origin = PageOrigin("phones", "news", "article", page.url, FETCHED_AT)
        assert read_document_page(page, origin).outcome == "ok"


def test_an_article_without_sentences_is_no_list() -> None:
    lines = "<br>".join(f"第{number}行诗写的是手机" for number in range(20))
    body = f"<title>手机之歌</title><h1>手机之歌</h1><p>{lines}</p>"
    origin = PageOrigin("phones", "news", "article", "http://a.example/1", FETCHED_AT)
    page = Page.read(body.encode(), origin.first, "text/html; charset=utf-8")
    assert read_document_page(page, origin).outcome == "ok"


def test_an_article_goes_on_where_its_next_page_is_not_stored() -> None:
    gold = WEB.channel_sites["www.shoujibao.example"].documents()
    told = next(one for one in gold if one.further)
    origin = PageOrigin("phones", "news", "article", told.page, FETCHED_AT)
    second, third = told.further
    stored: dict[str, Page] = {}
    for missing in (second, third, ""):
        reading = read_document_page(page_at(told.page), origin, stored.get)
        assert [link.url for link in reading.further] == [url for url in (missing,) if url]
        (article,) = reading.documents
        assert squeezed(told.text).startswith(squeezed(article.text))
        if missing:
            stored[missing] = page_at(missing)
    assert_right(article, told)


@pytest.mark.parametrize("host", ["bbs.jiyou.example", "club.zhangshang.example"])
def test_every_post_of_the_pocket_web_is_read_as_its_gold_has_it(host: str) -> None:
    """But for the first line of a quote, which tells whose words they are."""
    for url, gold in gold_by_page(host).items():
        origin = PageOrigin("phones", "forum", "thread", gold[0].thread, FETCHED_AT)
        posts = read_document_page(page_at(url), origin).documents
        assert len(posts) == len(gold), url
        for post, told in zip(posts, gold, strict=True):
            assert_right(post, told)
            assert (post.thread, post.number) == (told.thread, told.number)
            assert post.url.startswith(url)
            quotes = zip(post.quotes, told.quotes, strict=True)
            assert all(squeezed(one).endswith(squeezed(other)) for one, other in quotes)


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "http://[", "data:text/html,x", "a" * 3000]
)
def test_a_link_that_is_no_web_address_is_not_kept(link: str) -> None:
    post = Post("name", "", "text", 1, link, (), "text")
    assert _address_of(post, "http://a.example/t/1") == "http://a.example/t/1"


def test_no_document_is_longer_than_people_write() -> None:
    body = "<h1>一台手机</h1><p>" + "屏幕很好，电池也耐用。" * 50_000
    origin = PageOrigin("phones", "news", "article", "http://a.example/1", FETCHED_AT)
    page = Page.read(body.encode(), origin.first, "text/html; charset=utf-8")
    (article,) = read_document_page(page, origin).documents
    assert len(article.text) == LONGEST_TEXT


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("", None),
        ("not a time", None),
        ("1970-01-02", 86_400.0),
        ("1970-01-02T00:00:00", 57_600.0),
        ("1970-01-02T00:00:00+02:00", 79_200.0),
        ("9999-12-31T23:59:59", FETCHED_AT),
    ],
)
def test_times_are_kept_in_seconds(written: str, seconds: float | None) -> None:
    """A day is that day everywhere, a time without a zone is the source's."""
    zone = ZoneInfo("Asia/Shanghai")
    origin = PageOrigin("phones", "news", "article", "http://a.example/1", FETCHED_AT, zone)
    assert published_at(written, origin) == seconds


@pytest.mark.parametrize(
    ("shown", "moment"),
    [
        ("2026-11-18 07:30", datetime(2026, 11, 17, 23, 30, tzinfo=UTC)),
        ("昨天 07:30", datetime(2026, 11, 17, 23, 30, tzinfo=UTC)),
        ("3小时前", datetime(2026, 11, 18, 17, 0, tzinfo=UTC)),
    ],
)
def test_times_of_a_page_are_those_of_its_source(shown: str, moment: datetime) -> None:
    """It is already the 19th there when the page is fetched."""
    text = "<p>这是一段足够长的正文，说的是一台手机用了一个月以后的感受。</p>" * 3
    page = Page.read(f"<h1>一台手机</h1><div>{shown}</div>{text}".encode(), "http://a.example/1")
    fetched_at = datetime(2026, 11, 18, 20, tzinfo=UTC).timestamp()
    zone = ZoneInfo("Asia/Shanghai")
    origin = PageOrigin("phones", "news", "article", page.url, fetched_at, zone)
    (article,) = read_document_page(page, origin).documents
    assert article.published_at == moment.timestamp()


CHINESE = "<p>这是一段足够长的正文，说的是一台手机用了一个月以后的感受。</p>" * 5
ENGLISH = "<p>This is a paragraph that is long enough to be the text of an article.</p>" * 5


@pytest.mark.parametrize(
    ("lang", "text", "hours"),
    [
        ("", CHINESE, -8),
        ("lang=en", CHINESE, -8),
        ("lang='zh-TW'", ENGLISH, -8),
        ("lang=de-AT", ENGLISH, -1),
        ("lang=en", ENGLISH, 0),
        ("", ENGLISH, 0),
        ("lang=ja", CHINESE.replace("的", "の"), 0),
    ],
)
def test_without_a_word_of_the_source_the_language_tells_the_zone(
    lang: str, text: str, hours: int
) -> None:
    body = f"<html {lang}><h1>One phone</h1><div>2026-11-17 09:30</div>{text}"
    page = Page.read(body.encode(), "http://a.example/1", "text/html; charset=utf-8")
    origin = PageOrigin("phones", "news", "article", page.url, FETCHED_AT)
    (article,) = read_document_page(page, origin).documents
    written = datetime(2026, 11, 17, 9, 30, tzinfo=UTC).timestamp()
    assert article.published_at == written + hours * 3600
