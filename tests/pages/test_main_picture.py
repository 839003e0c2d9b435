from __future__ import annotations

from pages.embedded import embedded_products
from pages.main_picture import MainPicture, main_picture
from pages.media import page_media
from pages.page import Page

URL = "http://www.shop.example/phones/17.html"
HEAD = """<title>Nova 3 Pro - phones - Shop</title><img src="/img/logo.png" width=200 height=80>
<img src="/img/navBannerTop.jpg" width=300 height=250><ul><li>Home<li>Phones</ul>"""


def chosen(source: str, common: str = "") -> MainPicture | None:
    page = Page.read(source.encode(), URL)
    return main_picture(page, page_media(page), embedded_products(page), lambda url: url == common)


def address(source: str, common: str = "") -> str:
    found = chosen(source, common)
    return found.url.removeprefix("http://www.shop.example") if found else ""


def test_embedded_data_names_the_picture() -> None:
    data = '{"@type": "Product", "name": "Nova 3 Pro", "image": ["/p/17.jpg", "/p/18.jpg"]}'
    page = f'{HEAD}<script type="application/ld+json">{data}</script><h1>Nova 3 Pro</h1>'
    assert chosen(page) == MainPicture("http://www.shop.example/p/17.jpg", "json-ld", 0.95)


def test_a_meta_tag_names_the_picture() -> None:
    page = f'<meta property="og:image" content="//img.example/17.jpg">{HEAD}<h1>Nova 3 Pro</h1>'
    assert chosen(page) == MainPicture("http://img.example/17.jpg", "og:image", 0.85)


def test_what_names_a_logo_is_not_believed() -> None:
    told = '<meta property="og:image" content="/static/siteLogo.png">'
    shown = '<h1>Nova 3 Pro</h1><img src="/p/17.jpg" alt="Nova 3 Pro" width=240>'
    assert address(told + HEAD + shown) == "/p/17.jpg"
    drawn = '<meta property="og:image" content="/static/shop.svg">'
    assert address(drawn + HEAD + shown) == "/p/17.jpg"


def test_a_word_of_the_title_may_be_a_name() -> None:
    page = '<title>Icon Pixel 9</title><h1>Icon Pixel 9</h1><img src="/p/icon-pixel-9.jpg">'
    assert address(page) == "/p/icon-pixel-9.jpg"


def test_the_large_picture_near_the_headline_is_the_products() -> None:
    page = f"""{HEAD}<h1>Nova 3 Pro</h1><img src="/p/17.jpg" width=300 height=400>
    <img src="/share-weixin.png"><img src="/stars5.gif" width=75 height=14>"""
    assert address(page) == "/p/17.jpg"


def test_an_address_may_tell_the_size() -> None:
    page = f"""{HEAD}<h1>Nova 3 Pro</h1><img src="/2011_12/50x50/a.jpg"><img src="/2011_12/b.jpg">
    <img src="/2011_12/300x400/c.jpg">"""
    assert address(page) == "/2011_12/300x400/c.jpg"
    alone = '<h1>Nova 3 Pro</h1><img src="/2011_12/b.jpg" alt="Nova 3 Pro">'
    assert address(HEAD + alone) == "/2011_12/b.jpg"


def test_a_text_that_repeats_the_title_is_a_sign() -> None:
    page = f"""{HEAD}<h1>Nova 3 Pro</h1><p>{"<b>x</b>" * 100}
    <img src="/a/1.jpg"><img src="/a/2.jpg" alt="Nova 3 Pro front"><img src="/a/3.jpg">"""
    assert address(page) == "/a/2.jpg"


def test_pictures_of_other_products_are_not_it() -> None:
    others = "".join(
        f'<a href="/phones/{n}.html"><img src="/p/{n}.jpg" alt="Nova {n}" width=120 height=160></a>'
        for n in range(4, 9)
    )
    assert not address(f"{HEAD}<h1>Nova 3 Pro</h1><p>{'<b>x</b>' * 60}{others}")
    own = '<img src="/p/3.jpg" alt="Nova 3 Pro" width=120 height=160>'
    assert address(f"{HEAD}<h1>Nova 3 Pro</h1>{own}{others}") == "/p/3.jpg"


def test_of_a_gallery_the_first_is_taken() -> None:
    views = "".join(f'<img src="/p/3-{n}.jpg" alt="Nova 3 Pro view {n}">' for n in range(1, 8))
    assert address(f"{HEAD}{views}<h1>Nova 3 Pro</h1>") == "/p/3-1.jpg"


def test_what_many_pages_have_is_left_out() -> None:
    page = f"""{HEAD}<h1>Nova 3 Pro</h1><img src="/campaign.jpg" width=300 height=300>
    <img src="/p/17.jpg" width=240 height=320>"""
    assert address(page) == "/campaign.jpg"
    assert address(page, common="http://www.shop.example/campaign.jpg") == "/p/17.jpg"


def test_a_page_without_a_picture_of_its_product_has_none() -> None:
    assert (
        chosen(f'{HEAD}<h1>Nova 3 Pro</h1><img src="/images/noimage.gif" alt="no image">') is None
    )
    assert chosen("") is None


def test_chinese_titles_are_compared_by_characters() -> None:
    page = """<title>诺基亚 N95 参数-样例网</title><td><img src=/t/n95.jpg alt="诺基亚 N95"></td>
    <td><b>诺基亚 N95</b></td>"""
    assert address(page) == "/t/n95.jpg"
