"""`specseek archive`: check the stored pages, and mend what does not fit the ledger."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from core.settings import load_settings
from core.sources import Channel, crawl_name
from core.topic import topic_names
from specseek.ledger import NO_CRAWL
from specseek.output import confirm, progress_bar
from spider.context import crawler_name
from spider.display.words import several, size
from store.archive_repair import examine, repair, told_lines
from store.archive_state import archive_sizes, files_set_aside
from store.ledger import Ledger, existing_ledger, ledger_url, writing_lock
from store.spool import archive_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.settings import Settings
    from store.archive_repair import ArchiveFindings


@click.group()
def archive() -> None:
    """Check the stored pages (WARC files), and mend what does not fit the ledger."""


@archive.command(epilog="\b\nExample:\n  specseek archive verify")
def verify() -> None:
    """Read every record of the archive, check its digest, and compare it with the ledger.

    Prints a line for each thing that is wrong: damaged records, pages of the ledger that cannot be
    read, pages that the ledger does not know. Nothing is changed. During a crawl, what it has just
    fetched may be reported. The exit status is 1 if `specseek archive repair` has something to do.
    """
    settings = load_settings()
    ledger = existing_ledger(settings)
    if ledger is None:
        raise click.ClickException(f"{NO_CRAWL}. Pages without a ledger: specseek archive repair")
    with ledger:
        findings = _examined(settings, ledger)
    _tell_set_aside(settings)
    if not findings.is_sound:
        click.echo("What to do: specseek archive repair", err=True)
        raise click.exceptions.Exit(1)


@archive.command("repair", epilog="\b\nExamples:\n  specseek archive repair && specseek reread")
@click.option("--yes", is_flag=True, help="Do not ask.")
def repair_archive(*, yes: bool) -> None:
    """Bring ledger and archive in line again; no file loses a byte.

    Whole pages that the ledger does not know are taken in again, into a new ledger if there is
    none. Pages whose bytes are damaged or gone are fetched again, whole, by the next crawl. What
    cannot be read at the end of a file goes into a file beside it (….uncommitted).

    It asks first if files are missing, or if the folder belongs to another ledger: a disk may just
    not be mounted. It can be run again after an interruption, and not during a crawl.
    """
    settings = load_settings()
    if existing := existing_ledger(settings):
        existing.close()
    elif not archive_sizes(archive_of(settings)):
        raise click.ClickException(NO_CRAWL)
    with (
        Ledger.open(settings.ledger or ledger_url(settings.data)) as ledger,
        writing_lock(ledger, settings.data),
    ):
        findings = _examined(settings, ledger)
        if not yes and (question := _question(findings)):
            confirm(question)
        with _progress() as tell:
            done = repair(ledger, archive_of(settings), findings, tell)
    if done.taken_in:
        click.echo(
            f"{several(done.taken_in, 'page')} taken in again. For their records: specseek reread",
            err=True,
        )
    if done.lost:
        click.echo(
            f"{several(done.lost, 'page')} lost; the next crawl fetches them again", err=True
        )
    for name in done.set_aside:
        click.echo(f"Set aside: {name}", err=True)


def _examined(settings: Settings, ledger: Ledger) -> ArchiveFindings:
    """Prints what is wrong."""
    crawler = crawler_name(settings.data) if ledger.is_shared else ""
    with _progress() as tell:
        findings = examine(ledger, archive_of(settings), _crawls(settings), tell, crawler)
    for line in told_lines(findings):
        click.echo(line)
    pages = several(sum(file.pages for file in findings.files), "page")
    total = size(sum(file.size for file in findings.files))
    click.echo(f"{several(len(findings.files), 'file')}, {total}: {pages} as stored", err=True)
    return findings


def _crawls(settings: Settings) -> list[str]:
    topics = topic_names(settings.topics)
    return topics + [crawl_name(topic, channel) for topic in topics for channel in Channel]


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    with progress_bar("files") as progress:
        task = progress.add_task("", total=None)
        yield lambda _: progress.advance(task)


def _question(findings: ArchiveFindings) -> str:
    """A question to ask first, if something may be a mistake; "" if not."""
    if findings.is_foreign:
        return "Take the pages of this folder into the ledger?"
    if findings.missing:
        gone = several(sum(map(len, findings.missing.values())), "page")
        return f"{gone} of missing files would have to be fetched again. Give these files up?"
    return ""


def _tell_set_aside(settings: Settings) -> None:
    found = files_set_aside(archive_of(settings))
    if found:
        total = size(sum(found.values()))
        click.echo(f"Set aside earlier: {several(len(found), 'file')}, {total}", err=True)
