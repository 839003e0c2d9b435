"""Several crawlers on one ledger: is every page fetched once, politely, whoever is killed?

The wide web is crawled by processes that share a PostgreSQL server, each in a network namespace of
its own where the machine allows it. Rounds in peace tell what a page costs with one crawler, two,
four. In the last round crawlers are killed (SIGKILL) and started again, and the database server is
restarted: the end must be that of the first round. So must it with the queue in Redis, which is
killed as well and comes back empty.
"""

from __future__ import annotations

import signal
import sys
import time
from collections import Counter, defaultdict
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from rich.box import SIMPLE_HEAD
from rich.table import Table
from sqlalchemy import func, select

from evaluation.crawling import CONCURRENCY, PER_SITE, set_up
from evaluation.process_watch import family
from evaluation.servers.hosts import separate_hosts
from evaluation.servers.postgres import postgres_server
from evaluation.servers.redis import redis_server
from evaluation.wide_web.web import WideWeb
from samples.crawl_process import CrawlProcess
from samples.proxy import PocketProxy
from store.archive import CapturePlace, find_at
from store.ledger import Ledger
from store.records import current_records
from store.schema import captures, links, runs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from subprocess import Popen

    from sqlalchemy import Connection

    from evaluation.servers.hosts import Host, Hosts
    from evaluation.servers.postgres import PostgresServer
    from evaluation.servers.redis import RedisServer
    from samples.proxy import LoggedRequest


DELAY = 0.05  # seconds between two requests to a host
_PAUSE = 0.05
_COUNTING = 1.0  # seconds between two looks at processor time
_CLOCK_TICKS = 100  # of /proc, in a second
_TOPIC = "phones"
_KILLED = 4  # crawlers of the round with kills


class Asked(NamedTuple):
    """A request as the web saw it."""

    at: float
    crawler: int
    url: str


@dataclass(frozen=True)
class Round:
    """One crawl of the whole web.

    `milliseconds` are processor time of the crawlers per page, without their start; `repeated`
    counts requests beyond the first for an address, `doubled` pages that were stored twice. `hasty`
    are requests that came too early for their host, `handed_over` how often a host passed from one
    crawler to another, with at least `gap` seconds between their requests.
    """

    crawlers: int
    kills: int
    pages: int
    requests: int
    repeated: int
    doubled: int
    hasty: int
    handed_over: int
    gap: float
    milliseconds: float
    seconds: float
    faults: tuple[str, ...]


@dataclass(frozen=True)
class ManyCrawlersReport:
    """The first round is what the others are compared with."""

    web: int
    separate: bool
    frontier: str
    rounds: tuple[Round, ...]

    @property
    def faults(self) -> list[str]:
        return [
            f"{one.crawlers} crawlers, {one.kills} kills: {fault}"
            for one in self.rounds
            for fault in one.faults
        ]

    def times(self, one: Round) -> float:
        """The processor time per page beside that of the first round."""
        return one.milliseconds / self.rounds[0].milliseconds

    def table(self) -> Table:
        places = "each in a network namespace" if self.separate else "plain processes"
        title = f"{self.web:,} pages, crawlers {places}, frontier: {self.frontier}"
        table = Table("crawlers", "killed", title=title, box=SIMPLE_HEAD)
        columns = (
            "pages",
            "asked twice",
            "stored twice",
            "too early",
            "handed over",
            "ms/page",
            "×",
        )
        for column in columns:
            table.add_column(column, justify="right")
        for one in self.rounds:
            disturbed = one.kills > 0
            cost = (
                ("–", "–") if disturbed else (f"{one.milliseconds:.1f}", f"{self.times(one):.2f}")
            )
            numbers = (one.pages, one.repeated, one.doubled, one.hasty, one.handed_over)
            table.add_row(
                *map(str, (one.crawlers, one.kills)), *(f"{number:,}" for number in numbers), *cost
            )
        table.caption = "; ".join(self.faults) or "Every page is there once, as with one crawler."
        return table

    def as_json(self) -> Mapping[str, object]:
        return asdict(self)


def many_crawlers_trial(  # noqa: PLR0913 - what a person may choose
    folder: Path,
    pages: int,
    crawlers: Sequence[int],
    kills: int,
    *,
    seed: int,
    frontier: str,
    tell: Callable[[str], None],
) -> ManyCrawlersReport:
    """Rounds in peace, each with so many crawlers; then one with four of them, and kills."""
    # Servers, crawlers and namespaces must not outlive a trial that somebody stops.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    web = WideWeb(pages)
    settings = set_up(web, folder)
    plan = [(count, 0) for count in crawlers if count] + ([(_KILLED, kills)] if kills else [])
    rounds: list[Round] = []
    expected: EndState | None = None
    with separate_hosts(max(count for count, _ in plan)) as hosts:
        addresses = list(dict.fromkeys(["127.0.0.1", hosts.here]))
        with postgres_server(addresses, hosts.network) as server, ExitStack() as started:
            redis = None
            if frontier == "redis":
                redis = started.enter_context(redis_server(folder, addresses))
                settings = {**settings, "SPECSEEK_FRONTIER": redis.url_at(hosts.here)}
            for number, (count, killed) in enumerate(plan, 1):
                database = f"round_{number}"
                server.execute(f"CREATE DATABASE {database}")
                fleet = Fleet(
                    web,
                    hosts,
                    folder / database,
                    settings,
                    server.url_of(database, hosts.here),
                    tell,
                )
                random = Random(seed)  # noqa: S311 - no secret
                trial = _Trial(fleet, Servers(server, redis), count, killed, random)
                trial.run()
                found = end_state(server.url_of(database), web, folder / database)
                rounds.append(trial.result(found, expected))
                expected = expected or found
                tell(f"{count} crawlers, {killed} kills: {rounds[-1]}")
    return ManyCrawlersReport(pages, hosts.are_separate, frontier, tuple(rounds))


FRONTIERS = ("ledger", "redis")  # what holds the queue


class Servers(NamedTuple):
    ledger: PostgresServer
    redis: RedisServer | None

    def restart(self) -> None:
        """One after the other; Redis is killed and has lost everything."""
        self.ledger.stop()
        time.sleep(3)
        self.ledger.start()
        if self.redis:
            self.redis.kill()
            time.sleep(3)
            self.redis.start()


# Crawlers as processes, each with a data folder and a way into the web of its own.


@dataclass
class Fleet:
    web: WideWeb
    hosts: Hosts
    folder: Path
    settings: Mapping[str, str]
    ledger: str
    tell: Callable[[str], None]
    asked: list[Asked] = field(default_factory=list)

    def log(self, crawler: int) -> Callable[[LoggedRequest], None]:
        def note(request: LoggedRequest) -> None:
            self.asked.append(Asked(time.monotonic(), crawler, request.url))
            if len(self.asked) % 1000 == 0:
                self.tell(f"{len(self.asked):,} requests")

        return note

    def crawler(self, number: int, proxy: str) -> Crawler:
        limits = {
            "SPECSEEK_LEDGER": self.ledger,
            "SPECSEEK_CRAWL_CONCURRENCY": str(CONCURRENCY),
            "SPECSEEK_CRAWL_CONCURRENCY_PER_SITE": str(PER_SITE),
            "SPECSEEK_CRAWL_PAGES": "0",
            "SPECSEEK_CRAWL_PAGES_PER_SITE": "0",
            "SPECSEEK_CRAWL_DELAY_SECONDS": str(DELAY),
            "SPECSEEK_CRAWL_LONGEST_DELAY_SECONDS": str(DELAY),
        }
        host: Host = self.hosts.hosts[number]
        data = self.folder / f"crawler-{number}"
        data.mkdir(parents=True)
        # Who is started again late must not begin the next crawl.
        arguments = ("-a", "revisit=none", "-L", "INFO")
        settings = {**self.settings, **limits}
        process = CrawlProcess(proxy, data, _TOPIC, arguments, settings, host.prefix)
        return Crawler(process, data.with_suffix(".log"))


@dataclass
class Crawler:
    """One that is started again and again; `spent` is the processor time since its start-up."""

    command: CrawlProcess
    log: Path
    process: Popen[bytes] = field(init=False)
    spent: float = 0.0
    _at_first_request: float | None = None
    _counted_at: float = 0.0

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = self.command.start(stderr=log.fileno())
        self._at_first_request = None

    def note_request(self) -> None:
        if self._at_first_request is None:
            self._at_first_request = self._processor_time()

    def look(self) -> bool:
        """Whether it lives; adds up its time as long as it does."""
        is_alive = self.process.poll() is None
        now = time.monotonic()
        if is_alive and self._at_first_request is not None and now > self._counted_at + _COUNTING:
            self._counted_at = now
            self.spent = max(self.spent, self._processor_time() - self._at_first_request)
        return is_alive

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _processor_time(self) -> float:
        """Of the crawl and of the processes that read its pages."""
        return sum(map(_processor_time_of, family([self.process.pid])))


def _processor_time_of(pid: int) -> float:
    try:
        words = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2]
    except OSError:
        return 0.0
    user, system = words.split()[11:13]
    return (int(user) + int(system)) / _CLOCK_TICKS


class _Trial:
    """One round."""

    def __init__(
        self, fleet: Fleet, servers: Servers, count: int, kills: int, random: Random
    ) -> None:
        self._fleet = fleet
        self._servers = servers
        self._count = count
        self._kills = kills
        self._random = random
        self._killed = 0
        self._crawlers: list[Crawler] = []
        self._seconds = 0.0

    def run(self) -> None:
        began = time.monotonic()
        with ExitStack() as held:
            for number in range(self._count):
                log = self._fleet.log(number)
                proxy = PocketProxy(self._fleet.web, log=log, host=self._fleet.hosts.here)
                held.enter_context(proxy)
                crawler = self._fleet.crawler(number, proxy.url)
                self._crawlers.append(crawler)
                crawler.start()
                held.callback(crawler.kill)
            moments = self._moments()
            seen = 0
            while sum(crawler.look() for crawler in self._crawlers):
                for asked in self._fleet.asked[seen:]:
                    self._crawlers[asked.crawler].note_request()
                    seen += 1
                if moments and len(self._fleet.asked) >= moments[0]:
                    moments.pop(0)
                    self._disturb(len(moments))
                time.sleep(_PAUSE)
        self._seconds = time.monotonic() - began

    def _moments(self) -> list[int]:
        """After how many requests somebody is killed, in rising order."""
        last = round(0.9 * self._fleet.web.page_count)
        return sorted(self._random.randint(50, last) for _ in range(self._kills))

    def _disturb(self, left: int) -> None:
        """Kill one of the living, and start it again; in the middle, restart the servers, too."""
        living = [crawler for crawler in self._crawlers if crawler.look()]
        crawler = self._random.choice(living or self._crawlers)
        if crawler.look():
            self._killed += 1
        crawler.kill()
        if left == self._kills // 2:
            self._servers.restart()
        crawler.start()

    def result(self, found: EndState, expected: EndState | None) -> Round:
        asked = self._fleet.asked
        pages = Counter(one.url for one in asked if not one.url.endswith("/robots.txt"))
        manners = list(_manners(asked))
        faults = list(_faults(found, expected, self._fleet.web))
        repeated = sum(pages.values()) - len(pages)
        hasty = sum(one.hasty for one in manners)
        gaps = [gap for one in manners for gap in one.gaps]
        if hasty:
            faults.append(f"{hasty} requests came too early")
        if gaps and min(gaps) < DELAY:
            faults.append(f"a host was handed over after {min(gaps):.3f} s")
        if repeated and not self._kills:
            faults.append(f"{repeated} addresses were asked for twice")
        if self._killed < self._kills:
            faults.append(f"only {self._killed} of {self._kills} kills came in time")
        failed = [crawler.process.returncode for crawler in self._crawlers]
        if any(failed):
            faults.append(f"crawlers ended with {failed}")
        return Round(
            crawlers=self._count,
            kills=self._killed,
            pages=len(found.pages),
            requests=len(asked),
            repeated=repeated,
            doubled=found.doubled,
            hasty=hasty,
            handed_over=len(gaps),
            gap=min(gaps, default=0.0),
            milliseconds=1000 * sum(one.spent for one in self._crawlers) / max(1, len(pages)),
            seconds=self._seconds,
            faults=tuple(faults),
        )


# Politeness, as the web saw it.


class _Manners(NamedTuple):
    """Of one host: requests that came too early, and the pauses between two crawlers."""

    hasty: int
    gaps: list[float]


def _manners(asked: Sequence[Asked]) -> Iterator[_Manners]:
    by_host: dict[str, list[Asked]] = defaultdict(list)
    for one in asked:
        by_host[urlsplit(one.url).netloc].append(one)
    for of_host in by_host.values():
        of_host.sort()
        gaps = [
            later.at - earlier.at
            for earlier, later in pairwise(of_host)
            if earlier.crawler != later.crawler
        ]
        yield _Manners(too_early([one.at for one in of_host]), gaps)


def too_early(times: Sequence[float], delay: float = DELAY, in_flight: int = PER_SITE) -> int:
    """How many requests came before their time.

    A busy machine may see those that are in flight at the same moment; no more than that.

    >>> too_early([0.0, 0.1, 0.2, 0.3], 0.1, 1), too_early([0.0, 0.0, 0.0, 0.0], 0.1, 1)
    (0, 2)
    """
    due, early = 0.0, 0
    for at in times:
        due = max(due, at) + delay
        early += due - at > (in_flight + 1.001) * delay
    return early


# What the ledger holds in the end.


class EndState(NamedTuple):
    """Pages and records by their one address: links may carry where they were followed."""

    pages: frozenset[str]
    records: frozenset[tuple[object, ...]]
    doubled: int
    unfinished: int
    unreadable: int


def end_state(ledger_address: str, web: WideWeb, folder: Path) -> EndState:
    with Ledger.open(ledger_address) as ledger, ledger.reading() as conn:
        done = conn.scalars(select(links.c.url).where(links.c.state == "done"))
        pages = frozenset(filter(None, map(web.canonical, done)))
        records = frozenset(
            (
                web.canonical(record.url),
                record.source,
                record.ordinal,
                tuple((value.attribute, value.name, value.raw) for value in record.values),
            )
            for record in current_records(conn, _TOPIC)
        )
        twice = select(captures.c.link_id).group_by(captures.c.link_id).having(func.count() > 1)
        doubled = conn.scalar(select(func.count()).select_from(twice.subquery())) or 0
        going_on = links.c.state.in_(["queued", "taken"])
        unfinished = conn.scalar(select(func.count()).select_from(links).where(going_on)) or 0
        unreadable = sum(not there for there in _archived(conn, folder))
    return EndState(pages, records, doubled, unfinished, unreadable)


def _archived(conn: Connection, folder: Path) -> Iterator[bool]:
    """Of each capture, whether it is in the archive of the crawler that wrote it."""
    wanted = select(
        captures.c.file, captures.c.offset, captures.c.length, runs.c.crawler, links.c.url
    )
    joined = wanted.join(runs, runs.c.id == captures.c.run_id).join(
        links, links.c.id == captures.c.link_id
    )
    for row in conn.execute(joined):
        data = folder / Path(row.crawler.partition(":")[2].rpartition(" (")[0]).name
        found = find_at(data / "archive", CapturePlace(row.file, row.offset, row.length))
        yield found is not None and found.url == row.url


def _faults(found: EndState, expected: EndState | None, web: WideWeb) -> Iterator[str]:
    if len(found.pages) != web.page_count:
        yield f"{web.page_count - len(found.pages)} pages are missing"
    if found.doubled:
        yield f"{found.doubled} pages were stored twice"
    if found.unfinished:
        yield f"{found.unfinished} links were left"
    if found.unreadable:
        yield f"{found.unreadable} captures are not in the archive"
    products = {record[0] for record in found.records}
    if len(products) != web.product_count:
        yield f"{len(products)} of {web.product_count} products have records"
    if expected and found.pages != expected.pages:
        yield f"{len(found.pages ^ expected.pages)} pages differ"
    if expected and found.records != expected.records:
        lost, more = expected.records - found.records, found.records - expected.records
        yield f"records: {len(lost)} missing, {len(more)} others"
