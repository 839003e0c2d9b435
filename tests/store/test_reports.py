"""A crawl of two sites, asked about in the ways people do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.records import ReadRecord, ReadValue
from store.frontier import LinkState, NewLink, add_links, finish_link
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
from store.visits import FetchedPage, NewCapture, add_capture, save_page
from tests.store.small_crawl import NOW, SITE, TOPIC, add_link, visit

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
