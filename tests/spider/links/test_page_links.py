from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import lxml.html
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.urls import BaseAddress, resolved
from evaluation.datasets import DataSetsAbsentError, gsmarena, swde_camera, zol
from pages.encoding import to_text
from pages.page import Page
from spider.links.page_links import FoundLink, OpenContainers, PageLinks, read_links
from tests.effort import effort

if TYPE_CHECKING:
    from collections.abc import Iterator


URL = "http://www.shop.example/phones/list.html"


def links_of(markup: str, url: str = URL) -> PageLinks:
    return read_links(Page.read(markup.encode(), url, "text/html; charset=utf-8"))


def only_link(markup: str) -> FoundLink:
    (link,) = links_of(markup).links
    return link


def urls(markup: str) -> list[str]:
    return [link.url for link in links_of(markup).links]


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("item-3.html", "http://www.shop.example/phones/item-3.html"),
        ("/item-3.html", "http://www.shop.example/item-3.html"),
        ("//m.shop.example/3", "http://m.shop.example/3"),
        ("?page=2", "http://www.shop.example/phones/list.html?page=2"),
        ("../3.html#top", "http://www.shop.example/3.html"),
        ("item.php?a=1&amp;b=2", "http://www.shop.example/phones/item.php?a=1&b=2"),
        ("  /3.html\n", "http://www.shop.example/3.html"),
        ("\\phones\\3.html", "http://www.shop.example/phones/3.html"),
        ("https://other.example", "https://other.example/"),
    ],
)
def test_a_link_means_an_address(href: str, url: str) -> None:
    assert only_link(f'<a href="{href}">x</a>').url == url


@pytest.mark.parametrize(
    "href",
    ["", "#top", "javascript:void(0)", "mailto:a@b.example", "tel:110", "a.jpg", "/b.ZIP?x=1",
     "ftp://a.example/", "http://[broken/", "data:text/html,x"],
)  # fmt: skip
def test_what_is_no_page_to_open_is_no_link(href: str) -> None:
    assert urls(f'<a href="{href}">x</a>') == []


def test_the_anchor_is_what_a_reader_sees() -> None:
    assert only_link('<a href="3"><b>Nokia</b>\n <i>N&amp;95</i></a> more').anchor == "Nokia N&95"


def test_pictures_and_titles_speak_where_the_text_does_not() -> None:
    assert only_link('<a href="3"><img src=a.png alt="Nokia N95"></a>').anchor == "Nokia N95"
    assert only_link('<a href="3" title="Nokia N95 8GB"> </a>').anchor == "Nokia N95 8GB"
    assert only_link('<a href="3" title="诺基亚 N95 手机">诺基亚…</a>').anchor == "诺基亚 N95 手机"


def test_each_address_comes_once_with_its_most_telling_anchor() -> None:
    markup = (
        '<a href="3"><img src=a.png></a> <h3><a href="3">Nokia N95</a></h3> <a href="3">more</a>'
    )
    assert only_link(markup).anchor == "Nokia N95"


def test_the_place_is_the_same_for_all_links_of_a_list() -> None:
    markup = """<div id="nav7"><a href="1">a</a></div>
        <ul class="plist x"><li><a href="2">b</a><span class=price>3</span>
        <li><a href="3">c</a></li></ul><td><a href="4">d</a>"""
    places = [link.place for link in links_of(markup).links]
    assert places == ["div#nav#", "ul.plist>li", "ul.plist>li", "td"]


def test_pages_in_frames_and_maps_are_links_too() -> None:
    markup = '<area href="1" alt="Map"><frame src="2"><iframe src="3"></iframe>'
    assert [link.url[-1] for link in links_of(markup).links] == ["1", "2", "3"]
    assert links_of(markup).links[0].anchor == "Map"


def test_what_asks_not_to_be_followed_is_marked() -> None:
    assert only_link('<a rel="external nofollow" href="3">x</a>').nofollow
    assert not links_of('<meta name="robots" content="noindex,nofollow"><a href="3">x</a>').follow


def test_next_pages_are_known_by_the_head_and_by_the_link() -> None:
    found = links_of(
        '<link rel="next" href="?p=3"><a href="?p=3">3</a><a rel=prev href="?p=1">1</a>'
    )
    assert [(link.anchor, link.leads_on) for link in found.links] == [("3", True), ("1", True)]


def test_what_the_page_says_of_itself() -> None:
    found = links_of(
        "<title>Nokia &amp; more</title><meta name=description content='All  phones'>"
        "<h1>Nokia <b>phones</b></h1><h2>New</h2>"
        "<meta http-equiv=refresh content='3; url=/new/'>"
    )
    assert found.title == "Nokia & more"
    assert found.description == "All phones"
    assert found.headings == ("Nokia phones", "New")
    assert found.refresh == "http://www.shop.example/new/"


def test_a_page_that_only_reloads_leads_nowhere() -> None:
    assert links_of('<meta http-equiv="refresh" content="0">').refresh == ""


def test_style_sheets_for_the_screen_are_told_and_are_no_links() -> None:
    found = links_of("""<link rel=stylesheet href=/a.css?v=2><LINK REL="StyleSheet" href="b.css">
        <link rel=stylesheet href=/p.css media=print><link rel=stylesheet href=/a.css?v=2>
        <link rel="alternate stylesheet" href=/c.css><link rel=stylesheet><link rel=icon href=/i>
        <base href=/deep/><link rel=stylesheet href=c.css media="screen, print">""")
    site = "http://www.shop.example/"
    assert found.sheets == (f"{site}a.css?v=2", f"{site}phones/b.css", f"{site}deep/c.css")
    assert found.links == ()


def test_relative_links_start_at_the_base_if_it_is_a_web_address() -> None:
    assert urls('<base href="/b/"><a href="3">x</a>') == ["http://www.shop.example/b/3"]
    assert urls('<base href="file:///etc/"><a href="3">x</a>') == [
        "http://www.shop.example/phones/3"
    ]


def test_links_in_comments_and_scripts_are_none() -> None:
    assert urls('<!-- <a href="1">x</a> --><script>"<a href=2>"</script><a href=3>y</a>') == [
        "http://www.shop.example/phones/3"
    ]


def test_addresses_are_written_in_the_encoding_of_the_page() -> None:
    page = Page.read('<a href="s?q=手机">手机</a>'.encode("gbk"), URL, "text/html; charset=gbk")
    (link,) = read_links(page).links
    assert (link.url[-14:], link.anchor) == ("q=%CA%D6%BB%FA", "手机")


@pytest.mark.parametrize(
    "markup",
    [
        "<a href=/{}>x</a>" * 100_000,
        '<a href="' + "a" * 1_000_000 + '">x</a>',
        "<div class=x>" * 200_000 + "<a href=1>x",
        "<a href=1>" + "x</b>" * 200_000,
        "<h1>" * 100_000,
        "<div><ul>" * 50_000 + "</div></ul>" * 50_000,
        "<a href=1 " + "a=1 " * 200_000 + ">x</a>",
        "<a href='" * 50_000,
        "<img alt=x>" * 100_000,
    ],
)
def test_hostile_pages_take_little_time(markup: str) -> None:
    written = markup.replace("{}", "p")
    assert len(links_of(written).links) <= 2000
    assert effort(lambda: links_of(written)) < 1000


def test_there_is_an_end_to_the_links_of_a_page() -> None:
    markup = "".join(f"<a href=/{n}>x</a>" for n in range(5000))
    assert len(links_of(markup).links) == 2000


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="<>/a hrefli='\"\n=&;#ü汉", max_size=120))
def test_any_markup_is_survived(markup: str) -> None:
    for link in links_of(markup).links:
        assert link.url.startswith("http")
        assert len(link.anchor) <= 200


def test_the_innermost_name_and_the_innermost_element_tell_where() -> None:
    places = OpenContainers()
    assert places.here == "page"
    places.open("div", b' id="goods12">')
    places.open("ul", b">")
    places.open("li", b">")
    assert places.here == "div#goods#>li"
    places.close("li")
    places.close("ul")
    assert places.here == "div#goods#"


def test_a_class_tells_more_than_an_id() -> None:
    places = OpenContainers()
    places.open("ul", b' id="u1" class="plist hot">')
    assert places.here == "ul.plist"


def test_items_without_end_tags_end_each_other() -> None:
    places = OpenContainers()
    places.open("ul", b' class="plist">')
    for _ in range(100):
        places.open("li", b">")
    places.close("ul")
    assert places.here == "page"


def test_an_end_tag_closes_what_is_open_inside() -> None:
    places = OpenContainers()
    places.open("div", b" class=a>")
    places.open("table", b">")
    places.open("td", b">")
    places.close("div")
    assert places.here == "page"


def test_end_tags_that_close_nothing_are_ignored() -> None:
    places = OpenContainers()
    places.open("div", b" class=a>")
    places.close("table")
    assert places.here == "div.a"


# On real pages the links are those a tree of the page has.


_PATHS = "//a/@href | //area/@href | //frame/@src | //iframe/@src"


def real_pages() -> Iterator[Page]:
    bodies = (
        *(page.body for page in islice(gsmarena(), 0, None, 40)),
        *(page.body for page in islice(swde_camera(), 0, None, 20)),
        zol().body,
    )
    for body in bodies:
        yield Page.read(body, "http://www.shop.example/folder/page.html")


def links_of_tree(page: Page) -> set[str | None]:
    parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
    tree = lxml.html.fromstring(to_text(page.body, page.encoding).encode(), parser=parser)
    base = BaseAddress.of(page.url, page.encoding)
    for href in tree.xpath("//base/@href")[:1]:
        base = BaseAddress.of(resolved(href, base) or page.url, page.encoding)
    return {resolved(href, base) for href in tree.xpath(_PATHS)} - {None}


def test_links_are_those_of_the_tree() -> None:
    try:
        pages = list(real_pages())
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    for page in pages:
        found = {link.url for link in read_links(page).links if link.place != "head"}
        assert found == links_of_tree(page)
