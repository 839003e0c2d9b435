"""Links, pages and captures as the tests of the ledger need them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from store.frontier import LinkState, NewLink, add_links, finish_link
from store.visits import FetchedPage, NewCapture, add_capture, save_page

if TYPE_CHECKING:
    from sqlalchemy import Connection


NOW = 1_700_000_000.0
TOPIC = "phones"
SITE = "a.example"


def url(number: int) -> str:
    return f"http://www.a.example/{number}"


def new_link(number: int) -> NewLink:
    return NewLink(url(number), SITE, "/#", "product", level=3, depth=1)


def add_link(conn: Connection, number: int = 1) -> int:
    return add_links(conn, TOPIC, [new_link(number)], NOW)[url(number)]


def capture(conn: Connection, link_id: int, file: str = "1.warc.gz", offset: int = 0) -> int:
    """A body of 100 bytes."""
    stored = NewCapture(link_id, None, "response", NOW, 200, file, offset, 100, "sha1:A")
    return add_capture(conn, stored)


def visit(link_id: int, at: float = NOW) -> FetchedPage:
    """A visit that brought no body."""
    return FetchedPage(link_id, TOPIC, url(link_id), SITE, 304, at, next_visit_at=at + 100)


def fetch(conn: Connection, number: int, file: str = "1.warc.gz", offset: int = 0) -> int:
    """A link whose page was fetched and archived."""
    link_id = add_link(conn, number)
    page = FetchedPage(
        *(link_id, TOPIC, url(number), SITE, 200, NOW, NOW + 100),
        content_type="text/html",
        etag='"1"',
        last_modified="yesterday",
        digest="sha1:A",
        capture_id=capture(conn, link_id, file, offset),
    )
    save_page(conn, page)
    finish_link(conn, link_id, LinkState.DONE)
    return link_id
