"""A real crawl in a process of its own: what became of some URLs, and the memory it took.

Run by tests.spider.forking with a task (`urls`, `settings`, `names`: what the machine's own
resolver is made to say), answers with `results` (by URL), `stats`, `sitemaps` and `megabytes`.
"""

from __future__ import annotations

import re
import resource
from dataclasses import dataclass
from pathlib import Path
from socket import AF_INET, AF_INET6, AF_UNSPEC, SOCK_STREAM, gaierror
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.http import TextResponse
from scrapy.settings import Settings
from scrapy.spiderloader import get_spider_loader
from scrapy.utils.misc import load_object
from twisted.internet._resolver import GAIResolver

from spider.faults import fault_of_failure, fault_of_response
from spider.politeness.robots import sitemaps_found
from tests.spider.forking import in_a_new_process

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy.http import Response
    from twisted.python.failure import Failure

# What differs from the settings of the project: no ledger, no display, no pauses, small limits.
OTHERWISE: dict[str, Any] = {
    "SCHEDULER": "scrapy.core.scheduler.Scheduler",
    "HTTPERROR_ALLOW_ALL": True,
    "DOWNLOAD_DELAY": 0,
    "DOWNLOAD_TIMEOUT": 60,
    "DOWNLOAD_MAXSIZE": 1_000_000,
    "AUTOTHROTTLE_START_DELAY": 0,
    "CONCURRENT_REQUESTS": 50,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 50,
    "LOG_LEVEL": "ERROR",
}


@dataclass(frozen=True)
class Crawled:
    results: dict[str, dict[str, Any]]
    stats: dict[str, Any]
    sitemaps: list[str]
    megabytes: float
    log: str

    def kind(self, url: str) -> str | None:
        """The kind of fault of a URL; None if there was none."""
        return self.results[url].get("kind")


def crawl(
    *urls: str,
    names: dict[str, list[str]] | None = None,
    environ: dict[str, str] | None = None,
    **settings: Any,
) -> Crawled:
    """Fetch URLs with our settings, some of them changed, in a process of its own."""
    task = {"urls": urls, "names": names or {}, "settings": settings}
    answer, log = in_a_new_process("tests.spider.small_crawl", task, environ or {})
    return Crawled(**answer, log=log)


class SmallSpider(Spider):
    name = "small"
    urls: list[str]
    results: dict[str, dict[str, Any]]
    sitemaps: list[str]

    async def start(self) -> AsyncIterator[Request]:
        self.crawler.signals.connect(self.found, sitemaps_found)
        for url in self.urls:
            meta = {"asked": url}
            yield Request(url, self.parse, errback=self.failed, meta=meta, dont_filter=True)

    def parse(self, response: Response) -> None:
        text = response.text if isinstance(response, TextResponse) else ""
        result = {"status": response.status, "text": text[:1000], "pause": self.pause(response)}
        if fault := fault_of_response(response.status, response.headers):
            result |= fault._asdict()
        self.results[response.meta["asked"]] = result

    def pause(self, response: Response) -> tuple[float, float] | None:
        """Seconds until the next request to the same host, and by which part they may vary."""
        assert self.crawler.engine is not None
        slot = self.crawler.engine.downloader.slots.get(response.meta["download_slot"])
        return (slot.delay, slot.jitter) if slot else None

    def failed(self, failure: Failure) -> None:
        request: Request = failure.request  # type: ignore[attr-defined]  # Scrapy adds it
        assert failure.value is not None
        self.results[request.meta["asked"]] = fault_of_failure(failure.value)._asdict()

    def found(self, urls: tuple[str, ...]) -> None:
        self.sitemaps += urls


def resolve_by(names: dict[str, list[str]]) -> None:
    """Make the machine's own resolver, the one under ours, know these names and no others."""
    from twisted.internet import reactor  # noqa: PLC0415 - after the process has installed it

    def getaddrinfo(host: str, port: int, family: int = AF_UNSPEC, *_: object) -> list[Any]:
        is_literal = host.replace(".", "").isdigit() or ":" in host
        addresses = [host] if is_literal else names.get(host)
        if addresses is None:
            raise gaierror
        families = [(AF_INET6 if ":" in address else AF_INET, address) for address in addresses]
        return [
            (one, SOCK_STREAM, 6, "", (address, port, 0, 0) if one == AF_INET6 else (address, port))
            for one, address in families
            if family in {AF_UNSPEC, one}
        ]

    reactor.installNameResolver(GAIResolver(reactor, getaddrinfo=getaddrinfo))  # type: ignore[arg-type]


def megabytes() -> float:
    """The most memory this process ever had."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    # Unlike the above, this does not begin with what the process that started us had.
    return int(re.findall(r"VmHWM:\s*(\d+)", status)[0]) / 1024


def project_settings() -> Settings:
    settings = Settings()
    settings.setmodule("spider.settings", priority="project")
    settings["EXTENSIONS"]["spider.display.extension.CrawlDisplay"] = None
    return settings


def load() -> None:
    """Import all that a crawl needs; it takes far longer than a small crawl itself."""
    settings = project_settings()
    get_spider_loader(settings)
    for parts in ("EXTENSIONS", "DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES"):
        for part in settings.get_component_priority_dict_with_base(parts):
            load_object(part)
    for handler in filter(None, settings.getwithbase("DOWNLOAD_HANDLERS").values()):
        load_object(handler)


def run(task: dict[str, Any]) -> dict[str, Any]:
    results: dict[str, Any] = {}
    sitemaps: list[str] = []
    settings = project_settings()
    settings.update(OTHERWISE | task["settings"], priority="cmdline")
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(SmallSpider)
    process.crawl(crawler, urls=task["urls"], results=results, sitemaps=sitemaps)
    resolve_by(task["names"])
    process.start()
    assert crawler.stats is not None
    stats = crawler.stats.get_stats()
    return {"results": results, "stats": stats, "sitemaps": sitemaps, "megabytes": megabytes()}
