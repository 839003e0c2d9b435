"""Which stored pages a command is to read: those of a manifest or an archive, or one file."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from specseek.archived_pages import archived_pages
from specseek.manifest import PageManifest
from specseek.progress import with_progress
from specseek.stored_page import StoredPage
from specseek.web_address import web_address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from specseek.archived_pages import ArchivedPage, DamagedRecord

_PAGE_OPTIONS = (
    click.option(
        "--manifest",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help='Pages to read, a line each: {"file": "n95.html", "url": "https://site.example/n95"}. '
        "A file is looked for beside the manifest first, then in the current folder.",
    ),
    click.option(
        "--archive",
        type=click.Path(exists=True, path_type=Path),
        help="Pages to read: a WARC file, or a folder of them, as a crawl keeps them. Every "
        "capture with status 200 that is HTML is read, in order, also where an address has "
        "several.",
    ),
    click.option("--url", metavar="URL", callback=web_address, help="Where PAGE stood on the web."),
    click.argument(
        "page", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
    ),
)


class PageInputs(NamedTuple):
    """What was given on the command line."""

    manifest: Path | None
    archive: Path | None
    url: str | None
    page: Path | None

    @property
    def can_be_read_twice(self) -> bool:
        """Whether there may be several pages, and not from a pipe."""
        source = self.manifest or self.archive
        return source is not None and (source.is_file() or source.is_dir())

    def read(self, title: str) -> Iterable[StoredPage | ArchivedPage | DamagedRecord]:
        """The pages in order, under a bar with this title; a wrong call is refused."""
        match self:
            case Path() as manifest_file, None, None, None:
                manifest = PageManifest(manifest_file)
                return with_progress(manifest, manifest.checked_length(), title)
            case None, Path() as archive, None, None:
                return with_progress(archived_pages(archive), None, title)
            case None, None, str() as url, Path() as page:
                return [StoredPage(str(page), url, page)]
        raise click.UsageError(
            "Give either --manifest M.jsonl, or --archive PATH, or --url URL and one PAGE."
        )


def page_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say which pages to read; it gets them as `pages`."""

    @wraps(command)
    def with_pages(
        *,
        manifest: Path | None,
        archive: Path | None,
        url: str | None,
        page: Path | None,
        **others: object,
    ) -> None:
        command(pages=PageInputs(manifest, archive, url, page), **others)

    for option in reversed(_PAGE_OPTIONS):
        with_pages = option(with_pages)
    return with_pages
