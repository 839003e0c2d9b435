"""`specseek errors`: what went wrong while crawling, and what was done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from specseek.json_lines import write_line
from specseek.known_ledger import NO_CRAWL, chosen_topics, open_ledger
from specseek.report import print_table
from specseek.times import local_time, utc_time
from spider.display.tables import figures_table
from spider.display.words import safe, several, shown
from store.runs import ErrorFilter, ErrorKindReport, error_kinds, latest_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from store.runs import KnownError

_ERRORS_EXAMPLES = """\b
Examples:
  specseek errors
  specseek errors --kind timeout --site pcpop.example
  specseek errors --limit 100000 --json > errors.jsonl
"""


@click.command(epilog=_ERRORS_EXAMPLES)
@click.option("--topic", metavar="NAME", help="Of this topic's crawls alone.")
@click.option("--kind", help="Of this kind alone, such as timeout.")
@click.option("--site", help="At this site (registered domain) alone.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=50, show_default=True, help="Most errors shown."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line instead of words.")
def errors(
    *, topic: str | None, kind: str | None, site: str | None, limit: int, as_json: bool
) -> None:
    """Show the error register: what went wrong, where, how often, and what was done about it.

    First how often each kind came, then the errors, the latest first. Errors of one kind at one
    address are one entry. Only reads: a crawl that runs meanwhile is not disturbed.
    """
    ledger = open_ledger()
    if ledger is None:
        click.echo(NO_CRAWL, err=True)
        return
    wanted = ErrorFilter(topic, kind, site)
    with ledger, ledger.reading() as conn:
        chosen_topics(conn, topic)  # refuses one that was never crawled
        kinds, latest = error_kinds(conn, wanted), latest_errors(conn, wanted, limit)
        other_kinds = [] if kinds else error_kinds(conn, ErrorFilter(topic))
    if as_json:
        for error in latest:
            write_line(_error_json(error))
    elif kinds:
        print_table(_kinds_table(kinds))
        for error in latest:
            click.echo(_error_text(error))
    click.echo(_errors_summary(len(latest), kinds, other_kinds), err=True)


def _error_json(error: KnownError) -> dict[str, object]:
    return {
        "topic": error.topic,
        "kind": error.kind,
        "url": error.url,
        "site": error.site,
        "count": error.times,
        "first_at": utc_time(error.first_at),
        "last_at": utc_time(error.last_at),
        "action": error.action,
        "detail": error.detail,
    }


def _kinds_table(kinds: Sequence[ErrorKindReport]) -> Table:
    table = figures_table("kind", "addresses", "times", "last")
    for one in kinds:
        figures = (f"{one.addresses:,}", f"{one.times:,}", local_time(one.last_at))
        table.add_row(shown(one.kind), *figures)
    return table


def _error_text(error: KnownError) -> str:
    """Three lines; a long address is not broken, for people copy it."""
    since = (
        "" if error.times == 1 else f" ({error.times:,} times since {local_time(error.first_at)})"
    )
    outcome = f"{error.detail}: {error.action}" if error.detail else error.action
    return (
        f"\n{click.style(safe(error.kind), bold=True)}  {local_time(error.last_at)}{since}"
        f"\n  {safe(error.url)}"
        f"\n  {safe(outcome)}"
    )


def _errors_summary(
    shown_errors: int, kinds: Sequence[ErrorKindReport], other_kinds: Sequence[ErrorKindReport]
) -> str:
    total = sum(kind.addresses for kind in kinds)
    if shown_errors < total:
        return (
            f"{several(total, 'error')}; the last {shown_errors:,} are shown: --limit N shows more"
        )
    if total:
        return several(total, "error")
    if other_kinds:
        return f"No such errors; there are: {', '.join(kind.kind for kind in other_kinds)}"
    return "No errors"
