"""What a frontier keeps in Redis: who holds which site, which links wait, which were seen.

All of it may be lost at any moment; `store.redis_frontier` tells why nothing else is lost then.
What must be atomic is one script: Redis runs scripts without interruption. All keys begin with the
ledger's id, so that several ledgers may share a server. Leases end by the server's clock.
"""

from __future__ import annotations

from hashlib import blake2b
from math import ceil, log
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from redis import Redis

_KEPT = 24 * 3600  # seconds without use, after which Redis forgets queues and filters

# Common to all scripts: KEYS[1] is what all keys begin with. Leases are a sorted set (site, end), a
# hash (site, run) and a set of sites for each run.
_COMMON = """
local p = KEYS[1]
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local function drop(site, run)
  redis.call('HDEL', p .. 'holders', site)
  redis.call('ZREM', p .. 'leases', site)
  redis.call('SREM', p .. 'sites:' .. run, site)
end
local function take(site, run, seconds)
  redis.call('HSET', p .. 'holders', site, run)
  redis.call('ZADD', p .. 'leases', now + seconds, site)
  redis.call('SADD', p .. 'sites:' .. run, site)
  redis.call('SADD', p .. 'runs', run)
end
local function free(site, topic)
  if redis.call('EXISTS', p .. 'buckets:' .. topic .. ':' .. site) == 1 then
    redis.call('SADD', p .. 'free:' .. topic, site)
  end
end
"""


class HeldSites(NamedTuple):
    """`ours` are all sites that the run holds now, `lost` those that others have taken.

    `may_claim` is False for a while after Redis was started or emptied.
    """

    ours: set[str]
    lost: set[str]
    may_claim: bool


class SiteLeases:
    """Which run may fetch from a site. A lease ends unless it is renewed in time."""

    def __init__(self, redis: Redis, prefix: str, seconds: float) -> None:
        self._redis = redis
        self._prefix = prefix
        self._seconds = seconds
        self._renew = redis.register_script(_COMMON + _RENEW)
        self._claim = redis.register_script(_COMMON + _CLAIM)
        self._release = redis.register_script(_COMMON + _RELEASE)
        self._end_run = redis.register_script(_COMMON + _END_RUN)

    def renew(self, run: int, held: Collection[str], *, others_hold: bool) -> HeldSites:
        """Extend the leases of these sites, unless others hold them.

        If Redis was restarted or emptied since the last call of any crawler, and others may hold
        sites that it has forgotten, nobody claims any until their leases have ended.
        """
        info: Any = self._redis.info("server")
        grace = self._seconds if others_hold else 0.0
        arguments = [run, self._seconds, info["run_id"], grace, *held]
        lost, ours, may_claim = self._call(self._renew, arguments)
        return HeldSites(set(ours), set(lost), bool(may_claim))

    def claim(self, run: int, topic: str, sites: Collection[str], most: int) -> dict[str, float]:
        """Sites that nobody held, each with its earliest time for a request."""
        if not sites or most <= 0:
            return {}
        claimed = self._call(self._claim, [run, self._seconds, topic, most, *sites])
        return dict(zip(claimed[::2], map(float, claimed[1::2]), strict=True))

    def release(self, run: int, topic: str, sites: Mapping[str, float]) -> None:
        if sites:
            pairs = [part for site, earliest in sites.items() for part in (site, earliest)]
            self._call(self._release, [run, topic, *pairs])

    def end_run(self, run: int, topic: str) -> None:
        """Free its sites."""
        self._call(self._end_run, [run, topic])

    def counts(self) -> dict[int, int]:
        """Run → number of its sites."""
        runs: Any = self._redis.smembers(f"{self._prefix}runs")
        pipe = self._redis.pipeline(transaction=False)
        for run in runs:
            pipe.scard(f"{self._prefix}sites:{run}")
        return dict(zip(map(int, runs), pipe.execute(), strict=True))

    def _call(self, script: Any, arguments: Sequence[object]) -> Any:  # noqa: ANN401 - Redis
        return script(keys=[self._prefix], args=arguments)


_RENEW = """
local run, seconds, epoch, grace = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
if redis.call('GET', p .. 'epoch') ~= epoch then
  redis.call('SET', p .. 'epoch', epoch)
  redis.call('SET', p .. 'claims_from', now + grace)
end
local lost = {}
for i = 5, #ARGV do
  local holder = redis.call('HGET', p .. 'holders', ARGV[i])
  if holder and holder ~= run then
    table.insert(lost, ARGV[i])
  else
    take(ARGV[i], run, seconds)
  end
end
local may_claim = now >= tonumber(redis.call('GET', p .. 'claims_from'))
return {lost, redis.call('SMEMBERS', p .. 'sites:' .. run), may_claim and 1 or 0}
"""

_CLAIM = """
local run, seconds, topic, most = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local claimed = {}
if now < tonumber(redis.call('GET', p .. 'claims_from') or 'inf') then return claimed end
for i = 5, #ARGV do
  local site = ARGV[i]
  if #claimed >= 2 * most then break end
  local holder = redis.call('HGET', p .. 'holders', site)
  local ends = tonumber(redis.call('ZSCORE', p .. 'leases', site) or 0)
  if not holder or (holder ~= run and ends < now) then
    if holder then drop(site, holder) end
    take(site, run, seconds)
    table.insert(claimed, site)
    table.insert(claimed, redis.call('HGET', p .. 'earliest', site) or '0')
    redis.call('HDEL', p .. 'earliest', site)
  end
  redis.call('SREM', p .. 'free:' .. topic, site)
end
return claimed
"""

_RELEASE = """
local run, topic = ARGV[1], ARGV[2]
for i = 3, #ARGV, 2 do
  if redis.call('HGET', p .. 'holders', ARGV[i]) == run then
    drop(ARGV[i], run)
    redis.call('HSET', p .. 'earliest', ARGV[i], ARGV[i + 1])
    free(ARGV[i], topic)
  end
end
"""

_END_RUN = """
local run, topic = ARGV[1], ARGV[2]
for _, site in ipairs(redis.call('SMEMBERS', p .. 'sites:' .. run)) do
  if redis.call('HGET', p .. 'holders', site) == run then
    drop(site, run)
    free(site, topic)
  end
end
redis.call('DEL', p .. 'sites:' .. run)
redis.call('SREM', p .. 'runs', run)
"""


# Links that wait, as far as Redis knows: ids by bucket, the oldest first.


class WaitingLink(NamedTuple):
    id: int
    site: str
    shape: str
    level: int


class WaitingLinks:
    """Of one topic; `free_sites` are sites with waiting links that nobody holds."""

    def __init__(self, redis: Redis, prefix: str, topic: str) -> None:
        self._redis = redis
        self._prefix = prefix
        self._topic = topic
        self._push = redis.register_script(_COMMON + _PUSH)
        self._pop = redis.register_script(_COMMON + _POP)
        self._count = redis.register_script(_COMMON + _COUNT)

    def push(self, links: Iterable[WaitingLink]) -> None:
        parts = [part for one in links for part in (one.site, _field(one.shape, one.level), one.id)]
        if parts:
            self._call(self._push, [self._topic, _KEPT, *parts])

    def pop(self, bucket: tuple[str, str, int], limit: int) -> list[int]:
        site, shape, level = bucket
        ids = self._call(self._pop, [self._topic, site, _field(shape, level), limit])
        return list(map(int, ids))

    def counts(self, sites: Collection[str]) -> dict[tuple[str, str, int], int]:
        """Bucket → how many links wait in it."""
        if not sites:
            return {}
        found = self._call(self._count, [self._topic, *sites])
        counts = {}
        for site, field, number in zip(found[::3], found[1::3], found[2::3], strict=True):
            level, _, shape = field.partition(":")
            counts[site, shape, int(level)] = int(number)
        return counts

    def free_sites(self, most: int) -> list[str]:
        sites: Any = self._redis.srandmember(f"{self._prefix}free:{self._topic}", most)
        return list(sites)

    def _call(self, script: Any, arguments: Sequence[object]) -> Any:  # noqa: ANN401 - Redis
        return script(keys=[self._prefix], args=arguments)


def _field(shape: str, level: int) -> str:
    return f"{level}:{shape}"


_PUSH = """
local topic, kept = ARGV[1], ARGV[2]
for i = 3, #ARGV, 3 do
  local site, field, id = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local queue = p .. 'queue:' .. topic .. ':' .. site .. ':' .. field
  local buckets = p .. 'buckets:' .. topic .. ':' .. site
  redis.call('ZADD', queue, id, id)
  redis.call('EXPIRE', queue, kept)
  redis.call('SADD', buckets, field)
  redis.call('EXPIRE', buckets, kept)
  if redis.call('HEXISTS', p .. 'holders', site) == 0 then
    redis.call('SADD', p .. 'free:' .. topic, site)
  end
end
"""

_POP = """
local topic, site, field, limit = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local queue = p .. 'queue:' .. topic .. ':' .. site .. ':' .. field
local popped = redis.call('ZPOPMIN', queue, limit)
if redis.call('EXISTS', queue) == 0 then
  redis.call('SREM', p .. 'buckets:' .. topic .. ':' .. site, field)
end
local ids = {}
for i = 1, #popped, 2 do table.insert(ids, popped[i]) end
return ids
"""

_COUNT = """
local topic = ARGV[1]
local found = {}
for i = 2, #ARGV do
  for _, field in ipairs(redis.call('SMEMBERS', p .. 'buckets:' .. topic .. ':' .. ARGV[i])) do
    local many = redis.call('ZCARD', p .. 'queue:' .. topic .. ':' .. ARGV[i] .. ':' .. field)
    if many > 0 then
      table.insert(found, ARGV[i])
      table.insert(found, field)
      table.insert(found, many)
    end
  end
end
return found
"""


# Addresses seen before: a Bloom filter, of bits, since Redis has none without a module.


class SeenAddresses:
    """Of one topic: is an address surely new? If not, the ledger has to be asked.

    Sized for `EXPECTED` addresses; with so many, `ERROR_RATE` of the new ones look seen. More
    addresses only mean more queries to the ledger.
    """

    EXPECTED = 10_000_000
    ERROR_RATE = 0.01
    BITS = ceil(-EXPECTED * log(ERROR_RATE) / log(2) ** 2)
    PER_ADDRESS = round(BITS / EXPECTED * log(2))

    def __init__(self, redis: Redis, prefix: str, topic: str) -> None:
        self._key = f"{prefix}seen:{topic}"
        self._script: Any = redis.register_script(_SEEN)

    def add(self, addresses: Sequence[str]) -> list[bool]:
        """Add the addresses; for each, whether it may have been added before."""
        if not addresses:
            return []
        places = [place for address in addresses for place in self._places(address)]
        return [
            bool(seen)
            for seen in self._script(keys=[self._key], args=[self.PER_ADDRESS, _KEPT, *places])
        ]

    def _places(self, address: str) -> list[int]:
        digest = blake2b(address.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        first, step = int.from_bytes(digest[:8]), int.from_bytes(digest[8:]) | 1
        return [(first + step * number) % self.BITS for number in range(self.PER_ADDRESS)]


_SEEN = """
local many, found = tonumber(ARGV[1]), {}
for first = 3, #ARGV, many do
  local seen = 1
  for i = first, first + many - 1 do
    if redis.call('SETBIT', KEYS[1], ARGV[i], 1) == 0 then seen = 0 end
  end
  table.insert(found, seen)
end
redis.call('EXPIRE', KEYS[1], ARGV[2])
return found
"""
