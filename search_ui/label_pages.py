"""The pages to label, stored by a crawl or kept as drafts, and where rules are kept."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from shutil import rmtree
from typing import TYPE_CHECKING

from core.errors import FileProblems, SpecSeekError
from core.names import site_of
from pages.nesting import outline
from review.reread import DamagedPageError, page_at
from rules.library import key_of, read_samples, write_sample
from search_ui.marking import pairs_of
from search_ui.site import this_site
from store.spool import archive_of
from store.stored_pages import stored_page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pages.outline import Outline
    from pages.page import Page
    from rules.learn import Sample
    from search_ui.marking import MarkedPair
    from store.stored_pages import StoredBody


# Ten times as many as the largest pages that people label; learning takes seconds then.
MOST_TAGS = 20_000


class TooLargePageError(SpecSeekError):
    """A page that is too large to be labelled."""


def outline_to_label(page: Page) -> Outline:
    """The page's outline; TooLargePageError if it has too many tags."""
    shown = outline(page)
    if len(shown.tags) > MOST_TAGS:
        raise TooLargePageError(
            f"{page.url} has {len(shown.tags):,} tags; pages to label have at most {MOST_TAGS:,}. "
            "Choose another page of its kind"
        )
    return shown


@dataclass(frozen=True)
class OpenedPage:
    """`key` is the page's key in addresses; `pairs` are those of a draft, else ().

    `link_id` is the page's id in the ledger, if a crawl has stored it.
    """

    key: str
    page: Page
    pairs: tuple[MarkedPair, ...] = ()
    link_id: int | None = None

    @cached_property
    def outline(self) -> Outline:
        return outline_to_label(self.page)

    @property
    def site(self) -> str:
        return site_of(self.page.url)


# Partly labelled pages, kept until they become samples or are discarded.

_KEY = re.compile("[0-9a-f]{16}")


class Drafts:
    """A folder per draft, with page and labels stored as for samples."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, sample: Sample) -> str:
        """Store a draft, replacing an earlier one of the same page; returns its key."""
        key = key_of(sample.page)
        write_sample(self._folder / key, sample)
        return key

    def read(self, key: str) -> Sample | None:
        """The draft with this key, None if there is none."""
        if not _KEY.fullmatch(key):
            return None
        return next(iter(read_samples(self._folder / key)), None)

    def all(self) -> Iterator[tuple[str, Sample]]:
        """Every readable draft with its key, the most recently changed first."""
        folders = [path for path in self._folder.glob("*") if _KEY.fullmatch(path.name)]
        for folder in sorted(folders, key=lambda path: path.stat().st_mtime, reverse=True):
            with suppress(FileProblems):
                if sample := self.read(folder.name):
                    yield folder.name, sample

    def remove(self, key: str) -> None:
        if _KEY.fullmatch(key):
            rmtree(self._folder / key, ignore_errors=True)


def drafts() -> Drafts:
    site = this_site()
    return Drafts(site.settings.data / "drafts" / site.topic_name)


def rules_folder() -> Path:
    site = this_site()
    return site.settings.rules / site.topic_name


def opened_page(key: str) -> OpenedPage | None:
    """The page of a key: `d` and a draft's key, or `s` and the id of a stored page."""
    kind, rest = key[:1], key[1:]
    if kind == "d":
        sample = drafts().read(rest)
        return OpenedPage(key, sample.page, pairs_of(sample)) if sample else None
    if kind == "s" and rest.isascii() and rest.isdecimal() and len(rest) < 18:
        return _stored(key, int(rest))
    return None


def _stored(key: str, link_id: int) -> OpenedPage | None:
    site = this_site()
    if site.ledger is None:
        return None
    with site.ledger.reading() as conn:
        body = stored_page(conn, site.topic_name, link_id)
    return OpenedPage(key, stored_page_at(body), link_id=link_id) if body else None


def stored_page_at(body: StoredBody) -> Page:
    """The page from the archive."""
    try:
        return page_at(archive_of(this_site().settings), body)
    except DamagedPageError as error:
        raise DamagedPageError(
            f"{body.url} cannot be read from the archive: {error}. Crawl it again, or upload it"
        ) from error
