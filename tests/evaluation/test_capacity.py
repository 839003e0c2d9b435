"""The simulated crawl on webs small enough to know the answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evaluation.capacity import (
    Assumptions,
    SimulatedCrawl,
    host_sizes,
    latencies,
    left_after,
    measure_capacity,
    measure_choosing,
    polite_days,
)

SMALL = Assumptions(hosts=1_000, pages=100_000, largest=5_000)
# No chance in it: every answer takes as long, and none is lost.
STEADY = replace(SMALL, latency=0.2, spread=0.0, timeouts=0.0, page_cost=0.0)


def rate(web: Assumptions, crawlers: int, sizes: list[int], pages: int) -> float:
    speed = np.full(len(sizes), web.latency)
    crawl = SimulatedCrawl(web, crawlers, np.array(sizes, float), speed)
    seconds, came = crawl.run(pages)
    return came / seconds


def test_hosts_have_all_pages_and_few_have_most_of_them() -> None:
    sizes = host_sizes(SMALL)
    assert sizes.sum() == pytest.approx(SMALL.pages, rel=0.01)
    assert sizes.max() <= SMALL.largest
    assert sizes.min() >= 1
    assert sizes[:100].sum() > 0.5 * sizes.sum()


def test_a_single_host_is_asked_once_in_its_pause() -> None:
    assert rate(STEADY, 1, [2_000], 1_000) == pytest.approx(1 / STEADY.delay, rel=0.01)
    slow = replace(STEADY, latency=2.0)
    assert rate(slow, 1, [2_000], 1_000) == pytest.approx(1 / slow.latency, rel=0.01)


def test_further_crawlers_do_not_ask_a_host_more_often() -> None:
    assert rate(STEADY, 10, [2_000] * 3, 1_000) == pytest.approx(3 / STEADY.delay, rel=0.01)


def test_a_crawler_has_so_many_requests_in_flight_and_no_more() -> None:
    expected = STEADY.concurrency / STEADY.latency
    assert rate(STEADY, 1, [1_000] * 100, 2_000) == pytest.approx(expected, rel=0.05)


def test_a_crawler_is_no_faster_than_its_processor() -> None:
    web = replace(STEADY, page_cost=0.05)
    assert rate(web, 1, [1_000] * 100, 500) == pytest.approx(1 / web.page_cost, rel=0.01)


def test_every_page_is_fetched_once() -> None:
    sizes = [50, 3, 1, 700, 20]
    crawl = SimulatedCrawl(SMALL, 3, np.array(sizes, float), latencies(SMALL))
    crawl.run(10_000)
    assert crawl.fetched == {str(host): pages for host, pages in enumerate(sizes)}


def test_what_politeness_allows() -> None:
    sizes, pauses = np.array([100.0, 10.0, 10.0]), np.array([1.0, 1.0, 2.0])
    days = {share: 86_400 * found for share, found in polite_days(sizes, pauses).items()}
    assert days[1.0] == pytest.approx(100, abs=1)
    assert days[0.5] == pytest.approx(40, abs=1)  # 40 + 10 + 10 of 120
    assert left_after(sizes, pauses, 0.5).tolist() == [pytest.approx(60, abs=1), 0, 0]


def test_the_report() -> None:
    told: list[str] = []
    report = measure_capacity(replace(SMALL, hosts=200, pages=2_000), (1,), 100, told.append)
    assert report.stretches[0].hosts_left == 200
    assert all(one.pages_per_second > 0 for one in report.stretches if one.hosts_left)
    assert report.as_json()["simulated"] == 100
    assert report.days(1) >= report.days(100)
    assert told


def test_choosing_is_measured() -> None:
    measured = measure_choosing(64)
    assert measured.microseconds > 0
    assert measured.bytes_per_site > 100
