"""More commands of `python -m evaluation`: what holds on a cluster, and at the size of the web?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from evaluation.capacity import Assumptions, measure_capacity
from evaluation.commands import JSON_OPTION, SEED_OPTION, end_with, tell
from evaluation.costs import measure_costs
from evaluation.many_crawlers import FRONTIERS, many_crawlers_trial
from evaluation.spark_trial import spark_trial
from specseek.output import print_report

_SPARK = """\b
Examples:
  python -m evaluation spark --pages 1000
  python -m evaluation spark --json > spark.json
"""


@click.command(epilog=_SPARK)
@JSON_OPTION
@click.option(
    "--pages",
    type=click.IntRange(min=100),
    default=20_000,
    show_default=True,
    help="How many pages the timed runs read.",
)
def spark(*, as_json: bool, pages: int) -> None:
    """Does a Spark cluster write the same bytes as local processes, and faster?

    Pages of the pocket web and, where they are present, real ones as WARC files: in the folder
    SPECSEEK_DATA_SETS names, or in ../shared/data. They are read by local processes, by clusters
    of one and of two cores on this machine, and by one that loses a worker half-way. The exit
    status is 1 if bytes differ or, from 20,000 pages on, if two cores are less than 1.8 times as
    fast as one. Takes about 14 minutes on two idle cores.
    """
    with TemporaryDirectory() as folder:
        report = spark_trial(Path(folder), pages, tell)
    print_report(report, as_json=as_json)
    end_with(report.faults)


@click.command(epilog="\b\nExample:\n  python -m evaluation costs --json > costs.json")
@JSON_OPTION
@click.option(
    "--pages",
    type=click.IntRange(min=50),
    default=1_000,
    show_default=True,
    help="How many pages the crawl fetches.",
)
def costs(*, as_json: bool, pages: int) -> None:
    """What does a page cost, and what a product, in processor time and bytes?

    Stage by stage: a crawl of the pocket web, reading its pages and, where they are present, real
    ones (in the folder SPECSEEK_DATA_SETS names, or in ../shared/data), reading stored pages again,
    merging, indexing, searching. Takes a few minutes.
    """
    with TemporaryDirectory() as folder:
        report = measure_costs(Path(folder), pages, tell)
    print_report(report, as_json=as_json)


_CAPACITY = """\b
Examples:
  python -m evaluation capacity
  python -m evaluation capacity --hosts 10000 --pages 1000000 --fetches 2000
"""
_WEB = Assumptions()


@click.command(epilog=_CAPACITY)
@JSON_OPTION
@click.option(
    "--hosts",
    type=click.IntRange(min=100),
    default=_WEB.hosts,
    show_default=True,
    help="Of the simulated web.",
)
@click.option(
    "--pages",
    type=click.IntRange(min=1000),
    default=_WEB.pages,
    show_default=True,
    help="Of all hosts together.",
)
@click.option(
    "--fetches",
    type=click.IntRange(min=100),
    default=20_000,
    show_default=True,
    help="How many are simulated, for each number of crawlers and each moment of the crawl.",
)
@click.option(
    "--page-cost",
    type=click.FloatRange(min=0.01),
    default=_WEB.page_cost * 1000,
    show_default=True,
    help="Milliseconds of a crawler's processor for a page; see `costs`.",
)
def capacity(*, as_json: bool, hosts: int, pages: int, fetches: int, page_cost: float) -> None:
    """What would a crawl of a billion pages on a million hosts need?

    Crawlers choose links by the crawl's own code, from simulated hosts of very different sizes
    and speeds. Takes some minutes.
    """
    largest = max(1, min(_WEB.largest, pages // 100))
    web = replace(_WEB, hosts=hosts, pages=pages, page_cost=page_cost / 1000, largest=largest)
    print_report(measure_capacity(web, (1, 10, 100), fetches, tell), as_json=as_json)


_MANY_CRAWLERS = """\b
Examples:
  python -m evaluation many-crawlers
  python -m evaluation many-crawlers --pages 2000 --crawlers 1 --crawlers 4 --kills 3
"""


@click.command("many-crawlers", epilog=_MANY_CRAWLERS)
@JSON_OPTION
@SEED_OPTION
@click.option(
    "--pages", type=click.IntRange(min=2000), default=20_000, show_default=True, help="Of the web."
)
@click.option(
    "--crawlers",
    type=click.IntRange(0, 50),
    multiple=True,
    default=[1, 2, 4],
    show_default=True,
    help="How many in each round in peace; may be given several times, 0 is no such round.",
)
@click.option(
    "--kills",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="In one more round, with four crawlers.",
)
@click.option(
    "--frontier",
    type=click.Choice(FRONTIERS),
    default="ledger",
    show_default=True,
    help="What holds the queue.",
)
def many_crawlers(  # noqa: PLR0913 - one for each option
    *, as_json: bool, seed: int, pages: int, crawlers: tuple[int, ...], kills: int, frontier: str
) -> None:
    """Do several crawlers on one ledger fetch every page once, politely, whoever is killed?

    The wide web is crawled on a PostgreSQL server of its own: in peace, with more and more
    crawlers, and with SIGKILL at random moments and a restart of the server. Pages, records and
    archive must be the same in the end; the exit status is 1 if they are not. 20,000 pages take
    about an hour.
    """
    with TemporaryDirectory() as folder:
        report = many_crawlers_trial(
            Path(folder), pages, crawlers, kills, seed=seed, frontier=frontier, tell=tell
        )
    print_report(report, as_json=as_json)
    end_with(report.faults)
