from __future__ import annotations

from scrapy.http import Response

from spider.crawl.answer import FetchResult
from spider.crawl.link_queue import TakenLink
from store.frontier import QueuedLink

LINK = QueuedLink(7, "http://a.example/", "a.example", "/", "list", 5, 0, 0, 0, None, "", "")


def answer(**headers: str | bytes) -> FetchResult:
    response = Response("http://a.example/", status=200, headers=headers, body=b"<p>")
    return FetchResult(TakenLink(LINK, None), response, now=1000.0)


def test_headers_are_text() -> None:
    assert answer(ETag='"1"').header("etag") == '"1"'
    assert answer(Server="小米".encode()).header("Server") == "小米"
    assert answer(Server=b"caf\xe9").header("Server") == "café"
    assert answer().header("Server") == ""


def test_what_the_archive_keeps_of_it() -> None:
    kept = answer(Server="x").capture()
    assert (kept.url, kept.captured_at, kept.status) == ("http://a.example/", 1000.0, 200)
    assert kept.headers == (("Server", "x"),)
    assert kept.body == b"<p>"
