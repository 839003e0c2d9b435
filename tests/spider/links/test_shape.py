from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spider.links.shape import coarse, shape_of


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
