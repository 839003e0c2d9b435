"""The pages a site's rules lost: as they lie in the archive, with what was known of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discovery.repair.known_page import KnownPage, KnownValue
from index.ledger.kept_values import kept_on_pages, past_values
from index.ledger.stored_pages import stored_page
from pages.archive.capture import Place
from pages.archive.errors import ArchiveError
from pages.archive.reader import read_at
from pages.page import Page
from review.watch import LEAST_KEPT
from spider.crawl.page_reading import BY_RULE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from index.ledger.records import ReadValue
    from review.watch import Fall
    from review.workshop import Workshop

# More would tell nothing new; they are taken from all over the site.
_MOST_PAGES = 150


def fallen_pages(conn: Connection, workshop: Workshop, fall: Fall) -> list[KnownPage]:
    """Those of one record each that lost much of it since the moment of the fall."""
    topic = workshop.topic_name
    lost = [
        page.link_id
        for page in kept_on_pages(conn, topic, fall.site, BY_RULE, fall.since)
        if page.values_now < LEAST_KEPT * page.values_then
    ]
    known = past_values(conn, _evenly(lost), BY_RULE, fall.since)
    pages = (_page(conn, workshop, link, values) for link, values in known.items())
    return [page for page in pages if page]


def _evenly(lost: Sequence[int]) -> list[int]:
    step = max(len(lost) / _MOST_PAGES, 1.0)
    return [lost[int(place * step)] for place in range(min(len(lost), _MOST_PAGES))]


def _page(
    conn: Connection, workshop: Workshop, link_id: int, values: Sequence[ReadValue]
) -> KnownPage | None:
    """None where the archive cannot give the page back; `specseek reread` tells of that."""
    body = stored_page(conn, workshop.topic_name, link_id)
    if body is None:
        return None
    try:
        capture = read_at(workshop.archive, Place(body.file, body.offset, body.length))
    except (ArchiveError, OSError):
        return None
    known = (KnownValue(value.attribute or value.name, value.name, value.raw) for value in values)
    return KnownPage(Page.read(capture.body, body.url, capture.content_type), tuple(known))
