"""A crawl of two sites, asked about in the ways people do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from core.records import ReadRecord, ReadValue
from store.frontier import LinkState, NewLink, add_links, finish_link
from store.kept_values import (
    KeptAttribute,
    KeptOnPage,
    KeptValues,
    changed_pages,
    gone_pages,
    kept_attributes,
    kept_on_pages,
    kept_values,
    past_values,
    refused_pages,
)
from store.records import save_records
from store.reports import (
    DAY,
    ArchiveSize,
    Coverage,
    PlannedVisit,
    PlannedVisits,
    SiteReport,
    archive_size,
    coverage_over_time,
    last_change,
    site_reports,
    soonest_visits,
    visits_planned,
)
from store.runs import start_run
from store.visits import FetchedPage, NewCapture, add_capture, save_page, set_outcome
from tests.store.small_crawl import NOW, SITE, TOPIC, add_link, fetch, visit

if TYPE_CHECKING:
    from sqlalchemy import Connection


def record(source: str = "rule") -> ReadRecord:
    return ReadRecord(source, "rule-1", 1, (ReadValue("参考价格", "参考价格", "￥2350"),))


class Crawl:
    """Fetches pages that nobody serves."""

    def __init__(self, conn: Connection, topic: str = "phones") -> None:
        self.conn = conn
        self.topic = topic
        start_run(conn, topic, NOW)

    def link(self, url: str, group: str = "product") -> int:
        found = NewLink(url, url.split("/")[2], "/#", group, 3, depth=1)
        return add_links(self.conn, self.topic, [found], NOW)[url]

    def page(
        self, url: str, *records: ReadRecord, group: str = "product", again: float = DAY
    ) -> int:
        link_id, site = self.link(url, group), url.split("/")[2]
        save_records(self.conn, link_id, records, None, NOW)
        page = FetchedPage(link_id, self.topic, url, site, 200, NOW, NOW + again)
        save_page(self.conn, page)
        finish_link(self.conn, link_id, LinkState.DONE)
        return link_id


@pytest.fixture
def crawl(conn: Connection) -> Crawl:
    return Crawl(conn)


def test_a_site_by_the_states_of_its_links(crawl: Crawl) -> None:
    crawl.page("http://a.example/1", record())
    crawl.page("http://a.example/list", group="list")
    crawl.link("http://a.example/2")
    finish_link(crawl.conn, crawl.link("http://a.example/3"), LinkState.FAILED)
    (site,) = site_reports(crawl.conn, "phones")
    assert site.site == "a.example"
    assert site.states == {"done": 2, "queued": 1, "failed": 1}


def test_coverage_is_the_part_of_the_product_pages_that_has_a_record(crawl: Crawl) -> None:
    crawl.page("http://a.example/1", record(), record("json-ld"))
    crawl.page("http://a.example/2", record(), record())
    crawl.page("http://a.example/3")
    crawl.page("http://a.example/list", record(), group="list")
    crawl.link("http://a.example/not-fetched-yet")
    (site,) = site_reports(crawl.conn, "phones")
    assert site.records == 4  # what page 1 tells in two ways is one record
    assert site.product_pages == 3
    assert site.coverage == pytest.approx(2 / 3)


def test_records_that_are_gone_do_not_count(crawl: Crawl) -> None:
    page = crawl.page("http://a.example/1", record())
    save_records(crawl.conn, page, (), None, NOW + 1)
    (site,) = site_reports(crawl.conn, "phones")
    assert (site.records, site.coverage) == (0, 0.0)


def test_no_product_pages_no_coverage() -> None:
    assert SiteReport("a.example").coverage is None


def test_sites_with_most_links_first_and_topics_apart(conn: Connection, crawl: Crawl) -> None:
    crawl.link("http://a.example/1")
    crawl.link("http://b.example/1")
    crawl.link("http://b.example/2")
    Crawl(conn, "cameras").page("http://c.example/1", record())
    assert [site.site for site in site_reports(conn, "phones")] == ["b.example", "a.example"]


def test_visits_to_come(crawl: Crawl) -> None:
    for number, again in enumerate([-5.0, 0.0, DAY, DAY + 1, 7 * DAY, 8 * DAY]):
        crawl.page(f"http://a.example/{number}", again=again)
    in_the_queue = crawl.page("http://a.example/queued", again=-5.0)
    finish_link(crawl.conn, in_the_queue, LinkState.QUEUED)
    assert visits_planned(crawl.conn, "phones", NOW) == PlannedVisits(2, 1, 2, 1)
    assert visits_planned(crawl.conn, "cameras", NOW) == PlannedVisits(0, 0, 0, 0)
    assert soonest_visits(crawl.conn, "phones", 2) == [
        PlannedVisit("http://a.example/0", NOW - 5, 1, 0),
        PlannedVisit("http://a.example/1", NOW, 1, 0),
    ]


def test_the_archive(crawl: Crawl) -> None:
    assert archive_size(crawl.conn) == ArchiveSize(0, 0, 0)
    link = crawl.link("http://a.example/1")
    for file, offset in (("1.warc.gz", 0), ("1.warc.gz", 500), ("2.warc.gz", 0)):
        stored = NewCapture(link, None, "response", NOW, 200, file, offset, 500, "sha1:x")
        add_capture(crawl.conn, stored)
    assert archive_size(crawl.conn) == ArchiveSize(files=2, captures=3, bytes=1500)


def test_records_that_nobody_confirmed_are_counted_too(crawl: Crawl) -> None:
    crawl.page("http://a.example/1", record())
    crawl.page("http://a.example/2", record("rows"), record("json-ld"))
    (site,) = site_reports(crawl.conn, "phones")
    assert (site.records, site.unconfirmed, site.coverage) == (2, 1, 1.0)


# Coverage of the past, told from when pages were fetched and records came and went.


RECORD = ReadRecord("rule", "rule-1", 1, (ReadValue("参考价格", "参考价格", "￥2350"),))


def test_a_site_over_three_moments(conn: Connection) -> None:
    first, second = add_link(conn, 1), add_link(conn, 2)
    save_page(conn, visit(first, NOW))
    save_records(conn, first, [RECORD], None, NOW)
    save_page(conn, visit(second, NOW + 100))
    save_records(conn, second, [RECORD, RECORD], None, NOW + 200)
    save_records(conn, first, [], None, NOW + 300)
    told = coverage_over_time(conn, TOPIC, [NOW + 300, NOW - 1, NOW, NOW + 100, NOW + 200])
    assert told == {
        SITE: [
            Coverage(NOW, 1, 1),
            Coverage(NOW + 100, 2, 1),
            Coverage(NOW + 200, 2, 2),
            Coverage(NOW + 300, 2, 1),
        ]
    }
    assert [moment.part for moment in told[SITE]] == [1, 0.5, 1, 0.5]
    assert coverage_over_time(conn, "cameras", [NOW + 300]) == {}


def test_the_last_change_is_a_record_that_came_changed_or_went(conn: Connection) -> None:
    assert last_change(conn, TOPIC) == 0
    link = add_link(conn)
    save_records(conn, link, [RECORD], None, NOW)
    assert last_change(conn, TOPIC) == NOW
    save_records(conn, link, [RECORD], None, NOW + 1)
    assert last_change(conn, TOPIC) == NOW
    save_records(conn, link, [], None, NOW + 2)
    assert last_change(conn, TOPIC) == NOW + 2
    assert last_change(conn, "cameras") == 0


# What was known at a moment, and what of it is still read.


PRICE = ReadValue("参考价格", "价格", "￥2350")
WEIGHT = ReadValue("重量", "重量", "77g")
UNKNOWN = ReadValue(None, "电子字典", "支持")


def record_at(*values: ReadValue) -> list[ReadRecord]:
    return [ReadRecord("rule", "a/1", 1, values)]


def two_pages(conn: Connection) -> tuple[int, int]:
    """Both had price and weight; the first lost all, the second its weight."""
    first, second = fetch(conn, 1), fetch(conn, 2, offset=100)
    for link in (first, second):
        save_records(conn, link, record_at(PRICE, WEIGHT, UNKNOWN), None, NOW)
    save_records(conn, first, [], None, NOW + 10)
    save_records(conn, second, record_at(PRICE), None, NOW + 10)
    return first, second


def test_by_site_and_by_page(conn: Connection) -> None:
    first, second = two_pages(conn)
    assert kept_values(conn, TOPIC, "rule", NOW + 5) == [KeptValues(SITE, 2, 4, 1, 1, 0)]
    assert kept_on_pages(conn, TOPIC, SITE, "rule", NOW + 5) == [
        KeptOnPage(first, 2, 0),
        KeptOnPage(second, 2, 1),
    ]
    assert kept_values(conn, TOPIC, "rule", NOW + 20) == [KeptValues(SITE, 1, 1, 1, 1, 0)]
    assert kept_values(conn, TOPIC, "rule", NOW - 5) == []
    assert kept_values(conn, TOPIC, "json-ld", NOW + 5) == []


def test_what_a_page_said_then(conn: Connection) -> None:
    first, second = two_pages(conn)
    said = past_values(conn, [first, second], "rule", NOW + 5)
    assert said == {first: [PRICE, WEIGHT, UNKNOWN], second: [PRICE, WEIGHT, UNKNOWN]}
    assert past_values(conn, [first, second], "rule", NOW + 20) == {second: [PRICE]}


def test_a_page_that_is_gone_counts_apart(conn: Connection) -> None:
    first, second = two_pages(conn)
    save_page(conn, replace(visit(first), status=404))
    assert kept_values(conn, TOPIC, "rule", NOW + 5) == [KeptValues(SITE, 1, 2, 1, 1, 1)]
    assert gone_pages(conn, TOPIC, SITE, "rule", NOW + 5) == [first]
    assert gone_pages(conn, TOPIC, SITE, "rule", NOW - 5) == []
    assert [page.link_id for page in kept_on_pages(conn, TOPIC, SITE, "rule", NOW + 5)] == [second]


def test_pages_of_several_records_are_not_told_apart(conn: Connection) -> None:
    link = fetch(conn, 1)
    save_records(conn, link, record_at(PRICE) + record_at(WEIGHT), None, NOW)
    assert kept_on_pages(conn, TOPIC, SITE, "rule", NOW + 5) == []


def test_refused_regions(conn: Connection) -> None:
    first, _ = two_pages(conn)
    assert refused_pages(conn, TOPIC) == {}
    set_outcome(conn, first, "refused", 0.5)
    assert refused_pages(conn, TOPIC) == {SITE: 1}


def test_by_attribute_still_read_and_still_the_same(conn: Connection) -> None:
    first, second = two_pages(conn)
    assert kept_attributes(conn, TOPIC, "rule", NOW + 5) == [
        KeptAttribute(SITE, "参考价格", 2, 1, 1),
        KeptAttribute(SITE, "重量", 2, 0, 0),
    ]
    save_records(conn, second, record_at(PRICE._replace(raw="￥1999")), None, NOW + 15)
    assert kept_attributes(conn, TOPIC, "rule", NOW + 5)[0] == KeptAttribute(
        SITE, "参考价格", 2, 1, 0
    )
    moment = (SITE, "rule", NOW + 12)
    assert changed_pages(conn, TOPIC, *moment, ["参考价格"]) == [second]
    assert changed_pages(conn, TOPIC, *moment, ["重量"]) == []
    assert first not in changed_pages(conn, TOPIC, *moment, ["参考价格"])
