"""How good is it? One command for each figure that has a gold standard or a floor."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from evaluation.crawling.crash_trial import crash_trial
from evaluation.deciding.decision_trial import decision_trial
from evaluation.discovering.report import measure_discovery
from evaluation.extraction_quality import measure_extraction_quality
from evaluation.floors import below_floors, worse_with_more_samples
from evaluation.merging import measure_merging
from evaluation.real_sites import SETS
from evaluation.repair_quality import measure_repair_quality
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


_CRASHES = """\b
Example:
  python -m evaluation crashes --kills 20
"""
_DECISIONS = """\b
Example:
  python -m evaluation decisions --kills 20
"""
_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")


@click.command(epilog=_CRASHES)
@_JSON
@click.option(
    "--kills", type=click.IntRange(min=1), default=20, show_default=True, help="How many times."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random moments.")
def crashes(*, as_json: bool, kills: int, seed: int) -> None:
    """What survives when the crawl is killed again and again?

    The pocket web is crawled twice: in peace, and with SIGKILL at random moments, each time
    started again. Ledger and archive must be the same in the end; the exit status is 1 if they
    are not. Takes some minutes.
    """
    with TemporaryDirectory() as folder:
        report = crash_trial(Path(folder), kills, seed)
    print_report(report, as_json=as_json)
    if report.differences:
        raise click.exceptions.Exit(1)


@click.command(epilog=_DECISIONS)
@_JSON
@click.option(
    "--kills", type=click.IntRange(min=1), default=20, show_default=True, help="How many times."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random moments.")
@click.option(
    "--pages", type=click.IntRange(min=10), default=500, show_default=True, help="How many stored."
)
def decisions(*, as_json: bool, kills: int, seed: int, pages: int) -> None:
    """What survives when a decision is killed while it is carried out?

    A name is accepted, and reverted, again and again, each time killed (SIGKILL) at a random
    moment. Files and ledger must all be as before, or all as after, and in the end as without
    the kills; the exit status is 1 if they are not. Takes some minutes.
    """
    with TemporaryDirectory() as folder:
        report = decision_trial(Path(folder), kills, seed, pages)
    print_report(report, as_json=as_json)
    if report.differences:
        raise click.exceptions.Exit(1)


@click.command()
@_JSON
def discovery(*, as_json: bool) -> None:
    """Are attributes found that no rule knows, and judged and taken for what they are?

    On real pages, in the folder SPECSEEK_DATA_SETS names, or in ../shared/data: the attributes
    found where ten are known; equal and learned weights on pages and sites that were held back;
    names that are taken out of the topic. The exit status is 1 if a figure is below its floor,
    or learned weights are no better than equal ones. Takes some minutes.
    """
    report = measure_discovery()
    print_report(report, as_json=as_json)
    for figure in report.below_floors:
        click.echo(f"Below its floor: {figure}", err=True)
    if report.below_floors:
        raise click.exceptions.Exit(1)


@click.command(epilog=_EXAMPLES)
@_JSON
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
    for line in fallen:
        click.echo(line, err=True)
    if fallen:
        raise click.exceptions.Exit(1)


@click.command()
@_JSON
def merging(*, as_json: bool) -> None:
    """Do records of one phone become one product?

    On the pocket web, whose phones are known: with names as its sites show them, and with
    names that no two sites write alike. On real records where they are present: in the folder
    SPECSEEK_DATA_SETS names, or in ../shared/data. The exit status is 1 if phones were merged
    that are two, or not merged that are one.
    """
    report = measure_merging()
    print_report(report, as_json=as_json)
    _end_with(report.faults)


@click.command()
@_JSON
def repair(*, as_json: bool) -> None:
    """How right are rules that repair themselves after a redesign?

    The pocket web is crawled, redesigned, crawled again with the old rules, and repaired
    without a label; one site went empty and must raise an alarm. Then real pages in markup
    that was changed by a program, where they are present: in the folder SPECSEEK_DATA_SETS
    names, or in ../shared/data. The exit status is 1 if a figure is below its floor. Takes
    some minutes.
    """
    report = measure_repair_quality()
    print_report(report, as_json=as_json)
    _end_with(report.faults)


def _end_with(faults: Iterable[str]) -> None:
    """Tell what is not as it should be; the exit status is 1 if anything is."""
    told = list(faults)
    for fault in told:
        click.echo(fault, err=True)
    if told:
        raise click.exceptions.Exit(1)


@click.command()
@_JSON
def values(*, as_json: bool) -> None:
    """How many values of typed attributes are understood?

    On the pocket web, and on real records and pages where they are present: in the folder
    SPECSEEK_DATA_SETS names, or in ../shared/data. Values that say there is none (无, -) count
    apart. The exit status is 1 if a share is below its floor.
    """
    report = measure_value_quality()
    print_report(report, as_json=as_json)
    for figure in report.below_floors:
        click.echo(f"Below its floor: {figure}", err=True)
    if report.below_floors:
        raise click.exceptions.Exit(1)
