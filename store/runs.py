"""Runs of the crawl: their progress, their errors, and what they learned about sites."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, case, func, insert, select, update

from store.database import storable, upsert_into
from store.schema import errors, pages, runs, site_memory

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Executable


RUNNING = "running"
INTERRUPTED = "interrupted"
UNFINISHED = (RUNNING, INTERRUPTED)


@dataclass(frozen=True, slots=True)
class RunCounts:
    """Totals of this run so far."""

    pages: int = 0
    records: int = 0
    unchanged: int = 0
    errors: int = 0
    bytes: int = 0


class Run(NamedTuple):
    id: int
    topic: str
    started_at: float
    seen_at: float
    ended_at: float | None
    outcome: str
    pages: int
    records: int
    unchanged: int
    errors: int
    bytes: int
    note: str
    crawler: str = ""


# Its end was not recorded: the last heartbeat is the best guess.
_INTERRUPT = (
    update(runs)
    .where(runs.c.outcome == RUNNING)
    .values(outcome=INTERRUPTED, ended_at=runs.c.seen_at)
)
_START_RUN = insert(runs).returning(runs.c.id)
_UPDATE_RUN = update(runs).where(runs.c.id == bindparam("run"))
_LAST_RUNS = (
    select(*(runs.c[name] for name in Run._fields))
    .order_by(runs.c.id.desc())
    .limit(bindparam("most"))
)


def start_run(conn: Connection, topic: str, now: float, crawler: str = "") -> int:
    """Start a run and return its id; unfinished runs of topic and crawler become interrupted.

    A crawler is a data folder on a host, with one crawl at a time.
    """
    conn.execute(_INTERRUPT.where(runs.c.topic == topic, runs.c.crawler == crawler))
    row = {"topic": topic, "started_at": now, "seen_at": now, "outcome": RUNNING, "note": ""}
    row |= {"crawler": crawler} | asdict(RunCounts())
    return int(conn.execute(_START_RUN, row).scalar_one())


def update_run(conn: Connection, run_id: int, counts: RunCounts, now: float) -> None:
    conn.execute(_UPDATE_RUN, {"run": run_id, "seen_at": now, **asdict(counts)})


def end_run(conn: Connection, run_id: int, outcome: str, now: float, note: str = "") -> None:
    """`outcome` is "finished", "stopped" or "failed"; counts stay as of the last heartbeat."""
    end = {"seen_at": now, "ended_at": now, "outcome": outcome, "note": note}
    conn.execute(_UPDATE_RUN, {"run": run_id, **end})


def last_runs(conn: Connection, topic: str | None = None, limit: int = 10) -> list[Run]:
    """Latest first."""
    wanted = _LAST_RUNS if topic is None else _LAST_RUNS.where(runs.c.topic == topic)
    return [Run._make(row) for row in conn.execute(wanted, {"most": limit})]


def runs_of(conn: Connection, crawler: str) -> list[tuple[str, int]]:
    """Topic and id of all runs of a crawler."""
    rows = conn.execute(select(runs.c.topic, runs.c.id).where(runs.c.crawler == crawler))
    return [(row.topic, row.id) for row in rows]


def crawled_topics(conn: Connection) -> list[str]:
    """Topics and channels with a run, or with pages that somebody uploaded."""
    found = select(runs.c.topic).union(select(pages.c.topic))
    return sorted(conn.scalars(found))


class RunTotals(NamedTuple):
    """Of all runs of a topic or channel; `running` is the number of those that have not ended."""

    pages: int
    records: int
    bytes: int
    running: int


_TOTALS = select(
    runs.c.topic,
    *(func.sum(runs.c[name]) for name in ("pages", "records", "bytes")),
    func.sum(case((runs.c.outcome == RUNNING, 1), else_=0)),
).group_by(runs.c.topic)


def run_totals(conn: Connection) -> dict[str, RunTotals]:
    return {topic: RunTotals._make(map(int, totals)) for topic, *totals in conn.execute(_TOTALS)}


# The error register: what went wrong where, how often, and how the crawl reacted.


LONGEST_DETAIL = 500
LONGEST_URL = 2000  # in bytes: PostgreSQL cannot index much longer ones


@dataclass(frozen=True, slots=True)
class ErrorSeen:
    """`action` is how the crawl reacted: "queued again", "given up"."""

    topic: str
    run_id: int | None
    kind: str
    url: str
    site: str
    action: str
    detail: str = ""


class KnownError(NamedTuple):
    id: int
    topic: str
    run_id: int | None
    kind: str
    url: str
    site: str
    times: int
    first_at: float
    last_at: float
    action: str
    detail: str


_ERROR_COUNTS = (
    select(errors.c.kind, func.sum(errors.c.times))
    .where(errors.c.topic == bindparam("of_topic"))
    .group_by(errors.c.kind)
    .order_by(errors.c.kind)
)


@cache
def _register_statement(dialect: str) -> Executable:
    new = upsert_into(errors, dialect)
    came = new.excluded
    return new.on_conflict_do_update(
        index_elements=["topic", "kind", "url"],
        set_={
            "run_id": came.run_id,
            "times": errors.c.times + 1,
            "last_at": came.last_at,
            "action": came.action,
            "detail": came.detail,
        },
    )


def register_error(conn: Connection, seen: ErrorSeen, now: float) -> None:
    """Errors of one kind at one URL share an entry, with a count."""
    row = asdict(seen) | {"times": 1, "first_at": now, "last_at": now}
    row["url"] = storable(seen.url).encode()[:LONGEST_URL].decode(errors="ignore")
    row["detail"] = seen.detail[:LONGEST_DETAIL]
    conn.execute(_register_statement(conn.dialect.name), row)


def error_counts(conn: Connection, topic: str) -> dict[str, int]:
    """Kind → number of occurrences."""
    return {kind: int(times) for kind, times in conn.execute(_ERROR_COUNTS, {"of_topic": topic})}


# The error register, filtered by topic, kind and site.


class ErrorFilter(NamedTuple):
    """None means any."""

    topic: str | None = None
    kind: str | None = None
    site: str | None = None


class ErrorKindReport(NamedTuple):
    kind: str
    addresses: int
    times: int
    last_at: float


def error_kinds(conn: Connection, wanted: ErrorFilter) -> list[ErrorKindReport]:
    """Most frequent first."""
    times = func.sum(errors.c.times)
    rows = conn.execute(
        select(errors.c.kind, func.count(), times, func.max(errors.c.last_at))
        .where(*_filter_conditions(wanted))
        .group_by(errors.c.kind)
        .order_by(times.desc(), errors.c.kind)
    )
    return [
        ErrorKindReport(kind, count, int(total), last_at) for kind, count, total, last_at in rows
    ]


def latest_errors(conn: Connection, wanted: ErrorFilter, limit: int = 100) -> list[KnownError]:
    """Latest first."""
    rows = conn.execute(
        select(*(errors.c[name] for name in KnownError._fields))
        .where(*_filter_conditions(wanted))
        .order_by(errors.c.last_at.desc(), errors.c.id.desc())
        .limit(limit)
    )
    return [KnownError._make(row) for row in rows]


def _filter_conditions(wanted: ErrorFilter) -> list[ColumnElement[bool]]:
    filters = wanted._asdict().items()
    return [errors.c[name] == value for name, value in filters if value is not None]


# What the crawl has learned about each site, serialized by its learner (`spider/links`).


@cache
def _save_memory_statement(dialect: str) -> Executable:
    new = upsert_into(site_memory, dialect)
    return new.on_conflict_do_update(
        index_elements=["topic", "site"],
        set_={"learned": new.excluded.learned, "updated_at": new.excluded.updated_at},
    )


def load_site_memories(conn: Connection, topic: str) -> dict[str, str]:
    """Site → what was learned."""
    wanted = select(site_memory.c.site, site_memory.c.learned).where(site_memory.c.topic == topic)
    return {row.site: row.learned for row in conn.execute(wanted)}


def load_site_memory(conn: Connection, topic: str, site: str) -> str | None:
    return conn.scalar(
        select(site_memory.c.learned).where(
            site_memory.c.topic == topic, site_memory.c.site == site
        )
    )


def save_site_memory(conn: Connection, topic: str, site: str, learned: str, now: float) -> None:
    row = {"topic": topic, "site": site, "learned": learned, "updated_at": now}
    conn.execute(_save_memory_statement(conn.dialect.name), row)
