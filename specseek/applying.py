"""Decisions carried out, with a bar for people who wait and words for what became of them."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from review.applying import apply_changes
from review.learning import learn_if_due
from specseek.change_words import outcome_text
from spider.display.words import safe
from store.changes import ChangeState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from review.applying import AppliedChange
    from review.workshop import ReviewContext
    from store.changes import KnownChange


def apply_and_report(context: ReviewContext) -> list[AppliedChange]:
    """Say what became of each change; the exit status is 1 where one could not be made."""
    with Progress(
        TextColumn("Reading stored pages"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        tasks = {0: bar.add_task("", start=False, visible=False)}

        def show(change: KnownChange, done: int, of: int) -> None:
            if change.id not in tasks:
                tasks[change.id] = bar.add_task("")
            bar.update(tasks[change.id], completed=done, total=of)

        applied = apply_changes(context, show)
    for one in applied:
        click.echo(safe_lines(outcome_text(one)), err=True)
    return applied


def learn_when_due(context: ReviewContext) -> None:
    """Every so many decisions the next proposals are judged anew."""
    with context.ledger.transaction() as conn:
        learn_if_due(conn, context.topic_name, time.time())


def exit_1_if_refused(applied: Sequence[AppliedChange]) -> None:
    if any(one.change.state is not ChangeState.DONE for one in applied):
        raise click.exceptions.Exit(1)


def safe_lines(text: str) -> str:
    return "\n".join(map(safe, text.split("\n")))
