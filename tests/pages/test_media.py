from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.media import MOST_PICTURES, MediaLink, page_media
from pages.nesting import outline
from pages.page import Page
from tests.effort import effort

URL = "http://www.shop.example/phones/17.html"


def media(source: str) -> object:
    return page_media(Page.read(source.encode(), URL))


def addresses(source: str) -> list[str]:
    return [picture.url for picture in page_media(Page.read(source.encode(), URL)).pictures]


@pytest.mark.parametrize(
    ("tag", "address"),
    [
        ('<img src="17.jpg">', "http://www.shop.example/phones/17.jpg"),
        ("<IMG SRC=/pic/17.jpg border=0>", "http://www.shop.example/pic/17.jpg"),
        ('<img src="//img.shop.example/17.jpg">', "http://img.shop.example/17.jpg"),
        (
            '<img src="data:image/gif;base64,R0l" data-src="/17.jpg">',
            "http://www.shop.example/17.jpg",
        ),
        ('<img src="/wait.gif" data-original="/17.jpg">', "http://www.shop.example/17.jpg"),
        (
            '<img src="/s.jpg" srcset="/s.jpg 200w, /l.jpg 1200w, /m.jpg 600w">',
            "http://www.shop.example/l.jpg",
        ),
        ('<img srcset="/a.jpg, /b.jpg 2x">', "http://www.shop.example/b.jpg"),
        ('<img data-src="{{ url }}" src="/17.jpg">', "http://www.shop.example/17.jpg"),
        ('<base href="http://cdn.example/x/"><img src="17.jpg">', "http://cdn.example/x/17.jpg"),
    ],
)
def test_pictures_are_found_wherever_sites_keep_their_address(tag: str, address: str) -> None:
    assert addresses(tag) == [address]


@pytest.mark.parametrize(
    "tag",
    [
        '<img src="">',
        '<img src="false">',
        '<img src="data:image/png;base64,AAAA">',
        '<img src="javascript:alert(1).jpg">',
        '<img src="file:///etc/passwd.jpg">',
        '<img src="http://user:word@shop.example/a.jpg">',
        '<script>write("<img src=/a.jpg>")</script>',
        "<!-- <img src=/a.jpg> -->",
    ],
)
def test_other_addresses_are_none(tag: str) -> None:
    assert addresses(tag) == []


def test_a_picture_tells_size_text_and_where_it_leads() -> None:
    (picture,) = page_media(
        Page.read(
            b'<h1>Nova 3</h1><a href="/big/3"><img src=/3.jpg width="240" style="height:320px" '
            b'alt="Nova 3" class="photo" id=main></a><img>',
            URL,
        )
    ).pictures
    assert (picture.width, picture.height, picture.alt) == (240, 320, "Nova 3")
    assert (picture.words, picture.link) == ("main photo", "http://www.shop.example/big/3")
    assert picture.order == 3


def test_titles_and_the_headline_are_where_the_product_is_named() -> None:
    found = page_media(
        Page.read(
            b"<title>Nova 3 - Shop</title><h1><img src=/logo.png></h1><p>"
            b"<h1><span>Nova 3</span></h1><p>x",
            URL,
        )
    )
    assert (found.title, found.headline, found.heading) == ("Nova 3 - Shop", "Nova 3", 5)


def test_without_a_headline_the_beginning_of_the_title_is_looked_for() -> None:
    found = page_media(
        Page.read("<title>诺基亚 N95 参数</title><td>手机<td><b>诺基亚 N95</b>".encode(), URL)
    )
    assert (found.headline, found.heading) == ("诺基亚 N95", 4)


def test_meta_tags_name_pictures() -> None:
    found = page_media(
        Page.read(
            b'<meta property="og:image" content="/17.jpg"><meta name=viewport content="image">'
            b'<link rel="image_src" href="/18.jpg"><meta itemprop=image content=/19.jpg>',
            URL,
        )
    )
    assert found.told == (
        ("og:image", "http://www.shop.example/17.jpg"),
        ("image_src", "http://www.shop.example/18.jpg"),
        ("image", "http://www.shop.example/19.jpg"),
    )


def test_videos_and_manuals_are_links_with_titles() -> None:
    found = page_media(
        Page.read(
            """<a href="/files/nova3.pdf"><span>用户手册</span></a><a href=/terms.pdf>Terms</a>
            <a href="/d/4.pdf" title="Data sheet"><img src=/pdf.png></a>
            <iframe src="https://www.youtube.com/embed/abc" title="Hands on"></iframe>
            <iframe src="https://ads.example/frame"></iframe><video><source src="/v/3.mp4"></video>
            <a href="javascript:x.pdf">manual</a>""".encode(),
            URL,
        )
    )
    assert found.links == (
        MediaLink("manual", "http://www.shop.example/files/nova3.pdf", "用户手册"),
        MediaLink("manual", "http://www.shop.example/d/4.pdf", "Data sheet"),
        MediaLink("video", "https://www.youtube.com/embed/abc", "Hands on"),
        MediaLink("video", "http://www.shop.example/v/3.mp4", ""),
    )


def test_of_very_many_only_the_first_are_kept() -> None:
    many = "".join(f'<img src="/{n}.jpg"><a href=/{n}.pdf>manual</a>' for n in range(5_000))
    found = page_media(Page.read(many.encode(), URL))
    assert len(found.pictures) == MOST_PICTURES
    assert len(found.links) == 5


@pytest.mark.parametrize(
    "page",
    [
        "<a href=/18.html " + "x=1 " * 20_000 + ">" + "<img src=/17.jpg>" * 1_000,
        "<a href=/18.pdf " + "x=1 " * 20_000 + ">" + "<b>manual</b>" * 10_000,
        "<img src=17>" * 10_000,
        "<img src=/17.jpg style='" + "display " * 50_000 + "'>",
        "<img srcset='" + "/17.jpg 2x, " * 50_000 + "'>",
        "<h1>" * 10_000 + "<a>" * 10_000,
    ],
)
def test_hostile_pages_take_little_time(page: str) -> None:
    assert effort(lambda: media(page)) < 100


def test_pictures_have_the_numbers_of_their_elements() -> None:
    page = Page.read(
        b"<!doctype html><!-- <img src=/0.jpg> --><title><b></title><script>'<p>'</script>"
        b"<table><tr><td><img src=/1.jpg></table><textarea><img></textarea><IMG SRC=/2.jpg>",
        URL,
    )
    tags = outline(page).tags
    assert [tags[picture.order] for picture in page_media(page).pictures] == ["img", "img"]


@given(st.text(alphabet="<>/ \"'=aimgsrcset,.h1123:;\\&#x", max_size=300))
def test_media_of_any_page_can_be_read(source: str) -> None:
    assert media(source)
