"""Pages that came, that are as they were, and that are gone, as the ledger has them."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from store.archive import read_captures as captures_in
from store.proposals import proposals_of
from store.schema import captures, errors, links, pages, record_values, records
from tests.spider.simulated_crawl import (
    PRICE,
    PRODUCT,
    SHOUJI_PRODUCTS,
    TONGXUN,
    TONGXUN_PRODUCTS,
    SmallCrawl,
    html,
    lonely,
    pocket,
    status,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_one_item_for_each_record(whole: SmallCrawl) -> None:
    gold = {product.url: product.gold for product in TONGXUN_PRODUCTS}
    assert {record.url for record in whole.records} == gold.keys()
    assert len(whole.records) == len(gold)
    for record in whole.records:
        assert record.values == {pair.attribute: pair.value for pair in gold[record.url]}
        assert (record.site, record.source, record.rule) == (
            "tongxun.example",
            "rule",
            "tongxun.example/1",
        )
        assert record.captured_at.endswith("+00:00")


def test_an_item_of_embedded_data_tells_its_source(tmp_path: Path) -> None:
    phone = SHOUJI_PRODUCTS[0].url
    with SmallCrawl(tmp_path, phone) as crawl:
        crawl.visit(phone)
        assert [(record.source, record.rule) for record in crawl.records] == [
            ("rule", "shouji.example/1"),
            ("json-ld", ""),
        ]


def test_values_of_one_attribute_stand_in_one_field(tmp_path: Path) -> None:
    start = "<dl class=_3f9k><dt><div><span>品牌"
    row = f"{start}</span></div></dt><dd><div><span>小米</span></div></dd></dl>"
    site = {PRODUCT: lonely(PRODUCT, start, row + row + start)}
    with SmallCrawl(tmp_path, PRODUCT, site=site) as crawl:
        crawl.run()
        [record] = crawl.records
        assert asdict(record)["values"]["品牌"].startswith("小米；")
        assert asdict(record)["values"]["品牌"].count("小米") == 1


def test_a_first_visit_teaches_and_a_second_does_not(tmp_path: Path) -> None:
    site = {PRODUCT: lonely(PRODUCT)}
    with SmallCrawl(tmp_path, PRODUCT, site=site) as first:
        first.run()
        learned = first.context.memories["tongxun.example"].to_json()
    with SmallCrawl(tmp_path, PRODUCT, site=site) as second:
        second.run()
        assert second.context.memories["tongxun.example"].to_json() == learned


def test_products_come_before_news(whole: SmallCrawl) -> None:
    places = [whole.asked.index(product.url) for product in TONGXUN_PRODUCTS]
    news = [at for at, url in enumerate(whole.asked) if url.startswith(f"{TONGXUN}news/")]
    assert sum(places) / len(places) < sum(news) / len(news)


# A page comes, and comes again: unchanged, changed.


KINDS = select(captures.c.kind, captures.c.status).order_by(captures.c.id)


def test_every_product_is_recorded_once_with_the_values_of_the_page(whole: SmallCrawl) -> None:
    stored = whole.stored()
    assert stored.keys() == {product.url for product in TONGXUN_PRODUCTS}
    for product in TONGXUN_PRODUCTS:
        told = [(value.attribute, value.name, value.raw) for value in stored[product.url].values]
        assert told == [(gold.attribute, gold.name, gold.value) for gold in product.gold]


def test_each_value_tells_rule_version_time_and_page(whole: SmallCrawl) -> None:
    of_page = whole.rows(
        select(captures.c.id)
        .join(pages, pages.c.link_id == captures.c.link_id)
        .where(pages.c.url == PRODUCT)
    )
    for value in whole.stored()[PRODUCT].values:
        assert (value.rule, value.rule_version) == ("tongxun.example/1", 1)
        assert (value.capture_id,) in of_page
        assert value.since > 1_700_000_000


def test_no_page_is_asked_for_twice(whole: SmallCrawl) -> None:
    assert len(whole.asked) == len(set(whole.asked))
    assert {TONGXUN, TONGXUN + "devices/all/1", TONGXUN + "news/"} < set(whole.asked)


def test_the_archive_holds_every_body_where_the_ledger_says(whole: SmallCrawl) -> None:
    told = select(captures.c.file, captures.c.offset, captures.c.length, links.c.url)
    indexed = {
        (file, offset, length): url
        for file, offset, length, url in whole.rows(
            told.join(links, links.c.id == captures.c.link_id)
        )
    }
    named = set(whole.rows(select(pages.c.capture_id)))
    (sheet,) = set(whole.rows(select(captures.c.id))) - named  # a style sheet is no page
    assert sheet not in named
    archived = dict(captures_in(whole.data / "archive"))
    assert {tuple(place): capture.url for place, capture in archived.items()} == indexed
    assert len(indexed) == len(whole.asked_for_pages())
    for capture in archived.values():
        assert capture.body == pocket(capture.url).body


def test_what_is_known_of_a_page(whole: SmallCrawl) -> None:
    [page] = whole.rows(select(pages).where(pages.c.url == PRODUCT))
    assert (page.status, page.outcome, page.visits, page.changes) == (200, "ok", 1, 0)
    assert page.etag == pocket(PRODUCT).headers["ETag"]
    assert page.title.endswith("参数")
    assert page.relevance > 0.5
    assert page.next_visit_at > page.fetched_at


def test_the_same_body_again_is_kept_as_a_revisit_and_changes_nothing(tmp_path: Path) -> None:
    site = {PRODUCT: lonely(PRODUCT)}
    with SmallCrawl(tmp_path, PRODUCT, site=site) as first:
        first.run()
        before, [(body_at,)] = first.stored(), first.rows(select(pages.c.capture_id))
    with SmallCrawl(tmp_path, PRODUCT, site=site) as second:
        assert second.run() == [PRODUCT]
        assert second.stored() == before
        assert second.rows(select(pages.c.capture_id)) == [(body_at,)]
        assert second.rows(KINDS) == [("response", 200), ("revisit", 200)]
        assert second.context.progress.total.unchanged == 1
        assert second.context.progress.total.records == 0
        [(_, capture)] = captures_in(second.data / "archive")
        assert capture.body == site[PRODUCT].body


def test_a_price_that_changed_keeps_its_past(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site={PRODUCT: lonely(PRODUCT)}) as first:
        first.run()
    digits = PRICE.removeprefix("￥")
    with SmallCrawl(tmp_path, PRODUCT, site={PRODUCT: lonely(PRODUCT, digits, "999")}) as second:
        second.run()
        prices = second.rows(
            select(record_values.c.raw, record_values.c.until, record_values.c.since)
            .where(record_values.c.attribute == "参考价格")
            .order_by(record_values.c.id)
        )
        assert [raw for raw, _, _ in prices] == [PRICE, "￥999"]
        (_, ended, _), (_, still, began) = prices
        assert ended == began
        assert still is None
        others = select(record_values.c.until).where(record_values.c.attribute != "参考价格")
        assert {until for (until,) in second.rows(others)} == {None}
        assert second.rows(KINDS) == [("response", 200), ("response", 200)]
        assert second.context.progress.total.changed == 1
        assert second.rows(select(pages.c.visits, pages.c.changes)) == [(2, 1)]


def test_names_that_nobody_knows_are_noted_as_proposals(tmp_path: Path) -> None:
    row = "<dl class=_3f9k><dt><div><span>{}</span></div></dt><dd><div><span>{}</span></div></dd>"
    known, unknown = row.format("品牌", ""), row.format("电子字典", "支持") + "</dl>"
    start = known.partition("品牌")[0]
    site = {PRODUCT: lonely(PRODUCT, start + "品牌", unknown + start + "品牌")}
    with SmallCrawl(tmp_path, PRODUCT, site=site) as crawl:
        crawl.run()
        with crawl.context.ledger.reading() as conn:
            [proposal] = proposals_of(conn, "phones")
        assert (proposal.site, proposal.name, proposal.value) == (
            "tongxun.example",
            "电子字典",
            "支持",
        )
        assert proposal.pages_seen == 1
        assert "电子字典" in [value.name for value in crawl.stored()[PRODUCT].values]


def test_half_characters_and_nul_in_a_page_are_stored(tmp_path: Path) -> None:
    foul = "<title>a\0b&#xD83D;</title><p>\udcff".encode(errors="surrogateescape").decode("latin-1")
    with SmallCrawl(tmp_path, TONGXUN, site={TONGXUN: html(foul)}) as crawl:
        crawl.run()
        assert crawl.states() == {TONGXUN: "done"}


def test_a_page_in_another_encoding_than_it_declares_is_stored_and_told(tmp_path: Path) -> None:
    garbled = html("<p>" + "手机" * 50)
    garbled = replace(garbled, body=garbled.body.decode().encode("gbk"))
    with SmallCrawl(tmp_path, TONGXUN, site={TONGXUN: garbled}) as crawl:
        crawl.run()
        [(kind, url)] = crawl.rows(select(errors.c.kind, errors.c.url))
        assert (kind, url) == ("bad-encoding", TONGXUN)
        assert crawl.rows(select(pages.c.status)) == [(200,)]


# The site answers a conditional request: the page is as it was.


SITE = {PRODUCT: lonely(PRODUCT, etag='"1"')}


def test_nothing_is_written_anew(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site=SITE) as first:
        first.run()
        before = [first.rows(select(table)) for table in (records, record_values)]
        [page] = first.rows(select(pages))
    with SmallCrawl(tmp_path, PRODUCT, site=SITE) as second:
        assert second.run() == [PRODUCT]
        assert [second.rows(select(table)) for table in (records, record_values)] == before
        [again] = second.rows(select(pages))
        assert (again.status, again.visits, again.changes) == (304, 2, 0)
        assert (again.capture_id, again.digest) == (page.capture_id, page.digest)
        assert again.title == page.title
        assert again.next_visit_at > page.next_visit_at
        assert second.records == []
        assert second.context.progress.total.unchanged == 1
        kinds = second.rows(select(captures.c.kind, captures.c.digest).order_by(captures.c.id))
        assert kinds == [("response", page.digest), ("revisit", page.digest)]


def test_a_site_that_says_so_though_nobody_asked_is_not_believed(tmp_path: Path) -> None:
    unasked = {PRODUCT: status(304, ETag='"1"')}
    with SmallCrawl(tmp_path, PRODUCT, site=unasked) as crawl:
        crawl.run()
        assert crawl.states() == {PRODUCT: "failed"}
        assert crawl.errors()[PRODUCT].kind == "not-http"
        assert crawl.rows(select(pages)) == []
    with SmallCrawl(tmp_path, PRODUCT, site=SITE) as later:
        later.run()
        assert later.stored().keys() == {PRODUCT}
        assert later.rows(select(links.c.state)) == [("done",)]


# A product page disappears, and perhaps comes back.


THERE = {PRODUCT: lonely(PRODUCT, etag='"1"')}


@pytest.mark.parametrize("number", [404, 410])
def test_the_records_of_a_page_that_is_gone_end(tmp_path: Path, number: int) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site=THERE) as first:
        first.run()
    with SmallCrawl(tmp_path, PRODUCT, site={PRODUCT: status(number)}) as second:
        second.run()
        assert second.stored() == {}
        assert second.rows(select(records.c.gone_at).where(records.c.gone_at.is_(None))) == []
        assert second.rows(select(record_values.c.id)) != []  # the past stays
        assert second.states() == {PRODUCT: "failed"}
        assert second.rows(select(pages.c.status, pages.c.visits)) == [(number, 2)]
        error = second.errors()[PRODUCT]
        assert (error.kind, error.times) == ("gone", 1)
        assert error.action == "the page is marked as gone, and its records with it"
        assert second.context.progress.total.errors == 1


def test_a_page_that_comes_back_brings_its_record_back(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site=THERE) as first:
        first.run()
        before = first.stored()[PRODUCT].values
    with SmallCrawl(tmp_path, PRODUCT, site={PRODUCT: status(404)}) as second:
        second.run()
    # Its etag is the one we knew: asked for with it, the page would not be sent.
    with SmallCrawl(tmp_path, PRODUCT, site=THERE) as third:
        third.run()
        after = third.stored()[PRODUCT].values
        assert [value.raw for value in after] == [value.raw for value in before]
        assert third.states() == {PRODUCT: "done"}


def test_a_page_that_never_was_is_a_fault_and_no_more(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site={PRODUCT: status(404)}) as crawl:
        crawl.run()
        assert crawl.states() == {PRODUCT: "failed"}
        assert crawl.errors()[PRODUCT].action == "given up after 1 attempt"
        assert crawl.rows(select(pages)) == []
