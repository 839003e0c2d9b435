"""The spider on hosts that do everything a host should not, beside honest ones: what is left?

Three crawls (products, articles, threads), each alone with honest sites, then with the hostile web
beside them. Honest sites must keep their pages, their documents and their speed.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from rich.box import SIMPLE_HEAD
from rich.table import Table
from sqlalchemy import func, select

from core.names import site_of
from core.settings import SHIPPED_SOURCES
from core.sources import Channel, Source, SourceKind, Sources, load_sources, save_sources
from core.topic import shipped_topic
from core.urls import canonical_url
from core.yaml_files import write_yaml
from evaluation.crawling import set_up
from evaluation.hostile import SEEDS, SOURCES, Trap, hostile_host
from evaluation.hostile.listing_traps import FEEDS
from evaluation.hostile.page_traps import SPECS, specs
from evaluation.hostile.trap import HTML, here, html
from evaluation.process_watch import ProcessWatch
from evaluation.wide_web.web import WideWeb
from pages.page import Page
from rules.learn import Example, train
from rules.library import RuleLibrary
from samples.crawl_process import CrawlProcess
from samples.pocket_web import PocketWeb, UnknownHostError
from store.ledger import Ledger, ledger_url
from store.schema import documents, errors, links, records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from evaluation.hostile import HostileHost
    from samples.proxy import LoggedRequest
    from samples.response import Response, Web


MOST_MEGABYTES = 500  # of any process
LEAST_SPEED = 0.8  # of an honest site, beside what it is alone
MOST_LINKS = 250_000  # that the hostile web may put into the queue
MOST_ON_DISK = 500  # megabytes
DELAY = 0.2  # seconds between two requests to a host: the speed of a polite crawl
_HONEST_PAGES = 2_000
_PAGES_PER_SITE = 1_500


class TimedRequest(NamedTuple):
    at: float
    request: LoggedRequest


@dataclass(frozen=True)
class Speed:
    """Of the honest sites: pages per second, and the longest time in which none was asked for."""

    pages: int
    per_second: float
    longest_pause: float


@dataclass(frozen=True)
class CrawlResult:
    name: str
    exit_status: int
    seconds: float
    megabytes: int
    links: int
    on_disk: int
    kept: int
    """Records or documents of honest sites."""


@dataclass(frozen=True)
class HostileReport:
    """`misses` are traps that the error register does not tell of as it should."""

    cases: int
    alone: Speed
    beside: Speed
    crawls: tuple[CrawlResult, ...]
    contacted: int
    products: int
    records: int
    misses: tuple[str, ...]
    kinds: frozenset[str]
    asked: tuple[LoggedRequest, ...] = field(repr=False)

    @property
    def speed(self) -> float:
        return self.beside.per_second / self.alone.per_second

    @property
    def faults(self) -> list[str]:
        found = [
            f"{one.name}: {fault}"
            for one in self.crawls
            for fault in _crawl_faults(one, self.crawls)
        ]
        if self.speed < LEAST_SPEED:
            found.append(f"honest sites keep {self.speed:.2f} of their pages per second")
        if self.contacted:
            found.append(f"{self.contacted} connections to where nobody may connect")
        if self.misses:
            found.append(f"not in the error register: {', '.join(self.misses)}")
        if "internal" in self.kinds:
            found.append("the error register has unexplained errors")
        return found

    def table(self) -> Table:
        title = f"{self.cases} hostile cases"
        table = Table("crawl", title=title, box=SIMPLE_HEAD)
        for column in ("seconds", "MB of a process", "links", "MB on disk", "kept of honest sites"):
            table.add_column(column, justify="right")
        for one in self.crawls:
            numbers = (round(one.seconds), one.megabytes, one.links, one.on_disk, one.kept)
            table.add_row(one.name, *(f"{number:,}" for number in numbers))
        told = [
            f"{name}: {speed.per_second:.1f} honest pages per second, "
            f"{speed.longest_pause:.1f} s at most without one"
            for name, speed in (("alone", self.alone), ("beside", self.beside))
        ]
        table.caption = "\n".join((*told, f"ratio {self.speed:.2f}"))
        return table

    def as_json(self) -> Mapping[str, object]:
        told = {name: it for name, it in asdict(self).items() if name != "asked"}
        return {**told, "kinds": sorted(self.kinds), "speed": self.speed, "faults": self.faults}


def _crawl_faults(one: CrawlResult, crawls: tuple[CrawlResult, ...]) -> Iterator[str]:
    if one.exit_status:
        yield f"ended with status {one.exit_status}"
    if one.megabytes >= MOST_MEGABYTES:
        yield f"a process took {one.megabytes} MB"
    if one.links > MOST_LINKS:
        yield f"{one.links:,} links in the queue"
    if one.on_disk > MOST_ON_DISK:
        yield f"{one.on_disk:,} MB on disk"
    undisturbed = next((it for it in crawls if it.name == f"{one.name}, alone"), one)
    if one.kept != undisturbed.kept:
        yield f"{one.kept:,} kept of honest sites, {undisturbed.kept:,} without the hostile ones"


def hostile_trial(folder: Path, tell: Callable[[str], None], delay: float = DELAY) -> HostileReport:
    """Six crawls without retries, each to its own end."""
    wide = WideWeb(_HONEST_PAGES)
    honest = _Webs(wide, PocketWeb())
    asked: list[TimedRequest] = []

    def note(request: LoggedRequest) -> None:
        asked.append(TimedRequest(time.monotonic(), request))

    with hostile_host(note, honest) as host:
        trial = _Trial(folder, host, wide, delay, tell)
        crawls = [trial.crawl("phones", alone=True)]
        alone = _speed(asked, wide)
        before = len(asked)
        crawls.append(trial.crawl("phones"))
        beside = _speed(asked[before:], wide)
        registered = _registered(trial.data("phones"))
        for channel in Channel:
            crawls += [trial.crawl(channel, alone=True), trial.crawl(channel)]
        return HostileReport(
            cases=len(host.web.traps) + len(SOURCES),
            alone=alone,
            beside=beside,
            crawls=tuple(crawls),
            contacted=host.canary.connections + host.certificate.trusted,
            products=len(host.web.product_pages()),
            records=_shop_records(trial.data("phones"), host),
            misses=tuple(_misses(host.web.traps, registered)),
            kinds=frozenset(kind for kind, _ in registered),
            asked=tuple(one.request for one in asked[before:]),
        )


class _Webs:
    """Several as one: the first that has the host answers."""

    def __init__(self, *webs: Web) -> None:
        self._webs = webs

    def fetch(self, url: str) -> Response:
        *first, last = self._webs
        for web in first:
            try:
                return web.fetch(url)
            except UnknownHostError:
                continue
        return last.fetch(url)


class _Trial:
    def __init__(
        self,
        folder: Path,
        host: HostileHost,
        web: WideWeb,
        delay: float,
        tell: Callable[[str], None],
    ) -> None:
        self._folder = folder
        self._proxy = host.proxy.url
        self._tell = tell
        self._seeds = web.seeds
        settings = set_up(web, folder)
        _train(RuleLibrary(folder / "rules" / "phones"))
        self._settings = {
            **settings,
            "SPECSEEK_SOURCES": str(folder / "sources"),
            "SPECSEEK_CRAWL_TIMEOUT_SECONDS": "20",  # enough on a busy machine
            "SPECSEEK_CRAWL_RETRIES": "0",
            "SPECSEEK_CRAWL_TRAP_PAGES": "20",
            "SPECSEEK_CRAWL_DELAY_SECONDS": str(delay),
            "SPECSEEK_CRAWL_LONGEST_DELAY_SECONDS": str(delay),
            "SPECSEEK_CRAWL_PAGES_PER_SITE": str(_PAGES_PER_SITE),
        }
        (folder / "sources").mkdir()

    def data(self, spider: str, *, alone: bool = False) -> Path:
        return self._folder / (f"{spider}-alone" if alone else spider)

    def crawl(self, spider: str, *, alone: bool = False) -> CrawlResult:
        name = f"{spider}, alone" if alone else spider
        self._tell(f"crawl {name} …")
        self._write_topic(alone=alone)
        self._write_sources(alone=alone)
        data = self.data(spider, alone=alone)
        crawl = CrawlProcess(self._proxy, data, spider, ("-L", "ERROR"), self._settings)
        began = time.monotonic()
        process = crawl.start()
        try:
            with ProcessWatch(lambda: [process.pid]) as watch:
                process.wait()
        finally:
            process.kill()  # of a trial that somebody stops
        return CrawlResult(
            name,
            process.returncode,
            time.monotonic() - began,
            watch.megabytes,
            _links(data),
            round(sum(file.stat().st_size for file in data.rglob("*") if file.is_file()) / 1e6),
            _kept(data, spider),
        )

    def _write_topic(self, *, alone: bool) -> None:
        seeds = self._seeds if alone else (*self._seeds, *SEEDS)
        topic = shipped_topic("phones").model_copy(update={"seeds": seeds})
        write_yaml(self._folder / "topics" / "phones.yaml", topic)

    def _write_sources(self, *, alone: bool) -> None:
        folder = self._folder / "sources"
        honest = load_sources(SHIPPED_SOURCES, "phones").sources
        hostile = () if alone else map(_source, SOURCES)
        save_sources(folder, "phones", Sources(sources=(*honest, *hostile)))


def _train(library: RuleLibrary) -> None:
    """A rule of the hostile host: it was an honest one when somebody labelled its page."""
    page = Page.read(html("坏机", specs(0)).body, here("/page/"), HTML)
    examples = [Example(attribute=name, name=name, value=SPECS[name]) for name in SPECS]
    train(library, page, examples)


def _source(trap: Trap) -> Source:
    if trap in FEEDS:
        return Source(name=trap.name, channel=Channel.NEWS, kind=SourceKind.FEED, address=trap.url)
    return Source(
        name=trap.name,
        channel=Channel.FORUMS,
        kind=SourceKind.BOARD,
        address=f"{trap.url}board-1",
        pattern=f"{urlsplit(trap.url).path}thread-#",
    )


# What was asked for, and what the ledger tells.


def _speed(asked: list[TimedRequest], web: WideWeb) -> Speed:
    times = [one.at for one in asked if web.is_page(one.request.url)]
    if len(times) < 2:
        return Speed(len(times), 0.0, 0.0)
    pause = max(later - earlier for earlier, later in pairwise(times))
    return Speed(len(times), len(times) / (times[-1] - times[0]), pause)


_HOSTILE_SITES = tuple(sorted({site_of(url) for url in SEEDS}))
_IS_HOSTILE = links.c.site.in_(_HOSTILE_SITES)


def _links(data: Path) -> int:
    """Links of the hostile web, whatever became of them."""
    with Ledger.open(ledger_url(data)) as ledger, ledger.reading() as conn:
        return conn.scalar(select(func.count()).select_from(links).where(_IS_HOSTILE)) or 0


def _kept(data: Path, spider: str) -> int:
    """Records or documents of honest sites."""
    table = records if spider == "phones" else documents
    wanted = select(func.count()).select_from(table.join(links, links.c.id == table.c.link_id))
    with Ledger.open(ledger_url(data)) as ledger, ledger.reading() as conn:
        return conn.scalar(wanted.where(~_IS_HOSTILE, table.c.gone_at.is_(None))) or 0


def _shop_records(data: Path, host: HostileHost) -> int:
    """Records of the honest shop among the traps."""
    pages = [page.url for page in host.web.product_pages()]
    wanted = select(records.c.id).join(links, links.c.id == records.c.link_id)
    with Ledger.open(ledger_url(data)) as ledger, ledger.reading() as conn:
        found = conn.execute(wanted.where(links.c.url.in_(pages), records.c.gone_at.is_(None)))
        return len(found.all())


def _registered(data: Path) -> set[tuple[str, str]]:
    with Ledger.open(ledger_url(data)) as ledger, ledger.reading() as conn:
        return {(kind, url) for kind, url in conn.execute(select(errors.c.kind, errors.c.url))}


def _misses(traps: tuple[Trap, ...], registered: set[tuple[str, str]]) -> list[str]:
    """A trap counts as told of if an address in its folder, or its target, is there by its kind."""
    return [
        f"{trap.name} ({trap.kind})"
        for trap in traps
        if trap.must_register and not any(_tells_of(trap, *entry) for entry in registered)
    ]


def _tells_of(trap: Trap, kind: str, url: str) -> bool:
    target = canonical_url(trap.target) if trap.target else None
    return kind == trap.kind and (url.startswith(trap.folder) or url in {trap.target, target})
