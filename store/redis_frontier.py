"""The frontier when the database becomes a bottleneck: Redis answers fast, the ledger decides.

Redis has the leases of sites, the ids of waiting links by bucket, and a Bloom filter of addresses
(`store.redis_queue`). The ledger has all links and their states, and every step is decided there:

- A link from Redis is taken only if it still waits in the ledger. Whatever Redis does not have (it
  was lost, or its transaction was not over yet) waits there, and is found as soon as Redis has
  nothing more to give: then the ledger is asked, and the bucket is filled up from it.
- An address that the filter takes for seen is looked up in the ledger.
- If Redis loses its data, it loses the leases, too. So after a restart nobody claims a site until
  all leases have ended; crawlers that held sites keep them.

Where leases are needed, we wait for a server that does not answer; other calls ask the ledger.
"""

from __future__ import annotations

import logging
import time
from functools import partial
from math import ceil, inf
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import bindparam, select, text, update

from core.errors import SpecSeekError
from store.database import steady_time
from store.frontier import LinkState, QueueBucket, known_urls, take_these_links
from store.ledger import seal_of
from store.redis_queue import SeenAddresses, SiteLeases, WaitingLink, WaitingLinks
from store.runs import RUNNING
from store.schema import links, runs
from store.shared_frontier import (
    LEASE_SECONDS,
    SharedLedgerFrontier,
    SiteChanges,
    end_dead_runs,
    keep_alive,
    release_lost_links,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from redis import Redis
    from sqlalchemy import Connection

    from store.frontier import NewLink, QueuedLink
    from store.ledger import Ledger

T = TypeVar("T")

_log = logging.getLogger(__name__)
_PATIENCE = 300.0  # seconds to wait for a server
_PAUSE = 0.5
_FILLED_UP = 1000  # ids of a bucket that are put into Redis at once
_SITES_AT_ONCE = 500
_BETWEEN_LOOKS = 10.0  # seconds: all sites with waiting links are looked through in the ledger


class RedisError(SpecSeekError):
    """Redis cannot be used; nothing is lost: the ledger has all links."""


def connect(url: str, patience: float = _PATIENCE) -> Redis:
    """`patience`: seconds to wait for a server that does not answer yet."""
    try:
        import redis  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as missing:
        raise RedisError(
            "the setting frontier needs redis-py: pip install 'specseek[redis]'"
        ) from missing
    client: Redis = redis.Redis.from_url(
        url, decode_responses=True, socket_timeout=30, socket_connect_timeout=10
    )
    try:
        _patiently(client.ping, patience)
    except BaseException:
        client.close()
        raise
    return client


def _patiently(ask: Callable[[], T], patience: float = _PATIENCE) -> T:
    from redis import exceptions as failures  # noqa: PLC0415 - an extra

    began = time.monotonic()
    told = False
    while True:
        try:
            answer = ask()
        except failures.AuthenticationError as error:
            raise RedisError(f"Redis refuses the password in frontier: {error}") from error
        except (failures.ConnectionError, failures.TimeoutError) as error:
            if time.monotonic() - began > patience:
                raise RedisError(
                    f"Redis did not answer for {patience:.0f} seconds ({error}); start it, or "
                    'set frontier = "": the ledger has all links'
                ) from error
            if not told:
                _log.warning("Waiting for Redis, which does not answer: %s", error)
            told = True
            time.sleep(_PAUSE)
        else:
            if told:
                _log.warning("Redis answers again, after %.0f s", time.monotonic() - began)
            return answer


class RedisFrontier(SharedLedgerFrontier):
    """Many crawlers on one ledger that share one Redis."""

    def __init__(self, redis: Redis, ledger: Ledger, topic: str, run_id: int) -> None:
        super().__init__(topic, run_id)
        self.redis = redis
        self.prefix = f"specseek:{{{seal_of(ledger).ledger}}}:"
        self._leases = SiteLeases(redis, self.prefix, LEASE_SECONDS)
        self._waiting = WaitingLinks(redis, self.prefix, topic)
        self._seen = SeenAddresses(redis, self.prefix, topic)
        self._left: dict[str, float] = {}
        self._left_in: Connection | None = None
        self._ledger = ledger
        self._told = False
        self._look_from = -inf  # when all sites are looked through in the ledger again

    # Links.

    def buckets(self, conn: Connection, sites: Collection[str] | None = None) -> list[QueueBucket]:
        """As Redis counts them; of sites without any there, as the ledger does."""
        if sites is None:
            return super().buckets(conn)
        counts = self._ask(partial(self._waiting.counts, sites)) or {}
        known = [
            QueueBucket(site, shape, level, "", queued)
            for (site, shape, level), queued in counts.items()
        ]
        without = set(sites) - {bucket.site for bucket in known}
        return known + (super().buckets(conn, without) if without else [])

    def take(
        self, conn: Connection, bucket: tuple[str, str, int], limit: int, now: float
    ) -> list[QueuedLink]:
        self._leave_sites(conn)
        taken: list[QueuedLink] = []
        while len(taken) < limit:
            ids = self._ask(partial(self._waiting.pop, bucket, limit - len(taken)))
            if not ids:
                break
            taken += take_these_links(conn, self._topic, ids, now, self._run)
        return taken or self._take_from_ledger(conn, bucket, limit, now)

    def _take_from_ledger(
        self, conn: Connection, bucket: tuple[str, str, int], limit: int, now: float
    ) -> list[QueuedLink]:
        """Also fills the bucket in Redis with the links that come next."""
        taken = super().take(conn, bucket, limit, now)
        if len(taken) == limit:
            site, shape, level = bucket
            of = {"of_topic": self._topic, "of_site": site, "of_shape": shape, "of_level": level}
            more = conn.scalars(_BEHIND, {**of, "last": taken[-1].id, "now": now})
            self._push([WaitingLink(link_id, *bucket) for link_id in more])
        return taken

    def add(self, conn: Connection, found: Sequence[NewLink], now: float) -> dict[str, int]:
        urls = [link.url for link in found]
        seen = self._ask(partial(self._seen.add, urls)) or [False] * len(urls)
        perhaps = [url for url, before in zip(urls, seen, strict=True) if before]
        known = known_urls(conn, self._topic, perhaps) if perhaps else set()
        added = super().add(conn, [link for link in found if link.url not in known], now)
        new = (link for link in found if link.url in added)
        self._push([WaitingLink(added[one.url], one.site, one.shape, one.level) for one in new])
        return added

    def _push(self, links: Sequence[WaitingLink]) -> None:
        self._ask(partial(self._waiting.push, links))

    def _ask(self, ask: Callable[[], T]) -> T | None:
        """None if Redis cannot be reached: the ledger has the same answer."""
        from redis import exceptions as failures  # noqa: PLC0415 - an extra

        try:
            return ask()
        except (failures.ConnectionError, failures.TimeoutError) as error:
            _log.debug("Redis does not answer: %s", error)
            return None

    # Sites.

    def hold_sites(self, conn: Connection, held: Collection[str], wanted: int) -> SiteChanges:
        self._leave_sites(conn)
        if end_dead_runs(conn, self._run) or wanted:
            release_lost_links(conn, self._topic)
        running = conn.execute(_RUNNING, {"run": self._run}).all()
        of_run = _patiently(self._leases.counts)
        for over in of_run.keys() - {self._run, *(other.id for other in running)}:
            _patiently(partial(self._leases.end_run, over, self._topic))
            self._look_from = -inf
        others_hold = any(other.seen_at > other.started_at for other in running)
        ours, lost, may_claim = _patiently(
            partial(self._leases.renew, self._run, held, others_hold=others_hold)
        )
        others = {
            other.id: of_run.get(other.id, 0) for other in running if other.topic == self._topic
        }
        hungry = [others[other.id] for other in running if other.wants_sites and other.id in others]
        fewest = min(hungry, default=inf)
        gained: dict[str, float] = {}
        # Crawlers with fewer sites come first, or sites would move back and forth.
        looked = len(ours) <= fewest
        if may_claim and wanted and looked:
            self._tell_that_we_hold()
            gained, looked = self._claimed_sites(conn, wanted, len(ours), list(others.values()))
        keep_alive(conn, self._run, wants_sites=len(gained) < wanted)
        found_again = dict.fromkeys(ours - set(held) - self._left.keys(), 0.0)
        return SiteChanges(
            gained={**found_again, **gained},
            lost=lost,
            surplus=max(0, int(len(ours) + len(gained) - fewest) // 2) if hungry else 0,
            others_work=len(hungry) < len(others) or any(hungry) or not (may_claim and looked),
        )

    def _tell_that_we_hold(self) -> None:
        """Before the first claim, note in the ledger that we hold sites: Redis may forget it."""
        if not self._told:
            sign = update(runs).where(runs.c.id == self._run).values(seen_at=steady_time())
            self._ledger.write(lambda conn: conn.execute(sign))
            self._told = True

    def _claimed_sites(
        self, conn: Connection, wanted: int, held: int, of_others: Sequence[int]
    ) -> tuple[dict[str, float], bool]:
        """Sites that are ours now; False if there may be free ones that were not looked at.

        Not more than our part of all sites, so that all crawlers have some.
        """

        def part(of: int) -> int:
            return min(wanted, ceil(of / (1 + len(of_others))) - held)

        free = _patiently(partial(self._waiting.free_sites, wanted))
        most = part(len(free) + held + sum(of_others))
        gained = self._claim(free, most)
        if gained:
            return gained, True
        if (free and most <= 0) or time.monotonic() < self._look_from:
            return {}, False
        after = ""
        while sites := self._waiting_sites(conn, after):
            gained = self._claim(sites, max(1, part(len(sites))))
            if gained:
                return gained, True
            after = sites[-1]
        self._look_from = time.monotonic() + _BETWEEN_LOOKS
        return {}, True

    def _claim(self, sites: Sequence[str], most: int) -> dict[str, float]:
        return _patiently(partial(self._leases.claim, self._run, self._topic, sites, most))

    def _waiting_sites(self, conn: Connection, after: str) -> Sequence[str]:
        of = {"of_topic": self._topic, "after": after, "most": _SITES_AT_ONCE}
        return conn.scalars(_WAITING_SITES, of).all()

    def release_sites(self, conn: Connection, sites: Mapping[str, float]) -> None:
        """Released after this transaction: others need what it writes about them."""
        self._leave_sites(conn)
        self._left.update(sites)
        self._left_in = conn

    def _leave_sites(self, conn: Connection) -> None:
        if self._left and self._left_in is not conn:
            _patiently(partial(self._leases.release, self._run, self._topic, self._left))
            self._left, self._left_in = {}, None

    def leave(self, conn: Connection) -> None:
        super().leave(conn)
        self._ask(partial(self._leases.end_run, self._run, self._topic))


_RUNNING = select(
    runs.c.id, runs.c.topic, runs.c.wants_sites, runs.c.started_at, runs.c.seen_at
).where(runs.c.outcome == RUNNING, runs.c.id != bindparam("run"))
# From site to site by the queue's index: a plain DISTINCT would read all links that wait.
_WAITING_SITES = text(
    """
    WITH RECURSIVE waiting(site) AS (
        (SELECT site FROM links WHERE topic = :of_topic AND state = 'queued' AND site > :after
         ORDER BY site LIMIT 1)
        UNION ALL
        SELECT (SELECT links.site FROM links
                WHERE topic = :of_topic AND state = 'queued' AND links.site > waiting.site
                ORDER BY links.site LIMIT 1)
        FROM waiting WHERE waiting.site IS NOT NULL
    )
    SELECT site FROM waiting WHERE site IS NOT NULL LIMIT :most
    """
)
_BEHIND = (
    select(links.c.id)
    .where(
        links.c.topic == bindparam("of_topic"),
        links.c.state == LinkState.QUEUED.value,
        links.c.site == bindparam("of_site"),
        links.c.shape == bindparam("of_shape"),
        links.c.level == bindparam("of_level"),
        links.c.id > bindparam("last"),
        links.c.not_before <= bindparam("now"),
    )
    .order_by(links.c.id)
    .limit(_FILLED_UP)
)
