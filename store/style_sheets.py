"""Style sheets: links of a group of their own, archived but not counted as pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, func, select, update

from store.frontier import STYLE_SHEET, LinkState
from store.schema import captures, links

if TYPE_CHECKING:
    from sqlalchemy import Connection


class StoredSheet(NamedTuple):
    """Where the newest body of a style sheet is archived."""

    file: str
    offset: int
    length: int


_SHEETS_OF_TOPIC = (links.c.topic == bindparam("of_topic"), links.c.link_group == STYLE_SHEET)
_NEWEST_SHEET = (
    select(captures.c.file, captures.c.offset, captures.c.length)
    .join(links, links.c.id == captures.c.link_id)
    .where(*_SHEETS_OF_TOPIC, links.c.url == bindparam("address"))
    .order_by(captures.c.id.desc())
    .limit(1)
)
# Lists all states so that the queue's index, in which the state comes early, can be used.
_LINKS_OF_SHAPE = select(func.count()).where(
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
_QUEUE_SHEET_AGAIN = (
    update(links)
    .where(
        *_SHEETS_OF_TOPIC,
        links.c.url == bindparam("address"),
        links.c.state == LinkState.DONE.value,
        ~_FETCHED_SINCE,
    )
    .values(state=LinkState.QUEUED.value)
)


def queue_sheet_again(conn: Connection, topic: str, url: str, before: float) -> bool:
    """Queue a style sheet if it was last fetched before a time; was it queued?"""
    values = {"of_topic": topic, "address": url, "before": before}
    return conn.execute(_QUEUE_SHEET_AGAIN, values).rowcount > 0


def stored_sheet(conn: Connection, topic: str, url: str) -> StoredSheet | None:
    row = conn.execute(_NEWEST_SHEET, {"of_topic": topic, "address": url}).first()
    return None if row is None else StoredSheet._make(row)


def links_of_shape(conn: Connection, topic: str, site: str, shape: str) -> int:
    """How many links of this shape were ever found on the site, in any state."""
    values = {"of_topic": topic, "of_site": site, "of_shape": shape}
    return int(conn.execute(_LINKS_OF_SHAPE, values).scalar_one())
