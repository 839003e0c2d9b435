from __future__ import annotations

import pytest

from pages.mojibake import is_garbled
from pages.page import Page
from samples.pocket_web import PocketWeb

TEXT = "<html><body><p>" + "诺基亚 N95 手机 参考价格 两千三百五十元 " * 20 + "</p></body></html>"


def page(body: bytes, charset: str) -> Page:
    return Page.read(body, "http://a.example/", f"text/html; charset={charset}")


@pytest.mark.parametrize("encoding", ["utf-8", "gbk", "gb18030"])
def test_pages_that_are_what_they_say(encoding: str) -> None:
    assert not is_garbled(page(TEXT.encode(encoding), encoding))


def test_a_page_in_gbk_that_says_utf_8() -> None:
    assert is_garbled(page(TEXT.encode("gbk"), "utf-8"))


def test_noise_that_says_it_is_text() -> None:
    assert is_garbled(page(b"<p>" + bytes(range(128, 256)) * 10, "utf-8"))


def test_some_stray_bytes_do_no_harm() -> None:
    assert not is_garbled(page(TEXT.encode() + b"\xff \xfe \xe8\xaf", "utf-8"))


def test_no_page_of_the_pocket_web_is_garbled() -> None:
    web = PocketWeb()
    for host in web.sites:
        product = next(web.product_pages(host))
        assert not is_garbled(Page.read(product.body, product.url, product.content_type)), host
