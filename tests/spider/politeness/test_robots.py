"""Real crawls of hosts whose robots.txt forbids, fails, moves, or never ends."""

from __future__ import annotations

import tracemalloc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.robotstxt import ProtegoRobotParser
from scrapy.signals import robots_parsed
from scrapy.utils.test import get_crawler

from spider.faults import Fault, FaultKind
from spider.politeness.robots import (
    MOST_READ,
    MOST_SITEMAPS,
    MOST_WEIGHT,
    RobotsAnswer,
    RobotsMemory,
    RobotsSitemaps,
    complete_lines,
    sitemaps_found,
    web_addresses,
)
from tests.spider.raw_server import page, serving
from tests.spider.small_crawl import Crawled, crawl

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator


FORBIDS_ALL = page("User-agent: *\nDisallow: /\n")


class Web:
    """A web behind a proxy: answers by URL, and what was asked for."""

    def __init__(self, answers: dict[str, bytes]) -> None:
        self.answers = answers
        self.asked: list[str] = []
        self.port = 0

    def answer(self, connection: socket.socket, url: str) -> None:
        self.asked.append(url)
        connection.sendall(self.answers.get(url, page("a page", Content_Type="text/html")))

    def crawl(self, *urls: str, **settings: Any) -> Crawled:
        return crawl(*urls, CRAWL_PROXY=f"http://127.0.0.1:{self.port}", **settings)


@contextmanager
def web(**robots: bytes) -> Iterator[Web]:
    """A web of hosts NAME.example, each with its answer for robots.txt."""
    pages = Web({f"http://{name}.example/robots.txt": said for name, said in robots.items()})
    with serving(pages.answer) as server:
        pages.port = server.port
        yield pages


def test_what_is_forbidden_to_us_is_not_asked_for() -> None:
    said = page("User-agent: SpecSeek\nDisallow: /private\n\nUser-agent: *\nDisallow: /\n")
    with web(shop=said) as pages:
        open_page, private = "http://shop.example/phones", "http://shop.example/private/1"
        crawled = pages.crawl(open_page, private)
    assert crawled.results[open_page]["text"] == "a page"
    assert crawled.kind(private) == "robots"
    assert private in crawled.results[private]["words"]
    assert private not in pages.asked


def test_all_who_wait_for_one_answer_get_it_and_it_is_asked_for_once() -> None:
    with web(shop=FORBIDS_ALL) as pages:
        urls = [f"http://shop.example/{number}" for number in range(8)]
        crawled = pages.crawl(*urls)
    assert [crawled.kind(url) for url in urls] == ["robots"] * 8
    assert pages.asked == ["http://shop.example/robots.txt"]


def test_no_robots_txt_allows_all_and_a_failing_one_nothing() -> None:
    with web(
        none=page(status="404 Not Found"),
        secret=page(status="403 Forbidden"),
        broken=page(status="500 Oh"),
        busy=page(status="503 Later", Retry_After="60"),
        rushed=page(status="429 Slow down"),
        cut=b"",
        strange=b"no HTTP at all\r\n\r\n",
    ) as pages:
        hosts = ("none", "secret", "broken", "busy", "rushed", "cut", "strange")
        urls = {host: f"http://{host}.example/phones" for host in hosts}
        crawled = pages.crawl(*urls.values())
    kinds = {host: crawled.kind(url) for host, url in urls.items()}
    assert kinds == {
        "none": None,
        "secret": None,
        "broken": "server-error",
        "busy": "rate-limited",
        "rushed": "rate-limited",
        "cut": "connection",
        "strange": "not-http",
    }
    assert "robots.txt could not be read" in crawled.results[urls["broken"]]["words"]
    assert {url for url in pages.asked if "robots" not in url} == {urls["none"], urls["secret"]}
    assert "Traceback" not in crawled.log


def moved(to: str) -> bytes:
    return page(status="301 Moved", Location=to)


def test_robots_txt_may_move_five_times() -> None:
    near, far = "http://near.example/phones", "http://far.example/phones"
    with web(near=moved("/1"), far=moved("/1")) as pages:
        for host, hops in (("near", 5), ("far", 6)):
            for hop in range(1, hops):
                pages.answers[f"http://{host}.example/{hop}"] = moved(f"/{hop + 1}")
            pages.answers[f"http://{host}.example/{hops}"] = FORBIDS_ALL
        crawled = pages.crawl(near, far)
    assert crawled.kind(near) == "robots"
    assert crawled.results[far]["text"] == "a page"
    assert "http://far.example/6" not in pages.asked


def test_pages_that_move_are_not_followed_but_told() -> None:
    with web() as pages:
        url = "http://shop.example/old"
        pages.answers[url] = moved("/new")
        crawled = pages.crawl(url)
    assert crawled.results[url]["status"] == 301
    assert "http://shop.example/new" not in pages.asked


def test_sitemaps_are_reported() -> None:
    said = "Sitemap: http://shop.example/a.xml\nsitemap: http://shop.example/b.xml\nSitemap: /c.xml"
    with web(shop=page(said)) as pages:
        crawled = pages.crawl("http://shop.example/")
    assert crawled.sitemaps == ["http://shop.example/a.xml", "http://shop.example/b.xml"]


def test_a_robots_txt_without_end_is_read_to_its_limit() -> None:
    rules = "User-agent: *\nDisallow: /private\n" + "# filler\n" * 500_000 + "Disallow: /\n"
    with web(shop=page(rules)) as pages:
        open_page, private = "http://shop.example/phones", "http://shop.example/private/1"
        crawled = pages.crawl(open_page, private, DOWNLOAD_MAXSIZE=100_000_000)
    assert crawled.kind(private) == "robots"
    assert crawled.kind(open_page) is None


def test_no_rule_is_cut_in_half() -> None:
    lines = b"Disallow: /private\n" * (MOST_READ // 19)
    assert complete_lines(lines) == lines
    assert complete_lines(lines + b"Disallow: /private\n") == lines
    assert complete_lines(b"x" * (MOST_READ + 1)) == b""


NOW = 1_000.0
FAULT = Fault.of(FaultKind.TIMEOUT)


def test_an_answer_is_kept_until_its_time_is_over() -> None:
    memory = RobotsMemory()
    answer = RobotsAnswer(FAULT, until=NOW + 10)
    memory.put("http://shop.example", answer)
    assert memory.get("http://shop.example", NOW) == answer
    assert memory.get("https://shop.example", NOW) is None
    assert memory.get("http://shop.example", NOW + 10) is None


def test_what_was_used_longest_ago_makes_room() -> None:
    memory = RobotsMemory(most_weight=100)
    for name in ("a", "b"):
        memory.put(name, RobotsAnswer(FAULT, until=NOW + 10, weight=50))
    memory.get("a", NOW)
    memory.put("c", RobotsAnswer(FAULT, until=NOW + 10, weight=50))
    assert [name for name in ("a", "b", "c") if memory.get(name, NOW)] == ["a", "c"]


def test_one_answer_is_kept_however_heavy() -> None:
    memory = RobotsMemory(most_weight=100)
    memory.put("a", RobotsAnswer(FAULT, until=NOW + 10, weight=500))
    assert memory.get("a", NOW)
    memory.put("b", RobotsAnswer(FAULT, until=NOW + 10, weight=50))
    assert not memory.get("a", NOW)


def test_a_new_answer_replaces_the_old_one_and_its_weight() -> None:
    memory = RobotsMemory(most_weight=100)
    for _ in range(5):
        memory.put("a", RobotsAnswer(FAULT, until=NOW + 10, weight=40))
    memory.put("b", RobotsAnswer(FAULT, until=NOW + 10, weight=40))
    assert memory.get("a", NOW)


def test_the_heaviest_files_fit_into_memory() -> None:
    """Short rules with wildcards weigh most when parsed."""
    body = b"User-agent: *\n" + b"".join(b"Disallow:/*%d\n" % number for number in range(5_000))
    tracemalloc.start()
    try:
        parser = ProtegoRobotParser(body, None)
        parser.allowed("http://shop.example/", "SpecSeek")
        megabytes = tracemalloc.get_traced_memory()[0] / 1e6 * MOST_WEIGHT / len(body)
    finally:
        tracemalloc.stop()
    assert megabytes < 150


def test_whole_web_addresses_are_taken_each_once() -> None:
    lines = ["http://a.example/1.xml", "/2.xml", "ftp://a.example/", "http://a.example/1.xml"]
    assert list(web_addresses(iter(lines))) == ["http://a.example/1.xml"]


def test_a_robots_txt_may_name_only_so_many() -> None:
    crawler = get_crawler()
    extension = RobotsSitemaps.from_crawler(crawler)
    found: list[str] = []

    def take(urls: tuple[str, ...]) -> None:
        found.extend(urls)

    crawler.signals.connect(take, sitemaps_found)
    lines = "".join(f"Sitemap: http://a.example/{number}.xml\n" for number in range(1_000))
    request = Request("http://a.example/")
    parser = ProtegoRobotParser(lines.encode(), None)
    crawler.signals.send_catch_log(robots_parsed, robotparser=parser, request=request)
    assert len(found) == MOST_SITEMAPS
    assert extension
