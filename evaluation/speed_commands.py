"""How fast is it, and against whom? One command for each benchmark."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from evaluation.crawling.harvest import measure_harvest
from evaluation.crawling.overhead import measure_overhead
from evaluation.deciding.rereading_speed import measure_rereading
from evaluation.extraction_speed import measure_extraction_speed
from evaluation.reading_speed import measure_reading_speed
from evaluation.searching.measure import measure_search
from evaluation.serving.page_load import measure_page_load
from specseek.output import print_report

_EXTRACTION = """\b
Examples:
  python -m evaluation extraction-speed
  python -m evaluation extraction-speed --json --chart extraction.svg > extraction.json
"""
_HARVEST = """\b
Examples:
  python -m evaluation harvest
  python -m evaluation harvest --pages 2000 --chart harvest.svg
"""
_OVERHEAD = """\b
Example:
  python -m evaluation overhead --rounds 5
"""
_PAGE = """\b
Examples:
  python -m evaluation page-speed
  python -m evaluation page-speed --engine whoosh --products 10000
"""
_READING = """\b
Example:
  python -m evaluation reading-speed --pages 1
"""
_REREADING = """\b
Examples:
  python -m evaluation rereading-speed
  python -m evaluation rereading-speed --pages 2000 --json
"""
_SEARCH = """\b
Examples:
  python -m evaluation search-speed
  python -m evaluation search-speed --products 10000 --products 100000 --products 1000000
  python -m evaluation search-speed --json --chart search.svg > search.json
"""
_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")


@click.command("rereading-speed", epilog=_REREADING)
@_JSON
@click.option(
    "--pages",
    type=click.IntRange(min=10),
    multiple=True,
    default=(1_000, 5_000),
    show_default=True,
    help="How many pages are stored; may be told several times.",
)
def rereading_speed(*, as_json: bool, pages: tuple[int, ...]) -> None:
    """How long does it take until a decision is carried out?

    One name is accepted that every stored page shows: the rules are learned anew, all pages are
    read again, ledger, files and index follow. On archives made of the pocket web's pages under
    other addresses. Takes a few minutes.
    """
    with TemporaryDirectory() as folder:
        report = measure_rereading(Path(folder), pages, _tell)
    print_report(report, as_json=as_json)


@click.command("extraction-speed", epilog=_EXTRACTION)
@_JSON
@click.option(
    "--chart",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("data/benchmarks/extraction.svg"),
    show_default=True,
    help="Where the picture goes.",
)
def extraction_speed(*, as_json: bool, chart: Path) -> None:
    """How fast is a record read off a page of 20 KB, 100 KB, 500 KB, 2 MB?

    Ours is measured in one interleaved run with building a DOM alone (lxml, lexbor,
    BeautifulSoup) and with other extractors (parsel, scrapely, autoscraper); what is not
    installed is left out and named. Takes a few minutes.
    """
    report = measure_extraction_speed()
    print_report(report, as_json=as_json)
    _draw(chart, report.chart())


@click.command("reading-speed", epilog=_READING)
@_JSON
@click.option(
    "--pages",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="How many pages of each site.",
)
@click.option(
    "--turns", type=click.IntRange(min=1), default=5, show_default=True, help="Of each page."
)
def reading_speed(*, as_json: bool, pages: int, turns: int) -> None:
    """How fast are real pages read that no exact rule fits?

    Pages of 40 to 250 KB, labelled and not, part by part, in one interleaved run with building
    lxml's DOM. Where the real pages are not on this machine it says so. Takes a few minutes.
    """
    print_report(measure_reading_speed(pages, turns), as_json=as_json)


@click.command("harvest", epilog=_HARVEST)
@_JSON
@click.option(
    "--pages",
    type=click.IntRange(min=2000),
    default=20_000,
    show_default=True,
    help="How large the web is.",
)
@click.option(
    "--chart",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("data/benchmarks/harvest.svg"),
    show_default=True,
    help="Where the picture goes.",
)
def harvest(*, as_json: bool, pages: int, chart: Path) -> None:
    """How early does the crawl find product pages?

    On a generated web (five sites, about 8% product pages behind other pages), ours against
    breadth-first and Scrapy's default order: the same seeds, the same concurrency. Ours goes
    on until every page is fetched. Takes some minutes.
    """
    report = measure_harvest(pages, _tell)
    print_report(report, as_json=as_json)
    _draw(chart, report.chart())


@click.command("overhead", epilog=_OVERHEAD)
@_JSON
@click.option(
    "--pages", type=click.IntRange(min=100), default=1500, show_default=True, help="Of each round."
)
@click.option(
    "--rounds", type=click.IntRange(min=1), default=3, show_default=True, help="Of each crawler."
)
def overhead(*, as_json: bool, pages: int, rounds: int) -> None:
    """How many pages per second, beside a bare Scrapy spider that only follows links?

    On the same generated web, with the same concurrency, by turns.
    """
    print_report(measure_overhead(pages, rounds, _tell), as_json=as_json)


@click.command("page-speed", epilog=_PAGE)
@_JSON
@click.option(
    "--engine",
    type=click.Choice(["whoosh", "tantivy"]),
    default="tantivy",
    show_default=True,
    help="Which engine holds the index.",
)
@click.option(
    "--products",
    type=click.IntRange(min=50),
    default=100_000,
    show_default=True,
    help="How many made-up products there are.",
)
@click.option(
    "--pages",
    type=click.IntRange(min=20),
    default=2_000,
    show_default=True,
    help="How many pages are asked for.",
)
@click.option(
    "--connections",
    type=click.IntRange(1, 200),
    default=8,
    show_default=True,
    help="How many visitors ask at once.",
)
def page_speed(*, as_json: bool, engine: str, products: int, pages: int, connections: int) -> None:
    """How fast is the search page when many ask at once?

    An index of made-up products is served by `specseek serve` on this machine, and every page
    asked for is another search: words, filters, facets, sorts. The visitors run beside the
    server and take their part of the machine. Takes a few minutes.
    """
    report = measure_page_load(engine, products, pages, connections, _tell)
    print_report(report, as_json=as_json)


@click.command("search-speed", epilog=_SEARCH)
@_JSON
@click.option(
    "--products",
    type=click.IntRange(min=100),
    multiple=True,
    default=[10_000],
    show_default=True,
    help="How many made-up products; may be given several times.",
)
@click.option(
    "--chart", type=click.Path(dir_okay=False, path_type=Path), help="Where a picture goes."
)
def search_speed(*, as_json: bool, products: tuple[int, ...], chart: Path | None) -> None:
    """How fast are products found: text, two filters, six facets, sorted?

    Made-up phones with 20 attributes; both engines in one interleaved run with plain Whoosh
    (its own grouping and sorting) and SQLite's full-text search. More than 20,000 products are
    for Tantivy alone. Building takes most of the time: minutes for 10,000 products, about half
    an hour for a million.
    """
    report = measure_search(sorted(products), _tell)
    print_report(report, as_json=as_json)
    if chart:
        _draw(chart, report.chart())


def _tell(words: str) -> None:
    click.echo(words, err=True)


def _draw(chart: Path, picture: str) -> None:
    chart.parent.mkdir(parents=True, exist_ok=True)
    chart.write_text(picture, "utf-8")
    click.echo(f"Chart: {chart}", err=True)
