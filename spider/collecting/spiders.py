"""`scrapy crawl news` and `scrapy crawl forums`: collect from the sources of a topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core.errors import SpecSeekError
from core.sources import Channel, sources_file
from spider.collecting.context import open_channel
from spider.collecting.crawl import ChannelCrawl
from spider.context import Revisit
from spider.spiders import LedgerSpider, existing_topic, is_made_up

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from scrapy import Request
    from scrapy.settings import BaseSettings

    from core.settings import Settings
    from spider.collecting.context import ChannelContext
    from spider.crawl import Crawl


class ChannelSpider(LedgerSpider):
    """Collect from the sources of one channel that are on: `-a topic=NAME`.

    The only topic with sources is taken unless one is named. `-a revisit=` says which sources and
    threads are read: `due` those whose time has come, `all` all of them, `none` those never read.
    """

    channel: ClassVar[Channel]
    revisit = Revisit.DUE
    context: ChannelContext

    def open(self, topic: str, settings: BaseSettings) -> None:
        ours: Settings = settings["SPECSEEK"]
        self.topic = existing_topic(ours.topics, topic or only_topic(ours.sources))
        self.context = open_channel(self, settings)

    def start_crawl(self, end: Callable[[str], None]) -> Crawl:
        self.crawl = ChannelCrawl(self.context, end)
        return self.crawl

    async def start(self) -> AsyncIterator[Request]:
        """Nothing: the sources are in the ledger's queue already."""
        sources = self.context.sources.values()
        if not self.settings["CRAWL_PROXY"] and all(is_made_up(one.address) for one in sources):
            self.logger.warning(
                "The sources of %s are those of the pocket web, which only the demo serves "
                "(specseek demo). Put your own into %s.",
                self.topic.name,
                sources_file(self.settings["SPECSEEK"].sources, self.topic.name),
            )
        no_requests: tuple[Request, ...] = ()
        for request in no_requests:
            yield request


def only_topic(folder: Path) -> str:
    names = sorted(file.stem for file in folder.glob("*.yaml"))
    if len(names) == 1:
        return names[0]
    if names:
        told = f"several topics have sources in {folder} ({', '.join(names)})"
        raise SpecSeekError(f"{told}; name one with -a topic=NAME")
    file = folder / "NAME.yaml"
    raise SpecSeekError(
        f"no topic has sources yet; write those of the topic NAME into {file}, "
        "as docs/channels.md tells"
    )


class NewsSpider(ChannelSpider):
    """Articles of feeds, list pages and searches."""

    name = "news"
    channel = Channel.NEWS


class ForumsSpider(ChannelSpider):
    """Posts of the threads of boards."""

    name = "forums"
    channel = Channel.FORUMS
