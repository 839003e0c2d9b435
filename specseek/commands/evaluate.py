"""`specseek eval`: how good it is."""

from __future__ import annotations

import click

from evaluation.extraction_quality import measure_extraction_quality
from evaluation.floors import below_floors
from specseek.report import print_report

_EXAMPLES = """\b
Examples:
  specseek eval extraction
  SPECSEEK_DATA_SETS=real-pages specseek eval extraction --json > figures.json
"""


@click.group("eval")
def evaluate() -> None:
    """Measure quality, against gold."""


@evaluate.command(epilog=_EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def extraction(*, as_json: bool) -> None:
    """How much is extracted right?

    On the pocket web, beside the published table: exact matching and ours. On real pages
    where they are present: in the folder SPECSEEK_DATA_SETS names, or in ../shared/data.
    The exit status is 1 if a figure is below its floor.
    """
    report = measure_extraction_quality()
    print_report(report, as_json=as_json)
    fallen = list(below_floors(report.real))
    for figure in fallen:
        click.echo(f"Below its floor: {figure}", err=True)
    if fallen:
        raise click.exceptions.Exit(1)
