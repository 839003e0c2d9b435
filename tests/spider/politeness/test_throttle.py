from __future__ import annotations

from itertools import pairwise
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest
from protego import Protego

from spider.politeness.throttle import asked_delay
from tests.spider.raw_server import page, serving
from tests.spider.small_crawl import crawl

if TYPE_CHECKING:
    import socket


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


def moments_of_requests(crawl_delay: str, **settings: Any) -> list[float]:
    """When pages came that were asked for all at once."""
    moments = []

    def answer(connection: socket.socket, url: str) -> None:
        if url.endswith("/robots.txt"):
            connection.sendall(page(f"User-agent: *\nCrawl-delay: {crawl_delay}\n"))
        else:
            moments.append(monotonic())
            connection.sendall(page("a page"))

    with serving(answer) as server:
        urls = [f"http://shop.example/{number}" for number in range(4)]
        crawl(*urls, CRAWL_PROXY=f"http://127.0.0.1:{server.port}", **settings)
    assert len(moments) == 4
    return moments


def test_pauses_are_kept_though_the_site_answers_fast() -> None:
    """AutoThrottle alone would halve the pause with every fast answer."""
    moments = moments_of_requests("0.8")
    assert min(later - earlier for earlier, later in pairwise(moments)) > 0.5


def test_pauses_have_a_limit() -> None:
    moments = moments_of_requests("3600", CRAWL_DELAY_MAX=0.2)
    assert moments[-1] - moments[0] > 0.4
