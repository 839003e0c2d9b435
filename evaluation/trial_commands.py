"""More commands of `python -m evaluation`: does it hold when it is attacked, or killed?"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from evaluation.commands import JSON_OPTION, end_with, tell
from evaluation.hostile_trial import hostile_trial
from specseek.output import print_report

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
