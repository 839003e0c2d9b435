"""Coverage of each site over time."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, func, or_, select

from index.ledger.reports import PRODUCT
from index.ledger.tables import links, pages, records

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection


class Coverage(NamedTuple):
    """At a moment: product pages fetched by then, and how many of them had a record."""

    at: float
    product_pages: int
    with_record: int

    @property
    def part(self) -> float:
        return self.with_record / self.product_pages


_OF_TOPIC = (links.c.topic == bindparam("of_topic"), links.c.link_group == PRODUCT)
_FETCHED = (
    select(links.c.site, func.count())
    .join(pages, pages.c.link_id == links.c.id)
    .where(*_OF_TOPIC, pages.c.first_fetched_at <= bindparam("moment"))
    .group_by(links.c.site)
)
_READ = (
    select(links.c.site, func.count(records.c.link_id.distinct()))
    .join(records, records.c.link_id == links.c.id)
    .where(
        *_OF_TOPIC,
        records.c.first_seen_at <= bindparam("moment"),
        or_(records.c.gone_at.is_(None), records.c.gone_at > bindparam("moment")),
    )
    .group_by(links.c.site)
)


_LAST_CHANGE = (
    select(func.max(records.c.last_changed_at), func.max(records.c.gone_at))
    .join(links, links.c.id == records.c.link_id)
    .where(links.c.topic == bindparam("of_topic"))
)


def last_change(conn: Connection, topic: str) -> float:
    """When a record was last found, changed or gone; 0 where there is none."""
    changed, gone = conn.execute(_LAST_CHANGE, {"of_topic": topic}).one()
    return max(changed or 0.0, gone or 0.0)


def coverage_over_time(
    conn: Connection, topic: str, moments: Iterable[float]
) -> dict[str, list[Coverage]]:
    """For each site its coverage at these moments, from when it had a product page on."""
    sites: dict[str, list[Coverage]] = defaultdict(list)
    for moment in sorted(moments):
        asked = {"of_topic": topic, "moment": moment}
        read: dict[str, int] = dict(conn.execute(_READ, asked).all())
        for site, fetched in conn.execute(_FETCHED, asked):
            sites[site].append(Coverage(moment, fetched, read.get(site, 0)))
    return dict(sites)
