"""The commands of `python -m evaluation`: how good is it, and how fast, against whom?

First those about quality, each with a gold standard or a floor: the exit status is 1 if a figure is
not what it should be. Then the benchmarks.
"""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from evaluation.article_quality import measure_articles
from evaluation.cluster_quality import measure_clusters
from evaluation.crawling import measure_harvest, measure_overhead
from evaluation.discovery_quality import measure_discovery
from evaluation.extraction_quality import measure_extraction_quality
from evaluation.extraction_speed import measure_extraction_speed
from evaluation.judged_queries import judged_sets
from evaluation.mention_quality import measure_mentions
from evaluation.page_speed import measure_page_load
from evaluation.pair_merging import measure_merging
from evaluation.post_quality import measure_posts
from evaluation.query_quality import measure_queries
from evaluation.reading_speed import measure_reading_speed
from evaluation.real_sites import SETS
from evaluation.repair_quality import measure_repair_quality
from evaluation.rereading_speed import measure_rereading
from evaluation.saved_crawl import measure_saved_crawl
from evaluation.scoring import below_floors, worse_with_more_samples
from evaluation.search_speed import measure_search
from evaluation.servers.opensearch import opensearch_cluster
from evaluation.value_quality import measure_value_quality
from specseek.output import print_report

if TYPE_CHECKING:
    from collections.abc import Iterable


_EXAMPLES = """\b
Examples:
  python -m evaluation extraction
  python -m evaluation extraction --set xswde --draws 1
  SPECSEEK_DATA_SETS=real-pages python -m evaluation extraction --json > figures.json
"""
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
JSON_OPTION = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object instead of a table."
)
SEED_OPTION = click.option(
    "--seed", type=int, default=1, show_default=True, help="Of the random moments."
)


@click.command()
@JSON_OPTION
def clusters(*, as_json: bool) -> None:
    """Do clusters of pages agree with sites and layouts?

    On the pocket web, and on real pages where they are present: in the folder
    SPECSEEK_DATA_SETS names, or in ../shared/data; beside pages with exactly the same tag paths,
    and the published comparison of trees on a few pages of each layout. Then the processor time
    for 2,000 and 20,000 made-up pages. The exit status is 1 if a figure is not what it should be.
    """
    report = measure_clusters()
    print_report(report, as_json=as_json)
    end_with(report.faults)


@click.command()
@JSON_OPTION
def articles(*, as_json: bool) -> None:
    """Is the text of articles read, with title and day?

    On real articles, in the folder SPECSEEK_DATA_SETS names, or in ../shared/data, beside the
    published methods and other packages, those that are installed. The exit status is 1 if a
    figure is below its floor. Takes a few minutes.
    """
    report = measure_articles()
    print_report(report, as_json=as_json)
    end_with(f"Below its floor: {it}" for it in below_floors((*report.rows, *report.pruned)))


@click.command()
@JSON_OPTION
def discovery(*, as_json: bool) -> None:
    """Are attributes found that no rule knows?

    And are they judged, and taken for what they are? On real pages, in the folder
    SPECSEEK_DATA_SETS names, or in ../shared/data: the attributes found where ten are known;
    equal and learned weights on pages and sites that were held back; names that are taken out
    of the topic. The exit status is 1 if a figure is below its floor, or learned weights are no
    better than equal ones. Takes some minutes.
    """
    report = measure_discovery()
    print_report(report, as_json=as_json)
    end_with(f"Below its floor: {figure}" for figure in report.below_floors)


@click.command(epilog=_EXAMPLES)
@JSON_OPTION
@click.option(
    "--draws",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="Choices of training pages; at most 5 for sets of many sites.",
)
@click.option(
    "--set",
    "sets",
    type=click.Choice(tuple(SETS)),
    multiple=True,
    help="Only this set of real pages; can be given again.",
)
@click.option(
    "--shipped", is_flag=True, help="Read with the shipped weights, which have seen these sites."
)
def extraction(*, as_json: bool, draws: int, sets: tuple[str, ...], shipped: bool) -> None:
    """How much is extracted right?

    On the pocket web, beside the published table: exact matching and ours. On real pages
    where they are present: in the folder SPECSEEK_DATA_SETS names, or in ../shared/data; with
    one labelled page and with three, and without any. The weights that choose are learned
    without the site that is read. The exit status is 1 if a figure is below its floor, or falls
    with more labelled pages. Takes some minutes.
    """
    report = measure_extraction_quality(draws, sets or tuple(SETS), learns=not shipped)
    print_report(report, as_json=as_json)
    fallen = [f"Below its floor: {figure}" for figure in below_floors(report.real)]
    fallen += [f"Worse with more samples: {it}" for it in worse_with_more_samples(report.real)]
    end_with(fallen)


@click.command()
@JSON_OPTION
def mentions(*, as_json: bool) -> None:
    """Are the products found that a text speaks of?

    On sentences judged by hand, in Chinese and English, half of them held back when the rules
    were made. The exit status is 1 if precision or recall is below its floor.
    """
    report = measure_mentions()
    print_report(report, as_json=as_json)
    end_with(f"Below its floor: {figure}" for figure in report.below_floors)


@click.command()
@JSON_OPTION
def merging(*, as_json: bool) -> None:
    """Do records of one product become one?

    On the pocket web, whose phones are known: with names as its sites show them, and with
    names that no two sites write alike. Pairs of records on two sites: of phones, of monitors
    and, on real pages, of cameras. Real records where they are present: in the folder
    SPECSEEK_DATA_SETS names, or in ../shared/data. The exit status is 1 if phones were merged
    that are two, or not merged that are one, or if fewer than 0.9 of the pairs are merged, or
    more than 0.01 of the merged ones wrongly.
    """
    report = measure_merging()
    print_report(report, as_json=as_json)
    end_with(report.faults)


@click.command()
@JSON_OPTION
def posts(*, as_json: bool) -> None:
    """Are the posts of forum threads found, with author and day?

    On real threads, in the folder SPECSEEK_DATA_SETS names, or in ../shared/data, beside the
    published methods and other packages. The exit status is 1 if a figure is below its floor.
    """
    report = measure_posts()
    print_report(report, as_json=as_json)
    end_with(f"Below its floor: {figure}" for figure in below_floors(report.rows))


@click.command()
@JSON_OPTION
@click.option(
    "--show-held-back", is_flag=True, help="Tell what is wrong with held back queries, too."
)
@click.option(
    "--set", "sets", type=click.Choice(judged_sets()), multiple=True, help="Only these queries."
)
@click.option("--opensearch", is_flag=True, help="Ask OpenSearch, too: it is started here.")
def queries(
    *, as_json: bool, show_held_back: bool, sets: tuple[str, ...], opensearch: bool
) -> None:
    """Are queries understood as people mean them?

    Queries in several languages, each judged by the facts that the pages of the pocket web
    state, are asked of both engines, and of plain Whoosh beside them. A part of them is held
    back: what is wrong with these is told only with --show-held-back. The exit status is 1 if a
    figure is below its floor.
    """
    with opensearch_cluster() if opensearch else nullcontext() as cluster:
        hosts = cluster.addresses if cluster else ()
        report = measure_queries(sets, show_held_back=show_held_back, hosts=hosts)
    print_report(report, as_json=as_json)
    end_with(f"Below its floor: {figure}" for figure in report.below_floors)


@click.command()
@JSON_OPTION
def repair(*, as_json: bool) -> None:
    """How right are rules that repair themselves?

    The pocket web is crawled, redesigned, crawled again with the old rules, and repaired
    without a label; one site went empty and must raise an alarm. Then real pages in markup
    that was changed by a program, where they are present: in the folder SPECSEEK_DATA_SETS
    names, or in ../shared/data. The exit status is 1 if a figure is below its floor. Takes
    some minutes.
    """
    report = measure_repair_quality()
    print_report(report, as_json=as_json)
    end_with(report.faults)


@click.command("saved-crawl")
@JSON_OPTION
@click.option(
    "--draws",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    help="So many crawls, each with other labelled pages.",
)
def saved_crawl(*, as_json: bool, draws: int) -> None:
    """Crawl saved camera shops with one labelled page each: names, prices, pages lost.

    The exit status is 1 if a page or a name is lost, or more than two prices in a hundred.
    """
    report = measure_saved_crawl(draws)
    print_report(report, as_json=as_json)
    if not report.is_good:
        raise SystemExit(1)


@click.command()
@JSON_OPTION
def values(*, as_json: bool) -> None:
    """How many values of typed attributes are understood?

    On the pocket web, and on real records and pages where they are present: in the folder
    SPECSEEK_DATA_SETS names, or in ../shared/data. Values that say there is none (无, -) count
    apart. The exit status is 1 if a share is below its floor.
    """
    report = measure_value_quality()
    print_report(report, as_json=as_json)
    end_with(f"Below its floor: {figure}" for figure in report.below_floors)


@click.command("rereading-speed", epilog=_REREADING)
@JSON_OPTION
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
        report = measure_rereading(Path(folder), pages, tell)
    print_report(report, as_json=as_json)


@click.command("extraction-speed", epilog=_EXTRACTION)
@JSON_OPTION
@click.option(
    "--chart",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("data/benchmarks/extraction.svg"),
    show_default=True,
    help="Where the picture goes.",
)
def extraction_speed(*, as_json: bool, chart: Path) -> None:
    """How fast is a record read off a page?

    Pages of 20 KB, 100 KB, 500 KB and 2 MB. Ours is measured in one interleaved run with
    building a DOM alone (lxml, lexbor, BeautifulSoup) and with other extractors (parsel,
    scrapely, autoscraper); what is not installed is left out and named. Takes a few minutes.
    """
    report = measure_extraction_speed()
    print_report(report, as_json=as_json)
    _draw(chart, report.chart())


@click.command("reading-speed", epilog=_READING)
@JSON_OPTION
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
@JSON_OPTION
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
    report = measure_harvest(pages, tell)
    print_report(report, as_json=as_json)
    _draw(chart, report.chart())


@click.command("overhead", epilog=_OVERHEAD)
@JSON_OPTION
@click.option(
    "--pages", type=click.IntRange(min=100), default=1500, show_default=True, help="Of each round."
)
@click.option(
    "--rounds", type=click.IntRange(min=1), default=3, show_default=True, help="Of each crawler."
)
def overhead(*, as_json: bool, pages: int, rounds: int) -> None:
    """How many pages per second, beside a bare Scrapy spider?

    That one only follows links. On the same generated web, with the same concurrency, by turns.
    """
    print_report(measure_overhead(pages, rounds, tell), as_json=as_json)


@click.command("page-speed", epilog=_PAGE)
@JSON_OPTION
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
    report = measure_page_load(engine, products, pages, connections, tell)
    print_report(report, as_json=as_json)


@click.command("search-speed", epilog=_SEARCH)
@JSON_OPTION
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
    """How fast are products found?

    Text, two filters, six facets, sorted. Made-up phones with 20 attributes; both engines in
    one interleaved run with plain Whoosh (its own grouping and sorting) and SQLite's full-text
    search. More than 20,000 products are for Tantivy alone. Building takes most of the time:
    minutes for 10,000 products, about half an hour for a million.
    """
    report = measure_search(sorted(products), tell)
    print_report(report, as_json=as_json)
    if chart:
        _draw(chart, report.chart())


def end_with(faults: Iterable[str]) -> None:
    """Tell what is not as it should be; the exit status is 1 if anything is."""
    told = list(faults)
    for fault in told:
        click.echo(fault, err=True)
    if told:
        raise click.exceptions.Exit(1)


def tell(words: str) -> None:
    click.echo(words, err=True)


def _draw(chart: Path, picture: str) -> None:
    chart.parent.mkdir(parents=True, exist_ok=True)
    chart.write_text(picture, "utf-8")
    click.echo(f"Chart: {chart}", err=True)
