"""`specseek demo`: crawl the pocket web, compare with its gold, index and serve it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from shutil import Error as CopyError
from shutil import copytree, rmtree
from typing import TYPE_CHECKING, NamedTuple

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table

from core.errors import SpecSeekError
from core.files import replace_file
from core.names import host_of
from core.settings import SETTINGS_FILE, SHIPPED_SOURCES, SHIPPED_TOPICS, load_settings
from core.sources import Channel
from core.topic import load_topic
from index.build import build_index
from index.generations import index_place
from rules.record import Pair, Record
from samples.crawl_process import CrawlProcess
from samples.labels import is_right, labelled_library, labelled_samples
from samples.pocket_web import ALL_SITES, PocketWeb
from samples.proxy import PocketProxy
from specseek.commands.serve import serve_site
from specseek.output import print_table
from store.documents import current_documents
from store.ledger import Ledger, demo_ledger, empty_demo_ledger, ledger_url, seal_of
from store.records import current_records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from core.settings import Settings
    from index.build import BuildResult


_EXAMPLES = """\b
Examples:
  specseek demo
  specseek demo --port 9000
  specseek demo --no-page              # ends when the index is built
"""


@click.command(
    epilog=_EXAMPLES, short_help="Crawl the pocket web, build an index, serve the search page."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port of the search page.  [default: 8000, or a free one if that is taken]",
)
@click.option("--page/--no-page", default=True, help="Whether to serve the search page at the end.")
def demo(*, port: int | None, page: bool) -> None:
    """Crawl the pocket web, index its phones and its monitors, and serve the search page.

    The pocket web is a small web of product sites that comes with SpecSeek; it is served on
    this machine, and nothing else is contacted. Rules are learned from one labelled page per
    layout; the crawls are real ones (`scrapy crawl phones`, `scrapy crawl monitors`), and so are
    the collections of articles and threads (`scrapy crawl news`, `scrapy crawl forums`). Everything
    goes to the folder `demo` in the data folder, which is recreated each time (and if the ledger is
    on PostgreSQL, to a schema `specseek_demo` of its database). The page's address
    is printed; Ctrl-C stops the server. The exit status is 1 unless every record equals the pocket
    web's gold.
    """
    data = load_settings().data / "demo"
    crawls = " and ".join(f"`scrapy crawl {topic}`" for topic in TOPICS)
    click.echo(f"The pocket web is up; {crawls} begin ...", err=True)
    crawl_pocket_web(data)
    click.echo("`scrapy crawl news` and `scrapy crawl forums` begin ...", err=True)
    collect_pocket_web(data)
    _show_records(data)
    for topic, built in index_pocket_web(data).items():
        documents = f", {built.documents} articles and posts" if built.documents else ""
        click.echo(f"The index holds {built.products} {topic}{documents}.", err=True)
    click.echo(
        f"Ledger, archive and index: {data} (look around: cd {data}, specseek crawl-status)",
        err=True,
    )
    if page:
        serve_site(demo_settings(data), TOPICS, ("127.0.0.1", port))


def _show_records(data: Path) -> None:
    sites = list(outcomes(data))
    for site in sites:
        print_table(records_table(site))
    print_table(summary_table(sites))
    print_table(documents_table(document_outcomes(data)))
    if any(site.right < site.pages for site in sites):
        raise click.exceptions.Exit(1)


TOPICS = tuple(dict.fromkeys(site.topic for site in ALL_SITES))


@dataclass(frozen=True)
class SiteOutcome:
    """The results of one site; `right` counts pages whose whole record is correct."""

    host: str
    labelled: int
    pages: int
    right: int
    records: tuple[Record, ...]


def demo_settings(data: Path) -> Settings:
    """With rules and topics in the data folder: nothing is written elsewhere."""
    folders = {name: data / name for name in ("rules", "topics", "sources")}
    settings = load_settings()
    ledger = demo_ledger(settings.ledger)
    elsewhere = {"ledger": ledger, "archive": "", "frontier": ""}
    return settings.model_copy(update={"data": data, **elsewhere, **folders})


def demo_variables(data: Path) -> dict[str, str]:
    """The same as variables for another process; the data folder is passed separately."""
    settings = demo_settings(data.resolve())
    return {
        "SPECSEEK_RULES": str(settings.rules),
        "SPECSEEK_TOPICS": str(settings.topics),
        "SPECSEEK_SOURCES": str(settings.sources),
        "SPECSEEK_LEDGER": settings.ledger,
    }


def _opened_ledger(data: Path) -> Ledger:
    return Ledger.open(demo_settings(data).ledger or ledger_url(data))


_SETTINGS = 'data = "."\nrules = "rules"\ntopics = "topics"\nsources = "sources"\n'


def crawl_pocket_web(data: Path) -> None:
    """Train on one page per layout, then run `scrapy crawl` for each topic on the pocket web."""
    rmtree(data, ignore_errors=True)
    settings = demo_settings(data.resolve())
    data.mkdir(parents=True)
    try:
        _copy_files(settings)
    except BaseException:
        rmtree(data, ignore_errors=True)
        raise
    empty_demo_ledger(load_settings().ledger)
    for topic in TOPICS:
        labelled_library(settings.rules / topic, topic)
    _run_spiders(data, *TOPICS)


def _copy_files(settings: Settings) -> None:
    try:
        copytree(SHIPPED_TOPICS, settings.topics)
        copytree(SHIPPED_SOURCES, settings.sources)
    except CopyError as problems:  # of all files; the first one tells enough
        raise SpecSeekError(str(problems.args[0][0][2])) from problems
    # For commands that people try in this folder: they change its rules, not the shipped ones.
    ledger = f"ledger = {json.dumps(settings.ledger)}\n" if settings.ledger else ""
    replace_file(settings.data / SETTINGS_FILE, (_SETTINGS + ledger).encode())


def collect_pocket_web(data: Path) -> None:
    """Collect its articles and threads, after `crawl_pocket_web` has made the folder."""
    _run_spiders(data, *Channel)


def _run_spiders(data: Path, *spiders: str) -> None:
    with PocketProxy(PocketWeb(ALL_SITES)) as proxy:
        for spider in spiders:
            crawl = CrawlProcess(proxy.url, data, spider, settings=demo_variables(data))
            if status := crawl.start().wait():
                raise SpecSeekError(f"scrapy crawl {spider} ended with status {status}; see above")


def index_pocket_web(data: Path) -> dict[str, BuildResult]:
    """Like `specseek index build` for each topic, for the demo's folder."""
    settings = demo_settings(data)
    with _opened_ledger(data) as ledger:
        seal = seal_of(ledger)
        topics = (load_topic(settings.topics, name) for name in TOPICS)
        return {
            topic.name: build_index(index_place(settings, topic, seal), ledger) for topic in topics
        }


def outcomes(data: Path) -> Iterator[SiteOutcome]:
    """Site by site: the ledger's records, compared with the pocket web's gold."""
    samples = chain.from_iterable(map(labelled_samples, TOPICS))
    labelled = Counter(host_of(sample.page.url) for sample in samples)
    found = _records_by_url(data)
    web = PocketWeb(ALL_SITES)
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
    with _opened_ledger(data) as ledger, ledger.reading() as conn:
        for record in chain.from_iterable(current_records(conn, topic) for topic in TOPICS):
            if record.source == "rule":
                pairs = (Pair(value.attribute, value.name, value.raw) for value in record.values)
                found.setdefault(record.url, []).append(Record(tuple(pairs)))
    return found


class DocumentOutcome(NamedTuple):
    """The articles and posts of one site; `right` counts those whose text equals the gold's."""

    host: str
    documents: int
    read: int
    right: int


def document_outcomes(data: Path) -> list[DocumentOutcome]:
    read: dict[str, Counter[tuple[str, str]]] = {}
    with _opened_ledger(data) as ledger, ledger.reading() as conn:
        for document in chain.from_iterable(current_documents(conn, one) for one in TOPICS):
            of_host = read.setdefault(host_of(document.page_url), Counter())
            of_host[document.page_url, _squeezed(document.text)] += 1
    outcomes = []
    for host, site in PocketWeb().channel_sites.items():
        gold = Counter((one.page, _squeezed(one.text)) for one in site.documents())
        found = read.get(host, Counter())
        right = (gold & found).total()
        outcomes.append(DocumentOutcome(host, gold.total(), found.total(), right))
    return outcomes


def _squeezed(text: str) -> str:
    return "".join(text.split())


# The tables: some records of each site, and how many are correct.


_RECORDS = 3
_ATTRIBUTES = 6


def records_table(site: SiteOutcome) -> Table:
    """The first records of a site, with its most frequent attributes as columns."""
    shown = [record.joined() for record in site.records[:_RECORDS]]
    columns = _columns([record.joined().keys() for record in site.records])
    table = Table(title=site.host, title_justify="left", title_style="bold cyan", box=SIMPLE_HEAD)
    for attribute in columns:
        table.add_column(attribute, no_wrap=True, overflow="ellipsis", max_width=24)
    for record in shown:
        table.add_row(*(record.get(attribute, "–") for attribute in columns))
    return table


def summary_table(sites: Sequence[SiteOutcome]) -> Table:
    table = Table(
        title="The pocket web, read with one labelled page per layout",
        title_style="bold",
        box=SIMPLE_HEAD,
    )
    table.add_column("site")
    for heading in ("labelled", "pages", "pages right", "pairs read"):
        table.add_column(heading, justify="right")
    for site in sites:
        table.add_row(site.host, *_counts([site]), style="" if site.right < site.pages else "green")
    table.add_section()
    table.add_row("all", *_counts(sites), style="bold")
    return table


def documents_table(sites: Sequence[DocumentOutcome]) -> Table:
    table = Table(
        title="Its articles and posts, read without rules", title_style="bold", box=SIMPLE_HEAD
    )
    table.add_column("site")
    for heading in ("articles or posts", "read", "text right"):
        table.add_column(heading, justify="right")
    for host, *counts in sites:
        table.add_row(host, *(f"{count:,}" for count in counts))
    return table


def _counts(sites: Sequence[SiteOutcome]) -> list[str]:
    counts = (
        sum(site.labelled for site in sites),
        sum(site.pages for site in sites),
        sum(site.right for site in sites),
        sum(len(record.pairs) for site in sites for record in site.records),
    )
    return [f"{count:,}" for count in counts]


def _columns(attributes: Iterable[Iterable[str]]) -> list[str]:
    """The most frequent attributes; among equals, the first ones."""
    return [name for name, _ in Counter(chain.from_iterable(attributes)).most_common(_ATTRIBUTES)]
