"""Addresses have one spelling each, and a shape."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import urls
from core.urls import canonical_url, coarse, is_idle, shape_of, without_session


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
    assert canonical_url(url) == urls._canonicalized(url, "utf-8")  # noqa: SLF001 - the way not taken


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_survived(text: str) -> None:
    canonical_url("http://" + text)
    canonical_url(text)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("utm_source", "mail"), ("gclid", "x"), ("fbclid", "x"), ("spm", "a1.b2"),
        ("PHPSESSID", "a"), ("sid", "aB3xZ9"), ("s", "0123456789abcdef0123456789abcdef"),
    ],
)  # fmt: skip
def test_trackers_and_sessions_choose_no_page(name: str, value: str) -> None:
    assert is_idle(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", "3"), ("cid", "12"), ("sid", "12"), ("uid", "7"), ("keyword", "nokia"),
        ("source", "2"), ("game", "1"), ("s", "nokia"), ("session", "3"), ("page", "2"),
    ],
)  # fmt: skip
def test_what_may_choose_a_page_is_kept(name: str, value: str) -> None:
    assert not is_idle(name, value)


def test_sessions_in_paths() -> None:
    assert without_session("/a;jsessionid=8F/b;v=1") == "/a/b;v=1"
    assert without_session("/item(2)/") == "/item(2)/"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a.example/p/123.html", "http://a.example/p/9.html"),
        ("http://a.example/apple_iphone_x-8858.php", "http://a.example/nokia_n95_8gb-2.php"),
        ("http://a.example/detail.php?id=3&mod=view", "http://a.example/detail.php?id=44&mod=view"),
        ("http://a.example/dp/B0035FZJKI", "http://a.example/dp/B01N5IB20Q"),
        (
            "http://a.example/%E6%89%8B%E6%9C%BA/1.html",
            "http://a.example/%E8%AF%BA%E5%9F%BA/2.html",
        ),
        ("http://a.example/s?sort=up&sort=down", "http://a.example/s?sort=up&sort=up&sort=down"),
    ],
)
def test_addresses_of_one_kind_have_one_shape(one: str, other: str) -> None:
    assert shape_of(one) == shape_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a.example/p/123.html", "http://a.example/p/123.shtml"),
        ("http://a.example/detail.php?id=3&mod=view", "http://a.example/detail.php?id=3&mod=list"),
        ("http://bbs.a.example/7.html", "http://www.a.example/7.html"),
        ("http://a.example/plum-phones-72.php", "http://a.example/google_pixel_5-10386.php"),
        ("http://a.example/news/7.html", "http://a.example/item/7.html"),
        ("http://a.example/list/", "http://a.example/list/2/"),
    ],
)
def test_addresses_of_different_kinds_have_different_shapes(one: str, other: str) -> None:
    assert shape_of(one) != shape_of(other)


def test_names_are_left_out_of_coarse_shapes() -> None:
    assert coarse(shape_of("http://a.example/nokia/")) == coarse(shape_of("http://a.example/lg/"))
    assert coarse("bbs:/thread-#.html") == "h:/a-#.html"


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300))
def test_any_address_has_a_short_shape_in_one_word(rest: str) -> None:
    shape = shape_of("http://a.example/" + "".join(rest.split()))
    assert len(shape) <= 100
    assert " @" not in shape
    assert coarse(shape) is not None
