"""Stored pages that no rule reads, by kind of address: where a label is worth most."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, desc, func, or_, select

from index.ledger.tables import links, pages

if TYPE_CHECKING:
    from sqlalchemy import Connection

_UNREAD = ("read", "no-rule", "no-match", "refused")
_SAMPLES = 4


class UnreadPage(NamedTuple):
    """`relevance` is how many of the topic's names it shows, from 0 to 1."""

    link_id: int
    url: str
    title: str
    relevance: float


class UnreadKind(NamedTuple):
    """Pages of a site whose addresses have one shape; `samples` are the most telling of them.

    `worth` counts pages, each by the square of its relevance: a few product pages outweigh many
    lists on which a name or two of the topic stand.
    """

    site: str
    shape: str
    pages: int
    worth: float
    samples: tuple[UnreadPage, ...]


_RELEVANCE = func.coalesce(pages.c.relevance, 0.0)
_KIND = (pages.c.site, links.c.shape)
_WITH_BODY = (
    pages.c.topic == bindparam("of_topic"),
    pages.c.outcome.in_(_UNREAD),
    pages.c.capture_id.is_not(None),
    or_(
        pages.c.content_type.like("text/html%"),
        pages.c.content_type.like("application/xhtml+xml%"),
    ),
)
_SINCE = (
    select(pages.c.link_id, pages.c.url, pages.c.title, _RELEVANCE.label("relevance"))
    .where(
        *_WITH_BODY,
        pages.c.site == bindparam("of_site"),
        pages.c.first_fetched_at > bindparam("moment"),
    )
    .order_by(pages.c.link_id)
)
_RANKED = (
    select(
        *_KIND,
        func.count().over(partition_by=_KIND).label("pages"),
        func.sum(_RELEVANCE * _RELEVANCE).over(partition_by=_KIND).label("worth"),
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
_BEST = (
    select(_RANKED)
    .where(_RANKED.c.place <= _SAMPLES)
    .order_by(
        desc(_RANKED.c.worth),
        desc(_RANKED.c.pages),
        *(_RANKED.c.site, _RANKED.c.shape, _RANKED.c.place),
    )
)


def unread_since(conn: Connection, topic: str, site: str, moment: float) -> list[UnreadPage]:
    """Pages of a site that came after the moment and that no rule reads."""
    asked = {"of_topic": topic, "of_site": site, "moment": moment}
    rows = conn.execute(_SINCE, asked)
    return [UnreadPage(row.link_id, row.url, row.title or "", row.relevance) for row in rows]


def unread_kinds(
    conn: Connection, topic: str, most: int, site: str | None = None
) -> list[UnreadKind]:
    """The most valuable first; of one site alone, if asked."""
    wanted = _BEST if site is None else _BEST.where(_RANKED.c.site == site)
    rows = conn.execute(wanted.limit(most * _SAMPLES), {"of_topic": topic})
    return [
        UnreadKind(
            *(site, shape, count, worth),
            tuple(
                UnreadPage(row.link_id, row.url, row.title or "", row.relevance) for row in group
            ),
        )
        for (site, shape, count, worth), group in groupby(rows, key=lambda row: tuple(row[:4]))
    ][:most]
