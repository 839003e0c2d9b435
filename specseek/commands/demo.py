"""`specseek demo`: something to see before anything is set up."""

from __future__ import annotations

import click

from specseek.demo import read_pocket_web
from specseek.demo_tables import records_table, summary_table
from specseek.report import print_table


@click.command(
    epilog="\b\nExample:\n  specseek demo", short_help="Train, read the pocket web, show it."
)
def demo() -> None:
    """Learn from the labelled samples, read the pocket web, show the records.

    The pocket web is a small web of product sites that comes with SpecSeek. All happens in
    memory and in a temporary folder: no network, nothing is left behind.
    """
    click.echo("Training on the labelled samples, then reading the pocket web ...", err=True)
    sites = []
    for site in read_pocket_web():
        print_table(records_table(site))
        sites.append(site)
    print_table(summary_table(sites))
