"""More commands of `python -m evaluation`: does it hold when it is attacked, or killed?"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from evaluation.commands import JSON_OPTION, SEED_OPTION, end_with, tell
from evaluation.faults import KINDS, Plan, faults_trial
from evaluation.hostile_trial import hostile_trial
from evaluation.soak import soak_trial
from specseek.output import print_report

_PLAN = Plan()
_FAULTS = """\b
Examples:
  python -m evaluation faults
  python -m evaluation faults --only commands --kills 5 --points 0
"""


@click.command(epilog=_FAULTS)
@JSON_OPTION
@SEED_OPTION
@click.option(
    "--only", type=click.Choice(KINDS), multiple=True, help="One kind; may be given several times."
)
@click.option(
    "--kills",
    type=click.IntRange(min=2),
    default=_PLAN.kills,
    show_default=True,
    help="At random moments, in every crawl and command.",
)
@click.option(
    "--points",
    type=click.IntRange(min=0),
    default=_PLAN.points,
    show_default=True,
    help="Commits, renames and fsyncs to kill each at, from the first to the last; 0 is all.",
)
@click.option(
    "--pages",
    type=click.IntRange(min=10),
    default=_PLAN.pages,
    show_default=True,
    help="How many are stored.",
)
def faults(  # noqa: PLR0913 - one for each option
    *, as_json: bool, seed: int, only: tuple[str, ...], kills: int, points: int, pages: int
) -> None:
    """What is lost when processes are killed, disks full, bytes flipped, or two do the same?

    Crawls and commands (reread, index build, decision, batch, back-up, archive repair) are killed
    at random moments and at commits, renames and fsyncs, run out of disk, find damaged files, and
    run twice at once.
    In the end everything must be as without all that. The exit status is 1 if it is not, if
    something wrong is not told, or a damaged ledger is written to. Takes about an hour.
    """
    plan = Plan(kills, points, pages, seed, only or KINDS)
    with TemporaryDirectory() as folder:
        report = faults_trial(Path(folder), plan, tell)
    print_report(report, as_json=as_json)
    end_with(report.faults)


_HOSTILE = """\b
Example:
  python -m evaluation hostile --json > hostile.json
"""


@click.command(epilog=_HOSTILE)
@JSON_OPTION
def hostile(*, as_json: bool) -> None:
    """Does a hostile web cost honest sites anything?

    Products, articles and threads are crawled from honest sites alone, then with the hostile web
    beside them. The exit status is 1 if a crawl fails, a process takes 500 MB, honest sites lose
    records, documents or more than a fifth of their pages per second, queue or disk grow beyond
    their limits, or somebody is contacted who must not be. Takes some minutes, and wants the
    machine to itself.
    """
    with TemporaryDirectory() as folder:
        report = hostile_trial(Path(folder), tell)
    print_report(report, as_json=as_json)
    end_with(report.faults)


_SOAK = """\b
Examples:
  python -m evaluation soak
  python -m evaluation soak --minutes 10 --json > soak.json
"""


@click.command(epilog=_SOAK)
@JSON_OPTION
@SEED_OPTION
@click.option(
    "--minutes",
    type=click.FloatRange(min=0.1),
    default=120.0,
    show_default=True,
    help="How long, after the first crawl.",
)
def soak(*, as_json: bool, seed: int, minutes: float) -> None:
    """Does it hold for hours, with everything at once?

    Crawls of the pocket and the hostile web, rebuilds of the index, decisions that are made and
    undone, visitors and slow clients of the search page. Every answer is checked against what the
    products said at the start. The exit status is 1 on an error, a wrong answer, or if memory or
    open files of the server's processes grow.
    """
    with TemporaryDirectory() as folder:
        report = soak_trial(Path(folder), minutes, seed, tell)
    print_report(report, as_json=as_json)
    end_with(report.faults)
