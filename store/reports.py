"""Reports on crawls; nothing here writes.

Sites with their links, pages and records; planned visits; sources of channels; coverage over time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, bindparam, case, distinct, func, or_, select

from core.records import BY_ROWS, COPY
from store.documents import source_counts
from store.frontier import NO_PAGES, LinkState
from store.schema import captures, errors, links, pages, records
from store.visits import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection


PRODUCT = "product"
DAY = 86_400.0


@dataclass
class SiteReport:
    """A site, over all runs."""

    site: str
    states: Counter[str] = field(default_factory=Counter)  # state → links
    product_pages: int = 0  # fetched pages of the product group, without copies
    product_pages_with_record: int = 0
    records: int = 0  # counted once if both a rule and embedded data have it
    unconfirmed: int = 0  # of these, read without a rule

    @property
    def coverage(self) -> float | None:
        """The share of product pages that have a record."""
        if not self.product_pages:
            return None
        return self.product_pages_with_record / self.product_pages


class PlannedVisits(NamedTuple):
    """How many fetched pages will be visited again, and when; the periods do not overlap."""

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
_LINK_STATES = (
    select(links.c.site, links.c.state, func.count())
    .where(_OF_TOPIC, links.c.link_group.not_in(NO_PAGES))
    .group_by(links.c.site, links.c.state)
)
_IS_PRODUCT = links.c.link_group == PRODUCT
_NO_COPY = pages.c.outcome.is_distinct_from(COPY)
_PRODUCT_PAGES = (
    select(links.c.site, func.count())
    .join(pages, pages.c.link_id == links.c.id)
    .where(_OF_TOPIC, _IS_PRODUCT, _NO_COPY)
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
# Other links are already queued, or were given up.
_VISITED_AGAIN = (
    pages.c.topic == bindparam("of_topic"),
    pages.c.next_visit_at < NEVER,
    links.c.state == LinkState.DONE.value,
)
_SOONEST_VISITS = (
    select(pages.c.url, pages.c.next_visit_at, pages.c.visits, pages.c.changes)
    .select_from(_VISITED)
    .where(*_VISITED_AGAIN)
    .order_by(pages.c.next_visit_at, pages.c.link_id)
    .limit(bindparam("most"))
)
_ARCHIVE_SIZE = select(
    func.count(distinct(captures.c.file)),
    func.count(),
    func.coalesce(func.sum(captures.c.length), 0),
)


def site_reports(conn: Connection, topic: str) -> list[SiteReport]:
    """Sites with most links first."""
    sites: dict[str, SiteReport] = {}
    of_topic = {"of_topic": topic}
    for site, state, count in conn.execute(_LINK_STATES, of_topic):
        sites.setdefault(site, SiteReport(site)).states[state] = count
    for site, count in conn.execute(_PRODUCT_PAGES, of_topic):
        sites[site].product_pages = count
    for site, count, product_pages in conn.execute(_RECORDS, of_topic):
        sites[site].records = count
        sites[site].product_pages_with_record = product_pages
    for site, count in conn.execute(_UNCONFIRMED, of_topic):
        sites[site].unconfirmed = count
    return sorted(sites.values(), key=lambda report: (-report.states.total(), report.site))


def visits_planned(conn: Connection, topic: str, now: float) -> PlannedVisits:
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
    return PlannedVisits(*(found.get(number, 0) for number in range(len(spans) + 1)))


def soonest_visits(conn: Connection, topic: str, limit: int) -> list[PlannedVisit]:
    rows = conn.execute(_SOONEST_VISITS, {"of_topic": topic, "most": limit})
    return [PlannedVisit._make(row) for row in rows]


def archive_size(conn: Connection) -> ArchiveSize:
    """Of all topics, which share the archive."""
    return ArchiveSize._make(conn.execute(_ARCHIVE_SIZE).one())


# The sources of a channel: in its crawl the shape of a link is the name of its source.


SOURCE = "source"  # the group of the pages that list articles or threads


@dataclass
class SourceReport:
    """A source, over all runs; `errors` counts those of its own and of the pages behind it."""

    source: str
    states: Counter[str] = field(default_factory=Counter)  # state → links
    articles: int = 0
    posts: int = 0
    errors: int = 0
    last_error_at: float | None = None
    read_at: float | None = None
    next_visit_at: float | None = None


_SOURCE_STATES = (
    select(links.c.shape, links.c.state, func.count())
    .where(_OF_TOPIC)
    .group_by(links.c.shape, links.c.state)
)
_SOURCE_ERRORS = (
    select(links.c.shape, func.sum(errors.c.times), func.max(errors.c.last_at))
    .join(errors, and_(errors.c.topic == links.c.topic, errors.c.url == links.c.url))
    .where(errors.c.topic == bindparam("of_topic"))
    .group_by(links.c.shape)
)
_SOURCE_VISITS = (
    select(links.c.shape, func.max(pages.c.fetched_at), func.min(pages.c.next_visit_at))
    .join(pages, pages.c.link_id == links.c.id)
    .where(_OF_TOPIC, links.c.link_group == SOURCE)
    .group_by(links.c.shape)
)


def source_reports(conn: Connection, crawl: str) -> list[SourceReport]:
    """The sources of a channel's crawl (phones:news), by name."""
    sources: defaultdict[str, SourceReport] = defaultdict(lambda: SourceReport(""))
    of_topic = {"of_topic": crawl}
    for source, state, count in conn.execute(_SOURCE_STATES, of_topic):
        sources[source].states[state] = count
    for source, times, last_at in conn.execute(_SOURCE_ERRORS, of_topic):
        sources[source].errors, sources[source].last_error_at = int(times), last_at
    for source, read_at, next_at in conn.execute(_SOURCE_VISITS, of_topic):
        sources[source].read_at, sources[source].next_visit_at = read_at, next_at
    for counts in source_counts(conn, crawl.partition(":")[0]):
        if counts.source in sources:
            sources[counts.source].articles = counts.articles
            sources[counts.source].posts = counts.posts
    for name, report in sources.items():
        report.source = name
    return sorted(sources.values(), key=lambda report: report.source)


class SourceError(NamedTuple):
    """An error at the source itself, or at a page behind it."""

    source: str
    kind: str
    url: str
    times: int
    last_at: float
    action: str
    detail: str


_LATEST_SOURCE_ERRORS = (
    select(links.c.shape, *(errors.c[name] for name in SourceError._fields[1:]))
    .join(errors, and_(errors.c.topic == links.c.topic, errors.c.url == links.c.url))
    .where(errors.c.topic == bindparam("of_topic"))
    .order_by(errors.c.last_at.desc(), errors.c.id.desc())
    .limit(bindparam("most"))
)


def source_errors(
    conn: Connection, crawl: str, limit: int, source: str | None = None
) -> list[SourceError]:
    """Of all sources of a channel's crawl, or of one; the latest first."""
    wanted = _LATEST_SOURCE_ERRORS
    if source is not None:
        wanted = wanted.where(links.c.shape == source)
    rows = conn.execute(wanted, {"of_topic": crawl, "most": limit})
    return [SourceError._make(row) for row in rows]


# Coverage of each site over time.


class Coverage(NamedTuple):
    """At a moment: the product pages fetched by then, and how many of them had a record."""

    at: float
    product_pages: int
    with_record: int

    @property
    def part(self) -> float:
        return self.with_record / self.product_pages


_PRODUCT_LINKS_OF_TOPIC = (links.c.topic == bindparam("of_topic"), links.c.link_group == PRODUCT)
_PRODUCT_PAGES_FETCHED = (
    select(links.c.site, func.count())
    .join(pages, pages.c.link_id == links.c.id)
    .where(*_PRODUCT_LINKS_OF_TOPIC, _NO_COPY, pages.c.first_fetched_at <= bindparam("moment"))
    .group_by(links.c.site)
)
_PRODUCT_PAGES_READ = (
    select(links.c.site, func.count(records.c.link_id.distinct()))
    .join(records, records.c.link_id == links.c.id)
    .join(pages, pages.c.link_id == links.c.id)
    .where(
        *_PRODUCT_LINKS_OF_TOPIC,
        _NO_COPY,
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
    """When a record was last added, changed or removed; 0 if there are none."""
    changed, gone = conn.execute(_LAST_CHANGE, {"of_topic": topic}).one()
    return max(changed or 0.0, gone or 0.0)


def coverage_over_time(
    conn: Connection, topic: str, moments: Iterable[float]
) -> dict[str, list[Coverage]]:
    """The coverage of each site at these moments, from its first product page on."""
    sites: dict[str, list[Coverage]] = defaultdict(list)
    for moment in sorted(moments):
        values = {"of_topic": topic, "moment": moment}
        read: dict[str, int] = dict(conn.execute(_PRODUCT_PAGES_READ, values).all())
        for site, fetched in conn.execute(_PRODUCT_PAGES_FETCHED, values):
            sites[site].append(Coverage(moment, fetched, read.get(site, 0)))
    return dict(sites)
