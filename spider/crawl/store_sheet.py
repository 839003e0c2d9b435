"""A style sheet came: it goes to the archive, and what it imports may follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.css_sheets import read_sheet, sheet_text
from rules.urls import BaseAddress, address_of
from spider.crawl.archiving import archived
from spider.crawl.found_sheets import FoundSheets
from store.frontier import LinkState, finish_link
from store.visits import add_capture

if TYPE_CHECKING:
    from spider.crawl.answer import FetchResult
    from spider.crawl.context import CrawlContext

_STATUS_OK = 200
_SHEET_TYPES = ("", "text/css", "text/plain")
_BEGINNING = 20_000  # bytes; imports stand before all rules


def store_sheet(context: CrawlContext, answer: FetchResult) -> None:
    """What is no sheet is let go without a word: pages are read as well without it."""
    if not _is_sheet(answer):
        with context.ledger.transaction() as conn:
            finish_link(conn, answer.link.id, LinkState.FAILED)
        return
    imported = FoundSheets(context, answer.link, _imported_sheets(answer))
    capture = archived(context, answer)
    with context.ledger.transaction() as conn:
        add_capture(conn, capture)
        imported.write(conn, answer.now)
        finish_link(conn, answer.link.id, LinkState.DONE)
    imported.tell()


def _is_sheet(answer: FetchResult) -> bool:
    kind = answer.header("Content-Type").partition(";")[0].strip().lower()
    return answer.status == _STATUS_OK and kind in _SHEET_TYPES


def _imported_sheets(answer: FetchResult) -> list[str]:
    text = sheet_text(answer.response.body[:_BEGINNING], answer.header("Content-Type"))
    base = BaseAddress.of(answer.link.url, "utf-8")
    found = (address_of(one.address, base) for one in read_sheet(text, answer.link.url).imports)
    return [url for url in found if url]
