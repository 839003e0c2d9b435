"""`specseek cluster`: tell which stored pages share a layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from channels.clusters import cluster_pages, fingerprint
from channels.page_kinds import ENOUGH_PAGES, page_kind
from core.names import site_of
from pages.page import Page
from specseek.inputs import ArchivedPage, InputReader, page_options
from specseek.output import write_line
from store.archive import capture_at

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from channels.clusters import Fingerprint
    from channels.page_kinds import PageKind
    from specseek.inputs import AnyPage, PageInputs

_EXAMPLES = """\b
Examples:
  specseek cluster --manifest pages.jsonl > clusters.jsonl
  specseek cluster --archive data/archive > clusters.jsonl
  specseek cluster --kinds --manifest pages.jsonl > clusters.jsonl
"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--kinds",
    is_flag=True,
    help='Also tell the "kind" of page: list, product, article or thread. A few pages of each '
    "cluster are read again.",
)
@page_options
def cluster(pages: PageInputs, *, kinds: bool) -> None:
    """Tell which stored pages share a layout: pages of a manifest, or of an archive.

    Prints one line per page, in order, as JSON: {"file", "cluster"}. Clusters are numbered in
    order of appearance; pages of different sites are never in one cluster. All pages are read
    before the first line is printed; the result hardly depends on their order.

    A page that cannot be parsed has "cluster": null, and "why"; one that cannot be opened is
    reported on standard error and has no line. All other pages are clustered, and the exit
    status is 1.
    """
    inputs = InputReader(pages, "Reading", lambda _, page: fingerprint(page))
    found = [
        _ReadPage(stored.file, site_of(stored.url), looks, why, _again(stored))
        for stored, looks, why in inputs
    ]
    numbers = cluster_pages([(one.site, one.looks) for one in found if one.looks])
    kind_of = _kinds([one for one in found if one.looks], numbers) if kinds else {}
    next_number = iter(numbers)
    for one in found:
        if one.looks is None:
            write_line({"file": one.file, "cluster": None, "why": one.why})
            continue
        number = next(next_number)
        kind = {"kind": kind_of[number]} if kinds else {}
        write_line({"file": one.file, "cluster": number, **kind})
    inputs.end(f"Pages: {len(numbers)}; {len(set(numbers))} clusters")


class _ReadPage(NamedTuple):
    """`looks` is None, and `why` says why, if the page cannot be parsed."""

    file: str
    site: str
    looks: Fingerprint | None
    why: str
    again: Callable[[], Page]


def _again(stored: AnyPage) -> Callable[[], Page]:
    """A function that reads the page again, so that its body need not be kept in memory."""
    if not isinstance(stored, ArchivedPage):
        return stored.read
    path, offset = stored.path, stored.offset

    def read() -> Page:
        capture = capture_at(path, offset)
        return Page.read(capture.body, capture.url, capture.content_type)

    return read


def _kinds(pages: Sequence[_ReadPage], numbers: Sequence[int]) -> dict[int, PageKind | None]:
    """The kind of each cluster's first pages."""
    members: dict[int, list[_ReadPage]] = {}
    for page, number in zip(pages, numbers, strict=True):
        members.setdefault(number, []).append(page)
    return {number: _kind(some[:ENOUGH_PAGES]) for number, some in members.items()}


def _kind(pages: Sequence[_ReadPage]) -> PageKind | None:
    try:
        return page_kind([one.again() for one in pages])
    except Exception as error:  # noqa: BLE001 - costs the kind of these pages alone
        click.echo(f"Error: {pages[0].file}: no kind is told: {error!r}", err=True)
        return None
