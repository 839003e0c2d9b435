"""`specseek demo`: something to see before anything is set up."""

from __future__ import annotations

import click

from settings.loading import load_settings
from specseek.demo import crawl_pocket_web, outcomes
from specseek.demo_tables import records_table, summary_table
from specseek.report import print_table


@click.command(
    epilog="\b\nExample:\n  specseek demo", short_help="Crawl the pocket web, show the records."
)
def demo() -> None:
    """Crawl the pocket web and show the records.

    The pocket web is a small web of product sites that comes with SpecSeek; it is served on
    this machine, and nothing else is contacted. The crawl is a real one (`scrapy crawl
    phones`); its ledger and archive go to the folder `demo` in the data folder, which is made
    anew each time. The exit status is 1 unless every record is as the pocket web's gold says.
    """
    data = load_settings().data / "demo"
    click.echo("The pocket web is up; `scrapy crawl phones` begins ...", err=True)
    crawl_pocket_web(data)
    sites = list(outcomes(data))
    for site in sites:
        print_table(records_table(site))
    print_table(summary_table(sites))
    click.echo(
        f"Ledger and archive: {data} (look around: SPECSEEK_DATA={data} specseek crawl-status)",
        err=True,
    )
    if any(site.right < site.pages for site in sites):
        raise click.exceptions.Exit(1)
