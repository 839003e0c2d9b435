"""Collections of the pocket web and of small sites: what is fetched, when, and what is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from samples.channel_sites.jiyou import JiYou
from samples.channel_sites.shoujibao import ShoujiBao
from samples.channel_sites.zhangshang import ZhangShang
from store.frontier import STYLE_SHEET
from store.schema import captures, links, pages
from store.visits import NEVER
from tests.spider.collecting.small_collection import (
    CARDS,
    FEED,
    HOST,
    LIST,
    NEWS,
    SMALL,
    SmallCollection,
    article,
    collect,
    small_site,
    source,
)
from tests.spider.simulated_crawl import Reply, html, moved, status

if TYPE_CHECKING:
    from pathlib import Path

    from core.sources import Source
    from samples.channel_sites.site import ChannelSite

TABLES = source("tables", "board", "http://bbs.jiyou.example/forum-2-1.html")


def served(site: ChannelSite) -> dict[str, Reply | Exception]:
    """All pages and feeds of a site in another state than the pocket web's."""
    targets = [*site.html(), *site.files()]
    answers = {site.url(target): site.answer(target) for target in targets}
    return {
        url: Reply(answer.body, 200, {"Content-Type": answer.content_type, "ETag": answer.etag})
        for url, answer in answers.items()
    }


def test_every_article_of_a_site_is_collected_once(tmp_path: Path) -> None:
    gold = {document.page: document for document in ShoujiBao().documents()}
    further = [url for document in gold.values() for url in document.further]
    with SmallCollection(tmp_path, FEED, LIST) as collection:
        asked = collection.run()
        documents = collection.documents()
    assert len(asked) == len(set(asked)) == len(gold) + len(further) + 1 + 4
    assert sorted(document.page_url for document in documents) == sorted(gold)
    assert {document.source for document in documents} == {"feed", "list"}
    for document in documents:
        told = "".join(gold[document.page_url].text.split())
        assert "".join(document.text.split()) == told, "the text of all pages"


def test_a_section_that_the_pattern_fits_is_no_article(tmp_path: Path) -> None:
    wide = LIST.model_copy(update={"pattern": "/news/*"})
    second = NEWS + "/news/list_2.html"
    menu = html(f'<ul><li><a href="{second}">评测频道的所有文章</a></li></ul>')
    with SmallCollection(tmp_path, wide, site={LIST.address: menu}) as collection:
        assert collection.run() == [LIST.address, second]
        assert collection.documents() == []
        assert collection.errors() == {}
        (outcome,) = collection.rows(select(pages.c.outcome).where(pages.c.url == second))
    assert outcome.outcome == "list"


def test_a_new_article_is_collected_on_the_next_run(tmp_path: Path) -> None:
    collect(tmp_path, FEED, LIST, site=served(ShoujiBao(unpublished=1)))
    newest = next(iter(ShoujiBao().documents()))
    with SmallCollection(tmp_path, FEED, revisit="all") as later:
        assert later.run() == [FEED.address, newest.page]
        assert len(later.documents()) == 48


@pytest.mark.parametrize(("board", "forum"), [(TABLES, JiYou), (CARDS, ZhangShang)])
def test_boards_lead_to_threads_and_threads_to_their_further_pages(
    tmp_path: Path, board: Source, forum: type[JiYou | ZhangShang]
) -> None:
    first = forum.boards[0]
    site = forum()
    threads = [thread for thread in site.all_threads() if thread.board == first.key]
    expected = {
        site.url(site.thread_target(thread, page))
        for thread in threads
        for page in range(1, site.page_count(thread) + 1)
    }
    on_a_page = forum.threads_on_a_page
    boards = {
        site.url(site.board_target(first, page))
        for page in range(1, -(-first.threads // on_a_page) + 1)
    }
    asked = collect(tmp_path, board)
    assert sorted(asked) == sorted(expected | boards)


def test_only_the_last_page_of_a_thread_is_visited_again(tmp_path: Path) -> None:
    before = served(JiYou(unwritten=9))
    collect(tmp_path, TABLES, site=before)
    with SmallCollection(tmp_path, TABLES, revisit="all") as later:
        asked = later.run()
        longest = max(JiYou().all_threads(), key=lambda thread: len(thread.posts))
        first, second, third = (
            JiYou().url(JiYou().thread_target(longest, page)) for page in (1, 2, 3)
        )
        assert first not in asked
        assert {second, third} <= set(asked), "it had two pages, and has three now"
        at = dict(later.rows(select(pages.c.url, pages.c.next_visit_at)))
    assert at[first] == at[second] == NEVER
    assert at[third] < NEVER


def test_an_article_that_failed_is_tried_again_while_its_source_lists_it(tmp_path: Path) -> None:
    broken = small_site(1, 2) | {HOST + "/a/2": status(404)}
    with SmallCollection(tmp_path, SMALL, site=broken) as collection:
        collection.run()
        assert collection.states()[HOST + "/a/2"] == "failed"
        assert collection.errors()[HOST + "/a/2"].kind == "gone"
    with SmallCollection(tmp_path, SMALL, site=small_site(1, 2), revisit="all") as later:
        assert later.run() == [HOST + "/", HOST + "/a/2"]
        assert len(later.documents()) == 2


def test_an_article_that_failed_is_tried_again_though_its_source_has_not_changed(
    tmp_path: Path,
) -> None:
    unchanged = {HOST + "/": html('<a href="/a/1">title number 1</a>', ETag='"1"')}
    down = unchanged | {HOST + "/a/1": status(404)}
    up = unchanged | {HOST + "/a/1": html(article(1))}
    assert collect(tmp_path, SMALL, site=down) == [*down]
    assert collect(tmp_path, SMALL, site=down, revisit="all") == [*down]
    assert collect(tmp_path, SMALL, site=up, revisit="all") == [*up]
    with SmallCollection(tmp_path, SMALL, site=up, revisit="all") as later:
        assert later.run() == [HOST + "/"]
        assert len(later.documents()) == 1
        kinds = later.rows(select(captures.c.status).order_by(captures.c.id))
    assert [row.status for row in kinds] == [200, 200, 200, 200, 304]


def test_the_filter_knows_what_the_run_has_found(tmp_path: Path) -> None:
    with SmallCollection(tmp_path, SMALL, site=small_site(1, 2)) as collection:
        collection.run()
        assert all(url in collection.context.seen for url in collection.states())
        assert collection.context.seen.size.addresses == 3


def test_a_source_that_lists_nothing_is_told(tmp_path: Path) -> None:
    with SmallCollection(tmp_path, SMALL, site={HOST + "/": html("<p>moved</p>")}) as collection:
        collection.run()
        error = collection.errors()[HOST + "/"]
    assert error.kind == "extraction"
    assert error.detail == (
        "The source 'small' lists no address here (list, read with the pattern /a/#)."
    )


def test_a_feed_may_lead_to_other_sites_and_through_redirects(tmp_path: Path) -> None:
    feed = source("feed", "feed", HOST + "/feed.json")
    site: dict[str, Reply | Exception] = {
        feed.address: Reply(b'{"items": [{"url": "http://go.example/?to=1"}]}', 200, {}),
        "http://go.example/?to=1": moved("http://b.example/story"),
        "http://b.example/story": html(article(1)),
    }
    with SmallCollection(tmp_path, feed, site=site) as collection:
        collection.run()
        (document,) = collection.documents()
    assert (document.page_url, document.source) == ("http://b.example/story", "feed")
    assert collect(tmp_path, feed, site=site, revisit="all") == [feed.address]


def test_a_thread_that_moved_keeps_its_further_pages(tmp_path: Path) -> None:
    """Many forums redirect a thread's number to an address with its title."""
    long = HOST + "/threads/a-long-title-of-a-thread-about-one-phone.71"
    words = ("电池能用两天，很满意。", "屏幕在太阳下看不清。", "铃声太小了，听不见。", "拍照不错。")
    posts = "".join(
        f"<div class=post><b>会员{n}</b> <i>2026-05-0{n} 10:0{n}</i><p>{text}{text}</p></div>"
        for n, text in enumerate(words, 1)
    )
    board = source("board", "board", HOST + "/c", pattern="/t/#")
    site: dict[str, Reply | Exception] = {
        board.address: html('<a href="/t/71">a thread about one phone</a>'),
        HOST + "/t/71": moved(long),
        long: html(f'<h1>a thread</h1>{posts}<a href="{long}/page-2">2</a>'),
        long + "/page-2": html(f'<h1>a thread</h1>{posts}<a href="{long}">1</a>'),
    }
    with SmallCollection(tmp_path, board, site=site) as collection:
        assert collection.run() == [*site]
        assert {document.thread for document in collection.documents()} == {long}


def test_a_page_of_a_thread_that_failed_is_not_asked_again_by_the_others(tmp_path: Path) -> None:
    board = source("board", "board", HOST + "/c", pattern="/t/#")
    thread = HOST + "/t/71"
    pages = "".join(f'<a href="{thread}?page={number}">{number}</a>' for number in (2, 3, 4))
    site: dict[str, Reply | Exception] = {
        board.address: html('<a href="/t/71">a thread about one phone</a>'),
        thread: html(pages),
        **{f"{thread}?page={number}": html(pages) for number in (3, 4)},
        f"{thread}?page=2": status(404),
    }
    assert sorted(collect(tmp_path, board, site=site)) == sorted(site)


def test_a_copy_gives_way_to_the_address_it_names(tmp_path: Path) -> None:
    original = f'<link rel="canonical" href="{HOST}/a/1">'
    site = small_site(1, more='<a href="/a/1?from=list">title number 1</a>')
    site[HOST + "/a/1?from=list"] = html(article(1, original))
    both = source("both", "list", HOST + "/", pattern="/a/*")
    with SmallCollection(tmp_path, both, site=site) as collection:
        collection.run()
        assert [document.page_url for document in collection.documents()] == [HOST + "/a/1"]


def test_the_encoding_of_a_feed_counts_more_than_what_it_says(tmp_path: Path) -> None:
    item = f"<item><title>新手机</title><link>{HOST}/a/1</link></item>"
    body = f'<?xml version="1.0" encoding="utf-8"?><rss><channel>{item}</channel></rss>'
    feed = source("feed", "feed", HOST + "/rss", encoding="gbk")
    site = small_site(1) | {feed.address: Reply(body.encode("gbk"), 200, {})}
    with SmallCollection(tmp_path, feed, site=site) as collection:
        collection.run()
        rows = collection.rows(select(links.c.anchor).where(links.c.link_group == "article"))
    assert [row.anchor for row in rows] == ["新手机"]


def test_the_encoding_of_a_source_counts_more_than_what_its_pages_say(tmp_path: Path) -> None:
    wrong = html("", Content_Type="text/html; charset=iso-8859-1").headers
    site = small_site(1) | {HOST + "/a/1": Reply(article(1).encode("gbk"), 200, wrong)}
    with SmallCollection(tmp_path, SMALL.model_copy(update={"encoding": "gbk"}), site=site) as one:
        one.run()
        (document,) = one.documents()
    assert "这是一段足够长的正文" in document.text


def test_a_thread_that_is_gone_takes_its_posts_along(tmp_path: Path) -> None:
    """As records of a product that is gone."""
    collect(tmp_path, SMALL, site=small_site(1))
    with (
        SmallCollection(tmp_path, SMALL, revisit="none") as collection,
        collection.context.ledger.transaction() as conn,
    ):
        conn.execute(update(pages).where(pages.c.url == HOST + "/a/1").values(next_visit_at=0))
    gone = small_site() | {HOST + "/a/1": status(410)}
    with SmallCollection(tmp_path, SMALL, site=gone) as later:
        later.run()
        assert later.documents() == []


def test_what_is_no_page_gives_no_document(tmp_path: Path) -> None:
    site = small_site(1) | {
        HOST + "/a/1": Reply(b"%PDF-", 200, {"Content-Type": "application/pdf"})
    }
    with SmallCollection(tmp_path, SMALL, site=site) as collection:
        collection.run()
        assert collection.documents() == []
        assert collection.states()[HOST + "/a/1"] == "done"


def test_posts_stay_while_their_page_says_something_else(tmp_path: Path) -> None:
    """A forum that is closed for an hour answers 200 all the same."""
    collect(tmp_path, CARDS)
    thread = ZhangShang().documents()
    last = next(post.page for post in thread if post.page.endswith("?page=2"))
    site: dict[str, Reply | Exception] = {last: html("<p>维护中</p>")}
    with SmallCollection(tmp_path, CARDS, site=site, revisit="all") as closed:
        before = len(closed.documents())
        assert last in closed.run()
        assert len(closed.documents()) == before
        assert closed.errors()[last].kind == "extraction"


def test_pages_in_another_encoding_than_they_say_are_told(tmp_path: Path) -> None:
    site = small_site(1) | {HOST + "/a/1": Reply(article(1).encode("gbk"), 200, html("").headers)}
    with SmallCollection(tmp_path, SMALL, site=site) as collection:
        collection.run()
        kinds = {error.kind for error in collection.errors().values()}
    assert "bad-encoding" in kinds


def test_a_page_that_asks_not_to_follow_its_links_is_heard(tmp_path: Path) -> None:
    site = small_site(1, more='<meta name="robots" content="nofollow">')
    assert collect(tmp_path, SMALL, site=site) == [HOST + "/"]


def test_lists_are_followed_as_far_as_the_settings_allow(tmp_path: Path) -> None:
    def page(number: int) -> Reply:
        return html(
            f'<a href="/a/{number}">title {number}</a><a href="/?page={number + 1}">下一页</a>'
        )

    site: dict[str, Reply | Exception] = {f"{HOST}/?page={n}": page(n) for n in range(2, 50)}
    site |= {HOST + "/": page(1)} | {f"{HOST}/a/{n}": html(article(n)) for n in range(50)}
    asked = collect(tmp_path, SMALL, site=site, depth=5)
    assert sum("page=" in url for url in asked) == 5


def test_channels_and_products_never_mix(tmp_path: Path) -> None:
    with SmallCollection(tmp_path, FEED, LIST) as collection:
        collection.run()
        rows = collection.rows(select(links.c.topic, links.c.link_group))
    assert {row.topic for row in rows} == {"phones:news"}
    assert {row.link_group for row in rows} == {"source", "article"}
    assert STYLE_SHEET not in {row.link_group for row in rows}
