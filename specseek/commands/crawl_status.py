"""`specseek crawl-status`: how the crawls went, and what is left to do."""

from __future__ import annotations

import time

import click

from specseek.crawl_report import CrawlReport
from specseek.known_ledger import NO_CRAWL, chosen_topics, open_ledger
from specseek.report import print_report
from store.reports import ArchiveSize

_STATUS_EXAMPLES = """\b
Examples:
  specseek crawl-status
  specseek crawl-status --topic phones --json > status.json
"""


@click.command("crawl-status", epilog=_STATUS_EXAMPLES)
@click.option(
    "--topic", metavar="NAME", help="This topic alone; all that were crawled if not told."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def crawl_status(*, topic: str | None, as_json: bool) -> None:
    """Tell how the crawls went, and what is left to do.

    The last runs; for each site its links by state, its records, and which part of its product
    pages has one; the queue by group; when pages are to be visited again; the archive's size.
    Only reads: a crawl that runs meanwhile is not disturbed.
    """
    report = _crawl_report(topic)
    if report.topics or as_json:
        print_report(report, as_json=as_json)
    if not report.topics:
        click.echo(NO_CRAWL, err=True)


def _crawl_report(topic: str | None) -> CrawlReport:
    now, ledger = time.time(), open_ledger()
    if ledger is None:
        return CrawlReport(now, (), ArchiveSize(0, 0, 0))
    with ledger, ledger.reading() as conn:
        return CrawlReport.read(conn, chosen_topics(conn, topic), now)
