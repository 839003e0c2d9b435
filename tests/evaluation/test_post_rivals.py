from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation import post_rivals
from pages.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluation.post_rivals import ReadPost

TEXTS = [
    "How long does the battery last?",
    "Two days,<br>sometimes more.",
    "It depends on<br>what you do.",
]
POSTS = "".join(
    f"<div><a href=/user/{day}>member{day}</a><i>2014-06-1{day} 10:10</i><p>{text}</p></div>"
    for day, text in enumerate(TEXTS, 1)
)


def page(posts: str) -> Page:
    return Page.read(f"<html><body><h1>Battery</h1><div>{posts}</div></body></html>".encode())


@pytest.mark.parametrize(
    "reader",
    [
        post_rivals.pean,
        post_rivals.pean_with_our_times,
        post_rivals.mibat,
        post_rivals.mibat_with_our_times,
        post_rivals.mdr,
    ],
)
def test_posts_that_are_all_alike_are_found_by_all(
    reader: Callable[[Page], list[ReadPost]],
) -> None:
    posts = reader(page(POSTS))
    assert len(posts) == len(TEXTS)
    assert "Two days, sometimes more." in posts[1].text


def test_fdre_reads_fields_and_single_posts_by_another_thread() -> None:
    posts = post_rivals.fdre(page(POSTS), [])
    assert [(post.author, post.day) for post in posts] == [
        ("member1", "2014-06-11"), ("member2", "2014-06-12"), ("member3", "2014-06-13")
    ]  # fmt: skip
    single = page(POSTS[: POSTS.index("</div>") + 6])
    assert post_rivals.fdre(single, []) == []
    assert len(post_rivals.fdre(single, [page(POSTS)])) == 1


def test_mibat_wants_the_tags_beside_the_times_to_be_alike() -> None:
    other = "<div><b>1</b><b>2</b><b>3</b><b>4</b><i>2014-06-15 10:10</i><u>5</u><u>6</u></div>"
    assert len(post_rivals.mibat(page(POSTS + other))) == len(TEXTS)
