"""Pages per second beside a bare spider, which keeps nothing: what does remembering cost?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table

from evaluation.crawling.harvest import CONCURRENCY, OURS, PER_SITE
from evaluation.crawling.plain_process import DEFAULT_ORDER, PlainProcess
from evaluation.crawling.wide_topic import set_up
from samples.crawl_process import CrawlProcess
from samples.proxy import PocketProxy
from samples.wide_web.web import WideWeb

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

BARE = "bare Scrapy spider"


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
        bare = PlainProcess(proxy.url, web.seeds, DEFAULT_ORDER, CONCURRENCY, PER_SITE, pages)
        for number in range(1, rounds + 1):
            ours = _ours(proxy.url, Path(folder) / f"round-{number}", settings, pages)
            for name, crawl in ((OURS, ours), (BARE, bare)):
                times.clear()
                if crawl.start().wait():
                    raise RuntimeError(f"{name} ended with a failure")
                rates[name].append(len(times) / (times[-1] - times[0]))
                tell(f"round {number}, {name}: {rates[name][-1]:.0f} pages/s")
    return OverheadReport(pages, tuple(rates[OURS]), tuple(rates[BARE]))


def _ours(proxy: str, data: Path, settings: Mapping[str, str], pages: int) -> CrawlProcess:
    limits = {
        "SPECSEEK_CRAWL_CONCURRENCY": str(CONCURRENCY),
        "SPECSEEK_CRAWL_CONCURRENCY_PER_SITE": str(PER_SITE),
        "SPECSEEK_CRAWL_PAGES": str(pages),
    }
    arguments = ("-L", "ERROR")
    return CrawlProcess(proxy, data, arguments=arguments, settings={**settings, **limits})
