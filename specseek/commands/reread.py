"""`specseek reread`: stored pages with the rules of today."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from rules.library import RuleLibrary
from rules.topic import Topic
from rules.yaml_files import read_yaml
from settings.loading import load_settings
from specseek.known_ledger import NO_CRAWL, asked_topics, known_ledger
from specseek.progress import shown_progress
from spider.crawl.memories import SiteMemories
from spider.crawl.one_at_a_time import DataFolderLock
from spider.crawl.rereading import Reader, reread
from spider.links.relevance import Relevance

if TYPE_CHECKING:
    from index.ledger.ledger import Ledger
    from settings.model import Settings

_EXAMPLES = """\b
Examples:
  specseek reread
  specseek reread --topic phones --site pcpop.example
"""


@click.command("reread", epilog=_EXAMPLES, short_help="Read stored pages again, with new rules.")
@click.option("--topic", metavar="NAME", help="Of this topic's crawls alone.")
@click.option("--site", help="Of this site (registered domain) alone.")
def reread_stored(topic: str | None, site: str | None) -> None:
    """Read the pages that crawls have stored again, with the rules as they are now.

    After a change of rules or of the topic's attributes the ledger follows: new and changed
    values are written, the old ones keep their time. Nothing is fetched. What did not change
    is left as it is, so it can be run at any time, and again after it was interrupted; not
    while a crawl runs. The exit status is 1 if a stored page could not be read.
    """
    settings = load_settings()
    ledger = known_ledger()
    if ledger is None:
        click.echo(NO_CRAWL, err=True)
        return
    with ledger:
        with ledger.reading() as conn:
            topics = asked_topics(conn, topic)
        lock = DataFolderLock(settings.data)
        try:
            damaged = sum(_reread(settings, ledger, name, site) for name in topics)
        finally:
            lock.release()
    if damaged:
        raise click.exceptions.Exit(1)


def _reread(settings: Settings, ledger: Ledger, name: str, site: str | None) -> int:
    topic = read_yaml(settings.topics / f"{name}.yaml", Topic)
    memories = SiteMemories(name)
    with ledger.reading() as conn:
        memories.load(conn)
    reader = Reader(topic, RuleLibrary(settings.rules / name), Relevance(topic), memories)
    tally: Counter[str] = Counter()
    pages = reread(ledger, settings.data / "archive", reader, site)
    for page in shown_progress(pages, None, f"Reading {name} again"):
        if page.damage:
            click.echo(f"Error: {page.url}: {page.damage}", err=True)
        tally["pages"] += 1
        tally["damaged"] += bool(page.damage)
        if page.changes:
            tally.update(page.changes._asdict())
    click.echo(
        f"{name}: {tally['pages']} pages read again; records: {tally['new']} new, "
        f"{tally['changed']} changed, {tally['unchanged']} as they were, {tally['gone']} gone",
        err=True,
    )
    return tally["damaged"]
