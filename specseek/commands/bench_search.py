"""`specseek bench search`: how fast an index is built and searched, against whom."""

from __future__ import annotations

from pathlib import Path

import click

from evaluation.searching.measure import measure_search
from specseek.report import print_report

_EXAMPLES = """\b
Examples:
  specseek bench search
  specseek bench search --products 10000 --products 100000 --products 1000000
  specseek bench search --json --chart search.svg > search.json
"""


@click.command(epilog=_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
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
def search(*, as_json: bool, products: tuple[int, ...], chart: Path | None) -> None:
    """How fast are products found: text, two filters, six facets, sorted?

    Made-up phones with 20 attributes; both engines in one interleaved run with plain Whoosh
    (its own grouping and sorting) and SQLite's full-text search. More than 20,000 products are
    for Tantivy alone. Building takes most of the time: minutes for 10,000 products, about half
    an hour for a million.
    """
    report = measure_search(sorted(products), lambda words: click.echo(words, err=True))
    print_report(report, as_json=as_json)
    if chart:
        chart.parent.mkdir(parents=True, exist_ok=True)
        chart.write_text(report.chart(), "utf-8")
        click.echo(f"Chart: {chart}", err=True)
