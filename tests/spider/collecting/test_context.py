"""Where a collection begins, and what is read again and when."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from sqlalchemy import select, update
from twisted.internet.error import DNSLookupError

from core.errors import SpecSeekError
from core.records import ReadRecord, ReadValue
from spider.collecting.spiders import only_topic
from store.frontier import NewLink, add_links
from store.records import save_records
from store.schema import links, pages
from store.seen_filter import SeenFilter
from store.visits import DAY, HOUR
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
from tests.spider.simulated_crawl import Reply, html

if TYPE_CHECKING:
    from pathlib import Path


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


def test_a_source_that_was_never_reached_is_tried_again(tmp_path: Path) -> None:
    down = {HOST + "/": DNSLookupError()}
    with SmallCollection(tmp_path, SMALL, site=down, retries=0) as collection:
        collection.run()
        assert collection.states()[HOST + "/"] == "failed"
    assert HOST + "/a/1" in collect(tmp_path, SMALL, site=small_site(1))


def test_a_page_that_is_made_a_source_is_read_as_one(tmp_path: Path) -> None:
    lists = small_site(1, 2)
    site = lists | {HOST + "/home": html(f'<a href="{HOST}/">the list of all articles</a>')}
    wrong = source("wrong", "list", HOST + "/home", pattern="/")
    collect(tmp_path, wrong, site=site)
    assert set(collect(tmp_path, SMALL, site=site)) == set(lists)


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
