"""The commands of `python -m evaluation` that kill what they measure."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from evaluation.commands import JSON_OPTION, SEED_OPTION
from evaluation.kill_trials import UPKEEP, crash_trial, decision_trial, upkeep_trial
from specseek.output import print_report

_CRASHES = """\b
Example:
  python -m evaluation crashes --kills 20
"""
_DECISIONS = """\b
Example:
  python -m evaluation decisions --kills 20
"""
_UPKEEP = """\b
Examples:
  python -m evaluation upkeep backup
  python -m evaluation upkeep repair --kills 20
"""
_KILLS = click.option(
    "--kills", type=click.IntRange(min=1), default=20, show_default=True, help="How many times."
)


@click.command(epilog=_CRASHES)
@JSON_OPTION
@_KILLS
@SEED_OPTION
@click.option(
    "--spider",
    type=click.Choice(["phones", "news", "forums"]),
    default="phones",
    show_default=True,
    help="Which crawl.",
)
def crashes(*, as_json: bool, kills: int, seed: int, spider: str) -> None:
    """What survives when the crawl is killed again and again?

    The pocket web is crawled twice: in peace, and with SIGKILL at random moments, each time
    started again. Ledger and archive must be the same in the end; the exit status is 1 if they
    are not. Takes some minutes.
    """
    with TemporaryDirectory() as folder:
        report = crash_trial(Path(folder), kills, seed, spider=spider)
    print_report(report, as_json=as_json)
    if report.differences:  # the report names them
        raise click.exceptions.Exit(1)


@click.command(epilog=_DECISIONS)
@JSON_OPTION
@_KILLS
@SEED_OPTION
@click.option(
    "--pages", type=click.IntRange(min=10), default=500, show_default=True, help="How many stored."
)
def decisions(*, as_json: bool, kills: int, seed: int, pages: int) -> None:
    """What survives when a decision is killed half-way?

    A name is accepted, and reverted, again and again, each time killed (SIGKILL) at a random
    moment. Files and ledger must all be as before, or all as after, and in the end as without
    the kills; the exit status is 1 if they are not. Takes some minutes.
    """
    with TemporaryDirectory() as folder:
        report = decision_trial(Path(folder), kills, seed, pages)
    print_report(report, as_json=as_json)
    if report.differences:  # the report names them
        raise click.exceptions.Exit(1)


@click.command(epilog=_UPKEEP)
@click.argument("command", type=click.Choice(UPKEEP))
@JSON_OPTION
@_KILLS
@SEED_OPTION
@click.option(
    "--pages", type=click.IntRange(min=12), default=500, show_default=True, help="How many stored."
)
def upkeep(*, command: str, as_json: bool, kills: int, seed: int, pages: int) -> None:
    """What survives when a back-up, or a repair of the archive, is killed half-way?

    It is killed (SIGKILL) at random moments and run again. The repair has an older ledger, a
    damaged page and a torn file before it. In the end all must be as without the kills; the exit
    status is 1 if it is not. Takes some minutes.
    """
    with TemporaryDirectory() as folder:
        report = upkeep_trial(Path(folder), command, kills, seed, pages)
    print_report(report, as_json=as_json)
    if report.differences:  # the report names them
        raise click.exceptions.Exit(1)
