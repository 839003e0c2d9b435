"""A crawl without a network: the pages come from a table or the pocket web."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

from scrapy.crawler import Crawler
from scrapy.http import Headers
from scrapy.responsetypes import responsetypes
from scrapy.settings import Settings
from sqlalchemy import select
from twisted.python.failure import Failure

from core.records import MEDIA
from core.settings import load_settings
from samples.pocket_web import ALL_SITES, PocketWeb
from spider.scheduler import request_for
from spider.spiders import TopicSpider
from store.records import current_records
from store.runs import ErrorFilter, latest_errors
from store.schema import links
from tests.spider.small_topic import write_topic

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from scrapy import Request
    from scrapy.http import Response
    from sqlalchemy import Select

    from spider.context import ProductContext
    from spider.crawl import Crawl
    from spider.link_queue import TakenLink
    from spider.pipelines import ProductRecord
    from spider.spiders import LedgerSpider
    from store.records import CurrentRecord
    from store.runs import KnownError


T = TypeVar("T")

SHOUJI = "http://www.shouji.example/"
TONGXUN = "http://m.tongxun.example/"
WEB = PocketWeb(ALL_SITES)


@dataclass(frozen=True)
class Reply:
    """What a site answers. Headers: underscores in names stand for hyphens."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str | bytes] = field(default_factory=dict)


def html(text: str, status: int = 200, **headers: str | bytes) -> Reply:
    written = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(text.encode(), status, {"Content-Type": "text/html; charset=utf-8", **written})


def moved(location: str | bytes, status: int = 301) -> Reply:
    return Reply(b"", status, {"Location": location})


def status(number: int, **headers: str) -> Reply:
    return html("", number, **headers)


def pocket(url: str) -> Reply:
    """What the pocket web answers."""
    found = WEB.fetch(url)
    headers: dict[str, str | bytes] = {"Content-Type": found.content_type, "ETag": found.etag}
    if found.location:
        headers["Location"] = found.location
    return Reply(found.body, found.status, headers)


class SimulatedCrawl:
    """Use as a context manager; one after the other in one folder is one run after the other."""

    spider: LedgerSpider
    crawl: Crawl

    def __init__(
        self,
        crawler: Crawler,
        site: Mapping[str, Reply | Exception] | None,
        **arguments: str,
    ) -> None:
        """`arguments` are what a user gives with -a."""
        self.crawler = crawler
        self.site = site or {}
        self.asked: list[str] = []
        self.items: list[Any] = []
        self.end_reasons: list[str] = []
        self._arguments = arguments

    def __enter__(self) -> Self:
        kind: type[LedgerSpider] = self.crawler.spidercls  # type: ignore[assignment]
        self.spider = kind.from_crawler(self.crawler, **self._arguments)
        self.crawl = self.spider.start_crawl(self.end_reasons.append)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.crawl.close("shutdown" if error else "finished")

    def take(self, after: float = 0.0) -> TakenLink | None:
        """The next link, some seconds from now."""
        return self.crawl.next(time.time() + after)

    def run(self, after: float = 0.0, most: int = 10_000) -> list[str]:
        """Until nothing is left that may be asked now; gives the addresses, in order."""
        asked: list[str] = []
        while len(asked) < most and (taken := self.take(after)):
            asked.append(taken.link.url)
            self.answer(taken)
        return asked

    async def run_at_once(self, most: int = 8) -> None:
        """The same with several requests under way, as Scrapy does it."""
        under_way: set[asyncio.Task[None]] = set()
        while True:
            while len(under_way) < most and (taken := self.take()):
                under_way.add(asyncio.create_task(self._answer(taken)))
            if not under_way:
                return
            done, under_way = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()

    def answer(self, taken: TakenLink) -> None:
        completed(self._answer(taken))

    async def _answer(self, taken: TakenLink) -> None:
        request = request_for(taken, self.spider)
        self.asked.append(taken.link.url)
        reply = self.site.get(taken.link.url) or pocket(taken.link.url)
        if isinstance(reply, Exception):
            failure = Failure(reply)
            failure.request = request  # type: ignore[attr-defined]  # as Scrapy does
            self.spider.failed(failure)
        else:
            self.items += await self.crawl.visited(response_for(request, reply))

    def rows(self, wanted: Select[Any]) -> Sequence[Any]:
        with self.crawl.context.ledger.reading() as conn:
            return conn.execute(wanted).all()

    def errors(self) -> dict[str, KnownError]:
        """What the register has, by address."""
        with self.crawl.context.ledger.reading() as conn:
            known = latest_errors(conn, ErrorFilter(self.crawl.context.name))
        return {error.url: error for error in known}

    def states(self) -> dict[str, str]:
        return dict(self.rows(select(links.c.url, links.c.state)))


def completed(work: Coroutine[Any, Any, T]) -> T:
    """What is returned by something that need not wait."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    raise AssertionError("it waits, though pages are read at once")


def crawler_for(kind: type[LedgerSpider], folder: Path, variables: Mapping[str, str]) -> Crawler:
    """As `scrapy crawl` makes it; `variables` are of the environment.

    Pages are read in this process, so that a response is stored as soon as it comes.
    """
    loaded = load_settings(folder, environ={"SPECSEEK_CRAWL_READERS": "0", **variables})
    settings = Settings()
    settings.setmodule("spider.settings", priority="project")
    settings.set("SPECSEEK", loaded, priority="cmdline")
    settings.set("DEPTH_LIMIT", loaded.crawl.depth, priority="cmdline")
    per_site = loaded.crawl.concurrency_per_site
    settings.set("CONCURRENT_REQUESTS_PER_DOMAIN", per_site, priority="cmdline")
    return Crawler(kind, settings)


def crawl_variables(limits: Mapping[str, object]) -> dict[str, str]:
    return {f"SPECSEEK_CRAWL_{name.upper()}": str(limit) for name, limit in limits.items()}


class SmallCrawl(SimulatedCrawl):
    """A crawl for products."""

    spider: TopicSpider

    def __init__(
        self,
        folder: Path,
        *seeds: str,
        site: Mapping[str, Reply | Exception] | None = None,
        revisit: str = "all",
        variables: dict[str, str] | None = None,
        **limits: float | str,
    ) -> None:
        self.seeds = seeds or (SHOUJI,)
        self.data = folder / "data"
        self._aside: dict[str, TakenLink] = {}
        ours = {
            "SPECSEEK_DATA": str(self.data),
            "SPECSEEK_TOPICS": str(write_topic(folder, *self.seeds)),
            **crawl_variables(limits),
            **(variables or {}),
        }
        crawler = crawler_for(TopicSpider, folder, ours)
        super().__init__(crawler, site, topic="phones", revisit=revisit)

    def __enter__(self) -> Self:
        super().__enter__()
        for seed in self.seeds:
            self.crawl.queue_address(seed)
        return self

    @property
    def context(self) -> ProductContext:
        return self.spider.context

    @property
    def records(self) -> list[ProductRecord]:
        return self.items

    def visit(self, url: str, after: float = 0.0) -> Self:
        """Take links until this one comes; the others are laid aside for later visits."""
        while url not in self._aside:
            taken = self.take(after)
            assert taken, f"{url} is not in the queue"
            self._aside[taken.link.url] = taken
            self.crawl.context.queue.arrived(taken)
        self.answer(self._aside.pop(url))
        return self

    def stored(self, source: str | None = None) -> dict[str, CurrentRecord]:
        """The current records of products by address; where a source is named, its own alone."""
        with self.context.ledger.reading() as conn:
            found = list(current_records(conn, "phones", source=source))
        return {record.url: record for record in found if source or record.source != MEDIA}

    def asked_for_pages(self) -> list[str]:
        """Without pictures."""
        return [url for url in self.asked if "/pic/" not in url]


def response_for(request: Request, reply: Reply) -> Response:
    """As the downloader makes it: the kind of answer follows from its head and its bytes."""
    asked_for = request.headers.get("If-None-Match")
    etag = reply.headers.get("ETag")
    if asked_for and etag and asked_for == (etag.encode() if isinstance(etag, str) else etag):
        reply = Reply(b"", 304, {"ETag": etag})
    headers = Headers(reply.headers)
    kind = responsetypes.from_args(headers=headers, url=request.url, body=reply.body)
    return kind(request.url, status=reply.status, headers=headers, body=reply.body, request=request)


# Product pages of the pocket web: as they are, changed, and alone in the world.


SHOUJI_PRODUCTS = tuple(WEB.product_pages("www.shouji.example"))
TONGXUN_PRODUCTS = tuple(WEB.product_pages("m.tongxun.example"))
PRODUCT = TONGXUN_PRODUCTS[0].url
PRICE = next(pair.value for pair in TONGXUN_PRODUCTS[0].gold if pair.attribute == "参考价格")


def lonely(url: str, old: str = "", new: str = "", etag: str = "") -> Reply:
    """A page that asks robots not to follow its links: a whole crawl of one page.

    Words in it may be others; a server without an etag knows no conditional requests.
    """
    reply = pocket(url)
    assert old.encode() in reply.body
    body = reply.body.replace(old.encode(), new.encode()) if old else reply.body
    body = body.replace(b"<head>", b'<head><meta name="robots" content="nofollow">')
    headers = {"Content-Type": reply.headers["Content-Type"]}
    return replace(reply, body=body, headers=headers | ({"ETag": etag} if etag else {}))
