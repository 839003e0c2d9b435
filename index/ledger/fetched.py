"""What is known of the pages that were fetched."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, bindparam, case, func, select, update

from index.ledger.dialects import insert_into
from index.ledger.portions import portions
from index.ledger.tables import pages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Executable


class KnownPage(NamedTuple):
    """What the last visits left: for conditional requests and for the next visit's time."""

    etag: str | None
    last_modified: str | None
    digest: str | None
    capture_id: int | None
    relevance: float | None
    outcome: str | None
    visits: int
    changes: int
    fetched_at: float
    changed_at: float
    next_visit_at: float


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """One visit. Without a digest no body came (304, say): what is None then stays as it was."""

    link_id: int
    topic: str
    url: str
    site: str
    status: int
    fetched_at: float
    next_visit_at: float
    content_type: str | None = None
    title: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    digest: str | None = None
    relevance: float | None = None
    outcome: str | None = None
    capture_id: int | None = None


_KNOWN = select(pages.c.link_id, *(pages.c[name] for name in KnownPage._fields)).where(
    pages.c.link_id.in_(bindparam("ids", expanding=True))
)
_OF_THE_BODY = (
    *("content_type", "title", "etag", "last_modified"),
    *("digest", "relevance", "outcome", "capture_id"),
)


_OUTCOME = (
    update(pages)
    .where(pages.c.link_id == bindparam("link"))
    .values(
        outcome=bindparam("came_to"),
        relevance=func.coalesce(bindparam("relevant"), pages.c.relevance),
    )
)


@cache
def _save(dialect: str) -> Executable:
    new = insert_into(pages, dialect)
    came = new.excluded
    changed = and_(came.digest.is_not(None), came.digest != pages.c.digest)
    another = and_(came.digest.is_not(None), came.digest.is_distinct_from(pages.c.digest))
    body = {
        name: case(
            (came.digest.is_(None), func.coalesce(came[name], pages.c[name])), else_=came[name]
        )
        for name in _OF_THE_BODY
    }
    return new.on_conflict_do_update(
        index_elements=["link_id"],
        set_={
            **body,
            "status": came.status,
            "visits": pages.c.visits + 1,
            "changes": pages.c.changes + case((changed, 1), else_=0),
            "fetched_at": came.fetched_at,
            "changed_at": case((another, came.fetched_at), else_=pages.c.changed_at),
            "next_visit_at": came.next_visit_at,
        },
    )


def known_pages(conn: Connection, link_ids: Iterable[int]) -> dict[int, KnownPage]:
    """Link id → what is known, for those that were fetched before."""
    return {
        row[0]: KnownPage._make(row[1:])
        for some in portions(link_ids)
        for row in conn.execute(_KNOWN, {"ids": some})
    }


def set_outcome(
    conn: Connection, link_id: int, outcome: str, relevance: float | None = None
) -> None:
    """A stored page was read again; when it was fetched stays as it is.

    So does the relevance, where it was not worked out anew.
    """
    conn.execute(_OUTCOME, {"link": link_id, "came_to": outcome, "relevant": relevance})


def known_page(conn: Connection, link_id: int) -> KnownPage | None:
    return known_pages(conn, [link_id]).get(link_id)


def save_page(conn: Connection, page: FetchedPage) -> None:
    """Keep a visit: one more, and a change if the body's digest is another than before."""
    first = {"visits": 1, "changes": 0}
    times = {"first_fetched_at": page.fetched_at, "changed_at": page.fetched_at}
    conn.execute(_save(conn.dialect.name), asdict(page) | first | times)
