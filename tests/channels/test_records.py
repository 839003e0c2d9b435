"""A small forum as in the published figures: a list of threads, and threads."""

from __future__ import annotations

from datetime import datetime

import pytest

from channels.dates import TimeReader
from channels.records import (
    SiteMap,
    data_regions,
    is_similar,
    main_records,
    read_records,
    record_like,
    record_shape,
)
from pages.dom import Tree
from pages.page import Page
from tests.effort import effort

HOST = "http://bbs.example"
READER = TimeReader(datetime(2010, 6, 1))  # noqa: DTZ001
NAVIGATION = "<div><a href=/>论坛首页</a> <a href=/help.html>帮助</a></div>"


def page(path: str, body: str) -> Page:
    return Page.read(f"<html><body>{NAVIGATION}{body}</body></html>".encode(), HOST + path)


def list_page(number: int, threads: int = 20) -> Page:
    rows = "".join(
        f"<tr><td><img src=t.gif></td><td><a href=/thread-{n}.html>第{n}个帖子</a></td>"
        f"<td><a href=/space-uid-{n}.html>会员{n}</a></td><td>{n}</td></tr>"
        for n in range(number * 100, number * 100 + threads)
    )
    return page(f"/forum-{number}.html", f"<table class=list><tbody>{rows}</tbody></table>")


def thread_page(number: int, posts: int) -> Page:
    tables = "".join(
        f"<table><tr><td><a href=/space-uid-{n}.html>会员{n}</a><br>注册 2008-0{9 - n}-01</td>"
        f"<td><div>发表于 2010-05-0{n} 10:10</div><div class=t>第一行<br>第二行<br>第{n}帖</div>"
        f"</td></tr></table>"
        for n in range(1, posts + 1)
    )
    return page(f"/thread-{number}.html", f"<h1>标题</h1><div class=posts>{tables}</div>")


def test_the_records_of_a_list_and_of_a_thread() -> None:
    # As in the published figure 1: a list page with 20 records, a post page with 3.
    assert len(main_records(Tree(list_page(1)))) == 20
    records = main_records(Tree(thread_page(7, 3)))
    assert [record.tag for record in records] == ["table"] * 3


def test_children_with_similar_tags_form_a_region() -> None:
    body = "<div><p>a<b>b</b></p><p>c<b>d</b></p><ul><li>x</ul><p>e</p></div>"
    regions = data_regions(Tree(page("/", body)))
    tags = [[record.tag for record in region.records] for region in regions]
    assert ["p", "p"] in tags
    assert ["ul", "ul"] not in tags


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("abcdefghij", "abcdefgxyz", True),  # 3 of 10
        ("abcdefghij", "abcdefwxyz", False),
        ("ab", "abcd", False),
        ("a", "abc", False),  # more than twice as long: not compared
        ("abc", "abc", True),
    ],
)
def test_strings_of_tags_are_compared_by_edit_distance(
    one: str, other: str, *, expected: bool
) -> None:
    assert is_similar(one, other) is expected


def test_a_single_post_is_found_by_a_record_of_another_thread() -> None:
    shape = record_shape(main_records(Tree(thread_page(7, 3)))[0])
    single = Tree(thread_page(8, 1))
    record = record_like(single, shape)
    assert record is not None
    assert record.tag == "table"
    assert record_like(Tree(list_page(1)), shape) is None


def test_the_site_map_tells_lists_from_threads() -> None:
    pages = [list_page(1), list_page(2), *(thread_page(n, n % 3 + 2) for n in range(100, 106))]
    site = SiteMap.of(pages)
    home = f"{HOST}/forum-1.html"
    (list_kind,) = site.list_kinds(home)
    (post_kind,) = site.post_kinds(home)
    assert site.kind_of(f"{HOST}/forum-99.html") == list_kind
    assert site.kind_of(f"{HOST}/thread-12345.html") == post_kind
    user = site.kind_of(f"{HOST}/space-uid-5.html")
    assert user not in {None, list_kind, post_kind}
    assert (post_kind, user) in site.links
    assert site.kind_of("http://bbs.example/never/seen") is None


def test_the_production_rules() -> None:
    site = SiteMap.of([list_page(1), *(thread_page(n, 3) for n in range(100, 104))])
    post = site.kind_of(f"{HOST}/thread-1.html")
    user = site.kind_of(f"{HOST}/space-uid-1.html")

    def is_post_link(address: str) -> bool:
        return site.kind_of(HOST + address) == post

    def is_user_link(address: str) -> bool:
        return site.kind_of(HOST + address) == user

    rows = read_records(main_records(Tree(list_page(1, 3))), is_post_link, is_user_link, READER)
    assert [(row.title, row.author) for row in rows] == [
        ("第100个帖子", "会员100"), ("第101个帖子", "会员101"), ("第102个帖子", "会员102")
    ]  # fmt: skip
    posts = read_records(main_records(Tree(thread_page(7, 3))), is_post_link, is_user_link, READER)
    assert [post.author for post in posts] == ["会员1", "会员2", "会员3"]
    # The first times of the records descend, too (when members joined): the first order counts.
    assert [str(post.time) for post in posts] == ["2008-08-01", "2008-07-01", "2008-06-01"]
    assert posts[0].content == "第一行 第二行 第1帖"


def test_times_in_no_order_are_not_the_posts_times() -> None:
    times = ("2010-05-03", "2010-05-01", "2010-05-02")
    body = "".join(f"<div><i>{time}</i><p>a<br>b</p></div>" for time in times)
    records = main_records(Tree(page("/", body)))
    read = read_records(records, lambda _: False, lambda _: False, READER)
    assert [record.time for record in read] == [None] * 3


def test_no_records() -> None:
    assert main_records(Tree(Page.read(b""))) == ()
    assert SiteMap.of([]).post_kinds(HOST) == frozenset()


@pytest.mark.parametrize("unit", ["<div><p><b>", "<p>a<b>b</b></p>", "<div><i></i></div><p></p>"])
def test_work_grows_with_the_page(unit: str) -> None:
    small, large = (Tree(page("/", unit * number)) for number in (1_000, 8_000))
    few = max(effort(lambda: main_records(small)), 10)
    assert effort(lambda: main_records(large)) < 20 * few
