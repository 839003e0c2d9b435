"""A collection without a network: pages come from a table or the pocket web."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Self

from scrapy.crawler import Crawler
from scrapy.settings import Settings
from sqlalchemy import select
from twisted.python.failure import Failure

from core.settings import load_settings
from core.sources import Source, Sources, save_sources
from spider.collecting.spiders import ForumsSpider, NewsSpider
from spider.scheduler import request_for
from store.documents import current_documents
from store.runs import errors_of
from store.schema import links
from tests.spider.simulated_crawl import Reply, pocket, response_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from sqlalchemy import Select

    from spider.collecting.context import ChannelContext
    from spider.collecting.spiders import ChannelSpider
    from spider.link_queue import TakenLink
    from store.documents import NewDocument, StoredDocument
    from store.runs import KnownError


def source(name: str, kind: str, address: str, **more: Any) -> Source:
    channel = "forums" if kind == "board" else "news"
    told = {"name": name, "channel": channel, "kind": kind, "address": address}
    return Source.model_validate(told | more)


class SmallCollection:
    """Use as a context manager; one after the other in one folder is one run after the other."""

    def __init__(
        self,
        folder: Path,
        *sources: Source,
        site: Mapping[str, Reply | Exception] | None = None,
        revisit: str = "due",
        **limits: float,
    ) -> None:
        self.site = site or {}
        self.asked: list[str] = []
        self.items: list[NewDocument] = []
        self._revisit = revisit
        save_sources(folder / "sources", "phones", Sources(sources=sources))
        ours = {
            "SPECSEEK_DATA": str(folder / "data"),
            "SPECSEEK_SOURCES": str(folder / "sources"),
            **{f"SPECSEEK_CRAWL_{name.upper()}": str(limits[name]) for name in limits},
        }
        loaded = load_settings(folder, environ=ours)
        settings = Settings()
        settings.setmodule("spider.settings", priority="project")
        settings.set("SPECSEEK", loaded, priority="cmdline")
        settings.set("DEPTH_LIMIT", loaded.crawl.depth, priority="cmdline")
        forums = any(one.channel == "forums" for one in sources)
        self._kind: type[ChannelSpider] = ForumsSpider if forums else NewsSpider
        self._crawler = Crawler(self._kind, settings)

    def __enter__(self) -> Self:
        self.spider = self._kind.from_crawler(self._crawler, revisit=self._revisit)
        self.crawl = self.spider.start_crawl(lambda _reason: None)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.crawl.close("shutdown" if error else "finished")

    @property
    def context(self) -> ChannelContext:
        return self.spider.context

    def run(self, after: float = 0.0, most: int = 10_000) -> list[str]:
        """Until nothing is left that may be asked now; gives the addresses, in order."""
        asked: list[str] = []
        while len(asked) < most and (taken := self.crawl.next(time.time() + after)):
            asked.append(taken.link.url)
            self._answer(taken)
        self.asked += asked
        return asked

    def _answer(self, taken: TakenLink) -> None:
        request = request_for(taken, self.spider)
        reply = self.site.get(taken.link.url) or pocket(taken.link.url)
        if isinstance(reply, Exception):
            failure = Failure(reply)
            failure.request = request  # type: ignore[attr-defined]  # as Scrapy does
            self.spider.failed(failure)
        else:
            self.items += self.spider.parse(response_for(request, reply))

    def rows(self, wanted: Select[Any]) -> Sequence[Any]:
        with self.context.ledger.reading() as conn:
            return conn.execute(wanted).all()

    def documents(self) -> list[StoredDocument]:
        with self.context.ledger.reading() as conn:
            return list(current_documents(conn, "phones"))

    def errors(self) -> dict[str, KnownError]:
        with self.context.ledger.reading() as conn:
            return {error.url: error for error in errors_of(conn, self.context.name)}

    def states(self) -> dict[str, str]:
        return dict(self.rows(select(links.c.url, links.c.state)))
