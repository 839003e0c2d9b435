"""Told by the crawl, read by the display."""

import pytest

from spider.progress import CrawlProgress, Faults, SiteProgress
from tests.spider.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def progress(clock: Clock) -> CrawlProgress:
    return CrawlProgress(clock)


def test_pages_are_counted_for_their_site_and_for_all(progress: CrawlProgress) -> None:
    progress.page("zol.example", 500, new=1)
    progress.page("zol.example", 700, changed=1)
    progress.page("pcpop.example", 0, unchanged_page=True)
    zol, total = progress.site("zol.example"), progress.total
    assert (zol.pages, zol.bytes, zol.new, zol.changed, zol.unchanged) == (2, 1200, 1, 1, 0)
    assert (total.pages, progress.bytes, total.records, total.unchanged) == (3, 1200, 2, 1)


def test_faults_are_counted_by_site_and_kind(progress: CrawlProgress, clock: Clock) -> None:
    for number in range(1000):
        progress.fault(f"{number}.example", "timeout" if number % 4 else "http-404")
        clock.now += 1
    assert progress.site("7.example").errors == 1
    assert progress.total.errors == 1000
    assert progress.faults == {
        "http-404": Faults(250, 1996.0, "996.example"),
        "timeout": Faults(750, 1999.0, "999.example"),
    }


def test_the_rate_is_that_of_the_last_ten_seconds(progress: CrawlProgress, clock: Clock) -> None:
    for _second in range(30):
        for _page in range(4):
            progress.page("zol.example", 1)
        clock.now += 1
    assert progress.total.rate.per_second(clock.now) == 4
    clock.now += 5
    assert progress.site("zol.example").rate.per_second(clock.now) == 2
    clock.now += 100
    assert progress.total.rate.per_second(clock.now) == 0


def test_the_rate_of_a_crawl_that_has_just_begun(progress: CrawlProgress, clock: Clock) -> None:
    progress.page("zol.example", 1)
    clock.now += 1
    progress.page("zol.example", 1)
    assert progress.total.rate.per_second(clock.now) == 1


def test_the_queue_is_as_told_last(progress: CrawlProgress) -> None:
    progress.queue({("product", "queued"): 9})
    progress.queue({("product", "queued"): 5, ("list", "queued"): 2, ("product", "done"): 7})
    assert progress.links("queued") == 7
    assert progress.links("queued", "done") == 14


def test_a_site_that_waits(progress: CrawlProgress) -> None:
    progress.waiting("zol.example", 12, until=1060.0)
    assert progress.total.waiting == 12
    assert progress.sites == {"zol.example": SiteProgress(waiting=12, backed_off_until=1060.0)}


def test_the_waiting_links_of_all_sites(progress: CrawlProgress) -> None:
    progress.waiting("zol.example", 12)
    progress.waiting("pcpop.example", 5)
    progress.waiting("zol.example", 10)
    assert progress.total.waiting == 15


def test_time_goes_on_and_never_back(progress: CrawlProgress, clock: Clock) -> None:
    clock.now += 90
    assert progress.elapsed == 90
    clock.now = 0
    assert progress.elapsed == 0
