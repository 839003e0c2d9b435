"""The frontier: links to be fetched, links being fetched, and all links ever seen.

Links are queued in buckets (site, URL shape, level); a crawl takes links from a bucket and ends
each in one of the states of `LinkState`. What one run has taken, another cannot end: where crawlers
share a ledger, it may have been taken over (`LinkLostError`). Style sheets and pictures are groups
of their own: they are no pages, and not counted as such.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, case, func, literal_column, or_, select, text, update

from store.database import batches, storable, upsert_into
from store.schema import links, pages

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import Connection, Executable, Update

    from store.database import Upsert


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


class LinkLostError(Exception):
    """The link no longer belongs to this run: another one took it over, or stored its page.

    Nothing of the transaction may be kept; the page is, or will be, stored by that run.
    """


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
_DUE = (
    select(*_COLUMNS)
    .join_from(links, _PARENTS, _PARENTS.c.id == links.c.found_on, isouter=True)
    .where(
        links.c.topic == bindparam("of_topic"),
        links.c.state == LinkState.QUEUED.value,
        links.c.not_before <= bindparam("now"),
    )
    .order_by(links.c.id)
    # Does nothing on SQLite, where writers wait for each other.
    .with_for_update(of=links, skip_locked=True)
)
_NEXT = _DUE.where(
    links.c.site == bindparam("of_site"),
    links.c.shape == bindparam("of_shape"),
    links.c.level == bindparam("of_level"),
).limit(bindparam("most"))
_DUE_OF_THESE = _DUE.where(_CHOSEN)
_TAKE = update(links).where(_CHOSEN).values(state=LinkState.TAKEN.value, taken_by=bindparam("run"))
_TAKEN = (
    select(links.c.id)
    .where(links.c.state == LinkState.TAKEN.value)
    .with_for_update(skip_locked=True)
)
_RELEASE = (
    update(links).where(links.c.state == LinkState.TAKEN.value).values(state=LinkState.QUEUED.value)
)
_FINISH = update(links).where(links.c.id == bindparam("link")).values(state=bindparam("into"))
_IS_OURS = (links.c.state == LinkState.TAKEN.value, links.c.taken_by == bindparam("run"))
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
def _add_statement(dialect: str) -> Upsert:
    new = upsert_into(links, dialect).values(
        state=literal_column(f"'{LinkState.QUEUED}'"),
        attempts=literal_column("0"),
        not_before=literal_column("0"),
    )
    return new.on_conflict_do_nothing(index_elements=["topic", "url"])


@cache
def _add_and_return_statement(dialect: str) -> Executable:
    new = _add_statement(dialect)
    return new.returning(links.c.url, links.c.id)


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
    if conn.dialect.name == "postgresql":
        # In one order, so that two writers of the same links wait for each other only once.
        rows.sort(key=itemgetter("url"))
        added = conn.execute(_add_and_return_statement(conn.dialect.name), rows)
        return {row.url: row.id for row in added}
    # With a single writer, selecting the new rows afterwards is faster than RETURNING from every
    # insert.
    newest = conn.scalar(_NEWEST) or 0
    conn.execute(_add_statement(conn.dialect.name), rows)
    newer = conn.execute(_ADDED, {"newest": newest})
    return {row.url: row.id for row in newer if row.topic == topic}


def known_urls(conn: Connection, topic: str, urls: Iterable[str]) -> set[str]:
    """Which of the URLs were seen before, in any state."""
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
    conn: Connection,
    topic: str,
    *bucket: *tuple[str, str, int],
    limit: int,
    now: float,
    run_id: int | None = None,
) -> list[QueuedLink]:
    """Take the oldest links from a bucket (site, shape, level) that may be fetched now."""
    site, shape, level = bucket
    of_bucket = {"of_topic": topic, "of_site": site, "of_shape": shape, "of_level": level}
    rows = conn.execute(_NEXT, {**of_bucket, "now": now, "most": limit})
    taken = [QueuedLink._make(row) for row in rows]
    for some in batches(link.id for link in taken):
        conn.execute(_TAKE, {"ids": some, "run": run_id})
    return taken


def take_these_links(
    conn: Connection, topic: str, link_ids: Iterable[int], now: float, run_id: int
) -> list[QueuedLink]:
    """Take those of the links that wait and may be fetched now."""
    taken: list[QueuedLink] = []
    for some in batches(link_ids):
        rows = conn.execute(_DUE_OF_THESE, {"ids": some, "of_topic": topic, "now": now})
        found = [QueuedLink._make(row) for row in rows]
        if found:
            conn.execute(_TAKE, {"ids": [link.id for link in found], "run": run_id})
        taken += found
    return taken


def release_links(conn: Connection, link_ids: Iterable[int]) -> None:
    """Return taken links to the queue."""
    for some in batches(link_ids):
        conn.execute(_RELEASE.where(_CHOSEN), {"ids": some})


def release_taken_links(conn: Connection, topic: str, run_ids: Sequence[int] | None = None) -> int:
    """Return to the queue the links that these runs have taken; None for all of the topic.

    Links that one of the runs is just storing are left to it.
    """
    taken = _TAKEN.where(links.c.topic == topic)
    if run_ids is not None:
        taken = taken.where(links.c.taken_by.in_(run_ids))
    return conn.execute(_RELEASE.where(links.c.id.in_(taken))).rowcount


def put_link_back(
    conn: Connection, link_id: int, not_before: float, attempts: int, run_id: int | None = None
) -> None:
    """Queue for another attempt, not before that time; LinkLostError unless it is the run's."""
    values = {"link": link_id, "earliest": not_before, "tried": attempts}
    _end(conn, _PUT_BACK, values, run_id)


def finish_link(
    conn: Connection, link_id: int, state: LinkState, run_id: int | None = None
) -> None:
    """End a link in a state; LinkLostError if a run is given that has not taken it.

    Call it first in the transaction that stores the page: it locks the link against others.
    """
    _end(conn, _FINISH, {"link": link_id, "into": state.value}, run_id)


def _end(
    conn: Connection, statement: Update, values: Mapping[str, object], run: int | None
) -> None:
    if run is None:
        conn.execute(statement, values)
    elif conn.execute(statement.where(*_IS_OURS), {**values, "run": run}).rowcount == 0:
        raise LinkLostError(f"link {values['link']} is not taken by run {run}")


def set_link_levels(conn: Connection, levels: Mapping[int, int]) -> None:
    """Return links to the queue with new levels: link id → level."""
    if levels:
        conn.execute(_RELEVEL, [{"link": link, "into": level} for link, level in levels.items()])


def set_link_group(conn: Connection, link_id: int, group: str) -> None:
    """Replace the predicted group of a link by that of its page."""
    conn.execute(_REGROUP, {"link": link_id, "into": group})


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
    """Set source and group; a link that had others is queued again."""
    values = {"of_topic": topic, "address": url, "new_shape": shape, "new_group": group}
    conn.execute(_SET_KIND, values)


class ChannelLink(NamedTuple):
    """`first` is the address of the first page of its list or thread."""

    source: str
    group: str
    first: str


def channel_link(conn: Connection, link_id: int) -> ChannelLink:
    """Where a page of a channel comes from: follows the links back within its own group.

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


def queue_buckets(
    conn: Connection, topic: str, sites: Collection[str] | None = None
) -> list[QueueBucket]:
    """The buckets of these sites; None for all sites."""
    if sites is None:
        rows = conn.execute(_BUCKETS, {"of_topic": topic}).all()
    else:
        wanted = _BUCKETS.where(links.c.site.in_(bindparam("of_sites", expanding=True)))
        parts = ({"of_topic": topic, "of_sites": some} for some in batches(sites))
        rows = [row for part in parts for row in conn.execute(wanted, part)]
    return [QueueBucket._make(row) for row in rows]


def link_counts(conn: Connection, topic: str) -> dict[tuple[str, LinkState], int]:
    """(group, state) → number of links."""
    rows = conn.execute(_COUNTS, {"of_topic": topic})
    return {(group, LinkState(state)): number for group, state, number in rows}


def queue_waits_until(conn: Connection, topic: str, now: float) -> float | None:
    """The earliest time at which a link that has to wait may be fetched; None if none waits."""
    until: float | None = conn.scalar(_WAITING, {"of_topic": topic, "now": now})
    return until


def is_queue_empty(conn: Connection, topic: str) -> bool:
    """Whether nothing is queued or being fetched."""
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
