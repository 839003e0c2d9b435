"""The pages a site's rules lost: as they lie in the archive, with what was known of them.

Where a site changed its addresses too, the old pages are gone. Their products may be on pages
that no rule reads: one whose title has a product's name, and that shows its values, is its page.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from discovery.known_values import KnownPage, KnownValue
from index.ledger.kept_values import changed_pages, gone_pages, kept_on_pages, past_values
from index.ledger.records import BY_RULE
from index.ledger.stored_pages import stored_page
from index.ledger.unread import unread_since
from pages.archive.capture import Place
from pages.archive.errors import ArchiveError
from pages.archive.reader import read_at
from pages.page import Page
from review.watch import LEAST_KEPT
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection

    from index.ledger.records import ReadValue
    from review.watch import Fall
    from review.workshop import Workshop

# More would tell nothing new; they are taken from all over the site.
_MOST_PAGES = 150
# Of a product's values, on a page that may be its new one: others only speak of it.
_FEWEST_SEEN = 0.4
_MOST_LOOKED_AT = 5  # pages that may be one product's


def fallen_pages(conn: Connection, workshop: Workshop, fall: Fall) -> list[KnownPage]:
    """Those of one record each that lost much of it since the moment of the fall.

    Where the fall is not deep: those that lost a value of an attribute in doubt.
    """
    moment = (fall.site, BY_RULE, fall.since)
    if fall.is_deep:
        lost = [
            page.link_id
            for page in kept_on_pages(conn, workshop.topic_name, *moment)
            if page.values_now < LEAST_KEPT * page.values_then
        ]
    else:
        lost = changed_pages(conn, workshop.topic_name, *moment, fall.in_doubt)
    known = past_values(conn, _evenly(lost), BY_RULE, fall.since)
    pages = (_page(conn, workshop, link, values) for link, values in known.items())
    return [*filter(None, pages), *_moved_pages(conn, workshop, fall)]


def _moved_pages(conn: Connection, workshop: Workshop, fall: Fall) -> list[KnownPage]:
    """For each product whose page is gone, the new page that shows most of its values."""
    topic = workshop.topic_name
    gone = gone_pages(conn, topic, fall.site, BY_RULE, fall.since)
    if not gone:
        return []
    name = workshop.topic().attributes[0].name
    products: dict[str, list[ReadValue]] = {}
    for values in past_values(conn, _evenly(gone), BY_RULE, fall.since).values():
        products |= {name_key(one.raw): values for one in values if one.attribute == name}
    found: dict[str, KnownPage] = {}
    looked_at: Counter[str] = Counter()
    for unread in unread_since(conn, topic, fall.site, fall.since):
        key = _longest_in(name_key(unread.title), products)
        looked_at[key] += 1
        if not key or looked_at[key] > _MOST_LOOKED_AT:
            continue
        page = _page(conn, workshop, unread.link_id, products[key])
        if page and len(page.seen) >= _FEWEST_SEEN * len(page.values):
            found[key] = max(found.get(key, page), page, key=lambda one: len(one.seen))
    return list(found.values())


def _longest_in(title: str, names: Iterable[str]) -> str:
    return max((name for name in names if name and name in title), key=len, default="")


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
    return KnownPage(
        Page.read(capture.body, body.url, capture.content_type),
        tuple(KnownValue(one.attribute, one.name, one.raw) for one in values if one.attribute),
        tuple(KnownValue(one.name, one.name, one.raw) for one in values if not one.attribute),
    )
