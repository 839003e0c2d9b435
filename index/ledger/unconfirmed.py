"""Values read without a rule, by site and heading: a person may make a rule of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, desc, func, literal_column, or_, select

from core.records import ReadValue
from index.ledger.tables import links, record_values, records

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import BindParameter, Connection


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
_PAGE = records.c.link_id
_VALUES = record_values.join(records, records.c.id == record_values.c.record_id).join(
    links, links.c.id == records.c.link_id
)
# Written out, so that SQLite sees that its index of unconfirmed values is enough.
_UNCONFIRMED = (
    record_values.c.by != literal_column("''"),
    record_values.c.until.is_(None),
    links.c.topic == bindparam("of_topic"),
)
_NAMES = (
    select(
        *(links.c.site, record_values.c.section, record_values.c.name),
        func.max(record_values.c.attribute),
        func.count(_PAGE.distinct()),
        func.avg(record_values.c.confidence),
        *(func.min(record_values.c.raw), func.max(record_values.c.raw)),
    )
    .select_from(_VALUES)
    .where(*_UNCONFIRMED, record_values.c.name != "")
    .group_by(links.c.site, record_values.c.section, record_values.c.name)
    .order_by(links.c.site, record_values.c.section, func.min(record_values.c.position))
)
_PAGES = (
    select(links.c.site, record_values.c.section, func.count(_PAGE.distinct()))
    .select_from(_VALUES)
    .where(*_UNCONFIRMED)
    .group_by(links.c.site, record_values.c.section)
)
_PAGES_OF_SITE = (
    select(links.c.site, func.count(_PAGE.distinct()))
    .select_from(_VALUES)
    .where(*_UNCONFIRMED)
    .group_by(links.c.site)
)
_OF_SITE = (*_UNCONFIRMED, links.c.site == bindparam("of_site"))
_IN_REGION = record_values.c.section.in_(_SECTIONS)
_BEST = (
    select(_PAGE)
    .select_from(_VALUES)
    .where(*_OF_SITE, _IN_REGION)
    .group_by(_PAGE)
    .order_by(
        desc(func.count(record_values.c.name.distinct())),
        desc(func.avg(record_values.c.confidence)),
        _PAGE,
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
    """Of every site, or of one; names as pages write them, in about their order."""
    wanted = _NAMES if site is None else _NAMES.where(links.c.site == site)
    return [UnconfirmedName._make(row) for row in conn.execute(wanted, {"of_topic": topic})]


def pages_by_section(
    conn: Connection, topic: str, site: str | None = None
) -> dict[tuple[str, str], int]:
    """(site, heading) → on how many pages something stands under it that no rule reads."""
    wanted = _PAGES if site is None else _PAGES.where(links.c.site == site)
    rows = conn.execute(wanted, {"of_topic": topic})
    return {(found, section): pages for found, section, pages in rows}


def pages_by_site(conn: Connection, topic: str) -> dict[str, int]:
    """Site → on how many pages anything stands that no rule reads."""
    found: dict[str, int] = dict(conn.execute(_PAGES_OF_SITE, {"of_topic": topic}).all())
    return found


def best_pages(
    conn: Connection, topic: str, site: str, sections: Collection[str], most: int
) -> list[int]:
    """Links of the pages that show most under these headings."""
    asked = {"of_topic": topic, "of_site": site, "sections": list(sections), "most": most}
    return list(conn.scalars(_BEST, asked))


def unconfirmed_values(
    conn: Connection, topic: str, site: str, sections: Collection[str], link_id: int
) -> list[ReadValue]:
    """What one page says under these headings, in its order.

    What has no name (the product's own, its price) belongs to the page, not to a heading.
    """
    asked = {"of_topic": topic, "of_site": site, "sections": list(sections), "page": link_id}
    return [ReadValue._make(row) for row in conn.execute(_ON_PAGE, asked)]
