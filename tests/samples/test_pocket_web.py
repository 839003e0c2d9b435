"""The pocket web as a whole: every link leads somewhere, every page can be read."""

import re
from contextlib import suppress
from functools import cache
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis.strategies import sampled_from, text

from pages.encoding import encoding_of
from pages.page import Page
from pages.sequence import tag_sequence
from samples.catalogue import naming
from samples.page_parts import OFF_SITE
from samples.pocket_web import ALL_SITES, SIX_HOSTS, PocketWeb, UnknownHostError
from samples.response import Response

WEB = PocketWeb(ALL_SITES)
HOSTS = list(WEB.sites)
PAGE_COUNTS = {
    "www.pcpop.example": 86,
    "product.pconline.example": 110,
    "mobile.21cn.example": 104,
    "tech.163.example": 103,
    "digi.sohu.example": 112,
    "detail.zol.example": 80,
    "mobile.zol.example": 20,
    "www.shouji.example": 20,
    "m.tongxun.example": 20,
    "item.shangcheng.example": 20,
    "www.bildschirmwelt.example": 44,
    "www.monitorkatalog.example": 44,
    "www.screenshop.example": 40,
}


class Links(HTMLParser):
    """Every address a page mentions in `href` or `src`."""

    def __init__(self, base: str, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._base = base
        self.feed(text)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"href", "src"} and value:
                url = urldefrag(urljoin(self._base, value)).url
                if url.startswith("http"):
                    self.found.add(url)


@cache
def fetch(url: str) -> Response:
    return WEB.fetch(url)


def text_of(response: Response) -> str:
    """Read strictly: a byte that does not fit its page's encoding fails the test."""
    return response.body.decode(encoding_of(response.body, response.content_type))


@cache
def links_on(url: str) -> frozenset[str]:
    response = fetch(url)
    if not response.content_type.startswith("text/html"):
        return frozenset()
    return frozenset(Links(url, text_of(response)).found)


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def is_calendar(url: str) -> bool:
    return "/calendar/" in url


@pytest.mark.parametrize(("host", "count"), PAGE_COUNTS.items())
def test_sites_have_as_many_product_pages_as_published(host: str, count: int) -> None:
    pages = list(WEB.product_pages(host))
    assert len({page.url for page in pages}) == len(pages) == count
    assert all(page.gold for page in pages)


def test_the_six_published_sites_have_595_product_pages() -> None:
    assert sum(PAGE_COUNTS[host] for host in SIX_HOSTS) == 595
    assert list(PAGE_COUNTS) == HOSTS


@pytest.mark.parametrize(
    "host",
    [*HOSTS[1:2], *(pytest.param(host, marks=pytest.mark.slow) for host in (HOSTS[0], *HOSTS[2:]))],
)
def test_every_link_leads_somewhere(host: str) -> None:
    pages = WEB.pages(host)
    assert {fetch(url).status for url in pages} == {200}
    linked = {
        link for url in pages for link in links_on(url) if urlsplit(link).hostname not in OFF_SITE
    }
    assert [link for link in linked if fetch(link).status != 200] == []


@pytest.mark.parametrize(
    "host", [*HOSTS[-4:], *(pytest.param(host, marks=pytest.mark.slow) for host in HOSTS[:-4])]
)
def test_every_page_can_be_reached_from_the_home_page(host: str) -> None:
    seen: set[str] = set()
    waiting = {f"http://{host}/"}
    while waiting:
        url = waiting.pop()
        seen.add(url)
        inside = {
            re.sub(r"[?&]utm_source=.*", "", link)
            for link in links_on(url)
            if urlsplit(link).hostname == host and not is_calendar(link)
        }
        waiting |= inside - seen
    assert seen >= set(WEB.pages(host))


@pytest.mark.parametrize("host", HOSTS)
def test_gold_belongs_to_the_page_that_is_served(host: str) -> None:
    for page in WEB.product_pages(host):
        served = WEB.fetch(page.url)
        assert (served.status, served.body) == (200, page.body)
        assert served.content_type == page.content_type


@pytest.mark.parametrize("host", HOSTS)
def test_the_gold_stands_on_the_page(host: str) -> None:
    name = naming(WEB.sites[host].topic).name
    for page in WEB.product_pages(host):
        read = Page.read(page.body, page.url, page.content_type)
        text = letters("".join(tag_sequence(read).contents))
        assert any(pair.attribute == name for pair in page.gold)
        for pair in page.gold:
            assert letters(pair.name) in text
            assert letters(pair.value) in text


@pytest.mark.parametrize("host", HOSTS)
def test_pages_are_the_same_every_time(host: str) -> None:
    again = PocketWeb(ALL_SITES)
    assert again.pages(host) == WEB.pages(host)
    assert all(again.fetch(url) == fetch(url) for url in WEB.pages(host))


@pytest.mark.parametrize("host", HOSTS)
def test_the_calendar_never_ends_and_robots_are_asked_to_stay_away(host: str) -> None:
    assert b"Disallow: /calendar/\n" in WEB.fetch(f"http://{host}/robots.txt").body
    url = f"http://{host}/calendar/2009-12/"
    assert links_on(url) >= {
        f"http://{host}/calendar/2009-11/",
        f"http://{host}/calendar/2010-01/",
    }
    assert WEB.fetch(f"http://{host}/calendar/2999-01/").status == 200


@pytest.mark.parametrize("host", HOSTS)
def test_the_site_map_lists_every_page(host: str) -> None:
    tree = ET.fromstring(WEB.fetch(f"http://{host}/sitemap.xml").body)  # noqa: S314 - ours
    assert [node.text for node in tree.findall("{*}url/{*}loc")] == WEB.pages(host)


def test_encodings_are_as_varied_as_in_life() -> None:
    declared = {
        encoding.lower()
        for host in HOSTS
        for response in map(fetch, WEB.pages(host))
        for encoding in re.findall(rb"(?i)<meta[^>]*charset=\"?([\w-]+)", response.body)
    }
    assert declared == {b"gb2312", b"gbk", b"big5", b"utf-8", b"iso-8859-1"}
    headers = {site.content_type for site in WEB.sites.values()}
    assert headers >= {"text/html", "text/html; charset=gb2312", "text/html; charset=GBK"}


def test_tracking_parameters_change_nothing() -> None:
    page = next(WEB.product_pages("mobile.21cn.example"))
    tracked = f"{page.url}&utm_source=similar&spm=a2.1"
    assert WEB.fetch(tracked).body == page.body


def test_a_bare_domain_leads_to_the_site() -> None:
    response = WEB.fetch("http://pcpop.example/about.html")
    assert (response.status, response.location) == (301, "http://www.pcpop.example/about.html")


def test_an_unknown_page_is_not_found() -> None:
    assert WEB.fetch("http://www.pcpop.example/no/such/page").status == 404


def test_an_unknown_host_is_an_error_that_names_the_hosts_there_are() -> None:
    with pytest.raises(UnknownHostError, match=r"no host 'www\.unknown\.example'; it has .*pcpop"):
        WEB.fetch("http://www.unknown.example/")


@settings(max_examples=200, deadline=None)
@given(text(), sampled_from(["", "http://", *(f"http://{host}/" for host in HOSTS)]))
def test_any_address_is_answered_or_names_an_unknown_host(address: str, start: str) -> None:
    with suppress(UnknownHostError):
        assert WEB.fetch(start + address).status in {200, 301, 404}


def test_a_news_page_of_163_stands_in_the_tags_of_a_product() -> None:
    paragraphs = rb"</h3>(<p>[^<]*</p>){5}<div"
    news = [url for url in WEB.pages("tech.163.example") if "/news/" in url]
    assert any(re.search(paragraphs, WEB.fetch(url).body) for url in news)
