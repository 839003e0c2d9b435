"""What the monitor tells, read from the ledger at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from search_ui.monitoring.sparkline import sparkline
from store.frontier import link_counts
from store.reports import archive_size, coverage_over_time, site_reports, visits_planned
from store.runs import ErrorFilter, error_kinds, last_runs, latest_errors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from store.reports import ArchiveSize, Coverage, PlannedVisits, SiteReport
    from store.runs import ErrorKindReport, KnownError, Run

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
    visits: PlannedVisits
    kinds: Sequence[ErrorKindReport]
    errors: Sequence[KnownError]
    archive: ArchiveSize

    @classmethod
    def read(cls, conn: Connection, topic: str, now: float, kind: str | None) -> MonitorReport:
        """`kind`: errors of this kind alone."""
        runs = last_runs(conn, topic, _RUNS)
        history = coverage_over_time(conn, topic, (run.ended_at or run.seen_at for run in runs))
        queue: dict[str, int] = {}
        for (_group, state), count in link_counts(conn, topic).items():
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
