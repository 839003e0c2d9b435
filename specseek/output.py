"""Output of commands: tables, JSON, times, and progress bars."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Mapping

    from rich.console import RenderableType
    from rich.progress import ProgressColumn


_FILE_WIDTH = 140  # columns, if the output is a file or a pipe


class Report(Protocol):
    def table(self) -> RenderableType: ...

    def as_json(self) -> Mapping[str, object]: ...


def print_report(report: Report, *, as_json: bool) -> None:
    if as_json:
        write_line(report.as_json())
    else:
        print_table(report.table())


def print_table(table: RenderableType) -> None:
    Console(width=None if sys.stdout.isatty() else _FILE_WIDTH).print(table)


# Data on standard output: one JSON object per line, always UTF-8.


def write_line(data: object) -> None:
    """Write one line; lone surrogates are written as JSON escapes."""
    text = json.dumps(data, ensure_ascii=False)
    click.echo(text.encode("utf-8", "backslashreplace"))


def pages_text(tally: Counter[str]) -> str:
    """How many pages were read, and what became of them.

    >>> from collections import Counter
    >>> pages_text(Counter(ok=2, unreadable=0))
    'Pages: 2; 2 ok'
    """
    counts = ", ".join(f"{count} {outcome}" for outcome, count in (+tally).most_common())
    return f"Pages: {tally.total()}" + (f"; {counts}" if counts else "")


# Times of the ledger (seconds since 1970), for scripts and for people.


def utc_time(at: float) -> str:
    """For scripts.

    >>> utc_time(1_700_000_000.5)
    '2023-11-14T22:13:20+00:00'
    """
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def local_time(at: float) -> str:
    """For people, in their time zone."""
    return datetime.fromtimestamp(at, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


# Questions on terminals.


def confirm(question: str) -> None:
    """Ask, and return if the answer is yes; without a terminal, fail and say how to proceed."""
    if not sys.stdin.isatty():
        raise click.ClickException(f"{question} If so, run the same command with --yes")
    click.confirm(question, abort=True, err=True)


# Progress bars on terminals.


Item = TypeVar("Item")


def with_progress(items: Iterable[Item], total: int | None, what: str) -> Iterator[Item]:
    """Pass the items through, with a progress bar on standard error if that is a terminal.

    No bar if standard output is a terminal too: there the output shows the progress, and would
    mix with the bar.
    """
    with progress_bar(what, shown=not sys.stdout.isatty()) as progress:
        yield from progress.track(items, total)


def progress_bar(what: str, count: ProgressColumn | None = None, *, shown: bool = True) -> Progress:
    """On standard error, if that is a terminal; `count` shows how much is done, and of how much."""
    return Progress(
        TextColumn(what),
        BarColumn(),
        count or MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # data must reach standard output, not the bar's terminal
        disable=not shown or not sys.stderr.isatty(),
    )
