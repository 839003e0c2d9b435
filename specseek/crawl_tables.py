"""The tables of `specseek crawl-status`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from specseek.times import local_time
from spider.display.end_view import reason_in_words
from spider.display.tables import STATES, figures_table, queue_table
from spider.display.words import duration, several, shown, size
from store.runs import RUNNING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from specseek.crawl_report import TopicReport
    from store.reports import ArchiveSize, PlannedVisit, PlannedVisits, SiteReport
    from store.runs import Run

_MOST_SITES = 30
_SILENCE = 120.0  # seconds without a sign of life from a crawl that should give one every few


def topic_tables(report: TopicReport, now: float) -> Iterator[RenderableType]:
    yield shown(report.topic, "bold cyan")
    parts = [_runs(report.runs, now), _sites(report.sites), queue_table(report.queue)]
    if any(report.visits):
        parts.append(_visits(report.visits))
        parts.append(_soonest(report.soonest, now))
    for part in parts:
        yield Padding(part, (1, 0, 0, 0), expand=False)
    yield Text()


def archive_line(archive: ArchiveSize) -> Text:
    captures, files = several(archive.captures, "capture"), several(archive.files, "file")
    return Text(f"archive: {captures} in {files}, {size(archive.bytes)}")


def _runs(runs: Sequence[Run], now: float) -> Table:
    figures = ("started", "length", "pages", "records", "unchanged", "errors")
    table = figures_table("run", *figures)
    table.add_column("outcome", overflow="fold")
    for run in runs:
        end = now if _is_alive(run, now) else run.ended_at or run.seen_at
        counts = (run.pages, run.records, run.unchanged, run.errors)
        table.add_row(
            f"{run.id}",
            local_time(run.started_at),
            duration(end - run.started_at),
            *(f"{count:,}" for count in counts),
            shown(_outcome(run, now)),
        )
    return table


def _outcome(run: Run, now: float) -> str:
    """A crawl that was killed could not write down its end."""
    if run.outcome == RUNNING and not _is_alive(run, now):
        return f"no sign of life for {duration(now - run.seen_at)}; run it again to go on"
    if run.note in {"", run.outcome}:
        return run.outcome
    return f"{run.outcome}: {reason_in_words(run.note)}"


def _is_alive(run: Run, now: float) -> bool:
    return run.outcome == RUNNING and now - run.seen_at <= _SILENCE


def _sites(sites: Sequence[SiteReport]) -> Table:
    table = figures_table("site", *STATES, "products", "records", "unconfirmed", "coverage")
    for site in sites[:_MOST_SITES]:
        states = (sum(site.states[state] for state in states) for states in STATES.values())
        counts = (*states, site.product_pages, site.records, site.unconfirmed)
        coverage = "–" if site.coverage is None else f"{site.coverage:.0%}"
        table.add_row(shown(site.site), *(f"{count:,}" for count in counts), coverage)
    if len(sites) > _MOST_SITES:
        table.add_row(f"…{len(sites) - _MOST_SITES:,} more", style="dim")
    return table


def _visits(visits: PlannedVisits) -> Table:
    table = figures_table("next visits", "due now", "within a day", "within a week", "later")
    table.add_row("pages", *(f"{count:,}" for count in visits))
    return table


def _soonest(soonest: Sequence[PlannedVisit], now: float) -> Table:
    table = figures_table("the soonest", "visits", "changes")
    table.add_column("page", overflow="fold")
    for visit in soonest:
        when = "due" if visit.at <= now else f"in {duration(visit.at - now)}"
        table.add_row(when, f"{visit.visits:,}", f"{visit.changes:,}", shown(visit.url))
    return table
