"""`specseek demo`: something to see before anything is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from core.settings import load_settings
from specseek.demo import TOPIC, crawl_pocket_web, demo_settings, index_pocket_web, outcomes
from specseek.demo_tables import records_table, summary_table
from specseek.report import print_table
from specseek.serving import serve_site

if TYPE_CHECKING:
    from pathlib import Path

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
    """Crawl the pocket web, build an index of its phones, and serve the search page.

    The pocket web is a small web of product sites that comes with SpecSeek; it is served on
    this machine, and nothing else is contacted. Rules are learned from one labelled page per
    layout; the crawl is a real one (`scrapy crawl phones`). All goes to the folder `demo` in
    the data folder, which is made anew each time. The page's address is told, and Ctrl-C ends
    it. The exit status is 1 unless every record is as the pocket web's gold says.
    """
    data = load_settings().data / "demo"
    click.echo("The pocket web is up; `scrapy crawl phones` begins ...", err=True)
    crawl_pocket_web(data)
    _show_records(data)
    built = index_pocket_web(data)
    click.echo(f"The index holds {built.products} phones.", err=True)
    click.echo(
        f"Ledger, archive and index: {data} "
        f"(look around: SPECSEEK_DATA={data} specseek crawl-status)",
        err=True,
    )
    if page:
        serve_site(demo_settings(data), TOPIC, ("127.0.0.1", port))


def _show_records(data: Path) -> None:
    sites = list(outcomes(data))
    for site in sites:
        print_table(records_table(site))
    print_table(summary_table(sites))
    if any(site.right < site.pages for site in sites):
        raise click.exceptions.Exit(1)
