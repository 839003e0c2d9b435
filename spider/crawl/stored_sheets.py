"""The style sheets that a crawl fetched, for whoever looks at stored pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.sheets import stored_sheet
from pages.archive.capture import Place
from pages.archive.errors import ArchiveError
from pages.archive.reader import read_at
from pages.css_sheets import sheet_text
from spider.links.canonical import canonical_url

if TYPE_CHECKING:
    from pathlib import Path

    from index.ledger.ledger import Ledger
    from pages.looks import Sheets

_KEPT = 256  # sheets: pages of a site share theirs


def stored_sheets(ledger: Ledger, archive: Path, topic: str) -> Sheets:
    """Address → text of the newest capture; None where it was not fetched or is damaged."""
    kept: dict[str, str] = {}

    def text_of(address: str) -> str | None:
        """One that is not stored yet may be later: that is not remembered."""
        if address not in kept:
            text = _stored(ledger, archive, topic, address)
            if text is None or len(kept) >= _KEPT:
                return text
            kept[address] = text
        return kept[address]

    return text_of


def _stored(ledger: Ledger, archive: Path, topic: str, address: str) -> str | None:
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
