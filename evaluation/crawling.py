"""How well does the crawl compare with plain Scrapy spiders, on the wide web?

Harvest: how many product pages has a crawler found by the time it has fetched a tenth of a web?
Overhead: pages per second beside a bare spider, which keeps nothing: what does remembering cost?
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table

from core.topic import shipped_topic
from core.yaml_files import write_yaml
from evaluation.charts import Curve, harvest_chart
from evaluation.wide_web.web import WideWeb
from rules.learn import Example, train
from rules.library import RuleLibrary
from samples.crawl_process import CrawlProcess
from samples.labels import page_of
from samples.proxy import PocketProxy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from subprocess import Popen

    from samples.proxy import LoggedRequest


CONCURRENCY, PER_SITE = 16, 4
OURS = "SpecSeek"
_MEASURED = 0.2  # the share of pages that the others must fetch
SHARES = (0.05, 0.1, 0.2)
BARE = "bare Scrapy spider"
_SPIDER = Path(__file__).with_name("plain_spider.py")
# As Scrapy's own documentation tells how to crawl in breadth-first order.
BREADTH_FIRST = {
    "DEPTH_PRIORITY": "1",
    "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
}
DEFAULT_ORDER: dict[str, str] = {}
RIVALS = {"breadth-first": BREADTH_FIRST, "Scrapy's default order": DEFAULT_ORDER}


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

    def note(self, asked: LoggedRequest) -> None:
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
            plain = PlainProcess(proxy.url, web.seeds, order, most)
            harvests.append(_harvest(counter, name, plain.start()))
        ours = _ours(proxy.url, Path(folder) / "data", set_up(web, Path(folder)))
        harvests.insert(0, _harvest(counter, OURS, ours.start()))
    return HarvestReport(web.page_count, web.product_count, tuple(harvests))


def _harvest(counter: _Counter, name: str, crawl: Popen[bytes]) -> Harvest:
    counter.begin(name)
    if crawl.wait():
        raise RuntimeError(f"{name} ended with status {crawl.returncode}")
    return Harvest(name, tuple(counter.products))


@dataclass(frozen=True)
class Harvest:
    """`products[n]` is how many product pages the first n + 1 pages held."""

    name: str
    products: tuple[int, ...]

    def after(self, pages: int) -> int:
        return self.products[min(pages, len(self.products)) - 1] if self.products else 0


@dataclass(frozen=True)
class HarvestReport:
    """The first harvest is ours; the others stop when enough is seen of them."""

    pages: int
    product_pages: int
    harvests: tuple[Harvest, ...]

    def found(self, harvest: Harvest, share: float) -> int:
        return harvest.after(round(self.pages * share))

    def times(self, rival: Harvest, share: float) -> float:
        """How many times as many as a rival ours has found by then."""
        return self.found(self.harvests[0], share) / max(1, self.found(rival, share))

    def table(self) -> Table:
        title = f"Product pages found, of {self.product_pages:,} among {self.pages:,} pages"
        table = Table("", title=title, box=SIMPLE_HEAD)
        for share in SHARES:
            table.add_column(f"after {share:.0%}", justify="right")
        table.add_column("in the end", justify="right")
        for harvest in self.harvests:
            ours = harvest is self.harvests[0]
            end = f"{harvest.after(self.pages):,}" if ours else "–"
            table.add_row(harvest.name, *(self._cell(harvest, share) for share in SHARES), end)
        return table

    def _cell(self, harvest: Harvest, share: float) -> str:
        found = f"{self.found(harvest, share):,}"
        if harvest is self.harvests[0]:
            return found
        return f"{found} (ours: {self.times(harvest, share):.1f} ×)"

    def as_json(self) -> Mapping[str, object]:
        return {
            "pages": self.pages,
            "product_pages": self.product_pages,
            "found": {
                harvest.name: {f"{share:.0%}": self.found(harvest, share) for share in SHARES}
                for harvest in self.harvests
            },
            "in_the_end": self.harvests[0].after(self.pages),
            "times": {
                rival.name: {f"{share:.0%}": round(self.times(rival, share), 2) for share in SHARES}
                for rival in self.harvests[1:]
            },
        }

    def chart(self) -> str:
        curves = [
            Curve(
                harvest.name,
                [found / self.product_pages for found in harvest.products],
                ours=harvest is self.harvests[0],
            )
            for harvest in self.harvests
        ]
        return harvest_chart(
            f"Product pages found on a web of {self.pages:,} pages", curves, self.pages
        )


@dataclass(frozen=True)
class OverheadReport:
    """Pages per second, round by round."""

    pages: int
    ours: tuple[float, ...]
    bare: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """Of one round each: a slow moment of the machine hits both."""
        return median(ours / bare for ours, bare in zip(self.ours, self.bare, strict=True))

    def table(self) -> Table:
        title = f"Pages per second, {self.pages:,} pages a round, rounds in turns"
        table = Table("", title=title, box=SIMPLE_HEAD)
        for number in range(1, len(self.ours) + 1):
            table.add_column(f"round {number}", justify="right")
        table.add_column("median", justify="right")
        for name, rates in ((OURS, self.ours), (BARE, self.bare)):
            table.add_row(name, *(f"{rate:.0f}" for rate in (*rates, median(rates))))
        table.caption = f"Ours is {self.ratio:.2f} times as fast."
        return table

    def as_json(self) -> Mapping[str, object]:
        return {"pages": self.pages, OURS: self.ours, BARE: self.bare, "ratio": self.ratio}


def measure_overhead(pages: int, rounds: int, tell: Callable[[str], None]) -> OverheadReport:
    """Both crawl the same web with the same concurrency, by turns."""
    web = WideWeb(20_000)
    times: list[float] = []
    rates: dict[str, list[float]] = {OURS: [], BARE: []}
    with (
        TemporaryDirectory() as folder,
        PocketProxy(web, log=lambda _: times.append(monotonic())) as proxy,
    ):
        settings = set_up(web, Path(folder))
        bare = PlainProcess(proxy.url, web.seeds, DEFAULT_ORDER, pages)
        for number in range(1, rounds + 1):
            ours = _ours(proxy.url, Path(folder) / f"round-{number}", settings, pages)
            for name, crawl in ((OURS, ours), (BARE, bare)):
                times.clear()
                if crawl.start().wait():
                    raise RuntimeError(f"{name} ended with a failure")
                rates[name].append(len(times) / (times[-1] - times[0]))
                tell(f"round {number}, {name}: {rates[name][-1]:.0f} pages/s")
    return OverheadReport(pages, tuple(rates[OURS]), tuple(rates[BARE]))


def _ours(proxy: str, data: Path, settings: Mapping[str, str], pages: int = 0) -> CrawlProcess:
    """A crawl that ends after so many pages; 0 is all of them."""
    limits = {
        "SPECSEEK_CRAWL_CONCURRENCY": str(CONCURRENCY),
        "SPECSEEK_CRAWL_CONCURRENCY_PER_SITE": str(PER_SITE),
        "SPECSEEK_CRAWL_PAGES": str(pages),
        "SPECSEEK_CRAWL_PAGES_PER_SITE": "0",
    }
    arguments = ("-L", "ERROR")
    return CrawlProcess(proxy, data, arguments=arguments, settings={**settings, **limits})


def set_up(web: WideWeb, folder: Path) -> dict[str, str]:
    """Seeds, and one labelled page for each site, as a person would; gives their settings."""
    topics, rules = folder / "topics", folder / "rules"
    topics.mkdir(parents=True)
    phones = shipped_topic("phones")
    write_yaml(topics / "phones.yaml", phones.model_copy(update={"seeds": web.seeds}))
    library = RuleLibrary(rules / "phones")
    for host in web.hosts:
        product = web.product_page(host, 0)
        examples = [Example(**pair._asdict()) for pair in product.gold]
        train(library, page_of(product), examples)
    return {"SPECSEEK_TOPICS": str(topics.resolve()), "SPECSEEK_RULES": str(rules.resolve())}


@dataclass(frozen=True)
class PlainProcess:
    """The plain spider in a process of its own; `most` ends it after so many pages."""

    proxy: str
    seeds: Sequence[str]
    order: Mapping[str, str]
    most: int

    def start(self) -> subprocess.Popen[bytes]:
        settings = {
            "CONCURRENT_REQUESTS": str(CONCURRENCY),
            "CONCURRENT_REQUESTS_PER_DOMAIN": str(PER_SITE),
            "CLOSESPIDER_PAGECOUNT": str(self.most),
            "LOG_LEVEL": "ERROR",
            "TELNETCONSOLE_ENABLED": "False",
            "REMOTE_CONTROL_ENABLED": "False",
            **self.order,
        }
        chosen = [word for name, value in settings.items() for word in ("-s", f"{name}={value}")]
        command = ["-m", "scrapy", "runspider", str(_SPIDER), "-a", f"seeds={' '.join(self.seeds)}"]
        environment = {**os.environ, "http_proxy": self.proxy, "SCRAPY_PROJECT": "none"}
        return subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, *command, *chosen], env=environment, cwd=_SPIDER.parent
        )
