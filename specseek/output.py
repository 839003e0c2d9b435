"""What commands print: tables for people, JSON for scripts, times, and a progress bar."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rich.console import RenderableType


_WIDTH_OF_A_FILE = 140  # columns; a file or a pipe has no width of its own


class Report(Protocol):
    def table(self) -> RenderableType: ...

    def as_json(self) -> Mapping[str, object]: ...


def print_report(report: Report, *, as_json: bool) -> None:
    if as_json:
        write_line(report.as_json())
    else:
        print_table(report.table())


def print_table(table: RenderableType) -> None:
    Console(width=None if sys.stdout.isatty() else _WIDTH_OF_A_FILE).print(table)


# Data on standard output: one JSON object a line, UTF-8 whatever the terminal's settings.


def write_line(data: object) -> None:
    """Write one line; a name that is no Unicode text comes out in JSON's own escapes."""
    text = json.dumps(data, ensure_ascii=False)
    click.echo(text.encode("utf-8", "backslashreplace"))


# Times of the ledger (seconds since 1970), for scripts and for people.


def utc_time(at: float) -> str:
    """For scripts.

    >>> utc_time(1_700_000_000.5)
    '2023-11-14T22:13:20+00:00'
    """
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def local_time(at: float) -> str:
    """For people, on their own clock."""
    return datetime.fromtimestamp(at, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


# A progress bar for people who wait; nothing for scripts.


Item = TypeVar("Item")


def with_progress(items: Iterable[Item], total: int | None, what: str) -> Iterator[Item]:
    """Pass the items on, with a bar on standard error where that is a terminal.

    No bar where standard output is the terminal too: the data that runs down the screen
    shows the progress, and a bar would be drawn across it.
    """
    with Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # data must reach standard output, not the bar's terminal
        disable=sys.stdout.isatty() or not sys.stderr.isatty(),
    ) as progress:
        yield from progress.track(items, total)
