"""The style sheets that a crawl fetched, for whoever looks at stored pages."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from index.ledger.sheets import stored_sheet
from pages.archive.capture import Place
from pages.archive.errors import ArchiveError
from pages.archive.reader import read_at
from pages.styles.sheet_text import sheet_text
from spider.links.canonical import canonical_url

if TYPE_CHECKING:
    from pathlib import Path

    from index.ledger.ledger import Ledger
    from pages.styles.looks import Sheets

_KEPT = 256  # sheets, those that are not stored included: pages of a site share theirs


def stored_sheets(ledger: Ledger, archive: Path, topic: str) -> Sheets:
    """Address → text of the newest capture; None where it was not fetched or is damaged."""

    @lru_cache(maxsize=_KEPT)
    def text_of(address: str) -> str | None:
        url = canonical_url(address)
        with ledger.reading() as conn:
            place = stored_sheet(conn, topic, url) if url else None
        if place is None:
            return None
        try:
            capture = read_at(archive, Place(*place))
        except (ArchiveError, OSError):
            return None
        return sheet_text(capture.body, capture.content_type)

    return text_of
