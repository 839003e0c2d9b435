from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from channels.posts import read_posts
from evaluation.datasets import DataSetsAbsentError, GoldPost, ThreadPage, data_sets_folder
from evaluation.post_quality import PostScore, matched, score_thread
from evaluation.post_rivals import ReadPost
from evaluation.scoring import Tally
from pages.page import Page

if TYPE_CHECKING:
    from collections.abc import Sequence

# Counted on the pages by hand: the number of posts, and who wrote the first and the last. The
# others are lists of threads and fronts of news sites.
CHINESE_PAGES = {
    "163-1.html": (0, "", ""),
    "163-2.html": (0, "", ""),
    "chinaunix-chinaunix2.html": (0, "", ""),
    "discuz_1point3acres-list.html": (0, "", ""),
    "discuz_1point3acres-thread-main.html": (20, "ryanbia", "xietao0221"),
    "discuz_1point3acres-thread-page-2.html": (10, "今天不吃早餐", "duo131"),
    "netease_forum-1.html": (0, "", ""),
    "tianya-html_example_4_bbs.html": (76, "cdylng", "cdylng"),
    "tieba-1.html": (0, "", ""),
}


@pytest.mark.parametrize("file", CHINESE_PAGES)
def test_every_post_of_the_chinese_forum_pages(file: str) -> None:
    try:
        page = data_sets_folder() / "zh-forums-unlabelled/pages" / file
        body = page.read_bytes()
    except (DataSetsAbsentError, FileNotFoundError) as absent:
        pytest.skip(str(absent))
    posts = read_posts(Page.read(body))
    number, first, last = CHINESE_PAGES[file]
    assert len(posts) == number
    if posts:
        assert (posts[0].author, posts[-1].author) == (first, last)
        assert all(post.author and post.time and post.text for post in posts)


def test_texts_are_matched_one_to_one_the_most_alike_first() -> None:
    gold = ["the battery lasts two days", "yes", "the battery lasts two days at least"]
    assert matched(gold, ["yes", "The battery lasts two days!", "something else"]) == [
        (1, 0),
        (0, 1),
    ]
    assert matched(["a b c d e"], ["abcd"]) == [(0, 0)]  # F1 0.89; white space does not count
    assert matched(["abcdefgh"], ["abcde"]) == []


LINKS = "<a href=/u/1>Anna</a><a href=/u/2>Bob</a><a href=/q?1>Quote</a><a href=/q?2>Quote</a>"


def score(gold: Sequence[GoldPost], found: Sequence[ReadPost]) -> PostScore:
    result = PostScore()
    page = ThreadPage("", LINKS.encode(), "1.html", "forum.example", tuple(gold))
    score_thread(result, page, lambda _: found)
    return result


def test_authors_are_told_by_name_or_link() -> None:
    gold = [GoldPost("one", "anna", ""), GoldPost("two", "/u/2", ""), GoldPost("three", "/u/2", "")]
    found = [ReadPost("one", "Anna"), ReadPost("two", "Bob"), ReadPost("three", "Quote")]
    assert score(gold, found).authors == Tally(2, 3, 3)


def test_a_link_that_names_nobody_and_a_time_from_an_unknown_day_are_not_counted() -> None:
    gold = [GoldPost("one", "/q?1", "2 days ago"), GoldPost("two", "/q?2", "Apr 24, 5:22 am")]
    result = score(gold, [ReadPost("one", "Anna"), ReadPost("two", "Bob", "2020-04-24")])
    assert result.authors == Tally()
    assert result.days == Tally(1, 1, 1)


def test_posts_without_text_are_not_counted() -> None:
    result = score([GoldPost("", "a", ""), GoldPost("x", "a", "")], [ReadPost("x"), ReadPost(" ")])
    assert result.posts == Tally(1, 1, 1)
    assert result.as_json()["f1"] == 1
