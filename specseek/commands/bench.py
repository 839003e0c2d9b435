"""`specseek bench`: how fast it is, against whom."""

from __future__ import annotations

from pathlib import Path

import click

from evaluation.extraction_speed import measure_extraction_speed
from specseek.report import print_report

_EXAMPLES = """\b
Examples:
  specseek bench extraction
  specseek bench extraction --json --chart extraction.svg > extraction.json
"""


@click.group()
def bench() -> None:
    """Measure speed, side by side with others."""


@bench.command(epilog=_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
@click.option(
    "--chart",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("data/benchmarks/extraction.svg"),
    show_default=True,
    help="Where the picture goes.",
)
def extraction(*, as_json: bool, chart: Path) -> None:
    """How fast is a record read off a page of 20 KB, 100 KB, 500 KB, 2 MB?

    Ours is measured in one interleaved run with building a DOM alone (lxml, lexbor,
    BeautifulSoup) and with other extractors (parsel, scrapely, autoscraper); what is not
    installed is left out and named. Takes a few minutes.
    """
    chart.parent.mkdir(parents=True, exist_ok=True)
    report = measure_extraction_speed()
    print_report(report, as_json=as_json)
    chart.write_text(report.chart(), "utf-8")
    click.echo(f"Chart: {chart}", err=True)
