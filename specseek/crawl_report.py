"""What `specseek crawl-status` tells: gathered from the ledger, for people or as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Group

from specseek.crawl_tables import archive_line, topic_tables
from specseek.times import utc_time
from store.frontier import link_counts
from store.reports import (
    ArchiveSize,
    PlannedVisit,
    PlannedVisits,
    SiteReport,
    archive_size,
    site_reports,
    soonest_visits,
    visits_planned,
)
from store.runs import Run, last_runs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

_RUNS = 10
_VISITS = 5


@dataclass(frozen=True)
class TopicReport:
    topic: str
    runs: Sequence[Run]
    sites: Sequence[SiteReport]
    queue: Mapping[tuple[str, str], int]
    visits: PlannedVisits
    soonest: Sequence[PlannedVisit]

    @classmethod
    def read(cls, conn: Connection, topic: str, now: float) -> TopicReport:
        in_queue = link_counts(conn, topic)
        return cls(
            topic,
            last_runs(conn, topic, _RUNS),
            site_reports(conn, topic),
            {(group, state.value): count for (group, state), count in in_queue.items()},
            visits_planned(conn, topic, now),
            soonest_visits(conn, topic, _VISITS),
        )

    def as_json(self) -> dict[str, object]:
        queue: dict[str, dict[str, int]] = {}
        for (group, state), count in self.queue.items():
            queue.setdefault(group, {})[state] = count
        soonest = [visit._asdict() | {"at": utc_time(visit.at)} for visit in self.soonest]
        return {
            "topic": self.topic,
            "runs": [_run_as_json(run) for run in self.runs],
            "sites": [_site_as_json(site) for site in self.sites],
            "queue": queue,
            "visits": {**self.visits._asdict(), "soonest": soonest},
        }


@dataclass(frozen=True)
class CrawlReport:
    """All that was asked for, as it was at one moment."""

    at: float
    topics: Sequence[TopicReport]
    archive: ArchiveSize

    @classmethod
    def read(cls, conn: Connection, topics: Sequence[str], now: float) -> CrawlReport:
        of_topics = [TopicReport.read(conn, topic, now) for topic in topics]
        return cls(now, of_topics, archive_size(conn))

    def as_json(self) -> dict[str, object]:
        return {
            "at": utc_time(self.at),
            "topics": [topic.as_json() for topic in self.topics],
            "archive": self.archive._asdict(),
        }

    def table(self) -> Group:
        return Group(
            *(part for topic in self.topics for part in topic_tables(topic, self.at)),
            archive_line(self.archive),
        )


def _run_as_json(run: Run) -> dict[str, object]:
    ended_at = None if run.ended_at is None else utc_time(run.ended_at)
    times = {"started_at": utc_time(run.started_at), "seen_at": utc_time(run.seen_at)}
    return run._asdict() | times | {"ended_at": ended_at}


def _site_as_json(site: SiteReport) -> dict[str, object]:
    return {
        "site": site.site,
        "links": dict(site.states),
        "product_pages": site.product_pages,
        "product_pages_with_record": site.product_pages_with_record,
        "records": site.records,
        "unconfirmed": site.unconfirmed,
        "coverage": site.coverage,
    }
