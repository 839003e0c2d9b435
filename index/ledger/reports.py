"""What a person asks of a crawl: how far, how well, what next. Nothing here writes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, case, distinct, func, select

from core.records import BY_ROWS
from index.ledger.frontier import SHEET, LinkState
from index.ledger.tables import captures, links, pages, records, runs

if TYPE_CHECKING:
    from sqlalchemy import Connection

PRODUCT = "product"
DAY = 86_400.0


@dataclass
class SiteReport:
    """What is known of a site, over all runs."""

    site: str
    states: Counter[str] = field(default_factory=Counter)  # state → links
    product_pages: int = 0  # fetched pages of the product group
    product_pages_with_record: int = 0
    records: int = 0  # a record that page and rule both tell counts once
    unconfirmed: int = 0  # of these, read without a rule

    @property
    def coverage(self) -> float | None:
        """Which part of the product pages has a record?"""
        if not self.product_pages:
            return None
        return self.product_pages_with_record / self.product_pages


class Visits(NamedTuple):
    """When fetched pages are to be visited again; the spans do not overlap."""

    due: int
    within_a_day: int
    within_a_week: int
    later: int


class PlannedVisit(NamedTuple):
    url: str
    at: float
    visits: int
    changes: int


class ArchiveSize(NamedTuple):
    files: int
    captures: int
    bytes: int


_OF_TOPIC = links.c.topic == bindparam("of_topic")
_STATES = (
    select(links.c.site, links.c.state, func.count())
    .where(_OF_TOPIC, links.c.link_group != SHEET)
    .group_by(links.c.site, links.c.state)
)
_IS_PRODUCT = links.c.link_group == PRODUCT
_PRODUCT_PAGES = (
    select(links.c.site, func.count())
    .join(pages, pages.c.link_id == links.c.id)
    .where(_OF_TOPIC, _IS_PRODUCT)
    .group_by(links.c.site)
)
_LIVE_RECORDS = (
    select(links.c.site, links.c.link_group, records.c.link_id, records.c.ordinal)
    .join(links, links.c.id == records.c.link_id)
    .where(_OF_TOPIC, records.c.gone_at.is_(None))
    .distinct()
    .subquery()
)
_RECORDS = select(
    _LIVE_RECORDS.c.site,
    func.count(),
    func.count(distinct(case((_LIVE_RECORDS.c.link_group == PRODUCT, _LIVE_RECORDS.c.link_id)))),
).group_by(_LIVE_RECORDS.c.site)
_UNCONFIRMED = (
    select(links.c.site, func.count())
    .join(records, records.c.link_id == links.c.id)
    .where(_OF_TOPIC, records.c.gone_at.is_(None), records.c.source == BY_ROWS)
    .group_by(links.c.site)
)
_VISITED = pages.join(links, links.c.id == pages.c.link_id)
# Others wait in the queue already, or were given up.
_VISITED_AGAIN = (
    pages.c.topic == bindparam("of_topic"),
    links.c.state == LinkState.DONE.value,
)
_SOONEST = (
    select(pages.c.url, pages.c.next_visit_at, pages.c.visits, pages.c.changes)
    .select_from(_VISITED)
    .where(*_VISITED_AGAIN)
    .order_by(pages.c.next_visit_at, pages.c.link_id)
    .limit(bindparam("most"))
)
_ARCHIVE = select(
    func.count(distinct(captures.c.file)),
    func.count(),
    func.coalesce(func.sum(captures.c.length), 0),
)


def crawled_topics(conn: Connection) -> list[str]:
    return list(conn.scalars(select(runs.c.topic).distinct().order_by(runs.c.topic)))


def site_reports(conn: Connection, topic: str) -> list[SiteReport]:
    """Those with most links first."""
    sites: dict[str, SiteReport] = {}
    of_topic = {"of_topic": topic}
    for site, state, count in conn.execute(_STATES, of_topic):
        sites.setdefault(site, SiteReport(site)).states[state] = count
    for site, count in conn.execute(_PRODUCT_PAGES, of_topic):
        sites[site].product_pages = count
    for site, count, product_pages in conn.execute(_RECORDS, of_topic):
        sites[site].records = count
        sites[site].product_pages_with_record = product_pages
    for site, count in conn.execute(_UNCONFIRMED, of_topic):
        sites[site].unconfirmed = count
    return sorted(sites.values(), key=lambda report: (-report.states.total(), report.site))


def visits_planned(conn: Connection, topic: str, now: float) -> Visits:
    at = pages.c.next_visit_at
    spans = (at <= now, at <= now + DAY, at <= now + 7 * DAY)
    span = case(*((within, number) for number, within in enumerate(spans)), else_=len(spans))
    wanted = (
        select(span.label("span"), func.count())
        .select_from(_VISITED)
        .where(*_VISITED_AGAIN)
        .group_by("span")
    )
    found: dict[int, int] = dict(conn.execute(wanted, {"of_topic": topic}).all())
    return Visits(*(found.get(number, 0) for number in range(len(spans) + 1)))


def soonest_visits(conn: Connection, topic: str, limit: int) -> list[PlannedVisit]:
    rows = conn.execute(_SOONEST, {"of_topic": topic, "most": limit})
    return [PlannedVisit._make(row) for row in rows]


def archive_size(conn: Connection) -> ArchiveSize:
    """Of all topics: they share the archive."""
    return ArchiveSize._make(conn.execute(_ARCHIVE).one())
