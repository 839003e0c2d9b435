"""Reports on crawls; nothing here writes.

Sites with their links, pages and records; planned visits; coverage over time; and how much of what
was known at a past moment is still read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, case, distinct, func, not_, or_, select

from core.records import BY_ROWS, COPY, ReadValue
from store.database import batches
from store.documents import source_counts
from store.frontier import NO_PAGES, LinkState
from store.schema import captures, errors, links, pages, record_values, records
from store.visits import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import BindParameter, Connection


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


# How much of what was known at a past moment is still read, by site and by page.
#
# Pages that no longer respond are counted separately: their values are gone with them.


_REFUSED = "refused"


class KeptValues(NamedTuple):
    """Pages with a record, and values of known attributes on them, then and now.

    Only pages that still respond; `pages_gone` had a record then and no longer respond.
    """

    site: str
    pages_then: int
    values_then: int
    pages_now: int
    values_now: int
    pages_gone: int


class KeptAttribute(NamedTuple):
    """Of the records on pages that respond: how many had it then, have it now, have the same."""

    site: str
    attribute: str
    then: int
    now: int
    same: int


class KeptOnPage(NamedTuple):
    link_id: int
    values_then: int
    values_now: int


_MOMENT: BindParameter[float] = bindparam("moment")
_IDS: BindParameter[int] = bindparam("ids", expanding=True)
_THEN = and_(
    record_values.c.since <= _MOMENT,
    or_(record_values.c.until.is_(None), record_values.c.until > _MOMENT),
)
_NOW = record_values.c.until.is_(None)
_OF_SOURCE = (records.c.source == bindparam("of_source"), records.c.first_seen_at <= _MOMENT)
_KNOWN_AT_MOMENT = (*_OF_SOURCE, record_values.c.attribute.is_not(None))


def _page_count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.count(case((condition, records.c.link_id)).distinct())


def _value_count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.count(case((condition, 1)))


_ANSWERING = and_(
    pages.c.status.in_((HTTPStatus.OK.value, HTTPStatus.NOT_MODIFIED.value)),
    pages.c.capture_id.is_not(None),
)
_JOINED = (
    record_values.join(records, records.c.id == record_values.c.record_id)
    .join(links, links.c.id == records.c.link_id)
    .join(pages, pages.c.link_id == links.c.id)
)
_BY_SITE = (
    select(
        links.c.site,
        *(_page_count(and_(_ANSWERING, _THEN)), _value_count(and_(_ANSWERING, _THEN))),
        *(_page_count(and_(_ANSWERING, _NOW)), _value_count(and_(_ANSWERING, _NOW))),
        _page_count(and_(not_(_ANSWERING), _THEN)),
    )
    .select_from(_JOINED)
    .where(_OF_TOPIC, *_KNOWN_AT_MOMENT)
    .group_by(links.c.site)
    .order_by(links.c.site)
)
_OF_RECORD = (
    select(
        *(links.c.site, record_values.c.attribute),
        func.max(case((_NOW, 1), else_=0)).label("now"),
        func.max(case((and_(_THEN, _NOW), 1), else_=0)).label("same"),
    )
    .select_from(_JOINED)
    .where(_OF_TOPIC, _ANSWERING, *_KNOWN_AT_MOMENT)
    .group_by(links.c.site, records.c.id, record_values.c.attribute)
    .having(_value_count(_THEN) > 0)
    .subquery()
)
_BY_ATTRIBUTE = (
    select(
        *(_OF_RECORD.c.site, _OF_RECORD.c.attribute, func.count()),
        *(func.sum(_OF_RECORD.c.now), func.sum(_OF_RECORD.c.same)),
    )
    .group_by(_OF_RECORD.c.site, _OF_RECORD.c.attribute)
    .order_by(_OF_RECORD.c.site, _OF_RECORD.c.attribute)
)
_BY_PAGE = (
    select(records.c.link_id, _value_count(_THEN), _value_count(_NOW))
    .select_from(_JOINED)
    .where(_OF_TOPIC, _ANSWERING, *_KNOWN_AT_MOMENT, links.c.site == bindparam("of_site"))
    .group_by(records.c.link_id)
    .having(func.max(records.c.ordinal) == 0)
    .order_by(records.c.link_id)
)
_CHANGED = (
    select(records.c.link_id)
    .select_from(_JOINED)
    .where(_OF_TOPIC, _ANSWERING, *_KNOWN_AT_MOMENT, _THEN, not_(_NOW))
    .where(links.c.site == bindparam("of_site"))
    .where(record_values.c.attribute.in_(bindparam("attributes", expanding=True)))
    .group_by(records.c.link_id)
    .having(func.max(records.c.ordinal) == 0)
    .order_by(records.c.link_id)
)
_GONE_PAGES = (
    select(records.c.link_id)
    .select_from(_JOINED)
    .where(
        *(_OF_TOPIC, not_(_ANSWERING), *_KNOWN_AT_MOMENT, _THEN),
        links.c.site == bindparam("of_site"),
    )
    .group_by(records.c.link_id)
    .having(func.max(records.c.ordinal) == 0)
    .order_by(records.c.link_id)
)
_PAST_VALUES = (
    select(records.c.link_id, *(record_values.c[name] for name in ReadValue._fields))
    .join(record_values, record_values.c.record_id == records.c.id)
    .where(*_OF_SOURCE, _THEN, records.c.link_id.in_(_IDS))
    .order_by(records.c.link_id, record_values.c.position)
)
_REFUSALS = (
    select(links.c.site, func.count())
    .join(pages, pages.c.link_id == links.c.id)
    .where(_OF_TOPIC, pages.c.outcome == _REFUSED)
    .group_by(links.c.site)
)


def kept_values(conn: Connection, topic: str, source: str, moment: float) -> list[KeptValues]:
    """Sites that had records at the moment."""
    values = {"of_topic": topic, "of_source": source, "moment": moment}
    found = (KeptValues._make(row) for row in conn.execute(_BY_SITE, values))
    return [kept for kept in found if kept.pages_then or kept.pages_gone]


def kept_attributes(
    conn: Connection, topic: str, source: str, moment: float
) -> list[KeptAttribute]:
    """Attributes that records had at the moment, by site."""
    values = {"of_topic": topic, "of_source": source, "moment": moment}
    return [KeptAttribute._make(row) for row in conn.execute(_BY_ATTRIBUTE, values)]


def kept_on_pages(
    conn: Connection, topic: str, site: str, source: str, moment: float
) -> list[KeptOnPage]:
    """Only pages with one record: with several, values cannot be matched."""
    values = {"of_topic": topic, "of_site": site, "of_source": source, "moment": moment}
    return [KeptOnPage._make(row) for row in conn.execute(_BY_PAGE, values)]


def changed_pages(  # noqa: PLR0913, PLR0917 - as the others, and of some attributes
    conn: Connection,
    topic: str,
    site: str,
    source: str,
    moment: float,
    attributes: Iterable[str],
) -> list[int]:
    """Pages (link ids) with one record, whose value of one of these attributes has changed."""
    values = {"of_topic": topic, "of_site": site, "of_source": source, "moment": moment}
    return list(conn.scalars(_CHANGED, {**values, "attributes": sorted(attributes)}))


def gone_pages(conn: Connection, topic: str, site: str, source: str, moment: float) -> list[int]:
    """Pages (link ids) that had one record at the moment and no longer respond."""
    values = {"of_topic": topic, "of_site": site, "of_source": source, "moment": moment}
    return list(conn.scalars(_GONE_PAGES, values))


def past_values(
    conn: Connection, link_ids: Iterable[int], source: str, moment: float
) -> dict[int, list[ReadValue]]:
    """Link id → the values of its record at the moment, in page order."""
    found: dict[int, list[ReadValue]] = defaultdict(list)
    for some in batches(link_ids):
        values = {"ids": some, "of_source": source, "moment": moment}
        for row in conn.execute(_PAST_VALUES, values):
            found[row.link_id].append(ReadValue._make(row[1:]))
    return dict(found)


def refused_pages(conn: Connection, topic: str) -> dict[str, int]:
    """Site → number of pages on which a rule found its region but refused to read it."""
    found: dict[str, int] = dict(conn.execute(_REFUSALS, {"of_topic": topic}).all())
    return found
