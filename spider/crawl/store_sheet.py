"""A style sheet came: it goes to the archive, and what it imports may follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.captures import add_capture
from index.ledger.frontier import LinkState, finish
from pages.css_sheets import read_sheet, sheet_text
from spider.crawl.archiving import archived
from spider.crawl.found_sheets import FoundSheets
from spider.links.targets import Base, address_of

if TYPE_CHECKING:
    from spider.crawl.answer import Answer
    from spider.crawl.parts import CrawlParts

_OK = 200
_KINDS = ("", "text/css", "text/plain")
_BEGINNING = 20_000  # bytes; imports stand before all rules


def store_sheet(parts: CrawlParts, answer: Answer) -> None:
    """What is no sheet is let go without a word: pages are read as well without it."""
    if not _is_sheet(answer):
        with parts.ledger.transaction() as conn:
            finish(conn, answer.link.id, LinkState.FAILED)
        return
    imported = FoundSheets(parts, answer.link, _imports(answer))
    capture = archived(parts, answer)
    with parts.ledger.transaction() as conn:
        add_capture(conn, capture)
        imported.write(conn, answer.now)
        finish(conn, answer.link.id, LinkState.DONE)
    imported.tell()


def _is_sheet(answer: Answer) -> bool:
    kind = answer.header("Content-Type").partition(";")[0].strip().lower()
    return answer.status == _OK and kind in _KINDS


def _imports(answer: Answer) -> list[str]:
    text = sheet_text(answer.response.body[:_BEGINNING], answer.header("Content-Type"))
    base = Base.of(answer.link.url, "utf-8")
    found = (address_of(one.address, base) for one in read_sheet(text, answer.link.url).imports)
    return [url for url in found if url]
