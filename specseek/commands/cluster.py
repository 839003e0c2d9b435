"""`specseek cluster`: tell which stored pages share a layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from channels.clusters import cluster_pages, fingerprint
from core.names import site_of
from specseek.inputs import (
    RefusedPageError,
    UnreadablePageError,
    page_options,
    refused_if_broken,
)
from specseek.output import write_line

if TYPE_CHECKING:
    from channels.clusters import Fingerprint
    from specseek.inputs import PageInputs

_EXAMPLES = """\b
Examples:
  specseek cluster --manifest pages.jsonl > clusters.jsonl
  specseek cluster --archive data/archive > clusters.jsonl
"""


@click.command(epilog=_EXAMPLES)
@page_options
def cluster(pages: PageInputs) -> None:
    """Tell which stored pages share a layout: pages of a manifest, or of an archive.

    Prints one line per page, in order, as JSON: {"file", "cluster"}. Clusters are numbered in
    order of appearance; pages of different sites are never in one cluster. All pages are read
    before the first line is printed. The result does not depend on what the pages say, and
    hardly on their order.

    A page that cannot be parsed has "cluster": null, and "why"; one that cannot be opened is
    reported on standard error and has no line. All other pages are clustered, and the exit
    status is 1.
    """
    files: list[str] = []
    refused: dict[int, str] = {}
    fingerprints: list[tuple[str, Fingerprint]] = []
    unreadable = 0
    for stored in pages.read("Reading"):
        try:
            page = stored.read()
            with refused_if_broken(stored.file):
                fingerprints.append((site_of(stored.url), fingerprint(page)))
        except UnreadablePageError as error:
            click.echo(f"Error: {error}", err=True)
            unreadable += 1
            continue
        except RefusedPageError as error:
            click.echo(f"Error: {error}", err=True)
            refused[len(files)] = error.why
        files.append(stored.file)
    numbers = cluster_pages(fingerprints)
    next_number = iter(numbers)
    for place, file in enumerate(files):
        if why := refused.get(place):
            write_line({"file": file, "cluster": None, "why": why})
        else:
            write_line({"file": file, "cluster": next(next_number)})
    click.echo(f"Pages: {len(numbers)}; {len(set(numbers))} clusters", err=True)
    if unreadable or refused:
        raise click.exceptions.Exit(1)
