"""Two small sites behind a proxy on loopback, and `scrapy crawl` in a process of its own."""

from __future__ import annotations

import json
from contextlib import contextmanager
from math import inf
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from evaluation.ledger_contents import LedgerContents, contents
from samples.crawl_process import CrawlProcess
from samples.pocket_web import PocketWeb
from samples.proxy import PocketProxy
from tests.spider.simulated_crawl import SHOUJI, TONGXUN
from tests.spider.small_topic import write_topic
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from samples.proxy import LoggedRequest


class TwoSites:
    """`asked` has every request that came to the proxy."""

    def __init__(self, topics: Path) -> None:
        self.proxy = ""
        self._topics = topics
        self.asked: list[LoggedRequest] = []
        self._most: float = inf
        self._reached, self._go_on = Event(), Event()

    def note(self, request: LoggedRequest) -> None:
        """Called in the proxy's thread: no answer is given before it returns."""
        self.asked.append(request)
        if len(self.asked) >= self._most:
            self._reached.set()
            self._go_on.wait(PATIENCE)

    @contextmanager
    def held_after(self, requests: int) -> Iterator[Event]:
        """When so many more have come, nothing is answered until the block is left."""
        self._reached, self._go_on = Event(), Event()
        self._most = len(self.asked) + requests
        try:
            yield self._reached
        finally:
            self._most = inf
            self._go_on.set()

    def crawl(
        self, data: Path, *arguments: str, spider: str = "phones", **variables: str
    ) -> CrawlProcess:
        settings = {"SPECSEEK_TOPICS": str(self._topics), **variables}
        return CrawlProcess(self.proxy, data, spider, arguments, settings)


@pytest.fixture(scope="session")
def two_sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoSites]:
    sites = TwoSites(write_topic(tmp_path_factory.mktemp("two"), SHOUJI, TONGXUN))
    with PocketProxy(PocketWeb(), log=sites.note) as proxy:
        sites.proxy = proxy.url
        yield sites


class Undisturbed(NamedTuple):
    """A crawl to the end, and what it left."""

    status: int
    data: Path
    feed: list[dict[str, Any]]
    left: LedgerContents


@pytest.fixture(scope="session")
def undisturbed(two_sites: TwoSites, tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    folder = tmp_path_factory.mktemp("undisturbed")
    done = two_sites.crawl(folder / "data", "-o", f"{folder}/out.jl").run()
    lines = (folder / "out.jl").read_text("utf-8").splitlines()
    left = contents(folder / "data")
    return Undisturbed(done.returncode, folder / "data", list(map(json.loads, lines)), left)
