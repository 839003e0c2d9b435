"""Collections of the pocket web and of small sites: what is fetched, when, and what is kept."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from sqlalchemy import select, update
from twisted.internet.error import DNSLookupError

from core.errors import SpecSeekError
from core.records import ReadRecord, ReadValue
from samples.channel_sites.jiyou import JiYou
from samples.channel_sites.shoujibao import ShoujiBao
from samples.channel_sites.zhangshang import ZhangShang
from spider.collecting.spiders import only_topic
from store.frontier import STYLE_SHEET, NewLink, add_links
from store.records import save_records
from store.schema import captures, links, pages
from store.seen_filter import SeenFilter
from store.visits import DAY, HOUR, NEVER
from tests.spider.collecting.small_collection import SmallCollection, source
from tests.spider.simulated_crawl import Reply, html, moved, status

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from core.sources import Source
    from samples.channel_sites.site import ChannelSite
    from store.documents import StoredDocument

HOST = "http://a.example"
NEWS = "http://www.shoujibao.example"
FEED = source("feed", "feed", NEWS + "/rss.xml")
LIST = source("list", "list", NEWS + "/news/", pattern="/news/#/#.html")
TABLES = source("tables", "board", "http://bbs.jiyou.example/forum-2-1.html")
CARDS = source("cards", "board", "http://club.zhangshang.example/c/wanji")
SMALL = source("small", "list", HOST + "/", pattern="/a/#")


def served(site: ChannelSite) -> dict[str, Reply | Exception]:
    """All pages and feeds of a site in another state than the pocket web's."""
    targets = [*site.html(), *site.files()]
    answers = {site.url(target): site.answer(target) for target in targets}
    return {
        url: Reply(answer.body, 200, {"Content-Type": answer.content_type, "ETag": answer.etag})
        for url, answer in answers.items()
    }


def small_site(*numbers: int, more: str = "") -> dict[str, Reply | Exception]:
    listed = "".join(f'<li><a href="/a/{n}">title number {n}</a></li>' for n in numbers)
    site: dict[str, Reply | Exception] = {f"{HOST}/a/{n}": html(article(n)) for n in numbers}
    return site | {HOST + "/": html(f"<ul>{listed}</ul>{more}")}


def article(number: int, head: str = "") -> str:
    text = f"<p>第{number}篇：这是一段足够长的正文，说的是一台手机用了一个月以后的感受。</p>" * 3
    return f"<head><title>文章{number}</title>{head}</head><h1>文章{number}</h1>{text}"


def collect(folder: Path, *sources: Source, **how: object) -> list[str]:
    with SmallCollection(folder, *sources, **how) as collection:  # type: ignore[arg-type]
        return collection.run()


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


def pages_of_article(count: int, on: Callable[[int], str]) -> dict[str, Reply | Exception]:
    """A list with an article of so many pages; `on` is what links from a page to the next."""

    def page(number: int) -> str:
        text = f"<p>第{number}页：这是一段足够长的正文，说的是一台手机用了{number}个月的感受。</p>"
        return f"<title>文章</title><h1>文章</h1><div class=content>{text}</div>{on(number)}"

    site: dict[str, Reply | Exception] = {
        f"{HOST}/a/7" + (f"_{number}" if number > 1 else ""): html(page(number))
        for number in range(1, count + 1)
    }
    return site | {HOST + "/": html('<ul><li><a href="/a/7">title number 7</a></li></ul>')}


def turn(number: int) -> str:
    return f'<a href="/a/7_{number + 1}">下一页</a>'


def page_numbers(document: StoredDocument) -> list[int]:
    return [int(number) for number in re.findall(r"第(\d+)页", document.text)]


def test_an_article_of_several_pages_is_one_document_however_often_it_is_killed(
    tmp_path: Path,
) -> None:
    site = pages_of_article(4, lambda number: turn(number) if number < 4 else "")
    for stored in ([], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4]):
        with SmallCollection(tmp_path, SMALL, site=site) as collection:
            collection.run(most=1)
            documents = collection.documents()
            assert [page_numbers(document) for document in documents] == [stored] * bool(stored)
        shown = collection.rows(select(captures.c.link_id, captures.c.id))
        first = [document.capture_id for document in documents]
    assert [document.page_url for document in documents] == [HOST + "/a/7"]
    assert first == [shown[1].id], "the stored page is the first one"
    assert collect(tmp_path, SMALL, site=site, revisit="all") == [HOST + "/"]


def test_an_article_without_end_ends(tmp_path: Path) -> None:
    with SmallCollection(tmp_path, SMALL, site=pages_of_article(99, turn)) as collection:
        assert len(collection.run()) == 1 + 20
        (document,) = collection.documents()
        assert page_numbers(document) == list(range(1, 21))


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/a/7">下一页</a>',
        '<a href="/a/7_2">下一页</a><a href="/a/7_1">上一页</a>',
        '<a href="http://a.2.example/a/7">下一页</a>',
        '<a href="http://b.example/a/7_3">下一页</a>',
        '<a href="/a/7_3?x=3">下一页</a>',
        '<a href="/a/8">Next</a>',
        '<meta name=robots content=nofollow><a href="/a/7_3">下一页</a>',
    ],
)
def test_an_article_that_leads_back_or_elsewhere_ends(tmp_path: Path, link: str) -> None:
    site = pages_of_article(2, lambda number: turn(1) if number == 1 else link)
    with SmallCollection(tmp_path, SMALL, site=site) as collection:
        assert len(collection.run()) == 3
        (document,) = collection.documents()
        assert page_numbers(document) == [1, 2]


def test_pages_that_cannot_be_had_cost_only_themselves(tmp_path: Path) -> None:
    site = pages_of_article(3, turn) | {HOST + "/a/7_3": status(404)}
    with SmallCollection(tmp_path, SMALL, site=site) as collection:
        collection.run()
        (document,) = collection.documents()
        assert page_numbers(document) == [1, 2]


def test_a_further_page_that_names_the_first_as_its_original_is_read(tmp_path: Path) -> None:
    original = f'<link rel=canonical href="{HOST}/a/7">'
    site = pages_of_article(2, lambda number: turn(1) if number == 1 else original)
    with SmallCollection(tmp_path, SMALL, site=site) as collection:
        collection.run()
        (document,) = collection.documents()
        assert page_numbers(document) == [1, 2]


def test_the_original_of_a_copy_may_have_several_pages(tmp_path: Path) -> None:
    site = pages_of_article(2, lambda number: turn(1) if number == 1 else "")
    copy = html(article(7, f'<link rel=canonical href="{HOST}/a/7">'))
    listed = html('<a href="/a/7?from=list">title number 7</a>')
    site |= {HOST + "/": listed, HOST + "/a/7?from=list": copy}
    everything = SMALL.model_copy(update={"pattern": "/a/*"})
    with SmallCollection(tmp_path, everything, site=site) as collection:
        collection.run()
        (document,) = collection.documents()
        assert page_numbers(document) == [1, 2]


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


def test_a_run_right_after_the_last_asks_for_nothing(tmp_path: Path) -> None:
    collect(tmp_path, FEED, LIST)
    assert collect(tmp_path, FEED, LIST) == []
    assert collect(tmp_path, FEED, LIST, revisit="none") == []


def test_only_sources_are_read_again(tmp_path: Path) -> None:
    collect(tmp_path, FEED, LIST)
    with SmallCollection(tmp_path, FEED, LIST, revisit="all") as again:
        asked = again.run()
        assert sorted(asked) == sorted(
            [NEWS + "/rss.xml", NEWS + "/news/", *(f"{NEWS}/news/list_{n}.html" for n in (2, 3, 4))]
        )
        assert len(again.documents()) == 48


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


def test_a_source_that_keeps_bringing_news_is_read_more_often(tmp_path: Path) -> None:
    def waits(site: dict[str, Reply | Exception]) -> float:
        with SmallCollection(tmp_path, SMALL, site=site, revisit="all") as collection:
            collection.run()
            row = collection.rows(select(pages).where(pages.c.url == HOST + "/"))[0]
        return float(row.next_visit_at - row.fetched_at)

    def a_while_later(seconds: float) -> None:
        with SmallCollection(tmp_path, SMALL, revisit="none") as collection:
            earlier = {name: pages.c[name] - seconds for name in ("fetched_at", "next_visit_at")}
            with collection.context.ledger.transaction() as conn:
                conn.execute(update(pages).values(**earlier))

    assert waits(small_site(1)) == pytest.approx(HOUR)
    a_while_later(HOUR)
    assert waits(small_site(1, more="another advertisement")) == pytest.approx(1.5 * HOUR, rel=0.01)
    a_while_later(1.5 * HOUR)
    assert waits(small_site(1, 2)) == pytest.approx(0.75 * HOUR, rel=0.01)


def test_a_source_with_a_frequency_keeps_to_it(tmp_path: Path) -> None:
    collect(tmp_path, SMALL, site=small_site(1))
    hourly = SMALL.model_copy(update={"every": 0.5})
    with SmallCollection(tmp_path, hourly, site=small_site(1), revisit="all") as collection:
        collection.run()
        row = collection.rows(select(pages).where(pages.c.url == HOST + "/"))[0]
    assert row.next_visit_at - row.fetched_at == 0.5 * HOUR


def test_a_shorter_time_in_the_file_counts_at_once(tmp_path: Path) -> None:
    collect(tmp_path, SMALL.model_copy(update={"every": 1000.0}), site=small_site(1))
    often = SMALL.model_copy(update={"every": 1e-9})
    assert collect(tmp_path, often, site=small_site(1)) == [HOST + "/"]


def test_a_source_that_is_off_is_left_alone_with_all_its_pages(tmp_path: Path) -> None:
    other = source("other", "list", "http://b.example/", pattern="/a/#")
    empty: dict[str, Reply | Exception] = {other.address: html("<p>nothing</p>")}
    site = small_site(1, 2) | empty
    with SmallCollection(tmp_path, SMALL, other, site=site) as collection:
        collection.run(most=2)
        assert "queued" in collection.states().values()
    off = SMALL.model_copy(update={"on": False})
    assert collect(tmp_path, off, other, site=site, revisit="all") == [other.address]
    with SmallCollection(tmp_path, SMALL, other, site=site) as collection:
        assert set(collection.run()) >= {HOST + "/a/1", HOST + "/a/2"}
        assert set(collection.states().values()) == {"done"}


def test_a_trap_is_held_back_for_good_and_told_once(tmp_path: Path) -> None:
    trap = HOST + "/a/x/a/x"
    site = small_site(1, more=f'<a href="{trap}">title of a trap</a>')
    endless = SMALL.model_copy(update={"pattern": "/a/*"})
    assert trap not in collect(tmp_path, endless, site=site)
    with SmallCollection(tmp_path, endless, site=site, revisit="all") as later:
        assert later.states()[trap] == "held"
        assert later.run() == [HOST + "/"]
        assert later.errors()[trap].times == 1


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


def test_a_source_that_was_never_reached_is_tried_again(tmp_path: Path) -> None:
    down = {HOST + "/": DNSLookupError()}
    with SmallCollection(tmp_path, SMALL, site=down, retries=0) as collection:
        collection.run()
        assert collection.states()[HOST + "/"] == "failed"
    assert HOST + "/a/1" in collect(tmp_path, SMALL, site=small_site(1))


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


def test_a_page_that_is_made_a_source_is_read_as_one(tmp_path: Path) -> None:
    lists = small_site(1, 2)
    site = lists | {HOST + "/home": html(f'<a href="{HOST}/">the list of all articles</a>')}
    wrong = source("wrong", "list", HOST + "/home", pattern="/")
    collect(tmp_path, wrong, site=site)
    assert set(collect(tmp_path, SMALL, site=site)) == set(lists)


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


def test_a_search_asks_for_the_products_that_the_crawl_found(tmp_path: Path) -> None:
    search = source("search", "search", HOST + "/s?q={query}", pattern="/a/#")
    with SmallCollection(tmp_path, SMALL, site=small_site(1)) as collection:
        collection.run()
        _add_phone(collection, "小米 14")
    results = {HOST + "/s?q=%E5%B0%8F%E7%B1%B3+14": html('<a href="/a/7">title number 7</a>')}
    site = small_site(1) | results | {HOST + "/a/7": html(article(7))}
    assert collect(tmp_path, search, site=site) == [*results, HOST + "/a/7"]


def _add_phone(collection: SmallCollection, name: str) -> None:
    url = "http://shop.example/1"
    with collection.context.ledger.transaction() as conn:
        link = NewLink(url, "shop.example", "/#", "product", level=3, depth=1)
        link_id = add_links(conn, "phones", [link], time.time())[url]
        phone = ReadRecord("rule", "a/1", 1, (ReadValue("手机名", "名称", name),))
        save_records(conn, link_id, [phone], None, time.time())


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


def test_a_channel_without_sources_cannot_begin(tmp_path: Path) -> None:
    with pytest.raises(SpecSeekError, match="has no news source that is on"):
        collect(tmp_path, FEED.model_copy(update={"on": False}))


def test_what_was_opened_is_closed_if_the_rest_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(SeenFilter, "of", Mock(side_effect=SpecSeekError("no memory")))
        with pytest.raises(SpecSeekError, match="no memory") as refused:
            SmallCollection(tmp_path, SMALL).__enter__()
    with SmallCollection(tmp_path, SMALL, site=small_site(1)) as collection:
        assert refused.value
        assert len(collection.run()) == 2


def test_of_several_topics_one_must_be_named(tmp_path: Path) -> None:
    with pytest.raises(SpecSeekError) as nothing:
        only_topic(tmp_path)
    assert str(nothing.value) == (
        f"no topic has sources yet; write those of the topic NAME into {tmp_path}/NAME.yaml, "
        "as docs/channels.md tells"
    )
    for name in ("cameras", "phones"):
        (tmp_path / f"{name}.yaml").touch()
    with pytest.raises(SpecSeekError, match=r"\(cameras, phones\); name one with -a"):
        only_topic(tmp_path)


def test_a_day_is_how_long_a_thread_waits_first(tmp_path: Path) -> None:
    with SmallCollection(tmp_path, CARDS) as collection:
        collection.run()
        wanted = select(pages).join(links, links.c.id == pages.c.link_id)
        rows = collection.rows(wanted.where(links.c.link_group == "thread"))
        waits = {round(row.next_visit_at - row.fetched_at) for row in rows}
    assert DAY in waits
