"""`specseek reread`: read stored pages again with the current rules."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from core.settings import load_settings
from core.sources import load_sources
from core.spark import spark_workers
from core.topic import load_topic
from review.reread import LossGuard, reread
from rules.library import RuleLibrary
from specseek.inputs import spark_option
from specseek.ledger import chosen_crawls, open_ledger, tell_no_crawl
from specseek.output import confirm, with_progress
from spider.collecting.reread import reread_channel
from store.ledger import writing_lock
from store.spool import archive_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.processes import StartWorkers
    from core.settings import Settings
    from review.reread import Reread
    from spider.collecting.reread import RereadPage
    from store.ledger import Ledger
    from store.records import ValueLoss

_EXAMPLES = """\b
Examples:
  specseek reread
  specseek reread --topic phones --site pcpop.example
  specseek reread --spark spark://head:7077
"""


@click.command("reread", epilog=_EXAMPLES)
@click.option("--topic", metavar="NAME", help="Only crawls of this topic.")
@click.option("--site", help="Only this site (registered domain).")
@spark_option
@click.option("--yes", is_flag=True, help="Do not ask, however many values are lost.")
def reread_stored(*, topic: str | None, site: str | None, spark: str | None, yes: bool) -> None:
    """Read stored pages again with the current rules.

    Updates the ledger after a change of rules or of the topic's attributes: new and changed values
    are stored, old ones stay in the history. Articles and threads (phones:news, phones:forums) are
    read again, too. Nothing is fetched. It can be run, and run again after
    an interruption, at any time except during a crawl. The exit status is 1 if a stored page could
    not be read.

    If more than a fifth of the values would be lost ([review] most_lost in the settings), it asks
    before anything is stored: perhaps the rules are not the right ones.

    With --spark a cluster reads product pages; articles and threads are read here.
    """
    settings = load_settings()
    ledger = open_ledger()
    if ledger is None:
        tell_no_crawl(topic)
        return
    with ledger:
        with ledger.reading() as conn:
            topics = chosen_crawls(conn, topic)
        with writing_lock(ledger, settings.data):
            choice = _Choice(site, spark, yes)
            damaged = sum(_reread(settings, ledger, name, choice) for name in topics)
    if damaged:
        click.echo("What to do about these pages: specseek archive repair", err=True)
        raise click.exceptions.Exit(1)


class _Choice(NamedTuple):
    """Of whoever gave the command."""

    site: str | None
    spark: str | None
    yes: bool


def _reread(settings: Settings, ledger: Ledger, name: str, choice: _Choice) -> int:
    pages, kind = _pages(settings, ledger, name, choice)
    tally: Counter[str] = Counter()
    for page in with_progress(pages, None, f"Reading {name} again"):
        if page.why:
            click.echo(f"Error: {page.url}: {page.why}; it stays as it is", err=True)
        tally["pages"] += 1
        tally["damaged"] += page.is_damaged
        if page.changes:
            tally.update(page.changes._asdict())
    click.echo(
        f"{name}: {tally['pages']} pages read again; {kind}: {tally['new']} new, "
        f"{tally['changed']} changed, {tally['unchanged']} unchanged, {tally['gone']} gone",
        err=True,
    )
    return tally["damaged"]


def _pages(
    settings: Settings, ledger: Ledger, name: str, choice: _Choice
) -> tuple[Iterator[Reread | RereadPage], str]:
    archive = archive_of(settings)
    topic, _, channel = name.partition(":")
    if channel:
        sources = {one.name: one for one in load_sources(settings.sources, topic).sources}
        limits = settings.crawl.reading_limits
        pages_of = reread_channel(ledger, archive, name, sources, choice.site, limits=limits)
        return pages_of, "documents"
    known, library = load_topic(settings.topics, name), RuleLibrary(settings.rules / name)
    start: StartWorkers | None = None
    if choice.spark:
        start = partial(
            spark_workers, choice.spark, f"SpecSeek reread {name}", folders=[library.folder]
        )
    guard = None if choice.yes else LossGuard(settings.data, partial(_agree, settings, name))
    pages = reread(
        *(ledger, archive, known, library, choice.site),
        limits=settings.crawl.reading_limits,
        start=start,
        guard=guard,
    )
    return pages, "records"


def _agree(settings: Settings, name: str, loss: ValueLoss) -> None:
    if loss.share > settings.review.most_lost:
        confirm(
            f"{name}: of {loss.values:,} values of the pages read again, {loss.lost:,} "
            f"({loss.share:.0%}) would be lost with the rules in {settings.rules / name}; nothing "
            "was stored yet. Lose them?"
        )
