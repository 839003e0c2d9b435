"""The spiders: each crawls one topic, starting at its seeds.

`scrapy crawl topic -a topic=NAME` and `scrapy crawl NAME` find them here. A spider
opens its crawl (`spider.context`); the scheduler hands out links, and `spider.crawl` handles the
responses.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy.spiderloader import SpiderLoader

from core.errors import SpecSeekError
from core.names import host_of
from core.topic import Topic, load_topic, topic_file, topic_names
from spider.context import Revisit, finish_changes, open_crawl
from spider.crawl import ProductCrawl
from spider.faults import CannotRenderError
from spider.progress import CrawlProgress

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path
    from typing import Self

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings
    from twisted.python.failure import Failure

    from core.settings import Settings
    from spider.context import ProductContext
    from spider.crawl import Crawl


class LedgerSpider(Spider):
    """A spider whose queue is in the ledger; subclasses say what its crawl reads."""

    topic: Topic
    revisit = Revisit.ALL
    crawl: Crawl  # set by the scheduler, through `start_crawl`

    def __init__(self, name: str | None = None, **arguments: Any) -> None:  # noqa: ANN401 - whatever the user says
        super().__init__(name, **arguments)
        self.progress = CrawlProgress()

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Use the ledger's queue; `scrapy shell` and `scrapy fetch` keep Scrapy's own."""
        super().update_settings(settings)
        settings.set("SCHEDULER", "spider.scheduler.LedgerScheduler", priority="spider")

    @classmethod
    def from_crawler(
        cls,
        crawler: Crawler,
        *_: Any,  # noqa: ANN401 - whatever the user says
        topic: str = "",
        revisit: str | None = None,
        **arguments: Any,  # noqa: ANN401 - whatever the user says
    ) -> Self:
        spider = super().from_crawler(crawler, **arguments)
        if revisit is not None:
            spider.revisit = Revisit.named(revisit)
        # Here and not in the scheduler: Scrapy passes on errors of this stage unchanged.
        spider.open(topic, crawler.settings)
        return spider

    @abstractmethod
    def open(self, topic: str, settings: BaseSettings) -> None:
        """Find the topic, by its name if the user gave one, and open its crawl."""

    @abstractmethod
    def start_crawl(self, end: Callable[[str], None]) -> Crawl:
        """`end` is called once, with the reason, if the crawl must end early."""

    async def parse(self, response: Response) -> AsyncIterator[Any]:
        """Store the response, whatever its status, and pass what was read on to feeds."""
        for item in await self.crawl.visited(response):
            yield item

    def failed(self, failure: Failure) -> None:
        """No response came: store the reason in the ledger."""
        request: Request = failure.request  # type: ignore[attr-defined] # Scrapy puts it there
        self.crawl.failed(request, failure.value or RuntimeError(str(failure)))


class TopicSpider(LedgerSpider):
    """Crawl any topic: `scrapy crawl NAME`, or `scrapy crawl topic -a topic=NAME`.

    `-a revisit=` says what happens to pages of earlier crawls when nothing new is left: `all`
    fetches all of them again (cheaply where nothing changed), `due` only those whose revisit is
    due, `none` none of them.
    """

    name = "topic"
    context: ProductContext

    def open(self, topic: str, settings: BaseSettings) -> None:
        ours: Settings = settings["SPECSEEK"]
        finish_changes(ours)
        self.topic = topic_with_seeds(ours.topics, topic or self.name)
        prepare_rendering(self.topic, settings)
        self.context = open_crawl(self, settings)

    async def start(self) -> AsyncIterator[Request]:
        """The topic's seeds; the scheduler skips known ones."""
        if not self.settings["CRAWL_PROXY"] and all(map(is_made_up, self.topic.seeds)):
            self.logger.warning(
                "The seeds of %s are those of the pocket web, which only the demo serves "
                "(specseek demo). Put the addresses of your own sites under `seeds` in %s.",
                self.topic.name,
                topic_file(self.settings["SPECSEEK"].topics, self.topic.name),
            )
        for seed in self.topic.seeds:
            yield Request(seed)

    def start_crawl(self, end: Callable[[str], None]) -> Crawl:
        self.crawl = ProductCrawl(self.context, end)
        return self.crawl


def is_made_up(url: str) -> bool:
    """Whether the host is under a reserved domain (RFC 2606)."""
    return host_of(url).endswith(".example")


def topic_with_seeds(folder: Path, name: str) -> Topic:
    topic = existing_topic(folder, name)
    if not topic.seeds:
        file = topic_file(folder, name)
        raise SpecSeekError(f"{file} has no seeds, so there is nowhere to begin; add some")
    return topic


def existing_topic(folder: Path, name: str) -> Topic:
    file = topic_file(folder, name)
    if not file.exists():
        known = ", ".join(topic_names(folder)) or "none"
        raise SpecSeekError(
            f"there is no topic {name!r} in {folder} (there: {known}); name one with "
            "-a topic=NAME, or write its file as docs/topic-file.md tells"
        )
    return load_topic(folder, name)


# Rendering pages in a browser, if the topic asks for it.


# Runs after decompression (590), so that it sees the page's source.
RENDERING_PRIORITY = 580


def prepare_rendering(topic: Topic, settings: BaseSettings) -> None:
    """Set up rendering before the crawl starts; CannotRenderError if something is missing."""
    if not topic.render:
        return
    _check_extra(topic)
    _check_browser(topic, settings["SPECSEEK"].crawl.chromium)
    middlewares = settings.getdict("DOWNLOADER_MIDDLEWARES")
    middlewares["spider.rendering.middleware.Rendering"] = RENDERING_PRIORITY
    settings.set("DOWNLOADER_MIDDLEWARES", middlewares, priority="spider")


def _check_extra(topic: Topic) -> None:
    if not (find_spec("playwright") and find_spec("scrapy_playwright")):
        raise CannotRenderError(
            f"{_reason(topic)}, but what drives it is not installed. "
            "Run: pip install 'specseek[render]', or take the key 'render' out of the topic file"
        )


def _check_browser(topic: Topic, program: str) -> None:
    if not os.access(program, os.X_OK) or os.path.isdir(program):  # noqa: PTH112 - beside os.access
        raise CannotRenderError(
            f"{_reason(topic)}, but there is no program {program}. Install Chromium (on Debian: "
            "apt install chromium), or name its program by the setting crawl.chromium"
        )


def _reason(topic: Topic) -> str:
    return f"the topic {topic.name} has pages shown by a browser ({', '.join(topic.render)})"


# Spiders by name.


class TopicSpiderLoader(SpiderLoader):
    """Finds spiders by name; every topic is a spider of its own name: `scrapy crawl phones`."""

    def __init__(self, settings: BaseSettings) -> None:
        super().__init__(settings)
        self._topics: Path = settings["SPECSEEK"].topics

    def load(self, spider_name: str) -> type[Spider]:
        """A topic with the name of another spider is crawled by `-a topic=NAME`."""
        if spider_name not in super().list() and spider_name in topic_names(self._topics):
            return type(spider_name, (TopicSpider,), {"name": spider_name})
        return super().load(spider_name)

    def list(self) -> list[str]:
        return list(dict.fromkeys([*super().list(), *topic_names(self._topics)]))
