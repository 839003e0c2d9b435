"""The frontier: links to be fetched, links being fetched, and all links ever seen.

Links are queued in buckets (site, URL shape, level); the crawl takes links from a bucket and ends
each in one of the states of `LinkState`. Style sheets and pictures are groups of their own: they
are no pages, and not counted as such.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, case, func, literal_column, or_, select, text, update

from store.database import batches, storable, upsert_into
from store.schema import captures, links, pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import Connection, Executable


LONGEST_ANCHOR = 200
STYLE_SHEET = "sheet"  # the group of style sheets: archived, but not counted
PICTURE = "picture"  # the group of products' pictures: kept as thumbnails, fetched once
NO_PAGES = (STYLE_SHEET, PICTURE)


class LinkState(StrEnum):
    QUEUED = "queued"
    TAKEN = "taken"
    DONE = "done"
    FAILED = "failed"
    FORBIDDEN = "forbidden"  # by robots.txt
    REFUSED = "refused"  # the URL is unsafe
    HELD = "held"  # a trap
    OFF = "off"  # its source is switched off
    REDIRECT = "redirect"


class NewLink(NamedTuple):
    """A link as found; `found_on` is the id of the page's own link."""

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
_ID_AT = select(links.c.id).where(
    links.c.topic == bindparam("of_topic"), links.c.url == bindparam("address")
)
_NEWEST = select(func.max(links.c.id))
# Filtered by topic afterwards: with the topic in the query SQLite would scan all its links.
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
# Also failed and forbidden links, which may work by now, and redirects, which may have changed.
_VISITED = tuple(
    state.value
    for state in (LinkState.DONE, LinkState.FAILED, LinkState.FORBIDDEN, LinkState.REDIRECT)
)
_QUEUE_ALL = _QUEUE_AGAIN.where(
    links.c.topic == bindparam("of_topic"),
    links.c.state.in_(_VISITED),
    links.c.link_group.not_in(NO_PAGES),
)
_QUEUE_DUE = _QUEUE_ALL.where(
    links.c.id.in_(
        select(pages.c.link_id).where(
            pages.c.topic == bindparam("of_topic"), pages.c.next_visit_at <= bindparam("now")
        )
    )
)


@cache
def _add_statement(dialect: str) -> Executable:
    new = upsert_into(links, dialect).values(
        state=literal_column(f"'{LinkState.QUEUED}'"),
        attempts=literal_column("0"),
        not_before=literal_column("0"),
    )
    return new.on_conflict_do_nothing(index_elements=["topic", "url"])


def add_links(conn: Connection, topic: str, found: Sequence[NewLink], now: float) -> dict[str, int]:
    """Queue the links that were never seen before; URL → id of these."""
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
    # Selecting the new rows afterwards is faster than RETURNING from every insert.
    newest = conn.scalar(_NEWEST) or 0
    conn.execute(_add_statement(conn.dialect.name), rows)
    added = conn.execute(_ADDED, {"newest": newest})
    return {row.url: row.id for row in added if row.topic == topic}


def known_urls(conn: Connection, topic: str, urls: Iterable[str]) -> set[str]:
    """Those of the URLs that were seen before, in any state."""
    return {
        url
        for some in batches(urls)
        for url in conn.scalars(_KNOWN, {"of_topic": topic, "urls": some})
    }


def link_id_at(conn: Connection, topic: str, url: str) -> int | None:
    """The id of the link with this URL; None if it was never seen."""
    return conn.scalar(_ID_AT, {"of_topic": topic, "address": storable(url)})


_URLS = (
    select(links.c.url)
    .where(links.c.topic == bindparam("of_topic"))
    .execution_options(yield_per=10_000)
)
_COUNT = select(func.count()).where(links.c.topic == bindparam("of_topic"))


def urls_of(conn: Connection, topic: str) -> Iterator[str]:
    """All URLs that were ever seen."""
    yield from conn.scalars(_URLS, {"of_topic": topic})


def count_urls(conn: Connection, topic: str) -> int:
    return int(conn.execute(_COUNT, {"of_topic": topic}).scalar_one())


def take_links(
    conn: Connection, topic: str, *bucket: *tuple[str, str, int], limit: int, now: float
) -> list[QueuedLink]:
    """Take the oldest links from a bucket (site, shape, level) that may be fetched now."""
    site, shape, level = bucket
    of_bucket = {"of_topic": topic, "of_site": site, "of_shape": shape, "of_level": level}
    rows = conn.execute(_NEXT, {**of_bucket, "now": now, "most": limit})
    taken = [QueuedLink._make(row) for row in rows]
    for some in batches(link.id for link in taken):
        conn.execute(_TAKE, {"ids": some})
    return taken


def release_links(conn: Connection, link_ids: Iterable[int]) -> None:
    """Return taken links to the queue."""
    for some in batches(link_ids):
        conn.execute(_RELEASE.where(_CHOSEN), {"ids": some})


def release_taken_links(conn: Connection, topic: str) -> int:
    """Return to the queue all links that a killed crawl had taken."""
    return conn.execute(_RELEASE.where(links.c.topic == topic)).rowcount


def put_link_back(conn: Connection, link_id: int, not_before: float, attempts: int) -> None:
    """Queue for another attempt, not before that time."""
    conn.execute(_PUT_BACK, {"link": link_id, "earliest": not_before, "tried": attempts})


def set_link_levels(conn: Connection, levels: Mapping[int, int]) -> None:
    """Return links to the queue with new levels: link id → level."""
    if levels:
        conn.execute(_RELEVEL, [{"link": link, "into": level} for link, level in levels.items()])


def set_link_group(conn: Connection, link_id: int, group: str) -> None:
    """Replace the predicted group of a link by that of its page."""
    conn.execute(_REGROUP, {"link": link_id, "into": group})


def finish_link(conn: Connection, link_id: int, state: LinkState) -> None:
    conn.execute(_FINISH, {"link": link_id, "into": state.value})


def queue_links_again(conn: Connection, topic: str, now: float, *, only_due: bool) -> int:
    """Queue visited links again: all of them, or only those whose next visit is due."""
    if only_due:
        return conn.execute(_QUEUE_DUE, {"of_topic": topic, "now": now}).rowcount
    return conn.execute(_QUEUE_ALL, {"of_topic": topic}).rowcount


def queue_site_again(conn: Connection, topic: str, site: str) -> int:
    """Queue all visited links of a site again, whether or not they are due."""
    return conn.execute(_QUEUE_ALL.where(links.c.site == site), {"of_topic": topic}).rowcount


# Links of a channel, whose shape is the name of their source.


_UNFETCHED = ~select(pages.c.link_id).where(pages.c.link_id == links.c.id).exists()
_QUEUE_FAILED = _QUEUE_AGAIN.where(
    links.c.topic == bindparam("of_topic"),
    links.c.url.in_(bindparam("urls", expanding=True)),
    # Not the bare column: SQLite would walk through all failed links, by the queue's index.
    links.c.state.concat("").in_([LinkState.FAILED.value, LinkState.FORBIDDEN.value]),
    _UNFETCHED,
)
_IS_ON = links.c.shape.in_(bindparam("on", expanding=True))
_SWITCHED = case((_IS_ON, LinkState.QUEUED.value), else_=LinkState.OFF.value)
_SWITCH = (
    update(links)
    .where(
        links.c.topic == bindparam("of_topic"),
        links.c.state.in_([LinkState.QUEUED.value, LinkState.OFF.value]),
        links.c.state != _SWITCHED,
    )
    .values(state=_SWITCHED)
)
_SET_KIND = _QUEUE_AGAIN.where(
    links.c.topic == bindparam("of_topic"),
    links.c.url == bindparam("address"),
    or_(links.c.shape != bindparam("new_shape"), links.c.link_group != bindparam("new_group")),
).values(shape=bindparam("new_shape"), link_group=bindparam("new_group"))
_ORIGIN = select(
    *(links.c.url, links.c.shape, links.c.link_group, links.c.found_on, links.c.state)
).where(links.c.id == bindparam("link"))
_LONGEST_CHAIN = 1000


def queue_failed_again(conn: Connection, topic: str, urls: Iterable[str]) -> list[LinkPlace]:
    """Queue those of the links that failed and were never fetched; where they are queued."""
    places = []
    for some in batches(urls):
        again = conn.execute(
            _QUEUE_FAILED.returning(links.c.site, links.c.shape, links.c.level),
            {"of_topic": topic, "urls": some},
        )
        places += [LinkPlace._make(row) for row in again]
    return places


def switch_sources(conn: Connection, topic: str, on: Sequence[str]) -> None:
    """Queue the links of these sources alone; those of others wait until theirs is on again."""
    conn.execute(_SWITCH, {"of_topic": topic, "on": list(on)})


def set_link_kind(conn: Connection, topic: str, url: str, shape: str, group: str) -> None:
    """A link that was of another source or group is queued again."""
    values = {"of_topic": topic, "address": url, "new_shape": shape, "new_group": group}
    conn.execute(_SET_KIND, values)


class ChannelLink(NamedTuple):
    """`first` is the address of the first page of its list or thread."""

    source: str
    group: str
    first: str


def channel_link(conn: Connection, link_id: int) -> ChannelLink:
    """Where a page of a channel comes from: back along the pages of its own group.

    What a redirect leads to is a first page: further pages have addresses like it.
    """
    link = before = conn.execute(_ORIGIN, {"link": link_id}).one()
    for _ in range(_LONGEST_CHAIN):
        if before.found_on is None:
            break
        parent = conn.execute(_ORIGIN, {"link": before.found_on}).one()
        if parent.link_group != link.link_group or parent.state == LinkState.REDIRECT.value:
            break
        before = parent
    return ChannelLink(link.shape, link.link_group, before.url)


# What is queued.


class LinkPlace(NamedTuple):
    """The bucket of a link."""

    site: str
    shape: str
    level: int


class QueueBucket(NamedTuple):
    """Queued links of one site, shape and level, including those that may not be fetched yet."""

    site: str
    shape: str
    level: int
    group: str
    queued: int


_OF_TOPIC = links.c.topic == bindparam("of_topic")
_KIND = (links.c.site, links.c.shape, links.c.level, links.c.link_group)
_BUCKETS = (
    select(*_KIND, func.count())
    .where(_OF_TOPIC, links.c.state == LinkState.QUEUED.value)
    .group_by(*_KIND)
    .order_by(*_KIND)
)
_COUNTS = (
    select(links.c.link_group, links.c.state, func.count())
    .where(_OF_TOPIC, links.c.link_group.not_in(NO_PAGES))
    .group_by(links.c.link_group, links.c.state)
)
# Spelled exactly like the condition of the partial index, so that databases use it.
_WAITING = select(func.min(links.c.not_before)).where(
    _OF_TOPIC,
    text("state = 'queued' AND not_before > 0"),
    links.c.not_before > bindparam("now"),
)
_UNFINISHED = (
    select(links.c.id)
    .where(_OF_TOPIC, links.c.state.in_([LinkState.QUEUED.value, LinkState.TAKEN.value]))
    .limit(1)
)


def queue_buckets(conn: Connection, topic: str) -> list[QueueBucket]:
    return [QueueBucket._make(row) for row in conn.execute(_BUCKETS, {"of_topic": topic})]


def link_counts(conn: Connection, topic: str) -> dict[tuple[str, LinkState], int]:
    """(group, state) → number of links."""
    rows = conn.execute(_COUNTS, {"of_topic": topic})
    return {(group, LinkState(state)): number for group, state, number in rows}


def queue_waits_until(conn: Connection, topic: str, now: float) -> float | None:
    """The earliest time at which a link that has to wait may be fetched; None if none waits."""
    until: float | None = conn.scalar(_WAITING, {"of_topic": topic, "now": now})
    return until


def is_queue_empty(conn: Connection, topic: str) -> bool:
    """Is nothing queued or being fetched?"""
    return conn.scalar(_UNFINISHED, {"of_topic": topic}) is None


# Redirects that led to a link.


_LINK_BEFORE = select(links.c.url, links.c.state, links.c.found_on).where(
    links.c.id == bindparam("link")
)


def redirected_from(conn: Connection, found_on: int | None, most: int) -> list[str]:
    """The URLs that redirected here, nearest first; at most `most`, since chains may be endless."""
    chain: list[str] = []
    while found_on is not None and len(chain) < most:
        row = conn.execute(_LINK_BEFORE, {"link": found_on}).first()
        if row is None or row.state != LinkState.REDIRECT.value:
            break
        chain.append(row.url)
        found_on = row.found_on
    return chain


# Style sheets: links of a group of their own, archived but not counted as pages.


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
