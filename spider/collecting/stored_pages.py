"""Pages of articles and threads as the archive has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pages.page import Page
from store.archive import ArchiveError, CapturePlace, read_capture
from store.stored_pages import stored_page_at

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from core.sources import Source
    from store.spool import ArchiveFolder
    from store.stored_pages import StoredBody


class StoredPage(NamedTuple):
    page: Page
    link_id: int
    capture_id: int
    captured_at: float


def content_type_for(source: Source | None, sent: str) -> str:
    """With the encoding that the source is said to have, whatever its pages say."""
    return f"text/html; charset={source.encoding}" if source and source.encoding else sent


def read_stored(archive: ArchiveFolder, body: StoredBody, source: Source | None) -> StoredPage:
    """Raises ArchiveError or OSError if it cannot be read."""
    capture = read_capture(archive, CapturePlace(body.file, body.offset, body.length))
    page = Page.read(capture.body, body.url, content_type_for(source, capture.content_type))
    return StoredPage(page, body.link_id, body.capture_id, capture.captured_at)


class StoredPages:
    """Finds pages by their addresses: None for those that are not stored, or damaged."""

    def __init__(
        self, conn: Connection, archive: ArchiveFolder, crawl: str, source: Source | None
    ) -> None:
        self._conn = conn
        self._archive = archive
        self._crawl = crawl
        self._source = source

    def find(self, url: str) -> StoredPage | None:
        body = stored_page_at(self._conn, self._crawl, url)
        try:
            return read_stored(self._archive, body, self._source) if body else None
        except (ArchiveError, OSError):
            return None

    def page(self, url: str) -> Page | None:
        found = self.find(url)
        return found.page if found else None
