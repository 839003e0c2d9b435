"""A progress bar for people who wait; nothing for scripts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
