"""The runs of the crawl: when, how far, how they ended."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, insert, select, update

from index.ledger.tables import runs

if TYPE_CHECKING:
    from sqlalchemy import Connection

RUNNING = "running"
INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class RunCounts:
    """So far in this run."""

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


# Nobody saw it end: the last heartbeat is the best guess.
_INTERRUPT = (
    update(runs)
    .where(runs.c.topic == bindparam("of_topic"), runs.c.outcome == RUNNING)
    .values(outcome=INTERRUPTED, ended_at=runs.c.seen_at)
)
_START = insert(runs).returning(runs.c.id)
_UPDATE = update(runs).where(runs.c.id == bindparam("run"))
_LAST = (
    select(*(runs.c[name] for name in Run._fields))
    .order_by(runs.c.id.desc())
    .limit(bindparam("most"))
)


def start_run(conn: Connection, topic: str, now: float) -> int:
    """A new run's id; a run of this topic that never ended counts as interrupted."""
    conn.execute(_INTERRUPT, {"of_topic": topic})
    row = {"topic": topic, "started_at": now, "seen_at": now, "outcome": RUNNING, "note": ""}
    return int(conn.execute(_START, row | asdict(RunCounts())).scalar_one())


def heartbeat(conn: Connection, run_id: int, counts: RunCounts, now: float) -> None:
    conn.execute(_UPDATE, {"run": run_id, "seen_at": now, **asdict(counts)})


def end_run(conn: Connection, run_id: int, outcome: str, now: float, note: str = "") -> None:
    """`outcome` is "finished", "stopped" or "failed"; counts are those of the last heartbeat."""
    end = {"seen_at": now, "ended_at": now, "outcome": outcome, "note": note}
    conn.execute(_UPDATE, {"run": run_id, **end})


def last_runs(conn: Connection, topic: str | None = None, limit: int = 10) -> list[Run]:
    """The latest first."""
    wanted = _LAST if topic is None else _LAST.where(runs.c.topic == topic)
    return [Run._make(row) for row in conn.execute(wanted, {"most": limit})]
