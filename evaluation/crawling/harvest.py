"""How many product pages has a crawler found by the time it has fetched a tenth of a web?"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from evaluation.crawling.harvest_report import Harvest, HarvestReport
from evaluation.crawling.plain_process import BREADTH_FIRST, DEFAULT_ORDER, PlainProcess
from evaluation.crawling.wide_topic import set_up
from samples.crawl_process import CrawlProcess
from samples.proxy import PocketProxy
from samples.wide_web.web import WideWeb

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import Popen

    from samples.proxy import Asked

CONCURRENCY, PER_SITE = 16, 4
OURS = "SpecSeek"
RIVALS = {"breadth-first": BREADTH_FIRST, "Scrapy's default order": DEFAULT_ORDER}
_MEASURED = 0.2  # the share of pages that the others must fetch


@dataclass
class _Counter:
    """Listens to the proxy: which pages were fetched, and how many products by then."""

    web: WideWeb
    tell: Callable[[str], None]
    name: str = ""
    fetched: set[str] = field(default_factory=set)
    products: list[int] = field(default_factory=list)

    def begin(self, name: str) -> None:
        self.name, self.fetched, self.products = name, set(), []

    def note(self, asked: Asked) -> None:
        """Count a page when it is fetched for the first time, whatever its spelling."""
        page = self.web.canonical(asked.url)
        if page is None or page in self.fetched:
            return
        self.fetched.add(page)
        before = self.products[-1] if self.products else 0
        self.products.append(before + self.web.is_product(page))
        if len(self.products) % 1000 == 0:
            self.tell(f"{self.name}: {len(self.products):,} pages")


def measure_harvest(pages: int, tell: Callable[[str], None]) -> HarvestReport:
    """One after the other on the same web, from the same seeds, with the same concurrency."""
    web = WideWeb(pages)
    counter = _Counter(web, tell)
    harvests = []
    with TemporaryDirectory() as folder, PocketProxy(web, log=counter.note) as proxy:
        for name, order in RIVALS.items():
            most = round(pages * _MEASURED * 1.1)  # some of what it fetches is no page
            plain = PlainProcess(proxy.url, web.seeds, order, CONCURRENCY, PER_SITE, most)
            harvests.append(_harvest(counter, name, plain.start()))
        ours = CrawlProcess(
            proxy.url,
            Path(folder) / "data",
            arguments=("-L", "ERROR"),
            settings={
                **set_up(web, Path(folder)),
                "SPECSEEK_CRAWL_CONCURRENCY": str(CONCURRENCY),
                "SPECSEEK_CRAWL_CONCURRENCY_PER_SITE": str(PER_SITE),
                "SPECSEEK_CRAWL_PAGES": "0",
                "SPECSEEK_CRAWL_PAGES_PER_SITE": "0",
            },
        )
        harvests.insert(0, _harvest(counter, OURS, ours.start()))
    return HarvestReport(web.page_count, web.product_count, tuple(harvests))


def _harvest(counter: _Counter, name: str, crawl: Popen[bytes]) -> Harvest:
    counter.begin(name)
    if crawl.wait():
        raise RuntimeError(f"{name} ended with status {crawl.returncode}")
    return Harvest(name, tuple(counter.products))
