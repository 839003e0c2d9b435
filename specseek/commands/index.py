"""`specseek index`: build the index from the ledger, verify it, show statistics."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click
from rich.console import Group
from rich.text import Text

from core.settings import load_settings
from core.spark import spark_workers
from core.topic import load_topic
from index.build import build_index, verify_index
from index.generations import IndexUnusable, index_place
from index.opening import open_index
from specseek.inputs import spark_option
from specseek.ledger import chosen_topics, open_ledger, tell_no_crawl
from specseek.output import local_time, print_report, utc_time, with_progress, write_line
from spider.display.views import figures_table
from spider.display.words import several, shown, size
from store.ledger import seal_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from core.processes import StartWorkers
    from index.build import BuildResult, Verified
    from index.generations import IndexManifest, IndexPlace
    from index.schema import IndexSchema
    from store.ledger import Ledger


_TOPIC = click.option(
    "--topic", metavar="NAME", help="Only this topic.  [default: all that were crawled]"
)


@click.group()
def index() -> None:
    """Build the search index, verify it, show statistics.

    The index is built from the ledger: it can be deleted and rebuilt at any time.
    """


@index.command(epilog="\b\nExamples:\n  specseek index build\n  specseek index build --whole")
@_TOPIC
@click.option("--whole", is_flag=True, help="Rebuild everything, not only what changed.")
@spark_option
def build(*, topic: str | None, whole: bool, spark: str | None) -> None:
    """Bring the index up to date with the ledger.

    The new index replaces the old one in a single step, so that searches always see one of them. An
    index that is missing, outdated, damaged or of another ledger is built from scratch; with
    --spark a cluster then prepares the products' texts, and the rest is done here.
    """
    for place, ledger in index_places(topic):
        start: StartWorkers | None = None
        if spark:
            start = partial(spark_workers, spark, f"SpecSeek index {place.topic.name}")
        built = build_index(place, ledger, whole=whole, progress=with_progress, start=start)
        click.echo(f"{place.topic.name}: {_what_was_done(built)}", err=True)


def _what_was_done(built: BuildResult) -> str:
    products = several(built.products, "product")
    documents = several_documents(built.documents)
    if built.how == "whole":
        return f"{products}{documents} indexed; all of it was built, because {built.why}"
    if built.how == "unchanged":
        return f"nothing has changed; {products}{documents}"
    changed, gone = len(built.changes.changed), len(built.changes.gone)
    done = f"{several(changed, 'product')} new or changed, {gone:,} gone"
    changed, gone = len(built.document_changes.changed), len(built.document_changes.gone)
    if changed or gone:
        done += f"; {several(changed, 'article or post', 'articles and posts')} new or changed, "
        done += f"{gone:,} gone"
    return f"{done}; now {products}{documents}"


def several_documents(count: int) -> str:
    """Printed after the number of products; nothing for a topic without channels."""
    return f" and {several(count, 'article or post', 'articles and posts')}" if count else ""


@index.command(epilog="\b\nExample:\n  specseek index verify && echo all is well")
@_TOPIC
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line and topic.")
def verify(*, topic: str | None, as_json: bool) -> None:
    """Check that the index is intact and matches the ledger.

    Reads every file and compares every product, article and post. The exit status is 1 if the index
    cannot be used, or if the ledger has changed since it was built. Nothing is changed.
    """
    results = [_verify(known, as_json=as_json) for known in index_places(topic)]
    if not all(results):
        raise click.exceptions.Exit(1)


def _verify(known: TopicIndexPlace, *, as_json: bool) -> bool:
    name = known.place.topic.name
    try:
        verified = verify_index(known.place, known.ledger)
    except IndexUnusable as error:
        if as_json:
            write_line({"topic": name, "usable": False, "why": error.why})
        click.echo(f"Error: {error}", err=True)
        return False
    if as_json:
        write_line(_verified_json(verified))
    click.echo(f"{name}: {_what_was_found(verified)}", err=True)
    return not (verified.behind or verified.documents_behind)


def _what_was_found(verified: Verified) -> str:
    manifest = verified.manifest
    if not verified.behind and not verified.documents_behind:
        products = several(manifest.products, "product") + several_documents(manifest.documents)
        return f"{products}, all as the ledger has them; every file is as it was built"
    changed, gone = len(verified.behind.changed), len(verified.behind.gone)
    behind = f"{several(changed, 'product')} new or changed and {gone:,} gone"
    if verified.documents_behind:
        changed, gone = map(len, verified.documents_behind)
        several_changed = several(changed, "article or post", "articles and posts")
        behind += f", {several_changed} new or changed and {gone:,} gone"
    return (
        f"every file is as it was built, but the ledger has {behind} since. "
        "What to do: specseek index build"
    )


def _verified_json(verified: Verified) -> dict[str, object]:
    manifest, behind, documents = verified
    return {
        "topic": manifest.topic,
        "usable": True,
        "generation": manifest.generation,
        "made_at": utc_time(manifest.made_at),
        "products": manifest.products,
        "changed": len(behind.changed),
        "gone": len(behind.gone),
        "documents": manifest.documents,
        "documents_changed": len(documents.changed),
        "documents_gone": len(documents.gone),
    }


@index.command(epilog="\b\nExamples:\n  specseek index stats\n  specseek index stats --json")
@_TOPIC
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line and topic.")
def stats(*, topic: str | None, as_json: bool) -> None:
    """Show the size of the index, and how many values of each attribute were understood.

    The exit status is 1 if there is no usable index.
    """
    for place, _ in index_places(topic):
        with closing(open_index(place)) as opened:
            print_report(IndexStats(opened.manifest, opened.schema), as_json=as_json)


# The report of `specseek index stats`.


@dataclass(frozen=True)
class IndexStats:
    manifest: IndexManifest
    schema: IndexSchema

    def table(self) -> RenderableType:
        """Attributes of most products first."""
        known = self.manifest
        head = (
            f"{several(known.products, 'product')}{several_documents(known.documents)}, "
            f"{size(known.bytes)}, "
            f"{known.build_key.engine}, built {local_time(known.made_at)}"
        )
        table = figures_table("attribute", "products", "understood", "says none", "not understood")
        for name, count in sorted(self.schema.counts.items(), key=lambda one: -one[1].products):
            table.add_row(shown(name), *(f"{figure:,}" for figure in count))
        return Group(shown(known.topic, "bold cyan"), Text(head), Text(), table)

    def as_json(self) -> dict[str, object]:
        known = self.manifest
        return {
            "topic": known.topic,
            "generation": known.generation,
            "made_at": utc_time(known.made_at),
            "engine": known.build_key.engine,
            "bytes": known.bytes,
            "products": known.products,
            "documents": known.documents,
            "attributes": {name: count._asdict() for name, count in self.schema.counts.items()},
        }


# The indexes of crawled topics.


class TopicIndexPlace(NamedTuple):
    place: IndexPlace
    ledger: Ledger


def index_places(topic: str | None) -> Iterator[TopicIndexPlace]:
    """Of the given topic, or of all crawled ones; prints a message if there is none."""
    settings = load_settings()
    ledger = open_ledger(settings)
    if ledger is None:
        tell_no_crawl(topic)
        return
    with ledger:
        with ledger.reading() as conn:
            names = chosen_topics(conn, topic)
        if not names:
            tell_no_crawl(topic)
        for name in names:
            known = load_topic(settings.topics, name)
            yield TopicIndexPlace(index_place(settings, known, seal_of(ledger)), ledger)
