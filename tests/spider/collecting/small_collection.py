"""A collection without a network: pages come from a table or the pocket web."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.sources import Source, Sources, save_sources
from spider.collecting.spiders import ForumsSpider, NewsSpider
from store.documents import current_documents
from tests.spider.simulated_crawl import SimulatedCrawl, crawl_variables, crawler_for, html

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from spider.collecting.context import ChannelContext
    from spider.collecting.spiders import ChannelSpider
    from store.documents import StoredDocument
    from tests.spider.simulated_crawl import Reply


def source(name: str, kind: str, address: str, **more: Any) -> Source:
    channel = "forums" if kind == "board" else "news"
    told = {"name": name, "channel": channel, "kind": kind, "address": address}
    return Source.model_validate(told | more)


class SmallCollection(SimulatedCrawl):
    """A crawl of the channel that the sources are of."""

    spider: ChannelSpider

    def __init__(
        self,
        folder: Path,
        *sources: Source,
        site: Mapping[str, Reply | Exception] | None = None,
        revisit: str = "due",
        **limits: float,
    ) -> None:
        save_sources(folder / "sources", "phones", Sources(sources=sources))
        ours = {
            "SPECSEEK_DATA": str(folder / "data"),
            "SPECSEEK_SOURCES": str(folder / "sources"),
            **crawl_variables(limits),
        }
        forums = any(one.channel == "forums" for one in sources)
        crawler = crawler_for(ForumsSpider if forums else NewsSpider, folder, ours)
        super().__init__(crawler, site, revisit=revisit)

    @property
    def context(self) -> ChannelContext:
        return self.spider.context

    def documents(self) -> list[StoredDocument]:
        with self.context.ledger.reading() as conn:
            return list(current_documents(conn, "phones"))


# Sources of the pocket web, and a small site of articles with its list.


NEWS = "http://www.shoujibao.example"
FEED = source("feed", "feed", NEWS + "/rss.xml")
LIST = source("list", "list", NEWS + "/news/", pattern="/news/#/#.html")
CARDS = source("cards", "board", "http://club.zhangshang.example/c/wanji")
HOST = "http://a.example"
SMALL = source("small", "list", HOST + "/", pattern="/a/#")


def small_site(*numbers: int, more: str = "") -> dict[str, Reply | Exception]:
    listed = "".join(f'<li><a href="/a/{n}">title number {n}</a></li>' for n in numbers)
    site: dict[str, Reply | Exception] = {f"{HOST}/a/{n}": html(article(n)) for n in numbers}
    return site | {HOST + "/": html(f"<ul>{listed}</ul>{more}")}


def article(number: int, head: str = "") -> str:
    text = f"<p>第{number}篇：这是一段足够长的正文，说的是一台手机用了一个月以后的感受。</p>" * 3
    return f"<head><title>文章{number}</title>{head}</head><h1>文章{number}</h1>{text}"


def collect(folder: Path, *sources: Source, **how: object) -> list[str]:
    with SmallCollection(folder, *sources, **how) as collection:  # type: ignore[arg-type]
        return collection.run()
