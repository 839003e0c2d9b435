"""The pages a site's rules lost: as they lie in the archive, with what was known of them.

Where a site changed its addresses too, the old pages are gone. Their products may be on pages
that no rule reads: one whose title has a product's name, and that shows its values, is its page.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from core.names import name_key
from core.records import BY_RULE
from discovery.known_values import KnownPage, KnownValue
from review.rereading import DamagedPageError, page_at
from review.watch import LEAST_KEPT
from store.reports import changed_pages, gone_pages, kept_on_pages, past_values
from store.stored_pages import stored_page
from store.unread import unread_since

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection

    from core.records import ReadValue
    from review.watch import CoverageLoss
    from review.workshop import ReviewContext

# More would tell nothing new; they are taken from all over the site.
_MOST_PAGES = 150
# Of a product's values, on a page that may be its new one: others only speak of it.
_FEWEST_SEEN = 0.4
_MOST_LOOKED_AT = 5  # pages that may be one product's


def lost_pages(conn: Connection, context: ReviewContext, loss: CoverageLoss) -> list[KnownPage]:
    """Those of one record each that lost much of it since the moment of the loss.

    Where the loss is not deep: those that lost a value of an attribute in doubt.
    """
    moment = (loss.site, BY_RULE, loss.since)
    if loss.is_deep:
        lost = [
            page.link_id
            for page in kept_on_pages(conn, context.topic_name, *moment)
            if page.values_now < LEAST_KEPT * page.values_then
        ]
    else:
        lost = changed_pages(conn, context.topic_name, *moment, loss.in_doubt)
    known = past_values(conn, _evenly(lost), BY_RULE, loss.since)
    pages = (_known_page(conn, context, link, values) for link, values in known.items())
    return [*filter(None, pages), *_moved_pages(conn, context, loss)]


def _moved_pages(conn: Connection, context: ReviewContext, loss: CoverageLoss) -> list[KnownPage]:
    """For each product whose page is gone, the new page that shows most of its values."""
    topic = context.topic_name
    gone = gone_pages(conn, topic, loss.site, BY_RULE, loss.since)
    if not gone:
        return []
    name = context.topic().attributes[0].name
    products: dict[str, list[ReadValue]] = {}
    for values in past_values(conn, _evenly(gone), BY_RULE, loss.since).values():
        products |= {name_key(one.raw): values for one in values if one.attribute == name}
    found: dict[str, KnownPage] = {}
    looked_at: Counter[str] = Counter()
    for unread in unread_since(conn, topic, loss.site, loss.since):
        key = _longest_in(name_key(unread.title), products)
        looked_at[key] += 1
        if not key or looked_at[key] > _MOST_LOOKED_AT:
            continue
        page = _known_page(conn, context, unread.link_id, products[key])
        if page and len(page.seen) >= _FEWEST_SEEN * len(page.values):
            found[key] = max(found.get(key, page), page, key=lambda one: len(one.seen))
    return list(found.values())


def _longest_in(title: str, names: Iterable[str]) -> str:
    return max((name for name in names if name and name in title), key=len, default="")


def _evenly(lost: Sequence[int]) -> list[int]:
    step = max(len(lost) / _MOST_PAGES, 1.0)
    return [lost[int(place * step)] for place in range(min(len(lost), _MOST_PAGES))]


def _known_page(
    conn: Connection, context: ReviewContext, link_id: int, values: Sequence[ReadValue]
) -> KnownPage | None:
    """None where the archive cannot give the page back; `specseek reread` tells of that."""
    body = stored_page(conn, context.topic_name, link_id)
    if body is None:
        return None
    try:
        page = page_at(context.archive, body)
    except DamagedPageError:
        return None
    return KnownPage(
        page,
        tuple(KnownValue(one.attribute, one.name, one.raw) for one in values if one.attribute),
        tuple(KnownValue(one.name, one.name, one.raw) for one in values if not one.attribute),
    )
