"""The tables of a crawl: its sites, its queue, its errors."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from spider.display.words import duration, shown
from store.frontier import LinkState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from spider.progress import CrawlProgress, SiteProgress

OPEN_STATES = (LinkState.QUEUED, LinkState.TAKEN)
_GROUPS = ("product", "list", "other")
STATES = {
    "queued": OPEN_STATES,
    "done": (LinkState.DONE, LinkState.REDIRECT),
    "held": (LinkState.HELD,),
    "failed": (LinkState.FAILED, LinkState.FORBIDDEN, LinkState.REFUSED),
}


class SiteColumn(NamedTuple):
    """A figure of a site at a time."""

    heading: str
    figure: Callable[[SiteProgress, float], str]


PAGES = SiteColumn("pages", lambda site, _now: f"{site.pages:,}")
RECORDS = SiteColumn("records", lambda site, _now: f"{site.records:,}")
RATE = SiteColumn("pages/s", lambda site, now: f"{site.rate.per_second(now):.1f}")
WAITING = SiteColumn("waiting", lambda site, _now: f"{site.waiting:,}")
UNCHANGED = SiteColumn("unchanged", lambda site, _now: f"{site.unchanged:,}")
ERRORS = SiteColumn("errors", lambda site, _now: f"{site.errors:,}")
PAUSE = SiteColumn("pause", lambda site, now: _countdown(site.backed_off_until - now))


def _countdown(seconds: float) -> str:
    return duration(seconds + 1) if seconds > 0 else ""


def columns_within(width: int, columns: Iterable[tuple[SiteColumn, int]]) -> Iterator[SiteColumn]:
    """Those for which a terminal has room; each comes with the width it asks for."""
    return (column for column, needed in columns if needed <= width)


def sites_table(progress: CrawlProgress, columns: Iterable[SiteColumn], rows: int) -> Table:
    """The sites with most pages first, at most `rows` of them."""
    now, columns = progress.clock(), tuple(columns)
    sites = sorted(progress.sites.items(), key=lambda site: -site[1].pages)
    table = figures_table("site", *(column.heading for column in columns))
    for name, site in sites[:rows]:
        figures = (column.figure(site, now) for column in columns)
        paused = site.backed_off_until > now
        table.add_row(shown(name), *figures, style="yellow" if paused else "")
    if len(sites) > rows:
        table.add_row(f"…{len(sites) - rows:,} more", style="dim")
    return table


def add_total(table: Table, progress: CrawlProgress, columns: Iterable[SiteColumn]) -> None:
    table.add_section()
    figures = (column.figure(progress.total, progress.clock()) for column in columns)
    table.add_row("all", *figures, style="bold")


def queue_table(counts: Mapping[tuple[str, str], int]) -> Table:
    """Links by (group, state), as the ledger counts them."""
    table = figures_table("queue", *STATES)
    for group in _GROUPS:
        figures = (
            sum(counts.get((group, state), 0) for state in states) for states in STATES.values()
        )
        table.add_row(group, *(f"{figure:,}" for figure in figures))
    return table


def faults_table(progress: CrawlProgress, rows: int) -> Table:
    """The kinds of error that came last, the latest first."""
    table = figures_table("error", "times", "last")
    table.add_column("at", overflow="ellipsis")
    latest = sorted(progress.faults.items(), key=lambda fault: -fault[1].last_at)
    for kind, faults in latest[:rows]:
        clock_time = time.strftime("%H:%M:%S", time.localtime(faults.last_at))
        table.add_row(shown(kind), f"{faults.count:,}", clock_time, shown(faults.last_site))
    return table


def figures_table(name: str, *figures: str) -> Table:
    """A column of names, which gives way where room is short, and columns of figures."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 0, 0, 1))
    table.add_column(name, overflow="ellipsis")
    for figure in figures:
        table.add_column(figure, justify="right", no_wrap=True)
    return table
