"""What the monitor tells, read from the ledger at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from index.ledger.coverage import coverage_over_time
from index.ledger.error_reports import ErrorFilter, error_kinds, latest_errors
from index.ledger.frontier_counts import counts
from index.ledger.reports import archive_size, site_reports, visits_planned
from index.ledger.runs import last_runs
from search_ui.monitoring.sparkline import sparkline

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from index.ledger.coverage import Coverage
    from index.ledger.error_reports import KindReport
    from index.ledger.errors import KnownError
    from index.ledger.reports import ArchiveSize, SiteReport, Visits
    from index.ledger.runs import Run

_RUNS = 20
_ERRORS = 50


@dataclass(frozen=True)
class SiteCoverage:
    """A site with its coverage now, and drawn over the runs."""

    report: SiteReport
    history: Sequence[Coverage]
    line: str


@dataclass(frozen=True)
class MonitorReport:
    runs: Sequence[Run]
    sites: Sequence[SiteCoverage]
    queue: Mapping[str, int]
    visits: Visits
    kinds: Sequence[KindReport]
    errors: Sequence[KnownError]
    archive: ArchiveSize

    @classmethod
    def read(cls, conn: Connection, topic: str, now: float, kind: str | None) -> MonitorReport:
        """`kind`: errors of this kind alone."""
        runs = last_runs(conn, topic, _RUNS)
        history = coverage_over_time(conn, topic, (run.ended_at or run.seen_at for run in runs))
        queue: dict[str, int] = {}
        for (_group, state), count in counts(conn, topic).items():
            queue[state.value] = queue.get(state.value, 0) + count
        return cls(
            runs,
            [
                SiteCoverage(
                    site, history.get(site.site, []), sparkline(history.get(site.site, []))
                )
                for site in site_reports(conn, topic)
            ],
            queue,
            visits_planned(conn, topic, now),
            error_kinds(conn, ErrorFilter(topic)),
            latest_errors(conn, ErrorFilter(topic, kind), _ERRORS),
            archive_size(conn),
        )
