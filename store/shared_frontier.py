"""The frontier as one crawler sees it: the sites it holds, and the links that wait there.

Several crawlers may work on one crawl: those whose ledger is the same, on PostgreSQL. A site
belongs to one of them at a time, so that politeness holds whoever fetches. A crawler that gives no
sign of life for a minute is taken for dead, and the others take over its sites; should it wake up,
it cannot store what it fetched, because its links now belong to others (`LinkLostError`).

`Frontier` is all that the spider asks for. `LedgerFrontier` is that of a ledger with one crawl at a
time (SQLite), where all sites are the crawl's. `SharedLedgerFrontier` is that of many.
"""

from __future__ import annotations

from functools import cache
from math import ceil
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sqlalchemy import and_, bindparam, func, null, or_, select, text, update

from store.database import database_time, upsert_into
from store.frontier import (
    LinkState,
    add_links,
    finish_link,
    put_link_back,
    queue_buckets,
    queue_waits_until,
    release_links,
    release_taken_links,
    take_links,
)
from store.runs import INTERRUPTED, RUNNING, start_run
from store.schema import links, runs, site_leases

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, Executable

    from store.frontier import NewLink, QueueBucket, QueuedLink


LEASE_SECONDS = 60.0  # without a sign of life; the heartbeat comes every few seconds
# After a restart of the database server its crawlers need a moment to come back.
_GRACE_SECONDS = 15.0


class SiteChanges(NamedTuple):
    """The result of `hold_sites`.

    `gained` are sites that are ours now, each with its earliest time for a request, `lost` those
    that were. `surplus` is how many of ours should go to crawlers that have too few. `others_work`
    tells whether other crawlers of this crawl still do, so that there may be more to come.
    """

    gained: Mapping[str, float]
    lost: Collection[str] = ()
    surplus: int = 0
    others_work: bool = False


class Frontier(Protocol):
    """Every method works in the ledger's transaction `conn`, which the caller commits.

    An implementation with a store of its own beside the ledger writes to both: the ledger has all
    links and their states, and its word counts.
    """

    @property
    def is_shared(self) -> bool:
        """Whether other crawlers may hold sites; if not, every site is ours without asking."""

    def hold_sites(self, conn: Connection, held: Collection[str], wanted: int) -> SiteChanges:
        """Show that we are alive, and take up to that many more free sites with waiting links."""

    def release_sites(self, conn: Connection, sites: Mapping[str, float]) -> None:
        """Leave sites to others, each with the earliest time for their first request."""

    def buckets(self, conn: Connection, sites: Collection[str] | None = None) -> list[QueueBucket]:
        """How many links wait in each bucket of these sites; None for all sites."""

    def take(
        self, conn: Connection, bucket: tuple[str, str, int], limit: int, now: float
    ) -> list[QueuedLink]:
        """Take the oldest links of a bucket that may be fetched now; no other crawler gets them."""

    def waits_until(self, conn: Connection, now: float) -> float | None:
        """The earliest time at which a link that has to wait may be fetched; None if none waits."""

    def add(self, conn: Connection, found: Sequence[NewLink], now: float) -> dict[str, int]:
        """Queue the links that were never seen before; URL → id of these."""

    def finish(self, conn: Connection, link_id: int, state: LinkState) -> None:
        """End a link; LinkLostError if it is not ours any more. Call it before all other writes."""

    def put_back(self, conn: Connection, link_id: int, not_before: float, attempts: int) -> None:
        """Queue for another attempt, not before that time; LinkLostError as above."""

    def release(self, conn: Connection, link_ids: Iterable[int]) -> None:
        """Return links that were taken and not requested."""

    def leave(self, conn: Connection) -> None:
        """At the end of the run: all its links and sites are free again."""


class LedgerFrontier:
    """One crawl at a time: every site is ours."""

    is_shared = False

    def __init__(self, topic: str, run_id: int) -> None:
        self._topic = topic
        self._run = run_id

    def hold_sites(self, conn: Connection, held: Collection[str], wanted: int) -> SiteChanges:
        del wanted
        waiting = {bucket.site: 0.0 for bucket in self.buckets(conn)}
        return SiteChanges(dict.fromkeys(waiting.keys() - set(held), 0.0))

    def release_sites(self, conn: Connection, sites: Mapping[str, float]) -> None:
        pass

    def buckets(self, conn: Connection, sites: Collection[str] | None = None) -> list[QueueBucket]:
        return queue_buckets(conn, self._topic, sites)

    def take(
        self, conn: Connection, bucket: tuple[str, str, int], limit: int, now: float
    ) -> list[QueuedLink]:
        return take_links(conn, self._topic, *bucket, limit=limit, now=now, run_id=self._run)

    def waits_until(self, conn: Connection, now: float) -> float | None:
        return queue_waits_until(conn, self._topic, now)

    def add(self, conn: Connection, found: Sequence[NewLink], now: float) -> dict[str, int]:
        return add_links(conn, self._topic, found, now)

    def finish(self, conn: Connection, link_id: int, state: LinkState) -> None:
        finish_link(conn, link_id, state, self._run)

    def put_back(self, conn: Connection, link_id: int, not_before: float, attempts: int) -> None:
        put_link_back(conn, link_id, not_before, attempts, self._run)

    def release(self, conn: Connection, link_ids: Iterable[int]) -> None:
        release_links(conn, link_ids)

    def leave(self, conn: Connection) -> None:
        release_taken_links(conn, self._topic)

    def others_run(self, conn: Connection) -> bool:
        """Whether other crawlers are at work on this crawl."""
        del conn
        return False


class SharedLedgerFrontier(LedgerFrontier):
    """Many crawlers, each of which holds sites by leases in the ledger (PostgreSQL)."""

    is_shared = True

    def hold_sites(self, conn: Connection, held: Collection[str], wanted: int) -> SiteChanges:
        dead = end_dead_runs(conn, self._run)
        if dead or wanted:
            release_lost_links(conn, self._topic)
        # A run that was wrongly taken for dead finds that it has no sites.
        mine = set(conn.scalars(_HELD, {"run": self._run}))
        others = conn.execute(_OTHERS, {"of_topic": self._topic, "run": self._run}).all()
        gained = self._claimed(conn, wanted, len(mine), [other.sites for other in others])
        keep_alive(conn, self._run, wants_sites=len(gained) < wanted)
        found_again = dict.fromkeys(mine.difference(held), 0.0)  # of a commit that seemed to fail
        fewest = min((other.sites for other in others if other.wants_sites), default=None)
        many = len(mine) + len(gained)
        return SiteChanges(
            gained={**found_again, **gained},
            lost=[site for site in held if site not in mine],
            surplus=0 if fewest is None else max(0, (many - fewest) // 2),
            others_work=any(other.sites or not other.wants_sites for other in others),
        )

    def _claimed(
        self, conn: Connection, wanted: int, held: int, of_others: Sequence[int]
    ) -> dict[str, float]:
        """Not more than our part of all sites, so that all crawlers have some."""
        if not wanted:
            return {}
        free = conn.scalars(_FREE_SITES, {"of_topic": self._topic, "most": wanted}).all()
        share = ceil((len(free) + held + sum(of_others)) / (1 + len(of_others)))
        ours = sorted(free)[: max(0, share - held)]
        if not ours:
            return {}
        rows = [{"site": site, "run_id": self._run, "not_before": 0.0} for site in ours]
        claimed = conn.execute(_claim_statement(conn.dialect.name), rows)
        return {row.site: row.not_before for row in claimed}

    def release_sites(self, conn: Connection, sites: Mapping[str, float]) -> None:
        if sites:
            rows = [{"of_site": site, "earliest": sites[site]} for site in sorted(sites)]
            conn.execute(_RELEASE_SITE.where(site_leases.c.run_id == self._run), rows)

    def leave(self, conn: Connection) -> None:
        release_taken_links(conn, self._topic, [self._run])
        conn.execute(_FREE.where(site_leases.c.run_id == self._run))

    def others_run(self, conn: Connection) -> bool:
        others = {"of_topic": self._topic, "run": self._run}
        return conn.execute(_OTHERS, others).first() is not None


# Which runs are alive. All times are those of the database server: hosts may disagree on the time.


def keep_alive(conn: Connection, run_id: int, *, wants_sites: bool = False) -> None:
    """Show that the run is alive; one that was taken for dead is alive again."""
    conn.execute(
        update(runs)
        .where(runs.c.id == run_id)
        .values(
            outcome=RUNNING,
            ended_at=null(),
            wants_sites=wants_sites,
            alive_until=database_time(conn) + LEASE_SECONDS,
        )
    )


def is_alive(conn: Connection) -> ColumnElement[bool]:
    """A condition on `runs`: the crawler gave a sign of life lately."""
    started = func.extract("epoch", func.pg_postmaster_start_time())
    until = func.greatest(runs.c.alive_until, started + _GRACE_SECONDS)
    return and_(runs.c.outcome == RUNNING, until > database_time(conn))


def end_dead_runs(conn: Connection, our_run: int | None) -> list[int]:
    """Mark the runs of crawlers that gave no sign of life as interrupted, and free their sites."""
    silent = (
        select(runs.c.id)
        .where(runs.c.outcome == RUNNING, ~is_alive(conn), runs.c.id != (our_run or 0))
        .with_for_update(skip_locked=True)
    )
    ended = (
        update(runs)
        .where(runs.c.id.in_(silent))
        .values(outcome=INTERRUPTED, ended_at=runs.c.seen_at)
        .returning(runs.c.id)
    )
    dead = list(conn.scalars(ended))
    if dead:
        conn.execute(_FREE.where(site_leases.c.run_id.in_(dead)))
    return dead


def release_lost_links(conn: Connection, topic: str) -> int:
    """Return to the queue what runs had taken that are over."""
    over = conn.scalars(_TAKERS_THAT_ARE_OVER, {"of_topic": topic}).all()
    return release_taken_links(conn, topic, over) if over else 0


_TAKERS_THAT_ARE_OVER = (
    select(links.c.taken_by)
    .distinct()
    .outerjoin(runs, runs.c.id == links.c.taken_by)
    .where(
        links.c.topic == bindparam("of_topic"),
        links.c.state == LinkState.TAKEN.value,
        links.c.taken_by.is_not(None),
        or_(runs.c.id.is_(None), runs.c.outcome != RUNNING),
    )
)


# Which sites are whose.


_HELD = select(site_leases.c.site).where(site_leases.c.run_id == bindparam("run"))
_FREE = update(site_leases).values(run_id=null())
_RELEASE_SITE = (
    update(site_leases)
    .where(site_leases.c.site == bindparam("of_site"))
    .values(run_id=null(), not_before=bindparam("earliest"))
)
_OTHERS = (
    select(runs.c.wants_sites, func.count(site_leases.c.site).label("sites"))
    .outerjoin(site_leases, site_leases.c.run_id == runs.c.id)
    .where(
        runs.c.topic == bindparam("of_topic"),
        runs.c.outcome == RUNNING,
        runs.c.id != bindparam("run"),
    )
    .group_by(runs.c.id)
)
# From site to site by the queue's index: a plain DISTINCT would read all links that wait.
_FREE_SITES = text(
    """
    WITH RECURSIVE waiting(site) AS (
        (SELECT site FROM links WHERE topic = :of_topic AND state = 'queued'
         ORDER BY site LIMIT 1)
        UNION ALL
        SELECT (SELECT links.site FROM links
                WHERE topic = :of_topic AND state = 'queued' AND links.site > waiting.site
                ORDER BY links.site LIMIT 1)
        FROM waiting WHERE waiting.site IS NOT NULL
    )
    SELECT site FROM waiting WHERE site IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM site_leases
        WHERE site_leases.site = waiting.site AND site_leases.run_id IS NOT NULL
    ) LIMIT :most
    """
)


@cache
def _claim_statement(dialect: str) -> Executable:
    """Claim sites that are still free; if two runs claim one at the same time, one gets it."""
    new = upsert_into(site_leases, dialect)
    claim = new.on_conflict_do_update(
        index_elements=["site"],
        set_={"run_id": new.excluded.run_id},
        where=site_leases.c.run_id.is_(None),
    )
    return claim.returning(site_leases.c.site, site_leases.c.not_before)


# How a run begins.


def begin_run(conn: Connection, topic: str, now: float, crawler: str) -> tuple[int, int]:
    """Start a run; gives its id, and how many links were in flight when earlier runs died.

    An earlier run of the same crawler, which is a data folder that is locked now, is over; others
    are over if they gave no sign of life.
    """
    run_id = start_run(conn, topic, now, crawler)
    if conn.dialect.name == "sqlite":
        return run_id, release_taken_links(conn, topic)
    keep_alive(conn, run_id)
    end_dead_runs(conn, run_id)
    conn.execute(_FREE.where(site_leases.c.run_id.in_(_RUNS_THAT_ARE_OVER)))
    return run_id, release_lost_links(conn, topic)


_RUNS_THAT_ARE_OVER = select(runs.c.id).where(runs.c.outcome != RUNNING)


def running_crawlers(conn: Connection, topic: str | None = None) -> list[str]:
    """The crawlers that are at work now, of a topic or of all."""
    alive = runs.c.outcome == RUNNING
    if conn.dialect.name == "postgresql":
        alive = is_alive(conn)
    wanted = select(runs.c.crawler).where(alive).order_by(runs.c.id)
    return list(conn.scalars(wanted if topic is None else wanted.where(runs.c.topic == topic)))
