"""What no rule reads yet: where a label or a rule is worth most.

Stored pages by URL shape, and values read without a rule by site and heading.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, case, delete, desc, func, literal_column, or_, select

from core.records import ReadValue
from store.database import upsert_into
from store.schema import dismissed_pages, links, pages, record_values, records
from store.stored_pages import IS_HTML

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import BindParameter, Connection


_UNREAD = ("read", "no-rule", "no-match", "refused")
_SAMPLES = 4


class UnreadPage(NamedTuple):
    """`relevance` (0 to 1) is the share of the topic's names that the page shows."""

    link_id: int
    url: str
    title: str
    relevance: float


class UnreadKind(NamedTuple):
    """Pages of a site whose URLs have one shape; `samples` are the most relevant of them.

    `worth` is the sum of squared relevances: a few product pages outweigh many lists that show one
    or two of the topic's names. `products` is the share of pages that the crawl took for products.
    """

    site: str
    shape: str
    pages: int
    worth: float
    products: float
    samples: tuple[UnreadPage, ...]


_RELEVANCE = func.coalesce(pages.c.relevance, 0.0)
_KIND = (pages.c.site, links.c.shape)
# The crawl corrects the group of a link by what the page shows.
_SHOWS_PRODUCT = case((links.c.link_group == "product", 1.0), else_=0.0)
_WITH_BODY = (
    pages.c.topic == bindparam("of_topic"),
    pages.c.outcome.in_(_UNREAD),
    pages.c.capture_id.is_not(None),
    IS_HTML,
)
_UNREAD_SINCE = (
    select(pages.c.link_id, pages.c.url, pages.c.title, _RELEVANCE.label("relevance"))
    .where(
        *_WITH_BODY,
        pages.c.site == bindparam("of_site"),
        pages.c.first_fetched_at > bindparam("moment"),
    )
    .order_by(pages.c.link_id)
)
_RANKED_PAGES = (
    select(
        *_KIND,
        func.count().over(partition_by=_KIND).label("pages"),
        func.sum(_RELEVANCE * _RELEVANCE).over(partition_by=_KIND).label("worth"),
        func.avg(_SHOWS_PRODUCT).over(partition_by=_KIND).label("products"),
        *(pages.c.link_id, pages.c.url, pages.c.title),
        _RELEVANCE.label("relevance"),
        func.row_number()
        .over(partition_by=_KIND, order_by=(desc(_RELEVANCE), pages.c.link_id))
        .label("place"),
    )
    .join(links, links.c.id == pages.c.link_id)
    .where(*_WITH_BODY)
    .subquery()
)
_BEST_KINDS = (
    select(_RANKED_PAGES)
    .where(_RANKED_PAGES.c.place <= _SAMPLES)
    .order_by(
        desc(_RANKED_PAGES.c.worth),
        desc(_RANKED_PAGES.c.pages),
        *(_RANKED_PAGES.c.site, _RANKED_PAGES.c.shape, _RANKED_PAGES.c.place),
    )
)


def unread_since(conn: Connection, topic: str, site: str, moment: float) -> list[UnreadPage]:
    """Pages of a site that were first fetched after the moment and that no rule reads."""
    values = {"of_topic": topic, "of_site": site, "moment": moment}
    rows = conn.execute(_UNREAD_SINCE, values)
    return [UnreadPage(row.link_id, row.url, row.title or "", row.relevance) for row in rows]


def unread_kinds(
    conn: Connection, topic: str, most: int, site: str | None = None
) -> list[UnreadKind]:
    """Most valuable first; optionally of one site."""
    wanted = _BEST_KINDS if site is None else _BEST_KINDS.where(_RANKED_PAGES.c.site == site)
    rows = conn.execute(wanted.limit(most * _SAMPLES), {"of_topic": topic})
    return [
        UnreadKind(
            *(site, shape, count, worth, products),
            tuple(
                UnreadPage(row.link_id, row.url, row.title or "", row.relevance) for row in group
            ),
        )
        for (site, shape, count, worth, products), group in groupby(
            rows, key=lambda row: tuple(row[:5])
        )
    ][:most]


# Pages that somebody dismissed: they, and pages like them, are not offered again.


_DISMISSED = (
    select(pages.c.site, pages.c.link_id, pages.c.url, pages.c.title, _RELEVANCE)
    .join(dismissed_pages, dismissed_pages.c.link_id == pages.c.link_id)
    .where(pages.c.topic == bindparam("of_topic"))
    .order_by(dismissed_pages.c.dismissed_at.desc(), pages.c.link_id)
)
_IN_TOPIC = select(pages.c.link_id).where(
    pages.c.topic == bindparam("of_topic"), pages.c.link_id == bindparam("link")
)


class DismissedPage(NamedTuple):
    site: str
    page: UnreadPage


def dismiss_page(conn: Connection, topic: str, link_id: int, who: str, now: float) -> None:
    """Do not offer the page again; addresses that are not pages of the topic are ignored."""
    if conn.scalar(_IN_TOPIC, {"of_topic": topic, "link": link_id}) is not None:
        new = upsert_into(dismissed_pages, conn.dialect.name).on_conflict_do_nothing()
        conn.execute(new, {"link_id": link_id, "who": who, "dismissed_at": now})


def restore_page(conn: Connection, link_id: int) -> None:
    """Offer it again."""
    conn.execute(delete(dismissed_pages).where(dismissed_pages.c.link_id == link_id))


def pages_dismissed(conn: Connection, topic: str, site: str | None = None) -> list[DismissedPage]:
    """Pages dismissed on all sites or on one, the last first."""
    wanted = _DISMISSED if site is None else _DISMISSED.where(pages.c.site == site)
    rows = conn.execute(wanted, {"of_topic": topic})
    return [
        DismissedPage(site, UnreadPage(link_id, url, title or "", relevance))
        for site, link_id, url, title, relevance in rows
    ]


# Values read without a rule, by site and heading: candidates for a rule.


class UnconfirmedName(NamedTuple):
    """A name under one heading of a site; `first` and `last` are two of its values."""

    site: str
    section: str
    name: str
    attribute: str | None
    pages: int
    confidence: float
    first: str
    last: str


_SECTIONS: BindParameter[str] = bindparam("sections", expanding=True)
_LINK = records.c.link_id
_VALUES = record_values.join(records, records.c.id == record_values.c.record_id).join(
    links, links.c.id == records.c.link_id
)
# A literal '', so that SQLite can use the partial index of unconfirmed values.
_UNCONFIRMED = (
    record_values.c.by != literal_column("''"),
    record_values.c.until.is_(None),
    links.c.topic == bindparam("of_topic"),
)
_NAMES = (
    select(
        *(links.c.site, record_values.c.section, record_values.c.name),
        func.max(record_values.c.attribute),
        func.count(_LINK.distinct()),
        func.avg(record_values.c.confidence),
        *(func.min(record_values.c.raw), func.max(record_values.c.raw)),
    )
    .select_from(_VALUES)
    .where(*_UNCONFIRMED, record_values.c.name != "")
    .group_by(links.c.site, record_values.c.section, record_values.c.name)
    .order_by(links.c.site, record_values.c.section, func.min(record_values.c.position))
)
_PAGES_OF_SECTION = (
    select(links.c.site, record_values.c.section, func.count(_LINK.distinct()))
    .select_from(_VALUES)
    .where(*_UNCONFIRMED)
    .group_by(links.c.site, record_values.c.section)
)
_PAGES_OF_SITE = (
    select(links.c.site, func.count(_LINK.distinct()))
    .select_from(_VALUES)
    .where(*_UNCONFIRMED)
    .group_by(links.c.site)
)
_OF_SITE = (*_UNCONFIRMED, links.c.site == bindparam("of_site"))
_IN_REGION = record_values.c.section.in_(_SECTIONS)
_BEST_PAGES = (
    select(_LINK)
    .select_from(_VALUES)
    .where(*_OF_SITE, _IN_REGION)
    .group_by(_LINK)
    .order_by(
        desc(func.count(record_values.c.name.distinct())),
        desc(func.avg(record_values.c.confidence)),
        _LINK,
    )
    .limit(bindparam("most"))
)
_ON_PAGE = (
    select(*(record_values.c[name] for name in ReadValue._fields))
    .select_from(_VALUES)
    .where(
        *_OF_SITE,
        records.c.link_id == bindparam("page"),
        or_(_IN_REGION, record_values.c.name == ""),
    )
    .order_by(records.c.id, record_values.c.position)
)


def unconfirmed_names(
    conn: Connection, topic: str, site: str | None = None
) -> list[UnconfirmedName]:
    """Of all sites or of one; names as pages write them, roughly in page order."""
    wanted = _NAMES if site is None else _NAMES.where(links.c.site == site)
    return [UnconfirmedName._make(row) for row in conn.execute(wanted, {"of_topic": topic})]


def pages_by_section(
    conn: Connection, topic: str, site: str | None = None
) -> dict[tuple[str, str], int]:
    """(site, heading) → number of pages with values under it that no rule reads."""
    wanted = _PAGES_OF_SECTION if site is None else _PAGES_OF_SECTION.where(links.c.site == site)
    rows = conn.execute(wanted, {"of_topic": topic})
    return {(found, section): pages for found, section, pages in rows}


def pages_by_site(conn: Connection, topic: str) -> dict[str, int]:
    """Site → number of pages with values that no rule reads."""
    found: dict[str, int] = dict(conn.execute(_PAGES_OF_SITE, {"of_topic": topic}).all())
    return found


def best_pages(
    conn: Connection, topic: str, site: str, sections: Collection[str], most: int
) -> list[int]:
    """Link ids of the pages that show most names under these headings."""
    values = {"of_topic": topic, "of_site": site, "sections": list(sections), "most": most}
    return list(conn.scalars(_BEST_PAGES, values))


def unconfirmed_values(
    conn: Connection, topic: str, site: str, sections: Collection[str], link_id: int
) -> list[ReadValue]:
    """The values of one page under these headings, in page order.

    Also values without a name (the product's name, its price), which belong to no heading.
    """
    values = {"of_topic": topic, "of_site": site, "sections": list(sections), "page": link_id}
    return [ReadValue._make(row) for row in conn.execute(_ON_PAGE, values)]
