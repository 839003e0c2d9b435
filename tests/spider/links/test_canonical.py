from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spider.links import canonical
from spider.links.canonical import canonical_url


@pytest.mark.parametrize(
    ("written", "one_spelling"),
    [
        ("http://Shop.Example", "http://shop.example/"),
        ("http://shop.example:80/a", "http://shop.example/a"),
        ("https://shop.example:443/a", "https://shop.example/a"),
        ("https://shop.example:80/a", "https://shop.example:80/a"),
        ("http://shop.example./a", "http://shop.example/a"),
        ("http://shop.example/a/./b/../c.html#top", "http://shop.example/a/c.html"),
        (
            "http://shop.example/list?page=2&brand=nokia",
            "http://shop.example/list?brand=nokia&page=2",
        ),
        (
            "http://shop.example/p?id=3&utm_source=mail&gclid=x&spm=a1.b2",
            "http://shop.example/p?id=3",
        ),
        ("http://shop.example/p?PHPSESSID=0a1b2c&id=3", "http://shop.example/p?id=3"),
        ("http://shop.example/p.do;jsessionid=8A3F?id=3", "http://shop.example/p.do?id=3"),
        ("http://shop.example/(S(lit3py55t21z5v55vlm25s55))/p.aspx", "http://shop.example/p.aspx"),
        ("http://bbs.example/thread.php?sid=aB3xZ9&tid=7", "http://bbs.example/thread.php?tid=7"),
        ("http://bücher.example/ä", "http://xn--bcher-kva.example/%C3%A4"),
        ("http://shop.example/a b%7ec", "http://shop.example/a%20b~c"),
        (" http://shop.example/a ", "http://shop.example/a"),
    ],
)
def test_every_address_has_one_spelling(written: str, one_spelling: str) -> None:
    assert canonical_url(written) == one_spelling


@pytest.mark.parametrize(
    "meant",
    [
        "http://shop.example/list?cid=12&keyword=nokia&source=2",
        "http://shop.example/shop?sid=12",
        "http://shop.example/search?q=%C4%FA%BA%C3",
        "http://shop.example/list?brand=&page=2",
        "http://shop.example/a//b/",
        "http://shop.example/?product/12.html",
        "http://shop.example/to?url=http://a.example/%3Fb%3D1",
        "http://[::1]/a",
        "http://192.0.2.1:8080/a",
    ],
)
def test_what_may_tell_pages_apart_is_kept(meant: str) -> None:
    assert canonical_url(meant) == meant


def test_parameters_are_written_as_the_page_they_stood_on() -> None:
    assert canonical_url("http://shop.example/s?q=手机", "gbk") == (
        "http://shop.example/s?q=%CA%D6%BB%FA"
    )


@pytest.mark.parametrize(
    "no_address",
    [
        "",
        "mailto:a@shop.example",
        "javascript:void(0)",
        "ftp://shop.example/a",
        "http://user:secret@shop.example/",
        "http:///a",
        "http://shop..example/",
        "http://-shop.example/",
        "http://shop.example:99999/",
        "http://shop.example/a\x00b",
        "http://[::1/",
        "http://shop.example/" + "a" * 2000,
        "http://" + "a." * 200 + "example/",
    ],
)
def test_what_cannot_be_fetched_is_no_address(no_address: str) -> None:
    assert canonical_url(no_address) is None


_URLS = st.builds(
    "{}://{}{}{}".format,
    st.sampled_from(["http", "https", "HTTP"]),
    st.text("ab.-:8@[]ü", max_size=8).map(lambda host: "x" + host),
    st.text(string.ascii_letters + "/.;%~+()= 1é", max_size=20).map(lambda path: "/" + path),
    st.text("abs=&;%+2é#./?", max_size=20).map(lambda query: "?" + query),
)


@settings(max_examples=400, deadline=None)
@given(_URLS)
def test_the_one_spelling_stays(url: str) -> None:
    once = canonical_url(url)
    if once is not None:
        assert canonical_url(once) == once


@settings(max_examples=400, deadline=None)
@given(
    st.text("ab-.", min_size=1, max_size=6),
    st.text("aB1/._~-", max_size=12),
    st.text("aB1._~-=&", max_size=12),
)
def test_the_short_way_gives_what_the_long_way_gives(host: str, path: str, query: str) -> None:
    url = f"http://{host}.example/{path}?{query}"
    assert canonical_url(url) == canonical._by_the_book(url, "utf-8")  # noqa: SLF001 - the way not taken


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_survived(text: str) -> None:
    canonical_url("http://" + text)
    canonical_url(text)
