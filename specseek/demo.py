"""The demonstration: the pocket web is up, a real crawl reads it, its gold is the judge."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from shutil import copy, rmtree
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from core.names import host_of
from core.settings import SHIPPED_TOPICS, load_settings
from core.topic import load_topic, topic_file
from index.build import build_index
from index.engines.engine import engine_named
from index.generations import IndexPlace
from rules.record import Pair, Record
from samples.crawl_process import CrawlProcess
from samples.labels import is_right, labelled_library, labelled_samples
from samples.pocket_web import PocketWeb
from samples.proxy import PocketProxy
from store.ledger import Ledger, ledger_url
from store.records import current_records

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.settings import Settings
    from index.build import BuildResult

TOPIC = "phones"


@dataclass(frozen=True)
class SiteOutcome:
    """What came out of one site; `right` counts pages whose whole record is right."""

    host: str
    labelled: int
    pages: int
    right: int
    records: tuple[Record, ...]


def demo_settings(data: Path) -> Settings:
    """A world of its own: nothing is written beside the data folder, rules and topic neither."""
    chosen = {"data": data, "ledger": "", "rules": data / "rules", "topics": data / "topics"}
    return load_settings().model_copy(update=chosen)


def demo_variables(data: Path) -> dict[str, str]:
    """The same for a process of its own, beside the data folder."""
    settings = demo_settings(data.resolve())
    return {"SPECSEEK_RULES": str(settings.rules), "SPECSEEK_TOPICS": str(settings.topics)}


def crawl_pocket_web(data: Path) -> None:
    """Train on one page per layout, then `scrapy crawl phones` with the pocket web as its world."""
    rmtree(data, ignore_errors=True)
    settings = demo_settings(data.resolve())
    settings.topics.mkdir(parents=True)
    copy(topic_file(SHIPPED_TOPICS, TOPIC), settings.topics)
    labelled_library(settings.rules / TOPIC)
    with PocketProxy(PocketWeb()) as proxy:
        crawl = CrawlProcess(proxy.url, data, TOPIC, settings=demo_variables(data))
        status = crawl.start().wait()
    if status:
        raise SpecSeekError(f"the crawl ended with status {status}; see above")


def index_pocket_web(data: Path) -> BuildResult:
    """What `specseek index build` does, for the demonstration's folder."""
    settings = demo_settings(data)
    topic = load_topic(settings.topics, TOPIC)
    engine = engine_named(settings.search.engine)
    with Ledger.open(ledger_url(data)) as ledger:
        return build_index(IndexPlace.of(data, topic, engine, ledger), ledger)


def outcomes(data: Path) -> Iterator[SiteOutcome]:
    """Site after site: what the ledger holds, compared with the pocket web's gold."""
    labelled = Counter(host_of(sample.page.url) for sample in labelled_samples())
    found = _records_by_url(data)
    web = PocketWeb()
    for host in web.sites:
        products = list(web.product_pages(host))
        records = {product.url: found.get(product.url, []) for product in products}
        yield SiteOutcome(
            host,
            labelled[host],
            len(products),
            sum(is_right(records[product.url], product) for product in products),
            tuple(record for of_page in records.values() for record in of_page),
        )


def _records_by_url(data: Path) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = {}
    with Ledger.open(ledger_url(data)) as ledger, ledger.reading() as conn:
        for record in current_records(conn, TOPIC):
            if record.source == "rule":
                pairs = (Pair(value.attribute, value.name, value.raw) for value in record.values)
                found.setdefault(record.url, []).append(Record(tuple(pairs)))
    return found
