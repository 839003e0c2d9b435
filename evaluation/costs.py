"""What a page and a product cost, stage by stage: processor time and bytes.

The pocket web is crawled by a process of its own; what it left behind is then read again, merged,
indexed and searched here. Times are processor times: they hold on a busy machine too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sized
from contextlib import closing
from dataclasses import asdict, dataclass
from resource import RUSAGE_CHILDREN, getrusage
from typing import TYPE_CHECKING, TypeVar

from rich.box import SIMPLE_HEAD
from rich.table import Table
from sqlalchemy import func, select

from core.settings import SHIPPED_TOPICS, load_settings
from core.topic import load_topic
from discovery.proposals import propose_with_evidence
from evaluation import datasets
from index.analysis import analyzer_for
from index.build import ProductScan, build_index
from index.documents_build import ProductDocuments
from index.entries import EntryBuilder
from index.generations import index_place
from index.opening import open_index
from index.search.finder import Finder
from index.search.model import SearchQuery
from pages.page import Page
from review.reread import reread
from rules.library import LIBRARIES, RuleLibrary
from rules.reader import read_records
from samples.crawl_process import CrawlProcess
from samples.pocket_web import PocketWeb
from samples.proxy import PocketProxy
from store.ledger import Ledger, ledger_url, seal_of
from store.records import current_records
from store.schema import captures, links

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from core.topic import Topic
    from index.generations import IndexPlace

    Tell = Callable[[str], None]

_T = TypeVar("_T")
_TOPIC = "phones"
_REAL_PAGES = 100  # of each set
_QUERIES = (
    "诺基亚",
    "nokia n95",
    "3000元以下 5000mah以上",
    "滑盖 蓝牙",
    "大屏 按价格排序",
    "带nfc的小米手机",
    "2007年上市",
    "slider phone with wifi",
    "三星 不要翻盖",
    "500万像素",
)


@dataclass(frozen=True)
class Cost:
    """Of one unit, in milliseconds of processor time, or in bytes."""

    stage: str
    unit: str
    milliseconds: float | None = None
    bytes: float | None = None
    of: int = 0
    """How many units were measured."""


@dataclass(frozen=True)
class CostReport:
    costs: tuple[Cost, ...]

    def milliseconds(self, stage: str) -> float:
        return next(one.milliseconds or 0.0 for one in self.costs if one.stage == stage)

    def bytes(self, stage: str) -> float:
        return next(one.bytes or 0.0 for one in self.costs if one.stage == stage)

    def table(self) -> Table:
        table = Table("stage", "per", "ms", "bytes", "measured on", box=SIMPLE_HEAD)
        for one in self.costs:
            spent = "" if one.milliseconds is None else f"{one.milliseconds:.2f}"
            size = "" if one.bytes is None else f"{one.bytes:,.0f}"
            table.add_row(one.stage, one.unit, spent, size, f"{one.of:,}")
        return table

    def as_json(self) -> Mapping[str, object]:
        return {"costs": [asdict(one) for one in self.costs]}


def measure_costs(folder: Path, pages: int, tell: Tell) -> CostReport:
    """`pages` is how many the crawl fetches."""
    topic = load_topic(SHIPPED_TOPICS, _TOPIC)
    tell("Crawling the pocket web")
    costs = [*_crawl(folder, pages)]
    tell("Reading pages")
    costs += _reading(topic)
    with Ledger.open(ledger_url(folder)) as ledger:
        tell("Reading stored pages again")
        library = RuleLibrary(LIBRARIES / _TOPIC)
        limits = load_settings(environ={}).crawl.reading_limits
        again = reread(ledger, folder / "archive", topic, library, None, limits=limits)
        costs.append(_timed("read a stored page again, and store it", "page", lambda: [*again])[0])
        tell("Building and searching the index")
        costs += _indexing(folder, ledger, topic)
    return CostReport(tuple(costs))


def _timed(stage: str, unit: str, work: Callable[[], _T], units: int = 0) -> tuple[Cost, _T]:
    """Per unit; as many as the result has, unless told."""
    began = time.process_time()
    result = work()
    spent = time.process_time() - began
    many = units or (len(result) if isinstance(result, Sized) else 1)
    return Cost(stage, unit, 1000 * spent / max(1, many), of=many), result


# Fetching and storing.


def _crawl(folder: Path, pages: int) -> Iterable[Cost]:
    settings = {"SPECSEEK_CRAWL_PAGES": str(pages), "SPECSEEK_CRAWL_PAGES_PER_SITE": "0"}
    before = getrusage(RUSAGE_CHILDREN)
    with PocketProxy(PocketWeb()) as proxy:
        CrawlProcess(proxy.url, folder, _TOPIC, settings=settings).run().check_returncode()
    after = getrusage(RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    with Ledger.open(ledger_url(folder)) as ledger, ledger.reading() as conn:
        stored = conn.scalar(select(func.count()).select_from(captures)) or 1
        known = conn.scalar(select(func.count()).select_from(links)) or 1
    archive = sum(path.stat().st_size for path in (folder / "archive").iterdir())
    kept = sum(path.stat().st_size for path in folder.glob("*.sqlite*"))
    yield Cost("fetch, read and store", "page", 1000 * spent / stored, of=stored)
    yield Cost("archive", "page", bytes=archive / stored, of=stored)
    yield Cost("ledger", "page", bytes=kept / stored, of=stored)
    yield Cost("ledger", "link", bytes=kept / known, of=known)


# Reading, with a rule and without.


def _reading(topic: Topic) -> Iterable[Cost]:
    web, library = PocketWeb(), RuleLibrary(LIBRARIES / _TOPIC)
    hosts = [host for host in web.sites if library.rules_for(f"http://{host}/")]
    pages = [
        Page.read(one.body, one.url, one.content_type)
        for host in hosts
        for one in web.product_pages(host)
    ]
    yield from _readings("small page", pages, topic, library)
    try:
        real = (*datasets.gsmarena()[:_REAL_PAGES], *datasets.swde_camera()[:: 200 // _REAL_PAGES])
    except datasets.DataSetsAbsentError:
        return
    yield from _readings("real page", [one.read() for one in real], topic, None)


def _readings(
    kind: str, pages: Sequence[Page], topic: Topic, library: RuleLibrary | None
) -> Iterable[Cost]:
    size = sum(len(page.body) for page in pages) / len(pages)
    yield Cost(f"{kind}: its HTML", "page", bytes=size, of=len(pages))
    empty = RuleLibrary(LIBRARIES / "none")
    for name, used in (("by rule", library), ("without rule", empty)):
        if used:
            read_records(pages[0], topic, used)  # what is read once is read before
            work = lambda used=used: [read_records(one, topic, used) for one in pages]  # noqa: E731
            yield _timed(f"{kind}: read {name}", "page", work)[0]
    read = [read_records(page, topic, library or empty) for page in pages[:50]]
    found = zip(pages, read, strict=False)
    yield _timed(
        f"{kind}: search for new attributes",
        "page",
        lambda: [propose_with_evidence(page, one.extraction, topic) for page, one in found],
    )[0]


# Products, index, search.


def _indexing(folder: Path, ledger: Ledger, topic: Topic) -> Iterable[Cost]:
    with ledger.reading() as conn:
        records = list(current_records(conn, topic.name))
    cost, products = _timed(
        "merge records into products",
        "record",
        lambda: ProductDocuments(records, topic),
        len(records),
    )
    yield cost
    cost, documents = _timed("document of a product", "product", lambda: [*products])
    yield cost
    schema = ProductScan(documents, topic).stats.schema(None)
    builder = EntryBuilder(topic, schema.edges, analyzer_for(topic))
    builder.entry(documents[0])
    yield _timed("index entry", "product", lambda: [*map(builder.entry, documents)])[0]
    for engine in ("whoosh", "tantivy"):
        variables = {"SPECSEEK_DATA": str(folder), "SPECSEEK_SEARCH_ENGINE": engine}
        place = index_place(load_settings(environ=variables), topic, seal_of(ledger))
        work = lambda place=place: build_index(place, ledger, whole=True)  # noqa: E731
        yield _timed(f"index build, all of it, {engine}", "product", work, len(documents))[0]
        yield from _searching(place, engine)


def _searching(place: IndexPlace, engine: str) -> Iterable[Cost]:
    with closing(open_index(place)) as opened:
        known = opened.manifest
        size = known.bytes / max(1, known.products)
        yield Cost(f"index, {engine}", "product", bytes=size, of=known.products)
        finder = Finder.over(opened)
        asked = [SearchQuery(text) for text in _QUERIES]
        finder.find(asked[0])
        yield _timed(f"search, {engine}", "query", lambda: [*map(finder.find, asked)])[0]
