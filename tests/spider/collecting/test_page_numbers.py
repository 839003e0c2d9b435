from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spider.collecting.page_numbers import further_pages, next_article_page, page_number
from spider.links.page_links import FoundLink

HOST = "http://a.example"


@pytest.mark.parametrize(
    ("first", "other", "number"),
    [
        ("/thread-71-1-1.html", "/thread-71-12-1.html", 12),
        ("/thread-71-1-1.html", "/thread-72-1-1.html", None),
        ("/thread-1-1-1.html", "/thread-1-2-1.html", 2),
        ("/t/71", "/t/71?page=2", 2),
        ("/t/71", "/t/712", None),
        ("/t/71", "/t/72?page=2", None),
        ("/t?id=7", "/t?id=7&start=20", 20),
        ("/t?id=7", "/t?id=71", None),
        ("/t?tid=7", "/t?page=3&tid=7", 3),
        ("/t?page=1&tid=7", "/t?page=3&tid=7", 3),
        ("/news/", "/news/list_2.html", 2),
        ("/news/index.html", "/news/index_2.html", 2),
        ("/news/index.html", "/news/page/2/index.html", 2),
        ("/news/", "/news/20260512/1042.html", None),
        ("/news", "/newspaper2", None),
        ("/list/0", "/list/40", 40),
        ("/c/phones", "/c/cameras?page=2", None),
        ("/t/71", "/t/71", 0),
        ("/t/71", "/t/71?page=99999999999", None),
        ("/t/71", ".2.example/t/71", None),
    ],
)
def test_the_number_in_which_an_address_differs(first: str, other: str, number: int | None) -> None:
    assert page_number(HOST + first, HOST + other) == number


def link(path: str, anchor: str, *, leads_on: bool = False) -> FoundLink:
    return FoundLink(HOST + path, anchor, "div.pages", leads_on=leads_on)


def test_further_pages_are_those_that_look_so_and_are_called_so() -> None:
    links = [
        link("/t/71?page=2", "2"),
        link("/t/71?page=3", "下一页"),
        link("/t/71?page=4", "", leads_on=True),
        link("/t/71?page=9", "只看楼主"),
        link("/t/99?page=2", "2"),
        link("/t/71", "1"),
    ]
    pages = further_pages(HOST + "/t/71", HOST + "/t/71", links)
    assert pages == {HOST + f"/t/71?page={number}": number for number in (2, 3, 4)}


def test_number_one_may_be_the_first_page_or_the_second() -> None:
    first, second = HOST + "/t/71", HOST + "/t/71?page=2"
    for here, anchor, is_further in (
        (first, "1", False),
        (first, "2", True),
        (first, "下一页", True),
        (second, "上一页", False),
    ):
        found = further_pages(first, here, [link("/t/71?page=1", anchor)])
        assert bool(found) is is_further, (here, anchor)
    both = [link("/t/71?page=1", "First"), link("/t/71?page=2", "Next")]
    assert list(further_pages(first, first, both)) == [second]


@given(st.text("ab12/-?&=", max_size=30), st.text("ab12/-?&=", max_size=30))
def test_any_two_addresses_can_be_compared(one: str, other: str) -> None:
    number = page_number(HOST + one, HOST + other)
    assert number is None or number >= 0


@pytest.mark.parametrize(
    ("first", "here", "path", "anchor", "is_next"),
    [
        ("/n/71.html", "/n/71.html", "/n/71_2.html", "2", True),
        ("/n/71.html", "/n/71.html", "/n/71-2.html", "下一页", True),
        ("/n/71", "/n/71", "/n/71/2", "Next", True),
        ("/n/71", "/n/71", "/n/71?page=1", "2", True),
        ("/n/71_1.html", "/n/71_1.html", "/n/71_2.html", "2", True),
        ("/n?id=7&page=1", "/n?id=7&page=1", "/n?id=7&page=2", "2", True),
        ("/n/71.html", "/n/71_2.html", "/n/71_3.html", "下一页", True),
        # Not the one that follows.
        ("/n/71.html", "/n/71.html", "/n/71_3.html", "3", False),
        ("/n/71.html", "/n/71_2.html", "/n/71_2.html", "2", False),
        ("/n/71.html", "/n/71_2.html", "/n/71.html", "上一页", False),
        ("/n/71.html", "/n/71_20.html", "/n/71_21.html", "下一页", False),
        # Another article, pages of comments, another site.
        ("/n/71.html", "/n/71.html", "/n/72.html", "下一页", False),
        ("/n/1", "/n/1", "/n/2", "Next", False),
        ("/n?id=1", "/n?id=1", "/n?id=2", "Next", False),
        ("/n/71", "/n/71", "/n/71?cpage=2", "2", False),
        ("/n/71", "/n/71", "/n/71/comment-page-2/", "2", False),
        ("/n/71", "/n/71", ".2.example/n/71", "2", False),
        ("/n/71.html", "/n/71.html", "/n/71_2.html", "下一篇", False),
    ],
)
def test_the_next_page_of_an_article(
    first: str, here: str, path: str, anchor: str, *, is_next: bool
) -> None:
    links = [link(path, anchor)]
    assert next_article_page(HOST + first, HOST + here, links) == (links[0] if is_next else None)


def test_a_page_may_tell_machines_alone_which_page_is_next() -> None:
    on = link("/n/71_2.html", "", leads_on=True)
    assert next_article_page(HOST + "/n/71.html", HOST + "/n/71.html", [on]) == on
