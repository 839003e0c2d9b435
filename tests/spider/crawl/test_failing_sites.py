"""A site that does not answer any more: pauses, then it is left alone for this run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from spider.crawl.failing_sites import FailingSites
from spider.faults import Fault, FaultKind
from tests.spider.crawl.small_crawl import SHOUJI, SmallCrawl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FAILING_SITE = "shouji.example"
DOWN, BROKEN = Fault.of(FaultKind.CONNECTION), Fault.of(FaultKind.SERVER_ERROR)


@pytest.fixture
def failing_crawl(tmp_path: Path) -> Iterator[SmallCrawl]:
    with SmallCrawl(tmp_path, SHOUJI) as failing_crawl:
        yield failing_crawl


@pytest.fixture
def failing(failing_crawl: SmallCrawl) -> FailingSites:
    return FailingSites(failing_crawl.context.queue, failing_crawl.context.backoff)


def test_some_failures_in_a_row_bring_pauses(
    failing_crawl: SmallCrawl, failing: FailingSites
) -> None:
    for _ in range(2):
        failing.note(FAILING_SITE, DOWN, now=1000)
    assert failing_crawl.context.backoff.ready_at(FAILING_SITE) == 0
    failing.note(FAILING_SITE, DOWN, now=1000)
    first = failing_crawl.context.backoff.ready_at(FAILING_SITE)
    failing.note(FAILING_SITE, DOWN, now=first)
    assert failing_crawl.context.backoff.ready_at(FAILING_SITE) - first > first - 1000 > 0


def test_failures_for_ten_minutes_and_it_is_left_alone(
    failing_crawl: SmallCrawl, failing: FailingSites, caplog: pytest.LogCaptureFixture
) -> None:
    for minute in range(10):
        for _ in range(2):
            failing.note(FAILING_SITE, DOWN, now=1000 + 60 * minute)
    assert failing_crawl.context.queue.waits
    failing.note(FAILING_SITE, DOWN, now=1000 + 600)
    assert not failing_crawl.context.queue.waits
    assert failing_crawl.take() is None
    assert "shouji.example has not answered for 10 minutes" in caplog.text
    assert failing_crawl.states() == {SHOUJI: "queued"}


def test_a_short_outage_is_outwaited(failing_crawl: SmallCrawl, failing: FailingSites) -> None:
    for _ in range(100):
        failing.note(FAILING_SITE, DOWN, now=1000)
    assert failing_crawl.context.queue.waits


@pytest.mark.parametrize("answer", [None, BROKEN])
def test_any_answer_shows_that_it_is_there(
    failing_crawl: SmallCrawl, failing: FailingSites, answer: Fault | None
) -> None:
    for minute in range(60):
        failing.note(FAILING_SITE, DOWN, now=1000 + 60 * minute)
        failing.note(FAILING_SITE, answer, now=1000 + 60 * minute)
    assert failing_crawl.context.queue.waits
    assert failing_crawl.context.backoff.ready_at(FAILING_SITE) == 0
