"""Style sheets: links of a group of their own, archived but not counted as pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, func, select, update

from index.ledger.frontier import SHEET, LinkState
from index.ledger.tables import captures, links

if TYPE_CHECKING:
    from sqlalchemy import Connection


class StoredSheet(NamedTuple):
    """Where the newest body of a sheet lies."""

    file: str
    offset: int
    length: int


_OF_TOPIC = (links.c.topic == bindparam("of_topic"), links.c.link_group == SHEET)
_NEWEST = (
    select(captures.c.file, captures.c.offset, captures.c.length)
    .join(links, links.c.id == captures.c.link_id)
    .where(*_OF_TOPIC, links.c.url == bindparam("address"))
    .order_by(captures.c.id.desc())
    .limit(1)
)
# All states are named so that the queue's index serves, which begins with them.
_NUMBER = select(func.count()).where(
    links.c.topic == bindparam("of_topic"),
    links.c.state.in_([state.value for state in LinkState]),
    links.c.site == bindparam("of_site"),
    links.c.shape == bindparam("of_shape"),
)


_FETCHED_SINCE = (
    select(captures.c.id)
    .where(captures.c.link_id == links.c.id, captures.c.captured_at > bindparam("before"))
    .exists()
)
_AGAIN = (
    update(links)
    .where(
        *_OF_TOPIC,
        links.c.url == bindparam("address"),
        links.c.state == LinkState.DONE.value,
        ~_FETCHED_SINCE,
    )
    .values(state=LinkState.QUEUED.value)
)


def queue_sheet_again(conn: Connection, topic: str, url: str, before: float) -> bool:
    """Queue a sheet that was last fetched before a time; False for any other."""
    asked = {"of_topic": topic, "address": url, "before": before}
    return conn.execute(_AGAIN, asked).rowcount > 0


def stored_sheet(conn: Connection, topic: str, url: str) -> StoredSheet | None:
    row = conn.execute(_NEWEST, {"of_topic": topic, "address": url}).first()
    return None if row is None else StoredSheet._make(row)


def links_of_shape(conn: Connection, topic: str, site: str, shape: str) -> int:
    """How many of a site were ever found, whatever became of them."""
    asked = {"of_topic": topic, "of_site": site, "of_shape": shape}
    return int(conn.execute(_NUMBER, asked).scalar_one())
