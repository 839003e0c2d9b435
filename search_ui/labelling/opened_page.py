"""The page under work: stored by a crawl, or a draft."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from core.names import site_of
from pages.nesting import outline
from review.rereading import DamagedPageError, page_at
from rules.drafts import Drafts
from search_ui.labelling.pairs import pairs_of
from search_ui.site import this_site
from store.stored_pages import stored_page

if TYPE_CHECKING:
    from pathlib import Path

    from pages.outline import Outline
    from pages.page import Page
    from search_ui.labelling.marking import MarkedPair
    from store.stored_pages import StoredBody


# Ten times as many as the largest pages people label: learning takes seconds then.
MOST_TAGS = 20_000


class TooLargePageError(SpecSeekError):
    """A page that nobody could look through."""


def outline_to_label(page: Page) -> Outline:
    """The page's outline; raises TooLargePageError."""
    shown = outline(page)
    if len(shown.tags) > MOST_TAGS:
        raise TooLargePageError(
            f"{page.url} has {len(shown.tags):,} tags; pages to label have at most {MOST_TAGS:,}. "
            "Choose another page of its kind"
        )
    return shown


@dataclass(frozen=True)
class OpenedPage:
    """`key` is the page's in addresses; `pairs` are those of a draft, () where none were kept.

    `link_id` is the page's in the ledger, where a crawl has stored it.
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


def drafts() -> Drafts:
    site = this_site()
    return Drafts(site.settings.data / "drafts" / site.topic_name)


def rules_folder() -> Path:
    site = this_site()
    return site.settings.rules / site.topic_name


def opened_page(key: str) -> OpenedPage | None:
    """The page of a key: `d` and a draft's key, or `s` and the number of a stored page."""
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
    """The page as it lies in the archive."""
    try:
        return page_at(this_site().settings.data / "archive", body)
    except DamagedPageError as error:
        raise DamagedPageError(
            f"{body.url} cannot be read from the archive: {error}. Crawl it again, or upload it"
        ) from error
