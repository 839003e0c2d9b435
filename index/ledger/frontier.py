"""The links: those to be fetched, those on their way, and all that were ever seen."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, func, literal_column, select, update

from index.ledger.column_types import storable
from index.ledger.dialects import insert_into
from index.ledger.portions import portions
from index.ledger.tables import links, pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import Connection, Executable

LONGEST_ANCHOR = 200
SHEET = "sheet"  # the group of style sheets: stored beside pages, and counted nowhere


class LinkState(StrEnum):
    QUEUED = "queued"
    TAKEN = "taken"
    DONE = "done"
    FAILED = "failed"
    FORBIDDEN = "forbidden"  # by robots.txt
    REFUSED = "refused"  # the address is unsafe
    HELD = "held"  # a trap, or over a budget
    REDIRECT = "redirect"


class NewLink(NamedTuple):
    """A link as found; `found_on` is the id of the link whose page shows it."""

    url: str
    site: str
    shape: str
    group: str
    level: int
    depth: int
    hops: int = 0
    found_on: int | None = None
    anchor: str = ""


class QueuedLink(NamedTuple):
    id: int
    url: str
    site: str
    shape: str
    group: str
    level: int
    depth: int
    hops: int
    attempts: int
    found_on: int | None
    anchor: str
    found_on_url: str


_PARENTS = links.alias("parents")
_COLUMNS = (
    links.c.id,
    links.c.url,
    links.c.site,
    links.c.shape,
    links.c.link_group,
    links.c.level,
    links.c.depth,
    links.c.hops,
    links.c.attempts,
    links.c.found_on,
    links.c.anchor,
    func.coalesce(_PARENTS.c.url, ""),
)
_CHOSEN = links.c.id.in_(bindparam("ids", expanding=True))
_KNOWN = select(links.c.url).where(
    links.c.topic == bindparam("of_topic"), links.c.url.in_(bindparam("urls", expanding=True))
)
_NEWEST = select(func.max(links.c.id))
# The topic is looked at afterwards: asked for it, SQLite would walk through all its links.
_ADDED = (
    select(links.c.topic, links.c.url, links.c.id)
    .where(links.c.id > bindparam("newest"))
    .order_by(links.c.id)
)
_NEXT = (
    select(*_COLUMNS)
    .join_from(links, _PARENTS, _PARENTS.c.id == links.c.found_on, isouter=True)
    .where(
        links.c.topic == bindparam("of_topic"),
        links.c.state == LinkState.QUEUED.value,
        links.c.site == bindparam("of_site"),
        links.c.shape == bindparam("of_shape"),
        links.c.level == bindparam("of_level"),
        links.c.not_before <= bindparam("now"),
    )
    .order_by(links.c.id)
    .limit(bindparam("most"))
)
_TAKE = update(links).where(_CHOSEN).values(state=LinkState.TAKEN.value)
_RELEASE = (
    update(links).where(links.c.state == LinkState.TAKEN.value).values(state=LinkState.QUEUED.value)
)
_FINISH = update(links).where(links.c.id == bindparam("link")).values(state=bindparam("into"))
_PUT_BACK = (
    update(links)
    .where(links.c.id == bindparam("link"))
    .values(
        state=LinkState.QUEUED.value,
        not_before=bindparam("earliest"),
        attempts=bindparam("tried"),
    )
)
_RELEVEL = (
    update(links)
    .where(links.c.id == bindparam("link"))
    .values(state=LinkState.QUEUED.value, level=bindparam("into"))
)
_REGROUP = update(links).where(links.c.id == bindparam("link")).values(link_group=bindparam("into"))
_QUEUE_AGAIN = update(links).values(state=LinkState.QUEUED.value, not_before=0.0, attempts=0)
# What failed or was forbidden may be there by now, what moved may have moved on.
_VISITED = tuple(
    state.value
    for state in (LinkState.DONE, LinkState.FAILED, LinkState.FORBIDDEN, LinkState.REDIRECT)
)
_ALL = _QUEUE_AGAIN.where(
    links.c.topic == bindparam("of_topic"),
    links.c.state.in_(_VISITED),
    links.c.link_group != SHEET,
)
_DUE = _ALL.where(
    links.c.id.in_(
        select(pages.c.link_id).where(
            pages.c.topic == bindparam("of_topic"), pages.c.next_visit_at <= bindparam("now")
        )
    )
)


@cache
def _add(dialect: str) -> Executable:
    new = insert_into(links, dialect).values(
        state=literal_column(f"'{LinkState.QUEUED}'"),
        attempts=literal_column("0"),
        not_before=literal_column("0"),
    )
    return new.on_conflict_do_nothing(index_elements=["topic", "url"])


def add_links(conn: Connection, topic: str, found: Sequence[NewLink], now: float) -> dict[str, int]:
    """Queue the links that were never seen; address → id of those alone."""
    if not found:
        return {}
    rows = [
        {
            "topic": topic,
            "url": storable(link.url),
            "site": storable(link.site),
            "shape": storable(link.shape),
            "link_group": link.group,
            "level": link.level,
            "depth": link.depth,
            "hops": link.hops,
            "found_on": link.found_on,
            "anchor": storable(link.anchor[:LONGEST_ANCHOR]),
            "added_at": now,
        }
        for link in found
    ]
    # Asking for the new rows afterwards is faster than having every insert return its own.
    newest = conn.scalar(_NEWEST) or 0
    conn.execute(_add(conn.dialect.name), rows)
    added = conn.execute(_ADDED, {"newest": newest})
    return {row.url: row.id for row in added if row.topic == topic}


def known_urls(conn: Connection, topic: str, urls: Iterable[str]) -> set[str]:
    """Which of these were seen before, whatever became of them?"""
    return {
        url
        for some in portions(urls)
        for url in conn.scalars(_KNOWN, {"of_topic": topic, "urls": some})
    }


def take(
    conn: Connection, topic: str, *bucket: *tuple[str, str, int], limit: int, now: float
) -> list[QueuedLink]:
    """Take the oldest links of a bucket (site, shape, level) that may be fetched now."""
    site, shape, level = bucket
    of_bucket = {"of_topic": topic, "of_site": site, "of_shape": shape, "of_level": level}
    rows = conn.execute(_NEXT, {**of_bucket, "now": now, "most": limit})
    taken = [QueuedLink._make(row) for row in rows]
    for some in portions(link.id for link in taken):
        conn.execute(_TAKE, {"ids": some})
    return taken


def release(conn: Connection, link_ids: Iterable[int]) -> None:
    """Back into the queue, as if never taken."""
    for some in portions(link_ids):
        conn.execute(_RELEASE.where(_CHOSEN), {"ids": some})


def release_taken(conn: Connection, topic: str) -> int:
    """What a crawl that was killed had on its way goes back into the queue."""
    return conn.execute(_RELEASE.where(links.c.topic == topic)).rowcount


def put_back(conn: Connection, link_id: int, not_before: float, attempts: int) -> None:
    """To be tried again, not before that time."""
    conn.execute(_PUT_BACK, {"link": link_id, "earliest": not_before, "tried": attempts})


def relevel(conn: Connection, levels: Mapping[int, int]) -> None:
    """Back into the queue with another level: link id → level."""
    if levels:
        conn.execute(_RELEVEL, [{"link": link, "into": level} for link, level in levels.items()])


def regroup(conn: Connection, link_id: int, group: str) -> None:
    """What a link was taken for before the visit is replaced by what its page turned out to be."""
    conn.execute(_REGROUP, {"link": link_id, "into": group})


def finish(conn: Connection, link_id: int, state: LinkState) -> None:
    conn.execute(_FINISH, {"link": link_id, "into": state.value})


def queue_again(conn: Connection, topic: str, now: float, *, only_due: bool) -> int:
    """Queue what was visited for another visit: pages whose time has come, or all."""
    if only_due:
        return conn.execute(_DUE, {"of_topic": topic, "now": now}).rowcount
    return conn.execute(_ALL, {"of_topic": topic}).rowcount
