from __future__ import annotations

from email.utils import formatdate
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from protego import Protego

from spider.politeness.throttle import (
    ROBOTS_TOKEN,
    SiteBackoff,
    asked_delay,
    seconds_to_wait,
    user_agent,
)
from tests.spider.raw_server import page, serving
from tests.spider.small_crawl import crawl

if TYPE_CHECKING:
    import socket


def test_sites_see_name_version_and_whom_to_write_to() -> None:
    name = f"SpecSeek/{version('specseek')}"
    assert user_agent("crawl@shop.example") == f"{name} (+mailto:crawl@shop.example)"
    assert user_agent("https://shop.example/bot") == f"{name} (+https://shop.example/bot)"
    assert user_agent("") == name


def test_robots_files_reach_us_by_the_token() -> None:
    robots = Protego.parse("User-agent: *\nAllow: /\n\nUser-agent: specseek\nDisallow: /private\n")
    assert not robots.can_fetch("http://shop.example/private", ROBOTS_TOKEN)
    assert not robots.can_fetch("http://shop.example/private", user_agent("a@b.example"))


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [
        ("Crawl-delay: 7", 7.0),
        ("Crawl-delay: 0.5", 0.5),
        ("Request-rate: 1/10", 10.0),
        ("Request-rate: 30/1m", 2.0),
        ("Crawl-delay: 3\nRequest-rate: 1/10", 10.0),
        ("Crawl-delay: soon", 0.0),
        ("Crawl-delay: -3", 0.0),
        ("Crawl-delay: inf", 0.0),
        ("Disallow: /private", 0.0),
    ],
)
def test_robots_txt_may_ask_for_pauses(lines: str, seconds: float) -> None:
    assert asked_delay(Protego.parse(f"User-agent: *\n{lines}\n")) == seconds


def test_what_it_asks_of_others_is_not_for_us() -> None:
    robots = "User-agent: slowbot\nCrawl-delay: 60\n\nUser-agent: specseek\nCrawl-delay: 2\n"
    assert asked_delay(Protego.parse(robots)) == 2.0


def pauses_after(crawl_delay: str, **settings: Any) -> list[tuple[float, float]]:
    """The pause, and by which part it varies, after each of a few pages of a fast site."""

    def answer(connection: socket.socket, url: str) -> None:
        is_robots = url.endswith("/robots.txt")
        robots = f"User-agent: *\nCrawl-delay: {crawl_delay}\n"
        connection.sendall(page(robots if is_robots else "a page"))

    with serving(answer) as server:
        urls = [f"http://shop.example/{number}" for number in range(4)]
        done = crawl(*urls, CRAWL_PROXY=f"http://127.0.0.1:{server.port}", **settings)
    return [done.results[url]["pause"] for url in urls]


def test_pauses_are_kept_though_the_site_answers_fast() -> None:
    """AutoThrottle alone would halve the pause with every fast answer."""
    for seconds, varies_by in pauses_after("0.3"):
        assert seconds >= 0.3
        assert varies_by == 0


def test_a_delay_that_scrapy_s_settings_give_one_host_is_kept() -> None:
    slots = {"shop.example": {"delay": 0.3}}
    for seconds, _ in pauses_after("0", DOWNLOAD_SLOTS=slots):
        assert seconds >= 0.3


def test_pauses_have_a_limit() -> None:
    for seconds, _ in pauses_after("3600", CRAWL_DELAY_MAX=0.2):
        assert 0.2 <= seconds < 3600


NOW = 1_800_000_000.0


def test_a_site_that_never_refused_may_be_asked_at_any_time() -> None:
    assert SiteBackoff().ready_at("shop.example") == 0.0


@pytest.mark.parametrize("status", [429, 503])
def test_a_refusal_pauses_the_site_and_no_other(status: int) -> None:
    backoff = SiteBackoff(first_pause=5)
    assert backoff.note("shop.example", status, None, NOW) == NOW + 5
    assert backoff.ready_at("shop.example") == NOW + 5
    assert backoff.ready_at("other.example") == 0.0


def test_pauses_double_with_each_refusal_in_a_row_up_to_the_longest() -> None:
    backoff = SiteBackoff(first_pause=5, longest_pause=60)
    now, pauses = NOW, []
    for _ in range(6):
        until = backoff.note("shop.example", 429, None, now)
        assert until is not None
        pauses.append(until - now)
        now = until
    assert pauses == [5, 10, 20, 40, 60, 60]


def test_refusals_of_requests_that_were_under_way_count_once() -> None:
    backoff = SiteBackoff(first_pause=5)
    for delay in (0.0, 0.1, 0.2, 0.3):
        backoff.note("shop.example", 429, None, NOW + delay)
    assert backoff.ready_at("shop.example") == NOW + 0.3 + 5


def test_an_answer_makes_good_but_a_failing_server_does_not() -> None:
    backoff = SiteBackoff(first_pause=5)
    backoff.note("shop.example", 429, None, NOW)
    assert backoff.note("shop.example", 500, None, NOW + 6) is None
    assert backoff.note("shop.example", 429, None, NOW + 7) == NOW + 17
    assert backoff.note("shop.example", 200, None, NOW + 18) is None
    assert backoff.ready_at("shop.example") == 0.0
    assert backoff.note("shop.example", 429, None, NOW + 19) == NOW + 24


def test_the_site_says_how_long_in_seconds_or_as_a_date() -> None:
    assert SiteBackoff().note("shop.example", 429, b"90", NOW) == NOW + 90
    date = formatdate(NOW + 120, usegmt=True)
    assert SiteBackoff().note("shop.example", 503, date, NOW) == NOW + 120


def test_nobody_is_waited_for_longer_than_the_longest_pause() -> None:
    backoff = SiteBackoff(longest_pause=3600)
    assert backoff.note("shop.example", 429, "9" * 40, NOW) == NOW + 3600


@pytest.mark.parametrize("said", ["0", "-5", "soon", "", "Thu, 01 Jan 1970 00:00:00 GMT", None])
def test_a_pause_of_nothing_is_not_believed(said: str | None) -> None:
    assert SiteBackoff(first_pause=5).note("shop.example", 429, said, NOW) == NOW + 5


def test_a_later_refusal_never_shortens_a_pause() -> None:
    backoff = SiteBackoff()
    backoff.note("shop.example", 429, "600", NOW)
    assert backoff.note("shop.example", 429, "1", NOW + 1) == NOW + 600


@pytest.mark.parametrize(
    "date",
    [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
    ],
)
def test_all_three_forms_of_http_dates_are_read_as_gmt(date: str) -> None:
    assert seconds_to_wait(date, now=784111777 - 60) == 60


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.text(), st.binary(), st.from_regex(r"\w{3}, \d+ \w{3} -?\d+ \d+:\d+:\d+ .*")))
def test_no_header_breaks_it(said: str | bytes) -> None:
    until = SiteBackoff(first_pause=5).note("shop.example", 429, said, NOW)
    assert until is not None
    assert NOW < until <= NOW + 3600
