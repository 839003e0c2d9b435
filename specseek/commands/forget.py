"""`specseek forget`: remove a topic's or a site's data."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import click

from core.files import LockedError, lock
from core.names import site_of
from core.settings import load_settings
from core.topic import load_topic, topic_names
from index.build import build_index
from index.generations import index_place
from specseek.ledger import NO_CRAWL, open_ledger
from spider.display.words import several
from store.forget import ForgetScope, count_to_forget, forget, topics_of
from store.ledger import seal_of, writing_lock
from store.pictures import picture_file
from store.spool import archive_of
from store.thumbnails import SIZES

if TYPE_CHECKING:
    from core.settings import Settings
    from store.forget import ForgetCounts, Forgotten
    from store.ledger import Ledger

_EXAMPLES = """\b
Examples:
  specseek forget --topic cameras
  specseek forget --site shop.example --yes
  specseek forget --topic cameras --site shop.example
"""


@click.command("forget", epilog=_EXAMPLES)
@click.option("--topic", metavar="NAME", help="Forget this topic, its articles and threads too.")
@click.option(
    "--site", metavar="HOST", help="Forget the site of this host, in all topics or in --topic."
)
@click.option("--yes", is_flag=True, help="Do not ask.")
def forget_data(*, topic: str | None, site: str | None, yes: bool) -> None:
    """Remove a topic's or a site's data: from the ledger, from the index, and files.

    Removes links, pages, records with their history, articles and posts, pictures, proposals with
    their decisions, errors; of a topic also runs, learned weights and the log of changes. The
    ledger changes in one step; then indexes follow. WARC files go if everything in them is
    forgotten; others are not rewritten: what is forgotten stays in them, but is not read any more.
    Topic file, rules and labelled pages are kept.

    The numbers are shown before anything is removed. It cannot be undone, and cannot be
    done during a crawl.
    """
    if topic is None and site is None:
        raise click.UsageError("Name what to forget: --topic NAME, --site HOST, or both.")
    settings = load_settings()
    ledger = open_ledger(settings)
    if ledger is None:
        raise click.ClickException(NO_CRAWL)
    scope = ForgetScope(topic, site_of(f"http://{site}/") if site else None)
    with ledger, writing_lock(ledger, settings.data):
        with ledger.reading() as conn:
            counts = count_to_forget(conn, scope)
            topics = topics_of(conn, scope)
        if not any(counts):
            raise click.ClickException(f"There is nothing of {_named(scope)} in the ledger.")
        click.echo(f"{_named(scope)}: {_counted(counts)}", err=True)
        if not yes:
            click.confirm("Remove them? This cannot be undone.", abort=True, err=True)
        with ledger.transaction() as conn:
            forgotten = forget(conn, scope)
        _remove_files(settings, forgotten)
        for name in topics if scope.site else {*topics, topic or ""} - {""}:
            _bring_index_up_to_date(settings, ledger, name, whole_topic=scope.site is None)
    click.echo(_outcome(settings, forgotten), err=True)


def _named(scope: ForgetScope) -> str:
    parts = [f"the topic {scope.topic}"] if scope.topic else []
    if scope.site:
        parts.insert(0, f"the site {scope.site}")
    return " in ".join(parts)


def _counted(counts: ForgetCounts) -> str:
    texts = {
        "link": counts.links,
        "page": counts.pages,
        "stored copy": counts.captures,
        "record": counts.records,
        "article or post": counts.documents,
        "proposal": counts.proposals,
        "error": counts.errors,
    }
    plurals = {"stored copy": "stored copies", "article or post": "articles and posts"}
    told = [several(count, noun, plurals.get(noun, "")) for noun, count in texts.items() if count]
    return ", ".join(told)


def _remove_files(settings: Settings, forgotten: Forgotten) -> None:
    archive = archive_of(settings)
    for name in forgotten.files:
        (archive / name).unlink(missing_ok=True)
    for digest in forgotten.pictures:
        for size in SIZES:
            picture_file(settings.data, digest, size).unlink(missing_ok=True)


def _bring_index_up_to_date(
    settings: Settings, ledger: Ledger, name: str, *, whole_topic: bool
) -> None:
    """Remove a topic's index, or build it without the site."""
    folder = settings.data / "index" / name
    is_shared = settings.search.engine == "opensearch"
    if not (folder.is_dir() or is_shared):
        return
    if whole_topic or name not in topic_names(settings.topics):
        if is_shared:
            from index.shared_place import remove_shared_index  # noqa: PLC0415 - an extra

            remove_shared_index(settings, name, seal_of(ledger))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with lock(folder / "build.lock", wait=False):
                shutil.rmtree(folder, ignore_errors=True)
        except LockedError as error:
            raise click.ClickException(
                f"Process {error.holder} is building the index of {name}; remove {folder} when it "
                "has ended."
            ) from error
        return
    known = load_topic(settings.topics, name)
    place = index_place(settings, known, seal_of(ledger))
    built = build_index(place, ledger, whole=True)
    click.echo(f"The index of {name} has {several(built.products, 'product')} left.", err=True)


def _outcome(settings: Settings, forgotten: Forgotten) -> str:
    lines = ["Forgotten."]
    if forgotten.files:
        lines.append(f"Removed from {archive_of(settings)}: {', '.join(forgotten.files)}.")
    if forgotten.shared:
        files = ", ".join(forgotten.shared)
        lines.append(f"Not rewritten, as they have pages of others, too: {files}.")
    return " ".join(lines)
