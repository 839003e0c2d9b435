"""How much of what was known at a past moment is still read, by site and by page.

Repair asks for it: a site that was redesigned loses values that its pages still show. Pages that no
longer respond are counted separately: their values are gone with them.
"""

from __future__ import annotations

from collections import defaultdict
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, case, func, not_, or_, select

from core.records import ReadValue
from store.database import batches
from store.schema import links, pages, record_values, records

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import BindParameter, Connection


_REFUSED = "refused"
_OF_TOPIC = links.c.topic == bindparam("of_topic")


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
