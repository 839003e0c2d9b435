"""`specseek index`: from the ledger to an index that can be searched."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from index.build import build_index, verify_index
from index.generations import IndexUnusable
from index.opening import open_index
from specseek.index_stats import IndexStats
from specseek.json_lines import write_line
from specseek.known_places import index_places
from specseek.progress import with_progress
from specseek.report import print_report
from specseek.times import utc_time
from spider.display.words import several

if TYPE_CHECKING:
    from index.build import BuildResult, Verified
    from specseek.known_places import TopicIndexPlace

_TOPIC = click.option(
    "--topic", metavar="NAME", help="This topic alone; all that were crawled if not told."
)


@click.group()
def index() -> None:
    """Build the index that is searched, check it, tell what is in it.

    The index is made from the ledger alone: it can be dropped and built again at any time.
    """


@index.command(epilog="\b\nExamples:\n  specseek index build\n  specseek index build --whole")
@_TOPIC
@click.option("--whole", is_flag=True, help="Build all of it anew, not only what changed.")
def build(*, topic: str | None, whole: bool) -> None:
    """Bring the index up to date with the ledger.

    Built aside and put in place in one step: who searches meanwhile sees the old one or the new
    one. An index that is missing, old, foreign or damaged is built whole.
    """
    for place, ledger in index_places(topic):
        built = build_index(place, ledger, whole=whole, progress=with_progress)
        click.echo(f"{place.topic.name}: {_what_was_done(built)}", err=True)


def _what_was_done(built: BuildResult) -> str:
    products = several(built.products, "product")
    if built.how == "whole":
        return f"{products} indexed; all of it was built, because {built.why}"
    if built.how == "unchanged":
        return f"nothing has changed; {products}"
    changed, gone = len(built.changes.changed), len(built.changes.gone)
    return f"{several(changed, 'product')} new or changed, {gone:,} gone; now {products}"


@index.command(epilog="\b\nExample:\n  specseek index verify && echo all is well")
@_TOPIC
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each topic.")
def verify(*, topic: str | None, as_json: bool) -> None:
    """Check that the index is whole, and says what the ledger says.

    Every file is read, every product compared. The exit status is 1 if the index cannot be
    used, or if the ledger has changed since it was built. Nothing is changed.
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
    return not verified.behind


def _what_was_found(verified: Verified) -> str:
    products = several(verified.manifest.products, "product")
    if not verified.behind:
        return f"{products}, all as the ledger has them; every file is as it was built"
    changed, gone = len(verified.behind.changed), len(verified.behind.gone)
    return (
        f"every file is as it was built, but the ledger has {several(changed, 'product')} new or "
        f"changed and {gone:,} gone since. What to do: specseek index build"
    )


def _verified_json(verified: Verified) -> dict[str, object]:
    manifest, behind = verified
    return {
        "topic": manifest.topic,
        "usable": True,
        "generation": manifest.generation,
        "made_at": utc_time(manifest.made_at),
        "products": manifest.products,
        "changed": len(behind.changed),
        "gone": len(behind.gone),
    }


@index.command(epilog="\b\nExamples:\n  specseek index stats\n  specseek index stats --json")
@_TOPIC
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each topic.")
def stats(*, topic: str | None, as_json: bool) -> None:
    """Tell how large the index is, and how many values of each attribute were understood.

    The exit status is 1 if there is no index that can be used.
    """
    for place, _ in index_places(topic):
        with closing(open_index(place)) as opened:
            print_report(IndexStats(opened.manifest, opened.schema), as_json=as_json)
